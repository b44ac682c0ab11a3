//! The section `[feed]` of a retailer file.

use serde::Deserialize;

use crate::retailer_file::{CategoryMap, Problem, RetailerFile, StockWordsFile, TitleLanguage};

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

/// Returns the first problem of the section that its types cannot express.
pub(super) fn find_problem(file: &RetailerFile) -> Option<Problem> {
    let options = file.feed.as_ref()?;
    let sources = usize::from(options.path.is_some()) + usize::from(options.file.is_some());
    if sources + usize::from(options.handed_in) != 1 {
        return Some(("feed", "needs either a path, a file or handed_in = true".to_owned()));
    }
    if options.handed_in && file.schedule.is_some() {
        return Some(("schedule", "is of no use: the retailer hands its offers in".to_owned()));
    }
    if options.path.as_ref().is_some_and(|path| path.contains("${")) {
        return Some((
            "feed.path",
            "names an environment variable; those are read under [request] only".to_owned(),
        ));
    }
    if options.delimiter.as_ref().is_some_and(|text| text.len() != 1) {
        return Some(("feed.delimiter", "must be one ASCII character".to_owned()));
    }
    let label = options.encoding.as_deref()?;
    encoding_rs::Encoding::for_label(label.as_bytes())
        .is_none()
        .then(|| ("feed.encoding", format!("{label:?} is no charset")))
}
