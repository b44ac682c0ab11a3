//! Decisions of administrators about matches: approve, reject, flag, undo, reopen. Each writes its audit entry.
//!
//! A match is a row of `product_match` here: an offer and a product that may be one. Administrators are asked about the
//! pending ones.

mod error;
mod locked_match;
mod provisional;
mod reopen;

pub use error::MatchDecisionError;
use locked_match::{lock_match, lock_pending, record_audit, unmatch_offer};
pub use reopen::reopen;
use serde_json::json;
use sqlx::PgTransaction;
use time::Duration;

use crate::{
    model::{BulkDecisionId, MatchId, UserId},
    store::{
        feed,
        matches::{
            MatchAssessment, MatchStatus, bulk_decisions, clear_provisional_without_pending_matches,
            lock_product_and_offers,
            match_rows::{self, LockedMatch, ProductPair, Undoable},
            undo_state,
        },
        price_alerts,
    },
};

/// The time within which the administrator who decided can undo the decision: the thirty seconds shown, and time for the
/// request, which may wait for others.
const UNDO_WITHIN: Duration = Duration::seconds(60);

/// Approves a match: the offer belongs to the product. A waiting offer is matched to the product, and its other
/// pending matches are deleted. An offer of a provisional product takes that product along: the provisional product
/// is merged into the other one.
///
/// # Errors
/// When the match was decided meanwhile, its offer was matched to another product, the categories differ, or there is
/// no such match.
pub async fn approve(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
) -> Result<(), MatchDecisionError> {
    let (locked, products) = provisional::lock_for_decision(tx, id).await?;
    match &products {
        Some(products) => provisional::merge_products(tx, admin, id, products).await?,
        None => match_waiting_offer(tx, id, &locked).await?,
    }
    match_rows::update_decision(tx, admin, id, MatchStatus::Approved, MatchAssessment::Match).await?;
    record_audit(tx, admin, id, "APPROVE_MATCH", &locked).await
}

/// Matches a waiting offer to the product.
async fn match_waiting_offer(
    tx: &mut PgTransaction<'_>,
    id: MatchId,
    locked: &LockedMatch,
) -> Result<(), MatchDecisionError> {
    let (offer, product) = match_rows::get_categories(tx, locked.offer_id, locked.product_id).await?;
    if let Some(offer) = offer.filter(|offer| *offer != product) {
        return Err(MatchDecisionError::OtherCategory { offered: offer, product });
    }
    let matched = match_rows::set_offer_product(tx, locked.offer_id, locked.product_id).await?;
    let matched = matched.ok_or(MatchDecisionError::MatchedElsewhere)?;
    let deleted_matches = match_rows::delete_other_pending_matches(tx, locked.offer_id, id).await?;
    let undo = match matched.matched_by_before {
        // A key matched the offer to the same product meanwhile: undoing the approval leaves it there.
        Some(matched_by) => json!({ "matches": deleted_matches, "matched_by": matched_by }),
        None => json!({ "matches": deleted_matches }),
    };
    undo_state::store(tx, id, &undo).await?;
    feed::append(&mut **tx, &[locked.product_id]).await?;
    price_alerts::evaluate(tx, None, &[locked.product_id]).await?;
    Ok(())
}

/// Rejects a match for good: the offer does not belong to the product. For an offer of a provisional product, the
/// rejection applies to all offers of the provisional product.
///
/// # Errors
/// When the match was decided meanwhile, or there is no such match.
pub async fn reject(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
) -> Result<(), MatchDecisionError> {
    let (locked, products) = provisional::lock_for_decision(tx, id).await?;
    if let Some(products) = &products {
        provisional::reject_for_all_offers(tx, admin, id, products).await?;
    }
    match_rows::update_decision(tx, admin, id, MatchStatus::Rejected, MatchAssessment::NoMatch).await?;
    if let Some(ProductPair { provisional, product }) = products {
        clear_provisional_without_pending_matches(tx, &[provisional, product]).await?;
    }
    record_audit(tx, admin, id, "REJECT_MATCH", &locked).await
}

/// Stores a note for later; the match stays pending and needs review.
///
/// # Errors
/// As [`reject`].
pub async fn flag(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    note: Option<&str>,
) -> Result<(), MatchDecisionError> {
    let locked = lock_pending(tx, id).await?;
    match_rows::store_flag(tx, id, note).await?;
    record_audit(tx, admin, id, "FLAG_MATCH", &locked).await
}

/// Undoes the administrator's own decision of the last seconds: the match is pending again.
///
/// - Undo of an approval: the offer waits again, or stays where a key had matched it meanwhile, or its provisional product
///   is restored ([`unmerge`](super::merges)). The other pending matches, which the approval deleted, come back.
/// - Undo of a rejection moves no offer.
///
/// # Errors
/// When another administrator decided, the time is over, one of the products was merged again, or there is no such
/// match.
pub async fn undo(tx: &mut PgTransaction<'_>, admin: UserId, id: MatchId) -> Result<(), MatchDecisionError> {
    undo_within(tx, admin, id, &Undoable::By(admin), UNDO_WITHIN).await
}

/// Makes a decided match part of a bulk decision. Call this in the transaction that decides.
///
/// # Errors
/// When the database fails.
pub async fn add_to_bulk(tx: &mut PgTransaction<'_>, id: MatchId, bulk: BulkDecisionId) -> sqlx::Result<()> {
    bulk_decisions::add(tx, id, bulk).await
}

/// Undoes one match of a bulk decision of the last hour, as [`undo`] does, whichever administrator decided.
///
/// # Errors
/// As [`undo`].
pub async fn undo_in_bulk(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    bulk: BulkDecisionId,
) -> Result<(), MatchDecisionError> {
    undo_within(tx, admin, id, &Undoable::InBulk(bulk), bulk_decisions::UNDO_WITHIN).await
}

async fn undo_within(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    undoable: &Undoable,
    within: Duration,
) -> Result<(), MatchDecisionError> {
    undo_state::lock_merged_products(tx, id).await?;
    lock_product_and_offers(tx, id).await?;
    let locked = lock_match(tx, id).await?;
    if !match_rows::revert_decision(tx, undoable, id, within).await? {
        return Err(MatchDecisionError::TooLate);
    }
    let is_restored = provisional::undo_effects(tx, id, &locked).await?;
    if !is_restored && locked.status == MatchStatus::Approved {
        unmatch_offer(tx, &locked).await?;
    }
    record_audit(tx, admin, id, "UNDO_MATCH", &locked).await
}
