//! Further ways by which users hear of alerts that fired: browsers (web push), webhooks, ntfy and Telegram.

use serde_json::Value;
use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;
use uuid::Uuid;

use super::users::Language;
use crate::model::UserId;

/// After so many failed attempts in a row, nothing is sent until a test succeeds.
pub const MAX_FAILURES: i32 = 10;

/// The kind of a channel, which decides how it is sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ChannelKind {
    /// A browser. Address: `endpoint`, the keys `p256dh` and `auth` in base64url, and `device`, a name for the list.
    Push,
    /// An address that gets JSON. Address: `url`, and `secret`, which signs what is sent.
    Webhook,
    /// A topic of an ntfy server. Address: `url`.
    Ntfy,
    /// A chat with the installation's bot. Address: `chatId`, a number.
    Telegram,
}

/// A channel of a user.
#[derive(Debug, Clone, PartialEq)]
pub struct NotificationChannel {
    pub id: Uuid,
    pub kind: ChannelKind,
    /// Of the shape that the kind says. Holds secrets.
    pub address: Value,
    pub language: Language,
    pub created_at: OffsetDateTime,
    pub last_sent_at: Option<OffsetDateTime>,
    /// The number of attempts that failed since the last one that succeeded.
    pub failures: i32,
    pub last_error: Option<String>,
    /// Since when nothing is sent, because too many attempts failed.
    pub paused_at: Option<OffsetDateTime>,
}

/// Adds a channel. One of the user with the same address is replaced, keeps its id and is paused no more. Returns the id, and
/// whether there was none.
///
/// # Errors
/// A violated constraint where the address has no key of its kind, or one of more than 1,024 bytes.
pub async fn insert(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    kind: ChannelKind,
    address: Value,
    language: Language,
) -> sqlx::Result<(Uuid, bool)> {
    let stored = sqlx::query!(
        r#"insert into notification_channel (user_id, kind, address, language) values ($1, $2, $3, $4)
         on conflict (user_id, kind, address_key) do update set
             address = excluded.address, language = excluded.language, failures = 0, last_error = null, paused_at = null
         returning id, (xmax = 0) as "is_new!""#,
        user_id as UserId,
        kind as ChannelKind,
        address,
        language as Language,
    )
    .fetch_one(db)
    .await?;
    Ok((stored.id, stored.is_new))
}

/// Removes the channels of any user with this address: the endpoint, the URL or the chat's id as text. Returns their
/// number.
pub async fn remove_by_address(
    db: impl PgExecutor<'_>,
    kind: ChannelKind,
    address: &str,
) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "delete from notification_channel where kind = $1 and address_key = $2",
        kind as ChannelKind,
        address,
    )
    .execute(db)
    .await?;
    Ok(removed.rows_affected())
}

/// Removes the channels of other users with this address: somebody else uses the browser now.
pub async fn remove_of_others(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    kind: ChannelKind,
    address: &str,
) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "delete from notification_channel where kind = $1 and address_key = $2 and user_id <> $3",
        kind as ChannelKind,
        address,
        user_id as UserId,
    )
    .execute(db)
    .await?;
    Ok(removed.rows_affected())
}

/// Returns a user's channels, the oldest first.
pub async fn list(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<Vec<NotificationChannel>> {
    sqlx::query_as!(
        NotificationChannel,
        r#"select id, kind as "kind: ChannelKind", address, language as "language: Language", created_at, last_sent_at,
               failures, last_error, paused_at
           from notification_channel where user_id = $1 order by created_at, id"#,
        user_id as UserId,
    )
    .fetch_all(db)
    .await
}

/// Returns one of a user's channels.
pub async fn find(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    id: Uuid,
) -> sqlx::Result<Option<NotificationChannel>> {
    Ok(list(db, user_id).await?.into_iter().find(|channel| channel.id == id))
}

/// Locks a user's account until the transaction ends, and returns the number of the user's channels: two requests at once
/// do not add one too many.
pub async fn count_locked(tx: &mut PgTransaction<'_>, user_id: UserId) -> sqlx::Result<i64> {
    sqlx::query!("select id from app_user where id = $1 for no key update", user_id as UserId)
        .fetch_optional(&mut **tx)
        .await?;
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from notification_channel where user_id = $1"#,
        user_id as UserId,
    )
    .fetch_one(&mut **tx)
    .await
}

/// Removes one of a user's channels, with what it had not told yet. Returns whether the user had it.
pub async fn remove(db: impl PgExecutor<'_>, user_id: UserId, id: Uuid) -> sqlx::Result<bool> {
    let removed = sqlx::query!(
        "delete from notification_channel where user_id = $1 and id = $2",
        user_id as UserId,
        id,
    )
    .execute(db)
    .await?;
    Ok(removed.rows_affected() == 1)
}
