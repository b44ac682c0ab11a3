//! Sections of a retailer file that belong to one platform each.

use serde::Deserialize;

use super::{CategoryMap, CategoryMeaning};

/// Language of a retailer's titles, where it writes them in one only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TitleLanguage {
    #[default]
    En,
    Ar,
}

/// Meaning of the retailer's SKU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SkuMeaning {
    /// The retailer's own number, which says nothing about the manufacturer's part number.
    #[default]
    Own,
    /// The manufacturer's part number.
    Mpn,
}

/// `[shopify]`
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ShopifyOptions {
    /// Products per page; Shopify returns at most 250.
    pub page_size: usize,
    pub title_language: TitleLanguage,
    /// Whether `vendor` is the manufacturer; some retailers put their own name there.
    pub vendor_is_manufacturer: bool,
    /// Meaning of the retailer's `product_type` values.
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
    /// Products per page; the Store API returns at most 100.
    pub per_page: usize,
    pub title_language: TitleLanguage,
    /// Meaning of the retailer's category names.
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
    /// Text that the addresses of product pages contain; empty takes all addresses.
    pub product_path: String,
    pub title_language: TitleLanguage,
    /// Property of the Product with the Arabic title.
    pub title_ar: Option<String>,
    /// Fields that a selector reads better than the structured data, which gives the rest.
    pub fields: Option<PageFields<FieldRule>>,
    /// JSON of the page's scripts, read beside or without structured data.
    pub embedded: Option<EmbeddedOptions>,
    /// Meaning of the values of the `category` property.
    pub categories: CategoryMap,
}

impl Default for SchemaOrgOptions {
    fn default() -> Self {
        Self {
            sitemap: "/sitemap.xml".to_owned(),
            product_path: String::new(),
            title_language: TitleLanguage::En,
            title_ar: None,
            fields: None,
            embedded: None,
            categories: CategoryMap::default(),
        }
    }
}

/// `[schema_org.fields]` by selectors, and `[schema_org.embedded.fields]` by paths.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageFields<T> {
    pub external_id: Option<T>,
    pub title: Option<T>,
    pub title_ar: Option<T>,
    pub manufacturer: Option<T>,
    pub part_number: Option<T>,
    pub sku: Option<T>,
    pub gtin: Option<T>,
    pub category: Option<T>,
    pub price: Option<T>,
    pub list_price: Option<T>,
    pub stock: Option<T>,
    pub stock_left: Option<T>,
    pub image_url: Option<T>,
}

impl<T> PageFields<T> {
    /// Returns the rules that are there, with the names of their fields.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &T)> {
        let all = [
            ("external_id", &self.external_id),
            ("title", &self.title),
            ("title_ar", &self.title_ar),
            ("manufacturer", &self.manufacturer),
            ("part_number", &self.part_number),
            ("sku", &self.sku),
            ("gtin", &self.gtin),
            ("category", &self.category),
            ("price", &self.price),
            ("list_price", &self.list_price),
            ("stock", &self.stock),
            ("stock_left", &self.stock_left),
            ("image_url", &self.image_url),
        ];
        all.into_iter().filter_map(|(name, rule)| Some((name, rule.as_ref()?)))
    }
}

/// `[schema_org.embedded]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmbeddedOptions {
    /// The text that holds the JSON: a script, or an attribute.
    #[serde(default = "next_data")]
    pub script: FieldRule,
    /// Path of the product in the JSON: `props.pageProps.product`, with numbers for places in lists. Empty takes the
    /// whole JSON.
    #[serde(default)]
    pub product: String,
    /// Decimals of prices in whole minor units: with 3, `8900` is 8.900. Without it prices are decimals.
    pub minor_units: Option<u32>,
    /// Path of each field in the product.
    pub fields: PageFields<String>,
}

