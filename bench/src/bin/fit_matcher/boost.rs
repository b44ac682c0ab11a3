//! Gradient boosting of shallow trees with the loss of a conditional logit, after Friedman (2001), with the
//! second-order leaves of Chen and Guestrin (2016), and monotone in the features whose sign is known.
//!
//! 1. Each feature's values are divided into at most 48 bins at its quantiles.
//! 2. Each round computes the first and the second derivative of every pair's loss: its gradient (probability minus
//!    label) and its curvature (probability times its complement). The probabilities of one offer's candidates and of
//!    "none of them" add up to one. The tree is grown on three quarters of the pairs, chosen by a fixed hash.
//! 3. A tree grows level by level; each node takes the cut with the greatest gain in the second-order loss. A cut
//!    whose sides would contradict the feature's sign is not allowed; bounds passed down keep
//!    the leaves below monotone.
//! 4. A leaf's value is minus gradient, divided by curvature plus ridge, times the learning rate.
//!
//! Deterministic: no random source, no dependency.

use ingest::matching::{FEATURE_NAMES, FEATURES, Forest, TREE_DEPTH, Tree};

pub(crate) struct Sample {
    pub(crate) features: [f64; FEATURES],
    pub(crate) same: bool,
    pub(crate) weight: f64,
    /// Number of the offer. Candidates of one offer are adjacent; one of them is true, or none.
    pub(crate) group: usize,
}

#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) rounds: usize,
    pub(crate) rate: f64,
    pub(crate) ridge: f64,
    pub(crate) min_curvature: f64,
}

const BINS: usize = 48;
const SPLITS: usize = (1 << TREE_DEPTH) - 1;
const LEAVES: usize = 1 << TREE_DEPTH;

pub(crate) fn fit(samples: &[Sample], settings: Settings) -> Forest {
    let cuts: Vec<Vec<f64>> = (0..FEATURES).map(|feature| cuts(samples, feature)).collect();
    let bins: Vec<[u8; FEATURES]> = samples
        .iter()
        .map(|sample| {
            std::array::from_fn(|feature| {
                cuts[feature].partition_point(|cut| *cut < sample.features[feature]) as u8
            })
        })
        .collect();
    let (same, all) = samples.iter().fold((0.0, 0.0), |(same, all), sample| {
        (same + sample.weight * f64::from(sample.same), all + sample.weight)
    });
    let mut forest = Forest { base: (same / (all - same)).ln(), trees: Vec::new() };
    let mut scores = vec![forest.base; samples.len()];
    for round in 0..settings.rounds {
        let moments = moments(samples, &scores);
        let chosen: Vec<usize> = (0..samples.len()).filter(|place| is_chosen(*place, round)).collect();
        let tree = grow(&chosen, &bins, &cuts, &moments, settings);
        for (sample, score) in samples.iter().zip(&mut scores) {
            *score += tree.value(&sample.features);
        }
        forest.trees.push(tree);
    }
    forest
}

/// Returns gradient and curvature of each sample; the probabilities of a group's candidates and of "none of them" add
/// up to one.
fn moments(samples: &[Sample], scores: &[f64]) -> Vec<(f64, f64)> {
    let mut moments = Vec::with_capacity(samples.len());
    let mut start = 0;
    for group in samples.chunk_by(|one, other| one.group == other.group) {
        let odds: Vec<f64> =
            scores[start..start + group.len()].iter().map(|score| score.clamp(-40.0, 40.0).exp()).collect();
        let all = 1.0 + odds.iter().sum::<f64>();
        moments.extend(group.iter().zip(odds).map(|(sample, odds)| {
            let probability = odds / all;
            let gradient = sample.weight * (probability - f64::from(sample.same));
            let curvature = sample.weight * probability * (1.0 - probability);
            (gradient, curvature)
        }));
        start += group.len();
    }
    moments
}

