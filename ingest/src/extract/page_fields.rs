//! Reads single fields of a product page as the retailer file says: by selectors, and by paths into the JSON of a script,
//! such as `__NEXT_DATA__`. Memory: the JSON of one script at a time, which is no longer than the page.

use domain::model::RejectReason;
use scraper::Html;
use serde_json::Value;
use url::Url;

use super::field::Field;
use crate::{
    platforms::{EmbeddedOptions, SchemaOrgOptions},
    raw_offer::{RawOffer, RawPrice, RawStock, Rejection, RetailerCategory},
    retailer_file::{FieldRule, PageFields, TitleLanguage},
};

/// Rules of the retailer file for single fields, compiled once per crawl.
pub struct FieldRules {
    selected: Vec<(&'static str, Field)>,
    embedded: Option<Embedded>,
    language: TitleLanguage,
}

struct Embedded {
    script: Field,
    options: EmbeddedOptions,
}

/// A value of a field, before its meaning.
enum Stated {
    Text(String),
    Json(Value),
    /// The names of a breadcrumb, one element each.
    Names(Vec<String>),
}

impl FieldRules {
    /// Compiles the rules.
    ///
    /// # Errors
    /// A sentence part when a selector or a pattern is invalid; checked retailer files have only valid ones.
    pub fn new(options: &SchemaOrgOptions) -> Result<Self, String> {
        let compile = |(name, rule): (&'static str, &FieldRule)| {
            let is_amount = matches!(name, "price" | "list_price");
            Ok((name, if is_amount { Field::amount(rule)? } else { Field::new(rule)? }))
        };
        let selected =
            options.fields.iter().flat_map(PageFields::named).map(compile).collect::<Result<_, String>>()?;
        let embedded = options.embedded.as_ref().map(|options| {
            Ok::<_, String>(Embedded { script: Field::new(&options.script)?, options: options.clone() })
        });
        Ok(Self { selected, embedded: embedded.transpose()?, language: options.title_language })
    }

    /// Whether the file has no such rules.
    pub fn is_empty(&self) -> bool {
        self.selected.is_empty() && self.embedded.is_none()
    }

    /// Reads the fields into an offer that holds nothing else. A selector counts before a path.
    ///
    /// # Errors
    /// Where the page has not the JSON that the file names.
    pub fn read(&self, page: &Html, url: &Url) -> Result<RawOffer, Rejection> {
        let mut read = RawOffer::default();
        if let Some(embedded) = &self.embedded {
            let product = embedded.product(page)?;
            for (name, path) in embedded.options.fields.named() {
                if let Some(value) = at(&product, path) {
                    let value = Stated::Json(value.clone());
                    self.set(&mut read, name, value, embedded.options.minor_units, url);
                }
            }
        }
        for (name, field) in &self.selected {
            let value = match *name {
                "category" => Some(Stated::Names(field.all(page).collect())),
                _ => field.first(page).map(Stated::Text),
            };
            if let Some(value) = value {
                self.set(&mut read, name, value, None, url);
            }
        }
        Ok(read)
    }

