//! Application of a decision about an offer on a provisional page to the whole page.

use serde_json::json;
use sqlx::PgTransaction;

use super::MatchDecisionError;
use crate::{
    model::{MatchId, UserId},
    store::{
        matches::{
            confirm_answered,
            decide::{self, PagePair},
            pairs,
        },
        merges as merge_rows,
    },
    transactions::merges,
};

/// Locks the two pages of a match before any match or offer, in the order that merges use. `None` where the offer is
/// not on a provisional page.
pub(super) async fn lock(tx: &mut PgTransaction<'_>, id: MatchId) -> sqlx::Result<Option<PagePair>> {
    let Some(found) = decide::find_pages(tx, id).await? else { return Ok(None) };
    // Products that no longer exist are left out.
    merge_rows::lock(tx, &[found.page, found.product]).await?;
    // The previous holder of the locks may have merged the pages.
    decide::find_pages(tx, id).await
}

/// Merges the page into the product, and drops the other questions about its offers.
pub(super) async fn merge(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    pages: &PagePair,
) -> Result<(), MatchDecisionError> {
    let PagePair { page, product } = *pages;
    let pairs = pairs::snapshot(tx, page, product).await?;
    let merge = merge_rows::snapshot(tx, page, product).await?;
    let offers = decide::list_offers(tx, page).await?;
    merges::merge(tx, admin, page, product).await?;
    decide::delete_questions(tx, &offers).await?;
    confirm_answered(tx, &[product]).await?;
    decide::store_undo_state(tx, id, &json!({ "pairs": pairs, "merge": merge })).await?;
    Ok(())
}

/// Rejects the product for all offers of the page, and the page for all offers of the product.
pub(super) async fn reject(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    pages: &PagePair,
) -> Result<(), MatchDecisionError> {
    let PagePair { page, product } = *pages;
    let pairs = pairs::snapshot(tx, page, product).await?;
    let provisional = decide::list_provisional(tx, &[page, product]).await?;
    decide::reject_for_page(tx, admin, page, product).await?;
    decide::reject_from_product(tx, admin, page, product).await?;
    decide::store_undo_state(tx, id, &json!({ "pairs": pairs, "provisional": provisional })).await?;
    Ok(())
}

/// Undoes the effects of a decision on pages and on other matches. Returns whether the decision was about a
/// provisional page.
///
/// # Errors
/// When one of the pages was merged again or removed meanwhile.
pub(super) async fn undo(tx: &mut PgTransaction<'_>, id: MatchId) -> Result<bool, MatchDecisionError> {
    let Some(state) = decide::find_undo_state(tx, id).await? else { return Ok(false) };
    if let Some(merge) = state.get("merge")
        && !merges::unmerge(tx, merge).await?
    {
        return Err(MatchDecisionError::TooLate);
    }
    pairs::restore(tx, id, state.get("pairs").unwrap_or(&json!([]))).await?;
    if let Some(provisional) = state.get("provisional") {
        decide::restore_provisional(tx, provisional).await?;
    }
    decide::delete_undo_state(tx, id).await?;
    Ok(true)
}
