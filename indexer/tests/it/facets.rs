//! Filters, facet counts, orders, paging and hidden products.

use std::collections::HashSet;

use domain::model::{Category, Fils, ProductId, SpecKey};
use indexer::{
    ExcludedValues, Facet, FacetKind, Filters, GroupLookup, HideGroup, Problem, ProductSet, RowGroups,
    SearchError, SearchRequest, SearchResponse, Sort, SpecFilter, Tier, id_bits,
};

use crate::test_index::{DocumentBuilder, TestIndex, demo_parts, names, product};

/// Returns a group's counts as `value=count`.
fn group_counts(response: &SearchResponse, group: &str) -> Vec<String> {
    let Some(Facet { kind: FacetKind::Values(values), .. }) =
        response.facets.iter().find(|facet| facet.group == group)
    else {
        return Vec::new();
    };
    values.iter().map(|value| format!("{}={}", value.value, value.count)).collect()
}

fn request_with(filters: Filters) -> SearchRequest {
    SearchRequest { filters, ..SearchRequest::text("") }
}

#[test]
fn each_group_is_counted_without_its_own_filter() {
    let test_index = demo_parts();
    let response = test_index.respond(&request_with(Filters {
        categories: vec![Category::Gpu],
        manufacturers: vec!["asus".into()],
        ..Filters::default()
    }));
    assert_eq!(response.total, 2);
    assert_eq!(
        group_counts(&response, "manufacturer"),
        ["ASUS=2", "GIGABYTE=1", "MSI=1", "Sapphire=1", "ZOTAC=1"]
    );
    assert_eq!(group_counts(&response, "category"), ["GPU=2", "MOTHERBOARD=1"]);
    assert_eq!(group_counts(&response, "tier"), ["budget=1", "mid-range=1"]);
    assert_eq!(group_counts(&response, "spec.gpuVram"), ["12=2"]);
    assert_eq!(group_counts(&response, "retailer"), ["dhow-digital=2"]);
    assert_eq!(group_counts(&response, "availability"), ["inStock=2", "tabby=2"]);
}

#[test]
fn excluded_values_are_left_out_and_their_own_group_still_counts_them() {
    let test_index = demo_parts();
    let excluding = |excluded: ExcludedValues| Filters { excluded, ..Filters::default() };
    let total = |filters: Filters| test_index.respond(&request_with(filters)).total;
    let all = total(Filters::default());
    let asus = ExcludedValues { manufacturers: vec!["asus".into()], ..ExcludedValues::default() };
    let response =
        test_index.respond(&request_with(Filters { categories: vec![Category::Gpu], ..excluding(asus) }));
    assert_eq!(response.total, 4);
    assert_eq!(
        group_counts(&response, "manufacturer"),
        ["ASUS=2", "GIGABYTE=1", "MSI=1", "Sapphire=1", "ZOTAC=1"]
    );
    assert_eq!(group_counts(&response, "spec.gpuVram"), ["12=2", "16=2"]);
    let none = |values: &[&str]| SpecFilter::NoneOf(values.iter().map(|value| (*value).to_owned()).collect());
    let socket = |filter| Filters { specs: vec![(SpecKey::Socket, filter)], ..Filters::default() };
    assert_eq!(total(socket(none(&["AM5"]))), all - 4, "products without a socket stay");
    assert_eq!(total(socket(none(&["no such socket"]))), all);
    let both = vec![
        (SpecKey::Socket, SpecFilter::AnyOf(vec!["AM4".into(), "AM5".into()])),
        (SpecKey::Socket, none(&["AM5"])),
    ];
    assert_eq!(total(Filters { specs: both, ..Filters::default() }), 1);
    let cards = ExcludedValues { categories: vec![Category::Gpu], ..ExcludedValues::default() };
    assert_eq!(total(excluding(cards.clone())), all - 6);
    let nothing = Filters { categories: vec![Category::Gpu], ..excluding(cards) };
    assert_eq!(total(nothing), 0);
    let retailer = ExcludedValues { retailers: vec!["dhow-digital".into()], ..ExcludedValues::default() };
    assert_eq!(total(excluding(retailer.clone())), 0);
    let mut both_sell = product(Category::Gpu, "ASUS", "ASUS Zonda");
    both_sell.retailers.push(indexer::RetailerFacet { slug: "safat-tech".into(), tabby: false });
    test_index.upsert(vec![both_sell]);
    assert_eq!(total(excluding(retailer)), 1, "another retailer sells it");
}

