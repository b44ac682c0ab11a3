//! Reads the offers of a schema.org Product, from JSON-LD or microdata.

use domain::model::RejectReason;
use serde_json::Value;
use time::OffsetDateTime;

use super::{
    offer_choice::{drop_unavailable, is_new, listed, stated_offers, terms, text},
    offer_prices::{Timed, current_sale, prices, same_amount},
    text::description_start,
    validity::Validity,
};
use crate::raw_offer::{RawOffer, RawPrice, RawStock, Rejection, RetailerCategory};

/// Rules of the retailer file for the products of a page.
pub struct ProductRules<'a> {
    /// Address of the page; also the offer's id where the page states none.
    pub page_url: &'a str,
    /// Property with the Arabic title.
    pub title_ar: Option<&'a str>,
    /// Whether `name` is Arabic.
    pub arabic: bool,
    /// The time at which a price must be valid.
    pub now: OffsetDateTime,
}

/// Reads the offers of one Product.
///
/// # Errors
/// The missing or unclear piece.
pub fn offers(product: &Value, rules: &ProductRules<'_>) -> Result<Vec<RawOffer>, Rejection> {
    let stated = candidates(product, rules.now)?;
    let base = base_offer(product, rules)?;
    // Several offers with SKUs of their own are variants; without SKUs, they are conditions of the same product.
    let distinct: std::collections::BTreeSet<_> =
        stated.iter().filter_map(|offer| text(offer, "sku")).collect();
    let product_sku = text(product, "sku").filter(|sku| distinct.contains(sku));
    let chosen: Vec<Value> = match product_sku {
        Some(sku) => {
            let own = stated.iter().filter(|offer| text(offer, "sku").as_ref() == Some(&sku));
            vec![only_price(own, rules.now)?]
        }
        None if distinct.len() == stated.len() => stated.clone(),
        None => vec![only_price(stated.iter(), rules.now)?],
    };
    let several = chosen.len() > 1;
    chosen.iter().map(|offer| complete(&base, offer, several, rules.now)).collect()
}

/// Returns one offer of several for the same product, if all state the same price, or one of them a sale that is valid
/// now. The availability counts only where all that state one agree.
fn only_price<'a>(offers: impl Iterator<Item = &'a Value>, now: OffsetDateTime) -> Result<Value, Rejection> {
    let offers: Vec<&Value> = offers.collect();
    let Some(first) = offers.first() else { return Err(no_offer()) };
    if let Some(sale) = sale_of(&offers, now) {
        return Ok(sale);
    }
    let amounts: Vec<String> = offers.iter().filter_map(|offer| prices(offer, now).price).collect();
    let differing =
        amounts.iter().find(|amount| !amounts.first().is_some_and(|first| same_amount(first, amount)));
    if let (Some(one), Some(other)) = (amounts.first(), differing) {
        let detail = format!(
            "it states {} offers, among them for {one} and {other}, and not which is which",
            offers.len()
        );
        return Err(Rejection::new(RejectReason::SeveralPrices, detail));
    }
    // An offer without a price adds nothing to an offer that has one.
    let mut only = (*offers.iter().find(|offer| prices(offer, now).price.is_some()).unwrap_or(first)).clone();
    let mut availabilities = offers.iter().filter_map(|offer| offer.get("availability"));
    let stated = availabilities.next();
    let agree = availabilities.all(|other| Some(other) == stated);
    if let Some(object) = only.as_object_mut() {
        match stated.filter(|_| agree) {
            Some(stated) => object.insert("availability".to_owned(), stated.clone()),
            None => object.remove("availability"),
        };
    }
    Ok(only)
}

/// Returns the offer that is a sale, with the ordinary price as its list price.
fn sale_of(offers: &[&Value], now: OffsetDateTime) -> Option<Value> {
    let timed = |offer: &&Value| Some(Timed { amount: text(offer, "price")?, validity: Validity::of(offer) });
    let stated: Vec<Timed> = offers.iter().map(timed).collect::<Option<_>>()?;
    let (sale, regular) = current_sale(&stated).filter(|(sale, _)| sale.validity.is_current(now))?;
    let mut offer = (*offers.get(stated.iter().position(|timed| timed == sale)?)?).clone();
    let list = serde_json::json!({"price": regular.amount, "priceType": "ListPrice"});
    offer.as_object_mut()?.entry("priceSpecification").or_insert(list);
    Some(offer)
}

