//! A rebuild folds the patches in and includes changes made while it runs, whenever the process is killed.

use std::{fs, path::Path};

use domain::model::{Category, Fils};
use indexer::{Change, Document, Engine, Rebuilt, SearchConfig};
use tempfile::TempDir;

use crate::shelf::{Shelf, With, product};

const ENOUGH_FOR_A_DICTIONARY: usize = 400;

fn shelf() -> (Shelf, Vec<Document>) {
    let products: Vec<Document> = (0..ENOUGH_FOR_A_DICTIONARY)
        .map(|number| {
            let name = format!("ASUS Zonda {number}");
            priced(&product(Category::Gpu, "ASUS", &name).popular(number as f32), 100)
        })
        .collect();
    (Shelf::of(products.clone()), products)
}

fn priced(product: &Document, dinars: i64) -> Document {
    let card = format!("{{\"name\":{:?},\"price\":{dinars}}}", product.name).into_bytes();
    Document { price: Some(Fils(dinars * 1000)), card, ..product.clone() }
}

fn change(product: &Document) -> Change {
    Change::Upsert(Box::new(product.clone()))
}

/// Returns the cards that three queries find.
fn answers(engine: &Engine) -> Vec<String> {
    let texts = ["zonda 7", "zonda 8", "zonda 9"];
    let hits =
        texts.iter().flat_map(|text| engine.search(&indexer::SearchRequest::text(*text)).unwrap().hits);
    hits.map(|hit| String::from_utf8(hit.card).unwrap()).collect()
}

/// Returns the cards and the cursor that a process finds which starts after another was killed, and its copy of the
/// directory.
fn after_a_kill(directory: &Path) -> (Vec<String>, Option<String>, TempDir) {
    let copy = tempfile::tempdir().unwrap();
    copy_all(directory, copy.path());
    let opened = Engine::open(copy.path(), SearchConfig::embedded().unwrap()).unwrap();
    (answers(&opened.engine), opened.cursor, copy)
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
fn nothing_is_lost_whenever_a_fold_is_killed() {
    let (shelf, mut products) = shelf();
    products[7] = priced(&products[7], 7);
    shelf.engine.apply(vec![change(&products[7])], "before").unwrap();
    assert_eq!(shelf.engine.stats().patched, 1);

    let mut rebuild = shelf.engine.rebuild().unwrap();
    products.iter().rev().for_each(|product| rebuild.add(product.clone()).unwrap());
    products[8] = priced(&products[8], 8);
    shelf.engine.apply(vec![change(&products[8])], "during").unwrap();
    let live = answers(&shelf.engine);
    let holds = |stage: &str| {
        let (found, cursor, _kept) = after_a_kill(shelf.directory.path());
        assert_eq!((found, cursor.as_deref()), (live.clone(), Some("during")), "{stage}");
    };
    holds("while it is filled");
    let built: Rebuilt = rebuild.prepare("before").unwrap();
    holds("before it has caught up");
    built.apply(&[change(&products[8])], "during").unwrap();
    assert_eq!(answers(&shelf.engine), live, "the live one answers");
    holds("before the switch");
    built.switch().unwrap();
    assert_eq!(answers(&shelf.engine), live);
    holds("after the switch");
    let stats = shelf.engine.stats();
    assert_eq!((stats.patched, stats.generation), (1, 2), "what changed meanwhile is the only patch");
}

#[test]
fn a_fold_that_is_given_up_leaves_the_live_index_alone() {
    let (shelf, products) = shelf();
    let mut rebuild = shelf.engine.rebuild().unwrap();
    rebuild.add(products[0].clone()).unwrap();
    drop(rebuild.prepare("1").unwrap());
    assert!(!shelf.directory.path().join("generation-000002").exists());
    assert_eq!(shelf.search("").total, ENOUGH_FOR_A_DICTIONARY as u64);
    shelf.engine.rebuild().unwrap().finish("1").unwrap();
}

#[test]
fn a_damaged_dictionary_of_cards_is_set_aside_with_its_index() {
    let (shelf, products) = shelf();
    let mut rebuild = shelf.engine.rebuild().unwrap();
    products.iter().for_each(|product| rebuild.add(product.clone()).unwrap());
    rebuild.finish("1").unwrap();
    let Shelf { engine, directory } = shelf;
    let dictionary = directory.path().join("generation-000002/cards.dictionary");
    drop(engine);
    let mut bytes = fs::read(&dictionary).unwrap();
    bytes[100] ^= 1;
    fs::write(&dictionary, bytes).unwrap();
    let opened = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap();
    assert_eq!((opened.cursor, opened.engine.stats().documents), (None, 0));
}
