//! Adapters that read retailers: one file for each platform, one register for all of them.

mod charset;
mod coverage;
mod entities;
mod feed;
mod feed_cells;
mod feed_csv;
#[cfg(test)]
mod feed_fuzz;
mod feed_lines;
mod feed_options;
mod feed_probe;
mod feed_row;
mod feed_rows;
mod feed_sale;
mod feed_xml;
mod handed_list;
mod json_rows;
mod lenient;
mod magento;
mod magento_probe;
mod markup;
mod occ;
mod paging;
mod product_pages;
mod schema_org;
mod schema_org_probe;
mod selectors;
mod shopify;
mod shopify_products;
mod sitemap;
mod woocommerce;
mod woocommerce_categories;
mod woocommerce_probe;
mod woocommerce_variations;

pub use coverage::{Coverage, Unread};
pub use feed_options::{FeedColumns, FeedFormat, FeedOptions};
pub(crate) use handed_list::{SentList, read_handed_list};
pub use magento::MagentoOptions;
pub use occ::OccOptions;
pub use schema_org::{EmbeddedOptions, SchemaOrgOptions};
pub use selectors::{SelectorFields, SelectorOptions, StartPage};
pub use shopify::ShopifyOptions;
pub use sitemap::sitemap_pages;
pub use woocommerce::WoocommerceOptions;

use std::sync::Arc;

use domain::model::{Category, PlatformKind, RejectReason};
use futures::future::BoxFuture;
use time::OffsetDateTime;
use tokio::sync::mpsc;
use url::Url;

use coverage::Failures;
use product_pages::visit_product_pages;

use crate::{
    canary::Watch,
    detect::RunProbe,
    extract::shape,
    fetch::{FetchError, RetailerClient},
    raw_offer::{RejectedListing, Rejection, RetailerResponse},
    retailer_file::{CategoryMap, Problem, RetailerFile, StockWordsFile},
};

/// A platform: its section of a retailer file, how it is detected, and how its retailers are read.
pub struct Platform {
    /// Its name for people.
    pub(crate) name: &'static str,
    /// Key of its section, and its name in retailer files: its [`PlatformKind`] in snake case.
    pub(crate) key: &'static str,
    /// Whether its files must have the section.
    pub(crate) needs_section: bool,
    /// Whether its titles come in one language, which the key `title_language` of the section names.
    pub(crate) has_title_language: bool,
    /// Returns the meaning of the retailer's own categories, where the file has the section.
    pub(crate) categories: fn(&RetailerFile) -> Option<&CategoryMap>,
    /// Returns the stock words of the retailer's pages, where the section has such words.
    pub(crate) stock_words: fn(&RetailerFile) -> Option<&StockWordsFile>,
    /// Returns the first problem of the section that its types cannot express.
    pub(crate) find_problem: fn(&RetailerFile) -> Option<Problem>,
    /// Probes by which `ingest retailer detect` finds it, with their places in the order of all platforms' probes: what
    /// asks least of a retailer stands first.
    pub(crate) probes: &'static [(u8, RunProbe)],
    fetch_offers: FetchOffers,
    /// Reads a single page, where the platform has such pages.
    fetch_page: Option<FetchPage>,
}

type FetchOffers =
    for<'a> fn(&'a RetailerSite, &'a ResponseSender) -> BoxFuture<'a, Result<Coverage, RetailerError>>;
type FetchPage = for<'a> fn(
    &'a RetailerSite,
    &'a Url,
    Option<Category>,
) -> BoxFuture<'a, Result<RetailerResponse, RetailerError>>;

macro_rules! register {
    ($($kind:ident => $module:ident,)*) => {
        /// Every platform. Files are checked for sections in this order.
        pub(crate) const ALL: &[&Platform] = &[$(&$module::PLATFORM),*];

        /// Returns a platform.
        pub fn for_kind(kind: PlatformKind) -> &'static Platform {
            match kind { $(PlatformKind::$kind => &$module::PLATFORM),* }
        }
    };
}

register! {
    Shopify => shopify,
    Woocommerce => woocommerce,
    SchemaOrg => schema_org,
    Selectors => selectors,
    Feed => feed,
    Magento => magento,
    Occ => occ,
}

impl Platform {
    /// Fetches all offers of the retailer and sends its responses as they arrive.
    ///
    /// # Errors
    /// When the retailer cannot be read any further; responses sent before stay valid.
    pub async fn fetch_offers(
        &self,
        site: &RetailerSite,
        sender: &ResponseSender,
    ) -> Result<Coverage, RetailerError> {
        (self.fetch_offers)(site, sender).await
    }

    /// Whether an offer can be read again by its own page, without the rest of the retailer.
    pub fn can_fetch_single_pages(&self) -> bool {
        self.fetch_page.is_some()
    }

    /// Fetches one page of a known offer, with the category under which it is stored.
    ///
    /// # Errors
    /// When the page cannot be read, or [`RetailerError::Other`] where the platform has no such pages.
    pub async fn fetch_page(
        &self,
        site: &RetailerSite,
        url: &Url,
        category: Option<Category>,
    ) -> Result<RetailerResponse, RetailerError> {
        match self.fetch_page {
            Some(fetch_page) => fetch_page(site, url, category).await,
            None => {
                let why = format!("{}: its platform cannot give one page at a time", site.file.slug);
                Err(RetailerError::Other(why))
            }
        }
    }
}

