//! `config/search/intents.toml`, ready to be looked up: every spelling as the folded words of a query.

use std::collections::BTreeMap;

use domain::model::{Category, SpecKey};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    intents_file::{IntentsFile, PriceSection},
    measure::Measure,
    names::{category, config_error, phrase_key},
    preference::{Preference, Usage},
};
use crate::{
    interface::IndexError,
    text::{
        analyzer::Analyzer,
        arabic::{without_article, without_articles},
        arabizi::ArabicLetters,
        fold::{has_digit, is_arabic},
        joined::JoinedWords,
    },
};

/// Maximum number of words of a phrase in the file.
pub(crate) const MAX_INTENT_WORDS: usize = 5;

/// A phrase before an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lead {
    Bound(Bound),
    /// A bound that is also a word of names and sentences.
    Weak(Bound),
    /// Marks the following number as a price, whatever it is.
    Budget,
}

/// Side of an amount on which products are requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Below,
    Above,
    About,
}

/// The contents of `intents.toml`.
#[derive(Debug, Clone, Default)]
pub(crate) struct IntentTable {
    leads: FxHashMap<String, Vec<Lead>>,
    after: FxHashMap<String, Bound>,
    between: FxHashSet<String>,
    to: FxHashSet<String>,
    currency: FxHashSet<String>,
    between_words: FxHashSet<String>,
    measured: FxHashSet<String>,
    numbers: FxHashMap<String, f64>,
    pub(crate) band: f64,
    pub(crate) max_bare: f64,
    pub(crate) measures: Vec<Measure>,
    /// Names of measures, with the indexes of the measures that have them.
    measure_names: FxHashMap<String, Vec<usize>>,
    count_words: FxHashMap<String, f64>,
    filler: FxHashSet<String>,
    links: FxHashSet<String>,
    machines: FxHashSet<String>,
    versus: FxHashSet<String>,
    weak_versus: FxHashSet<String>,
    comparison_leads: FxHashSet<String>,
    builds: FxHashSet<String>,
    pub(crate) uses: Vec<Usage>,
    use_words: FxHashMap<String, usize>,
    not_sold: FxHashMap<String, Option<Category>>,
    /// Words of these things that names of parts have too.
    named_by_parts: FxHashSet<String>,
    /// Arabic words for a whole computer and for uses, ascending.
    arabic_names: Vec<(String, ArabicLetters)>,
    /// The first words of all phrases. Most words of a query are none, and then no phrase is looked up.
    first_words: FxHashSet<String>,
}

impl IntentTable {
    pub(crate) fn build(file: IntentsFile, analyzer: &Analyzer) -> Result<Self, IndexError> {
        let key = |spelling: &String| phrase_key(analyzer, spelling);
        let set = |list: &[String]| list.iter().map(key).filter(|key| !key.is_empty()).collect();
        let price = &file.price;
        let mut table = Self {
            between: set(&price.between),
            to: set(&price.to),
            currency: set(&price.currency),
            between_words: set(&price.between_words),
            measured: set(&price.measured),
            band: f64::from(price.band) / 100.0,
            max_bare: f64::from(price.max_bare),
            filler: set(&file.filler.words),
            links: set(&file.links.words),
            machines: set(&file.links.machines),
            versus: set(&file.comparison.between),
            weak_versus: set(&file.comparison.weak_between),
            comparison_leads: set(&file.comparison.lead),
            builds: set(&file.build.words),
            ..Self::default()
        };
        table.add_price_words(price, analyzer)?;
        for entry in file.measures {
            let index = table.measures.len();
            for name in entry.words.iter().map(key) {
                table.measure_names.entry(name).or_default().push(index);
            }
            table.measures.push(Measure::from_entry(entry)?);
        }
        for entry in file.uses {
            let index = table.uses.len();
            entry.words.iter().map(key).for_each(|key| {
                table.use_words.entry(key).or_insert(index);
            });
            let preferences = entry.order.into_iter().map(|order| Preference::from_entry(order, analyzer));
            table.uses.push(Usage { name: entry.name, preferences: preferences.collect::<Result<_, _>>()? });
        }
        for entry in file.not_sold {
            let near = entry.near.as_deref().map(category).transpose()?;
            entry.words.iter().map(key).for_each(|key| {
                if entry.in_names {
                    table.named_by_parts.insert(key.clone());
                }
                table.not_sold.entry(key).or_insert(near);
            });
        }
        let names = table.builds.iter().chain(table.use_words.keys());
        let mut names: Vec<&String> = names.filter(|name| is_arabic(name) && !has_digit(name)).collect();
        names.sort_unstable();
        table.arabic_names = names.into_iter().map(|name| (name.clone(), ArabicLetters::of(name))).collect();
        table.count_words = spelled_numbers(&file.count_words, analyzer)?;
        table.add_first_words();
        Ok(table)
    }

