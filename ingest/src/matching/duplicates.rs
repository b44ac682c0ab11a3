//! Removes duplicate records of one product from the candidates of an offer.

use super::{Candidate, Comparison, Forest};

/// Keeps one of each set of duplicate product records: the one that fits the offer best. Otherwise the duplicates
/// would share the confidence, and the offer would never be matched. Of records that fit equally, the one that has
/// offers is kept, else the first by id, so that the offers of all retailers match the same record.
pub(super) fn remove_duplicates<'a>(
    candidates: Vec<&'a Candidate>,
    comparisons: Vec<Comparison>,
    forest: &Forest,
) -> Vec<(&'a Candidate, Comparison)> {
    let confidences = forest.confidences(&comparisons);
    let mut ranked: Vec<(&Candidate, Comparison, f64)> = candidates
        .into_iter()
        .zip(comparisons)
        .zip(confidences)
        .map(|((candidate, comparison), confidence)| (candidate, comparison, confidence))
        .collect();
    ranked.sort_by(|left, right| {
        let by_fit = right.2.total_cmp(&left.2).then(right.0.has_offer.cmp(&left.0.has_offer));
        by_fit.then(left.0.id.cmp(&right.0.id))
    });
    let mut kept: Vec<(&Candidate, Comparison)> = Vec::with_capacity(ranked.len());
    for (candidate, comparison, _) in ranked {
        let is_duplicate =
            |(other, _): &(&Candidate, Comparison)| other.item.is_duplicate_of(&candidate.item);
        if comparison.vetoed || !kept.iter().any(is_duplicate) {
            kept.push((candidate, comparison));
        }
    }
    kept
}