    fn set(&self, raw: &mut RawOffer, name: &str, value: Stated, minor_units: Option<u32>, url: &Url) {
        match name {
            "price" => return raw.price = value.price(minor_units),
            "list_price" => return raw.list_price = value.price(minor_units),
            "stock" => return raw.stock = value.stock(),
            "category" => return raw.categories = value.categories(),
            _ => {}
        }
        let Some(text) = value.text() else { return };
        match (name, self.language) {
            ("external_id", _) => raw.external_id = text,
            ("title", TitleLanguage::En) => raw.title_en = Some(text),
            ("title", TitleLanguage::Ar) | ("title_ar", _) => raw.title_ar = Some(text),
            ("manufacturer", _) => raw.stated_brand = Some(text),
            ("part_number", _) => raw.part_number = Some(text),
            ("sku", _) => raw.sku = Some(text),
            ("gtin", _) => raw.gtins = vec![text],
            ("stock_left", _) => raw.stock_left = Some(text),
            ("image_url", _) => raw.image_url = url.join(&text).ok().map(String::from),
            _ => {}
        }
    }
}

impl Embedded {
    fn product(&self, page: &Html) -> Result<Value, Rejection> {
        let unreadable = |what: String| Rejection::new(RejectReason::Unreadable, what);
        let script = &self.options.script.select;
        let text = self.script.all(page).next();
        let text = text.ok_or_else(|| unreadable(format!("the page has no embedded JSON at {script:?}")))?;
        let json = text.find(['{', '[']).and_then(|start| text.get(start..)).unwrap_or_default();
        // The rest of a script follows the first value.
        let value = serde_json::Deserializer::from_str(json).into_iter::<Value>().next();
        let value = match value {
            Some(Ok(value)) => value,
            Some(Err(error)) => {
                return Err(unreadable(format!("the embedded JSON at {script:?} is broken: {error}")));
            }
            None => return Err(unreadable(format!("the script at {script:?} holds no JSON"))),
        };
        let path = &self.options.product;
        let product = at(&value, path).filter(|product| !product.is_null()).cloned();
        product.ok_or_else(|| {
            Rejection::new(RejectReason::NoProduct, format!("the embedded JSON holds nothing at {path:?}"))
        })
    }
}

/// Returns the value at a path: names and places in lists between points, or a JSON pointer (`/a/0/b`).
fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    if path.is_empty() || path.starts_with('/') {
        return value.pointer(path);
    }
    path.split('.').try_fold(value, |value, part| match value {
        Value::Array(items) => items.get(part.parse::<usize>().ok()?),
        other => other.get(part),
    })
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

impl Stated {
    fn text(self) -> Option<String> {
        match self {
            Stated::Text(text) => Some(text),
            Stated::Json(value) => scalar(&value),
            Stated::Names(names) => names.into_iter().next(),
        }
        .filter(|text| !text.trim().is_empty())
    }

    /// A JSON number, and a text of digits with a point, are decimals; any other text is in the retailer's format.
    fn price(self, minor_units: Option<u32>) -> RawPrice {
        let is_json = matches!(self, Stated::Json(_));
        let Some(text) = self.text() else { return RawPrice::Absent };
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        match minor_units {
            Some(scale) if is_json => RawPrice::Minor { amount: text, scale },
            _ if is_json && is_plain => RawPrice::Decimal(text),
            _ => RawPrice::Text(text),
        }
    }

    fn stock(self) -> RawStock {
        match self {
            Stated::Json(Value::Bool(flag)) => RawStock::Flag(flag),
            // A number is a quantity.
            Stated::Json(Value::Number(left)) => match left.as_i64() {
                Some(left @ 0..) => RawStock::Flag(left > 0),
                _ => RawStock::Absent,
            },
            other => other.text().map_or(RawStock::Absent, RawStock::Words),
        }
    }

    fn categories(self) -> Vec<RetailerCategory> {
        let category = match self {
            Stated::Json(Value::Array(items)) => {
                let name =
                    |item: &Value| item.as_str().or_else(|| item.get("name")?.as_str()).map(str::to_owned);
                RetailerCategory::from_path(items.iter().filter_map(name))
            }
            Stated::Names(names) if names.len() != 1 => RetailerCategory::from_path(names),
            other => RetailerCategory::from_text(&other.text().unwrap_or_default()),
        };
        if category.path.is_empty() { Vec::new() } else { vec![category] }
    }
}

/// Completes an offer of the page by the fields that were read singly; those count before the structured data.
pub fn apply(raw: &mut RawOffer, own: RawOffer) {
    let set = |known: &mut Option<String>, own: Option<String>| {
        if own.is_some() {
            *known = own;
        }
    };
    if !own.external_id.is_empty() {
        raw.external_id = own.external_id;
    }
    set(&mut raw.title_en, own.title_en);
    set(&mut raw.title_ar, own.title_ar);
    set(&mut raw.stated_brand, own.stated_brand);
    set(&mut raw.part_number, own.part_number);
    set(&mut raw.sku, own.sku);
    set(&mut raw.stock_left, own.stock_left);
    set(&mut raw.image_url, own.image_url);
    if !own.gtins.is_empty() {
        raw.gtins = own.gtins;
    }
    if !own.categories.is_empty() {
        raw.categories = own.categories;
    }
    if own.price != RawPrice::Absent {
        // The list price, the end and the currency belong to the other price.
        raw.price = own.price;
        (raw.list_price, raw.price_valid_until, raw.currency) = (RawPrice::Absent, None, None);
    }
    if own.list_price != RawPrice::Absent {
        raw.list_price = own.list_price;
    }
    if own.stock != RawStock::Absent {
        raw.stock = own.stock;
    }
}
