use sqlx::PgExecutor;
use time::OffsetDateTime;

use super::users::Role;
use crate::model::{SessionId, UserId};

/// A signed-in browser and the person at it.
#[derive(Clone, PartialEq)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    pub email: String,
    pub name: String,
    pub role: Role,
    pub email_verified_at: Option<OffsetDateTime>,
    pub last_seen_at: OffsetDateTime,
    /// When the password was last given in it.
    pub confirmed_at: OffsetDateTime,
}

/// Begins a session of 30 days. Only a hash of the token is stored.
pub async fn insert(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    token_hash: &[u8],
    user_agent: Option<&str>,
) -> sqlx::Result<SessionId> {
    sqlx::query_scalar!(
        r#"insert into session (user_id, token_hash, user_agent, expires_at)
           values ($1, $2, $3, now() + interval '30 days')
           returning id as "id: SessionId""#,
        user_id as UserId,
        token_hash,
        user_agent,
    )
    .fetch_one(db)
    .await
}

/// Whose token this is, while its session lasts.
pub async fn find(db: impl PgExecutor<'_>, token_hash: &[u8]) -> sqlx::Result<Option<Session>> {
    sqlx::query_as!(
        Session,
        r#"select session.id as "id: SessionId", user_id as "user_id: UserId", email, name, role as "role: Role",
                  email_verified_at, last_seen_at, confirmed_at
           from session join app_user on app_user.id = user_id
           where token_hash = $1 and expires_at > now()"#,
        token_hash,
    )
    .fetch_optional(db)
    .await
}

/// Notes that the session is in use: it ends 30 days after its last use, and half a year after its beginning.
pub async fn touch(db: impl PgExecutor<'_>, id: SessionId) -> sqlx::Result<()> {
    sqlx::query!(
        r#"update session set last_seen_at = now(),
                  expires_at = least(now() + interval '30 days', created_at + interval '180 days')
           where id = $1"#,
        id as SessionId,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Notes that the password was given again.
pub async fn confirm(db: impl PgExecutor<'_>, id: SessionId) -> sqlx::Result<()> {
    sqlx::query!("update session set confirmed_at = now() where id = $1", id as SessionId)
        .execute(db)
        .await?;
    Ok(())
}

/// Ends a session.
pub async fn delete(db: impl PgExecutor<'_>, id: SessionId) -> sqlx::Result<()> {
    sqlx::query!("delete from session where id = $1", id as SessionId).execute(db).await?;
    Ok(())
}

/// Ends whatever session has this token.
pub async fn delete_by_token(db: impl PgExecutor<'_>, token_hash: &[u8]) -> sqlx::Result<()> {
    sqlx::query!("delete from session where token_hash = $1", token_hash).execute(db).await?;
    Ok(())
}

/// Removes a person's sessions that are over.
pub async fn delete_expired(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<()> {
    sqlx::query!("delete from session where user_id = $1 and expires_at <= now()", user_id as UserId)
        .execute(db)
        .await?;
    Ok(())
}

/// A signed-in browser, as its owner sees it.
pub struct Device {
    pub id: SessionId,
    pub user_agent: Option<String>,
    pub created_at: OffsetDateTime,
    pub last_seen_at: OffsetDateTime,
}

/// A person's sessions, the last used first.
pub async fn list(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<Vec<Device>> {
    sqlx::query_as!(
        Device,
        r#"select id as "id: SessionId", user_agent, created_at, last_seen_at from session
           where user_id = $1 and expires_at > now() order by last_seen_at desc, id"#,
        user_id as UserId,
    )
    .fetch_all(db)
    .await
}

/// Ends one of a person's sessions; `false` when it is none of theirs.
pub async fn delete_of(db: impl PgExecutor<'_>, user_id: UserId, id: SessionId) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "delete from session where id = $1 and user_id = $2",
        id as SessionId,
        user_id as UserId,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends all of a person's sessions.
pub async fn delete_all(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<()> {
    sqlx::query!("delete from session where user_id = $1", user_id as UserId).execute(db).await?;
    Ok(())
}

/// Ends all of a person's sessions but one.
pub async fn delete_others(db: impl PgExecutor<'_>, user_id: UserId, kept: SessionId) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from session where user_id = $1 and id <> $2",
        user_id as UserId,
        kept as SessionId,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives a session, whose owner gave the password just now, another token: the old one opens nothing any more.
pub async fn replace_token(db: impl PgExecutor<'_>, id: SessionId, token_hash: &[u8]) -> sqlx::Result<()> {
    sqlx::query!(
        "update session set token_hash = $2, confirmed_at = now() where id = $1",
        id as SessionId,
        token_hash
    )
    .execute(db)
    .await?;
    Ok(())
}
