//! A rebuild compacts the patches and includes changes made while it runs, whenever the process is killed.

use std::{fs, path::Path};

use domain::model::{Category, Fils};
use indexer::{Change, Document, Engine, PreparedRebuild, SearchConfig};
use tempfile::TempDir;

use crate::test_index::{DocumentBuilder, TestIndex, product};

const DICTIONARY_PRODUCTS: usize = 400;

fn new_test_index() -> (TestIndex, Vec<Document>) {
    let products: Vec<Document> = (0..DICTIONARY_PRODUCTS)
        .map(|number| {
            let name = format!("ASUS Zonda {number}");
            with_price(&product(Category::Gpu, "ASUS", &name).popular(number as f32), 100)
        })
        .collect();
    (TestIndex::with_products(products.clone()), products)
}

fn with_price(product: &Document, dinars: i64) -> Document {
    let card = format!("{{\"name\":{:?},\"price\":{dinars}}}", product.name).into_bytes();
    Document { price: Some(Fils(dinars * 1000)), card, ..product.clone() }
}

fn change(product: &Document) -> Change {
    Change::Upsert(Box::new(product.clone()))
}

/// Returns the cards that three queries find.
fn cards_found(engine: &Engine) -> Vec<String> {
    let texts = ["zonda 7", "zonda 8", "zonda 9"];
    let hits =
        texts.iter().flat_map(|text| engine.search(&indexer::SearchRequest::text(*text)).unwrap().hits);
    hits.map(|hit| String::from_utf8(hit.card).unwrap()).collect()
}

/// Returns the cards and the feed position that a process finds which starts after another was killed, and its copy of
/// the directory.
fn reopen_after_kill(directory: &Path) -> (Vec<String>, Option<String>, TempDir) {
    let copy = tempfile::tempdir().unwrap();
    copy_all(directory, copy.path());
    let opened = Engine::open(copy.path(), SearchConfig::embedded().unwrap()).unwrap();
    (cards_found(&opened.engine), opened.feed_position, copy)
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_all(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

#[test]
fn compaction_loses_nothing_when_killed() {
    let (test_index, mut products) = new_test_index();
    products[7] = with_price(&products[7], 7);
    test_index.engine.apply(vec![change(&products[7])], "before").unwrap();
    assert_eq!(test_index.engine.stats().patched, 1);

    let mut rebuild = test_index.engine.rebuild().unwrap();
    products.iter().rev().for_each(|product| rebuild.add(product.clone()).unwrap());
    products[8] = with_price(&products[8], 8);
    test_index.engine.apply(vec![change(&products[8])], "during").unwrap();
    let live = cards_found(&test_index.engine);
    let holds = |stage: &str| {
        let (found, feed_position, _kept) = reopen_after_kill(test_index.directory.path());
        assert_eq!((found, feed_position.as_deref()), (live.clone(), Some("during")), "{stage}");
    };
    holds("while it is filled");
    let built: PreparedRebuild = rebuild.prepare("before").unwrap();
    holds("before it has caught up");
    built.apply(&[change(&products[8])], "during").unwrap();
    assert_eq!(cards_found(&test_index.engine), live, "the live one answers");
    holds("before the switch");
    built.switch().unwrap();
    assert_eq!(cards_found(&test_index.engine), live);
    holds("after the switch");
    let stats = test_index.engine.stats();
    assert_eq!((stats.patched, stats.generation), (1, 2), "what changed meanwhile is the only patch");
}

#[test]
fn abandoned_compaction_leaves_the_live_index_unchanged() {
    let (test_index, products) = new_test_index();
    let mut rebuild = test_index.engine.rebuild().unwrap();
    rebuild.add(products[0].clone()).unwrap();
    drop(rebuild.prepare("1").unwrap());
    assert!(!test_index.directory.path().join("generation-000002").exists());
    assert_eq!(test_index.search("").total, DICTIONARY_PRODUCTS as u64);
    test_index.engine.rebuild().unwrap().finish("1").unwrap();
}

#[test]
fn damaged_card_dictionary_sets_the_index_aside() {
    let (test_index, products) = new_test_index();
    let mut rebuild = test_index.engine.rebuild().unwrap();
    products.iter().for_each(|product| rebuild.add(product.clone()).unwrap());
    rebuild.finish("1").unwrap();
    let TestIndex { engine, directory } = test_index;
    let dictionary = directory.path().join("generation-000002/cards.dictionary");
    drop(engine);
    let mut bytes = fs::read(&dictionary).unwrap();
    bytes[100] ^= 1;
    fs::write(&dictionary, bytes).unwrap();
    let opened = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap();
    assert_eq!((opened.feed_position, opened.engine.stats().documents), (None, 0));
}
