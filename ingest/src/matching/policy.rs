//! Decides from a comparison whether to match a pair, to ask an administrator, or to do neither.

use domain::{
    config::Matching,
    model::{Evidence, EvidenceCode},
};

use super::Comparison;

/// Maximum confidence of a question whose evidence shows a difference, or whose two sides may be siblings: below the .95
/// from which the specification lets administrators approve questions in bulk.
pub(super) const MAX_DOUBTFUL_CONFIDENCE: f64 = 0.94;

/// Decision about an offer and a product.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// Confident enough to match without an administrator.
    Match,
    /// An administrator decides.
    Ask,
    /// Vetoed, or not worth asking: improbable, of different names, or both sides say too little.
    NoMatch,
}

/// Decides about a pair by its comparison and its confidence (0 to 1).
pub fn decide(comparison: &Comparison, confidence: f64, policy: &Matching) -> Verdict {
    // A shared number on two different names is a doubt that an administrator should see.
    let is_another = comparison.differs_in_name && !comparison.shares_number;
    if comparison.vetoed || !comparison.is_identified || is_another {
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

/// Returns the confidence with which a question is stored: at most [`MAX_DOUBTFUL_CONFIDENCE`] where there is a doubt that
/// a person should see.
pub(super) fn cap_confidence(confidence: f64, rationale: &[Evidence], may_be_siblings: bool) -> f64 {
    let is_doubtful =
        may_be_siblings || rationale.iter().any(|one| one.code.shows_difference() || has_number_alone(one));
    if is_doubtful { confidence.min(MAX_DOUBTFUL_CONFIDENCE) } else { confidence }
}

/// Whether one side alone has a word with digits: a year, a generation or a model that the other side may have too, or
/// not.
fn has_number_alone(evidence: &Evidence) -> bool {
    let words = match evidence.code {
        EvidenceCode::WordsOnlyOffer => &evidence.offer,
        EvidenceCode::WordsOnlyProduct => &evidence.product,
        _ => return false,
    };
    words.as_deref().unwrap_or_default().bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use domain::config::Config;

    use super::*;

    #[test]
    fn other_names_and_vague_titles_are_neither_matched_nor_asked() {
        let policy = Config::load().expect("the default configuration").matching;
        let certain =
            Comparison { vetoed: false, same_model: true, is_identified: true, ..Comparison::VETOED };
        let verdict = |comparison: &Comparison| decide(comparison, 0.99, &policy);
        assert_eq!(verdict(&certain), Verdict::Match);
        assert_eq!(verdict(&Comparison { is_identified: false, ..certain.clone() }), Verdict::NoMatch);
        let siblings = Comparison { may_be_siblings: true, ..certain };
        assert_eq!(verdict(&siblings), Verdict::Ask);
        let other = Comparison { differs_in_name: true, ..siblings };
        assert_eq!(verdict(&other), Verdict::NoMatch);
        assert_eq!(verdict(&Comparison { shares_number: true, ..other }), Verdict::Ask);
    }

    #[test]
    fn difference_in_the_evidence_keeps_a_question_from_bulk_approval() {
        let capped = |codes: &[EvidenceCode], may_be_siblings| {
            let rationale: Vec<Evidence> = codes.iter().map(|code| Evidence::bare(*code)).collect();
            cap_confidence(0.99, &rationale, may_be_siblings)
        };
        use EvidenceCode as E;
        assert_eq!(capped(&[E::MakerSame, E::WordsSame, E::FactMissing, E::WordsOnlyOffer], false), 0.99);
        for code in [E::VariantDiffers, E::PartNumberDiffers, E::FactDiffers, E::MakerDiffers, E::NotNew] {
            assert_eq!(capped(&[E::WordsSame, code], false), MAX_DOUBTFUL_CONFIDENCE, "{code:?}");
        }
        assert_eq!(capped(&[], true), MAX_DOUBTFUL_CONFIDENCE);
        assert_eq!(cap_confidence(0.6, &[], true), 0.6);
        let alone =
            |words: &str| Evidence { offer: Some(words.to_owned()), ..Evidence::bare(E::WordsOnlyOffer) };
        assert_eq!(cap_confidence(0.99, &[alone("rgb 2024")], false), MAX_DOUBTFUL_CONFIDENCE);
        assert_eq!(cap_confidence(0.99, &[alone("power supply")], false), 0.99);
    }
}
