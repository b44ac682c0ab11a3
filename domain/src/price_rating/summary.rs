//! What lists say about a price: only what is worth a word, in figures that are stored for each product.

use time::OffsetDateTime;

use super::{ClaimedPrice, PriceRating, PriceSpan, check_claimed_price, find_lowest, rate};
use crate::model::Fils;

/// Basis points below the usual price from which lists say so: retailers round their prices by less.
pub const MIN_SAVED_BASIS_POINTS: u16 = 300;

/// One offer's own history.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OfferHistory {
    /// Times in stock, oldest first and without overlaps.
    pub spans: Vec<PriceSpan>,
    /// What the retailer says that it cost before.
    pub list_price: Option<Fils>,
}

/// The rating of a product's lowest price in stock, as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceSummary {
    pub price: Fils,
    /// The median by time; `None` with too little history.
    pub usual: Option<Fils>,
    /// As in [`super::RatedPrice`].
    pub lowest_in_days: Option<u16>,
    /// What each retailer with this price asked within the 30 days before the price fell, the least of it: no more than the
    /// price now, or less than the price before that the retailer states. `None` where the price of one of them stands.
    pub raised_from: Option<Fils>,
}

/// What a card says about a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotablePrice {
    /// It was as low shortly before it fell, or lower than the stated price before.
    Raised {
        lowest_before: Fils,
    },
    /// The lowest in so many days, and no more than usual.
    Lowest {
        days: u16,
        usual: Fils,
    },
    BelowUsual {
        usual: Fils,
    },
}

impl PriceSummary {
    /// Rates the lowest price of these offers; `None` if none is in stock.
    pub fn of(offers: &[OfferHistory], now: OffsetDateTime) -> Option<Self> {
        let all: Vec<PriceSpan> = offers.iter().flat_map(|offer| offer.spans.iter().copied()).collect();
        let (price, usual, lowest_in_days) = match rate(&find_lowest(&all), now) {
            PriceRating::NotInStock => return None,
            PriceRating::NotEnoughHistory { price, .. } => (price, None, None),
            PriceRating::Rated(rated) => (rated.price, Some(rated.usual), rated.lowest_in_days),
        };
        let raised_from = find_raise(offers, price, now);
        Some(Self { price, usual, lowest_in_days, raised_from })
    }

    /// Returns the share that a deal saves of the usual price; `None` if it is no deal: too little history, too small a
    /// share, or raised before it fell.
    pub fn saved_basis_points(&self) -> Option<u16> {
        let usual = self.usual.filter(|_| self.raised_from.is_none())?;
        let saved = usual.0.checked_sub(self.price.0)?.checked_mul(10_000)?.checked_div(usual.0)?;
        u16::try_from(saved).ok().filter(|saved| *saved >= MIN_SAVED_BASIS_POINTS)
    }

    /// Returns what a card says; `None` for a price that is about as usual, or above.
    pub fn notable(&self) -> Option<NotablePrice> {
        if let Some(lowest_before) = self.raised_from {
            return Some(NotablePrice::Raised { lowest_before });
        }
        let usual = self.usual?;
        match self.lowest_in_days.filter(|_| self.price <= usual) {
            Some(days) => Some(NotablePrice::Lowest { days, usual }),
            None => self.saved_basis_points().map(|_| NotablePrice::BelowUsual { usual }),
        }
    }
}

/// Returns the least that was asked before the price fell, if the price of every offer that has it was raised before.
fn find_raise(offers: &[OfferHistory], price: Fils, now: OffsetDateTime) -> Option<Fils> {
    let has_price =
        |own: &&OfferHistory| own.spans.last().is_some_and(|last| last.until >= now && last.price == price);
    let raises: Option<Vec<Fils>> =
        offers.iter().filter(has_price).map(|own| find_own_raise(own, price, now)).collect();
    raises?.into_iter().min()
}

fn find_own_raise(own: &OfferHistory, price: Fils, now: OffsetDateTime) -> Option<Fils> {
    // What was at this price or below is below one fils more.
    let as_low = price.saturating_add(Fils(1));
    let list_price = own.list_price.filter(|claimed| *claimed > price);
    [Some(as_low), list_price].into_iter().flatten().find_map(|claimed| {
        match check_claimed_price(&own.spans, claimed, now) {
            ClaimedPrice::Raised { lowest_before, .. } => Some(lowest_before),
            ClaimedPrice::Confirmed | ClaimedPrice::Unknown => None,
        }
    })
}
