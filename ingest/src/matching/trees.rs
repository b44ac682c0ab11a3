//! Computes confidences from comparisons: an offer matches one of the products it was compared with, or none of them.
//!
//! Boosted trees turn the features of a pair into log odds of a match. The confidences of all candidates and of "none
//! of them" add up to one, so that a product that fits better takes from one that fits less. The trees are
//! `config/matching/trees.tsv`, fitted by `cargo run -p bench --bin fit_matcher`; nothing is learnt at run time.

use std::sync::LazyLock;

use super::{
    compare::Comparison,
    features::{FEATURE_NAMES, FEATURES},
};

/// Number of splits on the way to a leaf.
pub const TREE_DEPTH: usize = 3;
const SPLITS: usize = (1 << TREE_DEPTH) - 1;
const LEAVES: usize = 1 << TREE_DEPTH;

/// Complete binary tree. Split `i` leads to `2i + 1` where the feature is at most the threshold, else to
/// `2i + 2`.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// Index of a feature in [`FEATURE_NAMES`], and a threshold.
    pub splits: [(usize, f64); SPLITS],
    /// Log odds.
    pub leaves: [f64; LEAVES],
}

impl Tree {
    /// Returns the value of the leaf that the features lead to, in log odds.
    pub fn value(&self, features: &[f64; FEATURES]) -> f64 {
        let mut node = 0;
        while let Some((feature, threshold)) = self.splits.get(node) {
            let value = features.get(*feature).copied().unwrap_or_default();
            node = 2 * node + if value <= *threshold { 1 } else { 2 };
        }
        self.leaves.get(node - SPLITS).copied().unwrap_or_default()
    }
}

/// A forest of boosted trees, whose values add up.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Forest {
    /// Log odds before any tree.
    pub base: f64,
    pub trees: Vec<Tree>,
}

impl Forest {
    /// Returns the fitted forest of `config/matching/trees.tsv`.
    pub fn fitted() -> &'static Forest {
        static FITTED: LazyLock<Forest> = LazyLock::new(|| {
            Forest::read(include_str!("../../../config/matching/trees.tsv")).unwrap_or_default()
        });
        &FITTED
    }

    /// Parses the file's text; `None` where a line is malformed.
    fn read(text: &str) -> Option<Forest> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let base = lines.next()?.strip_prefix("base\t")?.parse().ok()?;
        let trees = lines.map(read_tree).collect::<Option<Vec<Tree>>>()?;
        Some(Forest { base, trees })
    }

    /// Returns the log odds that the two match, as if there were no other candidate.
    pub fn log_odds(&self, features: &[f64; FEATURES]) -> f64 {
        self.base + self.trees.iter().map(|tree| tree.value(features)).sum::<f64>()
    }

    /// Returns the confidence of a single pair, 0 to 1; 0 where the pair is vetoed.
    pub fn confidence(&self, comparison: &Comparison) -> f64 {
        self.confidences(std::slice::from_ref(comparison)).first().copied().unwrap_or_default()
    }

    /// Returns for each product the confidence that the offer matches it, 0 to 1; 0 where the pair is vetoed. The
    /// confidence is exp(log odds), divided by 1 (for "none of them") plus the sum of exp(log
    /// odds) over all candidates.
    pub fn confidences(&self, comparisons: &[Comparison]) -> Vec<f64> {
        let odds: Vec<f64> = comparisons
            .iter()
            .map(|comparison| if comparison.vetoed { 0.0 } else { self.log_odds(&comparison.features).exp() })
            .collect();
        let all = 1.0 + odds.iter().sum::<f64>();
        odds.into_iter().map(|odds| odds / all).collect()
    }
}

/// Parses one tree: `feature<=threshold` of each split, then the value of each leaf, separated by tabs.
fn read_tree(line: &str) -> Option<Tree> {
    let cells: Vec<&str> = line.split('\t').collect();
    let (splits, leaves) = cells.split_at_checked(SPLITS)?;
    let split = |cell: &&str| {
        let (name, threshold) = cell.split_once("<=")?;
        let feature = FEATURE_NAMES.iter().position(|(known, _)| *known == name)?;
        Some((feature, threshold.parse().ok()?))
    };
    let splits: Vec<(usize, f64)> = splits.iter().map(split).collect::<Option<_>>()?;
    let leaves: Vec<f64> = leaves.iter().map(|cell| cell.parse().ok()).collect::<Option<_>>()?;
    Some(Tree { splits: splits.try_into().ok()?, leaves: leaves.try_into().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn committed_decision_trees_parse() {
        let text = include_str!("../../../config/matching/trees.tsv");
        let forest = Forest::read(text).expect("every line is a tree");
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
        assert!(forest.trees.len() > 50 && forest.trees.len() + 1 == lines);
        assert!(forest.trees.iter().flat_map(|tree| tree.leaves).all(f64::is_finite));
    }

    #[test]
    fn decision_tree_is_evaluated_to_its_leaf() {
        let mut splits = [(0, 0.5); SPLITS];
        splits[2] = (1, 0.25);
        let tree = Tree { splits, leaves: [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0] };
        let mut features = [0.0; FEATURES];
        assert_eq!(tree.value(&features), 0.0);
        features[0] = 1.0;
        assert_eq!(tree.value(&features), 5.0);
        features[1] = 0.3;
        assert_eq!(tree.value(&features), 7.0);
        assert!(read_tree("colour<=1\t2").is_none());
    }
}
