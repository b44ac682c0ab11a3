//! Queries about fits, foreign things, questions and several things, over the demo retailers' catalogue. Written before
//! the engine answered them.

use std::sync::LazyLock;

use domain::model::{Category, SpecKey};
use indexer::{FitAnswer, SearchIntent, SearchResponse, UnderstoodKind};
use serde_json::{Value, json};

use crate::{
    catalogue,
    test_index::{DocumentBuilder, TestIndex, product},
};

/// Columns: query, expectation.
///
/// `fits GPU`, `unchecked PSU`: products of the category, with a chip that says so, or with the remark that the fit is not
/// known. `>=` behind it: the least value of a fact of the first ten.
/// `not sold`: no product. `sold MONITOR`: products of the category, and no denial.
/// `yes`, `caution`, `no`, `unknown`: the verdict; `: CPU GPU`: the categories of the leading products.
/// `comparison: CPU`: sides of one category.
const TABLE: &str = "\
psu for 9800x3d and 5080|fits PSU psuWattage>=800
power supply for 7800x3d + rtx 5090|fits PSU psuWattage>=1000
باور حق 9800x3d و 5080|fits PSU psuWattage>=800
motherboard for 9950x3d|fits MOTHERBOARD
case for mini itx board|fits CASE
psu for rtx 6070|unchecked PSU
power supply for rx 9990 xt|unchecked PSU
psu for 9800x3d and rtx 6070|unchecked PSU
كرت شاشة صغير حق كيس itx|unchecked GPU
gpu for itx case|unchecked GPU
monitor for rtx 5080|unchecked MONITOR
case for a 5080|fits CASE maxGpuLength>=300
office chair|not sold
iphone case|not sold
pencil case|not sold
printer ink|not sold
ps5 controller|not sold
samsung washing machine|not sold
ceiling fan|not sold
night light|not sold
birthday card|not sold
leather wallet|not sold
طابعة|not sold
طابعة ليزر ملونة|not sold
كيس ايفون|not sold
usb c monitor|sold MONITOR
ssd to replace hdd in old laptop|sold STORAGE
monitor with speakers|sold MONITOR
pink keyboard|sold KEYBOARD
seagate iron|sold STORAGE
5600x 4070|unknown: CPU GPU
b650 9950x3d|caution yes: MOTHERBOARD CPU
b550 9950x3d|no: MOTHERBOARD CPU
5600x 9600x|comparison: CPU
b650 b850|comparison: MOTHERBOARD
rtx 5070 rx 9070|comparison: GPU
does ddr5 work on b550|no: RAM MOTHERBOARD
will a 9800x3d work on b650|caution yes: CPU MOTHERBOARD
will a 5080 fit in nr200p|unknown: GPU CASE
is 650w enough for 4070|caution yes: PSU GPU
is 450w enough for 5090|no: GPU
هل يركب 9800x3d على b650|caution yes: CPU MOTHERBOARD
هل يركب 14700k على b650|no: CPU MOTHERBOARD
هل 650 واط تكفي 5070|caution yes: PSU GPU
can i put a 14900k on z790|caution yes: CPU MOTHERBOARD
";

static DEMO: LazyLock<TestIndex> = LazyLock::new(|| {
    let mut lines = Vec::new();
    demo::write_reference(&mut lines).unwrap();
    TestIndex::with_products(catalogue::read(lines.as_slice()))
});

fn cards(response: &SearchResponse) -> Vec<Value> {
    response.hits.iter().map(|hit| serde_json::from_slice(&hit.card).unwrap()).collect()
}

fn has_part(response: &SearchResponse, kind: UnderstoodKind) -> bool {
    response.understood.iter().any(|part| part.kind == kind)
}

