//! The shops are as untidy as real ones, and the truth about each of their listings is known.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::model::Category;

use super::{super::*, world};

/// Returns the shops that sell each part.
fn sellers(listings: &[TrueListing]) -> HashMap<&str, BTreeSet<&str>> {
    let mut sellers: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for listing in listings {
        if let Some(product) = &listing.product {
            sellers.entry(product).or_default().insert(listing.retailer);
        }
    }
    sellers
}

#[test]
fn every_listing_has_one_expected_match() {
    let world = world();
    let listings = world.catalogue.truth();
    let ids: HashSet<(&str, &str)> =
        listings.iter().map(|listing| (listing.retailer, listing.external_id.as_str())).collect();
    let offers: usize = world.catalogue.shops.iter().map(|shop| shop.offers.len()).sum();
    assert_eq!((ids.len(), listings.len()), (offers, offers));
    for listing in &listings {
        assert_eq!(listing.product.is_some(), listing.kind.is_part(), "{listing:?}");
        assert_eq!(
            listing.possible_products.len() > 1,
            listing.kind == ListingKind::Ambiguous,
            "{listing:?}"
        );
        assert!(
            listing.possible_products.is_empty()
                || listing.possible_products.first() == listing.product.as_ref(),
            "{listing:?}"
        );
        let part = listing.product.as_deref().and_then(|slug| world.catalogue.part_by_slug(slug));
        assert!(part.is_none_or(|part| part.category != Category::Other), "{listing:?}");
    }
    let mut table = Vec::new();
    assert_eq!(write_truth(&mut table).unwrap(), offers);
    let table = String::from_utf8(table).unwrap();
    assert!(table.lines().all(|line| line.split('\t').count() == 7));
    assert_eq!(table.lines().count(), offers + 1);
}

#[test]
fn demo_retailers_sell_every_kind_of_listing() {
    let listings = world().catalogue.truth();
    let mut counts: BTreeMap<ListingKind, usize> = BTreeMap::new();
    listings.iter().for_each(|listing| *counts.entry(listing.kind).or_default() += 1);
    for (kind, at_least) in [
        (ListingKind::Part, 2_400),
        (ListingKind::Ambiguous, 45),
        (ListingKind::Accessory, 120),
        (ListingKind::Bundle, 30),
        (ListingKind::Computer, 15),
        (ListingKind::Device, 15),
        (ListingKind::Used, 40),
        (ListingKind::Deposit, 2),
        (ListingKind::Goods, 500),
    ] {
        let count = counts.get(&kind).copied().unwrap_or_default();
        assert!(count >= at_least, "{count} of {}: {counts:?}", kind.as_str());
    }
    let unlisted = listings.iter().filter(|listing| listing.kind.is_part() && !listing.in_reference).count();
    assert!(unlisted >= 200, "{unlisted} parts that no reference knows");
}

#[test]
fn ambiguous_titles_name_several_products_and_each_its_own() {
    let world = world();
    let listings = world.catalogue.truth();
    let ambiguous: Vec<&TrueListing> =
        listings.iter().filter(|listing| listing.kind == ListingKind::Ambiguous).collect();
    let sold = sellers(&listings);
    let sets: HashSet<BTreeSet<&String>> =
        ambiguous.iter().map(|listing| listing.possible_products.iter().collect()).collect();
    assert_eq!(sets.len(), ambiguous.len(), "a question for each");
    // If at least two of the candidates are sold, and the title contains none of their full names, only a question
    // can decide.
    let asked = ambiguous.iter().filter(|listing| {
        let names = listing.possible_products.iter().filter_map(|slug| world.catalogue.part_by_slug(slug));
        listing.possible_products.iter().filter(|slug| sold.contains_key(slug.as_str())).count() > 1
            && !names.into_iter().any(|part| listing.title.contains(&part.name))
    });
    let asked = asked.count();
    assert!(asked >= 45, "{asked}");
}

#[test]
fn invented_manufacturers_sell_at_several_retailers_and_one_has_no_brand_field() {
    let world = world();
    let sold = world.catalogue.truth();
    let sold = sellers(&sold);
    for maker in ["Thalvex", "Ombriq", stated::UNBRANDED] {
        let parts: Vec<&Part> =
            world.catalogue.parts.iter().filter(|part| part.manufacturer == maker).collect();
        let shared = parts.iter().filter(|part| sold.get(part.slug.as_str()).is_some_and(|by| by.len() > 1));
        assert!(shared.count() >= 3, "{maker}");
        assert!(parts.iter().all(|part| !part.in_reference), "{maker}");
    }
    let part_shops = world.catalogue.shops.iter().filter(|shop| ShopKind::PART_SHOPS.contains(&shop.kind));
    for offer in part_shops.flat_map(|shop| &shop.offers) {
        let unbranded = world.catalogue.parts[offer.part].manufacturer == stated::UNBRANDED;
        assert_eq!(offer.stated.brand.is_none(), unbranded, "{}", offer.title);
    }
}

