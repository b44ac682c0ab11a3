//! Fits the matcher's trees on two thirds of the labelled pairs and writes `config/matching/trees.tsv`.
//!
//! ```text
//! cargo run --release -p bench --bin fit_matcher            # fit, write, and report the quality
//! cargo run --release -p bench --bin fit_matcher -- --look  # only list the pairs it gets wrong
//! ```
//!
//! Two sets of pairs: our own (`ingest/tests/data/pairs`), and real retailers' titles
//! (`../shared/data/real_title_pairs.tsv.gz`, not part of the project). Where the latter is absent, nothing is
//! fitted. Pairs that a veto rules out carry no information about the trees.
#![allow(clippy::print_stdout, reason = "the quality of the fit is its output")]

mod boost;
#[allow(clippy::unwrap_used, reason = "the file belongs to the tests of ingest, which unwrap")]
#[path = "../../../../ingest/tests/it/labelled.rs"]
mod labelled;
#[path = "../../../../ingest/tests/it/real_pairs.rs"]
mod real_pairs;

use std::{fs, io, path::Path};

use boost::{Sample, Settings};
use ingest::matching::{FEATURE_NAMES, Forest};
use labelled::{Offer, Score, offers};
use real_pairs::RealPair;

const SETTINGS: Settings = Settings { rounds: 500, rate: 0.06, ridge: 3.0, min_curvature: 0.7 };
/// Weight of one of our own pairs, relative to one direction of a real pair.
const OWN_WEIGHT: f64 = 1.5;

fn main() -> io::Result<()> {
    let offers = offers();
    let Some(real) = real_pairs::load() else {
        println!("{} is absent: nothing is fitted", real_pairs::PATH);
        return Ok(());
    };
    if std::env::args().any(|argument| argument == "--look") {
        look(&offers, &real);
        return Ok(());
    }
    if std::env::args().any(|argument| argument == "--dump") {
        dump(&offers, &real);
        return Ok(());
    }
    let training: Vec<&Offer> = offers.iter().filter(|offer| !offer.is_held_out()).collect();
    let mut samples = own_samples(&training);
    let own = samples.len();
    for pair in real.iter().filter(|pair| pair.side() == Some(false)) {
        // The direction of a comparison does not matter: both directions count, at half the weight.
        for comparison in pair.comparisons.iter().filter(|comparison| !comparison.vetoed) {
            let group = samples.len() + offers.len();
            samples.push(Sample { features: comparison.features, same: pair.same, weight: 0.5, group });
        }
    }
    println!("{own} pairs of our own, {} ways of real ones", samples.len() - own);
    let forest = boost::fit(&samples, SETTINGS);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../config/matching/trees.tsv");
    fs::write(path, file(&forest))?;
    for (name, held_out) in [("fitted on", false), ("held out", true)] {
        let of = offers.iter().filter(|offer| offer.is_held_out() == held_out);
        println!("own {name}: {}", Score::of(of, &forest));
        println!("{}", real_pairs::report(&real, held_out, &forest));
    }
    Ok(())
}

fn own_samples(offers: &[&Offer]) -> Vec<Sample> {
    let mut samples = Vec::new();
    for (group, offer) in offers.iter().enumerate() {
        for (place, comparison) in offer.comparisons.iter().enumerate() {
            if !comparison.vetoed {
                let same = offer.same == Some(place);
                samples.push(Sample { features: comparison.features, same, weight: OWN_WEIGHT, group });
            }
        }
    }
    samples
}

fn file(forest: &Forest) -> String {
    let mut text = String::from(
        "# The model of the matcher that scores whether an offer is a product: boosted decision trees over the features of\n\
         # ingest/src/matching/compare.rs, in log odds. A line is a tree: seven conditions (true goes to the first of the two\n\
         # children), then its eight leaves.\n\
         # Written by `cargo run --release -p bench --bin fit_matcher`; do not edit by hand.\n",
    );
    text.push_str(&format!("base\t{:.4}\n", forest.base));
    for tree in &forest.trees {
        let splits = tree.splits.iter().map(|(feature, threshold)| {
            // A split without a cut sends all rows left; a threshold of 9 does the same.
            let threshold = threshold.min(9.0);
            format!("{}<={threshold}", FEATURE_NAMES[*feature].0)
        });
        let leaves = tree.leaves.iter().map(f64::to_string);
        text.push_str(&splits.chain(leaves).collect::<Vec<_>>().join("\t"));
        text.push('\n');
    }
    text
}

/// Prints all features as a table, for analysis with other tools.
fn dump(offers: &[Offer], real: &[RealPair]) {
    let names: Vec<&str> = FEATURE_NAMES.iter().map(|(name, _)| *name).collect();
    println!("set\tside\tsame\tvetoed\tparts\tleft\tright\t{}", names.join("\t"));
    let numbers = |features: &[f64]| features.iter().map(f64::to_string).collect::<Vec<_>>().join("\t");
    for offer in offers {
        for (place, comparison) in offer.comparisons.iter().enumerate() {
            let cells = numbers(&comparison.features);
            let (side, same) = (offer.is_held_out(), offer.same == Some(place));
            println!(
                "own\t{side}\t{same}\t{}\ttrue\t{}\t{}\t{cells}",
                comparison.vetoed, offer.title, offer.products[place]
            );
        }
    }
    for pair in real {
        for comparison in &pair.comparisons {
            let cells = numbers(&comparison.features);
            let side = pair.side().map_or("mixed".to_owned(), |side| side.to_string());
            println!(
                "real\t{side}\t{}\t{}\t{}\t{}\t{}\t{cells}",
                pair.same, comparison.vetoed, pair.parts, pair.left, pair.right
            );
        }
    }
}

fn look(offers: &[Offer], real: &[RealPair]) {
    let forest = Forest::fitted();
    for offer in offers.iter().filter(|offer| !offer.is_held_out()) {
        let confidences = forest.confidences(&offer.comparisons);
        for (place, confidence) in confidences.into_iter().enumerate() {
            let same = offer.same == Some(place);
            if (confidence >= 0.5) != same {
                let veto = if offer.comparisons[place].vetoed { " veto" } else { "" };
                println!("own {same} {confidence:.2}{veto}\t{}\t{}", offer.title, offer.products[place]);
            }
        }
    }
    for pair in real.iter().filter(|pair| pair.parts && pair.side() == Some(false)) {
        let confidence = pair.confidence(forest);
        if (confidence >= 0.5) != pair.same {
            let veto = if pair.comparisons[0].vetoed { " veto" } else { "" };
            println!("real {} {confidence:.2}{veto}\t{}\t{}", pair.same, pair.left, pair.right);
        }
    }
}
