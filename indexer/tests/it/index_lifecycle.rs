//! Changes become searchable, and an index opens, is set aside when damaged, and is rebuilt.

use std::{
    fs,
    time::{Duration, Instant},
};

use domain::model::Category;
use indexer::{Change, Document, Engine, IndexError, SearchConfig, SearchRequest};

use crate::test_index::{DocumentBuilder, TestIndex, demo_parts, names, product};

fn open(test_index: TestIndex) -> (Engine, Option<String>, tempfile::TempDir) {
    let TestIndex { engine, directory } = test_index;
    drop(engine);
    let opened = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap();
    (opened.engine, opened.feed_position, directory)
}

fn count_hits(engine: &Engine, text: &str) -> u64 {
    engine.search(&SearchRequest::text(text)).unwrap().total
}

#[test]
fn change_is_searchable_when_apply_returns() {
    let test_index = demo_parts();
    let changed = product(Category::Gpu, "ASUS", "ASUS Zonda 9999").costs(77);
    let started = Instant::now();
    test_index.upsert(vec![changed.clone()]);
    assert_eq!(test_index.search("zonda").total, 1);
    test_index
        .upsert(vec![Document { id: changed.id, ..product(Category::Gpu, "ASUS", "ASUS Huracan 9999") }]);
    assert_eq!((test_index.search("zonda").total, test_index.search("huracan").total), (0, 1));
    test_index.engine.apply(vec![Change::Delete(changed.id)], "3").unwrap();
    assert_eq!(test_index.search("huracan").total, 0);
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[test]
fn last_change_of_a_product_in_a_batch_wins() {
    let test_index = demo_parts();
    let first = product(Category::Gpu, "ASUS", "ASUS Zonda one");
    let second = Document { id: first.id, ..product(Category::Gpu, "ASUS", "ASUS Zonda two") };
    test_index.upsert(vec![first, second]);
    assert_eq!(test_index.names("zonda"), ["ASUS Zonda two"]);
}

#[test]
fn feed_position_is_that_of_the_last_batch() {
    let test_index = demo_parts();
    test_index.engine.apply(Vec::new(), "42:7").unwrap();
    let (engine, feed_position, _directory) = open(test_index);
    assert_eq!(feed_position.as_deref(), Some("42:7"));
    assert_eq!(count_hits(&engine, "rtx 4070"), 4);
}

#[test]
fn missing_index_opens_empty() {
    let directory = tempfile::tempdir().unwrap();
    let deep = directory.path().join("a/b");
    let opened = Engine::open(&deep, SearchConfig::embedded().unwrap()).unwrap();
    assert_eq!((opened.feed_position, count_hits(&opened.engine, "")), (None, 0));
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
fn damaged_index_is_set_aside() {
    for damage in ["cut", "garbage", "gone", "meta"] {
        let test_index = demo_parts();
        let TestIndex { engine, directory } = test_index;
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
        assert_eq!((opened.feed_position, count_hits(&opened.engine, "")), (None, 0), "{damage}");
        let aside = fs::read_dir(directory.path())
            .unwrap()
            .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("damaged-"));
        assert_eq!(aside.count(), 1, "{damage}");
        opened
            .engine
            .apply(vec![Change::Upsert(Box::new(product(Category::Gpu, "ASUS", "ASUS Zonda")))], "1")
            .unwrap();
        assert_eq!(count_hits(&opened.engine, "zonda"), 1, "{damage}");
    }
}

/// The test runs itself again in a process that may write files of a few kilobytes only, which fails as on a full disk.
#[test]
fn full_disk_is_no_damage() {
    const INDEX: &str = "TAJMEEA_TEST_FULL_DISK";
    if let Some(directory) = std::env::var_os(INDEX) {
        return write_until_the_disk_is_full(directory.as_ref());
    }
    let TestIndex { engine, directory } = demo_parts();
    drop(engine);
    let this = std::env::current_exe().unwrap();
    let child = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 128; exec \"$0\" --exact index_lifecycle::full_disk_is_no_damage --nocapture"])
        .arg(this)
        .env(INDEX, directory.path())
        .output()
        .unwrap();
    let told = [child.stdout, child.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(child.status.success() && told[0].contains("1 passed"), "{told:?}");
}