/// Reads a product without its offers.
///
/// # Errors
/// When it has no name.
pub fn base_offer(product: &Value, rules: &ProductRules<'_>) -> Result<RawOffer, Rejection> {
    let name = text(product, "name")
        .ok_or_else(|| Rejection::new(RejectReason::Incomplete, "the product has no name"))?;
    let id = text(product, "sku").or_else(|| text(product, "productID")).or_else(|| text(product, "mpn"));
    let title_ar = rules.title_ar.and_then(|property| text(product, property));
    let (title_en, title_ar) = if rules.arabic { (None, Some(name)) } else { (Some(name), title_ar) };
    Ok(RawOffer {
        external_id: id.unwrap_or_else(|| rules.page_url.to_owned()),
        title_en,
        title_ar,
        url: rules.page_url.to_owned(),
        image_url: image(product.get("image")),
        categories: categories(product.get("category")),
        description: text(product, "description").and_then(|markup| description_start(&markup)),
        stated_brand: name_of(product.get("brand")).or_else(|| name_of(product.get("manufacturer"))),
        part_number: text(product, "mpn"),
        sku: text(product, "sku"),
        gtins: gtins(product),
        ..RawOffer::default()
    })
}

/// Returns the single offers of a product: new ones only; an AggregateOffer counts by the offers it holds.
fn candidates(product: &Value, now: OffsetDateTime) -> Result<Vec<Value>, Rejection> {
    let (mut stated, aggregates) = product.get("offers").map(stated_offers).unwrap_or_default();
    if stated.is_empty() {
        stated = aggregates.iter().map(single_of_aggregate).collect::<Result<_, _>>()?;
    }
    let total = stated.len();
    stated.retain(|offer| is_new(product) && is_new(offer));
    drop_unavailable(&mut stated, now);
    match (total, stated.len()) {
        (0, _) => Err(no_offer()),
        (_, 0) => Err(Rejection::new(RejectReason::NotNew, "the product is not new")),
        _ => Ok(stated),
    }
}

/// Converts an AggregateOffer without single offers: its price is known only where the lowest and the highest agree.
fn single_of_aggregate(offer: &Value) -> Result<Value, Rejection> {
    let (low, high) = (text(offer, "lowPrice"), text(offer, "highPrice"));
    let one = text(offer, "offerCount").as_deref() == Some("1");
    match (low, high) {
        _ if text(offer, "price").is_some() => Ok(offer.clone()),
        (Some(low), Some(high)) if same_amount(&low, &high) => Ok(with_price(offer, low)),
        (Some(low), None) if one => Ok(with_price(offer, low)),
        (Some(low), Some(high)) => Err(Rejection::new(
            RejectReason::SeveralPrices,
            format!("it states a price range only, {low} to {high}, which may be another variant's"),
        )),
        _ => Err(Rejection::new(
            RejectReason::SeveralPrices,
            "it states a price range only, which may be another variant's",
        )),
    }
}

fn no_offer() -> Rejection {
    Rejection::new(RejectReason::Price, "the product has no offer")
}

fn with_price(offer: &Value, price: String) -> Value {
    let mut offer = offer.clone();
    if let Some(object) = offer.as_object_mut() {
        object.insert("price".to_owned(), Value::String(price));
    }
    offer
}

fn complete(
    base: &RawOffer,
    offer: &Value,
    several: bool,
    now: OffsetDateTime,
) -> Result<RawOffer, Rejection> {
    let mut raw = base.clone();
    if several {
        // The numbers of the product belong to another variant, or to none.
        raw.sku = text(offer, "sku");
        raw.part_number = text(offer, "mpn");
        raw.gtins = gtins(offer);
        if let Some(sku) = &raw.sku {
            raw.external_id.clone_from(sku);
        }
        if let Some(url) = text(offer, "url") {
            raw.url = url;
        }
        if let Some(name) = text(offer, "name") {
            raw.title_en = Some(name);
        }
    }
    let stated = prices(offer, now);
    if let Some(begins) = stated.begins.filter(|_| stated.price.is_none()) {
        let detail = format!("price: it is valid only from {begins} on");
        return Err(Rejection::new(RejectReason::Price, detail));
    }
    raw.price = RawPrice::decimal(stated.price);
    raw.list_price = RawPrice::decimal(stated.list_price);
    raw.price_valid_until = stated.valid_until;
    raw.currency = stated.currency;
    raw.stock = stock(offer);
    raw.description = with_description(offer, raw.description, base);
    Ok(raw)
}

