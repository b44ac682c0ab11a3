use std::str::FromStr;

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::{Category, Fils, Gtin, NonPartReason, OfferId, ProductId, RetailerId, Specs};

/// Whether a shop has it. Only positive evidence makes `In` or `Out`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum Stock {
    In,
    Out,
    Unknown,
}

/// A text that names no stock state.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("stock must be in, out or unknown, not {0:?}")]
pub struct UnknownStock(pub String);

impl Stock {
    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Stock::In => "IN",
            Stock::Out => "OUT",
            Stock::Unknown => "UNKNOWN",
        }
    }
}

impl FromStr for Stock {
    type Err = UnknownStock;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().to_ascii_lowercase().as_str() {
            "in" => Ok(Stock::In),
            "out" => Ok(Stock::Out),
            "unknown" | "" => Ok(Stock::Unknown),
            _ => Err(UnknownStock(text.to_owned())),
        }
    }
}

/// What joined an offer to its product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Link {
    /// Same maker and same part number.
    PartNumber,
    /// Same category, maker and model.
    Model,
    /// The matcher was sure, by the policy in the configuration.
    Matcher,
    /// A person decided.
    Admin,
}

impl Link {
    /// The name as stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Link::PartNumber => "PART_NUMBER",
            Link::Model => "MODEL",
            Link::Matcher => "MATCHER",
            Link::Admin => "ADMIN",
        }
    }
}

/// An offer as it is stored.
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
    /// When the shop was last seen to offer it.
    pub seen_at: OffsetDateTime,
}

/// An offer as a crawl read it, parsed and checked, on its way into the store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OfferDraft {
    /// The shop's own id for it (a variant's id where a product has several); unique within the shop.
    pub external_id: String,
    pub title_en: Option<String>,
    pub title_ar: Option<String>,
    pub url: String,
    pub image_url: Option<String>,
    pub category: Option<Category>,
    pub manufacturer: Option<String>,
    /// The shop's brand field as it states it, whoever that is.
    pub stated_brand: Option<String>,
    pub model: Option<String>,
    /// Numbers said to be the manufacturer's, or read as such out of the title.
    pub part_numbers: Vec<String>,
    /// The shop's own number for it, whoever else may use it.
    #[serde(default)]
    pub sku: Option<String>,
    #[serde(default)]
    pub gtins: Vec<Gtin>,
    /// Why it is no part, where it is none.
    #[serde(default)]
    pub no_part: Option<NonPartReason>,
    pub specs: Specs,
    /// Above zero.
    pub price: Fils,
    /// The shop's own price before a promotion, when it states one above `price`.
    pub list_price: Option<Fils>,
    pub stock: Stock,
    pub stock_left: Option<i32>,
}
