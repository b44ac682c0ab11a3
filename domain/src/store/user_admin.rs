//! People as administrators see them, and who is one.

use serde_json::json;
use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use super::{
    audit::{self, Actor, AuditEvent},
    sessions,
    users::Role,
};
use crate::model::UserId;

/// A person with an account.
#[derive(Clone, PartialEq)]
pub struct UserSummary {
    pub id: UserId,
    pub name: String,
    pub email: String,
    pub role: Role,
    pub email_verified_at: Option<OffsetDateTime>,
    pub created_at: OffsetDateTime,
    /// In any browser that is signed in now.
    pub last_seen_at: Option<OffsetDateTime>,
}

/// Why somebody's role was not changed.
#[derive(Debug, thiserror::Error)]
pub enum RoleError {
    #[error("there is no such person")]
    Unknown,
    #[error("somebody must be administrator")]
    LastAdmin,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// People whose name or address holds a text, administrators first, then the newest.
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

/// How many people [`list`] finds.
pub async fn count(db: impl PgExecutor<'_>, search: Option<&str>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from app_user
           where $1::text is null or position($1 in lower(name)) > 0 or position($1 in email_key) > 0"#,
        search.map(str::to_lowercase),
    )
    .fetch_one(db)
    .await
}

/// Makes somebody an administrator, and signs them out everywhere: who had their session gains nothing by it.
/// Who is one already stays one.
///
/// # Errors
/// When there is no such person.
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

/// Takes it from somebody, and signs them out everywhere. Who is none stays none.
///
/// # Errors
/// When there is no such person, or nobody else is administrator.
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

/// Ends all sessions of somebody, in every browser; they may sign in again.
///
/// # Errors
/// When there is no such person.
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

/// Whether somebody's account may end; until the transaction ends nobody else's role changes.
///
/// # Errors
/// When nobody else is administrator.
pub async fn check_may_delete(tx: &mut PgTransaction<'_>, id: UserId) -> Result<(), RoleError> {
    if lock_admins(tx).await? == [id] { Err(RoleError::LastAdmin) } else { Ok(()) }
}

/// All administrators, locked in one order: of two who remove each other one waits, and then finds who is left.
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