/// Adds what an offer says of itself to the description of the product: "Deposit", "Open box".
fn with_description(offer: &Value, known: Option<String>, base: &RawOffer) -> Option<String> {
    let name = text(offer, "name")
        .filter(|name| [&base.title_en, &base.title_ar].iter().all(|title| title.as_ref() != Some(name)));
    let own = text(offer, "description").and_then(|markup| description_start(&markup));
    let own = own.filter(|own| known.as_ref() != Some(own));
    let all: Vec<String> = [name, own, known].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(". "))
}

/// Reads the availability: a term, a list of them, or a boolean.
fn stock(offer: &Value) -> RawStock {
    if let Some(Value::Bool(flag)) = offer.get("availability") {
        return RawStock::Flag(*flag);
    }
    let terms = terms(offer, "availability");
    if terms.is_empty() { RawStock::Absent } else { RawStock::Words(terms.join(" / ")) }
}

/// Reads the categories: `category` is a text, a list of texts, or a CategoryCode with a name; a text may be a path.
fn categories(value: Option<&Value>) -> Vec<RetailerCategory> {
    let texts = value.into_iter().flat_map(listed).filter_map(|node| match node {
        Value::String(text) => Some(text.clone()),
        node => text(node, "name").or_else(|| text(node, "codeValue")),
    });
    texts
        .map(|text| RetailerCategory::from_text(&text))
        .filter(|category| !category.path.is_empty())
        .collect()
}

/// Returns the barcodes under any of the schema.org property names.
fn gtins(node: &Value) -> Vec<String> {
    let names = ["gtin", "gtin8", "gtin12", "gtin13", "gtin14"];
    names.into_iter().filter_map(|name| text(node, name)).collect()
}

