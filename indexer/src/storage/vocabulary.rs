//! Every brand, retailer and fact value of the catalogue under a small number, the same in all segments.

use domain::model::SpecKey;
use rustc_hash::FxHashMap;

use super::{retailer_set::RetailerSet, schema::SEPARATOR};
use crate::{
    config::{
        facet_plan::{FacetPlan, MAX_SLOTS},
        lexicon::{Lexicon, MAX_PHRASE_WORDS},
    },
    interface::retailer_names::RetailerSlugs,
    text::{
        edits::is_within,
        fold::{fold, has_digit},
        sound,
    },
};

/// Maximum number of retailers that can be filtered by; further ones can sell. Eight take a byte for each product.
pub(crate) const MAX_RETAILERS: usize = 1024;
/// Number of a row without a brand or value.
pub(crate) const NO_VALUE: u16 = 0;

/// Numbers for names. Append-only, so that numbers in older columns stay valid.
#[derive(Debug, Clone)]
pub(crate) struct Vocabulary {
    /// Brands as first written; number 0 is none.
    pub(crate) brands: Vec<String>,
    brand_numbers: FxHashMap<String, u16>,
    pub(crate) retailers: RetailerSlugs,
    retailer_numbers: FxHashMap<String, u16>,
    /// By category and slot.
    slots: Vec<SlotVocabulary>,
    /// Words of a brand's name to its number.
    pub(crate) brand_phrases: FxHashMap<String, u16>,
    /// Sound of a brand's name to its number; `None` where several brands sound alike.
    brand_sounds: FxHashMap<String, Option<u16>>,
    /// Words of a fact's value to the facts that they may be.
    pub(crate) fact_phrases: FxHashMap<String, Vec<(SpecKey, String)>>,
}

/// The values of one fact in one category.
#[derive(Debug, Clone, Default)]
pub(crate) struct SlotVocabulary {
    pub(crate) values: Vec<SlotValue>,
    value_numbers: FxHashMap<String, u16>,
    /// By number: the distinct value sets. A value set is the set of values that a product has; number 0 is the empty
    /// one.
    pub(crate) sets: Vec<Vec<u16>>,
    set_numbers: FxHashMap<String, u16>,
}

/// A value as shown, and as a number if it is one.
#[derive(Debug, Clone)]
pub(crate) struct SlotValue {
    pub(crate) text: String,
    pub(crate) number: Option<f64>,
}

/// Meaning of an entry of the `facts` column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DecodedFact {
    Brand(u16),
    Retailer(u16),
    Slot {
        slot: u8,
        set: u16,
    },
    /// Past a limit, or written by another configuration.
    Unknown,
}

impl Vocabulary {
    pub(crate) fn new(categories: usize) -> Self {
        Self {
            brands: vec![String::new()],
            brand_numbers: FxHashMap::default(),
            retailers: RetailerSlugs::default(),
            retailer_numbers: FxHashMap::default(),
            slots: vec![
                SlotVocabulary { sets: vec![Vec::new()], ..SlotVocabulary::default() };
                categories * MAX_SLOTS
            ],
            brand_phrases: FxHashMap::default(),
            brand_sounds: FxHashMap::default(),
            fact_phrases: FxHashMap::default(),
        }
    }

    /// Returns the meaning of an entry if all of it is known already.
    pub(crate) fn lookup(&self, fact: &str) -> Option<DecodedFact> {
        let (kind, rest) = split_kind(fact)?;
        Some(match kind {
            'b' => DecodedFact::Brand(*self.brand_numbers.get(rest.split(SEPARATOR).next()?)?),
            'r' => DecodedFact::Retailer(*self.retailer_numbers.get(rest)?),
            's' => {
                let (category, slot, values) = split_slot(rest)?;
                let vocabulary = self.slots.get(category * MAX_SLOTS + slot)?;
                DecodedFact::Slot { slot: slot as u8, set: *vocabulary.set_numbers.get(values)? }
            }
            _ => return None,
        })
    }

