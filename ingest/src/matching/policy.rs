//! Decides from a comparison whether to link, to ask or to leave a pair.

use domain::config::Matching;

use super::Comparison;

/// The decision about an offer and a product.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// Sure enough to be joined without a person.
    Link,
    /// A person is asked.
    Ask,
    /// Not worth asking.
    NoMatch,
}

/// What to do with a pair of which it is so sure (0 to 1).
pub fn decide(comparison: &Comparison, confidence: f64, policy: &Matching) -> Verdict {
    if comparison.vetoed {
        Verdict::NoMatch
    } else if links_by_itself(comparison, confidence, policy) {
        Verdict::Link
    } else if confidence >= policy.ask_from {
        Verdict::Ask
    } else {
        Verdict::NoMatch
    }
}

/// A barcode, a part number of the same maker, or the same model with all facts that tell siblings apart; and nothing
/// that makes another variant of it.
fn links_by_itself(comparison: &Comparison, confidence: f64, policy: &Matching) -> bool {
    let stated = (policy.link_by_barcode && comparison.barcode_same)
        || (policy.link_by_part_number && comparison.part_number_same)
        || (policy.link_by_model && comparison.same_model);
    !comparison.doubtful && stated && confidence >= policy.link_from
}
