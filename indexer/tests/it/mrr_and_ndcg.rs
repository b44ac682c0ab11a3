//! MRR and NDCG@10 of the judged queries of `tests/relevance.tsv` over whole catalogues, with floors that may only
//! rise.

use std::collections::BTreeMap;

use crate::judged_queries::{
    catalogue::{JudgedCatalogue, JudgedProduct},
    judgement::{Judgement, RANKED, parse_table},
    report::Bench,
};

/// Minimum MRR and NDCG@10 of each kind over the demo retailers' catalogue.
const FLOORS: [(&str, f64, f64); 11] = [
    ("arabic", 0.99, 0.97),
    ("exact", 1.0, 0.985),
    ("half-typed", 1.0, 0.95),
    ("intent", 1.0, 0.985),
    ("layout", 1.0, 1.0),
    ("mixed", 1.0, 1.0),
    ("model", 1.0, 0.995),
    ("not sold", 1.0, 1.0),
    ("part number", 1.0, 0.79),
    ("several words", 1.0, 0.96),
    ("typo", 0.98, 0.975),
];

/// Gains of a good product and of an acceptable one.
const BEST: f64 = 3.0;
const GOOD: f64 = 1.0;

/// Sums over the rows of a kind.
#[derive(Default)]
struct Scores {
    rows: usize,
    reciprocal_rank: f64,
    gain: f64,
    empty: usize,
    misses: Vec<String>,
}

#[test]
fn order_of_hits_meets_its_floors_on_the_demo_catalogue() {
    let report = report(&Bench::demo());
    for (kind, rank, gain) in FLOORS {
        let scores = &report[kind];
        let rows = scores.rows as f64;
        assert!(
            scores.reciprocal_rank / rows >= rank,
            "MRR of {kind} fell under {rank}: {:?}",
            scores.misses
        );
        assert!(scores.gain / rows >= gain, "NDCG@10 of {kind} fell under {gain}: {:?}", scores.misses);
    }
    let empty: usize = report.values().map(|scores| scores.empty).sum();
    assert_eq!(empty, 0, "a query that has an answer found nothing");
}

/// Runs where the large catalogue lies beside the project, or at the path in `TAJMEEA_PARTS`.
#[test]
fn order_of_hits_meets_its_floor_on_the_large_catalogue() {
    let Some(bench) = Bench::large() else { return };
    let report = report(&bench);
    let rows: usize = report.values().map(|scores| scores.rows).sum();
    let ranks: f64 = report.values().map(|scores| scores.reciprocal_rank).sum();
    assert!(ranks / rows as f64 >= LARGE_FLOOR, "MRR fell to {}", ranks / rows as f64);
}

/// Minimum MRR of all rows over the large catalogue.
const LARGE_FLOOR: f64 = 0.95;

/// Grades every row over a catalogue and prints the report.
fn report(bench: &Bench) -> BTreeMap<String, Scores> {
    let mut report: BTreeMap<String, Scores> = BTreeMap::new();
    for judgement in parse_table(RANKED) {
        let ideal = ideal(&bench.catalogue, &judgement);
        if judgement.needs_products() && !ideal.contains(&BEST) {
            continue;
        }
        let response = bench.search(judgement.query);
        let products: Vec<&JudgedProduct> =
            response.hits.iter().map(|hit| bench.catalogue.product(hit.id)).collect();
        let gains: Vec<f64> = products.iter().map(|product| gain_of(product, &judgement)).collect();
        let first = products.first().map_or("nothing", |product| product.name.as_str());
        report.entry(judgement.family.to_owned()).or_default().add(&judgement, &gains, &ideal, first);
    }
    print_report(&report);
    report
}

impl Scores {
    fn add(&mut self, judgement: &Judgement, gains: &[f64], ideal: &[f64], first: &str) {
        self.rows += 1;
        let (reciprocal_rank, gained) = if !judgement.needs_products() {
            let right = if gains.is_empty() { 1.0 } else { 0.0 };
            (right, right)
        } else {
            self.empty += usize::from(gains.is_empty());
            let rank = gains.iter().position(|gain| *gain == BEST);
            (
                rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64),
                discounted_gain(gains) / discounted_gain(ideal),
            )
        };
        self.reciprocal_rank += reciprocal_rank;
        self.gain += gained;
        if reciprocal_rank < 1.0 {
            self.misses.push(format!("{} → {first}", judgement.query));
        }
    }
}

fn print_report(report: &BTreeMap<String, Scores>) {
    for (kind, scores) in report {
        let rows = scores.rows as f64;
        println!(
            "{kind:<14} {:>4} rows  MRR {:.3}  NDCG@10 {:.3}  nothing found {:.3}",
            scores.rows,
            scores.reciprocal_rank / rows,
            scores.gain / rows,
            scores.empty as f64 / rows
        );
        scores.misses.iter().for_each(|miss| println!("    {miss}"));
    }
}

/// Returns the discounted gain of the first ten.
fn discounted_gain(gains: &[f64]) -> f64 {
    gains.iter().take(10).enumerate().map(|(rank, gain)| gain / ((rank + 2) as f64).log2()).sum()
}

/// Returns the worths of the best possible ten.
fn ideal(catalogue: &JudgedCatalogue, judgement: &Judgement) -> Vec<f64> {
    let best = catalogue.fitting(&judgement.good, 10).len().min(10);
    // Acceptable products may be among the good ones, which only makes the ideal harder to reach.
    let good = catalogue.fitting(&judgement.acceptable, 10).len().min(10 - best);
    [vec![BEST; best], vec![GOOD; good]].concat()
}

/// Returns 3 for a good product, 1 for an acceptable one, 0 for any other.
fn gain_of(product: &JudgedProduct, judgement: &Judgement) -> f64 {
    if judgement.good.fits(product) {
        BEST
    } else if judgement.acceptable.fits(product) {
        GOOD
    } else {
        0.0
    }
}
