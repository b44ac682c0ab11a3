//! Selects the price of one schema.org Offer from its own price and its price specifications.

use serde_json::Value;
use time::OffsetDateTime;

use super::{
    json_ld::is_a,
    offer_choice::{listed, terms, text},
    validity::Validity,
};
use crate::normalise::price;

/// Maximum number of price specifications of an offer that are read.
const MAX_SPECIFICATIONS: usize = 100;

/// Prices of an offer at one time.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct OfferPrices {
    /// Two amounts joined by a slash where the offer states two different ones; the price reader then refuses the
    /// text and names both.
    pub(super) price: Option<String>,
    /// Former price, or the manufacturer's recommended one.
    pub(super) list_price: Option<String>,
    pub(super) currency: Option<String>,
    /// End of the price, where one is stated that is still to come.
    pub(super) valid_until: Option<OffsetDateTime>,
    /// Beginning of the first price, where none is valid yet.
    pub(super) begins: Option<OffsetDateTime>,
}

/// Meaning of a price specification.
enum Specified {
    Price(String),
    ListPrice(String),
    /// Delivery, instalments, members, quantities, a price by weight: nothing that one buyer pays for one piece.
    Other,
}

/// An amount and the time in which it is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Timed {
    pub(super) amount: String,
    pub(super) validity: Validity,
}

/// Reads the prices of an offer that are valid at this time.
pub(super) fn prices(offer: &Value, now: OffsetDateTime) -> OfferPrices {
    let specifications: Vec<&Value> = offer
        .get("priceSpecification")
        .into_iter()
        .flat_map(listed)
        .filter(|item| item.is_object())
        .take(MAX_SPECIFICATIONS)
        .collect();
    let (mut stated, mut lists) = (Vec::new(), Vec::new());
    for specification in &specifications {
        let validity = Validity::of(specification);
        match specified(specification) {
            Specified::Price(amount) => stated.push(Timed { amount, validity }),
            Specified::ListPrice(amount) => lists.push(Timed { amount, validity }),
            Specified::Other => {}
        }
    }
    for (index, amount) in own_amounts(offer).into_iter().enumerate() {
        let validity = Validity::of(offer);
        // A specification of the same amount says when it is valid.
        match stated.iter_mut().find(|known: &&mut Timed| same_amount(&known.amount, &amount)) {
            Some(known) => known.validity.until = known.validity.until.or(validity.until),
            None => stated.insert(index.min(stated.len()), Timed { amount, validity }),
        }
    }
    let currency = text(offer, "priceCurrency")
        .or_else(|| specifications.iter().find_map(|specification| text(specification, "priceCurrency")));
    OfferPrices { currency, ..valid_prices(stated, lists, now) }
}

/// Returns the amounts of an offer's own price: markup may state several. Those that are none, such as a currency's sign, count
/// only where nothing else is stated.
fn own_amounts(offer: &Value) -> Vec<String> {
    let mut amounts = terms(offer, "price");
    amounts.truncate(MAX_SPECIFICATIONS);
    let is_amount = |text: &String| price::parse_decimal(text).is_ok();
    if amounts.len() > 1 && amounts.iter().any(is_amount) {
        amounts.retain(is_amount);
    }
    amounts
}

/// Selects the price that is valid at this time. A sale that is over, or is still to come, leaves the list price; a price
/// that is over stays where nothing else is stated, because retailers forget to update its date.
fn valid_prices(stated: Vec<Timed>, lists: Vec<Timed>, now: OffsetDateTime) -> OfferPrices {
    let list = lists.iter().find(|list| list.validity.is_current(now)).or(lists.first());
    let list_price = list.map(|list| list.amount.clone());
    let (current, others): (Vec<Timed>, Vec<Timed>) =
        stated.into_iter().partition(|price| price.validity.is_current(now));
    if current.is_empty() && !others.is_empty() {
        if list_price.is_some() {
            return OfferPrices { price: list_price, ..OfferPrices::default() };
        }
        let begins = others.iter().filter(|price| price.validity.is_future(now));
        if let Some(begins) = begins.filter_map(|price| price.validity.from).min() {
            return OfferPrices { begins: Some(begins), ..OfferPrices::default() };
        }
        return OfferPrices { price: joined(&others), ..OfferPrices::default() };
    }
    if let Some((sale, regular)) = current_sale(&current) {
        return OfferPrices {
            price: Some(sale.amount.clone()),
            list_price: list_price.or(Some(regular.amount.clone())),
            valid_until: sale.validity.until,
            ..OfferPrices::default()
        };
    }
    let valid_until = current.iter().filter_map(|price| price.validity.until).min();
    OfferPrices { price: joined(&current), list_price, valid_until, ..OfferPrices::default() }
}

