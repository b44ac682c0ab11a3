use serde::Deserialize;

/// The file `config/search/ranking.toml`: points and limits, explained there.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ranking {
    /// Points of the best match level that a product reaches; `all_terms` is added beside it.
    pub(crate) match_levels: MatchLevelPoints,
    pub(crate) terms: TermPoints,
    /// Points of a product that satisfies an interpretation.
    pub(crate) interpretations: InterpretationPoints,
    pub(crate) quality: MatchQuality,
    pub(crate) adjust: Adjustments,
    /// Off where the file has no such section.
    #[serde(default)]
    pub(crate) choices: ChoiceLimits,
    pub(crate) variants: VariantWords,
    pub(crate) limits: SearchLimits,
    pub(crate) typos: TypoLimits,
    pub(crate) suggest: SuggestLimits,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchLevelPoints {
    pub(crate) exact_name: f32,
    pub(crate) exact_model: f32,
    pub(crate) part_number: f32,
    pub(crate) prefix: f32,
    pub(crate) model_prefix: f32,
    pub(crate) contains: f32,
    pub(crate) all_terms: f32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TermPoints {
    pub(crate) all_terms_each: f32,
    pub(crate) each: f32,
    pub(crate) optional_words: f32,
    pub(crate) as_named: f32,
    pub(crate) whole_identity: f32,
    pub(crate) manufacturer: f32,
    pub(crate) model: f32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InterpretationPoints {
    pub(crate) category: f32,
    pub(crate) brand: f32,
    pub(crate) spec: f32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchQuality {
    pub(crate) exact: f32,
    pub(crate) form: f32,
    pub(crate) prefix: f32,
    pub(crate) typo_one: f32,
    pub(crate) typo_two: f32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Adjustments {
    pub(crate) in_stock: f32,
    pub(crate) no_offer: f32,
    pub(crate) popularity: f32,
    pub(crate) variant: f32,
    pub(crate) extra_word: f32,
    pub(crate) other_category: f32,
    pub(crate) minor_category: f32,
}

/// Bounds of what people chose for the same text (`QueryPrior`).
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceLimits {
    pub(crate) max_points: f32,
    pub(crate) min_clicks: u64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VariantWords {
    pub(crate) words: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchLimits {
    /// Not to be confused with the windows of `DocIdWindows`, which are of document ids.
    pub(crate) scoring_window: usize,
    /// Maximum number of strong candidates in each of two lists: products whose part number is the whole query, and
    /// products whose name or model begins with its first words. A third list, products with facts that a use prefers,
    /// may be [`PREFERRED_FACTOR`] times as long.
    #[serde(rename = "strong")]
    pub(crate) max_strong: usize,
    /// Number of matches, most popular first, that are checked for the facts that a use prefers.
    #[serde(rename = "preference_checks")]
    pub(crate) max_preference_checks: usize,
    pub(crate) prefix_terms: usize,
    pub(crate) fuzzy_terms: usize,
    pub(crate) words: usize,
}

/// Candidates with preferred facts that may join the first window, as a multiple of `max_strong`.
const PREFERRED_FACTOR: usize = 4;

impl SearchLimits {
    /// Returns the maximum number of products with preferred facts among the strong candidates.
    pub(crate) fn max_preferred(&self) -> usize {
        PREFERRED_FACTOR * self.max_strong
    }

    /// Returns the maximum number of strong candidates: products of the part number, names that begin with the first
    /// words, and products with preferred facts.
    pub(crate) fn max_strong_candidates(&self) -> usize {
        2 * self.max_strong + self.max_preferred()
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TypoLimits {
    pub(crate) one_edit_from: usize,
    pub(crate) two_edits_from: usize,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SuggestLimits {
    pub(crate) categories: usize,
    pub(crate) brands: usize,
    pub(crate) queries: usize,
}
