//! A query while it is parsed, with everything that its words are looked up in.

use rustc_hash::FxHashSet;

use super::{
    intent::query_subjects::QuerySubjects,
    parsed_query::{ParsedQuery, QuerySpan},
};
use crate::{
    config::{
        SearchConfig,
        intents::table::IntentTable,
        lexicon::{Lexicon, MAX_PHRASE_WORDS},
    },
    interface::RetailerNames,
    storage::vocabulary::Vocabulary,
    text::{analyzer::Word, joined::JoinedWords},
};

/// Parses one query, with everything that words are looked up in.
pub(crate) struct QueryParser<'a> {
    pub(super) config: &'a SearchConfig,
    pub(super) lexicon: &'a Lexicon,
    pub(super) intents: &'a IntentTable,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) words: &'a [Word],
    /// The words with single blanks between them, to look up runs of words as phrases.
    pub(super) joined: &'a JoinedWords,
    pub(super) characters: Vec<char>,
    /// The given names of retailers, and the slugs of retailers without a name.
    pub(super) retailers: [&'a RetailerNames; 2],
    pub(super) literal: FxHashSet<String>,
    /// The subjects of the whole query: categories, chips, a whole PC. Amounts, uses and "for" phrases depend on them.
    pub(super) subjects: QuerySubjects,
    /// Range of the words that ask for a whole PC; the end is excluded.
    pub(super) whole_pc_words: Option<(usize, usize)>,
    /// Index of the word "for" between X and Y of "X for Y", and the number of spans before it.
    pub(super) for_word: Option<(usize, usize)>,
    /// Index of the last word that is of an amount, by its digits or because it spells a number.
    pub(super) last_amount: Option<usize>,
    /// Whether any part may be a price in another currency than dinars.
    pub(super) has_foreign_currency: bool,
    /// Ranges of the words that say what is not wanted; the ends are excluded.
    pub(super) exclusions: Vec<(usize, usize)>,
    /// Index of a "not" before the name of a kind that negates the bound behind it: `no gpu over 200`.
    pub(super) negated_bound: Option<usize>,
    /// Range of the words of a pasted deal that name its product; `None` where the query is no such title.
    pub(super) deal_name: Option<(usize, usize)>,
    /// Words that say nothing about a product.
    pub(super) noise: Vec<QuerySpan>,
    pub(super) parsed: ParsedQuery,
}

impl<'a> QueryParser<'a> {
    /// Returns `length` words from an index on, joined by spaces; fewer where the query ends.
    pub(super) fn phrase(&self, start: usize, length: usize) -> &'a str {
        self.joined.run(start, length.min(self.words.len().saturating_sub(start))).unwrap_or_default()
    }

    /// Returns the number of words of the interpretation at the index; 0 where there is none.
    pub(super) fn interpretation_length(&self, index: usize) -> usize {
        let has_interpretation = |length: &usize| {
            let words = self.phrase(index, *length);
            self.lexicon.interpret(words).is_some()
                || self.vocabulary.brand_phrases.contains_key(words)
                || self.vocabulary.fact_phrases.contains_key(words)
        };
        (1..=MAX_PHRASE_WORDS.min(self.words.len() - index)).rev().find(has_interpretation).unwrap_or(0)
    }
}
