//! Dismissals of rejected listings: administrators who know them are not asked again.

use serde_json::json;
use sqlx::PgTransaction;

use crate::{
    model::{Slug, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        rejections,
    },
};

/// Dismisses a rejected listing: it is no longer listed, unless a crawl rejects it for another reason or with
/// another title. Returns whether the listing is rejected at all; one that is dismissed already stays so.
pub async fn dismiss(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    retailer: &Slug,
    external_id: &str,
) -> sqlx::Result<bool> {
    let Some(found) = rejections::lock(tx, retailer, external_id).await? else { return Ok(false) };
    if rejections::insert_dismissed(tx, external_id, &found).await? {
        record_audit(tx, admin, "DISMISS_LISTING", retailer, external_id, &found).await?;
    }
    Ok(true)
}

/// Takes a dismissal back: the listing is listed again. Returns whether the listing is rejected at all.
pub async fn restore(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    retailer: &Slug,
    external_id: &str,
) -> sqlx::Result<bool> {
    let Some(found) = rejections::lock(tx, retailer, external_id).await? else { return Ok(false) };
    if rejections::delete_dismissed(tx, found.retailer_id, external_id, found.reason).await? {
        record_audit(tx, admin, "RESTORE_LISTING", retailer, external_id, &found).await?;
    }
    Ok(true)
}

async fn record_audit(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    action_type: &'static str,
    retailer: &Slug,
    external_id: &str,
    found: &rejections::RejectedFor,
) -> sqlx::Result<()> {
    let event = AuditEvent {
        action_type,
        target_type: "RETAILER",
        target_id: retailer.to_string(),
        before: None,
        after: Some(json!({ "externalId": external_id, "name": found.title, "reason": found.reason })),
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await
}