fn is_chosen(place: usize, round: usize) -> bool {
    let mixed = (place as u64 ^ ((round as u64) << 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    !(mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9).is_multiple_of(4)
}

/// Returns the values at which a feature is cut: midpoints of neighbours, at quantiles where there are many.
fn cuts(samples: &[Sample], feature: usize) -> Vec<f64> {
    let mut values: Vec<f64> = samples.iter().map(|sample| sample.features[feature]).collect();
    values.sort_by(f64::total_cmp);
    let mut cuts: Vec<f64> = Vec::new();
    let mut distinct = values.clone();
    distinct.dedup();
    let source = if distinct.len() <= BINS { &distinct } else { &values };
    for step in 1..BINS.min(source.len()) {
        let place = step * source.len() / BINS.min(source.len());
        let (below, above) = (source[place - 1], source[place]);
        if below < above {
            cuts.push(round(f64::midpoint(below, above)));
        } else if let Some(lower) = source[..place].iter().rev().find(|value| **value < above) {
            cuts.push(round(f64::midpoint(*lower, above)));
        }
    }
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    cuts
}

/// Rounds to the precision of the file.
fn round(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// The rows of a node, and the bounds of its leaves' values.
struct Node {
    rows: Vec<usize>,
    low: f64,
    high: f64,
}

struct Cut {
    feature: usize,
    bin: usize,
    gain: f64,
    middle: f64,
}

fn grow(
    chosen: &[usize],
    bins: &[[u8; FEATURES]],
    cuts: &[Vec<f64>],
    moments: &[(f64, f64)],
    settings: Settings,
) -> Tree {
    let mut tree = Tree { splits: [(0, f64::MAX); SPLITS], leaves: [0.0; LEAVES] };
    let mut level = vec![Node { rows: chosen.to_vec(), low: f64::MIN, high: f64::MAX }];
    let mut at = 0;
    for _ in 0..TREE_DEPTH {
        let mut next = Vec::with_capacity(level.len() * 2);
        for node in level {
            let cut = best_cut(&node, bins, cuts, moments, settings);
            let (left, right) = match cut {
                Some(cut) => {
                    tree.splits[at] = (cut.feature, cuts[cut.feature][cut.bin]);
                    divide(node, bins, &cut)
                }
                // Without a cut all rows go left.
                None => {
                    let (low, high) = (node.low, node.high);
                    (node, Node { rows: Vec::new(), low, high })
                }
            };
            next.extend([left, right]);
            at += 1;
        }
        level = next;
    }
    for (leaf, node) in tree.leaves.iter_mut().zip(level) {
        let (gradient, curvature) = sum(&node.rows, moments);
        let value = (-gradient / (curvature + settings.ridge)).clamp(node.low, node.high);
        *leaf = round(settings.rate * value);
    }
    tree
}

fn sum(rows: &[usize], moments: &[(f64, f64)]) -> (f64, f64) {
    rows.iter().fold((0.0, 0.0), |(gradient, curvature), row| {
        (gradient + moments[*row].0, curvature + moments[*row].1)
    })
}

fn divide(node: Node, bins: &[[u8; FEATURES]], cut: &Cut) -> (Node, Node) {
    let (left, right): (Vec<usize>, Vec<usize>) =
        node.rows.iter().partition(|row| usize::from(bins[**row][cut.feature]) <= cut.bin);
    let (mut low, mut high) = ((node.low, node.high), (node.low, node.high));
    match FEATURE_NAMES[cut.feature].1 {
        '+' => (low.1, high.0) = (cut.middle, cut.middle),
        '-' => (low.0, high.1) = (cut.middle, cut.middle),
        _ => {}
    }
    (Node { rows: left, low: low.0, high: low.1 }, Node { rows: right, low: high.0, high: high.1 })
}

fn best_cut(
    node: &Node,
    bins: &[[u8; FEATURES]],
    cuts: &[Vec<f64>],
    moments: &[(f64, f64)],
    settings: Settings,
) -> Option<Cut> {
    let (gradient, curvature) = sum(&node.rows, moments);
    let score = |gradient: f64, curvature: f64| gradient * gradient / (curvature + settings.ridge);
    let mut best: Option<Cut> = None;
    for feature in 0..FEATURES {
        let mut sums = [(0.0, 0.0); BINS + 1];
        for row in &node.rows {
            let cell = &mut sums[usize::from(bins[*row][feature])];
            cell.0 += moments[*row].0;
            cell.1 += moments[*row].1;
        }
        let mut left = (0.0, 0.0);
        for (bin, cell) in sums.iter().enumerate().take(cuts[feature].len()) {
            left = (left.0 + cell.0, left.1 + cell.1);
            let right = (gradient - left.0, curvature - left.1);
            if left.1 < settings.min_curvature || right.1 < settings.min_curvature {
                continue;
            }
            let value = |side: (f64, f64)| (-side.0 / (side.1 + settings.ridge)).clamp(node.low, node.high);
            let (below, above) = (value(left), value(right));
            let contradicts = match FEATURE_NAMES[feature].1 {
                '+' => below > above,
                '-' => below < above,
                _ => false,
            };
            let gain = score(left.0, left.1) + score(right.0, right.1) - score(gradient, curvature);
            if !contradicts && gain > best.as_ref().map_or(1e-6, |cut| cut.gain) {
                best = Some(Cut { feature, bin, gain, middle: f64::midpoint(below, above) });
            }
        }
    }
    best
}
