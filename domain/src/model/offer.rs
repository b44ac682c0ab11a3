use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use time::{Duration, OffsetDateTime};

use super::{Category, Fils, Gtin, NonPartReason, OfferId, ProductId, RetailerId, Specs};

/// Whether a retailer has an offer in stock. All but `Unknown` need positive evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE", const_into_str)]
pub enum Stock {
    In,
    Out,
    /// Can be ordered before it can be had: never in stock. Stored as `OUT` with a mark of its own, because programs that
    /// do not know the state must read it as not in stock.
    PreOrder,
    Unknown,
}

/// A text that names no stock state.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("stock must be in, out, pre_order or unknown, not {0:?}")]
pub struct UnknownStock(pub String);

impl Stock {
    /// Returns the name by which SQL reads and writes it.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Returns the stock as price points record it, which know no pre-orders.
    pub const fn in_price_point(self) -> Stock {
        match self {
            Stock::PreOrder => Stock::Out,
            stock => stock,
        }
    }

    /// Returns the place among offers of one product: in stock, then on pre-order, then the rest.
    pub const fn rank(self) -> u8 {
        match self {
            Stock::In => 0,
            Stock::PreOrder => 1,
            Stock::Out | Stock::Unknown => 2,
        }
    }
}

impl FromStr for Stock {
    type Err = UnknownStock;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().to_ascii_lowercase().as_str() {
            "in" => Ok(Stock::In),
            "out" => Ok(Stock::Out),
            "pre_order" => Ok(Stock::PreOrder),
            "unknown" | "" => Ok(Stock::Unknown),
            _ => Err(UnknownStock(text.to_owned())),
        }
    }
}

/// The key or the decision that matched an offer to its product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE", const_into_str)]
pub enum MatchedBy {
    /// The manufacturer and the part number are the same.
    PartNumber,
    /// The category, the manufacturer and the model are the same.
    Model,
    /// The matcher was sure enough, by the policy in the configuration.
    Matcher,
    /// An administrator decided.
    Admin,
}

impl MatchedBy {
    /// Returns the stored name.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// How long ago an offer's price was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OfferAge {
    Fresh,
    /// Not read for two days: pages mark the price.
    Old,
    /// Not read for seven days: never the best price while another was read since.
    VeryOld,
}

/// Age from which a price is marked as old.
const OLD_AFTER: Duration = Duration::days(2);
/// Age from which a price is never the best one; the stock follows `offers.in_stock_days`.
const VERY_OLD_AFTER: Duration = Duration::days(7);

impl OfferAge {
    /// The age that a price must not reach to be the best one, while another was read since.
    pub const MAX_OF_BEST: Duration = VERY_OLD_AFTER;

    /// Returns the age at `now` of a price that was read at `read_at`.
    pub fn of(read_at: OffsetDateTime, now: OffsetDateTime) -> Self {
        match now - read_at {
            age if age >= VERY_OLD_AFTER => Self::VeryOld,
            age if age >= OLD_AFTER => Self::Old,
            _ => Self::Fresh,
        }
    }
}

/// An offer as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    pub id: OfferId,
    pub retailer_id: RetailerId,
    pub external_id: String,
    pub product_id: Option<ProductId>,
    pub title_en: Option<String>,
    pub title_ar: Option<String>,
    pub url: String,
    pub image_url: Option<String>,
    pub price: Fils,
    pub list_price: Option<Fils>,
    pub stock: Stock,
    pub stock_left: Option<i32>,
    /// When a crawl or a refresh last read this price, to an hour.
    pub price_confirmed_at: OffsetDateTime,
}

impl Offer {
    /// Returns the age of the price at `now`.
    pub fn age(&self, now: OffsetDateTime) -> OfferAge {
        OfferAge::of(self.price_confirmed_at, now)
    }
}

