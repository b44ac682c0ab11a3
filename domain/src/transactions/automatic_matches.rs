//! Matches that the matcher makes without an administrator.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::AddAssign,
};

use serde_json::json;
use sqlx::PgTransaction;

use super::newly_matched_prices::hold_far_prices;
use crate::{
    config::PriceScreen,
    model::{OfferId, ProductId},
    store::{
        audit::{self, Actor, AuditEvent},
        feed,
        matches::{self, MovedOffer, Proposal},
        price_alerts,
    },
};

/// The counters of matches that were made without an administrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchedOffers {
    /// Offers that got another product than before.
    pub matched: u64,
    /// Those of them whose price is held, because it is far from the market of the product.
    pub held: u64,
}

impl AddAssign for MatchedOffers {
    fn add_assign(&mut self, other: Self) {
        self.matched += other.matched;
        self.held += other.held;
    }
}

/// Matches offers to their products, with an audit entry for each. An offer that an administrator matched stays, and a
/// match that an administrator rejected is not made. Prices of offers that had no product are screened by `limits`.
pub async fn assign(
    tx: &mut PgTransaction<'_>,
    limits: &PriceScreen,
    proposals: &[Proposal],
) -> sqlx::Result<MatchedOffers> {
    if proposals.is_empty() {
        return Ok(MatchedOffers::default());
    }
    let rows = matches::assign(tx, proposals).await?;
    let moved: BTreeMap<OfferId, &MovedOffer> = rows.iter().map(|row| (row.id, row)).collect();
    let events: Vec<AuditEvent> = proposals
        .iter()
        .filter_map(|proposal| Some((proposal, moved.get(&proposal.offer_id)?)))
        .map(|(proposal, moved)| AuditEvent {
            action_type: "LINK_OFFER",
            target_type: "OFFER",
            target_id: proposal.offer_id.to_string(),
            before: Some(json!({ "productId": moved.previous_product })),
            after: Some(json!({
                "productId": moved.product_id,
                "confidence": proposal.confidence,
                "rationale": proposal.rationale,
            })),
        })
        .collect();
    audit::record(tx, Actor::System, &events).await?;
    let newly_matched: Vec<OfferId> =
        rows.iter().filter(|row| row.previous_product.is_none()).map(|row| row.id).collect();
    let held = hold_far_prices(tx, limits, &newly_matched).await?;
    let products: BTreeSet<ProductId> =
        rows.iter().flat_map(|row| [Some(row.product_id), row.previous_product]).flatten().collect();
    let products: Vec<ProductId> = products.into_iter().collect();
    feed::append(&mut **tx, &products).await?;
    price_alerts::evaluate(tx, None, &products).await?;
    Ok(MatchedOffers { matched: rows.len() as u64, held })
}

/// Takes offers out of the products to which the matcher or a key matched them, with an audit entry for each. They wait for
/// a product; an offer that an administrator matched stays.
pub async fn release(tx: &mut PgTransaction<'_>, offers: &[OfferId]) -> sqlx::Result<()> {
    let released = matches::release(tx, offers).await?;
    let events: Vec<AuditEvent> = released
        .iter()
        .map(|(offer, product)| AuditEvent {
            action_type: "LINK_OFFER",
            target_type: "OFFER",
            target_id: offer.to_string(),
            before: Some(json!({ "productId": product })),
            after: Some(json!({ "productId": null })),
        })
        .collect();
    audit::record(tx, Actor::System, &events).await?;
    let products: BTreeSet<ProductId> = released.iter().map(|(_, product)| *product).collect();
    let products: Vec<ProductId> = products.into_iter().collect();
    feed::append(&mut **tx, &products).await?;
    price_alerts::evaluate(tx, None, &products).await
}