fn next_data() -> FieldRule {
    FieldRule { select: "script#__NEXT_DATA__".to_owned(), attribute: None, pattern: None }
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
    /// Meaning of the field `category`, where the start page declares no category.
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

/// Position of a field on a page: the first element, its text or an attribute, narrowed by the first
/// group of a pattern.
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
    /// The manufacturer's part number, according to the retailer.
    pub part_number: Option<FieldRule>,
    /// The retailer's own number.
    pub sku: Option<FieldRule>,
    pub gtin: Option<FieldRule>,
    /// Breadcrumb or similar: each element is a name, from the outermost to the innermost.
    pub category: Option<FieldRule>,
    pub price: FieldRule,
    pub list_price: Option<FieldRule>,
    pub stock: Option<FieldRule>,
    pub stock_left: Option<FieldRule>,
    pub image_url: Option<FieldRule>,
}

/// Meaning of a retailer's stock texts; a text counts when it begins with the word.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StockWordsFile {
    pub r#in: Vec<String>,
    pub out: Vec<String>,
}

/// Format of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeedFormat {
    #[default]
    Csv,
    Tsv,
    /// JSON objects, one per line.
    JsonLines,
    /// Google Merchant: RSS `<item>` or Atom `<entry>` with `g:` fields.
    MerchantXml,
}

/// `[feed]`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedOptions {
    /// Whether the retailer hands its offers in, and nothing is fetched: then neither `path` nor `file` is given.
    #[serde(default)]
    pub handed_in: bool,
    /// A path under base_url or a full address; the alternative is `file`.
    pub path: Option<String>,
    /// A file on this machine, for feeds that arrive by other means.
    pub file: Option<std::path::PathBuf>,
    pub format: FeedFormat,
    /// A character; the default is a comma (a tab for tsv).
    pub delimiter: Option<String>,
    /// Charset of what is not UTF-8, where neither the feed nor the response names it: `windows-1256`.
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

/// Columns in `[feed.columns]`: our field = the feed's column. Google Merchant's names are the defaults.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FeedColumns {
    pub external_id: String,
    pub title: String,
    pub title_ar: Option<String>,
    pub manufacturer: String,
    /// The manufacturer's part number, according to the retailer.
    pub part_number: String,
    /// The retailer's own number.
    pub sku: Option<String>,
    pub gtin: String,
    pub category: String,
    /// Read beside `category`, where it is filled.
    pub google_category: String,
    /// Read, not stored.
    pub description: String,
    pub price: String,
    pub list_price: Option<String>,
    /// Merchant feeds state the promotional price apart: where present, it is the price, and `price` the list price.
    /// The promotional price counts only where it is above zero, below the price, and within its dates.
    pub sale_price: Option<String>,
    /// When the promotional price is valid: two ISO 8601 dates with a `/` between them; in Kuwait's time where no offset is stated.
    pub sale_price_dates: Option<String>,
    pub stock: String,
    pub stock_left: Option<String>,
    /// A row with a stated condition other than "new" is left out.
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
            description: name("description"),
            price: name("price"),
            list_price: None,
            sale_price: Some(name("sale_price")),
            sale_price_dates: Some(name("sale_price_effective_date")),
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
    /// Store view for English titles, sent as the `Store` header.
    pub store: Option<String>,
    /// Store view for Arabic titles; read as well when given.
    pub store_ar: Option<String>,
    pub page_size: usize,
    pub graphql: String,
    /// If all keys are category ids, only these categories are read; otherwise an empty search reads all products.
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
    /// Name of the site in `/occ/v2/<site>/…`.
    pub site: String,
    /// Address of the interface; a full address where it has a host of its own (named in extra_domains).
    #[serde(default = "occ_path")]
    pub api: String,
    /// Address of the storefront; base_url when not given.
    pub storefront: Option<url::Url>,
    #[serde(default = "hundred")]
    pub page_size: usize,
    #[serde(default = "everything")]
    pub query: String,
    /// Whether the Arabic titles (`lang=ar`) are read as well.
    #[serde(default)]
    pub arabic: bool,
    /// Meaning of a product's category code or name.
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
