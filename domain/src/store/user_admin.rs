//! Users as administrators see them, and the rows of their roles.

use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use super::users::Role;
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

/// Returns all administrators, locked in one order: of two who revoke each other's rights, one waits and then sees
/// who is left.
pub(crate) async fn lock_admins(tx: &mut PgTransaction<'_>) -> sqlx::Result<Vec<UserId>> {
    sqlx::query_scalar!(
        r#"select id as "id: UserId" from app_user where role = 'ADMIN' order by id for update"#
    )
    .fetch_all(&mut **tx)
    .await
}

/// Returns a user's role, and locks the user; `None` where there is no such user.
pub(crate) async fn lock_role(tx: &mut PgTransaction<'_>, id: UserId) -> sqlx::Result<Option<Role>> {
    sqlx::query_scalar!(r#"select role as "role: Role" from app_user where id = $1 for update"#, id as UserId)
        .fetch_optional(&mut **tx)
        .await
}

/// Whether there is such a user.
pub(crate) async fn exists(tx: &mut PgTransaction<'_>, id: UserId) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!("select 1 as one from app_user where id = $1", id as UserId);
    Ok(found.fetch_optional(&mut **tx).await?.is_some())
}

/// Returns a user's address.
pub(crate) async fn find_email(tx: &mut PgTransaction<'_>, id: UserId) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select email from app_user where id = $1", id as UserId)
        .fetch_optional(&mut **tx)
        .await
}

/// Stores a user's role, and returns the user's address.
pub(crate) async fn set_role(tx: &mut PgTransaction<'_>, id: UserId, role: Role) -> sqlx::Result<String> {
    sqlx::query_scalar!(
        "update app_user set role = $2, updated_at = now() where id = $1 returning email",
        id as UserId,
        role as Role,
    )
    .fetch_one(&mut **tx)
    .await
}
