//! Application of a decision about an offer of a provisional product to the whole product.

use serde_json::json;
use sqlx::PgTransaction;

use super::{
    error::MatchDecisionError,
    locked_match::{lock_pending, unmatch_offer},
};
use crate::{
    model::{MatchId, UserId},
    store::{
        matches::{
            MatchStatus, clear_provisional_without_pending_matches, lock_product_and_offers,
            match_rows::{self, LockedMatch, ProductPair},
            undo_state,
        },
        merges as merge_rows,
    },
    transactions::merges,
};

/// Locks what a decision about a match may change: the two products of the match in the order that merges use, then the
/// offers, then the match, which nobody may have decided yet. Returns the match and the products; `None` where the offer
/// is not of a provisional product.
pub(super) async fn lock_for_decision(
    tx: &mut PgTransaction<'_>,
    id: MatchId,
) -> Result<(LockedMatch, Option<ProductPair>), MatchDecisionError> {
    let products = lock_both_products(tx, id).await?;
    lock_product_and_offers(tx, id).await?;
    let locked = lock_pending(tx, id).await?;
    // The crawl that held the lock of the offer may have given it another product, or none.
    let product = locked.product_id;
    let current = locked.provisional.map(|provisional| ProductPair { provisional, product });
    Ok((locked, products.filter(|products| current == Some(*products))))
}

async fn lock_both_products(tx: &mut PgTransaction<'_>, id: MatchId) -> sqlx::Result<Option<ProductPair>> {
    let Some(products) = match_rows::find_provisional_pair(tx, id).await? else { return Ok(None) };
    // Products that no longer exist are left out.
    let locked = merge_rows::lock_products(tx, &[products.provisional, products.product]).await?;
    if locked.len() == 2 {
        return Ok(Some(products));
    }
    // The previous holder of the locks has merged one of them.
    match_rows::find_provisional_pair(tx, id).await
}

/// Merges the provisional product into the other one, and deletes the other pending matches of its offers.
pub(super) async fn merge_products(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    products: &ProductPair,
) -> Result<(), MatchDecisionError> {
    let ProductPair { provisional, product } = *products;
    let matches_undo = undo_state::collect(tx, provisional, product).await?;
    let merge_undo = merge_rows::collect_undo_state(tx, provisional, product).await?;
    let offers = match_rows::list_offers(tx, provisional).await?;
    merges::merge(tx, admin, provisional, product).await?;
    // The merge has approved the match that is being decided (`approve_matches_with_current_product`), so that match
    // is not deleted here.
    match_rows::delete_pending_matches(tx, &offers).await?;
    clear_provisional_without_pending_matches(tx, &[product]).await?;
    undo_state::store(tx, id, &json!({ "matches": matches_undo, "merge": merge_undo })).await?;
    Ok(())
}

/// Rejects the matches of the product with all offers of the provisional one, and the pending matches of the
/// provisional one with the offers of the product.
pub(super) async fn reject_for_all_offers(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    products: &ProductPair,
) -> Result<(), MatchDecisionError> {
    let ProductPair { provisional, product } = *products;
    let matches_undo = undo_state::collect(tx, provisional, product).await?;
    let were_provisional = match_rows::list_provisional(tx, &[provisional, product]).await?;
    match_rows::reject_product_for_offers_of_provisional(tx, admin, provisional, product).await?;
    match_rows::reject_provisional_for_offers_of_product(tx, admin, provisional, product).await?;
    undo_state::store(tx, id, &json!({ "matches": matches_undo, "provisional": were_provisional })).await?;
    Ok(())
}

/// Undoes the effects of a decision on products, on its offer and on other matches, if its undo state is still stored.
/// Returns whether it was.
///
/// # Errors
/// When one of the products was merged again or removed meanwhile.
pub(super) async fn undo_effects(
    tx: &mut PgTransaction<'_>,
    id: MatchId,
    decided: &LockedMatch,
) -> Result<bool, MatchDecisionError> {
    let Some(state) = undo_state::find(tx, id).await? else { return Ok(false) };
    if let Some(merge_undo) = state.get("merge")
        && !merges::unmerge(tx, merge_undo).await?
    {
        return Err(MatchDecisionError::MergedAgain);
    }
    undo_state::restore(tx, id, state.get("matches").unwrap_or(&json!([]))).await?;
    if let Some(were_provisional) = state.get("provisional") {
        match_rows::restore_provisional(tx, were_provisional).await?;
    }
    if let Some(matched_by) = state.get("matched_by") {
        match_rows::restore_matched_by(tx, decided.offer_id, decided.product_id, matched_by).await?;
    } else if decided.status == MatchStatus::Approved && state.get("merge").is_none() {
        // The approval matched a waiting offer.
        unmatch_offer(tx, decided).await?;
    }
    undo_state::delete(tx, id).await?;
    Ok(true)
}
