//! What the sections of several platforms have in common.

use scraper::Selector;
use serde::Deserialize;

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

/// Position of a field on a page: the first element, its text or an attribute, narrowed by the first
/// group of a pattern.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldRule {
    pub select: String,
    pub attribute: Option<String>,
    pub pattern: Option<String>,
}

impl FieldRule {
    /// Returns the problem of a rule that no page can be read by.
    pub(crate) fn find_problem(&self) -> Option<String> {
        if Selector::parse(&self.select).is_err() {
            return Some(format!("has no valid CSS selector: {:?}", self.select));
        }
        match regex::Regex::new(self.pattern.as_deref()?) {
            Ok(pattern) if pattern.captures_len() < 2 => {
                Some("has a pattern without a group to keep".to_owned())
            }
            Ok(_) => None,
            Err(_) => Some("has a pattern that is no regular expression".to_owned()),
        }
    }
}

/// Meaning of a retailer's stock texts; a text counts when it begins with the word.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StockWordsFile {
    pub r#in: Vec<String>,
    pub out: Vec<String>,
}
