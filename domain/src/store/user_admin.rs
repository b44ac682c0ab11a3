//! Users as administrators see them, and the granting of administrator rights.

use serde_json::json;
use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use super::{
    audit::{self, Actor, AuditEvent},
    sessions,
    users::Role,
};
use crate::model::UserId;

/// A user with an account.
#[derive(Clone, PartialEq)]
pub struct UserSummary {
    pub id: UserId,
    pub name: String,
    pub email: String,
    pub role: Role,
    pub email_verified_at: Option<OffsetDateTime>,
    pub created_at: OffsetDateTime,
    /// The last use in any browser that is signed in now.
    pub last_seen_at: Option<OffsetDateTime>,
}

/// Why a user's role was not changed.
#[derive(Debug, thiserror::Error)]
pub enum RoleError {
    #[error("there is no such user")]
    Unknown,
    #[error("at least one administrator must remain")]
    LastAdmin,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Returns users whose name or address contains a text, administrators first, then the newest.
pub async fn list(
    db: impl PgExecutor<'_>,
    search: Option<&str>,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<UserSummary>> {
    sqlx::query_as!(
        UserSummary,
        r#"select id as "id: UserId", name, email, role as "role: Role", email_verified_at, created_at,
               (select max(last_seen_at) from session where user_id = app_user.id and expires_at > now()) as last_seen_at
           from app_user where $1::text is null or position($1 in lower(name)) > 0 or position($1 in email_key) > 0
           order by role, created_at desc, id offset $2 limit $3"#,
        search.map(str::to_lowercase),
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Returns the number of users that [`list`] finds.
pub async fn count(db: impl PgExecutor<'_>, search: Option<&str>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from app_user
           where $1::text is null or position($1 in lower(name)) > 0 or position($1 in email_key) > 0"#,
        search.map(str::to_lowercase),
    )
    .fetch_one(db)
    .await
}

/// Makes a user an administrator, and deletes all their sessions, so that a stolen session gains no rights. An
/// administrator stays one.
///
/// # Errors
/// When there is no such user.
pub async fn grant_admin(tx: &mut PgTransaction<'_>, admin: UserId, id: UserId) -> Result<(), RoleError> {
    let role = sqlx::query_scalar!(
        r#"select role as "role: Role" from app_user where id = $1 for update"#,
        id as UserId
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(RoleError::Unknown)?;
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
    let admins = lock_admins(tx).await?;
    if admins == [id] {
        return Err(RoleError::LastAdmin);
    }
    if admins.contains(&id) {
        return change(tx, admin, id, Role::User, "REVOKE_ADMIN").await;
    }
    let exists = sqlx::query_scalar!("select 1 as one from app_user where id = $1", id as UserId);
    exists.fetch_optional(&mut **tx).await?.map(|_| ()).ok_or(RoleError::Unknown)
}

/// Deletes all sessions of a user, in every browser; the user may sign in again.
///
/// # Errors
/// When there is no such user.
pub async fn sign_out(tx: &mut PgTransaction<'_>, admin: UserId, id: UserId) -> Result<(), RoleError> {
    let email = sqlx::query_scalar!("select email from app_user where id = $1", id as UserId)
        .fetch_optional(&mut **tx)
        .await?
        .ok_or(RoleError::Unknown)?;
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
    if lock_admins(tx).await? == [id] { Err(RoleError::LastAdmin) } else { Ok(()) }
}

/// Returns all administrators, locked in one order: of two who revoke each other's rights, one waits and then sees
/// who is left.
async fn lock_admins(tx: &mut PgTransaction<'_>) -> sqlx::Result<Vec<UserId>> {
    sqlx::query_scalar!(
        r#"select id as "id: UserId" from app_user where role = 'ADMIN' order by id for update"#
    )
    .fetch_all(&mut **tx)
    .await
}

async fn change(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: UserId,
    role: Role,
    action_type: &'static str,
) -> Result<(), RoleError> {
    let email = sqlx::query_scalar!(
        "update app_user set role = $2, updated_at = now() where id = $1 returning email",
        id as UserId,
        role as Role,
    )
    .fetch_one(&mut **tx)
    .await?;
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
