use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use time::OffsetDateTime;

use super::{Category, Fils, Gtin, NonPartReason, OfferId, ProductId, RetailerId, Specs};

/// Whether a retailer has an offer in stock. `In` and `Out` need positive evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "UPPERCASE", const_into_str)]
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
    /// Returns the stored name.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
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
    pub stock: Stock,
    pub stock_left: Option<i32>,
}
