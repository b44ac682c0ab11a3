//! Decisions of administrators about matches: approve, reject, flag, undo, reopen. Each writes its audit entry.
//!
//! A match is a row of `product_match` here: an offer and a product that may be one. A question is a pending match.

mod provisional;
mod reopen;

pub use reopen::reopen;

use serde_json::{Value, json};
use sqlx::PgTransaction;
use time::Duration;

use super::merges::MergeError;
use crate::{
    model::{Category, MatchId, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        feed,
        matches::{
            MatchAssessment, MatchStatus, clear_provisional_if_answered,
            decide::{self, LockedMatch, ProductPair},
        },
        price_alerts,
    },
};

/// The time within which the administrator who decided can undo the decision: the ten seconds shown, and time for the
/// request.
const UNDO_WITHIN: Duration = Duration::seconds(30);

/// Why a match could not be decided.
#[derive(Debug, thiserror::Error)]
pub enum MatchDecisionError {
    #[error("there is no such match")]
    Unknown,
    /// The match is no longer pending.
    #[error("this match was decided meanwhile")]
    Decided(MatchStatus),
    /// The offer belongs to another product by now.
    #[error("this offer was matched to another product meanwhile")]
    MatchedElsewhere,
    #[error("one product is of category {provisional}, the other of {product}")]
    OtherCategory { provisional: Category, product: Category },
    #[error("this decision can no longer be taken back")]
    TooLate,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl From<MergeError> for MatchDecisionError {
    fn from(error: MergeError) -> Self {
        match error {
            MergeError::OtherCategory { from, into } => {
                Self::OtherCategory { provisional: from, product: into }
            }
            MergeError::Database(error) => Self::Database(error),
            // One of the products is gone, or the two are one product by now.
            MergeError::Unknown(_)
            | MergeError::Itself
            | MergeError::RejectedPair
            | MergeError::OtherOffer(_)
            | MergeError::NothingLeft => Self::MatchedElsewhere,
        }
    }
}

async fn lock_match(tx: &mut PgTransaction<'_>, id: MatchId) -> Result<LockedMatch, MatchDecisionError> {
    decide::lock_match(tx, id).await?.ok_or(MatchDecisionError::Unknown)
}

async fn lock_pending(tx: &mut PgTransaction<'_>, id: MatchId) -> Result<LockedMatch, MatchDecisionError> {
    let locked = lock_match(tx, id).await?;
    if locked.status == MatchStatus::Pending {
        Ok(locked)
    } else {
        Err(MatchDecisionError::Decided(locked.status))
    }
}

/// Approves a match: the offer belongs to the product. A waiting offer is matched to the product, and the other
/// questions about it are dropped. An offer of a provisional product takes that product along: the provisional product
/// is merged into the other one.
///
/// # Errors
/// When the match was decided meanwhile, its offer was matched to another product, the categories differ, or there is no such
/// match.
pub async fn approve(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
) -> Result<(), MatchDecisionError> {
    let products = provisional::lock_pair(tx, id).await?;
    let locked = lock_pending(tx, id).await?;
    match &products {
        Some(products) => provisional::merge_pair(tx, admin, id, products).await?,
        None => match_waiting_offer(tx, id, &locked).await?,
    }
    decide::update_decision(tx, admin, id, MatchStatus::Approved, MatchAssessment::Match).await?;
    record_audit(tx, admin, id, "APPROVE_MATCH", &locked).await
}

/// Matches a waiting offer to the product.
async fn match_waiting_offer(
    tx: &mut PgTransaction<'_>,
    id: MatchId,
    locked: &LockedMatch,
) -> Result<(), MatchDecisionError> {
    if !decide::set_offer_product(tx, locked.offer_id, locked.product_id).await? {
        return Err(MatchDecisionError::MatchedElsewhere);
    }
    decide::delete_other_questions(tx, locked.offer_id, id).await?;
    feed::append(&mut **tx, &[locked.product_id]).await?;
    price_alerts::evaluate(tx, None, &[locked.product_id]).await?;
    Ok(())
}

/// Rejects a match for good: the offer does not belong to the product. For an offer of a provisional product, this
/// applies to all its offers.
///
/// # Errors
/// As [`approve`].
pub async fn reject(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
) -> Result<(), MatchDecisionError> {
    let products = provisional::lock_pair(tx, id).await?;
    let locked = lock_pending(tx, id).await?;
    if let Some(products) = &products {
        provisional::reject_pair(tx, admin, id, products).await?;
    }
    decide::update_decision(tx, admin, id, MatchStatus::Rejected, MatchAssessment::NoMatch).await?;
    if let Some(ProductPair { provisional, product }) = products {
        clear_provisional_if_answered(tx, &[provisional, product]).await?;
    }
    record_audit(tx, admin, id, "REJECT_MATCH", &locked).await
}

/// Stores a note for later; the match stays pending and needs review.
///
/// # Errors
/// As [`approve`].
pub async fn flag(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    note: Option<&str>,
) -> Result<(), MatchDecisionError> {
    let locked = lock_pending(tx, id).await?;
    decide::store_flag(tx, id, note).await?;
    record_audit(tx, admin, id, "FLAG_MATCH", &locked).await
}

/// Undoes a decision: the match is pending again.
///
/// - Undo of an approval: the offer waits again, or its provisional product is restored ([`unmerge`](super::merges)).
/// - Undo of a rejection moves no offer.
///
/// # Errors
/// When another administrator decided, the time is over, one of the products was merged again, or there is no such match.
pub async fn undo(tx: &mut PgTransaction<'_>, admin: UserId, id: MatchId) -> Result<(), MatchDecisionError> {
    let locked = lock_match(tx, id).await?;
    if !decide::revert_decision(tx, admin, id, UNDO_WITHIN).await? {
        return Err(MatchDecisionError::TooLate);
    }
    let was_provisional = provisional::undo_effects(tx, id).await?;
    if !was_provisional && locked.status == MatchStatus::Approved {
        unmatch_offer(tx, &locked).await?;
    }
    record_audit(tx, admin, id, "UNDO_MATCH", &locked).await
}

/// Makes the offer wait again. The matcher then proposes other products again.
async fn unmatch_offer(tx: &mut PgTransaction<'_>, locked: &LockedMatch) -> sqlx::Result<()> {
    decide::clear_offer_product(tx, locked.offer_id, locked.product_id).await?;
    feed::append(&mut **tx, &[locked.product_id]).await
}

async fn record_audit(
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
