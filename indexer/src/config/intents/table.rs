//! `config/search/intents.toml`, ready to be looked up: every spelling as the folded words of a query.

use std::collections::BTreeMap;

use domain::model::{Category, SpecKey};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    intents_file::IntentsFile,
    measure::Measure,
    names::{config_error, phrase_key},
    preference::{Preference, Usage},
    price_words::PriceWords,
    value_orders::ValueOrders,
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
/// Minimum length of a word without the ending by which it is an adjective, in bytes.
const MIN_DESCRIBING_STEM: usize = 3;

/// A phrase before an amount, or its absence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AmountPrefix {
    Bound(Bound),
    /// A bound that is also a word of names and sentences.
    Ambiguous(Bound),
    /// No phrase: the bound stands behind the amount (`200 or less`), or a currency alone makes the amount a price.
    Absent(Bound),
    /// Marks the following number as a price, whatever it is.
    Budget(Bound),
}

impl AmountPrefix {
    /// Returns the bound that the phrase states.
    pub(crate) fn bound(self) -> Bound {
        match self {
            Self::Bound(bound) | Self::Ambiguous(bound) | Self::Absent(bound) | Self::Budget(bound) => bound,
        }
    }

    /// Whether a number without a currency is a price only where the query names a part.
    pub(crate) fn is_ambiguous(self) -> bool {
        matches!(self, Self::Ambiguous(_) | Self::Absent(_))
    }
}

/// Whether products below, above or around a stated amount are requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Below,
    Above,
    About,
}

/// The contents of `intents.toml`.
#[derive(Debug, Clone, Default)]
pub(crate) struct IntentTable {
    pub(crate) price: PriceWords,
    /// Words that exclude the thing named behind them: `without`.
    pub(crate) excluding: FxHashSet<String>,
    /// Words that say that the kind of part named before them is absent: `not included`.
    pub(crate) absent: FxHashSet<String>,
    pub(crate) measures: Vec<Measure>,
    /// Names of measures, with the indexes of the measures that have them.
    measure_names: FxHashMap<String, Vec<usize>>,
    /// Numbers that a word says before the name of a measure: `dual` is 2.
    pub(crate) count_words: FxHashMap<String, f64>,
    /// Words of a sentence, which say nothing about a product: `i want`.
    filler: FxHashSet<String>,
    /// Words between a part and what it is for: `for` in `psu for rtx 5090`.
    pub(crate) for_words: FxHashSet<String>,
    /// Words behind which a noun phrase ends, beside these.
    pub(crate) prepositions: FxHashSet<String>,
    /// Names of the shopper's own PC behind "for" (`ssd for my pc`), which no product has in its name.
    target_pcs: FxHashSet<String>,
    /// Words between the sides of a comparison: `vs`.
    pub(crate) versus: FxHashSet<String>,
    /// Words between two sides that must be models, because other queries have them too: `or`.
    pub(crate) weak_versus: FxHashSet<String>,
    /// Words at the start or the end of a comparison: `compare`.
    pub(crate) comparison_leads: FxHashSet<String>,
    /// Words that open a question for yes or no: `does`.
    pub(crate) question_openers: FxHashSet<String>,
    /// Words between the two things of such a question: `work on`.
    question_links: FxHashSet<String>,
    /// Adjectives, and endings of further ones.
    describing: FxHashSet<String>,
    describing_endings: Vec<String>,
    /// Names of a whole PC: `gaming pc`.
    whole_pc_names: FxHashSet<String>,
    pub(crate) uses: Vec<Usage>,
    /// Indexes in `uses`, by the words that state the use.
    use_words: FxHashMap<String, usize>,
    pub(crate) value_orders: ValueOrders,
    /// Items that no retailer carries, with the nearest category.
    not_carried: FxHashMap<String, Option<Category>>,
    /// Those of these words that names of parts have too.
    in_part_names: FxHashSet<String>,
    /// Arabic words for a whole PC and for uses, ascending.
    arabic_names: Vec<(String, ArabicLetters)>,
    /// The first words of all phrases. Most words of a query are none, and then no phrase is looked up.
    first_words: FxHashSet<String>,
}

