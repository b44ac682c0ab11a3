//! What an adapter read from a shop, before any of it is believed.

use domain::model::RejectReason;

use crate::retailer_file::CategoryMeaning;

/// One listing as the shop words it. Empty texts count as absent.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RawOffer {
    /// The shop's own id; for a product with variants, the variant's.
    pub external_id: String,
    pub title_en: Option<String>,
    pub title_ar: Option<String>,
    /// Absolute address of the page that sells it.
    pub url: String,
    pub image_url: Option<String>,
    /// The shop's categories in which it stands.
    pub categories: Vec<RetailerCategory>,
    /// Where the place at which it was found says what it is, whatever it is called there.
    pub found_in: Option<CategoryMeaning>,
    pub manufacturer: Option<String>,
    /// Said to be the manufacturer's.
    pub part_number: Option<String>,
    /// The shop's own number for it. A manufacturer's only where the retailer's file says so.
    pub sku: Option<String>,
    /// Barcode numbers as stated, not checked yet.
    pub gtins: Vec<String>,
    pub price: RawPrice,
    pub list_price: RawPrice,
    /// The currency the shop states, when it does.
    pub currency: Option<String>,
    pub stock: RawStock,
    /// How many are left, when the shop says so.
    pub stock_left: Option<String>,
}

/// An amount as the shop writes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RawPrice {
    /// Nothing was stated.
    #[default]
    Absent,
    /// A text in the retailer's declared format.
    Text(String),
    /// A plain decimal with a point, as JSON and schema.org write it, whatever the shop's pages look like.
    Decimal(String),
    /// Whole minor units with `scale` decimals: ("8900", 3) is 8.900.
    Minor { amount: String, scale: u32 },
}

/// What the shop says about stock.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RawStock {
    /// Nothing was stated.
    #[default]
    Absent,
    /// A clear yes or no in a field of its own.
    Flag(bool),
    /// Words, to be read by the retailer's stock words or by common usage.
    Words(String),
}

/// One answer of the shop, read.
#[derive(Debug, Default)]
pub struct OfferPage {
    pub offers: Vec<RawOffer>,
    pub rejected: Vec<RejectedListing>,
}

/// Something on a page that looked like an offer and could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedListing {
    /// The shop's id or address of it.
    pub what: String,
    pub refusal: Refusal,
    pub title: Option<String>,
    /// The page that sells it.
    pub url: Option<String>,
}

impl RejectedListing {
    /// Under what it is sold, and where.
    pub fn with_listing(mut self, title: &str, url: impl Into<String>) -> Self {
        self.title = Some(title.to_owned());
        self.url = Some(url.into());
        self
    }
}

/// Why something cannot be stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Refusal {
    pub reason: RejectReason,
    /// As a sentence part: "price: \"Call us\" is not an amount".
    pub detail: String,
}

impl Refusal {
    /// A reason in words.
    pub fn new(reason: RejectReason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into() }
    }
}

/// What is not told apart is not written as it should be.
impl From<String> for Refusal {
    fn from(detail: String) -> Self {
        Self::new(RejectReason::Unreadable, detail)
    }
}

impl From<&str> for Refusal {
    fn from(detail: &str) -> Self {
        detail.to_owned().into()
    }
}

impl RawPrice {
    /// A text that may be absent.
    pub fn text(text: Option<String>) -> Self {
        text.filter(|text| !text.trim().is_empty()).map_or(RawPrice::Absent, RawPrice::Text)
    }

    /// A decimal that may be absent.
    pub fn decimal(text: Option<String>) -> Self {
        text.filter(|text| !text.trim().is_empty()).map_or(RawPrice::Absent, RawPrice::Decimal)
    }
}

/// A category of the shop, as it calls it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct RetailerCategory {
    /// Names from the outermost to the innermost.
    pub path: Vec<String>,
    /// The shop's id of it, where it has one.
    pub code: Option<String>,
    /// A word beside the categories (a tag): a file may map it, and nobody misses one that it does not map.
    pub tag: bool,
}

impl RetailerCategory {
    /// Names from the outermost to the innermost; empty ones are left out.
    pub fn from_path(names: impl IntoIterator<Item = String>) -> Self {
        let path = names.into_iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        Self { path: path.collect(), code: None, tag: false }
    }

    /// A path written in one text: `Components > Memory`. A slash without spaces belongs to the name (`CPU/Processors`).
    pub fn from_text(text: &str) -> Self {
        let text = text.replace(" / ", ">").replace(" \\ ", ">").replace("::", ">").replace("->", ">");
        Self::from_path(text.split(['>', '›', '»', '→', '|']).map(str::to_owned))
    }

    /// The path in one text.
    pub fn text(&self) -> String {
        self.path.join(" > ")
    }
}
