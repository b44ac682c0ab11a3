//! Listings of one retailer. A retailer seldom lists one product twice, so that two listings at different prices, or with
//! different barcodes, are two products, unless a number proves otherwise.

use std::collections::BTreeMap;

use domain::{
    model::{Fils, ProductId},
    store::matches::ReassignableOffer,
};

use super::{Item, decide::Decision};

/// A listing: its price, and its facts.
#[derive(Clone, Copy)]
pub(super) struct Listing<'a> {
    pub(super) price: Fils,
    pub(super) item: &'a Item,
}

/// Whether two listings of one retailer are two products, unless they share a number.
pub(super) fn are_distinct(one: Listing<'_>, other: Listing<'_>) -> bool {
    one.price != other.price || barcodes_differ(one.item, other.item)
}

/// Whether both sides state barcodes, and none in common.
pub(super) fn barcodes_differ(one: &Item, other: &Item) -> bool {
    !one.barcodes.is_empty()
        && !other.barcodes.is_empty()
        && !one.barcodes.iter().any(|code| other.barcodes.contains(code))
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
        let stays = decision.shares_number || !others.iter().any(|other| are_distinct(*other, listing));
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
            are_distinct(listing(prices.0, left), listing(prices.1, right))
        };
        assert!(distinct(&plain, &plain, (50_000, 60_000)));
        assert!(!distinct(&plain, &one, (50_000, 50_000)));
        assert!(distinct(&one, &other, (50_000, 50_000)));
        assert!(!distinct(&both, &other, (50_000, 50_000)), "a record may have several barcodes");
    }
}
