//! Amounts that are no price but the measure of a part: watts of a power supply, inches of a monitor.

use domain::model::SpecKey;

use super::{
    amount_constraint::{AmountConstraint, measure_constraint, range_constraint},
    price::Amount,
};
use crate::{
    config::intents::{
        intents_file::BareBounds,
        measure::Measure,
        table::{AmountPrefix, Bound},
    },
    query::query_parser::QueryParser,
};

impl QueryParser<'_> {
    fn measures(&self) -> impl Iterator<Item = &Measure> {
        let named = &self.subjects.categories;
        self.intents.measures.iter().filter(|measure| named.contains(&measure.category))
    }

    pub(super) fn bare_measure(&self, bound: Bound, value: f64) -> Option<&Measure> {
        self.measures().find(|measure| {
            measure.is_plausible(value)
                && (measure.bare == BareBounds::Both
                    || (measure.bare == BareBounds::Min && bound == Bound::Above))
        })
    }

    /// Returns a range of bare numbers that are the measure of the part: `monitor 24-27`.
    pub(super) fn bare_range(&self, low: &Amount, high: &Amount) -> Option<AmountConstraint> {
        let measure = self.measures().find(|measure| {
            let is_of_range = measure.bare != BareBounds::None && measure.key != SpecKey::RefreshRate;
            is_of_range && measure.is_plausible(low.value) && measure.is_plausible(high.value)
        })?;
        Some(range_constraint(measure, low.value, high.value))
    }

    /// Returns the measure with the unit in the requested category; without a requested category, the only measure
    /// with the unit.
    fn measure_of_unit(&self, unit: &str, value: f64) -> Option<&Measure> {
        let has_unit = |measure: &&Measure| measure.unit.as_deref() == Some(unit);
        if !self.subjects.categories.is_empty() {
            let is_said = |measure: &&Measure| has_unit(measure) && measure.is_plausible(value);
            return self.measures().find(is_said).or_else(|| self.measures().find(has_unit));
        }
        let mut all = self.intents.measures.iter().filter(has_unit);
        let first = all.next()?;
        all.next().is_none().then_some(first)
    }

    pub(super) fn quantity_bound(
        &self,
        bound: Bound,
        amount: &Amount,
        prefix: AmountPrefix,
    ) -> Option<AmountConstraint> {
        // `for 850W`, `max 16GB` and `16GB max` name the number itself; `16GB or less` does not.
        if !matches!(prefix, AmountPrefix::Bound(_) | AmountPrefix::Absent(_)) && bound != Bound::Above {
            return None;
        }
        let quantity = amount.quantity.as_ref()?;
        let measure = self.measure_of_unit(&quantity.unit, quantity.amount)?;
        Some(measure_constraint(measure, bound, quantity.amount))
    }

    pub(super) fn quantity_range(&self, low: &Amount, high: &Amount) -> Option<AmountConstraint> {
        let unit = high.quantity.as_ref().or(low.quantity.as_ref())?;
        Some(range_constraint(self.measure_of_unit(&unit.unit, low.value)?, low.value, high.value))
    }
}
