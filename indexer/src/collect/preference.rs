//! Preferences of a use, in the numbers of one view: tests that give points and leave nothing out.

use domain::model::Category;

use crate::{
    config::{
        SearchConfig,
        facet_plan::category_index,
        intents::preference::{IndexTest, Preference},
    },
    storage::{columns::Row, view::View},
    text::word_hash::word_hash,
};

const HASH_BITS: u32 = 0x000f_ffff;
const FILS_PER_DINAR: i64 = 1000;

/// A preference in the numbers of one view.
pub(crate) struct CompiledPreference {
    category: u8,
    /// The slot, and by the number of a value set, whether it passes.
    fact: Option<(u8, Vec<bool>)>,
    index: Option<IndexTest>,
    words: Vec<u32>,
    price: Option<(i64, i64)>,
    points: f32,
}

impl CompiledPreference {
    pub(crate) fn compile(preference: &Preference, view: &View, config: &SearchConfig) -> Self {
        let category = category_index(preference.category);
        let fact = preference.fact.as_ref().map(|test| {
            let found = config.facets.slots_of_spec(test.key).find(|(other, _)| *other == category);
            let vocabulary = found.and_then(|(_, slot)| Some((slot, view.vocabulary.slot(category, slot)?)));
            let Some((slot, vocabulary)) = vocabulary else { return (0, Vec::new()) };
            let passes: Vec<bool> =
                vocabulary.values.iter().map(|value| test.accepts(&value.text, value.number)).collect();
            let passes = |number: &u16| passes.get(usize::from(*number)).copied().unwrap_or(false);
            (slot as u8, vocabulary.sets.iter().map(|set| set.iter().any(passes)).collect())
        });
        let price = preference.price.map(|range| {
            let fils = |dinars: u32| i64::from(dinars) * FILS_PER_DINAR;
            (range.min.map_or(0, fils), range.max.map_or(i64::MAX, fils))
        });
        let words = preference.words.iter().map(|word| word_hash(word)).collect();
        Self {
            category: category as u8,
            fact,
            index: preference.index,
            words,
            price,
            points: preference.points,
        }
    }

    /// Whether the preference is of one of the categories and tests a fact or an index.
    pub(crate) fn has_fact_of(&self, categories: &[Category]) -> bool {
        (self.fact.is_some() || self.index.is_some())
            && categories.iter().any(|category| category_index(*category) == usize::from(self.category))
    }

    /// Returns the points of a product for its fact or its index alone.
    pub(crate) fn fact_points(&self, row: Row<'_>) -> f32 {
        if row.category == self.category && self.has_fact(row) { self.points } else { 0.0 }
    }

    fn has_fact(&self, row: Row<'_>) -> bool {
        let passes = |(slot, sets): &(u8, Vec<bool>)| sets.get(usize::from(row.slot(*slot))).copied();
        let has_index =
            |test: IndexTest| row.performance().index(test.workload).is_some_and(|index| test.accepts(index));
        self.fact.as_ref().and_then(passes).unwrap_or(false) || self.index.is_some_and(has_index)
    }

    /// Returns the points of a product with these words.
    pub(crate) fn points(&self, row: Row<'_>, tokens: &[u32]) -> f32 {
        if row.category != self.category {
            return 0.0;
        }
        let has_fact = self.has_fact(row);
        let has_price = self
            .price
            .is_some_and(|(min, max)| row.price().is_some_and(|price| (min..=max).contains(&price.0)));
        let has_word = || tokens.iter().any(|token| self.words.contains(&(token & HASH_BITS)));
        if has_fact || has_price || (!self.words.is_empty() && has_word()) { self.points } else { 0.0 }
    }
}
