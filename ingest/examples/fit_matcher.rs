//! Fits the matcher's weights on two thirds of the labelled pairs and writes `config/matching/weights.toml`.
//!
//! ```text
//! cargo run -p ingest --example fit_matcher            # fit, write, and say how well it does
//! cargo run -p ingest --example fit_matcher -- --look  # only list the pairs it gets wrong
//! ```
//!
//! A conditional logit by Newton's method with a ridge penalty: deterministic, no dependency. Pairs that a veto rules
//! out say nothing about the weights.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../tests/it/labelled.rs"]
mod labelled;

use std::{fmt::Write, fs, path::Path};

use ingest::matching::{FEATURE_NAMES, FEATURES, Weights};
use labelled::{Offer, Score, offers};

/// How much large weights cost: keeps features that rarely differ from running away.
const RIDGE: f64 = 0.5;
const ROUNDS: usize = 50;

fn main() {
    let offers = offers();
    if std::env::args().any(|argument| argument == "--look") {
        return look(&offers);
    }
    let training: Vec<&Offer> = offers.iter().filter(|offer| !offer.is_held_out()).collect();
    let weights = fit(&training);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../config/matching/weights.toml");
    fs::write(path, file(&weights, training.iter().map(|offer| offer.comparisons.len()).sum())).unwrap();
    for (name, held_out) in [("fitted on", false), ("held out", true)] {
        let of = offers.iter().filter(|offer| offer.is_held_out() == held_out);
        println!("{name}: {}", Score::of(of, &weights));
    }
}

fn fit(offers: &[&Offer]) -> Weights {
    let mut weights = Weights([0.0; FEATURES]);
    for _ in 0..ROUNDS {
        let mut slope = [0.0; FEATURES];
        let mut bend = [[0.0; FEATURES]; FEATURES];
        for offer in offers {
            add_offer(offer, &weights, &mut slope, &mut bend);
        }
        for feature in 0..FEATURES {
            // The bias goes free.
            let ridge = if feature == 0 { 1e-6 } else { RIDGE };
            slope[feature] -= ridge * weights.0[feature];
            bend[feature][feature] += ridge;
        }
        for (weight, step) in weights.0.iter_mut().zip(solve(bend, slope)) {
            *weight += step;
        }
    }
    weights
}

/// The slope and bend of one offer's log likelihood: of all its products and of none, one is true.
fn add_offer(
    offer: &Offer,
    weights: &Weights,
    slope: &mut [f64; FEATURES],
    bend: &mut [[f64; FEATURES]; FEATURES],
) {
    let guesses = weights.confidences(&offer.comparisons);
    let mut mean = [0.0; FEATURES];
    for (place, guess) in guesses.iter().enumerate().filter(|(place, _)| !offer.comparisons[*place].vetoed) {
        let features = &offer.comparisons[place].features;
        let miss = f64::from(offer.same == Some(place)) - guess;
        for row in 0..FEATURES {
            slope[row] += miss * features[row];
            mean[row] += guess * features[row];
            for column in 0..FEATURES {
                bend[row][column] += guess * features[row] * features[column];
            }
        }
    }
    for row in 0..FEATURES {
        for column in 0..FEATURES {
            bend[row][column] -= mean[row] * mean[column];
        }
    }
}

/// Gauss's elimination; the ridge keeps the matrix regular.
fn solve(mut matrix: [[f64; FEATURES]; FEATURES], mut right: [f64; FEATURES]) -> [f64; FEATURES] {
    for pivot in 0..FEATURES {
        let best = (pivot..FEATURES)
            .max_by(|a, b| matrix[*a][pivot].abs().total_cmp(&matrix[*b][pivot].abs()))
            .unwrap();
        matrix.swap(pivot, best);
        right.swap(pivot, best);
        for row in 0..FEATURES {
            if row != pivot {
                let share = matrix[row][pivot] / matrix[pivot][pivot];
                let above = matrix[pivot];
                for (cell, over) in matrix[row].iter_mut().zip(above) {
                    *cell -= share * over;
                }
                right[row] -= share * right[pivot];
            }
        }
    }
    std::array::from_fn(|row| right[row] / matrix[row][row])
}

fn file(weights: &Weights, count: usize) -> String {
    let mut text = format!(
        "# How much each feature of an offer and a product speaks for their being one (log odds).\n\
         # Written by `cargo run -p ingest --example fit_matcher` from {count} labelled pairs; not by hand.\n\n[weights]\n"
    );
    for (name, weight) in FEATURE_NAMES.iter().zip(weights.0) {
        writeln!(text, "{name} = {weight:.4}").unwrap();
    }
    text
}

fn look(offers: &[Offer]) {
    for offer in offers.iter().filter(|offer| !offer.is_held_out()) {
        let confidences = Weights::fitted().confidences(&offer.comparisons);
        for (place, confidence) in confidences.into_iter().enumerate() {
            let (same, comparison) = (offer.same == Some(place), &offer.comparisons[place]);
            if (confidence >= 0.5) == same {
                continue;
            }
            let kind = if same { "MISSED" } else { "WRONG " };
            let veto = if comparison.vetoed { " veto" } else { "" };
            println!(
                "{kind} {} {confidence:.2}{veto}\n  {}\n  {}",
                offer.family, offer.title, offer.products[place]
            );
            for evidence in &comparison.evidence {
                println!("      {}", serde_json::to_string(evidence).unwrap());
            }
        }
    }
}
