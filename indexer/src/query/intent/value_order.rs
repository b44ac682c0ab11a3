//! Orders by the price for each unit of a measure: `best value gpu`, `cheapest per tb`, `افضل قيمه`.

use domain::model::Category;

use crate::{
    collect::filter::TextConstraints,
    config::intents::{table::longest_phrase, value_orders::ValueUnit},
    interface::{
        Sort, UnderstoodKind, UnderstoodPart, ValueMeasure,
        value_measure::{AmountSource, Workload},
    },
    query::query_parser::QueryParser,
};

impl QueryParser<'_> {
    /// Returns the order that begins at the index, with its number of words. Words that ask for the best value of a
    /// category without a measure are a use of it.
    pub(crate) fn parse_value_order(&self, index: usize) -> Option<(usize, UnderstoodPart, TextConstraints)> {
        let found = self.lexicon.intents.value_orders.phrase_at(self.joined, index)?;
        let words = self.phrase(index, found.length).to_owned();
        let requested = self.subjects.requested_categories();
        let (measure, categories) = match found.unit {
            Some(unit) => requested_measure(unit, requested)?,
            None => (self.best_value_of(requested)?, Vec::new()),
        };
        let names = categories.iter().map(|category| category.as_str().to_owned()).collect::<Vec<_>>();
        let mut filter = vec![("sort".to_owned(), vec![measure.to_string()])];
        if !names.is_empty() {
            filter.push(("category".to_owned(), names));
        }
        let part = UnderstoodPart::new(UnderstoodKind::Sort, measure.to_string(), words, filter);
        let sort = Some(Sort::Value(measure));
        Some((found.length, part, TextConstraints { sort, categories, ..TextConstraints::default() }))
    }

    /// Returns the measure that all requested categories are compared by: performance in rendering where a use of the
    /// query prefers it, else the usual one.
    fn best_value_of(&self, requested: &[Category]) -> Option<ValueMeasure> {
        let (first, others) = requested.split_first()?;
        let usual = ValueMeasure::usual_of(*first)?;
        if others.iter().any(|category| ValueMeasure::usual_of(*category) != Some(usual)) {
            return None;
        }
        let rendering = Some(AmountSource::Performance(Workload::Rendering));
        let has_index = ValueMeasure::Rendering.source(*first) == rendering;
        Some(if has_index && self.prefers_rendering(*first) { ValueMeasure::Rendering } else { usual })
    }

    /// Whether a use that the query states prefers products of the category by their performance in rendering.
    fn prefers_rendering(&self, category: Category) -> bool {
        let intents = &self.lexicon.intents;
        (0..self.words.len()).any(|index| {
            let length =
                longest_phrase(intents, self.joined, index, |phrase| intents.use_of(phrase).is_some());
            let usage = length.and_then(|length| intents.use_of(self.phrase(index, length)));
            usage.and_then(|usage| intents.uses.get(usage)).is_some_and(|usage| {
                usage.preferences.iter().any(|preference| {
                    let workload = preference.index.map(|test| test.workload);
                    preference.category == category && workload == Some(Workload::Rendering)
                })
            })
        })
    }
}

/// Returns the measure of a unit, and the categories to search where the query names none; `None` where a requested
/// category lacks the measure.
fn requested_measure(unit: &ValueUnit, requested: &[Category]) -> Option<(ValueMeasure, Vec<Category>)> {
    let has_measure = |category: &Category| unit.measure.source(*category).is_some();
    if !requested.iter().all(has_measure) {
        return None;
    }
    let categories = if requested.is_empty() { unit.categories.clone() } else { Vec::new() };
    Some((unit.measure, categories))
}
