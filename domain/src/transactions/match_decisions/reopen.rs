//! Reopening of decided matches, whenever and by whomever they were decided.

use sqlx::PgTransaction;

use super::{
    error::MatchDecisionError,
    locked_match::{lock_match, record_audit, unmatch_offer},
    provisional,
};
use crate::{
    model::{MatchId, UserId},
    store::matches::{MatchStatus, lock_product_and_offers, match_rows, undo_state},
};

/// Makes a decided match pending, with a note that keeps it in the queue; a pending match stays as it is.
///
/// 1. A decision about a provisional product is undone, merged products included, while its undo state is stored. The
///    state lives for at least an hour, unless a merge, an edit or a split of the same offers deletes it; after that, the
///    next decision that stores a state deletes it. An offer that waited before the approval waits again, with its other
///    pending matches; one that a key had matched already stays.
/// 2. Without undo state, for an approval, only the match of the offer itself ends. Everything else that was merged with
///    it stays on the product, from which it can be split off. A state is of no use where one of the merged products was
///    merged again or removed since.
/// 3. Without undo state, a rejection is lifted for all offers of the offer's product, and a product made of offers is
///    provisional again, so that the matcher may merge it.
///
/// # Errors
/// When there is no such match.
pub async fn reopen(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    note: Option<&str>,
) -> Result<(), MatchDecisionError> {
    undo_state::lock_merged_products(tx, id).await?;
    lock_product_and_offers(tx, id).await?;
    let locked = lock_match(tx, id).await?;
    if locked.status == MatchStatus::Pending {
        return Ok(());
    }
    let is_restored = match provisional::undo_effects(tx, id, &locked).await {
        Err(MatchDecisionError::MergedAgain) => {
            undo_state::delete(tx, id).await?;
            false
        }
        restored => restored?,
    };
    if !is_restored && locked.status == MatchStatus::Approved {
        unmatch_offer(tx, &locked).await?;
    }
    if !is_restored && locked.status == MatchStatus::Rejected {
        match_rows::delete_sibling_rejections(tx, locked.offer_id, locked.product_id).await?;
        match_rows::mark_own_product_provisional(tx, locked.offer_id, locked.product_id).await?;
    }
    match_rows::reopen_match(tx, id, note).await?;
    record_audit(tx, admin, id, "REOPEN_MATCH", &locked).await
}
