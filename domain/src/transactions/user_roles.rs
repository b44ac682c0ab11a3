//! Granting and revoking of administrator rights, and signing a user out. Each writes its audit entry.

use serde_json::json;
use sqlx::PgTransaction;

use crate::{
    model::UserId,
    store::{
        audit::{self, Actor, AuditEvent},
        sessions, user_admin,
        users::Role,
    },
};

/// Why a user's role was not changed.
#[derive(Debug, thiserror::Error)]
pub enum RoleError {
    #[error("there is no such user")]
    NoUser,
    #[error("at least one administrator must remain")]
    LastAdmin,
    #[error("the user is suspended")]
    Suspended,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Makes a user an administrator, and deletes all their sessions, so that a stolen session gains no rights. An
/// administrator stays one.
///
/// # Errors
/// When there is no such user, or the user is suspended.
pub async fn grant_admin(tx: &mut PgTransaction<'_>, admin: UserId, id: UserId) -> Result<(), RoleError> {
    // Before the user: one who deletes their account locks in this order, and the audit entry needs the administrator.
    user_admin::lock_admins(tx).await?;
    let role = user_admin::lock_role(tx, id).await?.ok_or(RoleError::NoUser)?;
    // Suspended administrators could not sign in, yet would count as those who remain.
    if user_admin::lock_suspension(tx, id).await? == Some(true) {
        return Err(RoleError::Suspended);
    }
    match role {
        Role::Admin => Ok(()),
        Role::User => change(tx, admin, id, Role::Admin, "GRANT_ADMIN").await,
    }
}

/// Revokes a user's administrator rights, and deletes all their sessions. A user without these rights does not change.
///
/// # Errors
/// When there is no such user, or no other administrator would be left.
pub async fn revoke_admin(tx: &mut PgTransaction<'_>, admin: UserId, id: UserId) -> Result<(), RoleError> {
    let admins = user_admin::lock_admins(tx).await?;
    if admins == [id] {
        return Err(RoleError::LastAdmin);
    }
    if admins.contains(&id) {
        return change(tx, admin, id, Role::User, "REVOKE_ADMIN").await;
    }
    if user_admin::exists(tx, id).await? { Ok(()) } else { Err(RoleError::NoUser) }
}

/// Deletes all sessions of a user, in every browser; the user may sign in again.
///
/// # Errors
/// When there is no such user.
pub async fn sign_out(tx: &mut PgTransaction<'_>, admin: UserId, id: UserId) -> Result<(), RoleError> {
    let email = user_admin::find_email(tx, id).await?.ok_or(RoleError::NoUser)?;
    sessions::delete_all(&mut **tx, id).await?;
    let (before, after) = (Some(json!({ "email": email })), Some(json!({ "email": email })));
    let event = AuditEvent {
        action_type: "SIGN_OUT_USER",
        target_type: "USER",
        target_id: id.to_string(),
        before,
        after,
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    Ok(())
}

/// Checks whether a user's account may be deleted. Until the transaction ends, no other administrator's role changes.
///
/// # Errors
/// When no other administrator would be left.
pub async fn check_may_delete(tx: &mut PgTransaction<'_>, id: UserId) -> Result<(), RoleError> {
    if user_admin::lock_admins(tx).await? == [id] { Err(RoleError::LastAdmin) } else { Ok(()) }
}

async fn change(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: UserId,
    role: Role,
    action_type: &'static str,
) -> Result<(), RoleError> {
    let email = user_admin::set_role(tx, id, role).await?;
    sessions::delete_all(&mut **tx, id).await?;
    let old = if role == Role::Admin { Role::User } else { Role::Admin };
    let event = AuditEvent {
        action_type,
        target_type: "USER",
        target_id: id.to_string(),
        before: Some(json!({ "email": email, "role": old })),
        after: Some(json!({ "email": email, "role": role })),
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    Ok(())
}
