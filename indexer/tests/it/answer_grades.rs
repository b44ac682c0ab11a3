//! Grades of the answers to all judged queries, by family of query, with floors that may only rise.
//! `make bench-relevance JUDGED=1` prints the whole report.

use crate::judged_queries::{
    brands::BrandReport,
    completions::CompletionReport,
    corrections::CorrectionReport,
    judgement::unseen_sets,
    keyboard_layouts::KeyboardReport,
    part_names::PartNameReport,
    report::{Bench, Report},
};

/// Minimum share of good or acceptable responses, and minimum P@10, of each family over the demo retailers'
/// catalogue.
const FLOORS: [(&str, f64, f64); 22] = [
    ("arabic", 1.0, 0.99),
    ("arabizi", 1.0, 1.0),
    ("build wish", 1.0, 1.0),
    ("comparison", 1.0, 1.0),
    ("exact", 1.0, 1.0),
    ("facts", 1.0, 0.99),
    ("for a part", 1.0, 0.985),
    ("half-typed", 1.0, 1.0),
    ("intent", 1.0, 1.0),
    ("layout", 1.0, 1.0),
    ("mixed", 1.0, 1.0),
    ("model", 0.985, 0.985),
    ("not sold", 1.0, 1.0),
    ("order", 1.0, 1.0),
    ("part number", 1.0, 1.0),
    ("price bound", 1.0, 1.0),
    ("question", 1.0, 0.99),
    ("retailer", 1.0, 1.0),
    ("several words", 1.0, 0.99),
    ("typo", 0.985, 0.975),
    ("use", 1.0, 0.99),
    ("wish", 1.0, 0.985),
];
/// The same of all queries over the large catalogue.
const LARGE_FLOOR: (f64, f64) = (0.988, 0.98);
/// The same of each unseen set, over the demo retailers' catalogue. The head of each set says what it was before
/// anything was changed for its queries.
const UNSEEN_FLOORS: [(f64, f64); 4] = [(0.988, 0.984), (0.96, 0.955), (0.99, 0.99), (0.98, 0.97)];
/// The same over the large catalogue.
const LARGE_UNSEEN_FLOORS: [(f64, f64); 4] = [(0.99, 0.984), (0.96, 0.95), (0.95, 0.945), (0.955, 0.945)];
/// The least P@10 of real names typed in part.
const PART_NAME_FLOOR: f64 = 0.975;
/// Minimum precision of corrections.
const CORRECTION_FLOOR: f64 = 0.98;
/// Minimum shares of beginnings of a name for which anything is suggested, and for which the meant name is, in each
/// script.
const COMPLETION_FLOOR: (f64, f64) = (1.0, 0.97);
/// Minimum precision of queries switched to the other keyboard layout, and minimum share of those on the wrong
/// layout that are switched.
const KEYBOARD_FLOOR: (f64, f64) = (0.99, 0.85);
/// Minimum share of brands alone whose first hit is popular, in stock and of a main category.
const BRAND_FLOOR: f64 = 0.97;
/// Minimum precision and recall of price readings.
const PRICE_FLOORS: (f64, f64) = (0.98, 0.98);

#[test]
fn answers_meet_their_floors_on_the_demo_catalogue() {
    let bench = Bench::demo();
    let report = bench.report();
    report.print(true);
    check_unseen(&bench, UNSEEN_FLOORS);
    check_corrections(&bench);
    check_typing(&bench);
    let below: Vec<String> = FLOORS.into_iter().filter_map(|floor| below_floor(&report, floor)).collect();
    assert!(below.is_empty(), "{}", below.join("\n"));
    assert_eq!(FLOORS.len(), report.families.len(), "each family has a floor");
    assert!(report.prices.precision() >= PRICE_FLOORS.0, "price precision: {:?}", report.prices.misses);
    assert!(report.prices.recall() >= PRICE_FLOORS.1, "price recall: {:?}", report.prices.misses);
}

/// Runs where the large catalogue lies beside the project, or where `TAJMEEA_PARTS` says.
#[test]
fn answers_meet_their_floors_on_the_large_catalogue() {
    let Some(bench) = Bench::large() else { return };
    let report = bench.report();
    report.print(false);
    check_unseen(&bench, LARGE_UNSEEN_FLOORS);
    check_corrections(&bench);
    check_typing(&bench);
    let (acceptance, precision) = LARGE_FLOOR;
    assert!(report.all.acceptance() >= acceptance, "fell to {}", report.all.acceptance());
    assert!(report.all.precision() >= precision, "fell to {}", report.all.precision());
    let names = PartNameReport::of(&bench);
    names.print(false);
    assert!(names.all.precision() >= PART_NAME_FLOOR, "fell to {}", names.all.precision());
}

/// Fails where an unseen set is answered worse than its floor.
fn check_unseen(bench: &Bench, floors: [(f64, f64); 4]) {
    for ((name, judgements), (acceptance, precision)) in unseen_sets().zip(floors) {
        let report = bench.report_of(&judgements);
        report.print(true);
        assert!(report.all.acceptance() >= acceptance, "{name}: fell to {}", report.all.acceptance());
        assert!(report.all.precision() >= precision, "{name}: fell to {}", report.all.precision());
    }
}

/// Fails where words are corrected to something other than the meant word.
fn check_corrections(bench: &Bench) {
    let corrections = CorrectionReport::of(bench);
    corrections.print(true);
    assert!(corrections.all().precision() >= CORRECTION_FLOOR, "{:?}", corrections.misses);
}

/// Fails where suggestions, queries on the wrong keyboard layout or brands alone are answered worse.
fn check_typing(bench: &Bench) {
    let completions = CompletionReport::of(bench);
    completions.print(true);
    for (script, figures) in &completions.scripts {
        let (answered, meant) = (figures.answered(), figures.meant());
        let is_right = answered >= COMPLETION_FLOOR.0 && meant >= COMPLETION_FLOOR.1;
        assert!(is_right, "{script}: {answered} answered, {meant} as meant");
    }
    let keyboards = KeyboardReport::of(bench);
    keyboards.print(true);
    assert!(keyboards.precision() >= KEYBOARD_FLOOR.0, "{:?}", keyboards.misses);
    assert!(keyboards.recall() >= KEYBOARD_FLOOR.1, "{:?}", keyboards.misses);
    let brands = BrandReport::of(bench);
    brands.print(true);
    assert!(brands.share() >= BRAND_FLOOR, "{:?}", brands.misses);
}

/// Returns the message for a family that fell below its floor.
fn below_floor(report: &Report, (family, acceptance, precision): (&str, f64, f64)) -> Option<String> {
    let figures = &report.families[family];
    let is_below = figures.acceptance() < acceptance || figures.precision() < precision;
    is_below.then(|| {
        format!(
            "{family}: good or acceptable {:.3} of {acceptance}, P@10 {:.3} of {precision}: {:?}",
            figures.acceptance(),
            figures.precision(),
            figures.misses
        )
    })
}