    /// Returns the meaning of an entry, and adds to the vocabulary what is new in it.
    pub(crate) fn intern(&mut self, fact: &str, plan: &FacetPlan, lexicon: &Lexicon) -> DecodedFact {
        if let Some(decoded) = self.lookup(fact) {
            return decoded;
        }
        let Some((kind, rest)) = split_kind(fact) else { return DecodedFact::Unknown };
        match kind {
            'b' => self.intern_brand(rest, lexicon),
            'r' => self.intern_retailer(rest),
            's' => split_slot(rest).map_or(DecodedFact::Unknown, |(category, slot, values)| {
                self.intern_slot(category, slot, values, plan, lexicon)
            }),
            _ => DecodedFact::Unknown,
        }
    }

    /// Returns the number of a brand as a filter names it.
    pub(crate) fn brand(&self, name: &str) -> Option<u16> {
        self.brand_numbers.get(&fold(name.trim())).copied()
    }

    /// Returns brands and values of facts without digits that are within a number of edits of a word.
    pub(crate) fn spelt_like(&self, word: &str, distance: usize) -> impl Iterator<Item = &str> {
        let length = word.chars().count();
        let names = self.brand_phrases.keys().chain(self.fact_phrases.keys()).map(String::as_str);
        names.filter(move |name| {
            name.len().abs_diff(word.len()) <= distance * char::MAX_LEN_UTF8
                && name.chars().count().abs_diff(length) <= distance
                && *name != word
                && !has_digit(name)
                && is_within(word, name, distance)
        })
    }

    /// Returns the brand of several words that is within a number of edits; `None` where several brands are.
    pub(crate) fn brand_of_words(&self, words: &str, distance: usize) -> Option<&str> {
        let is_near = |name: &&String| {
            name.contains(' ')
                && name.len().abs_diff(words.len()) <= distance
                && !has_digit(name)
                && is_within(words, name, distance)
        };
        let mut near = self.brand_phrases.iter().filter(|(name, _)| is_near(name)).map(|(_, brand)| *brand);
        let only = near.next()?;
        near.all(|brand| brand == only).then(|| self.brands.get(usize::from(only)))?.map(String::as_str)
    }

    /// Returns the name of the only brand with a sound.
    pub(crate) fn brand_by_sound(&self, key: &str) -> Option<&str> {
        let number = (*self.brand_sounds.get(key)?)?;
        self.brands.get(usize::from(number)).map(String::as_str)
    }

