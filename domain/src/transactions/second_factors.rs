//! Removal of a user's second factors by an operator.

use serde_json::json;
use sqlx::PgTransaction;

use crate::{
    model::UserId,
    store::{
        audit::{self, Actor, AuditEvent},
        mails::{self, MailKind},
        passkeys, second_factors, sessions, user_admin,
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

/// Removes the authenticator app and the passkeys of a user who lost them and the recovery codes. All sessions of the
/// user end, because somebody else may use one of them, and a mail tells the user.
///
/// # Errors
/// When there is no such user, or the user has no second factor.
pub async fn remove(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    id: UserId,
) -> Result<(), RemoveSecondFactorError> {
    let email = user_admin::find_email(tx, id).await?.ok_or(RemoveSecondFactorError::UnknownUser)?;
    // Of two operators at once, the second finds nothing left to remove.
    second_factors::lock(&mut **tx, id).await?;
    if !second_factors::summarise(&mut **tx, id).await?.is_enabled() {
        return Err(RemoveSecondFactorError::Missing);
    }
    second_factors::delete(&mut **tx, id).await?;
    passkeys::delete_all(&mut **tx, id).await?;
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
