//! Assignments of a category, a manufacturer or a product to offers that wait without a product. Each is an edit of the
//! offer, whose pins keep crawls from asking again, and can be undone for an hour.

use serde_json::json;
use sqlx::PgTransaction;

use super::offer_edits::{self, EditError, OfferEdit};
use crate::{
    model::{Category, OfferId, ProductId, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        feed,
        offer_assignments::{self, AssignedState},
        offers::{
            EditableOffer,
            edit::{self as rows, EditEffects},
        },
        price_alerts,
    },
};

/// Values that an administrator assigns; `None` leaves a field as it is. The category [`Category::Other`] says that the
/// offer is not a part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Assignment {
    pub category: Option<Category>,
    pub manufacturer: Option<String>,
    pub product: Option<ProductId>,
}

/// Why an assignment was not made or undone.
#[derive(Debug, thiserror::Error)]
pub enum AssignmentError {
    #[error("the offer has a product already")]
    HasProduct,
    #[error("the assignment can no longer be undone")]
    TooLate,
    #[error(transparent)]
    Edit(#[from] EditError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Assignment {
    pub(super) fn to_edit(&self) -> OfferEdit {
        OfferEdit {
            category: self.category,
            manufacturer: self.manufacturer.clone(),
            product: self.product.map(Some),
            ..OfferEdit::default()
        }
    }
}

/// Assigns to an offer without a product.
///
/// # Errors
/// When there is no such offer, it has a product meanwhile, or the assigned product does not exist or is of another
/// category.
pub async fn assign(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: OfferId,
    assignment: &Assignment,
) -> Result<(), AssignmentError> {
    // Products are locked before offers, as in merges.
    if let Some(product) = assignment.product {
        rows::lock_category(tx, product).await?.ok_or(EditError::NoProduct(product))?;
    }
    let before = lock(tx, id).await?;
    if before.product_id.is_some() {
        return Err(AssignmentError::HasProduct);
    }
    offer_edits::edit(tx, admin, id, &assignment.to_edit()).await?;
    let after = lock(tx, id).await?;
    let (before, state) = (AssignedState::of(&before), AssignedState::of(&after));
    offer_assignments::upsert(tx, id, &before, &state, assignment.product).await?;
    Ok(())
}

/// Undoes the last assignment of an offer, whoever made it: it waits as before.
///
/// # Errors
/// When there is none of the last hour, or the offer was edited or got another product since.
pub async fn undo(tx: &mut PgTransaction<'_>, admin: UserId, id: OfferId) -> Result<(), AssignmentError> {
    let assigned = offer_assignments::find(tx, id).await?.ok_or(AssignmentError::TooLate)?;
    if let Some(product) = assigned.product_id {
        rows::lock_category(tx, product).await?.ok_or(AssignmentError::TooLate)?;
    }
    let current = lock(tx, id).await?;
    let is_as_assigned = current.pins == assigned.after.pins && current.product_id == assigned.product_id;
    if !is_as_assigned {
        return Err(AssignmentError::TooLate);
    }
    let mut restored = current.clone();
    assigned.before.0.restore(&mut restored);
    let effects = EditEffects { is_matched_by_admin: false, needs_matching: true };
    rows::store_edit(tx, id, &restored, effects).await?;
    if let Some(product) = assigned.product_id {
        offer_assignments::delete_approved_match(tx, id, product).await?;
        feed::append(&mut **tx, &[product]).await?;
        price_alerts::evaluate(tx, Some(current.retailer_id), &[product]).await?;
    }
    offer_assignments::delete(tx, id).await?;
    record_audit(tx, admin, id, &current, &restored).await
}

async fn lock(tx: &mut PgTransaction<'_>, id: OfferId) -> Result<EditableOffer, AssignmentError> {
    let stored = EditableOffer::lock(tx, id).await?.ok_or(EditError::NoOffer)?;
    if stored.is_deleted { Err(EditError::Deleted.into()) } else { Ok(stored) }
}

async fn record_audit(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: OfferId,
    before: &EditableOffer,
    after: &EditableOffer,
) -> Result<(), AssignmentError> {
    let state = |stored: &EditableOffer| {
        json!({
            "category": stored.draft.category,
            "manufacturer": stored.draft.manufacturer,
            "canonicalId": stored.product_id,
            "pinned": stored.pins,
        })
    };
    let event = AuditEvent {
        action_type: "UNDO_ASSIGNMENT",
        target_type: "PRODUCT",
        target_id: id.to_string(),
        before: Some(state(before)),
        after: Some(state(after)),
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    Ok(())
}