    fn add_first_words(&mut self) {
        let sets = [
            &self.between,
            &self.to,
            &self.currency,
            &self.between_words,
            &self.filler,
            &self.links,
            &self.machines,
            &self.versus,
            &self.weak_versus,
            &self.comparison_leads,
            &self.builds,
        ];
        let keys = sets.into_iter().flatten();
        let keys = keys.chain(self.leads.keys()).chain(self.after.keys()).chain(self.numbers.keys());
        let keys = keys.chain(self.use_words.keys()).chain(self.not_sold.keys());
        let keys = keys.chain(self.measure_names.keys());
        self.first_words = keys.filter_map(|key| key.split(' ').next()).map(str::to_owned).collect();
    }

    /// Returns the first of the Arabic words for a whole computer and for uses that Latin letters spell.
    pub(crate) fn arabic_spelt_by(&self, latin: &str) -> Option<&str> {
        self.arabic_names
            .iter()
            .find(|(_, letters)| letters.are_spelt_by(latin))
            .map(|(name, _)| name.as_str())
    }

    /// Whether any phrase begins with the word.
    pub(crate) fn begins_phrase(&self, word: &str) -> bool {
        self.first_words.contains(word)
            || without_article(word).is_some_and(|bare| self.first_words.contains(bare))
    }

    fn add_price_words(&mut self, price: &PriceSection, analyzer: &Analyzer) -> Result<(), IndexError> {
        for (spellings, lead) in [
            (&price.below, Lead::Bound(Bound::Below)),
            (&price.above, Lead::Bound(Bound::Above)),
            (&price.about, Lead::Bound(Bound::About)),
            (&price.weak_below, Lead::Weak(Bound::Below)),
            (&price.weak_above, Lead::Weak(Bound::Above)),
            (&price.budget, Lead::Budget),
        ] {
            for spelling in spellings {
                self.leads.entry(phrase_key(analyzer, spelling)).or_default().push(lead);
            }
        }
        for (spellings, bound) in [
            (&price.after_below, Bound::Below),
            (&price.after_above, Bound::Above),
            (&price.after_about, Bound::About),
        ] {
            for spelling in spellings {
                self.after.entry(phrase_key(analyzer, spelling)).or_insert(bound);
            }
        }
        self.numbers = spelled_numbers(&price.numbers, analyzer)?;
        Ok(())
    }

