//! Stopping early must not change what is on top.

use std::fs;

use domain::model::ProductId;
use indexer::{Change, Engine, Filters, SearchConfig, SearchRequest, Sort};

use crate::catalogue;

/// Queries with more hits than a window holds, and some with fewer.
const QUERIES: [&str; 16] = [
    "rtx",
    "asus",
    "corsair",
    "gaming",
    "black",
    "ddr5",
    "ryzen 7",
    "كرت شاشة",
    "رام",
    "gpu 16gb",
    "geforce rtx 4060",
    "wifi",
    "samsung",
    "msi motherboard",
    "white",
    "ryzen 7 7800x3d",
];

/// The first twenty of every query, with this many candidates a window.
fn first_twenty(directory: &std::path::Path, window: usize) -> Vec<Vec<ProductId>> {
    let ranking = include_str!("../../../config/search/ranking.toml");
    let ranking = ranking.replace("window = 200", &format!("window = {window}"));
    let config = tempfile::tempdir().unwrap();
    fs::write(config.path().join("ranking.toml"), ranking).unwrap();
    let engine =
        Engine::open(directory, SearchConfig::from_directory(config.path()).unwrap()).unwrap().engine;
    let ids = |query: &&str| {
        engine.search(&SearchRequest::text(*query)).unwrap().hits.iter().map(|hit| hit.id).collect()
    };
    QUERIES.iter().map(ids).collect()
}

/// The demo's reference six times over.
fn filled() -> (Engine, tempfile::TempDir) {
    let mut lines = Vec::new();
    ingest::demo::write_reference(&mut lines).unwrap();
    let parts = catalogue::read(lines.as_slice());
    let directory = tempfile::tempdir().unwrap();
    let engine = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap().engine;
    let mut rebuild = engine.rebuild().unwrap();
    for copy in 0..6 {
        parts.iter().for_each(|part| rebuild.add(catalogue::likeness(part, copy)).unwrap());
    }
    rebuild.finish("1").unwrap();
    (engine, directory)
}

#[test]
fn windows_keep_the_first_hit_and_nearly_all_of_the_first_page() {
    let (engine, directory) = filled();
    drop(engine);
    let (windowed, exhaustive) =
        (first_twenty(directory.path(), 200), first_twenty(directory.path(), 1_000_000));
    let (mut shared, mut all) = (0, 0);
    for ((query, windowed), exhaustive) in QUERIES.iter().zip(&windowed).zip(&exhaustive) {
        assert_eq!(windowed.first(), exhaustive.first(), "{query}");
        shared += windowed.iter().filter(|id| exhaustive.contains(id)).count();
        all += exhaustive.len();
    }
    assert!(shared as f64 >= 0.99 * all as f64, "{shared} of {all}");
}

#[test]
fn who_asks_for_no_counts_gets_the_same_products_and_total() {
    let (engine, _directory) = filled();
    let answer = |request: &SearchRequest| {
        let answer = engine.search(request).unwrap();
        (answer.total, answer.is_total_exact, answer.hits.iter().map(|hit| hit.id).collect::<Vec<_>>())
    };
    let check = || {
        let mut all = 0;
        for query in QUERIES.iter().chain(&["", "gpu", "corsair gaming white"]) {
            for (in_stock, sort, page) in [
                (false, Sort::Relevance, 1),
                (false, Sort::Relevance, 2),
                (true, Sort::Relevance, 1),
                (false, Sort::PriceAscending, 1),
            ] {
                let filters = Filters { in_stock, ..Filters::default() };
                let counted = SearchRequest { filters, sort, page, ..SearchRequest::text(*query) };
                let plain = SearchRequest { facets: false, ..counted.clone() };
                let ((total, is_exact, hits), (all_of_them, true, counted)) =
                    (answer(&plain), answer(&counted))
                else {
                    panic!("counts are exact")
                };
                assert_eq!(hits, counted, "{query:?} {in_stock} {sort:?} {page}");
                assert!(total == all_of_them || (!is_exact && total < all_of_them && total > 200), "{query}");
                all += all_of_them;
            }
        }
        all
    };
    let before = check();
    let most = engine.search(&SearchRequest { limit: 100, ..SearchRequest::text("corsair") }).unwrap().hits;
    engine.apply(most.iter().map(|hit| Change::Delete(hit.id)).collect(), "2").unwrap();
    assert!(check() < before, "deleted products are not counted");
}
