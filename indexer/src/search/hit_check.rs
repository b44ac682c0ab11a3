//! Checks that a text brings products before it is suggested.
//!
//! 1. The text is parsed and matched as typed, like a search for it, up to the first product: nothing is ranked, counted
//!    or loaded.
//! 2. A text that a search reads in more steps (a price, what a part is for, a thing that no retailer carries) is
//!    searched, which takes several times as long.
//!
//! Both are bounded for each request: suggestions are asked for at every letter.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::respond;
use crate::{
    collect::matches::Matches,
    config::SearchConfig,
    interface::{MAX_TEXT_CHARS, Result, SearchRequest},
    query::{
        expander::{Expander, MatchRules},
        parsed_query::ParsedQuery,
        parser::{self, ParseContext},
        part_number,
    },
    storage::view::View,
};

/// Maximum number of texts that are checked for a request, and of those the maximum number that are searched.
const MAX_TEXTS: usize = 16;
const MAX_SEARCHES: usize = 2;

/// The texts checked for one request.
pub(crate) struct HitCheck<'a> {
    pub(crate) view: &'a View,
    pub(crate) config: &'a SearchConfig,
    /// By text: whether it brings products.
    checked: FxHashMap<String, bool>,
    searches: usize,
}

impl<'a> HitCheck<'a> {
    pub(crate) fn new(view: &'a View, config: &'a SearchConfig) -> Self {
        Self { view, config, checked: FxHashMap::default(), searches: 0 }
    }

    /// Whether a search for the text finds a product with all of its words. Texts beyond the most that are checked count
    /// as bringing none.
    pub(crate) fn brings_products(&mut self, text: &str) -> Result<bool> {
        if let Some(brings) = self.checked.get(text) {
            return Ok(*brings);
        }
        if self.checked.len() == MAX_TEXTS || text.chars().count() > MAX_TEXT_CHARS {
            return Ok(false);
        }
        let brings = self.finds_product(text)?;
        self.checked.insert(text.to_owned(), brings);
        Ok(brings)
    }

    fn finds_product(&mut self, text: &str) -> Result<bool> {
        let (view, config) = (self.view, self.config);
        let retailers = Arc::default();
        let context =
            ParseContext { literal: &[], retailers: &retailers, config, vocabulary: &view.vocabulary };
        let parsed = part_number::drop_constraints_in_part_number(view, parser::parse(text, context))?;
        if parsed.words.is_empty() {
            return Ok(false);
        }
        // A query for a whole PC is answered with builds.
        if parsed.intent.whole_pc.is_some() {
            return Ok(true);
        }
        if !is_matched_as_typed(&parsed) {
            return self.search_finds_product(text);
        }
        let clauses = Expander { view, config, rules: MatchRules::default() }.expand(&parsed)?;
        // Without clauses the text is an order, which lists everything.
        Ok(clauses.is_empty() || Matches::exist(view, &clauses)?)
    }

    fn search_finds_product(&mut self, text: &str) -> Result<bool> {
        if self.searches == MAX_SEARCHES {
            return Ok(false);
        }
        self.searches += 1;
        let request = SearchRequest { limit: 1, facets: false, ..SearchRequest::text(text) };
        let found = respond::search(self.view, self.config, &request)?;
        let is_as_typed = found.corrected.is_none() && found.dropped.is_empty() && found.relaxed.is_empty();
        Ok(found.total > 0 && is_as_typed)
    }
}

/// Whether a search finds what the text matches as typed: nothing filters it and nothing else is understood in it.
fn is_matched_as_typed(parsed: &ParsedQuery) -> bool {
    let (intent, constraints) = (&parsed.intent, &parsed.constraints);
    let mut required = parsed.spans.iter().filter(|span| !span.is_optional).peekable();
    // A use beside an order filters, and beside a bare number it is a word of a name: `playstation 4`.
    let are_uses_optional =
        constraints.sort.is_none() && (required.peek().is_none() || required.any(|span| !span.is_plain()));
    intent.fit.is_none()
        && intent.not_carried.is_none()
        && parsed.exclusions.is_empty()
        && !constraints.is_filter()
        && (intent.uses.is_empty() || are_uses_optional)
}
