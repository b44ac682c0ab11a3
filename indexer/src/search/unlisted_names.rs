//! Tests of Arabic names that are not listed. Each line of a dictionary is removed in turn; its spellings must still
//! find its products, by sound, by an edit, by the names of letters or by their parts.

use std::{collections::HashSet, path::Path};

use domain::model::ProductId;

use super::respond::search;
use crate::{
    config::SearchConfig,
    engine::Engine,
    interface::SearchRequest,
    query::expander::{Expander, MatchRules},
    storage::view::View,
};

#[path = "../../tests/it/catalogue.rs"]
#[allow(dead_code, clippy::panic, clippy::unwrap_used, reason = "shared with the integration tests")]
mod catalogue;

/// Minimum share of lines that find their products while hidden, and while listed.
const HIDDEN_FLOOR: f64 = 0.70;
const LISTED_FLOOR: f64 = 0.99;
/// The shared dictionary, which lies beside the project.
const SHARED_DICTIONARY: &str = "../../shared/data/arabic_terms.tsv";
/// Step through our own dictionary, which is longer.
const OUR_DICTIONARY_STEP: usize = 4;
const OUR_DICTIONARY: &str = include_str!("../../../config/search/arabic_terms.tsv");

/// Units say nothing without a number; queries for them have one.
const UNITS: [(&str, &str); 8] = [
    ("watt", "750"),
    ("gb", "16"),
    ("tb", "2"),
    ("mhz", "6000"),
    ("hz", "144"),
    ("inch", "27"),
    ("mm", "360"),
    ("cores", "8"),
];
/// Lines about offers; no product is one.
const OFFERS: [&str; 9] =
    ["new", "used", "original", "warranty", "price", "cheap", "offer", "delivery", "in stock"];

/// One line: the English names and the Arabic ones.
struct Line<'a> {
    english: Vec<&'a str>,
    arabic: Vec<&'a str>,
}

fn lines(table: &str) -> Vec<Line<'_>> {
    table
        .lines()
        .skip(1)
        .filter_map(|row| {
            let mut columns = row.split('\t');
            let (english, _, arabic) = (columns.next()?, columns.next()?, columns.next()?);
            let others = columns.next().unwrap_or_default().split('|').filter(|other| !other.is_empty());
            Some(Line {
                english: std::iter::once(english).chain(others).collect(),
                arabic: arabic.split('|').collect(),
            })
        })
        .collect()
}

/// Returns our dictionary without some spellings.
fn dictionary_without(hidden: &HashSet<&str>) -> String {
    let row = |row: &str| -> Option<String> {
        let mut columns: Vec<&str> = row.split('\t').collect();
        let left: Vec<&str> = columns.get(2)?.split('|').filter(|name| !hidden.contains(name)).collect();
        let left = left.join("|");
        columns[2] = &left;
        Some(columns.join("\t"))
    };
    let mut rows = OUR_DICTIONARY.lines();
    let head = rows.next().into_iter().map(str::to_owned);
    head.chain(rows.filter_map(row).filter(|row| !row.contains("\t\t"))).collect::<Vec<_>>().join("\n")
}

fn ids(view: &View, config: &SearchConfig, text: &str, limit: u32) -> Vec<ProductId> {
    let request = SearchRequest { facets: false, limit, ..SearchRequest::text(text) };
    let answer = search(view, config, &request).expect("an answer");
    if answer.corrected.is_some() { Vec::new() } else { answer.hits.iter().map(|hit| hit.id).collect() }
}

/// Returns all products of the English names, as far as paging goes.
fn products_named(view: &View, config: &SearchConfig, english: &[String]) -> HashSet<ProductId> {
    let mut products_named = HashSet::new();
    let expander = Expander { view, config, rules: MatchRules::default() };
    for text in english {
        // Skips a name that is not understood and that only begins other words of products.
        let words = config.lexicon.fold_words(text);
        let answer = search(view, config, &SearchRequest::text(text.as_str())).expect("an answer");
        let stands = |word: &String| expander.word_group(word).is_ok_and(|group| group.doc_freq() > 0);
        if answer.understood.is_empty() && !words.iter().all(stands) {
            continue;
        }
        for page in 1..=10 {
            let request =
                SearchRequest { facets: false, limit: 100, page, ..SearchRequest::text(text.as_str()) };
            let answer = search(view, config, &request).expect("an answer");
            if answer.corrected.is_some() || !answer.dropped.is_empty() || answer.hits.is_empty() {
                break;
            }
            products_named.extend(answer.hits.iter().map(|hit| hit.id));
        }
    }
    products_named
}

