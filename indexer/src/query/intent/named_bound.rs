//! Bounds of a named measure: `at least 3 m.2 slots`, `under 65mm height`, `height under 65mm`, `2 to 4 m.2 slots`.

use super::{
    amount_constraint::{AmountConstraint, measure_constraint, range_constraint},
    named_measure,
    price::ParsedAmount,
};
use crate::{
    config::intents::{
        measure::Measure,
        table::{AmountPrefix, Bound},
    },
    query::query_parser::QueryParser,
};

impl QueryParser<'_> {
    /// Returns the bound of a named measure that begins at a word.
    pub(super) fn named_bound(&self, index: usize) -> Option<ParsedAmount> {
        // Without a unit, `fans under 5` are dinars.
        if let Some(name) = self.measure_name(index)
            && let Some((bound, value, unit, length)) = self.bounded_number(index + name)
            && unit.is_some()
        {
            let measure = self.measure_of(index, name, unit.as_deref())?;
            let constraint = measure_constraint(measure, bound, value);
            return Some(ParsedAmount { length: name + length, constraint });
        }
        if let Some((bound, value, unit, length)) = self.bounded_number(index) {
            let name = self.measure_name(index + length)?;
            let measure = self.measure_of(index + length, name, unit.as_deref())?;
            let constraint = measure_constraint(measure, bound, value);
            return Some(ParsedAmount { length: length + name, constraint });
        }
        self.named_range(index)
    }

    /// Returns the range of a named measure: `2 to 4 m.2 slots`.
    fn named_range(&self, index: usize) -> Option<ParsedAmount> {
        let prefix = self
            .longest_phrase(index, |phrase| self.intents.price.range_openers.contains(phrase))
            .unwrap_or(0);
        let (low, unit) = self.number_at(index + prefix)?;
        let to_at = index + prefix + 1;
        let to = self
            .longest_phrase(to_at, |phrase| self.intents.price.range_joiners.contains(phrase))
            .unwrap_or(0);
        if to == 0 && !self.is_dashed(to_at) {
            return None;
        }
        let (high, high_unit) = self.number_at(to_at + to)?;
        let name_at = to_at + to + 1;
        let name = self.measure_name(name_at)?;
        let unit = high_unit.or(unit);
        let measure = self.measure_of(name_at, name, unit.as_deref()).filter(|_| low < high)?;
        let constraint: AmountConstraint = range_constraint(measure, low, high);
        Some(ParsedAmount { length: name_at + name - index, constraint })
    }

    /// Returns a bound, its number and unit, and their number of words.
    fn bounded_number(&self, index: usize) -> Option<(Bound, f64, Option<String>, usize)> {
        let (prefix, length) = self.parse_prefix(index)?;
        let AmountPrefix::Bound(bound) = prefix else { return None };
        let at = self.skip_between(index + length);
        let (value, unit) = self.number_at(at)?;
        if self.longest_phrase(at + 1, |phrase| self.intents.price.currency.contains(phrase)).is_some() {
            return None;
        }
        Some((bound, value, unit, at + 1 - index))
    }

    fn number_at(&self, index: usize) -> Option<(f64, Option<String>)> {
        named_measure::count_at(self.words, index, self.intents)
            .filter(|(.., length)| *length == 1)
            .map(|(value, unit, _)| (value, unit))
    }

    fn measure_name(&self, index: usize) -> Option<usize> {
        self.longest_phrase(index, |phrase| self.intents.measures_named(phrase).next().is_some())
    }

    /// Returns the measure with the name and unit: of a requested part, or else the only one.
    fn measure_of(&self, index: usize, length: usize, unit: Option<&str>) -> Option<&Measure> {
        let name = self.joined.run(index, length)?;
        let mut fitting = self.intents.measures_named(name).filter(|measure| measure.unit.as_deref() == unit);
        let asked = self.subjects.requested_categories();
        if asked.is_empty() {
            let only = fitting.next()?;
            return fitting.next().is_none().then_some(only);
        }
        fitting.find(|measure| asked.contains(&measure.category))
    }
}
