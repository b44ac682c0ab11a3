//! Suspension and deletion of a user's account by an administrator. Each writes its audit entry.

use serde_json::json;
use sqlx::PgTransaction;

use crate::{
    model::UserId,
    store::{
        audit::{self, Actor, AuditEvent},
        mails::{self, MailKind},
        sessions, user_admin,
        users::Role,
    },
    transactions::account_deletion,
};

/// Why a user's account was not changed.
#[derive(Debug, thiserror::Error)]
pub enum AccountChangeError {
    #[error("there is no such user")]
    NoUser,
    /// The role is revoked first, which makes sure that another administrator remains.
    #[error("the user is an administrator")]
    IsAdmin,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Suspends a user: all sessions end, the user cannot sign in, and gets no more mails but one that says so. One who is
/// suspended stays so.
///
/// # Errors
/// When there is no such user, or the user is an administrator.
pub async fn suspend(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: UserId,
) -> Result<(), AccountChangeError> {
    lock_user(tx, id).await?;
    sessions::delete_all(&mut **tx, id).await?;
    change_suspension(tx, admin, id, true).await
}

/// Lets a suspended user sign in again, and tells them by mail. One who is not suspended stays so.
///
/// # Errors
/// As [`suspend`].
pub async fn restore(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: UserId,
) -> Result<(), AccountChangeError> {
    lock_user(tx, id).await?;
    change_suspension(tx, admin, id, false).await
}

/// Deletes a user's account and all data that belongs to it.
///
/// # Errors
/// As [`suspend`].
pub async fn delete(tx: &mut PgTransaction<'_>, admin: UserId, id: UserId) -> Result<(), AccountChangeError> {
    lock_user(tx, id).await?;
    let event = AuditEvent {
        action_type: "DELETE_USER",
        target_type: "USER",
        target_id: id.to_string(),
        // Neither name nor address: they are deleted too.
        before: Some(json!({ "role": Role::User })),
        after: None,
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    account_deletion::delete(tx, id).await?;
    Ok(())
}

/// Locks a user who is no administrator.
async fn lock_user(tx: &mut PgTransaction<'_>, id: UserId) -> Result<(), AccountChangeError> {
    match user_admin::lock_role(tx, id).await? {
        None => Err(AccountChangeError::NoUser),
        Some(Role::Admin) => Err(AccountChangeError::IsAdmin),
        Some(Role::User) => Ok(()),
    }
}

async fn change_suspension(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: UserId,
    is_suspended: bool,
) -> Result<(), AccountChangeError> {
    let before = user_admin::lock_suspension(tx, id).await?.ok_or(AccountChangeError::NoUser)?;
    if before == is_suspended {
        return Ok(());
    }
    let (action_type, mail) = if is_suspended {
        ("SUSPEND_USER", MailKind::AccountSuspended)
    } else {
        ("RESTORE_USER", MailKind::AccountRestored)
    };
    user_admin::set_suspended(tx, id, is_suspended).await?;
    mails::insert_for(&mut **tx, mail, id, &json!({})).await?;
    let event = AuditEvent {
        action_type,
        target_type: "USER",
        target_id: id.to_string(),
        before: Some(json!({ "suspended": before })),
        after: Some(json!({ "suspended": is_suspended })),
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    Ok(())
}