#[test]
fn numbers_and_categories_are_as_accurate_as_at_real_retailers() {
    let world = world();
    let (mut barcodes, mut bad_barcodes, mut mistakes, mut deals, mut among_parts) = (0, 0, 0, 0, 0);
    for shop in world.catalogue.shops.iter().filter(|shop| ShopKind::PART_SHOPS.contains(&shop.kind)) {
        for offer in &shop.offers {
            let (part, said) = (&world.catalogue.parts[offer.part], &offer.stated);
            let is_part = part.kind == GoodsKind::Part;
            let valid = |digits: &str| {
                let digits: Vec<u32> = digits.chars().filter_map(|digit| digit.to_digit(10)).collect();
                let sum: u32 =
                    digits.iter().rev().enumerate().map(|(at, digit)| digit * [1, 3][at % 2]).sum();
                digits.len() == 13 && sum.is_multiple_of(10) && sum > 0
            };
            barcodes += usize::from(said.gtin.is_some());
            bad_barcodes += usize::from(said.gtin.as_deref().is_some_and(|digits| !valid(digits)));
            mistakes +=
                usize::from(is_part && said.category.is_some_and(|category| category != part.category));
            deals += usize::from(said.category.is_none());
            among_parts +=
                usize::from(!is_part && said.category.is_some_and(|category| category != Category::Other));
            let own = said.sku.starts_with("SFT-") || shop.kind != ShopKind::SafatTech;
            assert!(own || Some(&said.sku) == part.part_number.as_ref(), "{}", said.sku);
            assert!(offer.possible_products.is_empty() || (said.mpn.is_none() && said.gtin.is_none()));
        }
    }
    assert!(barcodes > 500 && (3..barcodes / 20).contains(&bad_barcodes), "{bad_barcodes} of {barcodes}");
    assert!((8..40).contains(&mistakes) && (10..60).contains(&deals), "{mistakes} mistakes, {deals} deals");
    assert!(among_parts >= 100, "{among_parts} things among the parts");
}

#[test]
fn titles_have_the_noise_of_real_titles() {
    let world = world();
    let titles: Vec<String> = world.catalogue.truth().into_iter().map(|listing| listing.title).collect();
    for (what, at_least, carries) in [
        ("an entity", 100, (|title| title.contains('&') && title.contains(';')) as fn(&str) -> bool),
        ("an entity encoded twice", 40, |title| {
            ["&amp;amp;", "&amp;quot;", "&amp;nbsp;", "&amp;#8211;"].iter().any(|twice| title.contains(twice))
        }),
        ("a cut", 40, |title| title.ends_with('…')),
        ("an invisible mark", 60, |title| {
            title.contains(['\u{200b}', '\u{200e}', '\u{202a}', '\u{feff}', '\u{a0}'])
        }),
        ("spaces too many", 40, |title| title.contains("  ")),
        ("French units", 25, |title| {
            (0..9).any(|digit| title.contains(&format!("{digit}Go")) || title.contains(&format!("{digit}To")))
        }),
        ("memory by its bandwidth", 3, |title| title.contains("PC5-48000")),
        ("advertising", 100, |title| {
            title.contains("Delivery") || title.contains("Kuwait") || title.contains("توصيل")
        }),
        ("the shop's name", 15, |title| ShopKind::ALL.iter().any(|kind| title.contains(kind.names().0))),
        ("upper case alone", 100, |title| title == title.to_uppercase() && title.is_ascii()),
        ("a slip", 20, |title| {
            ["Motherbord", "Grapics", "Memmory", "Proccesor"].iter().any(|slip| title.contains(slip))
        }),
        ("a chain", 150, |title| title.chars().count() > 90),
    ] {
        let count = titles.iter().filter(|title| carries(title)).count();
        assert!(count >= at_least, "{count} titles carry {what}");
    }
}

/// Returns the words of a title without the shop's distortions, in lower case.
fn plain_words(title: &str) -> Vec<String> {
    let mut plain = title.trim_end_matches('…').to_owned();
    for _ in 0..2 {
        for (entity, text) in [("&amp;", "&"), ("&quot;", "\""), ("&nbsp;", " "), ("&#8211;", "-")] {
            plain = plain.replace(entity, text);
        }
    }
    plain.retain(|letter| !matches!(letter, '\u{200b}' | '\u{200e}' | '\u{202a}' | '\u{202c}' | '\u{feff}'));
    for (right, wrong) in storefront::TYPOS.iter().chain(&storefront::TYPOS_IN_NAMES) {
        plain = plain.replace(wrong, right);
    }
    for digit in 0..10 {
        for (unit, french) in [("GB", "Go"), ("TB", "To")] {
            plain = plain.replace(&format!("{digit}{french}"), &format!("{digit}{unit}"));
        }
    }
    let words = plain.split_whitespace().map(|word| word.trim_start_matches('-').to_lowercase());
    words.filter(|word| !word.is_empty()).collect()
}

#[test]
fn distinguishing_words_stay_in_the_title() {
    let world = world();
    for shop in &world.catalogue.shops {
        let clear = shop.offers.iter().filter(|offer| offer.possible_products.is_empty());
        // The titles of odd listings are written in their table.
        for offer in clear.filter(|offer| offer.habit.is_none()) {
            let part = &world.catalogue.parts[offer.part];
            let is_other_goods = shop.kind == ShopKind::MirqabMart && part.kind != GoodsKind::Part;
            let (title, bare) = match shop.kind {
                _ if offer.is_arabic && !is_other_goods => {
                    (&offer.title_ar, titles_ar::arabic(part, offer.seed))
                }
                _ if is_other_goods || titles::sold_by_size(shop.kind, part) => continue,
                kind => (&offer.title, titles::english(kind, part, offer.seed)),
            };
            let words = plain_words(title);
            // A speed may be written as the corresponding bandwidth.
            let lost: Vec<String> = plain_words(&bare)
                .into_iter()
                .filter(|word| !words.contains(word) && !title.contains("PC4-") && !title.contains("PC5-"))
                .collect();
            assert!(lost.is_empty(), "{title:?} does not say {lost:?}");
        }
    }
}
