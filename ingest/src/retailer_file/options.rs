//! The sections of a retailer file that belong to one platform each.

use serde::Deserialize;

use super::{CategoryMap, CategoryMeaning};

/// The language a shop writes its titles in, where it has one only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TitleLanguage {
    #[default]
    En,
    Ar,
}

/// Whose number the shop's SKU is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SkuMeaning {
    /// The shop's own: it says nothing about the manufacturer's part number.
    #[default]
    Own,
    /// The manufacturer's part number.
    Mpn,
}

/// `[shopify]`
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ShopifyOptions {
    /// Products a page; Shopify gives at most 250.
    pub page_size: usize,
    pub title_language: TitleLanguage,
    /// Whether `vendor` is the maker; some shops put their own name there.
    pub vendor_is_manufacturer: bool,
    /// What the shop's `product_type` means.
    pub categories: CategoryMap,
}

impl Default for ShopifyOptions {
    fn default() -> Self {
        Self {
            page_size: 250,
            title_language: TitleLanguage::En,
            vendor_is_manufacturer: true,
            categories: CategoryMap::default(),
        }
    }
}

/// `[woocommerce]`
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WoocommerceOptions {
    /// Products a page; the Store API gives at most 100.
    pub per_page: usize,
    pub title_language: TitleLanguage,
    /// What the shop's category names mean.
    pub categories: CategoryMap,
}

impl Default for WoocommerceOptions {
    fn default() -> Self {
        Self { per_page: 100, title_language: TitleLanguage::En, categories: CategoryMap::default() }
    }
}

/// `[schema_org]`
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SchemaOrgOptions {
    pub sitemap: String,
    /// Only addresses containing this are product pages; empty takes all.
    pub product_path: String,
    pub title_language: TitleLanguage,
    /// The Product's property that holds the Arabic title.
    pub title_ar: Option<String>,
    /// What the shop's `category` property means.
    pub categories: CategoryMap,
}

impl Default for SchemaOrgOptions {
    fn default() -> Self {
        Self {
            sitemap: "/sitemap.xml".to_owned(),
            product_path: String::new(),
            title_language: TitleLanguage::En,
            title_ar: None,
            categories: CategoryMap::default(),
        }
    }
}

/// `[selectors]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelectorOptions {
    pub start: Vec<StartPage>,
    pub product_link: FieldRule,
    pub next_page: Option<FieldRule>,
    #[serde(default)]
    pub title_language: TitleLanguage,
    pub fields: SelectorFields,
    #[serde(default)]
    pub stock_words: StockWordsFile,
    /// Meaning of the field `category`, where the start page does not say it.
    #[serde(default)]
    pub categories: CategoryMap,
}

/// A listing page to start from.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartPage {
    pub path: String,
    #[serde(default)]
    pub category: Option<CategoryMeaning>,
}

/// Where a field is on a page: the first element, its text or an attribute, narrowed by a pattern's first group.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldRule {
    pub select: String,
    pub attribute: Option<String>,
    pub pattern: Option<String>,
}

/// `[selectors.fields]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelectorFields {
    /// Without it the page's address is the id.
    pub external_id: Option<FieldRule>,
    pub title: FieldRule,
    pub title_ar: Option<FieldRule>,
    pub manufacturer: Option<FieldRule>,
    /// Said to be the manufacturer's.
    pub part_number: Option<FieldRule>,
    /// The shop's own number.
    pub sku: Option<FieldRule>,
    pub gtin: Option<FieldRule>,
    /// The breadcrumb or the like: each element is a name, from the outermost to the innermost.
    pub category: Option<FieldRule>,
    pub price: FieldRule,
    pub list_price: Option<FieldRule>,
    pub stock: Option<FieldRule>,
    pub stock_left: Option<FieldRule>,
    pub image_url: Option<FieldRule>,
}

/// What a shop's stock texts mean; a text counts when it begins with the word.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StockWordsFile {
    pub r#in: Vec<String>,
    pub out: Vec<String>,
}

