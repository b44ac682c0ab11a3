//! The locked match of a decision, and its audit entry.

use serde_json::{Value, json};
use sqlx::PgTransaction;

use super::error::MatchDecisionError;
use crate::{
    model::{MatchId, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        feed,
        matches::{
            MatchStatus,
            match_rows::{self, LockedMatch},
        },
        price_alerts,
    },
};

/// Locks a match, decided or not.
pub(super) async fn lock_match(
    tx: &mut PgTransaction<'_>,
    id: MatchId,
) -> Result<LockedMatch, MatchDecisionError> {
    match_rows::lock_match(tx, id).await?.ok_or(MatchDecisionError::NoSuchMatch)
}

/// Locks a match that nobody has decided yet.
pub(super) async fn lock_pending(
    tx: &mut PgTransaction<'_>,
    id: MatchId,
) -> Result<LockedMatch, MatchDecisionError> {
    let locked = lock_match(tx, id).await?;
    if locked.status == MatchStatus::Pending {
        Ok(locked)
    } else {
        Err(MatchDecisionError::Decided(locked.status))
    }
}

/// Unmatches the offer, which then waits: the matcher proposes products for it again.
pub(super) async fn unmatch_offer(tx: &mut PgTransaction<'_>, locked: &LockedMatch) -> sqlx::Result<()> {
    match_rows::clear_offer_product(tx, locked.offer_id, locked.product_id).await?;
    feed::append(&mut **tx, &[locked.product_id]).await?;
    price_alerts::evaluate_stock(tx, None, &[locked.product_id]).await
}

/// Writes the audit entry of a decision: the match before it, and the match as it is now.
pub(super) async fn record_audit(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    action_type: &'static str,
    before: &LockedMatch,
) -> Result<(), MatchDecisionError> {
    let after = lock_match(tx, id).await?;
    let event = AuditEvent {
        action_type,
        target_type: "MATCH",
        target_id: id.to_string(),
        before: Some(as_json(before)),
        after: Some(as_json(&after)),
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    Ok(())
}

fn as_json(locked: &LockedMatch) -> Value {
    json!({
        "status": locked.status,
        // The name of the column, and of entries that are stored already.
        "decision": locked.assessment,
        "flagNote": locked.flag_note,
        "offerId": locked.offer_id,
        "productId": locked.product_id,
    })
}