impl IntentTable {
    pub(crate) fn build(file: IntentsFile, analyzer: &Analyzer) -> Result<Self, IndexError> {
        let key = |spelling: &String| phrase_key(analyzer, spelling);
        let set = |list: &[String]| list.iter().map(key).filter(|key| !key.is_empty()).collect();
        let mut table = Self {
            price: PriceWords::build(&file.price, analyzer)?,
            excluding: set(&file.price.excluding),
            absent: set(&file.price.absent),
            filler: set(&file.filler.words),
            for_words: set(&file.links.words),
            prepositions: set(&file.links.prepositions),
            target_pcs: set(&file.links.target_pcs),
            versus: set(&file.comparison.between),
            weak_versus: set(&file.comparison.weak_between),
            comparison_leads: set(&file.comparison.lead),
            question_openers: set(&file.question.openers),
            question_links: set(&file.question.links),
            describing: set(&file.describing.words),
            describing_endings: file.describing.endings.clone(),
            whole_pc_names: set(&file.build.words),
            value_orders: ValueOrders::build(&file, analyzer)?,
            ..Self::default()
        };
        for entry in file.measures {
            let index = table.measures.len();
            for name in entry.words.iter().map(key) {
                table.measure_names.entry(name).or_default().push(index);
            }
            table.measures.push(Measure::from_entry(entry));
        }
        for entry in file.uses {
            let index = table.uses.len();
            entry.words.iter().chain(&entry.value_words).map(key).for_each(|key| {
                table.use_words.entry(key).or_insert(index);
            });
            let preferences = entry.order.into_iter().map(|order| Preference::from_entry(order, analyzer));
            table.uses.push(Usage { name: entry.name, preferences: preferences.collect::<Result<_, _>>()? });
        }
        for entry in file.not_carried {
            entry.words.iter().map(key).for_each(|key| {
                if entry.in_names {
                    table.in_part_names.insert(key.clone());
                }
                table.not_carried.entry(key).or_insert(entry.near);
            });
        }
        let names = table.whole_pc_names.iter().chain(table.use_words.keys());
        let mut names: Vec<&String> = names.filter(|name| is_arabic(name) && !has_digit(name)).collect();
        names.sort_unstable();
        table.arabic_names = names.into_iter().map(|name| (name.clone(), ArabicLetters::of(name))).collect();
        table.count_words = spelled_numbers(&file.count_words, analyzer)?;
        table.add_first_words();
        Ok(table)
    }

    fn add_first_words(&mut self) {
        let sets = [
            &self.excluding,
            &self.absent,
            &self.filler,
            &self.for_words,
            &self.target_pcs,
            &self.versus,
            &self.weak_versus,
            &self.comparison_leads,
            &self.whole_pc_names,
        ];
        let keys = sets.into_iter().flatten().chain(self.price.phrases());
        let keys = keys.chain(self.use_words.keys()).chain(self.not_carried.keys());
        let keys = keys.chain(self.measure_names.keys());
        self.first_words = keys.filter_map(|key| key.split(' ').next()).map(str::to_owned).collect();
    }

    /// Returns the first of the Arabic words for a whole PC and for uses that Latin letters spell.
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

    /// Whether a word begins words that say that a kind of part is absent.
    pub(crate) fn begins_absence(&self, word: &str) -> bool {
        self.absent.iter().any(|phrase| phrase.split(' ').next() == Some(word))
    }

    /// Returns the single words that exclude the thing named behind them.
    pub(crate) fn excluding_words(&self) -> impl Iterator<Item = &str> {
        self.excluding.iter().map(String::as_str).filter(|phrase| !phrase.contains(' '))
    }

    /// Returns the measures that words name.
    pub(crate) fn measures_named(&self, phrase: &str) -> impl Iterator<Item = &Measure> {
        let indexes = self.measure_names.get(phrase).map(Vec::as_slice).unwrap_or_default();
        indexes.iter().map(|index| &self.measures[*index])
    }

    /// Returns the measure of a fact in a unit.
    pub(crate) fn measure_by_unit(&self, key: SpecKey, unit: &str) -> Option<&Measure> {
        self.measures.iter().find(|measure| measure.key == key && measure.unit.as_deref() == Some(unit))
    }

    pub(crate) fn is_filler(&self, phrase: &str) -> bool {
        holds_with_or_without_articles(phrase, |phrase| self.filler.contains(phrase))
    }

    pub(crate) fn names_target_pc(&self, phrase: &str) -> bool {
        holds_with_or_without_articles(phrase, |phrase| self.target_pcs.contains(phrase))
    }

    /// Whether the words stand between the two things of a question whether they fit.
    pub(crate) fn is_question_link(&self, phrase: &str) -> bool {
        self.question_links.contains(phrase) || self.for_words.contains(phrase)
    }

    /// Whether a word describes a thing and names none.
    pub(crate) fn is_describing(&self, word: &str) -> bool {
        let ends_so = |ending: &String| {
            word.len() >= ending.len() + MIN_DESCRIBING_STEM && word.ends_with(ending.as_str())
        };
        self.describing.contains(word) || self.describing_endings.iter().any(ends_so)
    }

    pub(crate) fn names_whole_pc(&self, phrase: &str) -> bool {
        holds_with_or_without_articles(phrase, |phrase| self.whole_pc_names.contains(phrase))
    }

    /// Returns the names of a whole PC.
    pub(crate) fn whole_pc_names(&self) -> impl Iterator<Item = &str> {
        self.whole_pc_names.iter().map(String::as_str)
    }

    /// Returns the index of a use in `uses`.
    pub(crate) fn use_of(&self, phrase: &str) -> Option<usize> {
        let usage = |phrase: &str| self.use_words.get(phrase).copied();
        usage(phrase).or_else(|| usage(&without_articles(phrase)?))
    }

    /// Returns the nearest category (if there is one) of the item that the words name, if no retailer here carries it;
    /// `None` where the words name no such item.
    pub(crate) fn find_not_carried_item(&self, phrase: &str) -> Option<Option<Category>> {
        let near = |phrase: &str| self.not_carried.get(phrase).copied();
        near(phrase).or_else(|| near(&without_articles(phrase)?))
    }

    /// Whether names of parts have the words although no retailer carries the item itself.
    pub(crate) fn is_in_part_names(&self, phrase: &str) -> bool {
        holds_with_or_without_articles(phrase, |phrase| self.in_part_names.contains(phrase))
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
