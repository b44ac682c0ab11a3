//! Series of chips: `ryzen 10000 series`, `pcie 6`. Their numbers are neither prices nor measures, whether or not the
//! catalogue has such chips.

use domain::model::{SpecKey, families};

use crate::{
    query::{parsed_query::QuerySpan, query_parser::QueryParser},
    text::fold::{fold, has_digit},
};

/// Maximum number of words that name a series: `core ultra 300 series`.
const MAX_SERIES_WORDS: usize = 4;

impl QueryParser<'_> {
    /// Reads a series without a listed interpretation; returns the number of words that it took. Chips of a series that
    /// the catalogue lacks are searched by their family.
    pub(crate) fn parse_series(&mut self, index: usize) -> Option<usize> {
        let words: Vec<&str> =
            self.words.iter().skip(index).take(MAX_SERIES_WORDS).map(|word| word.text.as_str()).collect();
        let series = families::series_name(&words)?;
        let is_listed = self.interpretation_length(index) >= series.words;
        if is_listed || self.literal.contains(self.phrase(index, series.words)) {
            return None;
        }
        let facts: Vec<(SpecKey, String)> = series
            .beginnings
            .iter()
            .filter(|beginning| self.has_value(series.key, beginning))
            .map(|beginning| (series.key, format!("{beginning}*")))
            .collect();
        if facts.is_empty() && series.key == SpecKey::Interface {
            return None;
        }
        if facts.is_empty() {
            let is_family = |word: &&str| !families::is_series_word(word) && !has_digit(word);
            let of_family = (0..series.words).filter(|at| words.get(*at).is_some_and(is_family));
            self.parsed.spans.extend(of_family.map(|at| QuerySpan::plain(index + at)));
            return Some(series.words);
        }
        let last = index + series.words - 1;
        // The word `series` stands in no product's name.
        let ends_in_series = words.get(series.words - 1).is_some_and(|word| families::is_series_word(word));
        let end = if ends_in_series { last } else { last + 1 };
        self.parsed.spans.push(QuerySpan { start: index, end, facts, ..QuerySpan::default() });
        Some(series.words)
    }

    /// Whether a product has a value of the fact that begins so.
    fn has_value(&self, key: SpecKey, beginning: &str) -> bool {
        let beginning = fold(beginning);
        let slots = self.config.facets.slots_of_spec(key);
        let mut values = slots
            .filter_map(|(category, slot)| self.vocabulary.slot(category, slot))
            .flat_map(|slot| &slot.values);
        values.any(|value| fold(&value.text).starts_with(&beginning))
    }
}
