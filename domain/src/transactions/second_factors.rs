//! Removal of a user's second factor by an operator.

use serde_json::json;
use sqlx::PgTransaction;

use crate::{
    model::UserId,
    store::{
        audit::{self, Actor, AuditEvent},
        mails::{self, MailKind},
        second_factors, sessions, user_admin,
    },
};

/// Why a user's second factor was not removed.
#[derive(Debug, thiserror::Error)]
pub enum RemoveSecondFactorError {
    #[error("there is no such user")]
    UnknownUser,
    #[error("the user has no second factor")]
    Missing,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Removes the second factor of a user who lost the app and the recovery codes. The user's sessions end, because one of
/// them may be a stranger's, and a mail tells the user.
///
/// # Errors
/// When there is no such user, or the user has no confirmed second factor.
pub async fn remove(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    id: UserId,
) -> Result<(), RemoveSecondFactorError> {
    let email = user_admin::find_email(tx, id).await?.ok_or(RemoveSecondFactorError::UnknownUser)?;
    let factor = second_factors::find(&mut **tx, id).await?;
    if factor.is_none_or(|factor| factor.confirmed_at.is_none()) {
        return Err(RemoveSecondFactorError::Missing);
    }
    // False when the user, or another operator, has removed it since.
    if !second_factors::delete(&mut **tx, id).await? {
        return Err(RemoveSecondFactorError::Missing);
    }
    sessions::delete_all(&mut **tx, id).await?;
    mails::insert_for(&mut **tx, MailKind::SecondFactorRemoved, id, &json!({})).await?;
    let event = AuditEvent {
        action_type: "REMOVE_SECOND_FACTOR",
        target_type: "USER",
        target_id: id.to_string(),
        before: Some(json!({ "email": email, "secondFactor": true })),
        after: Some(json!({ "email": email, "secondFactor": false })),
    };
    audit::record(tx, actor, &[event]).await?;
    Ok(())
}