#[test]
fn chosen_value_beyond_the_most_frequent_ones_has_its_count() {
    let many = (0..220)
        .map(|number| product(Category::Gpu, &format!("Maker {}", number / 2), &format!("Card {number}")));
    let test_index =
        TestIndex::with_products(many.chain([product(Category::Gpu, "Rare", "Rare card")]).collect());
    for (chosen, count, listed) in [(vec![], 221, 100), (vec!["Rare".to_owned()], 1, 101)] {
        let response = test_index
            .respond(&request_with(Filters { manufacturers: chosen.clone(), ..Filters::default() }));
        let counts = group_counts(&response, "manufacturer");
        assert_eq!((response.total, counts.len()), (count, listed));
        assert_eq!(counts.contains(&"Rare=1".to_owned()), !chosen.is_empty());
    }
}

#[test]
fn cut_group_says_how_many_values_it_leaves_out_and_lists_them_on_request() {
    let many = (0..130).map(|number| {
        let chip = format!("GeForce RTX {number}");
        product(Category::Gpu, "MSI", &format!("Card {number}")).spec(SpecKey::GpuChipset, chip.into())
    });
    let test_index = TestIndex::with_products(many.collect());
    let filters = Filters { categories: vec![Category::Gpu], ..Filters::default() };
    for (whole_group, listed, more) in [
        (None, 100, 30),
        (Some("spec.gpuChipset".to_owned()), 130, 0),
        (Some("manufacturer".to_owned()), 100, 30),
    ] {
        let response = test_index.respond(&SearchRequest { whole_group, ..request_with(filters.clone()) });
        let group = response.facets.iter().find(|facet| facet.group == "spec.gpuChipset").expect("a group");
        assert_eq!((group_counts(&response, "spec.gpuChipset").len(), group.more), (listed, more));
    }
}

#[test]
fn facts_are_filtered_by_value_and_by_range() {
    let test_index = demo_parts();
    let filtered = |key, filter| {
        test_index.respond(&request_with(Filters { specs: vec![(key, filter)], ..Filters::default() }))
    };
    let any = |values: &[&str]| SpecFilter::AnyOf(values.iter().map(|value| (*value).to_owned()).collect());
    assert_eq!(filtered(SpecKey::Socket, any(&["am5"])).total, 4, "processors and boards");
    assert_eq!(filtered(SpecKey::Socket, any(&["AM4", "LGA1700"])).total, 3);
    assert_eq!(filtered(SpecKey::PsuWattage, SpecFilter::Range { min: Some(800.0), max: None }).total, 1);
    let response = test_index.respond(&request_with(Filters {
        categories: vec![Category::Cpu],
        specs: vec![(SpecKey::Socket, any(&["AM5"]))],
        ..Filters::default()
    }));
    assert_eq!(
        group_counts(&response, "spec.socket"),
        ["AM5=2", "LGA1700=2", "AM4=1"],
        "without its own filter"
    );

    let cards = |specs| {
        test_index.respond(&request_with(Filters {
            categories: vec![Category::Gpu],
            specs,
            ..Filters::default()
        }))
    };
    let both = cards(vec![
        (SpecKey::GpuVram, any(&["12", "16"])),
        (SpecKey::GpuVram, SpecFilter::Range { min: Some(16.0), max: None }),
    ]);
    let range = cards(vec![(SpecKey::GpuVram, SpecFilter::Range { min: Some(16.0), max: None })]);
    assert_eq!(both.total, range.total, "both filters on a spec hold");
    assert_eq!(
        group_counts(&both, "spec.gpuVram"),
        group_counts(&cards(Vec::new()), "spec.gpuVram"),
        "two filters on a spec are left out together"
    );
}

