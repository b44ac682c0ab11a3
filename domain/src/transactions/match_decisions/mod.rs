//! Decisions of administrators about matches: approve, reject, flag, undo, reopen. Each writes its audit entry.

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
            MatchDecision, MatchStatus, confirm_answered,
            decide::{self, LockedMatch, PagePair},
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
    /// Another administrator decided first.
    #[error("this match was decided meanwhile")]
    Decided(MatchStatus),
    /// The offer belongs to another product by now.
    #[error("this offer was joined to another product meanwhile")]
    JoinedElsewhere,
    #[error("one page is of category {page}, the other of {product}")]
    OtherCategory { page: Category, product: Category },
    #[error("this decision can no longer be taken back")]
    TooLate,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl From<MergeError> for MatchDecisionError {
    fn from(error: MergeError) -> Self {
        match error {
            MergeError::OtherCategory { from, into } => Self::OtherCategory { page: from, product: into },
            MergeError::Database(error) => Self::Database(error),
            // One of the pages is gone, or the two are one page by now.
            MergeError::Unknown(_)
            | MergeError::Itself
            | MergeError::KeptApart
            | MergeError::OtherOffer(_)
            | MergeError::NothingLeft => Self::JoinedElsewhere,
        }
    }
}

async fn lock(tx: &mut PgTransaction<'_>, id: MatchId) -> Result<LockedMatch, MatchDecisionError> {
    decide::lock(tx, id).await?.ok_or(MatchDecisionError::Unknown)
}

async fn lock_pending(tx: &mut PgTransaction<'_>, id: MatchId) -> Result<LockedMatch, MatchDecisionError> {
    let locked = lock(tx, id).await?;
    if locked.status == MatchStatus::Pending {
        Ok(locked)
    } else {
        Err(MatchDecisionError::Decided(locked.status))
    }
}

/// Approves a match: the offer belongs to the product. A waiting offer joins the product, and the other questions
/// about it are dropped. An offer on a provisional page takes the whole page along: the page is merged into the
/// product.
///
/// # Errors
/// When the match was decided meanwhile, its offer joined another product, the categories differ, or there is no such
/// match.
pub async fn approve(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
) -> Result<(), MatchDecisionError> {
    let pages = provisional::lock(tx, id).await?;
    let pair = lock_pending(tx, id).await?;
    match &pages {
        Some(pages) => provisional::merge(tx, admin, id, pages).await?,
        None => join_offer(tx, id, &pair).await?,
    }
    decide::decide(tx, admin, id, MatchStatus::Approved, MatchDecision::Match).await?;
    record_audit(tx, admin, id, "APPROVE_MATCH", &pair).await
}

/// Joins a waiting offer to the product.
async fn join_offer(
    tx: &mut PgTransaction<'_>,
    id: MatchId,
    pair: &LockedMatch,
) -> Result<(), MatchDecisionError> {
    if !decide::link_offer(tx, pair.offer_id, pair.product_id).await? {
        return Err(MatchDecisionError::JoinedElsewhere);
    }
    decide::delete_other_questions(tx, pair.offer_id, id).await?;
    feed::append(&mut **tx, &[pair.product_id]).await?;
    price_alerts::evaluate(tx, None, &[pair.product_id]).await?;
    Ok(())
}

/// Rejects a match for good: the offer does not belong to the product. For an offer on a provisional page, this
/// applies to all offers of the page.
///
/// # Errors
/// As [`approve`].
pub async fn reject(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
) -> Result<(), MatchDecisionError> {
    let pages = provisional::lock(tx, id).await?;
    let pair = lock_pending(tx, id).await?;
    if let Some(pages) = &pages {
        provisional::reject(tx, admin, id, pages).await?;
    }
    decide::decide(tx, admin, id, MatchStatus::Rejected, MatchDecision::NoMatch).await?;
    if let Some(PagePair { page, product }) = pages {
        confirm_answered(tx, &[page, product]).await?;
    }
    record_audit(tx, admin, id, "REJECT_MATCH", &pair).await
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
    let pair = lock_pending(tx, id).await?;
    decide::flag(tx, id, note).await?;
    record_audit(tx, admin, id, "FLAG_MATCH", &pair).await
}

/// Undoes a decision: the match is pending again, and its offer waits or is on its provisional page again.
/// [`unmerge`](super::merges) describes how a merged page is restored.
///
/// # Errors
/// When another administrator decided, the time is over, one of the pages was merged again, or there is no such match.
pub async fn undo(tx: &mut PgTransaction<'_>, admin: UserId, id: MatchId) -> Result<(), MatchDecisionError> {
    let pair = lock(tx, id).await?;
    if !decide::revert(tx, admin, id, UNDO_WITHIN).await? {
        return Err(MatchDecisionError::TooLate);
    }
    let is_of_page = provisional::undo(tx, id).await?;
    if !is_of_page && pair.status == MatchStatus::Approved {
        unlink_offer(tx, &pair).await?;
    }
    record_audit(tx, admin, id, "UNDO_MATCH", &pair).await
}

/// Makes the offer wait again. The matcher then proposes other products again.
async fn unlink_offer(tx: &mut PgTransaction<'_>, pair: &LockedMatch) -> sqlx::Result<()> {
    decide::unlink_offer(tx, pair.offer_id, pair.product_id).await?;
    feed::append(&mut **tx, &[pair.product_id]).await
}

async fn record_audit(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    action_type: &'static str,
    before: &LockedMatch,
) -> Result<(), MatchDecisionError> {
    let after = lock(tx, id).await?;
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

fn as_json(pair: &LockedMatch) -> Value {
    json!({
        "status": pair.status,
        "decision": pair.decision,
        "flagNote": pair.flag_note,
        "offerId": pair.offer_id,
        "productId": pair.product_id,
    })
}
