//! What a product's history says about its price, in words.

use std::collections::HashMap;

use domain::{model::ProductId, store::notifications::FiredAlert, transactions::price_ratings};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    services::texts::{Sentence, money},
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

/// Returns what the histories of the products say about the prices of fired alerts, by the alert's id. An alert whose price is
/// no longer the lowest in stock, or is nothing notable, is left out.
pub async fn find_verdicts(db: &PgPool, fired: &[FiredAlert]) -> sqlx::Result<HashMap<Uuid, CardVerdict>> {
    let products: Vec<ProductId> = fired.iter().filter_map(|one| one.product_id).collect();
    if products.is_empty() {
        return Ok(HashMap::new());
    }
    let rated = price_ratings::rate(db, &products, OffsetDateTime::now_utc()).await?;
    let verdict_of = |one: &FiredAlert| {
        let summary = rated.get(&one.product_id?).filter(|summary| summary.price == one.price)?;
        Some((one.id, CardVerdict::new(summary.price, summary.notable()?)))
    };
    Ok(fired.iter().filter_map(verdict_of).collect())
}
