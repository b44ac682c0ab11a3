use domain::{model::Fils, price_rating::NotablePrice};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::kwd::Kwd;

/// What a product's own history says about its price without delivery, where that is worth a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardVerdict {
    pub kind: CardVerdictKind,
    /// 365, 90 or 30: the most days in which it was never cheaper, but was dearer. Only of `LOWEST`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub days: Option<u16>,
    /// Median by time of the last 90 days. Not of `RAISED`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub usual_price: Option<Kwd>,
    /// Percent by which it is below the usual price, rounded down. Not of `RAISED`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub saved_percent: Option<u8>,
    /// Lowest price within the 30 days before it fell. Only of `RAISED`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub lowest_before: Option<Kwd>,
}

/// `LOWEST`: the lowest of the last 30, 90 or 365 days. `BELOW_USUAL`: 3% or more below the usual price. `RAISED`: the
/// retailer asked no more shortly before the price fell, or less than the list price that it states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CardVerdictKind {
    Lowest,
    BelowUsual,
    Raised,
}

impl CardVerdict {
    /// Creates the verdict about a price.
    pub fn new(price: Fils, notable: NotablePrice) -> Self {
        let empty =
            |kind| Self { kind, days: None, usual_price: None, saved_percent: None, lowest_before: None };
        let below = |kind, usual: Fils| Self {
            usual_price: Some(Kwd(usual)),
            saved_percent: Some(saved_percent(price, usual)),
            ..empty(kind)
        };
        match notable {
            NotablePrice::Raised { lowest_before } => {
                Self { lowest_before: Some(Kwd(lowest_before)), ..empty(CardVerdictKind::Raised) }
            }
            NotablePrice::Lowest { days, usual } => {
                Self { days: Some(days), ..below(CardVerdictKind::Lowest, usual) }
            }
            NotablePrice::BelowUsual { usual } => below(CardVerdictKind::BelowUsual, usual),
        }
    }
}

/// Returns the percent by which a price is below another, rounded down; 0 where it is not below.
fn saved_percent(price: Fils, usual: Fils) -> u8 {
    let saved = usual.0.saturating_sub(price.0).saturating_mul(100).checked_div(usual.0).unwrap_or(0);
    u8::try_from(saved.clamp(0, 100)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_share_is_rounded_down() {
        for (price, usual, percent) in
            [(189_000, 199_000, 5), (0, 10, 100), (10, 10, 0), (11, 10, 0), (5, 0, 0)]
        {
            assert_eq!(saved_percent(Fils(price), Fils(usual)), percent, "{price} of {usual}");
        }
    }
}