/// A retailer with the client that may reach it.
pub struct RetailerSite {
    pub file: RetailerFile,
    pub client: RetailerClient,
    /// The moment for which prices are read: a sale counts only within its dates.
    pub now: OffsetDateTime,
    /// Looks at the pages of canaries, in a crawl.
    pub watch: Option<Arc<Watch>>,
}

/// Why a retailer could not be read any further.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RetailerError {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error("{url} sent an unreadable answer: {what}")]
    Unreadable { url: String, what: String },
    /// The sentence says what failed: a missing option of the retailer file, or a task that stopped.
    #[error("{0}")]
    Other(String),
    /// The receiver takes no more responses: a limit was reached or the crawl was stopped.
    #[error("stopped")]
    Stopped,
}

/// Channel on which an adapter sends its responses; sending waits while the database is behind.
#[derive(Clone)]
pub struct ResponseSender(mpsc::Sender<RetailerResponse>);

impl ResponseSender {
    /// Returns a channel that buffers at most `ahead` responses.
    pub fn channel(ahead: usize) -> (ResponseSender, mpsc::Receiver<RetailerResponse>) {
        let (sender, receiver) = mpsc::channel(ahead);
        (ResponseSender(sender), receiver)
    }

    /// Sends a response.
    ///
    /// # Errors
    /// [`RetailerError::Stopped`] when the receiver takes no more responses.
    pub async fn send(&self, response: RetailerResponse) -> Result<(), RetailerError> {
        self.0.send(response).await.map_err(|_| RetailerError::Stopped)
    }

    /// Sends a response like [`ResponseSender::send`], from a thread that may block.
    ///
    /// # Errors
    /// As [`ResponseSender::send`].
    pub fn send_blocking(&self, response: RetailerResponse) -> Result<(), RetailerError> {
        self.0.blocking_send(response).map_err(|_| RetailerError::Stopped)
    }
}

impl RetailerError {
    fn unreadable(url: &url::Url, what: impl Into<String>) -> Self {
        RetailerError::Unreadable { url: url.to_string(), what: what.into() }
    }

    /// Whether reading other pages of the retailer is pointless too.
    pub(crate) fn is_fatal(&self) -> bool {
        match self {
            RetailerError::Fetch(error) => error.is_fatal(),
            RetailerError::Stopped | RetailerError::Other(_) => true,
            RetailerError::Unreadable { .. } => false,
        }
    }

    /// Whether the page no longer exists.
    pub(crate) fn is_gone(&self) -> bool {
        matches!(self, RetailerError::Fetch(FetchError::Status { status: 404 | 410, .. }))
    }
}

/// Returns a rejected listing: its data is not in the platform's form, or the rejection names another reason.
fn rejected(id_or_url: impl Into<String>, rejection: impl Into<Rejection>) -> RejectedListing {
    RejectedListing { id_or_url: id_or_url.into(), rejection: rejection.into(), title: None, url: None }
}

/// Returns the rejection of a whole page, with its address.
fn rejected_page(url: &Url, rejection: impl Into<Rejection>) -> RejectedListing {
    RejectedListing { url: Some(url.to_string()), ..rejected(url.as_str(), rejection) }
}

fn no_product() -> Rejection {
    Rejection::new(RejectReason::NoProduct, "there is no product on the page")
}

/// Trims a text; `None` where it is empty.
fn non_empty(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Returns a JSON scalar as text: ids and prices are numbers at one retailer and strings at the next.
fn scalar(value: &serde_json::Value) -> Option<String> {
    match value {
        serde_json::Value::String(text) => non_empty(Some(text.clone())),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Maximum length of an HTML snippet, in bytes; the rest is cut. The parsing time grows with its square.
const MAX_SNIPPET_BYTES: usize = 20_000;

/// Returns the text of an HTML snippet, without markup and entities (`&#8211;`, `<b>`). What a retailer has encoded
/// more than once is decoded later, by `extract::text::plain_text`. Of a snippet that is built to overload the parser, only
/// the text before its first tag is returned.
fn html_to_text(snippet: &str) -> String {
    let snippet = snippet.get(..snippet.floor_char_boundary(MAX_SNIPPET_BYTES)).unwrap_or_default();
    if !snippet.contains(['&', '<']) {
        return snippet.trim().to_owned();
    }
    if shape::check(snippet).is_err() {
        return snippet.split('<').next().unwrap_or_default().trim().to_owned();
    }
    let fragment = scraper::Html::parse_fragment(snippet);
    let text: String = fragment.root_element().text().collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_platform_is_stored_by_the_key_of_its_section() {
        for platform in ALL {
            let kind: PlatformKind = serde_json::from_value(platform.key.into()).expect("a platform");
            assert_eq!(for_kind(kind).key, platform.key);
        }
    }

    #[test]
    fn snippets_are_cut_and_never_overload_the_parser() {
        assert_eq!(html_to_text(" <b>Ryzen</b> 7 &#8211; 9800X3D "), "Ryzen 7 – 9800X3D");
        assert_eq!(html_to_text(&"ج".repeat(MAX_SNIPPET_BYTES)).len(), MAX_SNIPPET_BYTES);
        assert_eq!(
            html_to_text(&format!("<p>{}</p>", "x".repeat(2 * MAX_SNIPPET_BYTES))).len(),
            MAX_SNIPPET_BYTES - 3
        );
        assert_eq!(html_to_text(&format!("Ryzen {}", "<b>".repeat(6_000))), "Ryzen");
        let names: String = (0..3_000).map(|number| format!(" a{number}")).collect();
        assert_eq!(html_to_text(&format!("Ryzen <b{names}>7</b>")), "Ryzen");
    }
}
