//! Preferences of a use: tests of facts, performance indices, names and prices that give points.

use domain::model::{Category, SpecKey};

use super::{
    intents_file::{PreferenceEntry, PriceRange},
    names::{config_error, phrase_key},
};
use crate::{
    interface::{IndexError, value_measure::Workload},
    text::{analyzer::Analyzer, fold::fold},
};

/// A use that parts are wanted for, with the preferences that tell which products of a category suit it.
#[derive(Debug, Clone)]
pub(crate) struct Usage {
    pub(crate) name: String,
    pub(crate) preferences: Vec<Preference>,
}

/// A test that gives points to the products of a category that pass it.
#[derive(Debug, Clone)]
pub(crate) struct Preference {
    pub(crate) category: Category,
    pub(crate) fact: Option<FactTest>,
    pub(crate) index: Option<IndexTest>,
    pub(crate) words: Vec<String>,
    pub(crate) price: Option<PriceRange>,
    pub(crate) points: f32,
}

/// A test of a fact: one of several patterns, or a range.
#[derive(Debug, Clone)]
pub(crate) struct FactTest {
    pub(crate) key: SpecKey,
    /// Folded; `*` at an end stands for anything.
    patterns: Vec<String>,
    pub(crate) min: Option<f64>,
    pub(crate) max: Option<f64>,
}

/// A test of the performance index of a product's chip: at least `min` and at most `max`, where the reference chip has
/// 100.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct IndexTest {
    pub(crate) workload: Workload,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl IndexTest {
    /// Whether an index passes.
    pub(crate) fn accepts(self, index: f64) -> bool {
        (self.min..=self.max).contains(&index)
    }
}

impl Preference {
    pub(super) fn from_entry(entry: PreferenceEntry, analyzer: &Analyzer) -> Result<Self, IndexError> {
        if entry.key.is_some() && entry.index.is_some() {
            return Err(config_error(format!(
                "uses: an entry of {} has both a key and an index",
                entry.category
            )));
        }
        let index = entry.index.map(|workload| IndexTest {
            workload,
            min: entry.min.unwrap_or(0.0),
            max: entry.max.unwrap_or(f64::INFINITY),
        });
        let fact = entry.key.map(|key| {
            let patterns = entry.values.iter().map(|value| fold(value)).collect();
            FactTest { key, patterns, min: entry.min, max: entry.max }
        });
        Ok(Self {
            category: entry.category,
            fact,
            index,
            words: entry.words.iter().map(|word| phrase_key(analyzer, word)).collect(),
            price: entry.price,
            points: entry.points,
        })
    }
}

impl FactTest {
    /// Whether a value of the catalogue passes.
    pub(crate) fn accepts(&self, text: &str, number: Option<f64>) -> bool {
        if !self.patterns.is_empty() {
            let text = fold(text);
            return self.patterns.iter().any(|pattern| matches_pattern(pattern, &text));
        }
        number.is_some_and(|number| {
            self.min.is_none_or(|min| number >= min) && self.max.is_none_or(|max| number <= max)
        })
    }
}

/// Whether a text fits a pattern; `*` at either end stands for anything.
fn matches_pattern(pattern: &str, text: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(_), Some(_)) => text.contains(pattern.trim_matches('*')),
        (Some(end), None) => text.ends_with(end),
        (None, Some(start)) => text.starts_with(start),
        (None, None) => text == pattern,
    }
}

#[cfg(test)]
mod tests {
    use super::matches_pattern;

    #[test]
    fn wildcards_match_at_either_end() {
        for (pattern, text, expected) in [
            ("geforce rtx 50*", "geforce rtx 5070 ti", true),
            ("geforce rtx 50*", "geforce rtx 4050", false),
            ("*oled*", "qd-oled", true),
            ("*red", "cherry mx red", true),
            ("ssd", "sshd", false),
        ] {
            assert_eq!(matches_pattern(pattern, text), expected, "{pattern} {text}");
        }
    }
}
