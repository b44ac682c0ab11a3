//! Whether the lowest price of a product is a good one, by its own history. Pure: no I/O.
//!
//! Each price weighs as long as it was valid, however often it was recorded. Only prices in stock count, delivery does not.
//! The usual price is the median by time over [`WINDOW_DAYS`]: half of the time in stock it cost no more, half of the time no
//! less. A mean would move with a price that nobody paid for long.
//!
//! Example: 199.000 for 60 days, sold out for 10, 209.000 for 19, and 189.000 since yesterday. The usual price is 199.000, and
//! 189.000 is the lowest in 90 days, a price of 2 of the 82 days in stock.

mod claimed_price;
mod summary;
mod timeline;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use time::{Date, Duration, OffsetDateTime, UtcOffset};

use self::timeline::clip;
pub use self::{
    claimed_price::{ClaimedPrice, JudgedClaim, PRIOR_PRICE_DAYS, check_claimed_price, judge_claimed_price},
    summary::{MIN_SAVED_BASIS_POINTS, NotablePrice, OfferHistory, PriceSummary},
    timeline::{PriceSpan, find_lowest},
};
use crate::model::Fils;

/// The last days that the usual price and the shares are of.
pub const WINDOW_DAYS: u16 = 90;
/// Days in stock within the window below which nothing is said: a median of a week says what the price was this week.
pub const MIN_STOCK_DAYS: u16 = 14;
/// The days in which a price may be called the lowest, the most first.
const LOWEST_DAYS: [u16; 3] = [365, 90, 30];
/// The days before now of which [`rate`] and [`check_claimed_price`] read the history.
pub const HISTORY_DAYS: u16 = LOWEST_DAYS[0] + PRIOR_PRICE_DAYS;

/// What a product's history says about its lowest price now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceRating {
    NotInStock,
    /// In stock for fewer than [`MIN_STOCK_DAYS`] of the window.
    NotEnoughHistory {
        price: Fils,
        stock_days: u16,
    },
    Rated(RatedPrice),
}

/// A price beside those of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatedPrice {
    pub price: Fils,
    /// The most days (365, 90 or 30) in which it was never cheaper, but was dearer. The history reaches back so far.
    pub lowest_in_days: Option<u16>,
    /// The median by time: the lowest price at or below which it was for at least half of the time in stock.
    pub usual: Fils,
    /// Percent of the time in stock in which it was cheaper.
    pub cheaper_percent: u8,
    /// Percent of the days in stock on which it was at this price or below, be it for a minute.
    pub low_days_percent: u8,
}

/// How a price compares with the usual one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceLevel {
    Lowest,
    BelowUsual,
    Usual,
    AboveUsual,
}

impl RatedPrice {
    /// Returns the level; a price that is the lowest in some days is nothing else.
    pub fn level(&self) -> PriceLevel {
        match self.price.cmp(&self.usual) {
            _ if self.lowest_in_days.is_some() => PriceLevel::Lowest,
            std::cmp::Ordering::Less => PriceLevel::BelowUsual,
            std::cmp::Ordering::Equal => PriceLevel::Usual,
            std::cmp::Ordering::Greater => PriceLevel::AboveUsual,
        }
    }
}

/// Rates the price that holds now. `timeline` has the lowest price at each time, as [`find_lowest`] returns it.
pub fn rate(timeline: &[PriceSpan], now: OffsetDateTime) -> PriceRating {
    let Some(last) = timeline.last().filter(|last| last.until >= now) else {
        return PriceRating::NotInStock;
    };
    let price = last.price;
    let window: Vec<PriceSpan> = clip(timeline, days_before(now, WINDOW_DAYS), now).collect();
    let in_stock: Duration = window.iter().map(PriceSpan::length).sum();
    let usual = find_median(&window);
    let Some(usual) = usual.filter(|_| in_stock >= Duration::days(MIN_STOCK_DAYS.into())) else {
        let stock_days = u16::try_from(in_stock.whole_days()).unwrap_or(0);
        return PriceRating::NotEnoughHistory { price, stock_days };
    };
    let cheaper: Duration = window.iter().filter(|span| span.price < price).map(PriceSpan::length).sum();
    let days = find_daily_lowest(&window);
    let low_days = days.values().filter(|lowest| **lowest <= price).count();
    PriceRating::Rated(RatedPrice {
        price,
        lowest_in_days: LOWEST_DAYS.into_iter().find(|days| is_lowest(timeline, price, *days, now)),
        usual,
        cheaper_percent: percent_of_time(cheaper, in_stock),
        low_days_percent: percent(low_days as i128, days.len() as i128),
    })
}

/// Whether the history covers these days, in which it was dearer at some time and never cheaper. A price that never moved is
/// no lowest one.
fn is_lowest(timeline: &[PriceSpan], price: Fils, days: u16, now: OffsetDateTime) -> bool {
    let since = days_before(now, days);
    let is_covered = timeline.first().is_some_and(|first| first.from <= since);
    is_covered
        && clip(timeline, since, now).all(|span| span.price >= price)
        && clip(timeline, since, now).any(|span| span.price > price)
}

/// Returns the median by time: the lowest price at or below which it was for at least half of the time.
fn find_median(spans: &[PriceSpan]) -> Option<Fils> {
    let total: Duration = spans.iter().map(PriceSpan::length).sum();
    let mut by_price: Vec<&PriceSpan> = spans.iter().collect();
    by_price.sort_unstable_by_key(|span| span.price);
    let mut held = Duration::ZERO;
    let median = by_price.into_iter().find(|span| {
        held += span.length();
        held + held >= total
    });
    median.map(|span| span.price)
}

/// Returns the lowest price of each day (UTC) with any price.
fn find_daily_lowest(spans: &[PriceSpan]) -> BTreeMap<Date, Fils> {
    let mut lowest: BTreeMap<Date, Fils> = BTreeMap::new();
    for span in spans {
        let last = utc_day(span.until - Duration::NANOSECOND);
        let mut next = Some(utc_day(span.from));
        while let Some(day) = next.filter(|day| *day <= last) {
            lowest.entry(day).and_modify(|price| *price = span.price.min(*price)).or_insert(span.price);
            next = day.next_day();
        }
    }
    lowest
}

fn utc_day(at: OffsetDateTime) -> Date {
    at.to_offset(UtcOffset::UTC).date()
}

fn days_before(now: OffsetDateTime, days: u16) -> OffsetDateTime {
    now - Duration::days(days.into())
}

fn percent_of_time(part: Duration, whole: Duration) -> u8 {
    percent(part.whole_microseconds(), whole.whole_microseconds())
}

/// Returns a share in percent, rounded. 0 means never and 100 always: anything between is at least 1 and at most 99.
fn percent(part: i128, whole: i128) -> u8 {
    if part <= 0 || whole <= 0 {
        return 0;
    }
    if part >= whole {
        return 100;
    }
    let rounded = (200 * part + whole) / (2 * whole);
    u8::try_from(rounded.clamp(1, 99)).unwrap_or(99)
}
