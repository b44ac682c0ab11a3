//! Selects from the offers that a product states those that count: new, for sale, not expired, and in dinars where
//! any is.

use serde_json::Value;
use time::{Date, OffsetDateTime, format_description::well_known::Iso8601};

use super::json_ld::is_a;

/// Returns the offers with a price of their own, and the AggregateOffers without such offers. An AggregateOffer
/// counts by the offers it holds; its price range counts only where no single offer stands beside it.
pub(super) fn stated_offers(offers: &Value) -> (Vec<Value>, Vec<Value>) {
    let (mut single, mut aggregates) = (Vec::new(), Vec::new());
    for offer in listed(offers).filter(|offer| offer.is_object()) {
        if !is_a(offer, "AggregateOffer") {
            single.push(offer.clone());
            continue;
        }
        let inner: Vec<Value> = offer
            .get("offers")
            .into_iter()
            .flat_map(listed)
            .filter(|inner| inner.is_object())
            .cloned()
            .collect();
        match inner.is_empty() {
            true => aggregates.push(offer.clone()),
            false => single.extend(inner),
        }
    }
    (single, aggregates)
}

/// Drops leased and expired offers and those in other currencies, each as long as any offer is left.
pub(super) fn drop_unavailable(offers: &mut Vec<Value>) {
    let today = OffsetDateTime::now_utc().date();
    prefer(offers, |offer| !is_leased(offer));
    prefer(offers, |offer| !is_over(offer, today));
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

/// Whether the condition is new or not stated: `NewCondition` and `new` are new; "RenewedCondition" is not.
pub(super) fn is_new(node: &Value) -> bool {
    text(node, "itemCondition").is_none_or(|condition| {
        let name = condition.rsplit(['/', '#', ':']).next().unwrap_or_default().to_lowercase();
        matches!(name.trim(), "newcondition" | "new" | "brand new" | "جديد")
    })
}

fn is_leased(offer: &Value) -> bool {
    text(offer, "businessFunction").is_some_and(|function| function.ends_with("LeaseOut"))
}

fn is_over(offer: &Value, today: Date) -> bool {
    text(offer, "priceValidUntil")
        .and_then(|until| Date::parse(until.get(..10)?, &Iso8601::DATE).ok())
        .is_some_and(|until| until < today)
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

/// Returns the first text or number of a property.
pub(super) fn text(node: &Value, key: &str) -> Option<String> {
    let found = listed(node.get(key)?).find_map(|value| match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })?;
    (!found.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn buyable_offer_is_preferred() {
        let mut offers = vec![
            json!({"price": "8", "priceValidUntil": "2020-01-01"}),
            json!({"price": "1", "businessFunction": "http://purl.org/goodrelations/v1#LeaseOut"}),
            json!({"price": "33", "priceCurrency": "USD"}),
            json!({"price": "10", "priceCurrency": "KWD", "priceValidUntil": "2999-12-31"}),
        ];
        drop_unavailable(&mut offers);
        assert_eq!(offers.len(), 1);
        assert_eq!(offers[0]["price"], "10");
        // The only offer stays, however old its date is: retailers forget to update it.
        let mut only = vec![json!({"price": "8", "priceValidUntil": "2020-01-01"})];
        drop_unavailable(&mut only);
        assert_eq!(only.len(), 1);
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
    }
}
