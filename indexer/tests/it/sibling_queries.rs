//! Siblings of queries that were answered wrong, over the demo retailers' catalogue, and kits of memory in any spacing.

use domain::model::{Category, SpecKey};
use serde_json::json;

use crate::{
    judged_queries::{
        grade::{Level, grade},
        judgement::parse_table,
        report::Bench,
    },
    test_index::{DocumentBuilder, TestIndex, name_of, product},
};

const SIBLINGS: &str = include_str!("../judged_queries/sibling_queries.tsv");

#[test]
fn siblings_are_answered_well() {
    let bench = Bench::demo();
    let faults: Vec<String> = parse_table(SIBLINGS)
        .filter_map(|judgement| {
            let response = bench.search(judgement.query);
            let grade = grade(&response, &judgement, &bench.catalogue)?;
            let names: Vec<String> = response.hits.iter().take(4).map(|hit| name_of(&hit.card)).collect();
            let (level, query) = (grade.level.as_str(), judgement.query);
            (grade.level < Level::Good).then(|| format!("{level}: {query}: {names:?}, {:?}", response.intent))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn kit_is_read_in_any_spacing() {
    let kit = |name: &str, kind: &str, modules: i64, capacity: i64| {
        product(Category::Ram, "Corsair", name)
            .spec(SpecKey::RamType, json!(kind))
            .spec(SpecKey::Modules, json!(modules))
            .spec(SpecKey::RamCapacity, json!(capacity))
    };
    let four = "Corsair Vengeance LPX 32GB Quad Kit DDR4-3200";
    let index = TestIndex::with_products(vec![
        kit(four, "DDR4", 4, 32),
        kit("Corsair Vengeance LPX 8GB DDR4-3200", "DDR4", 1, 8).popular(90.0),
        kit("Corsair Vengeance LPX 32GB Dual Kit DDR4-3200", "DDR4", 2, 32).popular(80.0),
        kit("Corsair Vengeance 64GB Dual Kit DDR5-6000", "DDR5", 2, 64).popular(70.0),
    ]);
    for text in [
        "4x8 gb ddr4",
        "4x8gb ddr4",
        "4 x8gb ddr4",
        "4 x 8 gb ddr4",
        "4x 8 gb ddr4",
        "ddr4 4 * 8 gb",
        "4×8 جيجا ddr4",
        "ddr4 8gb x4",
        "ram 4x8 gigs",
    ] {
        assert_eq!(index.names(text)[0], four, "{text}");
    }
}