/// An offer as a crawl read, parsed and checked it, before it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OfferDraft {
    /// The retailer's own id of the offer, unique within the retailer. Where a product has several variants, the
    /// variant's id.
    pub external_id: String,
    pub title_en: Option<String>,
    pub title_ar: Option<String>,
    pub url: String,
    /// The page that shows the offer, where its address is not `url`.
    #[serde(default)]
    pub page_url: Option<String>,
    pub image_url: Option<String>,
    pub category: Option<Category>,
    /// The category that an offer without one may have: what it states is too little to tell, so it waits.
    #[serde(default)]
    pub unsure: Option<Category>,
    /// The retailer's own categories of the offer, the path of each in one text.
    #[serde(default)]
    pub retailer_categories: Vec<String>,
    pub manufacturer: Option<String>,
    /// The retailer's brand field as stated; it may name no manufacturer at all.
    pub stated_brand: Option<String>,
    pub model: Option<String>,
    /// Part numbers stated as the manufacturer's, or recognized as such in the title.
    pub part_numbers: Vec<String>,
    /// The retailer's own stock number, which other retailers may use for other things.
    #[serde(default)]
    pub sku: Option<String>,
    #[serde(default)]
    pub gtins: Vec<Gtin>,
    /// Why the offer is not a part; `None` for a part.
    #[serde(default, rename = "no_part")]
    pub non_part_reason: Option<NonPartReason>,
    pub specs: Specs,
    /// Above zero in a draft that is stored. A sold-out draft without a usable price has zero until it gets the last
    /// stored price, or is rejected.
    pub price: Fils,
    /// The retailer's regular price, where it states one above `price`.
    pub list_price: Option<Fils>,
    #[serde(flatten, with = "draft_stock")]
    pub stock: Stock,
    pub stock_left: Option<i32>,
}

/// A draft's stock as JSON: a pre-order as `out` with a mark, so that programs without that state read held drafts too.
mod draft_stock {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Stock;

    #[derive(Serialize, Deserialize)]
    struct DraftStock {
        stock: Stock,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pre_order: bool,
    }

    pub(super) fn serialize<S: Serializer>(stock: &Stock, serializer: S) -> Result<S::Ok, S::Error> {
        DraftStock { stock: stock.in_price_point(), pre_order: *stock == Stock::PreOrder }
            .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Stock, D::Error> {
        let stored = DraftStock::deserialize(deserializer)?;
        Ok(if stored.pre_order && stored.stock == Stock::Out { Stock::PreOrder } else { stored.stock })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stock_has_one_name() {
        for (stock, name) in [
            (Stock::In, "IN"),
            (Stock::Out, "OUT"),
            (Stock::PreOrder, "PRE_ORDER"),
            (Stock::Unknown, "UNKNOWN"),
        ] {
            assert_eq!(stock.as_str(), name);
            assert_eq!(name.parse(), Ok(stock));
            assert_eq!(serde_json::to_value(stock).ok(), Some(name.to_lowercase().into()));
        }
    }

    #[test]
    fn draft_on_pre_order_is_sold_out_to_programs_without_that_state() {
        #[derive(Serialize, Deserialize)]
        struct Draft {
            #[serde(flatten, with = "draft_stock")]
            stock: Stock,
        }
        let json = |stock| serde_json::to_value(Draft { stock }).ok();
        assert_eq!(json(Stock::PreOrder), Some(serde_json::json!({"stock": "out", "pre_order": true})));
        assert_eq!(json(Stock::In), Some(serde_json::json!({"stock": "in"})));
        for stock in [Stock::In, Stock::Out, Stock::PreOrder, Stock::Unknown] {
            let read: Result<Draft, _> = serde_json::from_value(json(stock).unwrap_or_default());
            assert_eq!(read.ok().map(|draft| draft.stock), Some(stock));
        }
    }

    #[test]
    fn price_is_old_after_two_days_and_very_old_after_seven() {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::days(100);
        let age = |hours| OfferAge::of(now - Duration::hours(hours), now);
        assert_eq!([-1, 0, 47].map(age), [OfferAge::Fresh; 3]);
        assert_eq!([48, 7 * 24 - 1].map(age), [OfferAge::Old; 2]);
        assert_eq!([7 * 24, 9_999].map(age), [OfferAge::VeryOld; 2]);
    }
}
