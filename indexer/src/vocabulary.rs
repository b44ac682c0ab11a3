//! Every brand, retailer and fact value of the catalogue under a small number, the same in all segments.

use domain::model::SpecKey;
use rustc_hash::FxHashMap;

use crate::{
    entry::SEPARATOR,
    facet_plan::{FacetPlan, SLOTS},
    lexicon::{Lexicon, MAX_WINDOW},
    text::{
        edits::is_within,
        fold::{fold, has_digit},
        sound,
    },
};

/// Number of retailers that fit the bits of a row; further ones can sell but cannot be filtered by.
pub(crate) const MAX_SHOPS: usize = 64;
/// Number of a row without a brand or value.
pub(crate) const NONE: u16 = 0;

/// Numbers for names. Append-only, so that numbers in older columns stay valid.
#[derive(Debug, Clone)]
pub(crate) struct Vocabulary {
    /// Brands as first written; number 0 is none.
    pub(crate) brands: Vec<String>,
    brand_numbers: FxHashMap<String, u16>,
    pub(crate) shops: Vec<String>,
    shop_numbers: FxHashMap<String, u8>,
    /// By category and slot.
    slots: Vec<SlotVocabulary>,
    /// Words of a brand's name to its number.
    pub(crate) brand_windows: FxHashMap<String, u16>,
    /// Sound of a brand's name to its number; `None` where several brands sound alike.
    brand_sounds: FxHashMap<String, Option<u16>>,
    /// Words of a fact's value to the facts that they may be.
    pub(crate) fact_windows: FxHashMap<String, Vec<(SpecKey, String)>>,
}

