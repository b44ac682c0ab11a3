//! Retailer, as described by its TOML file in `config/retailers/`.

mod categories;
mod check;
mod options;
mod read;
mod request;
mod schedule;
mod switch;

use domain::model::{PlatformKind, RetailerDraft, ShippingRule, Slug};
use serde::Deserialize;
use url::Url;

pub use categories::{CategoryMap, CategoryMeaning, Mapped};
pub(crate) use check::Problem;
pub use options::{FieldRule, PageFields, SkuMeaning, StockWordsFile, TitleLanguage};
pub use read::{FileError, RetailerFiles, read_directory, read_file, read_files, read_text};
pub use request::{RequestOptions, Secret};
pub use schedule::{next_run, next_run_after};
pub(crate) use switch::replace;
pub use switch::{find_file, set_enabled};

use crate::{
    fetch::RetailerAccess,
    normalise::price::PriceFormat,
    platforms::{
        self, FeedOptions, MagentoOptions, OccOptions, SchemaOrgOptions, SelectorOptions, ShopifyOptions,
        WoocommerceOptions,
    },
};

/// Settings of a retailer, as an operator writes them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetailerFile {
    pub slug: Slug,
    pub names: Names,
    /// Root address of the retailer; every path in the file is relative to it.
    pub base_url: Url,
    pub platform: PlatformKind,
    #[serde(default = "yes")]
    pub enabled: bool,
    /// Whether the retailer accepts payment in Tabby's instalments.
    #[serde(default)]
    pub tabby: bool,
    /// How links to its offers say that a shopper comes from this site: an address with `{url}`, or parameters to add.
    pub affiliate: Option<String>,
    /// Only for an operator's own retailers: any other retailer must not lead into this network.
    #[serde(default)]
    pub allow_private_addresses: bool,
    /// Further domains of the retailer, such as the host of its feed.
    #[serde(default)]
    pub extra_domains: Vec<String>,
    #[serde(default = "dinars")]
    pub currency: String,
    /// Crawl schedule: six-field cron, seconds first, UTC. Without it only an operator starts a crawl.
    pub schedule: Option<String>,
    /// Whether the retailer's SKU is its own number or the manufacturer's.
    #[serde(default)]
    pub sku: SkuMeaning,
    pub price_format: PriceFormatFile,
    #[serde(default)]
    pub shipping: Shipping,
    #[serde(default)]
    pub rate: Rate,
    /// Additions to each request.
    #[serde(default)]
    pub request: RequestOptions,
    #[serde(default)]
    pub shopify: Option<ShopifyOptions>,
    #[serde(default)]
    pub woocommerce: Option<WoocommerceOptions>,
    #[serde(default)]
    pub schema_org: Option<SchemaOrgOptions>,
    #[serde(default)]
    pub selectors: Option<SelectorOptions>,
    #[serde(default)]
    pub feed: Option<FeedOptions>,
    #[serde(default)]
    pub magento: Option<MagentoOptions>,
    #[serde(default)]
    pub occ: Option<OccOptions>,
}

/// Name of the retailer in both languages.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    pub en: String,
    pub ar: String,
}

/// Number format of the retailer's amounts. Explicit, because "3.350" and "3,350" mean different
/// things at different retailers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceFormatFile {
    pub decimal: String,
    #[serde(default)]
    pub thousands: String,
}

/// Delivery fees in dinars, as texts so that no float is involved.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shipping {
    pub flat: Option<String>,
    pub free_over: Option<String>,
}

/// Rate limit of requests to the retailer.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    #[serde(default = "one_per_second")]
    pub requests_per_second: f64,
    #[serde(default = "two")]
    pub concurrency: usize,
}

impl Default for Rate {
    fn default() -> Self {
        Self { requests_per_second: one_per_second(), concurrency: two() }
    }
}

impl RetailerFile {
    /// Returns the row of the retailer table.
    ///
    /// # Errors
    /// When a fee is no amount; files that went through [`read_file`] have only valid fees.
    pub fn draft(&self) -> Result<RetailerDraft, domain::model::MoneyError> {
        let amount = |text: &Option<String>| text.as_deref().map(str::parse).transpose();
        Ok(RetailerDraft {
            slug: self.slug.clone(),
            name_en: self.names.en.clone(),
            name_ar: self.names.ar.clone(),
            base_url: self.base_url.to_string(),
            platform: self.platform,
            shipping: ShippingRule {
                flat: amount(&self.shipping.flat)?,
                free_over: amount(&self.shipping.free_over)?,
            },
            tabby: self.tabby,
            // Files that went through `read_file` have only valid ones.
            affiliate: self.affiliate.as_deref().and_then(|text| text.parse().ok()),
            enabled: self.enabled,
        })
    }

    /// Whether the retailer hands its offers in, and nothing is crawled.
    pub fn is_handed_in(&self) -> bool {
        self.platform == PlatformKind::Feed && self.feed.as_ref().is_some_and(|feed| feed.handed_in)
    }

    /// Returns the number format of its amounts.
    pub fn price_format(&self) -> PriceFormat {
        PriceFormat {
            decimal: self.price_format.decimal.chars().next().unwrap_or('.'),
            thousands: self.price_format.thousands.chars().next(),
        }
    }

    /// Returns the meaning of its own categories.
    pub fn categories(&self) -> Option<&CategoryMap> {
        (platforms::for_kind(self.platform).categories)(self)
    }

    /// Returns the stock words of its pages, where the file lists them.
    pub fn stock_words(&self) -> Option<&StockWordsFile> {
        let words = (platforms::for_kind(self.platform).stock_words)(self);
        words.filter(|words| !words.r#in.is_empty() || !words.out.is_empty())
    }

    /// Returns the settings for the HTTP client.
    pub fn access(&self) -> RetailerAccess {
        RetailerAccess {
            base_url: self.base_url.clone(),
            extra_domains: self.extra_domains.clone(),
            allow_private_addresses: self.allow_private_addresses,
            requests_per_second: self.rate.requests_per_second,
            concurrency: self.rate.concurrency,
            additions: self.request.additions(),
        }
    }

    /// Returns an address of the retailer: `/c/fans` and `c/fans` mean the same, a full address stays as it is.
    ///
    /// # Errors
    /// When the text is no address.
    pub fn address(&self, path: &str) -> Result<Url, crate::fetch::FetchError> {
        let bad = || crate::fetch::FetchError::BadAddress(path.to_owned());
        if path.starts_with("http://") || path.starts_with("https://") {
            return path.parse().map_err(|_| bad());
        }
        let base = self.base_url.as_str().trim_end_matches('/');
        format!("{base}/{}", path.trim_start_matches('/')).parse().map_err(|_| bad())
    }
}

fn yes() -> bool {
    true
}

fn dinars() -> String {
    "KWD".to_owned()
}

fn one_per_second() -> f64 {
    1.0
}

fn two() -> usize {
    2
}
