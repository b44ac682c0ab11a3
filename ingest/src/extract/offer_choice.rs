//! Selects from the offers that a product states those that count: new, for sale, not expired, and in dinars where
//! any is.

use serde_json::Value;
use time::OffsetDateTime;

use super::{json_ld::is_a, validity::Validity};
use crate::normalise::{Condition, condition};

/// Returns the offers with a price of their own, and the AggregateOffers without such offers. An AggregateOffer
/// counts by the offers it holds; its price range counts only where no single offer stands beside it.
pub(super) fn stated_offers(offers: &Value) -> (Vec<Value>, Vec<Value>) {
    let (mut single, mut aggregates) = (Vec::new(), Vec::new());
    for offer in listed(offers).filter(|offer| offer.is_object()) {
        if !is_a(offer, "AggregateOffer") {
            single.push(with_offered(offer.clone()));
            continue;
        }
        let inner: Vec<Value> = offer
            .get("offers")
            .into_iter()
            .flat_map(listed)
            .filter(|inner| inner.is_object())
            .cloned()
            .map(with_offered)
            .collect();
        match inner.is_empty() {
            true => aggregates.push(offer.clone()),
            false => single.extend(inner),
        }
    }
    (single, aggregates)
}

/// Completes an offer by the numbers, name and address of the variant that it offers.
fn with_offered(mut offer: Value) -> Value {
    let Some(object) = offer.as_object_mut() else { return offer };
    let Some(offered) = object.remove("itemOffered") else { return offer };
    let Some(offered) = listed(&offered).next().and_then(Value::as_object) else { return offer };
    for key in ["sku", "mpn", "gtin", "gtin8", "gtin12", "gtin13", "gtin14", "name", "url", "itemCondition"] {
        if let (false, Some(value)) = (object.contains_key(key), offered.get(key)) {
            object.insert(key.to_owned(), value.clone());
        }
    }
    offer
}

/// Drops leased offers, those that are not valid at this time and those in other currencies, each as long as any offer
/// is left.
pub(super) fn drop_unavailable(offers: &mut Vec<Value>, now: OffsetDateTime) {
    prefer(offers, |offer| !is_leased(offer));
    prefer(offers, |offer| !Validity::of(offer).is_future(now));
    prefer(offers, |offer| !Validity::of(offer).is_over(now));
    let in_dinars = |offer: &Value| currency(offer).is_some_and(|currency| is_dinar(&currency));
    if offers.iter().any(in_dinars) {
        prefer(offers, in_dinars);
    }
}

fn prefer(offers: &mut Vec<Value>, wanted: impl Fn(&Value) -> bool) {
    if offers.iter().any(&wanted) {
        offers.retain(wanted);
    }
}

/// Whether the condition is new or not stated: `NewCondition` and `new` are new; "RenewedCondition" is not. Of several
/// conditions, all must be new.
pub(super) fn is_new(node: &Value) -> bool {
    terms(node, "itemCondition").iter().all(|stated| condition::of_field(stated) == Condition::New)
}

fn is_leased(offer: &Value) -> bool {
    terms(offer, "businessFunction").iter().any(|function| function.ends_with("LeaseOut"))
}

fn is_dinar(currency: &str) -> bool {
    matches!(currency.to_ascii_uppercase().as_str(), "KWD" | "KD")
}

fn currency(offer: &Value) -> Option<String> {
    text(offer, "priceCurrency").or_else(|| {
        offer
            .get("priceSpecification")
            .and_then(|items| listed(items).find_map(|item| text(item, "priceCurrency")))
    })
}

/// Iterates over a list of values, or over a single value.
pub(super) fn listed(value: &Value) -> impl Iterator<Item = &Value> {
    match value {
        Value::Array(items) => items.as_slice(),
        single => std::slice::from_ref(single),
    }
    .iter()
}

/// Returns the first text or number of a property; a text may state its language (`@value`).
pub(super) fn text(node: &Value, key: &str) -> Option<String> {
    let found = listed(node.get(key)?).find_map(|value| scalar(value.get("@value").unwrap_or(value)))?;
    (!found.is_empty()).then_some(found)
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns all terms of a property whose values are schema.org's: each a text, an address, or an object named by its
/// `@id`, `url` or `name`.
pub(super) fn terms(node: &Value, key: &str) -> Vec<String> {
    let term = |value: &Value| match value {
        Value::Object(object) => {
            ["@value", "@id", "url", "name"].iter().find_map(|key| scalar(object.get(*key)?))
        }
        value => scalar(value),
    };
    node.get(key).into_iter().flat_map(listed).filter_map(term).filter(|term| !term.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-30 09:00 UTC);

    #[test]
    fn buyable_offer_is_preferred() {
        let mut offers = vec![
            json!({"price": "8", "priceValidUntil": "2020-01-01"}),
            json!({"price": "1", "businessFunction": "http://purl.org/goodrelations/v1#LeaseOut"}),
            json!({"price": "33", "priceCurrency": "USD"}),
            json!({"price": "10", "priceCurrency": "KWD", "priceValidUntil": "2999-12-31"}),
        ];
        drop_unavailable(&mut offers, NOW);
        assert_eq!(offers.len(), 1);
        assert_eq!(offers[0]["price"], "10");
        // The only offer stays, however old its date is: retailers forget to update it.
        let mut only = vec![json!({"price": "8", "priceValidUntil": "2020-01-01"})];
        drop_unavailable(&mut only, NOW);
        assert_eq!(only.len(), 1);
        let mut sale = vec![
            json!({"price": "8", "validFrom": "2026-12-24"}),
            json!({"price": "9", "validThrough": "2026-11-29"}),
            json!({"price": "10", "validFrom": "2026-11-30", "priceValidUntil": "2026-11-30"}),
        ];
        drop_unavailable(&mut sale, NOW);
        assert_eq!(sale.iter().map(|offer| &offer["price"]).collect::<Vec<_>>(), ["10"]);
    }

    #[test]
    fn renewed_is_not_new() {
        for (condition, expected) in [
            ("https://schema.org/NewCondition", true),
            ("new", true),
            ("RenewedCondition", false),
            ("https://schema.org/RefurbishedCondition", false),
        ] {
            assert_eq!(is_new(&json!({"itemCondition": condition})), expected, "{condition}");
        }
        assert!(is_new(&json!({})));
        assert!(is_new(&json!({"itemCondition": {"@id": "schema:NewCondition"}})));
        for condition in [
            json!({"@type": "OfferItemCondition", "@id": "https://schema.org/DamagedCondition"}),
            json!(["NewCondition", "UsedCondition"]),
            json!([{"name": "Open Box"}]),
            json!({"@value": "used"}),
        ] {
            assert!(!is_new(&json!({"itemCondition": condition})), "{condition}");
        }
    }
}
