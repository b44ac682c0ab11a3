//! A generated query, and its truth: what a right answer is, known from how the query was made.

use std::collections::BTreeSet;

use domain::model::{Category, Fils};

use crate::{judged_queries::prices::Bound, parts::Requirement};

/// A query and its truth.
#[derive(Debug, Clone)]
pub(crate) struct FreshQuery {
    /// Name of the family that it is counted in.
    pub(crate) family: &'static str,
    pub(crate) text: String,
    pub(crate) truth: Truth,
}

/// Truth about the right answers.
#[derive(Debug, Clone)]
pub(crate) enum Truth {
    /// The first hit is one of the products, which the text cannot tell apart. Further hits need only be of the category.
    Product { right: BTreeSet<usize>, category: Category },
    /// Each hit meets all requirements.
    Listing(Vec<Requirement>),
    /// Each hit meets the requirements of a side, and each side has a hit among the first five.
    Sides(Vec<Vec<Requirement>>),
    /// The bounds are read as stated; each hit is of the category and within them.
    Price { category: Option<Category>, min: Bound, max: Bound },
    /// Each hit meets the requirements, and none meets the excluded one.
    Excluding { wanted: Vec<Requirement>, excluded: Requirement },
    /// Each hit fits the named part: it meets all requirements. A response may say that it fits only then.
    Fitting(Vec<Requirement>),
    /// A part is named whose facts nobody knows: nothing may be said to fit.
    UnknownFit,
    /// No shop of parts sells it: no hit.
    Nothing,
    /// Only the time counts.
    Time,
}

impl FreshQuery {
    pub(crate) fn new(family: &'static str, text: impl Into<String>, truth: Truth) -> Self {
        Self { family, text: text.into(), truth }
    }
}

impl Truth {
    /// Whether the catalogue has what is asked for, so that a response must not deny it.
    pub(crate) fn is_sold(&self) -> bool {
        !matches!(self, Truth::UnknownFit | Truth::Nothing | Truth::Time)
    }
}

/// Returns whole dinars as fils.
pub(crate) fn dinars(number: u64) -> Fils {
    Fils(i64::try_from(number).unwrap_or(i64::MAX / 1000) * 1000)
}
