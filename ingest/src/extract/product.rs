//! A schema.org Product, from JSON-LD or microdata, as offers.

use serde_json::Value;

use super::json_ld::is_a;
use crate::raw_offer::{RawOffer, RawPrice, RawStock};

/// What the retailer's file says about the page's products.
pub struct ProductRules<'a> {
    /// Where the page was found; the id when the shop states none.
    pub page_url: &'a str,
    /// The property with the Arabic title.
    pub title_ar: Option<&'a str>,
    /// Whether `name` is Arabic.
    pub arabic: bool,
}

/// Reads the offers of one Product.
///
/// # Errors
/// A sentence part that says what is missing or unclear.
pub fn offers(product: &Value, rules: &ProductRules<'_>) -> Result<Vec<RawOffer>, String> {
    let stated = candidates(product)?;
    let base = base_offer(product, rules)?;
    // Several offers with ids of their own are variants; without, they are conditions of the same thing.
    let distinct: std::collections::BTreeSet<_> =
        stated.iter().filter_map(|offer| text(offer, "sku")).collect();
    let own_sku = text(product, "sku");
    let chosen: Vec<&Value> = match own_sku.filter(|sku| distinct.contains(sku)) {
        Some(own) => {
            stated.iter().filter(|offer| text(offer, "sku").as_ref() == Some(&own)).take(1).collect()
        }
        None if distinct.len() == stated.len() => stated.iter().collect(),
        None if stated.len() == 1 => stated.iter().collect(),
        None => return Err(format!("it states {} offers and not which is which", stated.len())),
    };
    let several = chosen.len() > 1;
    Ok(chosen.into_iter().map(|offer| complete(&base, offer, several)).collect())
}

fn base_offer(product: &Value, rules: &ProductRules<'_>) -> Result<RawOffer, String> {
    let name = text(product, "name").ok_or("the product has no name")?;
    let id = text(product, "sku").or_else(|| text(product, "productID")).or_else(|| text(product, "mpn"));
    let title_ar = rules.title_ar.and_then(|property| text(product, property));
    let (title_en, title_ar) = if rules.arabic { (None, Some(name)) } else { (Some(name), title_ar) };
    Ok(RawOffer {
        external_id: id.unwrap_or_else(|| rules.page_url.to_owned()),
        title_en,
        title_ar,
        url: rules.page_url.to_owned(),
        image_url: image(product.get("image")),
        category_words: text(product, "category"),
        manufacturer: name_of(product.get("brand")).or_else(|| name_of(product.get("manufacturer"))),
        part_numbers: text(product, "mpn").into_iter().collect(),
        ..RawOffer::default()
    })
}

/// The single offers: new things only, and an AggregateOffer by what it holds.
fn candidates(product: &Value) -> Result<Vec<Value>, String> {
    let mut stated = Vec::new();
    let Some(offers) = product.get("offers") else {
        return Err("the product has no offer".to_owned());
    };
    for offer in listed(offers) {
        if is_a(offer, "AggregateOffer") {
            match offer.get("offers") {
                Some(inner) => stated.extend(listed(inner).cloned()),
                None => stated.push(single_of_aggregate(offer)?),
            }
        } else {
            stated.push(offer.clone());
        }
    }
    let is_new = |offer: &Value| {
        text(offer, "itemCondition").is_none_or(|condition| condition.to_lowercase().contains("new"))
    };
    let total = stated.len();
    stated.retain(is_new);
    match (total, stated.len()) {
        (0, _) => Err("the product has no offer".to_owned()),
        (_, 0) => Err("the product is not sold new".to_owned()),
        _ => Ok(stated),
    }
}

/// An AggregateOffer without single offers is one price only where lowest and highest agree.
fn single_of_aggregate(offer: &Value) -> Result<Value, String> {
    let (low, high) = (text(offer, "lowPrice"), text(offer, "highPrice"));
    let one = text(offer, "offerCount").as_deref() == Some("1");
    match (low, high) {
        (Some(low), Some(high)) if low == high => Ok(with_price(offer, low)),
        (Some(low), None) if one => Ok(with_price(offer, low)),
        _ => Err("it states a price range only, which may be another variant's".to_owned()),
    }
}

