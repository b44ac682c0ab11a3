//! Reopening of decided matches, whenever and by whomever they were decided.

use sqlx::PgTransaction;

use super::{MatchDecisionError, lock, provisional, record_audit, unlink_offer};
use crate::{
    model::{MatchId, UserId},
    store::matches::{MatchStatus, decide},
};

/// Makes a decided match pending, with a note that keeps it in the queue; a pending match stays as it is.
///
/// 1. A decision of the last hour is undone completely, merged pages included.
/// 2. For an older approval, only the offer itself is unlinked. Everything else that was merged with its page stays
///    on the product, from which it can be split off.
/// 3. An older rejection is lifted for all offers of the page, and a page made of offers is provisional again, so that
///    the matcher may merge it.
///
/// # Errors
/// When a page was merged again meanwhile, or there is no such match.
pub async fn reopen(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    note: Option<&str>,
) -> Result<(), MatchDecisionError> {
    let pair = lock(tx, id).await?;
    if pair.status == MatchStatus::Pending {
        return Ok(());
    }
    let is_restored = provisional::undo(tx, id).await?;
    if !is_restored && pair.status == MatchStatus::Approved {
        unlink_offer(tx, &pair).await?;
    }
    if !is_restored && pair.status == MatchStatus::Rejected {
        decide::delete_page_rejections(tx, pair.offer_id, pair.product_id).await?;
        decide::set_page_provisional(tx, pair.offer_id, pair.product_id).await?;
    }
    decide::reset(tx, id, note).await?;
    record_audit(tx, admin, id, "REOPEN_MATCH", &pair).await
}
