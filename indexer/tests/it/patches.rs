//! Patches: new prices and stock are written over the old ones, and every response must be that of a new index.

use std::{collections::BTreeMap, fs};

use domain::model::{Category, Fils, ProductId, SpecKey};
use indexer::{
    Change, Document, Engine, Facet, Filters, RetailerFacet, SearchConfig, SearchRequest, Sort,
    SuggestRequest, Tier,
};
use proptest::prelude::*;

use crate::test_index::{DocumentBuilder, TestIndex, names, product};

const MANUFACTURERS: [&str; 3] = ["ASUS", "MSI", "Sapphire"];

fn with_price(mut document: Document, dinars: i64) -> Document {
    document.price = Some(Fils(dinars * 1000));
    document.card = format!("{{\"name\":{:?},\"price\":{dinars}}}", document.name).into_bytes();
    document
}

fn test_index_of(count: usize) -> (TestIndex, Vec<Document>) {
    let categories = [Category::Gpu, Category::Ram, Category::Cpu];
    let products: Vec<Document> = (0..count)
        .map(|number| {
            let manufacturer = MANUFACTURERS[number % 3];
            let product =
                product(categories[number % 2], manufacturer, &format!("{manufacturer} Zonda {number}"));
            let product =
                product.popular(number as f32).spec(SpecKey::Color, ["Black", "White"][number % 2].into());
            with_price(product, 50 + 10 * number as i64)
        })
        .collect();
    (TestIndex::with_products(products.clone()), products)
}

fn reopened(test_index: TestIndex) -> (TestIndex, Option<String>) {
    let TestIndex { engine, directory } = test_index;
    drop(engine);
    let opened = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap();
    (TestIndex { engine: opened.engine, directory }, opened.feed_position)
}

#[test]
fn product_counts_as_patched_once_and_no_longer_after_its_deletion() {
    let (test_index, products) = test_index_of(20);
    let apply = |changes: Vec<Change>, position| test_index.engine.apply(changes, position).unwrap();
    let upsert = |document: Document| Change::Upsert(Box::new(document));
    let patched = || test_index.engine.stats().patched;
    let renamed = Document { name: "ASUS Zonda renamed".to_owned(), ..products[3].clone() };
    apply(vec![upsert(with_price(products[3].clone(), 7)), upsert(with_price(products[4].clone(), 8))], "a");
    assert_eq!(patched(), 2);
    apply(vec![upsert(with_price(renamed.clone(), 9))], "b");
    assert_eq!(patched(), 1, "an indexed product has no patch");
    apply(vec![upsert(with_price(renamed, 10))], "c");
    assert_eq!(patched(), 2);
    apply(vec![Change::Delete(products[4].id)], "d");
    assert_eq!(patched(), 1);
}

/// Returns requests whose responses depend on everything that a patch may change.
fn requests() -> Vec<SearchRequest> {
    let filtered = |filters: Filters, sort: Sort| SearchRequest { filters, sort, ..SearchRequest::text("") };
    let gpu = Filters { categories: vec![Category::Gpu], ..Filters::default() };
    vec![
        SearchRequest::text("zonda"),
        SearchRequest::text(""),
        filtered(gpu.clone(), Sort::PriceAscending),
        filtered(
            Filters { in_stock: true, price_max: Some(Fils(120_000)), ..gpu.clone() },
            Sort::PriceDescending,
        ),
        filtered(
            Filters { in_stock: true, manufacturers: vec!["ASUS".into()], ..gpu.clone() },
            Sort::PriceAscending,
        ),
        filtered(Filters { tiers: vec![Tier::Budget], ..gpu.clone() }, Sort::NameAscending),
        filtered(Filters { retailers: vec!["other-shop".into()], ..gpu }, Sort::Drop),
        filtered(Filters { tabby: true, ..Filters::default() }, Sort::Rating),
        SearchRequest { sort: Sort::PriceAscending, ..SearchRequest::text("asus under 100 in stock") },
    ]
}

/// Returns the cards in order, the total and the facets of each response.
fn responses(engine: &Engine) -> Vec<(Vec<String>, u64, Vec<Facet>)> {
    requests()
        .iter()
        .map(|request| {
            let response = engine.search(request).unwrap();
            let cards =
                response.hits.iter().map(|hit| String::from_utf8(hit.card.clone()).unwrap()).collect();
            (cards, response.total, response.facets)
        })
        .collect()
}