fn with_price(offer: &Value, price: String) -> Value {
    let mut offer = offer.clone();
    if let Some(object) = offer.as_object_mut() {
        object.insert("price".to_owned(), Value::String(price));
    }
    offer
}

fn complete(base: &RawOffer, offer: &Value, several: bool) -> RawOffer {
    let mut raw = base.clone();
    if let Some(sku) = text(offer, "sku").filter(|_| several) {
        raw.external_id = sku;
    }
    if several {
        if let Some(url) = text(offer, "url") {
            raw.url = url;
        }
        if let Some(name) = text(offer, "name") {
            raw.title_en = Some(name);
        }
    }
    // The offer's own price, or the one of a price specification that is not a unit or member price.
    let price = text(offer, "price").or_else(|| {
        let specification = offer.get("priceSpecification")?;
        listed(specification)
            .find(|item| !is_a(item, "UnitPriceSpecification"))
            .and_then(|item| text(item, "price"))
    });
    raw.price = RawPrice::decimal(price);
    raw.currency = text(offer, "priceCurrency").or_else(|| {
        offer
            .get("priceSpecification")
            .and_then(|item| listed(item).find_map(|item| text(item, "priceCurrency")))
    });
    raw.stock = text(offer, "availability").map_or(RawStock::Absent, RawStock::Words);
    raw
}

/// A value or a list of values.
fn listed(value: &Value) -> impl Iterator<Item = &Value> {
    match value {
        Value::Array(items) => items.as_slice(),
        single => std::slice::from_ref(single),
    }
    .iter()
}

fn text(node: &Value, key: &str) -> Option<String> {
    let found = listed(node.get(key)?).find_map(|value| match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })?;
    (!found.is_empty()).then_some(found)
}

fn name_of(value: Option<&Value>) -> Option<String> {
    match listed(value?).next()? {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        node => text(node, "name"),
    }
}

fn image(value: Option<&Value>) -> Option<String> {
    match listed(value?).next()? {
        Value::String(text) => Some(text.clone()),
        node => text(node, "url").or_else(|| text(node, "contentUrl")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(offers_value: Value) -> Result<Vec<RawOffer>, String> {
        let rules = ProductRules { page_url: "https://shop.example/p/1", title_ar: None, arabic: false };
        offers(&json!({"@type": "Product", "name": "A", "sku": "S1", "offers": offers_value}), &rules)
    }

    fn price(offers_value: Value) -> RawPrice {
        read(offers_value).expect("offers").remove(0).price
    }

    #[test]
    fn the_price_is_read_wherever_it_stands() {
        let decimal = |text: &str| RawPrice::Decimal(text.to_owned());
        assert_eq!(price(json!({"@type": "Offer", "price": "9.500"})), decimal("9.500"));
        assert_eq!(price(json!([{"@type": "Offer", "price": 9.5}])), decimal("9.5"));
        assert_eq!(
            price(json!({"@type": "AggregateOffer", "lowPrice": "9", "highPrice": "9"})),
            decimal("9")
        );
        assert_eq!(price(json!({"@type": "Offer", "priceSpecification": {"price": 7}})), decimal("7"));
    }

    #[test]
    fn another_variants_or_a_used_price_is_not_taken() {
        let aggregate = json!({"@type": "AggregateOffer", "lowPrice": "8", "offers": [
            {"sku": "S1-OPENBOX", "price": "8", "itemCondition": "https://schema.org/UsedCondition"},
            {"sku": "S1", "price": "10", "itemCondition": "https://schema.org/NewCondition"}]});
        assert_eq!(price(aggregate), RawPrice::Decimal("10".into()));
        assert!(read(json!({"@type": "AggregateOffer", "lowPrice": "8", "highPrice": "12"})).is_err());
        assert!(read(json!([{"price": "8"}, {"price": "10"}])).is_err());
        assert!(read(json!({"price": "8", "itemCondition": "RefurbishedCondition"})).is_err());
    }

    #[test]
    fn offers_with_ids_of_their_own_are_variants() {
        let offers = read(json!([{"sku": "a", "price": "8"}, {"sku": "b", "price": "10"}])).expect("offers");
        assert_eq!(offers.iter().map(|offer| offer.external_id.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    }
}
