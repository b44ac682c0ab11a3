use domain::{
    model::Fils,
    price_rating::{PriceSpan, judge_claimed_price},
};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::wire::kwd::Kwd;

/// What the offer's own history says about its list price: true if the retailer asked no less in the 30 days before the price
/// fell (the rule of the European directive 98/6/EC, article 6a).
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListPriceCheck {
    pub code: ListPriceCheckCode,
    /// Lowest price of those days; null unless the list price is untrue.
    pub lowest_before: Option<Kwd>,
}

/// Whether a list price is true. `UNKNOWN`: no fall was seen, or too little of the time before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ListPriceCheckCode {
    True,
    Untrue,
    Unknown,
}

impl ListPriceCheck {
    /// Checks a list price by the times in which the offer was in stock; `None` where it is not above the price.
    pub fn new(
        own: &[PriceSpan],
        price: Fils,
        list_price: Option<Fils>,
        now: OffsetDateTime,
    ) -> Option<Self> {
        let claimed = list_price.filter(|claimed| *claimed > price)?;
        Some(match judge_claimed_price(own, claimed, now) {
            None => Self { code: ListPriceCheckCode::Unknown, lowest_before: None },
            Some(judged) if judged.is_true() => Self { code: ListPriceCheckCode::True, lowest_before: None },
            Some(judged) => {
                Self { code: ListPriceCheckCode::Untrue, lowest_before: Some(Kwd(judged.lowest_before)) }
            }
        })
    }
}
