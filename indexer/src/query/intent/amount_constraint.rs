//! Constraints that the amounts of a query state: on the price, or on a measure of the part.

use domain::model::{Fils, SpecKey};

use crate::{
    config::intents::{
        measure::Measure,
        table::{Bound, IntentTable},
    },
    interface::SpecFilter,
};

/// Constraint that an amount states.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum AmountConstraint {
    Price {
        min: Option<Fils>,
        max: Option<Fils>,
        /// The stated amount, where the bounds lie around it.
        around: Option<Fils>,
    },
    Measure {
        key: SpecKey,
        filter: SpecFilter,
    },
}

/// Returns the constraint of a bound on a measure; "about" allows a tenth to each side.
pub(super) fn measure_constraint(measure: &Measure, bound: Bound, value: f64) -> AmountConstraint {
    let value = value * measure.times;
    let (min, max) = match bound {
        Bound::Below => (None, Some(value)),
        Bound::Above => (Some(value), None),
        Bound::About => (Some(value * 0.9), Some(value * 1.1)),
    };
    AmountConstraint::Measure { key: measure.key, filter: SpecFilter::Range { min, max } }
}

/// Returns the constraint of a range of a measure.
pub(super) fn range_constraint(measure: &Measure, low: f64, high: f64) -> AmountConstraint {
    let filter = SpecFilter::Range { min: Some(low * measure.times), max: Some(high * measure.times) };
    AmountConstraint::Measure { key: measure.key, filter }
}

/// Whether the text begins with a digit.
pub(super) fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
}

/// Returns the Arabic letter that is written onto a number, and the number.
pub(super) fn glued_number(text: &str) -> Option<(char, &str)> {
    let letter = text.chars().next()?;
    let rest = text.get(letter.len_utf8()..).filter(|rest| starts_with_digit(rest))?;
    Some((letter, rest))
}

/// Whether a number has the Arabic "and" or "to" written onto it, as the second one of a range: `و200`, `وثلاثميه`.
pub(super) fn is_joined_number(text: &str, table: &IntentTable) -> bool {
    glued_number(text).is_some_and(|(letter, _)| "ول".contains(letter))
        || table.price.number(text).is_some_and(|(_, has_and)| has_and)
}
