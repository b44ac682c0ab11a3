use std::{
    fs,
    time::{Duration, Instant},
};

use domain::model::Category;
use indexer::{Change, Document, Engine, IndexError, SearchConfig, SearchRequest};

use crate::test_index::{Shelf, With, names, parts, product};

fn open(shelf: Shelf) -> (Engine, Option<String>, tempfile::TempDir) {
    let Shelf { engine, directory } = shelf;
    drop(engine);
    let opened = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap();
    (opened.engine, opened.cursor, directory)
}

fn total(engine: &Engine, text: &str) -> u64 {
    engine.search(&SearchRequest::text(text)).unwrap().total
}

#[test]
fn a_change_is_found_when_apply_returns() {
    let shelf = parts();
    let changed = product(Category::Gpu, "ASUS", "ASUS Zonda 9999").costs(77);
    let started = Instant::now();
    shelf.put(vec![changed.clone()]);
    assert_eq!(shelf.search("zonda").total, 1);
    shelf.put(vec![Document { id: changed.id, ..product(Category::Gpu, "ASUS", "ASUS Huracan 9999") }]);
    assert_eq!((shelf.search("zonda").total, shelf.search("huracan").total), (0, 1));
    shelf.engine.apply(vec![Change::Delete(changed.id)], "3").unwrap();
    assert_eq!(shelf.search("huracan").total, 0);
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[test]
fn the_last_of_two_changes_in_one_batch_counts() {
    let shelf = parts();
    let first = product(Category::Gpu, "ASUS", "ASUS Zonda one");
    let second = Document { id: first.id, ..product(Category::Gpu, "ASUS", "ASUS Zonda two") };
    shelf.put(vec![first, second]);
    assert_eq!(shelf.names("zonda"), ["ASUS Zonda two"]);
}

#[test]
fn the_cursor_is_that_of_the_last_commit() {
    let shelf = parts();
    shelf.engine.apply(Vec::new(), "42:7").unwrap();
    let (engine, cursor, _directory) = open(shelf);
    assert_eq!(cursor.as_deref(), Some("42:7"));
    assert_eq!(total(&engine, "rtx 4070"), 4);
}

#[test]
fn a_missing_index_is_an_empty_one() {
    let directory = tempfile::tempdir().unwrap();
    let deep = directory.path().join("a/b");
    let opened = Engine::open(&deep, SearchConfig::embedded().unwrap()).unwrap();
    assert_eq!((opened.cursor, total(&opened.engine, "")), (None, 0));
    assert_eq!(
        opened
            .engine
            .suggest(&indexer::SuggestRequest { text: "rtx".into(), limit: 5 })
            .unwrap()
            .products
            .len(),
        0
    );
}

#[test]
fn a_damaged_index_is_set_aside() {
    for damage in ["cut", "garbage", "gone", "meta"] {
        let shelf = parts();
        let Shelf { engine, directory } = shelf;
        drop(engine);
        let generation = directory.path().join("generation-000001");
        for file in fs::read_dir(&generation).unwrap().map(|file| file.unwrap().path()) {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            match damage {
                "cut" if name.ends_with(".store") => fs::write(&file, b"").unwrap(),
                "garbage" if name.ends_with(".idx") => fs::write(&file, vec![7; 4096]).unwrap(),
                "gone" if name.ends_with(".fast") => fs::remove_file(&file).unwrap(),
                "meta" if name == "meta.json" => fs::write(&file, b"{").unwrap(),
                _ => {}
            }
        }
        let opened = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap();
        assert_eq!((opened.cursor, total(&opened.engine, "")), (None, 0), "{damage}");
        let aside = fs::read_dir(directory.path())
            .unwrap()
            .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("damaged-"));
        assert_eq!(aside.count(), 1, "{damage}");
        opened
            .engine
            .apply(vec![Change::Upsert(Box::new(product(Category::Gpu, "ASUS", "ASUS Zonda")))], "1")
            .unwrap();
        assert_eq!(total(&opened.engine, "zonda"), 1, "{damage}");
    }
}

#[test]
fn other_words_in_the_configuration_make_the_index_rebuild() {
    let shelf = parts();
    let Shelf { engine, directory } = shelf;
    drop(engine);
    let config = tempfile::tempdir().unwrap();
    let facets =
        include_str!("../../../config/search/facets.toml").replace("\"socket\", \"cores\"", "\"cores\"");
    fs::write(config.path().join("facets.toml"), facets).unwrap();
    let opened =
        Engine::open(directory.path(), SearchConfig::from_directory(config.path()).unwrap()).unwrap();
    assert_eq!(opened.cursor, None);
}

#[test]
fn a_rebuild_stands_beside_the_live_index_until_it_is_finished() {
    let shelf = parts();
    let before = shelf.search("").total;
    let mut rebuild = shelf.engine.rebuild().unwrap();
    assert!(matches!(shelf.engine.rebuild(), Err(IndexError::Busy)), "one at a time");
    rebuild.add(product(Category::Gpu, "ASUS", "ASUS Zonda")).unwrap();
    assert_eq!((shelf.search("").total, shelf.search("zonda").total), (before, 0));
    shelf.put(vec![product(Category::Gpu, "ASUS", "ASUS Huracan")]);
    assert_eq!(shelf.search("huracan").total, 1, "the live index takes changes meanwhile");
    rebuild.finish("99").unwrap();
    assert_eq!((shelf.search("").total, shelf.search("zonda").total), (1, 1));
    assert_eq!(shelf.engine.stats().generation, 2);
    let (engine, cursor, directory) = open(shelf);
    assert_eq!((cursor.as_deref(), total(&engine, "zonda")), (Some("99"), 1));
    assert!(!directory.path().join("generation-000001").exists());
}

#[test]
fn a_rebuild_that_is_broken_off_leaves_nothing_behind() {
    let shelf = parts();
    let mut rebuild = shelf.engine.rebuild().unwrap();
    rebuild.add(product(Category::Gpu, "ASUS", "ASUS Zonda")).unwrap();
    drop(rebuild);
    assert_eq!(shelf.search("zonda").total, 0);
    assert!(!shelf.directory.path().join("generation-000002").exists());
    shelf.engine.rebuild().unwrap().finish("1").unwrap();
    assert_eq!(shelf.search("").total, 0);
}

#[test]
fn searches_go_on_while_a_rebuild_switches() {
    let shelf = parts();
    let engine = shelf.engine.clone();
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let searcher = scope.spawn(|| {
            let mut asked = 0;
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                let response = engine.search(&SearchRequest::text("zonda")).unwrap();
                assert!(names(&response).iter().all(|name| name.starts_with("ASUS Zonda")));
                asked += 1;
            }
            asked
        });
        for round in 0..3 {
            let mut rebuild = shelf.engine.rebuild().unwrap();
            for number in 0..50 {
                rebuild.add(product(Category::Gpu, "ASUS", &format!("ASUS Zonda {round} {number}"))).unwrap();
            }
            rebuild.finish("1").unwrap();
            assert_eq!(shelf.search("zonda").total, 50);
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(searcher.join().unwrap() > 0);
    });
}

#[test]
fn a_second_opening_of_the_same_directory_is_refused() {
    let shelf = parts();
    let second = Engine::open(shelf.directory.path(), SearchConfig::embedded().unwrap());
    assert!(matches!(second, Err(IndexError::Busy)));
    assert_eq!(shelf.search("rtx 4070").total, 4);
}