    /// Returns those of the retailers that a product may have.
    pub(crate) fn retailer_set<'a>(&self, slugs: impl IntoIterator<Item = &'a String>) -> RetailerSet {
        slugs.into_iter().filter_map(|slug| self.retailer_numbers.get(slug)).copied().collect()
    }

    /// Returns the values of a category's slot.
    pub(crate) fn slot(&self, category: usize, slot: usize) -> Option<&SlotVocabulary> {
        self.slots.get(category * MAX_SLOTS + slot)
    }

    fn intern_brand(&mut self, rest: &str, lexicon: &Lexicon) -> DecodedFact {
        let (key, display) = rest.split_once(SEPARATOR).unwrap_or((rest, rest));
        let Ok(number) = u16::try_from(self.brands.len()) else { return DecodedFact::Unknown };
        self.brands.push(display.to_owned());
        self.brand_numbers.insert(key.to_owned(), number);
        let words = lexicon.fold_words(display);
        // A single letter is more often of a model than a manufacturer.
        let is_word = words.concat().chars().nth(1).is_some();
        if (1..=MAX_PHRASE_WORDS).contains(&words.len()) && is_word {
            self.brand_phrases.entry(words.join(" ")).or_insert(number);
            // `gskill`, `lianli`: a name of several words is often written as one.
            self.brand_phrases.entry(words.concat()).or_insert(number);
            if let Some(key) = sound::sound_key(&words.concat()) {
                self.brand_sounds.entry(key).and_modify(|other| *other = None).or_insert(Some(number));
            }
        }
        DecodedFact::Brand(number)
    }

    fn intern_retailer(&mut self, slug: &str) -> DecodedFact {
        if self.retailers.len() == MAX_RETAILERS {
            tracing::warn!(
                retailer.slug = slug,
                "Cannot filter by retailer {slug}: the index already has {MAX_RETAILERS} retailers"
            );
            return DecodedFact::Unknown;
        }
        let number = self.retailers.len() as u16;
        self.retailers.push(slug);
        self.retailer_numbers.insert(slug.to_owned(), number);
        DecodedFact::Retailer(number)
    }

    fn intern_slot(
        &mut self,
        category: usize,
        slot: usize,
        values: &str,
        plan: &FacetPlan,
        lexicon: &Lexicon,
    ) -> DecodedFact {
        let (Some(key), Some(vocabulary)) = (
            plan.slots(category).get(slot).map(|plan| plan.key),
            self.slots.get_mut(category * MAX_SLOTS + slot),
        ) else {
            return DecodedFact::Unknown;
        };
        let Ok(set) = u16::try_from(vocabulary.sets.len()) else { return DecodedFact::Unknown };
        let mut numbers = Vec::new();
        for value in values.split(SEPARATOR) {
            let Some((number, is_new)) = vocabulary.value_number(value) else { return DecodedFact::Unknown };
            numbers.push(number);
            if is_new && lexicon.fact_keys.contains(&key) {
                add_fact_phrases(&mut self.fact_phrases, key, value, lexicon);
            }
        }
        vocabulary.sets.push(numbers);
        vocabulary.set_numbers.insert(values.to_owned(), set);
        DecodedFact::Slot { slot: slot as u8, set }
    }
}

impl SlotVocabulary {
    /// Returns the number of a value, and whether it is new; `None` when there are too many values.
    fn value_number(&mut self, text: &str) -> Option<(u16, bool)> {
        let key = fold(text);
        if let Some(number) = self.value_numbers.get(&key) {
            return Some((*number, false));
        }
        let number = u16::try_from(self.values.len()).ok()?;
        let as_number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        self.values.push(SlotValue { text: text.to_owned(), number: as_number });
        self.value_numbers.insert(key, number);
        Some((number, true))
    }

    /// Returns the number of a value as a filter names it.
    pub(crate) fn value(&self, text: &str) -> Option<u16> {
        self.value_numbers.get(&fold(text)).copied()
    }
}

/// Adds a fact's words with and without the manufacturer before them: `amd b650` and `b650`.
fn add_fact_phrases(
    phrases: &mut FxHashMap<String, Vec<(SpecKey, String)>>,
    key: SpecKey,
    value: &str,
    lexicon: &Lexicon,
) {
    let words = lexicon.fold_words(value);
    let skipped = words.iter().take_while(|word| lexicon.fact_skip.contains(*word)).count();
    for start in [0, skipped] {
        let phrase = &words[start..];
        let says_something = phrase.iter().any(|word| word.chars().any(char::is_alphabetic));
        if (start == 0 || skipped > 0) && (1..=MAX_PHRASE_WORDS).contains(&phrase.len()) && says_something {
            let facts = phrases.entry(phrase.join(" ")).or_default();
            if !facts.iter().any(|(other, text)| *other == key && text == value) {
                facts.push((key, value.to_owned()));
            }
        }
    }
}

fn split_kind(fact: &str) -> Option<(char, &str)> {
    let kind = fact.chars().next()?;
    Some((kind, &fact[kind.len_utf8()..]))
}

/// Returns category, slot and values of `0.3␟DDR4␟DDR5`.
fn split_slot(rest: &str) -> Option<(usize, usize, &str)> {
    let (position, values) = rest.split_once(SEPARATOR)?;
    let (category, slot) = position.split_once('.')?;
    Some((category.parse().ok()?, slot.parse().ok().filter(|slot| *slot < MAX_SLOTS)?, values))
}