#[test]
fn every_group_filters() {
    let test_index = demo_parts();
    let total = |filters: Filters| test_index.respond(&request_with(filters)).total;
    let all = total(Filters::default());
    assert_eq!(total(Filters { in_stock: true, ..Filters::default() }), all - 1);
    assert_eq!(total(Filters { tiers: vec![Tier::MidRange], ..Filters::default() }), 2);
    assert_eq!(
        total(Filters {
            price_min: Some(Fils(100_000)),
            price_max: Some(Fils(130_000)),
            ..Filters::default()
        }),
        2
    );
    assert_eq!(total(Filters { retailers: vec!["safat-tech".into()], ..Filters::default() }), 0);
    test_index.upsert(vec![product(Category::Gpu, "ASUS", "ASUS Zonda").sold_at("safat-tech", false)]);
    assert_eq!(total(Filters { retailers: vec!["safat-tech".into()], ..Filters::default() }), 1);
    assert_eq!(total(Filters { tabby: true, ..Filters::default() }), all, "all but the one added");
    assert_eq!(total(Filters { min_rating: Some(4.0), ..Filters::default() }), 0);
    assert_eq!(total(Filters { manufacturers: vec!["nobody".into()], ..Filters::default() }), 0);
}

#[test]
fn lists_of_values_count_each_value() {
    let boards = |colors: &[&str]| {
        product(Category::Case, "Zed", "Zed case").spec(SpecKey::Color, serde_json::json!(colors))
    };
    let test_index = TestIndex::with_products(vec![
        boards(&["Black", "White"]),
        boards(&["White"]),
        boards(&["Black", "Red"]),
    ]);
    let response =
        test_index.respond(&request_with(Filters { categories: vec![Category::Case], ..Filters::default() }));
    assert_eq!(group_counts(&response, "spec.color"), ["Black=2", "White=2", "Red=1"]);
}

#[test]
fn hits_follow_the_requested_sort() {
    let test_index = demo_parts();
    let first = |sort| {
        let filters = Filters { categories: vec![Category::Ram], ..Filters::default() };
        names(&test_index.respond(&SearchRequest { sort, ..request_with(filters) }))
    };
    assert!(first(Sort::PriceAscending)[0].starts_with("Kingston"));
    assert!(first(Sort::PriceDescending)[0].starts_with("G.SKILL"));
    assert!(first(Sort::NameAscending)[0].starts_with("Corsair"));
    assert!(first(Sort::NameDescending)[0].starts_with("Kingston"));
    assert_eq!(first(Sort::DeliveredAscending), first(Sort::PriceAscending));
    let popular = names(
        &test_index.respond(&SearchRequest { sort: Sort::Popularity, ..request_with(Filters::default()) }),
    );
    assert_eq!(&popular[..2], ["AMD Ryzen 7 7800X3D", "AMD Ryzen 5 5600X"]);
}

#[test]
fn sort_order_includes_later_changes() {
    let test_index = TestIndex::with_products(
        (0..40).map(|n| product(Category::Other, "", &format!("Zed {:02}", n * 2)).costs(n)).collect(),
    );
    test_index.upsert(
        (0..40).map(|n| product(Category::Other, "", &format!("Zed {:02}", n * 2 + 1)).costs(n)).collect(),
    );
    for (sort, is_ascending) in [(Sort::NameAscending, true), (Sort::NameDescending, false)] {
        let mut all = Vec::new();
        for page in 1..=4 {
            all.extend(names(&test_index.respond(&SearchRequest { sort, page, ..SearchRequest::text("") })));
        }
        let mut sorted = all.clone();
        sorted.sort();
        if !is_ascending {
            sorted.reverse();
        }
        assert_eq!(all.len(), 80);
        assert_eq!(all, sorted);
    }
}

#[test]
fn pages_contain_each_product_once() {
    let test_index = TestIndex::with_products(
        (0..950)
            .map(|n| product(Category::Other, "Zed", &format!("Zed part {n}")).popular((n % 7) as f32))
            .collect(),
    );
    let mut all = Vec::new();
    for page in 1..=10 {
        let response =
            test_index.respond(&SearchRequest { page, limit: 100, ..SearchRequest::text("zed part") });
        assert_eq!(response.total, 950);
        all.extend(names(&response));
    }
    assert_eq!(all.len(), 950);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 950);
}

/// Puts the listed products into group 1, which is in the set, and all others into group 0, which is not.
struct ListedGroups(HashSet<u64>);

impl GroupLookup for ListedGroups {
    fn version(&self) -> u64 {
        0
    }

    fn find_groups(&self, _: Category, products: &[u64]) -> (u64, Vec<HideGroup>) {
        (0, products.iter().map(|product| HideGroup::from(self.0.contains(product))).collect())
    }
}

