//! Matches that the matcher makes without an administrator.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use sqlx::PgTransaction;

use crate::{
    model::{OfferId, ProductId},
    store::{
        audit::{self, Actor, AuditEvent},
        feed,
        matches::{self, Proposal},
        price_alerts,
    },
};

/// Matches offers to their products, with an audit entry for each. Returns the number of offers that moved to another
/// product. An offer that an administrator matched stays, and a match that an administrator rejected is not made.
pub async fn assign(tx: &mut PgTransaction<'_>, proposals: &[Proposal]) -> sqlx::Result<u64> {
    if proposals.is_empty() {
        return Ok(0);
    }
    let rows = matches::assign(tx, proposals).await?;
    let previous: BTreeMap<OfferId, Option<ProductId>> =
        rows.iter().map(|row| (row.id, row.previous_product)).collect();
    let events: Vec<AuditEvent> = proposals
        .iter()
        .filter_map(|proposal| Some((proposal, previous.get(&proposal.offer_id)?)))
        .map(|(proposal, previous)| AuditEvent {
            action_type: "LINK_OFFER",
            target_type: "OFFER",
            target_id: proposal.offer_id.to_string(),
            before: Some(json!({ "productId": previous })),
            after: Some(json!({
                "productId": proposal.product_id,
                "confidence": proposal.confidence,
                "rationale": proposal.rationale,
            })),
        })
        .collect();
    audit::record(tx, Actor::System, &events).await?;
    let products: BTreeSet<ProductId> =
        rows.iter().flat_map(|row| [Some(row.product_id), row.previous_product]).flatten().collect();
    let products: Vec<ProductId> = products.into_iter().collect();
    feed::append(&mut **tx, &products).await?;
    price_alerts::evaluate(tx, None, &products).await?;
    Ok(rows.len() as u64)
}
