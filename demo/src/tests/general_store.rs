//! The general store: everything beside some parts, in both languages, with the categories of such a store.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::model::Gtin;

use super::{
    super::{goods, merchant_feed, stated, *},
    ask, quotes, shop, world,
};

const KIND: ShopKind = ShopKind::MirqabMart;

#[test]
fn general_store_sells_many_kinds_of_goods_and_some_parts() {
    let world = world();
    let kinds = goods::count_kinds();
    assert!(kinds >= 120, "{kinds} kinds of goods");
    let listings: Vec<TrueListing> =
        world.catalogue.truth().into_iter().filter(|listing| listing.retailer == KIND.slug()).collect();
    assert!((1_400..1_600).contains(&listings.len()), "{} listings", listings.len());
    let mut counts: BTreeMap<ListingKind, usize> = BTreeMap::new();
    listings.iter().for_each(|listing| *counts.entry(listing.kind).or_default() += 1);
    for (kind, at_least) in [
        (ListingKind::Part, 220),
        (ListingKind::Accessory, 200),
        (ListingKind::Computer, 50),
        (ListingKind::Device, 150),
        (ListingKind::Goods, 500),
    ] {
        let count = counts.get(&kind).copied().unwrap_or_default();
        assert!(count >= at_least, "{count} of {}: {counts:?}", kind.as_str());
    }
    assert!(counts[&ListingKind::Part] < 300, "{counts:?}");
}

#[test]
fn only_the_general_store_sells_its_goods() {
    let world = world();
    let own: HashSet<usize> = shop(&world, KIND).offers.iter().map(|offer| offer.part).collect();
    let goods = own.iter().filter(|index| world.catalogue.parts[**index].kind != GoodsKind::Part);
    let goods: HashSet<usize> = goods.copied().collect();
    for other in world.catalogue.shops.iter().filter(|shop| shop.kind != KIND) {
        assert!(other.offers.iter().all(|offer| !goods.contains(&offer.part)), "{}", other.kind.slug());
        assert!(other.offers.iter().all(|offer| offer.stated.category_text.is_none()));
    }
    assert!(goods.iter().all(|index| !world.catalogue.parts[*index].in_reference));
}

/// Asserts which percentage of the offers holds something.
fn share(offers: &[Offer], what: &str, percent: std::ops::Range<usize>, holds: fn(&Offer) -> bool) {
    let found = offers.iter().filter(|offer| holds(offer)).count() * 100 / offers.len();
    assert!(percent.contains(&found), "{found} % {what}");
}

#[test]
fn general_store_writes_both_languages_and_leaves_categories_and_brands_out() {
    let world = world();
    let offers = &shop(&world, KIND).offers;
    let is_arabic_text = |text: &str| text.chars().any(|letter| ('\u{600}'..'\u{700}').contains(&letter));
    assert!(offers.iter().all(|offer| is_arabic_text(offer.shown_title()) == offer.is_arabic));
    share(offers, "are in Arabic", 30..46, |offer| offer.is_arabic);
    share(offers, "state no category", 8..17, |offer| offer.stated.category_text.is_none());
    share(offers, "state no brand", 35..75, |offer| offer.stated.brand.is_none());
    assert!(offers.iter().all(|offer| offer.description.as_ref().is_some_and(|text| text.len() > 40)));
    let categories: HashSet<&str> =
        offers.iter().filter_map(|offer| offer.stated.category_text.as_deref()).collect();
    assert!(categories.len() >= 80, "{} categories", categories.len());
}

#[test]
fn general_store_sells_siblings_that_state_no_number() {
    let world = world();
    let mut families: HashMap<(&str, &str), usize> = HashMap::new();
    let (mut parts, mut with_number) = (0, 0);
    for offer in &shop(&world, KIND).offers {
        let part = &world.catalogue.parts[offer.part];
        if part.kind != GoodsKind::Part {
            continue;
        }
        parts += 1;
        let number = part.part_number.as_deref();
        let is_stated =
            offer.stated.mpn.is_some() || number.is_some_and(|number| offer.shown_title().contains(number));
        with_number += usize::from(is_stated);
        let line = part.model.split(' ').next().unwrap_or_default();
        *families.entry((part.manufacturer.as_str(), line)).or_default() += usize::from(!is_stated);
    }
    assert!(with_number * 2 < parts, "{with_number} of {parts} state their part number");
    let siblings: usize = families.values().filter(|count| **count > 1).sum();
    assert!(siblings * 5 > parts * 2, "{siblings} of {parts} have a sibling");
}

#[test]
fn some_barcodes_are_those_of_another_region() {
    let world = world();
    let (mut right, mut foreign, mut missing) = (0, 0, 0);
    for offer in &shop(&world, KIND).offers {
        let part = &world.catalogue.parts[offer.part];
        let Some(stated) = offer.stated.gtin.as_deref() else {
            missing += 1;
            continue;
        };
        Gtin::parse(stated).expect("a valid number");
        if stated == stated::barcode(part) { right += 1 } else { foreign += 1 }
    }
    assert!(foreign > 100 && right > foreign && missing > right, "{right} {foreign} {missing}");
}

#[test]
fn merchant_feed_has_an_item_for_every_offer() {
    let world = world();
    let expected = quotes(&world, KIND);
    let reply =
        merchant_feed::answer(&world, shop(&world, KIND), &ask(KIND.slug(), "/feeds/google.xml", &[]))
            .unwrap();
    let body = reply.body_text();
    let field = |item: &str, name: &str| -> Option<String> {
        let (_, rest) = item.split_once(&format!("<{name}>"))?;
        rest.split_once(&format!("</{name}>")).map(|(value, _)| value.to_owned())
    };
    let items: Vec<&str> = body.split("<item>").skip(1).collect();
    assert_eq!(items.len(), expected.len());
    let (mut described, mut on_sale, mut both) = (0, 0, 0);
    for item in items {
        let quote = expected[&field(item, "g:id").unwrap()];
        let offer = shop(&world, KIND).find(&field(item, "g:id").unwrap()).unwrap();
        // A sale that has not begun is stated, but is no price yet.
        let sale = field(item, "g:sale_price").filter(|_| offer.habit != Some(Habit::ComingSale));
        on_sale += usize::from(sale.is_some());
        let price = sale.or_else(|| field(item, "g:price")).unwrap();
        assert_eq!(price, format!("{} KWD", quote.price));
        described += usize::from(field(item, "description").is_some());
        both += usize::from(field(item, "g:title_ar").is_some());
        assert!(field(item, "title").is_some() && field(item, "link").is_some(), "{item}");
    }
    assert!(described == expected.len() && on_sale > 50 && both > 200, "{described} {on_sale} {both}");
}