fn listed_set(products: impl Iterator<Item = ProductId>) -> ProductSet {
    let row_groups = RowGroups::new(ListedGroups(products.map(id_bits).collect()));
    ProductSet::new(row_groups.into(), Category::ALL.map(|category| (category, vec![0, 3])))
}

#[test]
fn hidden_products_are_counted_separately() {
    let test_index = demo_parts();
    let gpus =
        test_index.respond(&request_with(Filters { categories: vec![Category::Gpu], ..Filters::default() }));
    let hide = listed_set(gpus.hits.iter().take(2).map(|hit| hit.id));
    let request = SearchRequest {
        hide: Some(hide.into()),
        ..request_with(Filters { categories: vec![Category::Gpu], ..Filters::default() })
    };
    let response = test_index.respond(&request);
    assert_eq!((response.total, response.hidden), (gpus.total - 2, 2));
    assert_eq!(response.hidden_by, [(3, 2)].into());
}

/// The masks of few groups are a byte per row, those of many groups four; hidden rows have a bit in both.
#[test]
fn hidden_products_are_in_no_facet_count_under_any_filter() {
    let test_index = demo_parts();
    let few = Filters { categories: vec![Category::Gpu], in_stock: true, ..Filters::default() };
    let many = Filters {
        manufacturers: ["ASUS", "MSI", "GIGABYTE", "Sapphire", "ZOTAC"].map(str::to_owned).into(),
        retailers: vec!["dhow-digital".into()],
        price_min: Some(Fils(1)),
        tiers: Tier::ALL.into(),
        min_rating: Some(0.0),
        specs: vec![(SpecKey::GpuVram, SpecFilter::Range { min: Some(1.0), max: None })],
        ..few.clone()
    };
    for filters in [few, many] {
        let plain = test_index.respond(&request_with(filters.clone()));
        assert_eq!(plain.total, 6);
        // One of them is of a category that is not requested.
        let cpus = test_index
            .respond(&request_with(Filters { categories: vec![Category::Cpu], ..Filters::default() }));
        let hide = listed_set(plain.hits.iter().take(2).chain(&cpus.hits[..1]).map(|hit| hit.id));
        let request = SearchRequest { hide: Some(hide.into()), ..request_with(filters) };
        // The second request finds the rows of the set remembered.
        for _ in 0..2 {
            let response = test_index.respond(&request);
            assert_eq!((response.total, response.hidden), (4, 2));
            assert_eq!(response.hidden_by, [(3, 2)].into());
            assert_eq!(names(&response), names(&plain)[2..]);
            assert!(group_counts(&response, "category").contains(&"GPU=4".to_owned()));
            assert_eq!(group_counts(&response, "availability")[0], "inStock=4");
        }
    }
}

#[test]
fn invalid_request_names_its_field() {
    let test_index = demo_parts();
    let refused = |request: &SearchRequest| match test_index.engine.search(request) {
        Err(SearchError::Invalid { field, problem }) => (field, problem),
        other => panic!("{other:?}"),
    };
    let page = |page, limit| SearchRequest { page, limit, ..SearchRequest::text("gpu") };
    assert_eq!(refused(&page(0, 20)).0, "page");
    assert_eq!(refused(&page(1, 0)).0, "limit");
    assert_eq!(refused(&page(1, 101)).0, "limit");
    assert_eq!(refused(&page(501, 20)), ("page".into(), Problem::TooDeep { max: 10_000 }));
    assert_eq!(refused(&page(u32::MAX, 100)).0, "page");
    assert_eq!(refused(&SearchRequest::text("x".repeat(501))).0, "q");
    let filtered = |filters| refused(&request_with(filters));
    assert_eq!(filtered(Filters { price_min: Some(Fils(-1)), ..Filters::default() }).0, "minPrice");
    assert_eq!(
        filtered(Filters { price_min: Some(Fils(2)), price_max: Some(Fils(1)), ..Filters::default() }),
        ("minPrice".into(), Problem::Reversed)
    );
    assert_eq!(filtered(Filters { min_rating: Some(f32::NAN), ..Filters::default() }).0, "minRating");
    let unknown = (SpecKey::Timings, SpecFilter::AnyOf(vec!["1".into()]));
    assert_eq!(
        filtered(Filters { specs: vec![unknown], ..Filters::default() }),
        ("spec.timings".into(), Problem::NotFilterable)
    );
}
