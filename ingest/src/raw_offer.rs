//! Raw data that an adapter read from a retailer, before any check.

use std::collections::BTreeMap;

use domain::model::RejectReason;
use time::OffsetDateTime;

pub use crate::retailer_category::RetailerCategory;
use crate::retailer_file::CategoryMeaning;

/// Listing in the retailer's own words. Empty texts count as absent.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RawOffer {
    /// The retailer's own id; for a product with variants, the variant's.
    pub external_id: String,
    pub title_en: Option<String>,
    pub title_ar: Option<String>,
    /// Absolute address of the offer's page.
    pub url: String,
    /// Absolute address of the page that shows the offer among others, or under another address than `url`.
    pub page_url: Option<String>,
    pub image_url: Option<String>,
    /// The retailer's categories of the offer.
    pub categories: Vec<RetailerCategory>,
    /// The mapping, in the retailer file, of the listing page on which the offer was found, if the page is mapped: a
    /// category of parts, or a reason why the offers are not parts. For Magento the page is a category that was asked for; in a
    /// refresh it is the stored category of the offer. Overrides the mapping of `categories`.
    pub listing_page_mapping: Option<CategoryMeaning>,
    /// The beginning of the description in plain text. It is read, not stored.
    pub description: Option<String>,
    /// The retailer's brand field: nearly always the manufacturer, sometimes something else.
    pub stated_brand: Option<String>,
    /// The manufacturer's part number, according to the retailer.
    pub part_number: Option<String>,
    /// The retailer's own number, which is the manufacturer's only where the retailer file says so.
    pub sku: Option<String>,
    /// Barcodes as stated, not checked yet.
    pub gtins: Vec<String>,
    pub price: RawPrice,
    pub list_price: RawPrice,
    /// When the price ends, in UTC, where the retailer states it: the end of a sale.
    pub price_valid_until: Option<OffsetDateTime>,
    /// The currency that the retailer states, where it does.
    pub currency: Option<String>,
    pub stock: RawStock,
    /// Number of pieces left, where the retailer states it.
    pub stock_left: Option<String>,
}

/// An amount as the retailer writes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RawPrice {
    /// No amount was stated.
    #[default]
    Absent,
    /// A text in the retailer's declared format.
    Text(String),
    /// A plain decimal with a point, as in JSON and schema.org, whatever the retailer's pages look like.
    Decimal(String),
    /// Whole minor units with `scale` decimals: ("8900", 3) is 8.900.
    Minor { amount: String, scale: u32 },
}

/// Stock as the retailer states it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RawStock {
    /// No stock was stated.
    #[default]
    Absent,
    /// A clear yes or no in a field of its own.
    Flag(bool),
    /// Words, to be read by the retailer's stock words or by common usage.
    Words(String),
}

/// The offers of one response of the retailer.
#[derive(Debug, Default)]
pub struct RetailerResponse {
    pub offers: Vec<RawOffer>,
    pub rejected: Vec<RejectedListing>,
    /// Addresses of product pages that were read, or that are gone: an offer of such a page which the response does not
    /// show no longer exists.
    pub product_pages: Vec<String>,
    /// Ids of offers that a list which the retailer handed in marks as deleted.
    pub deleted: Vec<String>,
    /// Ids of the rows of such a list, each with the number of its row.
    pub rows: Vec<(String, u64)>,
    /// Number of records from which each optional field was left out because it was not in the platform's form, by the
    /// field's name.
    pub left_out: BTreeMap<String, u64>,
}

/// A listing that looked like an offer and could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedListing {
    /// The retailer's id or address of the listing.
    pub id_or_url: String,
    pub rejection: Rejection,
    pub title: Option<String>,
    /// Page of the listing.
    pub url: Option<String>,
}

/// Maximum length of an offer's id, in bytes.
const MAX_ID_BYTES: usize = 2_000;

/// Whether a retailer's id can be stored: it is neither empty nor too long, and Postgres stores no zero byte.
pub(crate) fn is_storable_id(id: &str) -> bool {
    (1..=MAX_ID_BYTES).contains(&id.len()) && !id.contains('\0')
}

impl RejectedListing {
    /// Adds the title and the address of the listing.
    pub fn with_listing(mut self, title: &str, url: impl Into<String>) -> Self {
        self.title = Some(title.to_owned());
        self.url = Some(url.into());
        self
    }
}

/// Why an offer cannot be stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Rejection {
    pub reason: RejectReason,
    /// As a sentence part: "price: \"Call us\" is not an amount".
    pub detail: String,
}

impl Rejection {
    /// Builds a rejection with its reason in words.
    pub fn new(reason: RejectReason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into() }
    }
}

/// A rejection without a more exact reason counts as unreadable.
impl From<String> for Rejection {
    fn from(detail: String) -> Self {
        Self::new(RejectReason::Unreadable, detail)
    }
}

impl From<&str> for Rejection {
    fn from(detail: &str) -> Self {
        detail.to_owned().into()
    }
}

impl RawPrice {
    /// Returns a text price; `Absent` where the text is absent or empty.
    pub fn text(text: Option<String>) -> Self {
        text.filter(|text| !text.trim().is_empty()).map_or(RawPrice::Absent, RawPrice::Text)
    }

    /// Returns a decimal price; `Absent` where the text is absent or empty.
    pub fn decimal(text: Option<String>) -> Self {
        text.filter(|text| !text.trim().is_empty()).map_or(RawPrice::Absent, RawPrice::Decimal)
    }
}
