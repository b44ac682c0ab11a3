//! Finds where on a page the fields of an offer stand: the structure that a later crawl compares.
//!
//! A value is looked for in all data of the page, not only where the adapter of today reads it. So the place is known for
//! every way of reading a page, and a value that has moved is found where it stands now.

use domain::store::canaries::{FoundField, PageStructure};
use scraper::{Html, Selector};
use serde_json::Value;

use crate::{
    extract::{
        field::Field,
        json_ld::{self, Stated},
        microdata::{self, Markup},
        page,
    },
    platforms::SelectorFields,
    raw_offer::{RawOffer, RawPrice, RawStock, RetailerCategory},
    retailer_file::FieldRule,
};

/// Maximum number of values of a page that are looked at, and maximum depth at which they stand.
const MAX_VALUES: usize = 5_000;
const MAX_DEPTH: usize = 12;
/// Maximum length of a value that is kept, in characters.
const MAX_VALUE_CHARS: usize = 300;

/// A field that is read but whose value stands nowhere in the data of the page.
pub(crate) const SOMEWHERE: &str = "the page";

/// The values of a page that are readable by a program, each with its place in words.
pub(crate) struct PageValues {
    document: Html,
    values: Vec<(String, String)>,
}

impl PageValues {
    /// Reads the values of a page: JSON-LD, microdata, and `meta` elements.
    ///
    /// # Errors
    /// A sentence part, when the page cannot be parsed.
    pub(crate) fn read(html: &str) -> Result<Self, String> {
        let document = page::parse(html)?;
        let mut values = Vec::new();
        let stated = json_ld::products(&json_ld::blocks(&document).nodes);
        for (kind, products) in [
            ("JSON-LD", stated.into_iter().flat_map(Stated::into_products).collect::<Vec<_>>()),
            ("microdata", microdata::products(&document, Markup::Microdata)),
            ("RDFa", microdata::products(&document, Markup::Rdfa)),
        ] {
            products.iter().for_each(|product| collect(product, kind, "", MAX_DEPTH, &mut values));
        }
        if let Ok(selector) = Selector::parse("meta[content]") {
            for element in document.select(&selector) {
                let name = ["property", "itemprop", "name"].iter().find_map(|key| element.attr(key));
                if let (Some(name), Some(content)) = (name, element.attr("content")) {
                    push(&mut values, format!("meta {name}"), content);
                }
            }
        }
        Ok(Self { document, values })
    }

    /// Returns the structure of an offer that was read from this page. `rules` are the selectors of the retailer file.
    pub(crate) fn structure(&self, offer: &RawOffer, rules: Option<&SelectorFields>) -> PageStructure {
        let find = |(name, value): (&'static str, String)| {
            let by_rule = rules
                .and_then(|rules| rule_of(rules, name))
                .filter(|(_, rule)| self.value_by(rule).is_some())
                .map(|(_, rule)| place_of(rule));
            let place =
                by_rule.or_else(|| self.place_of_value(&value)).unwrap_or_else(|| SOMEWHERE.to_owned());
            (name.to_owned(), FoundField { place, value: cut(&value) })
        };
        fields(offer).into_iter().map(find).collect()
    }

    /// Returns the value that stands at a place now.
    pub(crate) fn value_at(&self, place: &str, name: &str, rules: Option<&SelectorFields>) -> Option<String> {
        let by_rule = || {
            let (_, rule) = rule_of(rules?, name).filter(|(_, rule)| place_of(rule) == place)?;
            self.value_by(rule)
        };
        let stated = self.values.iter().find(|(at, _)| at == place);
        stated.map(|(_, value)| value.clone()).or_else(by_rule)
    }

    /// Returns the parsed page.
    pub(crate) fn document(&self) -> &Html {
        &self.document
    }

    fn place_of_value(&self, value: &str) -> Option<String> {
        let value = value.trim();
        // The address of a picture is stated relative to the page.
        let is_it = |stated: &str| stated == value || (stated.starts_with('/') && value.ends_with(stated));
        self.values.iter().find(|(_, stated)| is_it(stated)).map(|(place, _)| place.clone())
    }

    fn value_by(&self, rule: &FieldRule) -> Option<String> {
        Field::new(rule).ok()?.first(&self.document)
    }
}

