//! Stopping early must not change what is on top.

use std::fs;

use domain::model::ProductId;
use indexer::{Engine, SearchConfig, SearchRequest};

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
    let ranking = ranking.replace("window = 400", &format!("window = {window}"));
    let config = tempfile::tempdir().unwrap();
    fs::write(config.path().join("ranking.toml"), ranking).unwrap();
    let engine =
        Engine::open(directory, SearchConfig::from_directory(config.path()).unwrap()).unwrap().engine;
    let ids = |query: &&str| {
        engine.search(&SearchRequest::text(*query)).unwrap().hits.iter().map(|hit| hit.id).collect()
    };
    QUERIES.iter().map(ids).collect()
}

#[test]
fn windows_keep_the_first_hit_and_nearly_all_of_the_first_page() {
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
    drop(engine);
    let (windowed, exhaustive) =
        (first_twenty(directory.path(), 400), first_twenty(directory.path(), 1_000_000));
    let (mut shared, mut all) = (0, 0);
    for ((query, windowed), exhaustive) in QUERIES.iter().zip(&windowed).zip(&exhaustive) {
        assert_eq!(windowed.first(), exhaustive.first(), "{query}");
        shared += windowed.iter().filter(|id| exhaustive.contains(id)).count();
        all += exhaustive.len();
    }
    assert!(shared as f64 >= 0.99 * all as f64, "{shared} of {all}");
}
