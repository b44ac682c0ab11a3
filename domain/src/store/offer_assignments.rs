//! Assignments of administrators to offers without a product, kept so that it can be undone.

use serde::{Deserialize, Serialize};
use sqlx::{PgTransaction, types::Json};
use time::Duration;

use super::offers::{EditableOffer, Pins};
use crate::model::{Category, NonPartReason, OfferId, ProductId};

/// Time for which an assignment can be undone.
const UNDO_TIME: Duration = Duration::hours(1);

/// The fields of an offer that an assignment changes, besides its product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AssignedState {
    category: Option<Category>,
    unsure: Option<Category>,
    non_part_reason: Option<NonPartReason>,
    manufacturer: Option<String>,
    pub(crate) pins: Pins,
}

impl AssignedState {
    /// Returns the state of a stored offer.
    pub(crate) fn of(stored: &EditableOffer) -> Self {
        let draft = &stored.draft;
        AssignedState {
            category: draft.category,
            unsure: draft.unsure,
            non_part_reason: draft.non_part_reason,
            manufacturer: draft.manufacturer.clone(),
            pins: stored.pins.clone(),
        }
    }

    /// Gives an offer this state, and takes its product away.
    pub(crate) fn restore(self, stored: &mut EditableOffer) {
        let draft = &mut stored.draft;
        draft.category = self.category;
        draft.unsure = self.unsure;
        draft.non_part_reason = self.non_part_reason;
        draft.manufacturer = self.manufacturer;
        stored.pins = self.pins;
        stored.product_id = None;
    }
}

/// An assignment that can still be undone.
pub(crate) struct StoredAssignment {
    pub(crate) before: Json<AssignedState>,
    pub(crate) after: Json<AssignedState>,
    pub(crate) product_id: Option<ProductId>,
}

/// Stores what an offer was before an assignment and is after it, instead of an earlier one. Deletes the assignments
/// that can no longer be undone.
pub(crate) async fn upsert(
    tx: &mut PgTransaction<'_>,
    offer: OfferId,
    before: &AssignedState,
    after: &AssignedState,
    product: Option<ProductId>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from offer_assignment where assigned_at < now() - make_interval(secs => $1)",
        UNDO_TIME.as_seconds_f64(),
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into offer_assignment (offer_id, before, after, product_id) values ($1, $2, $3, $4)
         on conflict (offer_id) do update set before = excluded.before, after = excluded.after,
             product_id = excluded.product_id, assigned_at = now()",
        offer as OfferId,
        Json(before) as _,
        Json(after) as _,
        product as Option<ProductId>,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Returns the last assignment of an offer; `None` where it can no longer be undone.
pub(crate) async fn find(
    tx: &mut PgTransaction<'_>,
    offer: OfferId,
) -> sqlx::Result<Option<StoredAssignment>> {
    sqlx::query_as!(
        StoredAssignment,
        r#"select before as "before: Json<AssignedState>", after as "after: Json<AssignedState>",
               product_id as "product_id: ProductId"
           from offer_assignment where offer_id = $1 and assigned_at >= now() - make_interval(secs => $2)"#,
        offer as OfferId,
        UNDO_TIME.as_seconds_f64(),
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Deletes the assignment of an offer, which was undone.
pub(crate) async fn delete(tx: &mut PgTransaction<'_>, offer: OfferId) -> sqlx::Result<()> {
    sqlx::query!("delete from offer_assignment where offer_id = $1", offer as OfferId)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Deletes the match that an assignment approved, whoever made it, so that the matcher may propose it again.
pub(crate) async fn delete_approved_match(
    tx: &mut PgTransaction<'_>,
    offer: OfferId,
    product: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from product_match where offer_id = $1 and product_id = $2 and status = 'APPROVED'",
        offer as OfferId,
        product as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