/// Returns the fields that an offer states, in the retailer's own words.
pub(crate) fn fields(offer: &RawOffer) -> Vec<(&'static str, String)> {
    let price = match &offer.price {
        RawPrice::Absent => None,
        RawPrice::Text(text) | RawPrice::Decimal(text) => Some(text.clone()),
        RawPrice::Minor { amount, .. } => Some(amount.clone()),
    };
    let stock = match &offer.stock {
        RawStock::Absent => offer.stock_left.clone(),
        RawStock::Flag(flag) => Some(flag.to_string()),
        RawStock::Words(words) => Some(words.clone()),
    };
    let stated = [
        ("title", offer.title_en.clone().or_else(|| offer.title_ar.clone())),
        ("price", price),
        ("stock", stock),
        ("brand", offer.stated_brand.clone()),
        ("part number", offer.part_number.clone()),
        ("sku", offer.sku.clone()),
        ("barcode", offer.gtins.first().cloned()),
        ("picture", offer.image_url.clone()),
        ("category", offer.categories.first().map(RetailerCategory::text)),
    ];
    let said = |(name, value): (&'static str, Option<String>)| Some((name, value?));
    stated.into_iter().filter_map(said).filter(|(_, value)| !value.trim().is_empty()).collect()
}

fn collect(value: &Value, kind: &str, path: &str, depth: usize, values: &mut Vec<(String, String)>) {
    match value {
        Value::Object(object) if depth > 0 => {
            for (key, inner) in object {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                collect(inner, kind, &path, depth - 1, values);
            }
        }
        Value::Array(items) if depth > 0 => {
            items.iter().for_each(|item| collect(item, kind, path, depth - 1, values));
        }
        Value::String(text) => push(values, format!("{kind} {path}"), text),
        Value::Number(number) => push(values, format!("{kind} {path}"), &number.to_string()),
        Value::Bool(flag) => push(values, format!("{kind} {path}"), &flag.to_string()),
        _ => {}
    }
}

fn push(values: &mut Vec<(String, String)>, place: String, value: &str) {
    let value = value.trim();
    if values.len() < MAX_VALUES && !value.is_empty() {
        values.push((place, value.to_owned()));
    }
}

/// Returns the rule by which the retailer file reads a field, with its key in `[selectors.fields]`.
pub(crate) fn rule_of<'a>(rules: &'a SelectorFields, name: &str) -> Option<(&'static str, &'a FieldRule)> {
    let (key, rule) = match name {
        "title" => ("title", Some(&rules.title)),
        "price" => ("price", Some(&rules.price)),
        "stock" => ("stock", rules.stock.as_ref()),
        "brand" => ("manufacturer", rules.manufacturer.as_ref()),
        "part number" => ("part_number", rules.part_number.as_ref()),
        "sku" => ("sku", rules.sku.as_ref()),
        "barcode" => ("gtin", rules.gtin.as_ref()),
        "picture" => ("image_url", rules.image_url.as_ref()),
        "category" => ("category", rules.category.as_ref()),
        _ => return None,
    };
    Some((key, rule?))
}

fn place_of(rule: &FieldRule) -> String {
    match &rule.attribute {
        Some(attribute) => format!("selector {} ({attribute})", rule.select),
        None => format!("selector {}", rule.select),
    }
}

fn cut(value: &str) -> String {
    value.trim().chars().filter(|letter| !letter.is_control()).take(MAX_VALUE_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(price: &str) -> RawOffer {
        RawOffer {
            title_en: Some("Corsair RM850e".to_owned()),
            price: RawPrice::Decimal(price.to_owned()),
            stock: RawStock::Words("https://schema.org/InStock".to_owned()),
            image_url: Some("https://shop.example/img/1.jpg".to_owned()),
            ..RawOffer::default()
        }
    }

    fn places(html: &str, price: &str) -> Vec<(String, String)> {
        let structure = PageValues::read(html).expect("a page").structure(&offer(price), None);
        structure.into_iter().map(|(name, found)| (name, found.place)).collect()
    }

    #[test]
    fn place_of_each_field_is_found_in_the_data_of_the_page() {
        let json = r#"<script type="application/ld+json">{"@type": "Product", "name": "Corsair RM850e",
            "image": ["/img/1.jpg"], "offers": [{"@type": "Offer", "price": 42.5, "availability": "https://schema.org/InStock"}]}</script>"#;
        let expected = [
            ("picture", "JSON-LD image"),
            ("price", "JSON-LD offers.price"),
            ("stock", "JSON-LD offers.availability"),
            ("title", "JSON-LD name"),
        ];
        let expected = expected.map(|(name, place)| (name.to_owned(), place.to_owned()));
        assert_eq!(places(json, "42.5"), expected);
        let meta = r#"<meta property="product:price:amount" content="42.500"><h1>Corsair RM850e</h1>"#;
        let found = places(meta, "42.500");
        assert!(found.contains(&("price".to_owned(), "meta product:price:amount".to_owned())), "{found:?}");
        assert!(found.contains(&("title".to_owned(), SOMEWHERE.to_owned())), "{found:?}");
    }

    #[test]
    fn value_at_a_place_is_read_again() {
        let page = PageValues::read(r#"<meta itemprop="price" content="7.250">"#).expect("a page");
        assert_eq!(page.value_at("meta price", "price", None).as_deref(), Some("7.250"));
        assert_eq!(page.value_at("JSON-LD offers.price", "price", None), None);
    }
}
