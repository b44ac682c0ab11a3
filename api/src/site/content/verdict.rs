//! What a product's history says about its price, in words.

use crate::{
    services::texts::Sentence,
    site::html::money,
    wire::{
        card_verdict::{CardVerdict, CardVerdictKind},
        kwd::Kwd,
    },
};

/// Returns the verdict in a few words: `12% under usual, lowest in 90 days`.
pub fn say_verdict(verdict: &CardVerdict) -> Sentence {
    say(
        verdict,
        match verdict.kind {
            CardVerdictKind::Lowest if verdict.saved_percent.is_some_and(|percent| percent > 0) => {
                "card.verdict.LOWEST.saved"
            }
            CardVerdictKind::Lowest => "card.verdict.LOWEST.word",
            CardVerdictKind::BelowUsual => "card.verdict.BELOW_USUAL.word",
            CardVerdictKind::Raised => "card.verdict.RAISED.word",
        },
    )
}

/// Returns the verdict with its evidence: `Lowest in 90 days: usually 199.000 KWD`.
pub fn say_evidence(verdict: &CardVerdict) -> Sentence {
    say(
        verdict,
        match verdict.kind {
            CardVerdictKind::Lowest => "card.verdict.LOWEST.why",
            CardVerdictKind::BelowUsual => "card.verdict.BELOW_USUAL.why",
            CardVerdictKind::Raised => "card.verdict.RAISED.why",
        },
    )
}

fn say(verdict: &CardVerdict, key: &'static str) -> Sentence {
    let amount = |kwd: Option<Kwd>| kwd.map(|Kwd(fils)| money(fils)).unwrap_or_default();
    let days = verdict.days.unwrap_or_default().to_string();
    let percent = verdict.saved_percent.unwrap_or_default().to_string();
    let (usual, before) = (amount(verdict.usual_price), amount(verdict.lowest_before));
    Sentence::filled(key, &[("days", &days), ("n", &percent), ("usual", &usual), ("before", &before)])
}
