//! From comparisons to confidences: an offer is one of the products it was compared with, or none of them.
//!
//! A conditional logit: each product speaks with the weighted sum of its features (log odds against being none), and the
//! confidences of all of them and of none add up to one. So the product that fits better takes from the one that fits less.
//! The weights are `config/matching/weights.toml`.
//!
//! `cargo run -p ingest --example fit_matcher` fits them on the labelled pairs; nothing is learnt at run time.

use std::{collections::BTreeMap, sync::LazyLock};

use super::compare::{Comparison, FEATURE_NAMES, FEATURES};

/// The weight of each feature, in the order of [`FEATURE_NAMES`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights(pub [f64; FEATURES]);

impl Weights {
    /// Those in use.
    pub fn fitted() -> &'static Weights {
        static FITTED: LazyLock<Weights> =
            LazyLock::new(|| Weights::read(include_str!("../../../config/matching/weights.toml")));
        &FITTED
    }

    fn read(text: &str) -> Weights {
        #[derive(serde::Deserialize)]
        struct File {
            weights: BTreeMap<String, f64>,
        }
        // The file is embedded and a test holds that every feature stands in it.
        let known = toml::from_str::<File>(text).map(|file| file.weights).unwrap_or_default();
        Weights(FEATURE_NAMES.map(|name| known.get(name).copied().unwrap_or_default()))
    }

    /// How sure it is of each product that the offer is of it, 0 to 1; 0 where something rules it out.
    pub fn confidences(&self, comparisons: &[Comparison]) -> Vec<f64> {
        let odds: Vec<f64> = comparisons
            .iter()
            .map(|comparison| if comparison.vetoed { 0.0 } else { self.odds(&comparison.features) })
            .collect();
        let all = 1.0 + odds.iter().sum::<f64>();
        odds.into_iter().map(|odds| odds / all).collect()
    }

    /// The odds against none of them, within what a number holds.
    fn odds(&self, features: &[f64; FEATURES]) -> f64 {
        let sum: f64 = self.0.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
        sum.clamp(-40.0, 40.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_weight() {
        let text = include_str!("../../../config/matching/weights.toml");
        let table: toml::Table = toml::from_str(text).expect("a table");
        let weights = table["weights"].as_table().expect("weights");
        for name in FEATURE_NAMES {
            assert!(weights[name].is_float(), "{name}");
        }
        assert_eq!(weights.len(), FEATURES);
    }
}
