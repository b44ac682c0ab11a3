//! The numbers of the specification: points of a match, and borders of the performance tiers.

use domain::model::{Category, Fils};
use indexer::{Filters, SearchRequest, Tier};

use crate::test_index::{TestIndex, names, product};

/// Returns the points of one part of the score of the only product, for a query.
fn points(manufacturer: &str, name: &str, query: &str, part: &str) -> f32 {
    let test_index = TestIndex::with_products(vec![product(Category::Other, manufacturer, name)]);
    let response = test_index.respond(&SearchRequest { explain: true, ..SearchRequest::text(query) });
    let [hit] = &response.hits[..] else { panic!("{query}: {} hits", response.hits.len()) };
    hit.explanation.iter().find(|one| one.name == part).map_or(0.0, |one| one.points)
}

#[test]
fn points_of_a_match_are_those_of_the_specification() {
    for (manufacturer, name, query, part, expected) in [
        ("", "Quorv Blixt", "quorv blixt", "exact_name", 1000.0),
        ("", "Quorv Blixt Max", "quorv blixt", "prefix", 500.0),
        ("", "Alpha Quorv Blixt Max", "quorv blixt", "contains", 100.0),
        // 50, and 10 for each of the words.
        ("", "Quorv Alpha Blixt", "quorv blixt", "all_terms", 70.0),
        ("", "Quorv Alpha Blixt", "quorv alpha blixt", "all_terms", 80.0),
        ("Quorv", "Quorv Blixt", "quorv", "manufacturer", 20.0),
        ("Quorv", "Quorv Blixt", "blixt", "model", 15.0),
        // 5 for each of the words.
        ("", "Quorv Blixt", "quorv", "terms", 5.0),
        ("", "Quorv Alpha Blixt", "quorv blixt", "terms", 10.0),
    ] {
        let found = points(manufacturer, name, query, part);
        assert!((found - expected).abs() < 0.01, "{query} in {name}: {part} is {found}, not {expected}");
    }
}

#[test]
fn tiers_have_the_borders_of_the_specification() {
    let prices = [1_000, 199_999, 200_000, 499_999, 500_000, 999_999, 1_000_000, 3_000_000];
    let at = |price: i64| {
        let mut sold = product(Category::Gpu, "", &format!("Card {price}"));
        sold.price = Some(Fils(price));
        sold
    };
    let test_index = TestIndex::with_products(prices.into_iter().map(at).collect());
    for (tier, lowest, highest) in [
        (Tier::Budget, 1_000, 199_999),
        (Tier::MidRange, 200_000, 499_999),
        (Tier::HighEnd, 500_000, 999_999),
        (Tier::Enthusiast, 1_000_000, 3_000_000),
    ] {
        let filters = Filters { tiers: vec![tier], ..Filters::default() };
        let mut found = names(&test_index.respond(&SearchRequest { filters, ..SearchRequest::text("") }));
        let mut expected = [lowest, highest].map(|price| format!("Card {price}"));
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
    }
}
