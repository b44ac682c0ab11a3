//! Listings of one retailer. A retailer seldom lists one product twice, so that two listings at different prices, or with
//! different barcodes, are two products, unless a number proves otherwise.

use std::collections::BTreeMap;

use domain::{
    model::{Evidence, EvidenceCode, Fils, ProductId},
    store::matches::ReassignableOffer,
};

use super::{Item, decide::Decision};

/// A listing: its price, and its facts.
#[derive(Clone, Copy)]
pub(super) struct Listing<'a> {
    pub(super) price: Fils,
    pub(super) item: &'a Item,
}

/// Difference that tells two listings of one retailer apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Distinction<'a> {
    Barcodes(&'a str, &'a str),
    Prices(Fils, Fils),
}

impl Distinction<'_> {
    pub(super) fn evidence(self) -> Evidence {
        let (offer, product) = match self {
            Distinction::Barcodes(one, other) => (one.to_owned(), other.to_owned()),
            Distinction::Prices(one, other) => (format!("{one} KWD"), format!("{other} KWD")),
        };
        Evidence { offer: Some(offer), product: Some(product), ..Evidence::bare(EvidenceCode::ListedApart) }
    }
}

/// Returns what makes two listings of one retailer two products, unless they share a number.
pub(super) fn distinction<'a>(one: Listing<'a>, other: Listing<'a>) -> Option<Distinction<'a>> {
    let prices = (one.price != other.price).then_some(Distinction::Prices(one.price, other.price));
    prices.or_else(|| {
        differing_barcodes(one.item, other.item).map(|(one, other)| Distinction::Barcodes(one, other))
    })
}

/// Returns the first barcode of each side where both state some, and none in common.
pub(super) fn differing_barcodes<'a>(one: &'a Item, other: &'a Item) -> Option<(&'a str, &'a str)> {
    let (left, right) = (one.barcodes.first()?, other.barcodes.first()?);
    (!one.barcodes.iter().any(|code| other.barcodes.contains(code))).then_some((left, right))
}

/// Returns the indices of the offers that are matched to a product, each with the product and the confidence. Of two
/// distinct listings of one retailer only the one of the higher confidence is matched to a product, except where a listing
/// shares a number with it.
pub(super) fn matches_without_rivals(
    offers: &[ReassignableOffer],
    items: &[Item],
    decisions: &[Decision],
) -> Vec<(u32, ProductId, f64)> {
    let mut ranked: Vec<(u32, ProductId, f64)> = (0_u32..)
        .zip(decisions)
        .filter_map(|(index, decision)| {
            decision.matched.map(|(product, confidence)| (index, product, confidence))
        })
        .collect();
    ranked.sort_by(|one, other| other.2.total_cmp(&one.2).then(one.0.cmp(&other.0)));
    let mut kept: BTreeMap<(ProductId, &str), Vec<Listing<'_>>> = BTreeMap::new();
    ranked.retain(|(index, product, _)| {
        let at = *index as usize;
        let (Some(offer), Some(item), Some(decision)) = (offers.get(at), items.get(at), decisions.get(at))
        else {
            return false;
        };
        let listing = Listing { price: offer.price, item };
        let others = kept.entry((*product, offer.retailer.as_str())).or_default();
        let stays =
            decision.shares_number || !others.iter().any(|other| distinction(*other, listing).is_some());
        if stays {
            others.push(listing);
        }
        stays
    });
    ranked.sort_by_key(|(index, ..)| *index);
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(barcodes: &[&str]) -> Item {
        Item { barcodes: barcodes.iter().map(|code| (*code).to_owned()).collect(), ..Item::default() }
    }

    #[test]
    fn listings_of_one_retailer_are_told_apart_by_price_and_barcode() {
        let (plain, one, other) = (item(&[]), item(&["1"]), item(&["2"]));
        let both = item(&["1", "2"]);
        let distinct = |left: &Item, right: &Item, prices: (i64, i64)| {
            let listing = |price, item| Listing { price: Fils(price), item };
            distinction(listing(prices.0, left), listing(prices.1, right)).is_some()
        };
        assert!(distinct(&plain, &plain, (50_000, 60_000)));
        assert!(!distinct(&plain, &one, (50_000, 50_000)));
        assert!(distinct(&one, &other, (50_000, 50_000)));
        assert!(!distinct(&both, &other, (50_000, 50_000)), "a record may have several barcodes");
    }

    #[test]
    fn distinction_names_both_values() {
        let listing = |price, item| Listing { price: Fils(price), item };
        let (one, other) = (item(&["1"]), item(&["2"]));
        let named = |one, other| {
            let evidence = distinction(one, other).expect("the two are distinct").evidence();
            (evidence.code, evidence.offer.unwrap_or_default(), evidence.product.unwrap_or_default())
        };
        let prices = named(listing(50_000, &one), listing(60_500, &one));
        assert_eq!(prices, (EvidenceCode::ListedApart, "50.000 KWD".to_owned(), "60.500 KWD".to_owned()));
        let barcodes = named(listing(50_000, &one), listing(50_000, &other));
        assert_eq!(barcodes, (EvidenceCode::ListedApart, "1".to_owned(), "2".to_owned()));
    }
}