#[test]
fn new_price_is_searchable_without_a_new_segment() {
    let (test_index, products) = test_index_of(6);
    let segments = test_index.engine.stats().segments;
    test_index.upsert(vec![with_price(products[4].clone(), 7)]);
    let cheapest = SearchRequest { sort: Sort::PriceAscending, ..SearchRequest::text("zonda") };
    let response = test_index.respond(&cheapest);
    assert_eq!(names(&response)[0], "MSI Zonda 4");
    assert!(String::from_utf8_lossy(&response.hits[0].card).contains("\"price\":7"));
    let under = SearchRequest {
        filters: Filters { price_max: Some(Fils(10_000)), ..Filters::default() },
        ..cheapest
    };
    assert_eq!(test_index.respond(&under).total, 1);
    let suggested = test_index.engine.suggest(&SuggestRequest { text: "zonda 4".into(), limit: 1 }).unwrap();
    assert_eq!(suggested.products[0].price, Some(Fils(7_000)));
    assert_eq!(test_index.engine.stats().segments, segments);
}

#[test]
fn patches_and_feed_position_survive_a_restart() {
    let (test_index, products) = test_index_of(6);
    test_index
        .engine
        .apply(vec![Change::Upsert(Box::new(with_price(products[4].clone(), 7)))], "later")
        .unwrap();
    let before = responses(&test_index.engine);
    let (test_index, feed_position) = reopened(test_index);
    assert_eq!(feed_position.as_deref(), Some("later"));
    assert_eq!(responses(&test_index.engine), before);
}

#[test]
fn stale_patch_is_ignored_after_reindexing() {
    let (test_index, products) = test_index_of(6);
    test_index.upsert(vec![with_price(products[4].clone(), 7)]);
    let renamed = with_price(Document { name: "MSI Zonda 4 Reborn".into(), ..products[4].clone() }, 99);
    test_index.engine.apply(vec![Change::Upsert(Box::new(renamed))], "renamed").unwrap();
    // Back to the first text, whose fingerprint an old patch would match again.
    test_index
        .engine
        .apply(vec![Change::Upsert(Box::new(with_price(products[4].clone(), 101)))], "back")
        .unwrap();
    let before = responses(&test_index.engine);
    let (test_index, feed_position) = reopened(test_index);
    assert_eq!(feed_position.as_deref(), Some("back"));
    assert_eq!(responses(&test_index.engine), before);
    assert!(String::from_utf8_lossy(&test_index.search("zonda 4").hits[0].card).contains("\"price\":101"));
}

#[test]
fn torn_log_returns_to_the_last_whole_batch() {
    let (test_index, products) = test_index_of(6);
    test_index
        .engine
        .apply(vec![Change::Upsert(Box::new(with_price(products[4].clone(), 7)))], "first")
        .unwrap();
    let before = responses(&test_index.engine);
    test_index
        .engine
        .apply(vec![Change::Upsert(Box::new(with_price(products[5].clone(), 8)))], "second")
        .unwrap();
    let log = test_index.directory.path().join("generation-000001/patches.log");
    let bytes = fs::read(&log).unwrap();
    let TestIndex { engine, directory } = test_index;
    drop(engine);
    fs::write(&log, &bytes[..bytes.len() - 3]).unwrap();
    let opened = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap();
    assert_eq!(opened.feed_position.as_deref(), Some("first"));
    assert_eq!(responses(&opened.engine), before);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// After any batches of changes, every response is that of an index built from the outcome.
    #[test]
    fn patched_index_answers_like_a_fresh_index(
        batches in prop::collection::vec(prop::collection::vec((0_usize..12, 0_u8..5, 1_i64..300), 1..5), 1..6),
        restart in any::<prop::sample::Index>(),
    ) {
        let (mut test_index, products) = test_index_of(12);
        let mut present: BTreeMap<ProductId, Document> = products.iter().map(|product| (product.id, product.clone())).collect();
        let restart = restart.index(batches.len());
        for (number, batch) in batches.into_iter().enumerate() {
            let mut changes = Vec::new();
            for (which, what, dinars) in batch {
                let mut document = present.get(&products[which].id).unwrap_or(&products[which]).clone();
                match what {
                    0 => document = with_price(document, dinars),
                    1 => document.in_stock = !document.in_stock,
                    2 => document.retailers = vec![RetailerFacet { slug: "other-shop".into(), tabby: dinars % 2 == 0 }],
                    3 => document.name = format!("{} V{dinars}", products[which].name),
                    _ => {
                        present.remove(&document.id);
                        changes.push(Change::Delete(document.id));
                        continue;
                    }
                }
                document = with_price(document.clone(), document.price.unwrap().0 / 1000);
                present.insert(document.id, document.clone());
                changes.push(Change::Upsert(Box::new(document)));
            }
            test_index.engine.apply(changes, &number.to_string()).unwrap();
            if number == restart {
                test_index = reopened(test_index).0;
            }
        }
        let anew = TestIndex::with_products(present.into_values().collect());
        prop_assert_eq!(responses(&test_index.engine), responses(&anew.engine));
    }
}
