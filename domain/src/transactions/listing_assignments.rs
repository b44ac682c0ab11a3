//! Assignments of a category, a manufacturer or a product to rejected listings. There is no offer yet that could carry
//! them: the crawl that can read the listing takes it in as what the administrator said, pinned like an edit.

use serde_json::{Value, json};
use sqlx::PgTransaction;

use super::{
    offer_assignments::{Assignment, AssignmentError},
    offer_edits::EditError,
};
use crate::{
    model::{Slug, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        listing_assignments::{self, ListingAssignment},
        offers::edit as rows,
        rejections,
    },
};

/// Assigns to a rejected listing. A product brings its category. Returns whether the listing is rejected at all.
///
/// # Errors
/// When the listing was read before and its offer has a product, or the assigned product does not exist or is of another
/// category.
pub async fn assign(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    retailer: &Slug,
    external_id: &str,
    assignment: &Assignment,
) -> Result<bool, AssignmentError> {
    let mut assigned = ListingAssignment {
        category: assignment.category,
        manufacturer: assignment.manufacturer.clone(),
        product_id: assignment.product,
    };
    // Products are locked before offers, as in merges.
    if let Some(product) = assignment.product {
        let category = rows::lock_category(tx, product).await?.ok_or(EditError::NoProduct(product))?;
        if let Some(offer) = assignment.category.filter(|stated| *stated != category) {
            return Err(EditError::OtherCategory { product: category, offer }.into());
        }
        assigned.category = Some(category);
    }
    let Some(found) = rejections::lock(tx, retailer, external_id).await? else { return Ok(false) };
    if let Some(offer) = rows::find_id(tx, found.retailer_id, external_id).await?
        && rows::find_product(tx, offer).await?.is_some()
    {
        return Err(AssignmentError::HasProduct);
    }
    listing_assignments::upsert(tx, admin, found.retailer_id, external_id, &assigned).await?;
    let details = as_json(external_id, found.title.as_deref(), &assigned);
    record_audit(tx, admin, "ASSIGN_LISTING", retailer, None, Some(details)).await?;
    Ok(true)
}

/// Takes back what was assigned to a listing, whoever did: it waits among the rejected ones as before.
///
/// # Errors
/// When nothing is assigned to the listing, or a crawl has taken it in meanwhile: then its offer can be edited.
pub async fn undo(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    retailer: &Slug,
    external_id: &str,
) -> Result<(), AssignmentError> {
    let (assigned, title) =
        listing_assignments::delete(tx, retailer, external_id).await?.ok_or(AssignmentError::TooLate)?;
    let details = as_json(external_id, title.as_deref(), &assigned);
    Ok(record_audit(tx, admin, "UNASSIGN_LISTING", retailer, Some(details), None).await?)
}

fn as_json(external_id: &str, title: Option<&str>, assigned: &ListingAssignment) -> Value {
    json!({
        "externalId": external_id,
        "name": title,
        "category": assigned.category,
        "manufacturer": assigned.manufacturer,
        "canonicalId": assigned.product_id,
    })
}

async fn record_audit(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    action_type: &'static str,
    retailer: &Slug,
    before: Option<Value>,
    after: Option<Value>,
) -> sqlx::Result<()> {
    let event =
        AuditEvent { action_type, target_type: "RETAILER", target_id: retailer.to_string(), before, after };
    audit::record(tx, Actor::Admin(admin), &[event]).await
}
