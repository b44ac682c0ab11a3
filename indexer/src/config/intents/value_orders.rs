//! Words that ask for an order by the price for each unit of a measure: `[value]` and `value_words` of
//! `config/search/intents.toml`.

use domain::model::Category;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    intents_file::{IntentsFile, ValueUnitEntry},
    names::{config_error, phrase_key},
};
use crate::{
    interface::{IndexError, Sort, ValueMeasure},
    text::{analyzer::Analyzer, arabic::without_articles, fold::is_arabic, joined::JoinedWords},
};

/// Maximum number of words of one part of a phrase.
const MAX_PART_WORDS: usize = 5;

/// The parts of such phrases, folded.
#[derive(Debug, Clone, Default)]
pub(crate) struct ValueOrders {
    /// Words that ask for the best value and name no unit.
    pub(crate) best_value: FxHashSet<String>,
    /// The first of these words in each language, which is proposed while a user types.
    proposed: Vec<String>,
    /// Words that may stand before the others: `cheapest`.
    leads: FxHashSet<String>,
    per: FxHashSet<String>,
    currency: FxHashSet<String>,
    units: FxHashMap<String, ValueUnit>,
    /// The first words of all parts. Most words of a query are none, and then no part is looked up.
    first_words: FxHashSet<String>,
}

/// A unit of a measure.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ValueUnit {
    pub(crate) measure: ValueMeasure,
    /// The categories that are meant where a query names none.
    pub(crate) categories: Vec<Category>,
}

/// Words that ask for an order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ValuePhrase<'a> {
    /// Number of words.
    pub(crate) length: usize,
    /// `None` where the words ask for the best value.
    pub(crate) unit: Option<&'a ValueUnit>,
}

impl ValueOrders {
    pub(super) fn build(file: &IntentsFile, analyzer: &Analyzer) -> Result<Self, IndexError> {
        let key = |words: &String| phrase_key(analyzer, words);
        let set = |list: &[String]| -> FxHashSet<String> { list.iter().map(key).collect() };
        let best_value: Vec<String> =
            file.uses.iter().flat_map(|usage| &usage.value_words).map(key).collect();
        let mut orders = Self {
            proposed: [false, true]
                .iter()
                .filter_map(|arabic| best_value.iter().find(|words| is_arabic(words) == *arabic).cloned())
                .collect(),
            best_value: best_value.into_iter().collect(),
            leads: set(&file.value.leads),
            per: set(&file.value.per),
            currency: set(&file.price.currency),
            ..Self::default()
        };
        for entry in &file.value.units {
            let unit = ValueUnit::from_entry(entry)?;
            orders.units.extend(entry.words.iter().map(|words| (key(words), unit.clone())));
        }
        let sets = [&orders.best_value, &orders.leads, &orders.per, &orders.currency];
        let parts = sets.into_iter().flatten().chain(orders.units.keys());
        orders.first_words = parts.filter_map(|part| part.split(' ').next()).map(str::to_owned).collect();
        Ok(orders)
    }

    /// Returns the longest words at an index that ask for an order: those of `value_words`, or behind words of `leads`
    /// or a currency `per UNIT` or `UNIT per CURRENCY`.
    pub(crate) fn phrase_at(&self, words: &JoinedWords, index: usize) -> Option<ValuePhrase<'_>> {
        words.run(index, 1).filter(|word| self.begins_part(word))?;
        let best = longest_part(words, index, |part| self.best_value.contains(part))
            .map(|length| ValuePhrase { length, unit: None });
        let lead = |part: &str| self.leads.contains(part) || self.currency.contains(part);
        let behind_lead = longest_part(words, index, lead).and_then(|lead| {
            let rest = self.per_unit(words, index + lead)?;
            Some(ValuePhrase { length: lead + rest.length, ..rest })
        });
        let found = [best, behind_lead, self.per_unit(words, index)];
        found.into_iter().flatten().max_by_key(|phrase| phrase.length)
    }

    /// Returns the words that are proposed to ask for the best value, one phrase of each language.
    pub(crate) fn proposed(&self) -> impl Iterator<Item = &str> {
        self.proposed.iter().map(String::as_str)
    }

    fn begins_part(&self, word: &str) -> bool {
        let begins = |word: &str| self.first_words.contains(word);
        begins(word) || without_articles(word).is_some_and(|bare| begins(&bare))
    }

    /// Reads `per UNIT` or `UNIT per CURRENCY`. `performance per watt` asks for no price.
    fn per_unit(&self, words: &JoinedWords, index: usize) -> Option<ValuePhrase<'_>> {
        let is_per = |part: &str| self.per.contains(part);
        if let Some(per) = longest_part(words, index, is_per) {
            let (unit, length) = self.unit_at(words, index + per)?;
            if index.checked_sub(1).is_some_and(|before| self.unit_at(words, before).is_some()) {
                return None;
            }
            return Some(ValuePhrase { length: per + length, unit: Some(unit) });
        }
        let (unit, length) = self.unit_at(words, index)?;
        let per = length + longest_part(words, index + length, is_per)?;
        let currency = longest_part(words, index + per, |part| self.currency.contains(part))?;
        Some(ValuePhrase { length: per + currency, unit: Some(unit) })
    }

    /// Returns the unit at an index, and its number of words.
    fn unit_at(&self, words: &JoinedWords, index: usize) -> Option<(&ValueUnit, usize)> {
        let length = longest_part(words, index, |part| self.units.contains_key(part))?;
        let part = words.run(index, length)?;
        let unit = self.units.get(part).or_else(|| self.units.get(&without_articles(part)?))?;
        Some((unit, length))
    }
}

/// Returns the number of words of the longest part at an index for which a condition holds, as it stands or without
/// Arabic articles.
fn longest_part(words: &JoinedWords, index: usize, holds: impl Fn(&str) -> bool) -> Option<usize> {
    (1..=MAX_PART_WORDS).rev().find(|length| {
        words
            .run(index, *length)
            .is_some_and(|part| holds(part) || without_articles(part).is_some_and(|bare| holds(&bare)))
    })
}

impl ValueUnit {
    fn from_entry(entry: &ValueUnitEntry) -> Result<Self, IndexError> {
        let Ok(Sort::Value(measure)) = entry.sort.parse() else {
            return Err(config_error(format!("value.units: {} is no order by a measure", entry.sort)));
        };
        let categories = entry.categories.clone();
        let has_measure = |category: &Category| measure.source(*category).is_some();
        if categories.is_empty() || !categories.iter().all(has_measure) {
            return Err(config_error(format!(
                "value.units: {} needs categories with its measure",
                entry.sort
            )));
        }
        Ok(Self { measure, categories })
    }
}
