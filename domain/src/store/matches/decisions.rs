use serde_json::{Value, json};
use sqlx::PgTransaction;
use time::Duration;

use super::{
    page_decisions::{self, LockedPages},
    provisional::confirm_answered,
    queue::{MatchDecision, MatchStatus},
};
use crate::{
    model::{Category, MatchId, OfferId, ProductId, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        feed, price_alerts,
    },
};

/// The time within which the administrator who decided can undo the decision: the ten seconds shown, and time for the
/// request.
const UNDO_WITHIN: Duration = Duration::seconds(30);

/// Why a match could not be decided.
#[derive(Debug, thiserror::Error)]
pub enum DecisionError {
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

pub(super) struct LockedMatch {
    pub(super) offer_id: OfferId,
    pub(super) product_id: ProductId,
    pub(super) status: MatchStatus,
    decision: MatchDecision,
    flag_note: Option<String>,
}

impl LockedMatch {
    fn as_json(&self) -> Value {
        json!({
            "status": self.status,
            "decision": self.decision,
            "flagNote": self.flag_note,
            "offerId": self.offer_id,
            "productId": self.product_id,
        })
    }
}

pub(super) async fn lock(tx: &mut PgTransaction<'_>, id: MatchId) -> Result<LockedMatch, DecisionError> {
    sqlx::query_as!(
        LockedMatch,
        r#"select offer_id as "offer_id: OfferId", product_id as "product_id: ProductId",
               status as "status: MatchStatus", decision as "decision: MatchDecision", flag_note
           from product_match where id = $1 for update"#,
        id as MatchId,
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(DecisionError::Unknown)
}

async fn lock_pending(tx: &mut PgTransaction<'_>, id: MatchId) -> Result<LockedMatch, DecisionError> {
    let locked = lock(tx, id).await?;
    if locked.status == MatchStatus::Pending {
        Ok(locked)
    } else {
        Err(DecisionError::Decided(locked.status))
    }
}

/// Approves a match: the offer belongs to the product. A waiting offer joins the product, and the other questions
/// about it are dropped. An offer on a provisional page takes the whole page along: the page is merged into the
/// product.
///
/// # Errors
/// When the match was decided meanwhile, its offer joined another product, the categories differ, or there is no such
/// match.
pub async fn approve(tx: &mut PgTransaction<'_>, admin: UserId, id: MatchId) -> Result<(), DecisionError> {
    let pages = page_decisions::lock_pages(tx, id).await?;
    let pair = lock_pending(tx, id).await?;
    match &pages {
        Some(pages) => page_decisions::merge(tx, admin, id, pages).await?,
        None => join_offer(tx, id, &pair).await?,
    }
    decide(tx, admin, id, MatchStatus::Approved, MatchDecision::Match).await?;
    record_audit(tx, admin, id, "APPROVE_MATCH", &pair).await
}

/// Joins a waiting offer to the product.
async fn join_offer(
    tx: &mut PgTransaction<'_>,
    id: MatchId,
    pair: &LockedMatch,
) -> Result<(), DecisionError> {
    let joined = sqlx::query_scalar!(
        r#"update offer set product_id = $2, linked_by = 'ADMIN', updated_at = now()
           where id = $1 and (product_id is null or product_id = $2) returning id as "id: OfferId""#,
        pair.offer_id as OfferId,
        pair.product_id as ProductId,
    )
    .fetch_optional(&mut **tx)
    .await?;
    if joined.is_none() {
        return Err(DecisionError::JoinedElsewhere);
    }
    sqlx::query!(
        "delete from product_match where offer_id = $1 and id <> $2 and status = 'PENDING'",
        pair.offer_id as OfferId,
        id as MatchId,
    )
    .execute(&mut **tx)
    .await?;
    feed::append(&mut **tx, &[pair.product_id]).await?;
    price_alerts::evaluate(tx, None, &[pair.product_id]).await?;
    Ok(())
}

/// Rejects a match for good: the offer does not belong to the product. For an offer on a provisional page, this
/// applies to all offers of the page.
///
/// # Errors
/// As [`approve`].
pub async fn reject(tx: &mut PgTransaction<'_>, admin: UserId, id: MatchId) -> Result<(), DecisionError> {
    let pages = page_decisions::lock_pages(tx, id).await?;
    let pair = lock_pending(tx, id).await?;
    if let Some(pages) = &pages {
        page_decisions::reject_pages(tx, admin, id, pages).await?;
    }
    decide(tx, admin, id, MatchStatus::Rejected, MatchDecision::NoMatch).await?;
    if let Some(LockedPages { page, product }) = pages {
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
) -> Result<(), DecisionError> {
    let pair = lock_pending(tx, id).await?;
    sqlx::query!(
        "update product_match set decision = 'NEEDS_REVIEW', flag_note = $2, flagged_at = now(), updated_at = now()
         where id = $1",
        id as MatchId,
        note,
    )
    .execute(&mut **tx)
    .await?;
    record_audit(tx, admin, id, "FLAG_MATCH", &pair).await
}

/// Undoes a decision: the match is pending again, and its offer waits or is on its provisional page again.
/// [`unmerge`](crate::store::merges) describes how a merged page is restored.
///
/// # Errors
/// When another administrator decided, the time is over, one of the pages was merged again, or there is no such match.
pub async fn undo(tx: &mut PgTransaction<'_>, admin: UserId, id: MatchId) -> Result<(), DecisionError> {
    let pair = lock(tx, id).await?;
    let undone = sqlx::query_scalar!(
        r#"update product_match set status = 'PENDING', decided_by = null, decided_at = null, updated_at = now(),
               decision = coalesce(
                   (select before ->> 'decision' from audit_entry
                    where target_type = 'MATCH' and target_id = $1::uuid::text
                        and before ->> 'status' = 'PENDING' and after ->> 'status' <> 'PENDING'
                    order by created_at desc limit 1),
                   'NEEDS_REVIEW')
           where id = $1 and status <> 'PENDING' and decided_by = $2
               and decided_at > now() - make_interval(secs => $3) returning 1 as "one!""#,
        id as MatchId,
        admin as UserId,
        UNDO_WITHIN.as_seconds_f64(),
    )
    .fetch_optional(&mut **tx)
    .await?;
    if undone.is_none() {
        return Err(DecisionError::TooLate);
    }
    let is_of_page = page_decisions::undo_pages(tx, id).await?;
    if !is_of_page && pair.status == MatchStatus::Approved {
        unlink_offer(tx, &pair).await?;
    }
    record_audit(tx, admin, id, "UNDO_MATCH", &pair).await
}

/// Makes the offer wait again. The matcher then proposes other products again.
pub(super) async fn unlink_offer(tx: &mut PgTransaction<'_>, pair: &LockedMatch) -> sqlx::Result<()> {
    sqlx::query!(
        "update offer set product_id = null, linked_by = null, matched_at = null, updated_at = now()
         where id = $1 and product_id = $2 and linked_by = 'ADMIN'",
        pair.offer_id as OfferId,
        pair.product_id as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    feed::append(&mut **tx, &[pair.product_id]).await
}

async fn decide(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    status: MatchStatus,
    decision: MatchDecision,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_match set status = $2, decision = $3, decided_by = $4, decided_at = now(), updated_at = now()
         where id = $1",
        id as MatchId,
        status as MatchStatus,
        decision as MatchDecision,
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(super) async fn record_audit(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    action_type: &'static str,
    before: &LockedMatch,
) -> Result<(), DecisionError> {
    let after = lock(tx, id).await?;
    let event = AuditEvent {
        action_type,
        target_type: "MATCH",
        target_id: id.to_string(),
        before: Some(before.as_json()),
        after: Some(after.as_json()),
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    Ok(())
}