fn write_until_the_disk_is_full(directory: &std::path::Path) {
    let engine = Engine::open(directory, SearchConfig::embedded().unwrap()).unwrap().engine;
    let part = product(Category::Gpu, "ASUS", "ASUS Zonda 9999");
    engine.apply(vec![Change::Upsert(Box::new(part.clone()))], "0").unwrap();
    // Prices alone: they go into the patch log.
    for number in 1..10_000 {
        let changed =
            Document { id: part.id, ..product(Category::Gpu, "ASUS", "ASUS Zonda 9999").costs(number) };
        let Err(error) = engine.apply(vec![Change::Upsert(Box::new(changed))], &number.to_string()) else {
            continue;
        };
        assert!(number > 5 && matches!(error, IndexError::Write(_)), "{number}: {error:?}");
        assert!(!engine.is_suspect() && engine.find_damage().is_none() && !engine.is_damaged());
        assert_eq!(count_hits(&engine, "zonda"), 1);
        return;
    }
    panic!("the disk is never full");
}

#[test]
fn changed_words_file_requires_a_rebuild() {
    let test_index = demo_parts();
    let TestIndex { engine, directory } = test_index;
    drop(engine);
    let config = tempfile::tempdir().unwrap();
    let facets =
        include_str!("../../../config/search/facets.toml").replace("\"socket\", \"cores\"", "\"cores\"");
    fs::write(config.path().join("facets.toml"), facets).unwrap();
    let opened =
        Engine::open(directory.path(), SearchConfig::from_directory(config.path()).unwrap()).unwrap();
    assert_eq!(opened.feed_position, None);
}

#[test]
fn rebuild_leaves_the_live_index_serving_until_finished() {
    let test_index = demo_parts();
    let before = test_index.search("").total;
    let mut rebuild = test_index.engine.rebuild().unwrap();
    assert!(matches!(test_index.engine.rebuild(), Err(IndexError::Busy)), "one at a time");
    rebuild.add(product(Category::Gpu, "ASUS", "ASUS Zonda")).unwrap();
    assert_eq!((test_index.search("").total, test_index.search("zonda").total), (before, 0));
    test_index.upsert(vec![product(Category::Gpu, "ASUS", "ASUS Huracan")]);
    assert_eq!(test_index.search("huracan").total, 1, "the live index takes changes meanwhile");
    rebuild.finish("99").unwrap();
    assert_eq!((test_index.search("").total, test_index.search("zonda").total), (1, 1));
    assert_eq!(test_index.engine.stats().generation, 2);
    let (engine, feed_position, directory) = open(test_index);
    assert_eq!((feed_position.as_deref(), count_hits(&engine, "zonda")), (Some("99"), 1));
    assert!(!directory.path().join("generation-000001").exists());
}

#[test]
fn dropped_rebuild_leaves_no_files() {
    let test_index = demo_parts();
    let mut rebuild = test_index.engine.rebuild().unwrap();
    rebuild.add(product(Category::Gpu, "ASUS", "ASUS Zonda")).unwrap();
    drop(rebuild);
    assert_eq!(test_index.search("zonda").total, 0);
    assert!(!test_index.directory.path().join("generation-000002").exists());
    test_index.engine.rebuild().unwrap().finish("1").unwrap();
    assert_eq!(test_index.search("").total, 0);
}

#[test]
fn searches_continue_while_a_rebuild_switches() {
    let test_index = demo_parts();
    let engine = test_index.engine.clone();
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
            let mut rebuild = test_index.engine.rebuild().unwrap();
            for number in 0..50 {
                rebuild.add(product(Category::Gpu, "ASUS", &format!("ASUS Zonda {round} {number}"))).unwrap();
            }
            rebuild.finish("1").unwrap();
            assert_eq!(test_index.search("zonda").total, 50);
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(searcher.join().unwrap() > 0);
    });
}

#[test]
fn second_open_of_a_directory_is_refused() {
    let test_index = demo_parts();
    let second = Engine::open(test_index.directory.path(), SearchConfig::embedded().unwrap());
    assert!(matches!(second, Err(IndexError::Busy)));
    assert_eq!(test_index.search("rtx 4070").total, 4);
}