/// Whether at least seven tenths of the first ten hits are among the products.
fn finds_products(
    view: &View,
    config: &SearchConfig,
    text: &str,
    products_named: &HashSet<ProductId>,
) -> bool {
    let found = ids(view, config, text, 10);
    let right = found.iter().filter(|id| products_named.contains(id)).count();
    !found.is_empty() && right * 10 >= found.len() * 7
}

fn demo_engine() -> (Engine, tempfile::TempDir) {
    let mut lines = Vec::new();
    demo::write_reference(&mut lines).expect("the demo's reference");
    let directory = tempfile::tempdir().expect("a directory");
    let config = SearchConfig::embedded().expect("config");
    let engine = Engine::open(directory.path(), config).expect("an engine").engine;
    let mut rebuild = engine.rebuild().expect("a rebuild");
    for part in catalogue::read(lines.as_slice()) {
        rebuild.add(part).expect("added");
    }
    rebuild.finish("1").expect("finished");
    (engine, directory)
}

/// Returns the shares of lines that find their products, with the whole dictionary and with each line hidden.
fn measure_found(name: &str, table: &str, step: usize) -> (f64, f64) {
    let (engine, _directory) = demo_engine();
    let view = engine.view();
    let full = SearchConfig::embedded().expect("config");
    let (mut asked, mut listed, mut hidden, mut spellings, mut found) = (0, 0, 0, 0, 0);
    let (mut misses, mut listed_misses) = (Vec::new(), Vec::new());
    for line in lines(table).into_iter().step_by(step) {
        let removed_names: HashSet<&str> = line.arabic.iter().copied().collect();
        let unit = UNITS.iter().find(|(unit, _)| *unit == line.english[0]);
        let asked_as =
            |name: &&str| unit.map_or_else(|| (*name).to_owned(), |(_, number)| format!("{number} {name}"));
        let english: Vec<String> = line.english.iter().map(asked_as).collect();
        let arabic: Vec<String> =
            line.arabic.iter().filter(|name| name.chars().any(char::is_alphabetic)).map(asked_as).collect();
        let products_named = products_named(&view, &full, &english);
        if products_named.is_empty() || OFFERS.contains(&line.english[0]) {
            continue;
        }
        asked += 1;
        let in_full =
            arabic.iter().filter(|text| finds_products(&view, &full, text, &products_named)).count();
        if in_full * 2 >= arabic.len() {
            listed += 1;
        }
        let missing = arabic.iter().filter(|text| !finds_products(&view, &full, text, &products_named));
        listed_misses.extend(missing.map(|text| format!("{} {text}", line.english[0])));
        let config = SearchConfig::with_arabic_terms(dictionary_without(&removed_names));
        let config = config.expect("config");
        let right =
            arabic.iter().filter(|text| finds_products(&view, &config, text, &products_named)).count();
        spellings += arabic.len();
        found += right;
        if right * 2 >= arabic.len() {
            hidden += 1;
        } else {
            misses.push(format!("{} {right}/{}", line.english[0], arabic.len()));
        }
    }
    let part = |count: usize, of: usize| count as f64 / of.max(1) as f64;
    println!(
        "{name}: {asked} lines; listed {:.3}; hidden {:.3}, of spellings {:.3}",
        part(listed, asked),
        part(hidden, asked),
        part(found, spellings)
    );
    println!("  hidden misses: {misses:?}\n  listed misses: {listed_misses:?}");
    (part(listed, asked), part(hidden, asked))
}

#[test]
fn unlisted_names_of_our_dictionary_are_still_found() {
    let (listed, hidden) = measure_found("ours", OUR_DICTIONARY, OUR_DICTIONARY_STEP);
    assert!(listed >= LISTED_FLOOR && hidden >= HIDDEN_FLOOR, "{listed} {hidden}");
}

/// Skipped, with a message, where the dictionary does not lie beside the project.
#[test]
fn unlisted_names_of_the_shared_dictionary_are_still_found() {
    if !Path::new(SHARED_DICTIONARY).exists() {
        println!("skipped: there is no {SHARED_DICTIONARY}");
        return;
    }
    let table = std::fs::read_to_string(SHARED_DICTIONARY).expect("the dictionary");
    let (listed, hidden) = measure_found("shared", &table, 1);
    assert!(listed >= LISTED_FLOOR && hidden >= HIDDEN_FLOOR, "{listed} {hidden}");
}