/// Returns the one price of a limited time that is lower than all others, which are without limit, and the first of those.
pub(super) fn current_sale(prices: &[Timed]) -> Option<(&Timed, &Timed)> {
    let (limited, others): (Vec<&Timed>, Vec<&Timed>) =
        prices.iter().partition(|price| price.validity.is_stated());
    let (sale, regular) = (*limited.first()?, *others.first()?);
    let amount = |timed: &Timed| price::parse_decimal(&timed.amount).ok();
    let least = amount(sale)?;
    let is_sale = limited.iter().all(|price| amount(price) == Some(least))
        && others.iter().all(|price| amount(price).is_some_and(|other| other > least));
    is_sale.then_some((sale, regular))
}

/// Joins the amounts that differ.
fn joined(prices: &[Timed]) -> Option<String> {
    let mut amounts: Vec<&str> = Vec::new();
    for price in prices {
        if !amounts.iter().any(|known| same_amount(known, &price.amount)) {
            amounts.push(&price.amount);
        }
    }
    (!amounts.is_empty()).then(|| amounts.join(" / "))
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
    let kind = terms(specification, "priceType").into_iter().next().unwrap_or_default();
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
    left == right
        || matches!((price::parse_decimal(left), price::parse_decimal(right)), (Ok(left), Ok(right)) if left == right)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-30 09:00 UTC);

    fn check(offer: Value, price: Option<&str>, list_price: Option<&str>) {
        let found = prices(&offer, NOW);
        assert_eq!((found.price.as_deref(), found.list_price.as_deref()), (price, list_price), "{offer}");
    }

    #[test]
    fn price_differs_from_list_price_delivery_and_instalments() {
        check(json!({"price": "9.500"}), Some("9.500"), None);
        check(json!({"price": 9.5, "priceSpecification": {"price": "9.500"}}), Some("9.500"), None);
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
        check(json!({"price": ["10.250", "8.500"]}), Some("10.250 / 8.500"), None);
        check(json!({"price": ["KD", "10.250", "KD 10.25"]}), Some("10.250"), None);
    }

    #[test]
    fn price_is_the_one_that_is_valid_now() {
        let sale = |from: &str, through: &str| {
            json!({"priceSpecification": [
                {"price": "62.750", "validFrom": from, "validThrough": through}, {"price": "71.500"}]})
        };
        check(sale("2026-11-20", "2026-12-10"), Some("62.750"), Some("71.500"));
        check(sale("2026-12-20", "2027-01-10"), Some("71.500"), None);
        check(sale("2026-10-20", "2026-11-10"), Some("71.500"), None);
        let list = |validity: Value| {
            let mut sale = json!({"@type": "UnitPriceSpecification", "price": "62.750"});
            sale.as_object_mut()
                .expect("an object")
                .extend(validity.as_object().cloned().unwrap_or_default());
            json!({"priceSpecification": [sale, {"price": "71.500", "priceType": "https://schema.org/ListPrice"}]})
        };
        check(list(json!({"validThrough": "2026-11-30"})), Some("62.750"), Some("71.500"));
        check(list(json!({"validThrough": "2026-11-29"})), Some("71.500"), None);
        check(list(json!({"priceValidFrom": "2026-12-01T00:00:00+03:00"})), Some("71.500"), None);
        // The specification says when the offer's own price is valid.
        check(
            json!({"price": "62.75", "priceSpecification": [
                {"price": "62.750", "validFrom": "2027-02-01"}, {"price": "71.500"}]}),
            Some("71.500"),
            None,
        );
        check(json!({"price": "62.750", "priceValidUntil": "2020-01-01"}), Some("62.750"), None);
        let future = prices(&json!({"price": "62.750", "validFrom": "2027-02-01"}), NOW);
        assert_eq!((future.price, future.begins), (None, Some(datetime!(2027-01-31 21:00 UTC))));
    }

    #[test]
    fn end_of_the_price_is_kept() {
        let offer = json!({"price": "62.750", "priceValidUntil": "2026-12-10"});
        assert_eq!(prices(&offer, NOW).valid_until, Some(datetime!(2026-12-10 21:00 UTC)));
        let over = json!({"price": "62.750", "priceValidUntil": "2026-11-10"});
        assert_eq!(prices(&over, NOW).valid_until, None);
    }
}
