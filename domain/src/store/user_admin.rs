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
    /// The time at which an administrator suspended the user; `None` where the user may sign in.
    pub suspended_at: Option<OffsetDateTime>,
    /// Whether the user signs in with a second factor.
    pub has_second_factor: bool,
    pub created_at: OffsetDateTime,
    /// The last use in any browser that is signed in now.
    pub last_seen_at: Option<OffsetDateTime>,
}

/// Returns users of a role, or of both, whose name or address contains a text, administrators first, then the newest.
pub async fn list(
    db: impl PgExecutor<'_>,
    search: Option<&str>,
    role: Option<Role>,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<UserSummary>> {
    sqlx::query_as!(
        UserSummary,
        r#"select id as "id: UserId", name, email, role as "role: Role", email_verified_at, suspended_at, created_at,
               (exists (select from second_factor where user_id = app_user.id and confirmed_at is not null)
                or exists (select from passkey where user_id = app_user.id)) as "has_second_factor!",
               (select max(last_seen_at) from session where user_id = app_user.id and expires_at > now()) as last_seen_at
           from app_user
           where ($1::text is null or position($1 in lower(name)) > 0 or position($1 in email_key) > 0)
               and ($4::text is null or role = $4)
           order by role, created_at desc, id offset $2 limit $3"#,
        search.map(str::to_lowercase),
        offset,
        limit,
        role as Option<Role>,
    )
    .fetch_all(db)
    .await
}

/// Returns the number of users that [`list`] finds.
pub async fn count(db: impl PgExecutor<'_>, search: Option<&str>, role: Option<Role>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from app_user
           where ($1::text is null or position($1 in lower(name)) > 0 or position($1 in email_key) > 0)
               and ($2::text is null or role = $2)"#,
        search.map(str::to_lowercase),
        role as Option<Role>,
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

/// Whether a user is suspended. Until the transaction ends, that does not change; `None` where there is no such user.
pub async fn lock_suspension(tx: &mut PgTransaction<'_>, id: UserId) -> sqlx::Result<Option<bool>> {
    sqlx::query_scalar!(
        r#"select suspended_at is not null as "suspended!" from app_user where id = $1 for share"#,
        id as UserId,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Suspends a user, or lets the user sign in again. The time of a suspension that lasts stays.
pub(crate) async fn set_suspended(
    tx: &mut PgTransaction<'_>,
    id: UserId,
    is_suspended: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update app_user set suspended_at = case when $2 then coalesce(suspended_at, now()) end, updated_at = now()
         where id = $1",
        id as UserId,
        is_suspended,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
