//! Limits that the amounts of a query set: on prices, or on a measure of the part.

use domain::model::{Fils, SpecKey};

use crate::{
    config::intents::{measure::Measure, table::Bound},
    interface::SpecFilter,
};

/// Limit that an amount sets.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum AmountLimit {
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

/// Returns the limit of a bound on a measure; "about" is a tenth to each side.
pub(super) fn measure_limit(measure: &Measure, bound: Bound, value: f64) -> AmountLimit {
    let value = value * measure.times;
    let (min, max) = match bound {
        Bound::Below => (None, Some(value)),
        Bound::Above => (Some(value), None),
        Bound::About => (Some(value * 0.9), Some(value * 1.1)),
    };
    AmountLimit::Measure { key: measure.key, filter: SpecFilter::Range { min, max } }
}

/// Returns the limit of a range of a measure.
pub(super) fn range_limit(measure: &Measure, low: f64, high: f64) -> AmountLimit {
    let filter = SpecFilter::Range { min: Some(low * measure.times), max: Some(high * measure.times) };
    AmountLimit::Measure { key: measure.key, filter }
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
