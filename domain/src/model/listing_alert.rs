//! Alerts on a listing: on the products that pass filters.

use super::{AlertKind, Fils, Repetition};

/// The condition under which an alert on a listing fires. Only products in stock count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListingCondition {
    /// A product of the listing costs this much or less at a retailer that the filters allow.
    AtOrBelow(Fils),
    /// A product is in the listing that was not in it before.
    NewMatch,
}

/// An alert on a listing, as a user asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingAlert {
    /// The filters as parameters of the listing's call, in one spelling: equal filters are equal texts.
    pub listing: String,
    pub condition: ListingCondition,
    pub repetition: Repetition,
}

impl ListingCondition {
    /// Returns the kind, without the price.
    pub fn kind(self) -> AlertKind {
        match self {
            Self::AtOrBelow(_) => AlertKind::ListingAtOrBelow,
            Self::NewMatch => AlertKind::ListingNewMatch,
        }
    }

    /// Returns the target; `None` where no price is asked for.
    pub fn target(self) -> Option<Fils> {
        match self {
            Self::AtOrBelow(target) => Some(target),
            Self::NewMatch => None,
        }
    }

    /// Returns the highest price at which a product meets the condition.
    pub fn highest_price(self) -> Fils {
        self.target().unwrap_or(Fils::MAX_PRICE)
    }
}