/// Returns what is wrong with a response; `None` where it is as expected.
fn fault(response: &SearchResponse, expected: &str) -> Option<String> {
    let cards = cards(response);
    let all_are = |category: &str| {
        !cards.is_empty() && cards.iter().take(10).all(|card| card["category"] == json!(category))
    };
    let is_denied = matches!(response.intent, Some(SearchIntent::NotCarried { .. }));
    let words: Vec<&str> = expected.split(' ').collect();
    let is_right = match words.as_slice() {
        ["not", "sold"] => is_denied && cards.is_empty() && response.corrected.is_none(),
        ["sold", category] => !is_denied && all_are(category),
        ["unchecked", category] => all_are(category) && has_part(response, UnderstoodKind::FitUnknown),
        ["fits", category, bounds @ ..] => {
            let has_chip = has_part(response, UnderstoodKind::Fit);
            has_chip
                && !has_part(response, UnderstoodKind::FitUnknown)
                && all_are(category)
                && bounds.iter().all(|bound| meets(&cards, bound))
        }
        _ => verdict_is_right(response, &cards, expected),
    };
    (!is_right).then(|| {
        let names: Vec<&Value> = cards.iter().take(4).map(|card| &card["name"]).collect();
        format!("{expected}: {:?}, {:?}, {names:?}", response.intent, response.understood)
    })
}

/// Whether the first ten products have at least a value of a fact: `psuWattage>=850`.
fn meets(cards: &[Value], bound: &str) -> bool {
    let (key, least) = bound.split_once(">=").unwrap();
    let least: f64 = least.parse().unwrap();
    cards.iter().take(10).all(|card| card["specs"][key].as_f64().is_some_and(|value| value >= least))
}

fn verdict_is_right(response: &SearchResponse, cards: &[Value], expected: &str) -> bool {
    let (answers, categories) = expected.split_once(": ").unwrap();
    let leaders: Vec<&str> = categories.split(' ').collect();
    let leads = |category: &&str| cards.iter().take(4).any(|card| card["category"] == json!(category));
    match &response.intent {
        Some(SearchIntent::Comparison { sides }) => {
            answers == "comparison" && sides.len() == 2 && leaders.iter().all(leads)
        }
        Some(SearchIntent::Fit { sides, verdict }) => {
            let answer = match verdict.answer {
                FitAnswer::Yes => "yes",
                FitAnswer::Caution => "caution",
                FitAnswer::No => "no",
                FitAnswer::Unknown => "unknown",
            };
            answers.split(' ').any(|one| one == answer) && sides.len() == 2 && leaders.iter().all(leads)
        }
        _ => false,
    }
}

#[test]
fn table_is_answered_as_expected() {
    let faults: Vec<String> = TABLE
        .lines()
        .filter_map(|line| {
            let (query, expected) = line.split_once('|').unwrap();
            Some(format!("{query} | {}", fault(&DEMO.search(query), expected)?))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn fit_is_claimed_only_of_things_whose_facts_are_known() {
    let response = DEMO.search("psu for 9800x3d and rtx 6070");
    let labels = |kind: UnderstoodKind| -> Vec<&str> {
        let parts = response.understood.iter().filter(|part| part.kind == kind);
        parts.map(|part| part.label.as_str()).collect()
    };
    assert!(labels(UnderstoodKind::Fit).iter().all(|label| label.to_lowercase().contains("9800x3d")));
    assert_eq!(labels(UnderstoodKind::FitUnknown), ["rtx 6070"]);
}

#[test]
fn refusal_names_the_deciding_facts() {
    let Some(SearchIntent::Fit { verdict, .. }) = DEMO.search("does ddr5 work on b550").intent else {
        panic!("no verdict")
    };
    let check = verdict.check.unwrap();
    assert_eq!(check.code.as_str(), "RAM_TYPE_INCOMPATIBLE");
    assert!(!check.evidence.is_empty() && check.parts.iter().all(|id| verdict.names.contains_key(id)));
}

#[test]
fn foreign_word_before_a_kind_is_no_denial_where_a_product_of_the_kind_has_it() {
    let index = TestIndex::with_products(vec![
        product(Category::Case, "Jonsbo", "Jonsbo Walnut Wood Case").spec(SpecKey::Color, json!(["Brown"])),
        product(Category::CaseFan, "ARCTIC", "ARCTIC P12 Case Fan"),
    ]);
    assert_eq!(index.search("wood case").total, 1);
    assert!(matches!(index.search("phone case").intent, Some(SearchIntent::NotCarried { .. })));
}
