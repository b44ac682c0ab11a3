//! Selects the price of one schema.org Offer from its own price and its price specifications.

use serde_json::Value;

use super::{
    json_ld::is_a,
    offer_choice::{listed, text},
};
use crate::normalise::price::{self, PriceFormat};

/// Prices of an offer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct OfferPrices {
    /// Two amounts joined by a slash where the offer states two different ones; the price reader then refuses the
    /// text and names both.
    pub(super) price: Option<String>,
    /// Former price, or the manufacturer's recommended one.
    pub(super) list_price: Option<String>,
    pub(super) currency: Option<String>,
}

/// Meaning of a price specification.
enum Specified {
    Price(String),
    ListPrice(String),
    /// Delivery, instalments, members, quantities, a price by weight: nothing that one buyer pays for one piece.
    Other,
}

/// Reads the prices of an offer.
pub(super) fn prices(offer: &Value) -> OfferPrices {
    let specifications: Vec<&Value> = offer
        .get("priceSpecification")
        .into_iter()
        .flat_map(listed)
        .filter(|item| item.is_object())
        .collect();
    let mut stated: Vec<String> = text(offer, "price").into_iter().collect();
    let mut list_price = None;
    for specification in &specifications {
        match specified(specification) {
            Specified::Price(price) if !stated.iter().any(|known| same_amount(known, &price)) => {
                stated.push(price);
            }
            Specified::ListPrice(price) => list_price = list_price.or(Some(price)),
            Specified::Price(_) | Specified::Other => {}
        }
    }
    let currency = text(offer, "priceCurrency")
        .or_else(|| specifications.iter().find_map(|specification| text(specification, "priceCurrency")));
    let price = (!stated.is_empty()).then(|| stated.join(" / "));
    OfferPrices { price, list_price, currency }
}

fn specified(specification: &Value) -> Specified {
    let is_charge = ["DeliveryChargeSpecification", "PaymentChargeSpecification"]
        .iter()
        .any(|kind| is_a(specification, kind));
    let conditional = [
        "billingDuration",
        "billingIncrement",
        "billingStart",
        "validForMemberTier",
        "membershipPointsEarned",
        "eligibleTransactionVolume",
    ]
    .iter()
    .any(|key| specification.get(*key).is_some());
    if is_charge || conditional || is_bulk(specification) || is_by_unit(specification) {
        return Specified::Other;
    }
    let range = || {
        let (least, most) = (text(specification, "minPrice")?, text(specification, "maxPrice")?);
        same_amount(&least, &most).then_some(least)
    };
    let Some(price) = text(specification, "price").or_else(range) else { return Specified::Other };
    let kind = text(specification, "priceType").unwrap_or_default();
    match kind.rsplit(['/', '#', ':']).next().unwrap_or_default() {
        "ListPrice" | "StrikethroughPrice" | "SRP" | "MSRP" | "RegularPrice" | "SuggestedRetailPrice" => {
            Specified::ListPrice(price)
        }
        "" | "SalePrice" => Specified::Price(price),
        _ => Specified::Other,
    }
}

/// Whether a price is valid only from two pieces on.
fn is_bulk(specification: &Value) -> bool {
    specification.get("eligibleQuantity").is_some_and(|quantity| {
        text(quantity, "minValue").or_else(|| text(quantity, "value")).is_some_and(|least| least != "1")
    })
}

/// Whether a price is by weight or length. A price by the piece (UN/CEFACT C62) is the ordinary price.
fn is_by_unit(specification: &Value) -> bool {
    specification.get("referenceQuantity").is_some_and(|quantity| {
        let pieces =
            text(quantity, "unitCode").is_none_or(|unit| matches!(unit.as_str(), "C62" | "EA" | "H87"));
        !pieces || text(quantity, "value").is_some_and(|value| value != "1")
    })
}

/// Whether two texts state the same amount: `10`, `10.0`, `10.000`.
pub(super) fn same_amount(left: &str, right: &str) -> bool {
    const PLAIN: PriceFormat = PriceFormat { decimal: '.', thousands: None };
    left == right
        || matches!((price::parse(left, PLAIN), price::parse(right, PLAIN)), (Ok(left), Ok(right)) if left == right)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(offer: Value, price: Option<&str>, list_price: Option<&str>) {
        let found = prices(&offer);
        assert_eq!((found.price.as_deref(), found.list_price.as_deref()), (price, list_price), "{offer}");
    }

    #[test]
    fn price_differs_from_list_price_delivery_and_instalments() {
        check(json!({"price": "9.500"}), Some("9.500"), None);
        check(json!({"price": 9.5, "priceSpecification": {"price": "9.500"}}), Some("9.5"), None);
        // The form that WooCommerce writes.
        check(
            json!({"priceSpecification": [
                {"@type": "UnitPriceSpecification", "price": "7", "priceCurrency": "KWD", "validThrough": "2999-01-01"},
                {"@type": "UnitPriceSpecification", "price": "9", "priceType": "https://schema.org/ListPrice"}]}),
            Some("7"),
            Some("9"),
        );
        check(
            json!({"price": "7", "priceSpecification": {"@type": "UnitPriceSpecification",
                "priceType": "https://schema.org/StrikethroughPrice", "price": "9"}}),
            Some("7"),
            Some("9"),
        );
        check(
            json!({"price": "7", "priceSpecification": [
                {"@type": "DeliveryChargeSpecification", "price": "2"},
                {"@type": "UnitPriceSpecification", "price": "1.75", "billingDuration": 4},
                {"price": "6", "validForMemberTier": {"name": "Gold"}},
                {"price": "5", "eligibleQuantity": {"minValue": 10}},
                {"price": "70", "referenceQuantity": {"value": "100", "unitCode": "GRM"}}]}),
            Some("7"),
            None,
        );
        check(json!({"priceSpecification": {"minPrice": "7", "maxPrice": "7.000"}}), Some("7"), None);
        check(json!({"priceSpecification": {"minPrice": "7", "maxPrice": "9"}}), None, None);
    }

    #[test]
    fn two_conflicting_amounts_are_both_named() {
        check(json!({"price": "10", "priceSpecification": {"price": "8"}}), Some("10 / 8"), None);
    }
}