/// The values of one fact in one category.
#[derive(Debug, Clone, Default)]
pub(crate) struct SlotVocabulary {
    pub(crate) values: Vec<SlotValue>,
    value_numbers: FxHashMap<String, u16>,
    /// Products have sets of values; each distinct set has a number too, and 0 is the empty set.
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
pub(crate) enum Fact {
    Brand(u16),
    Shop(u8),
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
            shops: Vec::new(),
            shop_numbers: FxHashMap::default(),
            slots: vec![
                SlotVocabulary { sets: vec![Vec::new()], ..SlotVocabulary::default() };
                categories * SLOTS
            ],
            brand_windows: FxHashMap::default(),
            brand_sounds: FxHashMap::default(),
            fact_windows: FxHashMap::default(),
        }
    }

    /// Returns the meaning of an entry if all of it is known already.
    pub(crate) fn find(&self, fact: &str) -> Option<Fact> {
        let (kind, rest) = split_kind(fact)?;
        Some(match kind {
            'b' => Fact::Brand(*self.brand_numbers.get(rest.split(SEPARATOR).next()?)?),
            'r' => Fact::Shop(*self.shop_numbers.get(rest)?),
            's' => {
                let (category, slot, values) = split_slot(rest)?;
                let vocabulary = self.slots.get(category * SLOTS + slot)?;
                Fact::Slot { slot: slot as u8, set: *vocabulary.set_numbers.get(values)? }
            }
            _ => return None,
        })
    }

    /// Returns the meaning of an entry, and adds to the vocabulary what is new in it.
    pub(crate) fn learn(&mut self, fact: &str, plan: &FacetPlan, lexicon: &Lexicon) -> Fact {
        if let Some(known) = self.find(fact) {
            return known;
        }
        let Some((kind, rest)) = split_kind(fact) else { return Fact::Unknown };
        match kind {
            'b' => self.learn_brand(rest, lexicon),
            'r' => self.learn_shop(rest),
            's' => split_slot(rest).map_or(Fact::Unknown, |(category, slot, values)| {
                self.learn_slot(category, slot, values, plan, lexicon)
            }),
            _ => Fact::Unknown,
        }
    }

    /// Returns the number of a brand as a filter names it.
    pub(crate) fn brand(&self, name: &str) -> Option<u16> {
        self.brand_numbers.get(&fold(name.trim())).copied()
    }

    /// Returns brands and values of facts without digits that are within a number of edits of a word.
    pub(crate) fn spelt_like(&self, word: &str, distance: usize) -> impl Iterator<Item = &str> {
        let length = word.chars().count();
        let names = self.brand_windows.keys().chain(self.fact_windows.keys()).map(String::as_str);
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
        let mut near = self.brand_windows.iter().filter(|(name, _)| is_near(name)).map(|(_, brand)| *brand);
        let only = near.next()?;
        near.all(|brand| brand == only).then(|| self.brands.get(usize::from(only)))?.map(String::as_str)
    }

    /// Returns the name of the only brand with a sound.
    pub(crate) fn brand_by_sound(&self, key: &str) -> Option<&str> {
        let number = (*self.brand_sounds.get(key)?)?;
        self.brands.get(usize::from(number)).map(String::as_str)
    }

    /// Returns the bit of a retailer.
    pub(crate) fn shop(&self, slug: &str) -> Option<u64> {
        self.shop_numbers.get(slug).map(|number| 1 << number)
    }

    /// Returns the values of a category's slot.
    pub(crate) fn slot(&self, category: usize, slot: usize) -> Option<&SlotVocabulary> {
        self.slots.get(category * SLOTS + slot)
    }

    fn learn_brand(&mut self, rest: &str, lexicon: &Lexicon) -> Fact {
        let (key, display) = rest.split_once(SEPARATOR).unwrap_or((rest, rest));
        let Ok(number) = u16::try_from(self.brands.len()) else { return Fact::Unknown };
        self.brands.push(display.to_owned());
        self.brand_numbers.insert(key.to_owned(), number);
        let words = lexicon.split(display);
        // A single letter is more often of a model than a manufacturer.
        let is_word = words.concat().chars().nth(1).is_some();
        if (1..=MAX_WINDOW).contains(&words.len()) && is_word {
            self.brand_windows.entry(words.join(" ")).or_insert(number);
            // `gskill`, `lianli`: a name of several words is often written as one.
            self.brand_windows.entry(words.concat()).or_insert(number);
            if let Some(key) = sound::key(&words.concat()) {
                self.brand_sounds.entry(key).and_modify(|other| *other = None).or_insert(Some(number));
            }
        }
        Fact::Brand(number)
    }

    fn learn_shop(&mut self, slug: &str) -> Fact {
        if self.shops.len() == MAX_SHOPS {
            tracing::warn!(
                retailer.slug = slug,
                "Retailer {slug} cannot be filtered by: the index knows {MAX_SHOPS} others"
            );
            return Fact::Unknown;
        }
        let number = self.shops.len() as u8;
        self.shops.push(slug.to_owned());
        self.shop_numbers.insert(slug.to_owned(), number);
        Fact::Shop(number)
    }

    fn learn_slot(
        &mut self,
        category: usize,
        slot: usize,
        values: &str,
        plan: &FacetPlan,
        lexicon: &Lexicon,
    ) -> Fact {
        let (Some(key), Some(vocabulary)) = (
            plan.slots(category).get(slot).map(|plan| plan.key),
            self.slots.get_mut(category * SLOTS + slot),
        ) else {
            return Fact::Unknown;
        };
        let Ok(set) = u16::try_from(vocabulary.sets.len()) else { return Fact::Unknown };
        let mut numbers = Vec::new();
        for value in values.split(SEPARATOR) {
            let Some((number, is_new)) = vocabulary.value_number(value) else { return Fact::Unknown };
            numbers.push(number);
            if is_new && lexicon.fact_keys.contains(&key) {
                add_fact_windows(&mut self.fact_windows, key, value, lexicon);
            }
        }
        vocabulary.sets.push(numbers);
        vocabulary.set_numbers.insert(values.to_owned(), set);
        Fact::Slot { slot: slot as u8, set }
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
fn add_fact_windows(
    windows: &mut FxHashMap<String, Vec<(SpecKey, String)>>,
    key: SpecKey,
    value: &str,
    lexicon: &Lexicon,
) {
    let words = lexicon.split(value);
    let skipped = words.iter().take_while(|word| lexicon.fact_skip.contains(*word)).count();
    for start in [0, skipped] {
        let window = &words[start..];
        let says_something = window.iter().any(|word| word.chars().any(char::is_alphabetic));
        if (start == 0 || skipped > 0) && (1..=MAX_WINDOW).contains(&window.len()) && says_something {
            let facts = windows.entry(window.join(" ")).or_default();
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
    let (place, values) = rest.split_once(SEPARATOR)?;
    let (category, slot) = place.split_once('.')?;
    Some((category.parse().ok()?, slot.parse().ok().filter(|slot| *slot < SLOTS)?, values))
}
