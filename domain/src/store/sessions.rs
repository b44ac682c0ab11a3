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
                  email_verified_at, last_seen_at
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