    pub(crate) fn leads(&self, phrase: &str) -> &[Lead] {
        self.leads.get(phrase).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn bound_behind(&self, phrase: &str) -> Option<Bound> {
        self.after.get(phrase).copied()
    }

    pub(crate) fn is_between(&self, phrase: &str) -> bool {
        self.between.contains(phrase)
    }

    pub(crate) fn is_to(&self, phrase: &str) -> bool {
        self.to.contains(phrase)
    }

    pub(crate) fn is_currency(&self, phrase: &str) -> bool {
        self.currency.contains(phrase)
    }

    pub(crate) fn may_stand_before_amount(&self, word: &str) -> bool {
        self.between_words.contains(word)
    }

    /// Whether the word is of a measure, so that the number behind it is no price.
    pub(crate) fn is_measured(&self, word: &str) -> bool {
        self.measured.contains(word)
    }

    /// Returns the number that words spell out.
    pub(crate) fn number(&self, phrase: &str) -> Option<f64> {
        self.numbers.get(phrase).copied()
    }

    /// Returns the measures that words name.
    pub(crate) fn measures_named(&self, phrase: &str) -> impl Iterator<Item = &Measure> {
        let indexes = self.measure_names.get(phrase).map(Vec::as_slice).unwrap_or_default();
        indexes.iter().filter_map(|index| self.measures.get(*index))
    }

    /// Returns the measure of a fact in a unit.
    pub(crate) fn measure_by_unit(&self, key: SpecKey, unit: &str) -> Option<&Measure> {
        self.measures.iter().find(|measure| measure.key == key && measure.unit.as_deref() == Some(unit))
    }

    /// Returns the number that a word says before the name of a measure.
    pub(crate) fn count_word(&self, word: &str) -> Option<f64> {
        self.count_words.get(word).copied()
    }

    pub(crate) fn is_filler(&self, phrase: &str) -> bool {
        holds_with_or_without_articles(phrase, |phrase| self.filler.contains(phrase))
    }

    /// Whether the words stand between a part and what it is for.
    pub(crate) fn is_link(&self, phrase: &str) -> bool {
        self.links.contains(phrase)
    }

    pub(crate) fn is_machine(&self, phrase: &str) -> bool {
        holds_with_or_without_articles(phrase, |phrase| self.machines.contains(phrase))
    }

    pub(crate) fn is_versus(&self, phrase: &str) -> bool {
        self.versus.contains(phrase)
    }

    pub(crate) fn is_weak_versus(&self, phrase: &str) -> bool {
        self.weak_versus.contains(phrase)
    }

    pub(crate) fn is_comparison_lead(&self, phrase: &str) -> bool {
        self.comparison_leads.contains(phrase)
    }

    pub(crate) fn is_build(&self, phrase: &str) -> bool {
        holds_with_or_without_articles(phrase, |phrase| self.builds.contains(phrase))
    }

    /// Returns the names of a whole computer.
    pub(crate) fn build_names(&self) -> impl Iterator<Item = &str> {
        self.builds.iter().map(String::as_str)
    }

    /// Returns the index of a use in `uses`.
    pub(crate) fn use_of(&self, phrase: &str) -> Option<usize> {
        let usage = |phrase: &str| self.use_words.get(phrase).copied();
        usage(phrase).or_else(|| usage(&without_articles(phrase)?))
    }

    /// Whether the words name a thing that no retailer here sells, and the nearest category if there is one.
    pub(crate) fn not_sold(&self, phrase: &str) -> Option<Option<Category>> {
        let near = |phrase: &str| self.not_sold.get(phrase).copied();
        near(phrase).or_else(|| near(&without_articles(phrase)?))
    }

    /// Whether names of parts have the words although the thing itself is not sold.
    pub(crate) fn is_named_by_parts(&self, phrase: &str) -> bool {
        holds_with_or_without_articles(phrase, |phrase| self.named_by_parts.contains(phrase))
    }
}

/// Returns the length of the longest phrase of the table at a word for which a condition holds.
pub(crate) fn longest_phrase(
    table: &IntentTable,
    words: &JoinedWords,
    start: usize,
    holds: impl Fn(&str) -> bool,
) -> Option<usize> {
    words.run(start, 1).filter(|word| table.begins_phrase(word))?;
    (1..=MAX_INTENT_WORDS).rev().find(|length| words.run(start, *length).is_some_and(&holds))
}

/// Returns numbers by the words that spell them.
fn spelled_numbers(
    numbers: &BTreeMap<String, Vec<String>>,
    analyzer: &Analyzer,
) -> Result<FxHashMap<String, f64>, IndexError> {
    let mut table = FxHashMap::default();
    for (number, spellings) in numbers {
        let amount = number.parse().map_err(|_| config_error(format!("{number} is no number")))?;
        table.extend(spellings.iter().map(|spelling| (phrase_key(analyzer, spelling), amount)));
    }
    Ok(table)
}

/// Whether a condition holds for the words as they stand, or without their Arabic articles.
fn holds_with_or_without_articles(phrase: &str, holds: impl Fn(&str) -> bool) -> bool {
    holds(phrase) || without_articles(phrase).is_some_and(|bare| holds(&bare))
}
