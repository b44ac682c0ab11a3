use sqlx::PgExecutor;
use time::OffsetDateTime;

use super::users::Role;
use crate::model::{SessionId, UserId};

/// A session: a signed-in browser and its user.
#[derive(Clone, PartialEq)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    pub email: String,
    pub name: String,
    pub role: Role,
    pub email_verified_at: Option<OffsetDateTime>,
    pub last_seen_at: OffsetDateTime,
    /// The time at which the user last proved who they are in this session: by the password, or by signing in with a passkey
    /// alone.
    pub confirmed_at: OffsetDateTime,
    /// Whether the user signs in with a second factor.
    pub has_second_factor: bool,
}

/// Creates a session of 30 days. Only a hash of the token is stored. `network`: the browser's, in CIDR notation.
pub async fn insert(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    token_hash: &[u8],
    user_agent: Option<&str>,
    network: Option<&str>,
) -> sqlx::Result<SessionId> {
    sqlx::query_scalar!(
        r#"insert into session (user_id, token_hash, user_agent, network, expires_at)
           values ($1, $2, $3, $4, now() + interval '30 days')
           returning id as "id: SessionId""#,
        user_id as UserId,
        token_hash,
        user_agent,
        network,
    )
    .fetch_one(db)
    .await
}

/// Returns the session of a token, unless it has expired or its user is suspended.
pub async fn find(db: impl PgExecutor<'_>, token_hash: &[u8]) -> sqlx::Result<Option<Session>> {
    sqlx::query_as!(
        Session,
        r#"select session.id as "id: SessionId", user_id as "user_id: UserId", email, name, role as "role: Role",
                  email_verified_at, last_seen_at, session.confirmed_at,
                  (exists (select from second_factor where user_id = app_user.id and confirmed_at is not null)
                   or exists (select from passkey where user_id = app_user.id)) as "has_second_factor!"
           from session join app_user on app_user.id = user_id
           where token_hash = $1 and expires_at > now() and suspended_at is null"#,
        token_hash,
    )
    .fetch_optional(db)
    .await
}

/// Marks the session as used: it expires 30 days after its last use, at most 180 days after its creation.
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

/// Records that the user entered the password again.
pub async fn confirm(db: impl PgExecutor<'_>, id: SessionId) -> sqlx::Result<()> {
    sqlx::query!("update session set confirmed_at = now() where id = $1", id as SessionId)
        .execute(db)
        .await?;
    Ok(())
}

/// Deletes a session.
pub async fn delete(db: impl PgExecutor<'_>, id: SessionId) -> sqlx::Result<()> {
    sqlx::query!("delete from session where id = $1", id as SessionId).execute(db).await?;
    Ok(())
}

/// Deletes the session of this token, if there is one.
pub async fn delete_by_token(db: impl PgExecutor<'_>, token_hash: &[u8]) -> sqlx::Result<()> {
    sqlx::query!("delete from session where token_hash = $1", token_hash).execute(db).await?;
    Ok(())
}

/// Deletes a user's expired sessions.
pub async fn delete_expired(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<()> {
    sqlx::query!("delete from session where user_id = $1 and expires_at <= now()", user_id as UserId)
        .execute(db)
        .await?;
    Ok(())
}

/// A session in the list that its user sees.
pub struct SessionSummary {
    pub id: SessionId,
    pub user_agent: Option<String>,
    /// The network from which the browser signed in, in CIDR notation; `None` where it was not stored yet.
    pub network: Option<String>,
    pub created_at: OffsetDateTime,
    pub last_seen_at: OffsetDateTime,
}

/// Returns a user's sessions, the last used first.
pub async fn list(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<Vec<SessionSummary>> {
    sqlx::query_as!(
        SessionSummary,
        r#"select id as "id: SessionId", user_agent, network, created_at, last_seen_at from session
           where user_id = $1 and expires_at > now() order by last_seen_at desc, id"#,
        user_id as UserId,
    )
    .fetch_all(db)
    .await
}

/// Deletes one of a user's sessions; `false` when the user has no such session.
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

/// Deletes all of a user's sessions.
pub async fn delete_all(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<()> {
    sqlx::query!("delete from session where user_id = $1", user_id as UserId).execute(db).await?;
    Ok(())
}

/// Deletes all of a user's sessions but one.
pub async fn delete_others(db: impl PgExecutor<'_>, user_id: UserId, except: SessionId) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from session where user_id = $1 and id <> $2",
        user_id as UserId,
        except as SessionId,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Replaces the token of a session whose user has just entered the password. The old token is invalid from then on.
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
