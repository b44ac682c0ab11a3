use sqlx::PgExecutor;
use time::OffsetDateTime;

use super::users::Role;
use crate::model::{SessionId, UserId};

/// Who a session token belongs to.
#[derive(Debug, Clone, PartialEq)]
pub struct SignedIn {
    pub session_id: SessionId,
    pub user_id: UserId,
    pub email: String,
    pub name: String,
    pub role: Role,
}

/// Begins a session. Only a hash of the token is stored.
pub async fn insert(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    token_hash: &[u8],
    user_agent: Option<&str>,
    expires_at: OffsetDateTime,
) -> sqlx::Result<SessionId> {
    sqlx::query_scalar!(
        r#"insert into session (user_id, token_hash, user_agent, expires_at) values ($1, $2, $3, $4)
           returning id as "id: SessionId""#,
        user_id as UserId,
        token_hash,
        user_agent,
        expires_at,
    )
    .fetch_one(db)
    .await
}

/// Who this token belongs to, while its session lasts.
pub async fn find(db: impl PgExecutor<'_>, token_hash: &[u8]) -> sqlx::Result<Option<SignedIn>> {
    sqlx::query_as!(
        SignedIn,
        r#"select session.id as "session_id: SessionId", user_id as "user_id: UserId", email, name, role as "role: Role"
           from session join app_user on app_user.id = user_id
           where token_hash = $1 and expires_at > now()"#,
        token_hash,
    )
    .fetch_optional(db)
    .await
}

/// Ends a session.
pub async fn delete(db: impl PgExecutor<'_>, id: SessionId) -> sqlx::Result<()> {
    sqlx::query!("delete from session where id = $1", id as SessionId).execute(db).await?;
    Ok(())
}