/// What a feed is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeedFormat {
    Csv,
    Tsv,
    /// One JSON object a line.
    JsonLines,
    /// Google Merchant: RSS `<item>` or Atom `<entry>` with `g:` fields.
    MerchantXml,
}

/// `[feed]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedOptions {
    /// A path under base_url or a full address; or `file`.
    pub path: Option<String>,
    /// A file on this machine, for feeds that arrive by other means.
    pub file: Option<std::path::PathBuf>,
    pub format: FeedFormat,
    /// One character; a comma unless said otherwise (a tab for tsv).
    pub delimiter: Option<String>,
    /// The charset, where the shop's answer does not name it: `windows-1256`.
    pub encoding: Option<String>,
    #[serde(default)]
    pub title_language: TitleLanguage,
    #[serde(default)]
    pub columns: FeedColumns,
    #[serde(default)]
    pub stock_words: StockWordsFile,
    #[serde(default)]
    pub categories: CategoryMap,
}

/// `[feed.columns]`: our field = the feed's column. Google Merchant's names are the defaults.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FeedColumns {
    pub external_id: String,
    pub title: String,
    pub title_ar: Option<String>,
    pub manufacturer: String,
    /// Said to be the manufacturer's.
    pub part_number: String,
    /// The shop's own number.
    pub sku: Option<String>,
    pub gtin: String,
    pub category: String,
    /// Read beside `category`, where it is filled.
    pub google_category: String,
    pub price: String,
    pub list_price: Option<String>,
    /// Merchant feeds state the promotion apart: where it is present it is the price, and `price` the list price.
    pub sale_price: Option<String>,
    pub stock: String,
    pub stock_left: Option<String>,
    /// A row whose condition is stated and not "new" is left out.
    pub condition: Option<String>,
    pub url: String,
    pub image_url: String,
}

impl Default for FeedColumns {
    fn default() -> Self {
        let name = str::to_owned;
        Self {
            external_id: name("id"),
            title: name("title"),
            title_ar: None,
            manufacturer: name("brand"),
            part_number: name("mpn"),
            sku: None,
            gtin: name("gtin"),
            category: name("product_type"),
            google_category: name("google_product_category"),
            price: name("price"),
            list_price: None,
            sale_price: Some(name("sale_price")),
            stock: name("availability"),
            stock_left: None,
            condition: Some(name("condition")),
            url: name("link"),
            image_url: name("image_link"),
        }
    }
}

/// `[magento]`
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MagentoOptions {
    /// The store view for English titles, sent as the `Store` header.
    pub store: Option<String>,
    /// The store view for Arabic titles; read as well when given.
    pub store_ar: Option<String>,
    pub page_size: usize,
    pub graphql: String,
    /// Where all keys are category ids, those are read and nothing else; else everything is read by an empty search.
    pub categories: CategoryMap,
}

impl Default for MagentoOptions {
    fn default() -> Self {
        Self {
            store: None,
            store_ar: None,
            page_size: 100,
            graphql: "/graphql".to_owned(),
            categories: CategoryMap::default(),
        }
    }
}

/// `[occ]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OccOptions {
    /// The site's name in `/occ/v2/<site>/…`.
    pub site: String,
    /// Where the interface is; a full address where it lives on a host of its own (named in extra_domains).
    #[serde(default = "occ_path")]
    pub api: String,
    /// Where shoppers go; base_url when not given.
    pub storefront: Option<url::Url>,
    #[serde(default = "hundred")]
    pub page_size: usize,
    #[serde(default = "everything")]
    pub query: String,
    /// Also read the Arabic titles (`lang=ar`).
    #[serde(default)]
    pub arabic: bool,
    /// What a product's category code or name means.
    #[serde(default)]
    pub categories: CategoryMap,
}

fn occ_path() -> String {
    "/occ/v2".to_owned()
}

fn hundred() -> usize {
    100
}

fn everything() -> String {
    ":relevance".to_owned()
}
