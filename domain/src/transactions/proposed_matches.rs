//! Links that the matcher proposes with confidence.

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

/// Joins offers to their products, with an audit entry for each. Returns the number of offers that moved to another
/// page. An offer that an administrator linked stays, and a match that an administrator rejected is not joined.
pub async fn assign(tx: &mut PgTransaction<'_>, links: &[Proposal]) -> sqlx::Result<u64> {
    if links.is_empty() {
        return Ok(0);
    }
    let rows = matches::link_proposed(tx, links).await?;
    let joined: BTreeMap<OfferId, Option<ProductId>> = rows.iter().map(|row| (row.id, row.page)).collect();
    let events: Vec<AuditEvent> = links
        .iter()
        .filter_map(|link| Some((link, joined.get(&link.offer_id)?)))
        .map(|(link, page)| AuditEvent {
            action_type: "LINK_OFFER",
            target_type: "OFFER",
            target_id: link.offer_id.to_string(),
            before: Some(json!({ "productId": page })),
            after: Some(json!({
                "productId": link.product_id,
                "confidence": link.confidence,
                "rationale": link.rationale,
            })),
        })
        .collect();
    audit::record(tx, Actor::System, &events).await?;
    let products: BTreeSet<ProductId> =
        rows.iter().flat_map(|row| [Some(row.product_id), row.page]).flatten().collect();
    let products: Vec<ProductId> = products.into_iter().collect();
    feed::append(&mut **tx, &products).await?;
    price_alerts::evaluate(tx, None, &products).await?;
    Ok(rows.len() as u64)
}
