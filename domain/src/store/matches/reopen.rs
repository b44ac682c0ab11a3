//! Reopening of decided matches, whenever and by whomever they were decided.

use sqlx::PgTransaction;

use super::{
    decisions::{DecisionError, LockedMatch, lock, record_audit, unlink_offer},
    page_decisions,
    queue::MatchStatus,
};
use crate::{
    model::{MatchId, OfferId, ProductId, UserId},
    store::sources,
};

/// Makes a decided match pending, with a note that keeps it in the queue; a pending match stays as it is.
///
/// 1. A decision of the last hour is undone completely, merged pages included.
/// 2. For an older approval, only the offer itself is unlinked. Everything else that was merged with its page stays
///    on the product, from which it can be split off.
/// 3. An older rejection is lifted for all offers of the page.
///
/// # Errors
/// When a page was merged again meanwhile, or there is no such match.
pub async fn reopen(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    note: Option<&str>,
) -> Result<(), DecisionError> {
    let pair = lock(tx, id).await?;
    if pair.status == MatchStatus::Pending {
        return Ok(());
    }
    let is_restored = page_decisions::undo_pages(tx, id).await?;
    if !is_restored && pair.status == MatchStatus::Approved {
        unlink_offer(tx, &pair).await?;
    }
    if !is_restored && pair.status == MatchStatus::Rejected {
        lift_rejections(tx, &pair).await?;
    }
    sqlx::query!(
        "update product_match set status = 'PENDING', decision = 'NEEDS_REVIEW', decided_by = null, decided_at = null,
             flag_note = coalesce($2, flag_note), flagged_at = now(), updated_at = now()
         where id = $1",
        id as MatchId,
        note,
    )
    .execute(&mut **tx)
    .await?;
    record_audit(tx, admin, id, "REOPEN_MATCH", &pair).await
}

/// Deletes the rejections of the page's other offers too, and marks a page made of offers as provisional, so that the
/// matcher may merge it.
async fn lift_rejections(tx: &mut PgTransaction<'_>, pair: &LockedMatch) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from product_match using offer as asked, offer as sibling
         where asked.id = $1 and sibling.product_id = asked.product_id and sibling.id <> asked.id
             and product_match.offer_id = sibling.id and product_match.product_id = $2 and status = 'REJECTED'",
        pair.offer_id as OfferId,
        pair.product_id as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update product set provisional = true, updated_at = now()
         from offer where offer.id = $1 and product.id = offer.product_id and product.id <> $2 and product.source = $3",
        pair.offer_id as OfferId,
        pair.product_id as ProductId,
        sources::RETAILERS,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