/// Returns the product's name, where it has one.
pub fn name(product: &Value) -> Option<String> {
    text(product, "name")
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
    use time::macros::datetime;

    use super::*;

    const RULES: ProductRules<'static> = ProductRules {
        page_url: "https://shop.example/p/1",
        title_ar: None,
        arabic: false,
        now: datetime!(2026-11-30 09:00 UTC),
    };

    fn read(offers_value: Value) -> Result<Vec<RawOffer>, Rejection> {
        offers(&json!({"@type": "Product", "name": "A", "sku": "S1", "offers": offers_value}), &RULES)
    }

    fn price(offers_value: Value) -> RawPrice {
        read(offers_value).expect("offers").remove(0).price
    }

    #[test]
    fn price_is_read_from_every_known_field() {
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
    fn description_is_read_without_markup() {
        let product = json!({"@type": "Product", "name": "G604", "description": "<div>Gaming mouse</div>",
            "offers": {"@type": "Offer", "price": "9.500"}});
        let read = offers(&product, &RULES).expect("an offer");
        assert_eq!(read[0].description.as_deref(), Some("Gaming mouse"));
    }

    #[test]
    fn price_of_another_variant_or_used_item_is_ignored() {
        let aggregate = json!({"@type": "AggregateOffer", "lowPrice": "8", "offers": [
            {"sku": "S1-OPENBOX", "price": "8", "itemCondition": "https://schema.org/UsedCondition"},
            {"sku": "S1", "price": "10", "itemCondition": "https://schema.org/NewCondition"}]});
        assert_eq!(price(aggregate), RawPrice::Decimal("10".into()));
        assert!(read(json!({"@type": "AggregateOffer", "lowPrice": "8", "highPrice": "12"})).is_err());
        let both = read(json!([{"price": "8"}, {"price": "10"}])).expect_err("two prices");
        assert!(both.detail.contains("8 and 10"), "{both}");
        assert!(read(json!({"price": "8", "itemCondition": "RefurbishedCondition"})).is_err());
    }

    #[test]
    fn price_range_beside_single_offers_is_ignored() {
        let range = json!({"@type": "AggregateOffer", "lowPrice": "8", "highPrice": "12", "offerCount": 2});
        let first = json!({"@type": "Offer", "sku": "a", "price": "8"});
        let second = json!({"@type": "Offer", "sku": "b", "price": "12"});
        assert_eq!(read(json!([range, first, second])).expect("both offers").len(), 2);
        let alike = json!([range, {"price": "10.000"}, {"price": "10", "seller": {"name": "B"}}]);
        assert_eq!(price(alike), RawPrice::Decimal("10.000".into()));
        // The inner offers may be a count, or addresses only.
        let counted = json!({"@type": "AggregateOffer", "lowPrice": "9", "highPrice": "9.0", "offers": 3});
        assert_eq!(price(counted), RawPrice::Decimal("9".into()));
    }

    #[test]
    fn conflicting_stock_of_offers_is_unknown() {
        let offers =
            json!([{"price": "8", "availability": "InStock"}, {"price": "8", "availability": "OutOfStock"}]);
        assert_eq!(read(offers).expect("an offer")[0].stock, RawStock::Absent);
    }

    #[test]
    fn id_with_two_prices_is_refused() {
        assert!(read(json!([{"sku": "S1", "price": "8"}, {"sku": "S1", "price": "10"}])).is_err());
    }

    #[test]
    fn offers_with_ids_of_their_own_are_variants() {
        let offers = read(json!([{"sku": "a", "price": "8"}, {"sku": "b", "price": "10"}])).expect("offers");
        assert_eq!(offers.iter().map(|offer| offer.external_id.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn variants_are_named_by_the_item_that_an_offer_offers() {
        let read = read(json!([
            {"price": "41.250", "itemOffered": {"@type": "Product", "sku": "K32", "name": "Kit 32GB"}},
            {"price": "78.500", "itemOffered": {"@type": "Product", "sku": "K64", "name": "Kit 64GB"}}]))
        .expect("two offers");
        let titles: Vec<_> =
            read.iter().map(|raw| (raw.external_id.as_str(), raw.title_en.as_deref())).collect();
        assert_eq!(titles, [("K32", Some("Kit 32GB")), ("K64", Some("Kit 64GB"))]);
    }

    #[test]
    fn stock_is_read_from_a_term_an_object_a_list_or_a_boolean() {
        let stock = |availability: Value| {
            read(json!({"price": "8", "availability": availability})).expect("an offer").remove(0).stock
        };
        let words = |text: &str| RawStock::Words(text.to_owned());
        assert_eq!(
            stock(json!({"@type": "ItemAvailability", "@id": "schema:SoldOut"})),
            words("schema:SoldOut")
        );
        assert_eq!(stock(json!(["schema:InStock", "x"])), words("schema:InStock / x"));
        assert_eq!(stock(json!([{"name": "OutOfStock"}, "InStock"])), words("OutOfStock / InStock"));
        assert_eq!(stock(json!(false)), RawStock::Flag(false));
        assert_eq!(stock(json!(null)), RawStock::Absent);
    }

    #[test]
    fn sale_among_offers_counts_within_its_dates() {
        let both = |from: &str, until: &str| {
            read(json!([{"price": "54.250", "validFrom": from, "validThrough": until}, {"price": "60.500"}]))
                .expect("an offer")
                .remove(0)
        };
        let sale = both("2026-11-20", "2026-12-05");
        assert_eq!(
            (sale.price, sale.list_price),
            (RawPrice::Decimal("54.250".into()), RawPrice::Decimal("60.500".into()))
        );
        assert_eq!(sale.price_valid_until, Some(datetime!(2026-12-05 21:00 UTC)));
        for (from, until) in [("2026-12-20", "2026-12-31"), ("2026-10-01", "2026-11-01")] {
            assert_eq!(both(from, until).price, RawPrice::Decimal("60.500".into()), "{from}");
        }
        let future = read(json!({"price": "54.250", "validFrom": "2027-03-01"})).expect_err("not yet");
        assert!(future.detail.contains("only from 2027-02-28 21:00"), "{future}");
    }

    #[test]
    fn what_an_offer_says_of_itself_is_read() {
        let offer = json!({"price": "30.000", "name": "Deposit", "description": "<p>Paid at once</p>"});
        assert_eq!(read(offer).expect("an offer")[0].description.as_deref(), Some("Deposit. Paid at once"));
        assert_eq!(read(json!({"price": "30.000", "name": "A"})).expect("an offer")[0].description, None);
    }
}
