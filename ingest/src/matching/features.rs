//! Names of the features of a pair.

/// Number of features of a pair.
pub const FEATURES: usize = 43;

/// Name and monotonic sign of each feature; the names are those of `config/matching/trees.tsv`. With `+` a greater
/// number may only raise the confidence of a match, with `-` only lower it, with `0` either: the trees are fitted
/// under this constraint.
pub const FEATURE_NAMES: [(&str, char); FEATURES] = [
    ("barcode_same", '+'),
    ("part_number_same", '+'),
    ("part_number_differs", '-'),
    ("share_of_product", '+'),
    ("share_of_offer", '+'),
    ("codes_only_product", '-'),
    ("codes_only_offer", '-'),
    ("variants_alone", '-'),
    ("facts_same", '+'),
    ("facts_differ", '-'),
    ("facts_only_offer", '0'),
    ("facts_only_product", '0'),
    ("colour_unanswered", '-'),
    ("names_only_offer", '0'),
    ("names_only_product", '0'),
    ("names_differ", '-'),
    ("codes_differ", '-'),
    ("maker_same", '0'),
    ("maker_differs", '-'),
    ("category_same", '0'),
    ("category_differs", '-'),
    ("condition_differs", '-'),
    ("all_words_same", '+'),
    ("code_same", '+'),
    ("code_same_length", '+'),
    ("code_same_known", '+'),
    ("code_prefix", '+'),
    ("code_conflict", '-'),
    ("code_sibling", '0'),
    ("code_one_side", '0'),
    ("code_more", '-'),
    ("coverage_max", '+'),
    ("coverage_min", '+'),
    ("rarity_shared", '+'),
    ("rarest_shared", '+'),
    ("numbers_max", '+'),
    ("numbers_min", '+'),
    ("numbers_missing", '0'),
    ("model_words_alone_min", '-'),
    ("model_words_alone_max", '-'),
    ("short_words_alone", '-'),
    ("trigrams", '+'),
    ("head", '+'),
];
