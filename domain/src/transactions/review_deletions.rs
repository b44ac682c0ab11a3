//! Deletion of a user's review by an administrator, with its audit entry.

use serde_json::json;
use sqlx::PgTransaction;

use crate::{
    model::{ReviewId, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        reviews,
    },
};

/// Deletes a review, whoever wrote it; returns whether there is such a review. The audit log keeps what it said, and the
/// reason.
///
/// # Errors
/// When the database fails; then nothing changes.
pub async fn delete(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: ReviewId,
    reason: &str,
) -> sqlx::Result<bool> {
    let Some(review) = reviews::lock(tx, id).await? else { return Ok(false) };
    reviews::delete_any(&mut **tx, id).await?;
    let event = AuditEvent {
        action_type: "DELETE_REVIEW",
        target_type: "REVIEW",
        target_id: id.to_string(),
        before: Some(json!({
            "productId": review.product_id,
            "userId": review.user_id,
            "rating": review.rating,
            "comment": review.comment,
        })),
        after: Some(json!({ "reason": reason })),
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    Ok(true)
}
