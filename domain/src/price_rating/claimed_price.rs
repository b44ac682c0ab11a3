//! Whether a retailer's "was" is true, by the rule of the European Union: a prior price beside a reduced one is the lowest
//! price that the retailer asked in the 30 days before the reduction (directive 98/6/EC, article 6a, paragraphs 1 and 2, which
//! directive (EU) 2019/2161 inserted). Kuwait has no such rule: it serves as a measure that others agreed on.
//!
//! Where a reduction goes on in steps, the time before the first step counts (paragraph 5). Steps that are
//! [`PRIOR_PRICE_DAYS`] apart are two reductions: by then the price between them is itself the price before.

use time::{Duration, OffsetDateTime};

use super::timeline::{PriceSpan, clip};
use crate::model::Fils;

/// The days before a reduction whose lowest price is the prior price.
pub const PRIOR_PRICE_DAYS: u16 = 30;

/// What a retailer's history says about its "was".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimedPrice {
    /// False: the retailer asked less in the 30 days before the fall, as after a raise before it.
    Raised { lowest_before: Fils, fell_at: OffsetDateTime },
    /// The retailer asked no less in the 30 days before the fall.
    Confirmed,
    /// No fall was seen, or too little of the time before it.
    Unknown,
}

/// A retailer's "was" beside what it asked before the price fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgedClaim {
    /// When the reduction began: the first of its steps.
    pub fell_at: OffsetDateTime,
    pub claimed: Fils,
    /// The lowest price in the 30 days before, as far as they were seen.
    pub lowest_before: Fils,
    /// Whether the history reaches back over all of these days. Where it does not, a claim may be seen to be untrue but never
    /// to be true.
    pub is_covered: bool,
}

impl JudgedClaim {
    /// Whether the retailer asked no less than it claims.
    pub fn is_true(&self) -> bool {
        self.claimed <= self.lowest_before
    }
}

/// Compares the price that a retailer claims as its price before with what it asked. `own` has the spans of its one offer,
/// oldest first and without overlaps.
pub fn check_claimed_price(own: &[PriceSpan], claimed: Fils, now: OffsetDateTime) -> ClaimedPrice {
    match judge_claimed_price(own, claimed, now) {
        None => ClaimedPrice::Unknown,
        Some(judged) if judged.is_true() => ClaimedPrice::Confirmed,
        Some(JudgedClaim { lowest_before, fell_at, .. }) => ClaimedPrice::Raised { lowest_before, fell_at },
    }
}

/// Compares the same as [`check_claimed_price`]; `None` where no fall was seen, or too little of the time before it.
pub fn judge_claimed_price(own: &[PriceSpan], claimed: Fils, now: OffsetDateTime) -> Option<JudgedClaim> {
    let fell_at = find_fall(own, now)?;
    let since = fell_at - Duration::days(PRIOR_PRICE_DAYS.into());
    let lowest_before = clip(own, since, fell_at).map(|span| span.price).min()?;
    let is_covered = own.first().is_some_and(|first| first.from <= since);
    let judged = JudgedClaim { fell_at, claimed, lowest_before, is_covered };
    (is_covered || !judged.is_true()).then_some(judged)
}

/// Returns when the reduction began that led to the price now: the first of its steps.
fn find_fall(own: &[PriceSpan], now: OffsetDateTime) -> Option<OffsetDateTime> {
    let mut later = own.last().filter(|last| last.until >= now)?;
    let mut fall: Option<OffsetDateTime> = None;
    for earlier in own.iter().rev().skip(1) {
        if earlier.price < later.price {
            break;
        }
        if earlier.price > later.price {
            let is_other =
                |step: OffsetDateTime| step - later.from >= Duration::days(PRIOR_PRICE_DAYS.into());
            if fall.is_some_and(is_other) {
                break;
            }
            fall = Some(later.from);
        }
        later = earlier;
    }
    fall
}
