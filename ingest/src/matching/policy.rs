//! Decides from a comparison whether to match a pair, to ask an administrator, or to do neither.

use domain::config::Matching;

use super::Comparison;

/// Decision about an offer and a product.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// Confident enough to match without an administrator.
    Match,
    /// An administrator decides.
    Ask,
    /// Vetoed, or not worth asking.
    NoMatch,
}

/// Decides about a pair by its comparison and its confidence (0 to 1).
pub fn decide(comparison: &Comparison, confidence: f64, policy: &Matching) -> Verdict {
    if comparison.vetoed {
        Verdict::NoMatch
    } else if is_automatic_match(comparison, confidence, policy) {
        Verdict::Match
    } else if confidence >= policy.ask_from {
        Verdict::Ask
    } else {
        Verdict::NoMatch
    }
}

/// Whether a pair may be matched automatically: a shared barcode, part number or model key as the policy allows, a
/// confidence of at least `match_from`, and no sign that the two are siblings.
fn is_automatic_match(comparison: &Comparison, confidence: f64, policy: &Matching) -> bool {
    let stated = (policy.match_by_barcode && comparison.barcode_same)
        || (policy.match_by_part_number && comparison.part_number_same)
        || (policy.match_by_model && comparison.same_model);
    !comparison.may_be_siblings && stated && confidence >= policy.match_from
}
