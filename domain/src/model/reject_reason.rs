use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{Display, IntoStaticStr, VariantArray, VariantNames};

/// Why something that a retailer lists was not read as an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
#[derive(Display, IntoStaticStr, VariantArray, VariantNames)]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE", const_into_str)]
pub enum RejectReason {
    /// The retailer's response is not in the format of its platform.
    Unreadable,
    /// The page holds no product.
    NoProduct,
    /// The id, the title or the address of the page is missing or empty.
    Incomplete,
    /// Used, refurbished, open box, display piece, returned, damaged.
    NotNew,
    /// The price is a deposit, a reservation or one of several payments, not the whole price.
    PartPayment,
    /// The price is missing, or not written as the retailer's file declares.
    Price,
    /// Several amounts, and no sign of which one is the price.
    SeveralPrices,
    /// The price is in a currency other than the dinar.
    Currency,
    /// Sold out, and never seen with a price.
    SoldOut,
}

/// A string that names no such reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown rejection reason {name:?}; expected one of {}", RejectReason::NAMES.join(", "))]
pub struct UnknownRejectReason {
    pub name: String,
}

impl RejectReason {
    /// Every reason, in the order of their declaration.
    pub const ALL: &'static [RejectReason] = <RejectReason as VariantArray>::VARIANTS;
    /// The names of all reasons.
    pub const NAMES: &'static [&'static str] = <RejectReason as VariantNames>::VARIANTS;

    /// Returns the stored and sent name, such as `NOT_NEW`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

impl FromStr for RejectReason {
    type Err = UnknownRejectReason;

    /// Reads the stored name in any case, with dashes or underscores.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let upper = text.trim().replace('-', "_").to_ascii_uppercase();
        RejectReason::ALL
            .iter()
            .copied()
            .find(|reason| reason.as_str() == upper)
            .ok_or_else(|| UnknownRejectReason { name: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_parses_its_own_name() {
        for &reason in RejectReason::ALL {
            assert_eq!(reason.as_str().parse(), Ok(reason));
            assert_eq!(reason.as_str().to_lowercase().replace('_', "-").parse(), Ok(reason));
            assert_eq!(serde_json::to_value(reason).ok(), Some(reason.as_str().into()));
        }
        assert!("TOASTER".parse::<RejectReason>().unwrap_err().to_string().contains("SOLD_OUT"));
    }
}
