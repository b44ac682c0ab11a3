//! Titles of deals, as other sites write them: `Lowest price ever: RTX 5070 Gaming OC $549 (was $599) with code SAVE39`.
//!
//! The price in another currency tells that a text is one. The name of the product ends there, and begins behind a heading
//! that ends in a colon. Words of the heading and behind the price ask for no order and are no words of the name: those
//! that are understood only order, the others say nothing.

use super::{parsed_query::QuerySpan, query_parser::QueryParser};
use crate::text::{analyzer::Word, fold::has_digit};

/// Minimum number of words of a name: behind fewer, the query goes on after its price.
const MIN_NAME_WORDS: usize = 4;
/// Maximum number of words of a heading.
const MAX_HEADING_WORDS: usize = 5;
/// Minimum number of words of a deal.
const MIN_DEAL_WORDS: usize = 6;

impl QueryParser<'_> {
    /// Finds the range of the words that are the name of a pasted deal; `None` where the query is no such title.
    pub(super) fn find_deal_name(&self) -> Option<(usize, usize)> {
        if !self.has_foreign_currency || self.words.len() < MIN_DEAL_WORDS {
            return None;
        }
        let is_price = |index: &usize| self.may_begin_amount(*index) && self.foreign_amount(*index).is_some();
        let end = (0..self.words.len()).find(is_price)?;
        let start = self.heading_length(end);
        (end >= start + MIN_NAME_WORDS).then_some((start, end))
    }

    /// Returns the number of words before the first colon; 0 where the colon is of the name.
    fn heading_length(&self, end: usize) -> usize {
        let ends_heading = |word: &Word| {
            let behind = self.characters.get(word.end..).unwrap_or_default();
            matches!(behind, [':', space, ..] if space.is_whitespace())
        };
        let headings = self.words.iter().take(end.min(MAX_HEADING_WORDS));
        let Some(last) = headings.clone().position(ends_heading) else { return 0 };
        if headings.take(last + 1).any(|word| has_digit(&word.text)) { 0 } else { last + 1 }
    }

    /// Reads words beside the name of a pasted deal; returns the number of words that it took.
    pub(super) fn parse_beside_deal(&mut self, index: usize) -> Option<usize> {
        let (start, end) = self.deal_name?;
        if (start..end).contains(&index) {
            return None;
        }
        if let Some(length) = self.parse_foreign_price(index) {
            return Some(length);
        }
        let first = self.parsed.spans.len();
        if let Some(length) = self.parse_interpretation(index) {
            self.parsed.spans.iter_mut().skip(first).for_each(|span| span.is_optional = true);
            return Some(length);
        }
        self.noise.push(QuerySpan::plain(index));
        Some(1)
    }
}
