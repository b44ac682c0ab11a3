//! Merging of two products that are the same, and the undoing of a merge.

use serde_json::{Value, json};
use sqlx::PgTransaction;

use crate::{
    model::{Category, MatchedBy, OfferId, ProductId, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        feed,
        merges::{self as merge_rows, LockedProduct},
        price_alerts,
    },
};

/// Why products could not be merged or split.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There is no such product, or it was already merged.
    #[error("there is no product {0}")]
    NoProduct(ProductId),
    #[error("a product cannot be merged into itself")]
    Itself,
    #[error("one is of category {from}, the other of {into}")]
    OtherCategory { from: Category, into: Category },
    /// Only an administrator can revoke an administrator's rejection.
    #[error("an administrator rejected a match between these products")]
    RejectedPair,
    #[error("offer {0} is not of this product")]
    OtherOffer(OfferId),
    #[error("some offers must be split off, and some must stay")]
    SplitsNoneOrAll,
    /// The time for undoing a split is over, or the product was not split off.
    #[error("this split can no longer be taken back")]
    TooLateToUndo,
    /// A product of the split was merged or removed since.
    #[error("one of the products was merged again or removed since")]
    MergedAgain,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

pub(super) fn find(locked: &[LockedProduct], id: ProductId) -> Result<&LockedProduct, MergeError> {
    locked.iter().find(|product| product.id == id).ok_or(MergeError::NoProduct(id))
}

/// Merges two products for an administrator. Offers with their past prices, favourites, alerts, saved builds, proposed
/// swaps, reviews, matches and interest move to `into`, which also takes over the facts that it lacked. `from` stays as a redirect to
/// `into`. Earlier rejections of an offer of one product for the other one are overruled.
///
/// # Errors
/// When the products are one already or of different categories, or one does not exist.
pub async fn merge(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    from: ProductId,
    into: ProductId,
) -> Result<(), MergeError> {
    merge_as(tx, Actor::Admin(admin), from, into).await
}

/// Merges two products for the matcher. Matches made by an administrator stay the administrator's.
///
/// # Errors
/// As [`merge`], and when an administrator said that an offer of one product does not belong to the other.
pub async fn merge_as_system(
    tx: &mut PgTransaction<'_>,
    from: ProductId,
    into: ProductId,
) -> Result<(), MergeError> {
    merge_as(tx, Actor::System, from, into).await
}

async fn merge_as(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    from: ProductId,
    into: ProductId,
) -> Result<(), MergeError> {
    if from == into {
        return Err(MergeError::Itself);
    }
    let locked = merge_rows::lock_products(tx, &[from, into]).await?;
    let (merged, target) = (find(&locked, from)?, find(&locked, into)?);
    if merged.category != target.category {
        return Err(MergeError::OtherCategory { from: merged.category, into: target.category });
    }
    if actor == Actor::System && merge_rows::is_rejected_pair(tx, from, into).await? {
        return Err(MergeError::RejectedPair);
    }
    // Offers are locked before matches, as by every transaction that needs both.
    merge_rows::lock_offers(tx, &[from]).await?;
    merge_rows::move_matches(tx, from, into).await?;
    let offers = match actor {
        // Offers that an administrator moves count as matched by the administrator, so that no crawl ends the
        // match. All matches of the product's offers with the product are approved, rejected ones too, because the
        // merge is the later decision.
        Actor::Admin(admin) => {
            let moved = merge_rows::move_offers(tx, from, into, MatchedBy::Admin).await?;
            merge_rows::approve_matches_with_current_product(tx, admin, into).await?;
            moved
        }
        Actor::System => {
            let moved = merge_rows::move_offers(tx, from, into, MatchedBy::Matcher).await?;
            merge_rows::delete_questions_about_current_product(tx, into).await?;
            moved
        }
    };
    merge_rows::move_favorites_and_alerts(tx, from, into).await?;
    merge_rows::move_builds_and_reviews(tx, from, into).await?;
    merge_rows::move_build_suggestions(tx, from, into).await?;
    merge_rows::add_facts(tx, from, into).await?;
    merge_rows::store_redirect(tx, from, into).await?;
    feed::append(&mut **tx, &[from, into]).await?;
    price_alerts::evaluate(tx, None, &[into]).await?;
    let event = AuditEvent {
        action_type: "MERGE_PRODUCT",
        target_type: "PRODUCT",
        target_id: from.to_string(),
        before: Some(json!({ "name": merged.name, "mergedInto": null })),
        after: Some(json!({ "name": target.name, "mergedInto": into, "offers": offers })),
    };
    audit::record(tx, actor, &[event]).await?;
    Ok(())
}

/// Undoes a merge, unless one of the two products was merged again or removed since. Returns whether the merge was
/// undone.
///
/// The merged product exists again with its offers, their history, and the favourites, alerts, builds, proposed swaps and
/// reviews that moved. The other product loses the facts that it took over, also where a later merge or import has stated them again;
/// the next import restores those that it states. Rows that were dropped because both products had them (an equal alert,
/// the older of two reviews) do not come back, and the counted views stay with the other product. Alerts that fired
/// meanwhile have fired: their mails are sent.
pub(super) async fn unmerge(tx: &mut PgTransaction<'_>, undo_state: &Value) -> sqlx::Result<bool> {
    let Some((from, into)) = merge_rows::restore_product(tx, undo_state).await? else { return Ok(false) };
    merge_rows::restore_offers(tx, undo_state).await?;
    merge_rows::restore_facts(tx, undo_state).await?;
    merge_rows::restore_user_data(tx, undo_state).await?;
    merge_rows::restore_build_suggestions(tx, undo_state).await?;
    feed::append(&mut **tx, &[from, into]).await?;
    price_alerts::evaluate(tx, None, &[from, into]).await?;
    Ok(true)
}
