//! Patches: new prices and stock are written over the old ones, and every response must be that of a new index.

use std::{collections::BTreeMap, fs};

use domain::model::{Category, Fils, ProductId, SpecKey};
use indexer::{
    Change, Document, Engine, Facet, Filters, RetailerFacet, SearchConfig, SearchRequest, Sort,
    SuggestRequest, Tier,
};
use proptest::prelude::*;

use crate::shelf::{Shelf, With, names, product};

const MAKERS: [&str; 3] = ["ASUS", "MSI", "Sapphire"];

fn with_price(mut document: Document, dinars: i64) -> Document {
    document.price = Some(Fils(dinars * 1000));
    document.card = format!("{{\"name\":{:?},\"price\":{dinars}}}", document.name).into_bytes();
    document
}

fn shelf_of(count: usize) -> (Shelf, Vec<Document>) {
    let categories = [Category::Gpu, Category::Ram, Category::Cpu];
    let products: Vec<Document> = (0..count)
        .map(|number| {
            let maker = MAKERS[number % 3];
            let product = product(categories[number % 2], maker, &format!("{maker} Zonda {number}"));
            let product =
                product.popular(number as f32).spec(SpecKey::Color, ["Black", "White"][number % 2].into());
            with_price(product, 50 + 10 * number as i64)
        })
        .collect();
    (Shelf::of(products.clone()), products)
}

fn reopened(shelf: Shelf) -> (Shelf, Option<String>) {
    let Shelf { engine, directory } = shelf;
    drop(engine);
    let opened = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap();
    (Shelf { engine: opened.engine, directory }, opened.cursor)
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
fn answers(engine: &Engine) -> Vec<(Vec<String>, u64, Vec<Facet>)> {
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
fn a_new_price_is_filtered_counted_sorted_and_shown_without_a_new_segment() {
    let (shelf, products) = shelf_of(6);
    let segments = shelf.engine.stats().segments;
    shelf.put(vec![with_price(products[4].clone(), 7)]);
    let cheapest = SearchRequest { sort: Sort::PriceAscending, ..SearchRequest::text("zonda") };
    let response = shelf.ask(&cheapest);
    assert_eq!(names(&response)[0], "MSI Zonda 4");
    assert!(String::from_utf8_lossy(&response.hits[0].card).contains("\"price\":7"));
    let under = SearchRequest {
        filters: Filters { price_max: Some(Fils(10_000)), ..Filters::default() },
        ..cheapest
    };
    assert_eq!(shelf.ask(&under).total, 1);
    let suggested = shelf.engine.suggest(&SuggestRequest { text: "zonda 4".into(), limit: 1 }).unwrap();
    assert_eq!(suggested.products[0].price, Some(Fils(7_000)));
    assert_eq!(shelf.engine.stats().segments, segments);
}

#[test]
fn patches_and_their_cursor_survive_a_restart() {
    let (shelf, products) = shelf_of(6);
    shelf.engine.apply(vec![Change::Upsert(Box::new(with_price(products[4].clone(), 7)))], "later").unwrap();
    let before = answers(&shelf.engine);
    let (shelf, cursor) = reopened(shelf);
    assert_eq!(cursor.as_deref(), Some("later"));
    assert_eq!(answers(&shelf.engine), before);
}

#[test]
fn a_text_written_later_is_not_overlaid_by_an_older_patch() {
    let (shelf, products) = shelf_of(6);
    shelf.put(vec![with_price(products[4].clone(), 7)]);
    let renamed = with_price(Document { name: "MSI Zonda 4 Reborn".into(), ..products[4].clone() }, 99);
    shelf.engine.apply(vec![Change::Upsert(Box::new(renamed))], "renamed").unwrap();
    // Back to the first text, whose fingerprint an old patch would match again.
    shelf.engine.apply(vec![Change::Upsert(Box::new(with_price(products[4].clone(), 101)))], "back").unwrap();
    let before = answers(&shelf.engine);
    let (shelf, cursor) = reopened(shelf);
    assert_eq!(cursor.as_deref(), Some("back"));
    assert_eq!(answers(&shelf.engine), before);
    assert!(String::from_utf8_lossy(&shelf.search("zonda 4").hits[0].card).contains("\"price\":101"));
}

#[test]
fn a_log_torn_at_its_end_goes_back_to_the_last_whole_batch() {
    let (shelf, products) = shelf_of(6);
    shelf.engine.apply(vec![Change::Upsert(Box::new(with_price(products[4].clone(), 7)))], "first").unwrap();
    let before = answers(&shelf.engine);
    shelf.engine.apply(vec![Change::Upsert(Box::new(with_price(products[5].clone(), 8)))], "second").unwrap();
    let log = shelf.directory.path().join("generation-000001/patches.log");
    let bytes = fs::read(&log).unwrap();
    let Shelf { engine, directory } = shelf;
    drop(engine);
    fs::write(&log, &bytes[..bytes.len() - 3]).unwrap();
    let opened = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap();
    assert_eq!(opened.cursor.as_deref(), Some("first"));
    assert_eq!(answers(&opened.engine), before);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// After any batches of changes, every response is that of an index built from the outcome.
    #[test]
    fn changes_end_as_if_indexed_anew(
        batches in prop::collection::vec(prop::collection::vec((0_usize..12, 0_u8..5, 1_i64..300), 1..5), 1..6),
        restart in any::<prop::sample::Index>(),
    ) {
        let (mut shelf, products) = shelf_of(12);
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
            shelf.engine.apply(changes, &number.to_string()).unwrap();
            if number == restart {
                shelf = reopened(shelf).0;
            }
        }
        let anew = Shelf::of(present.into_values().collect());
        prop_assert_eq!(answers(&shelf.engine), answers(&anew.engine));
    }
}
