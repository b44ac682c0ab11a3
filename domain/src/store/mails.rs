//! The outbox of mails.

use serde_json::Value;
use sqlx::PgExecutor;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::users::Language;
use crate::model::{Email, UserId};

/// The kind of a mail, which decides its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MailKind {
    SignUp,
    PasswordReset,
    PasswordChanged,
    PriceAlerts,
    SecondFactorAdded,
    SecondFactorRemoved,
    RecoveryCodeUsed,
    RecoveryCodesRenewed,
    PasskeyAdded,
    PasskeyRemoved,
    AuthenticatorAppAdded,
    AuthenticatorAppRemoved,
}

/// A mail that waits to be rendered and sent.
pub struct Mail {
    pub id: Uuid,
    pub kind: MailKind,
    /// The addressee: exactly one of a user, an address in its normal form, and a sign-up that is not confirmed yet.
    pub user_id: Option<UserId>,
    pub email_key: Option<String>,
    pub sign_up_id: Option<Uuid>,
    pub language: Language,
    pub payload: Value,
    /// The number of attempts to send the mail, including this one.
    pub attempts: i32,
}

/// The user that a mail is addressed to.
pub struct Recipient {
    pub id: UserId,
    pub email: String,
    pub name: String,
    pub language: Language,
}

/// Queues a mail with a reset link to an address. Every address is treated alike: whether it has an account is
/// checked only when the mail is sent.
pub async fn request_reset(db: impl PgExecutor<'_>, email: &Email, language: Language) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into mail (kind, email_key, language) values ('PASSWORD_RESET', $1, $2)",
        email.key(),
        language as Language,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Queues a mail to a user, in the user's language.
pub async fn insert_for(
    db: impl PgExecutor<'_>,
    kind: MailKind,
    user_id: UserId,
    payload: &Value,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into mail (kind, user_id, language, payload) select $1, id, language, $3 from app_user where id = $2",
        kind as MailKind,
        user_id as UserId,
        payload,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Claims due mails for `lease`. Mails of an api process that dies are due again when the lease ends.
pub async fn claim(db: impl PgExecutor<'_>, limit: i64, lease: Duration) -> sqlx::Result<Vec<Mail>> {
    sqlx::query_as!(
        Mail,
        r#"update mail set due_at = now() + make_interval(secs => $2), attempts = attempts + 1
           where id in (select id from mail where sent_at is null and due_at <= now()
                        order by due_at limit $1 for update skip locked)
           returning id, kind as "kind: MailKind", user_id as "user_id: UserId", email_key, sign_up_id,
                     language as "language: Language", payload, attempts"#,
        limit,
        lease.as_seconds_f64(),
    )
    .fetch_all(db)
    .await
}

/// Marks a mail as sent, also when there was nobody to send it to.
pub async fn finish(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("update mail set sent_at = now(), last_error = null where id = $1", id).execute(db).await?;
    Ok(())
}

/// Records why a mail was not sent, and schedules the next attempt after the pause.
pub async fn postpone(db: impl PgExecutor<'_>, id: Uuid, error: &str, pause: Duration) -> sqlx::Result<()> {
    sqlx::query!(
        "update mail set last_error = $2, due_at = now() + make_interval(secs => $3) where id = $1",
        id,
        error,
        pause.as_seconds_f64(),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns the user with this address.
pub async fn find_recipient_by_key(db: impl PgExecutor<'_>, key: &str) -> sqlx::Result<Option<Recipient>> {
    sqlx::query_as!(
        Recipient,
        r#"select id as "id: UserId", email, name, language as "language: Language"
           from app_user where email_key = $1"#,
        key,
    )
    .fetch_optional(db)
    .await
}

/// Returns the user.
pub async fn find_recipient(db: impl PgExecutor<'_>, id: UserId) -> sqlx::Result<Option<Recipient>> {
    sqlx::query_as!(
        Recipient,
        r#"select id as "id: UserId", email, name, language as "language: Language" from app_user where id = $1"#,
        id as UserId,
    )
    .fetch_optional(db)
    .await
}

/// The number of waiting mails, and of those that failed at least once: for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxCounts {
    pub waiting: i64,
    /// The creation time of the oldest waiting mail.
    pub waiting_since: Option<OffsetDateTime>,
    pub failing: i64,
    /// The creation time of the oldest waiting mail that failed.
    pub failing_since: Option<OffsetDateTime>,
    /// Among the waiting mails that failed, the last error of the one with the latest next attempt. The text names no
    /// address.
    pub last_error: Option<String>,
}

/// Counts the waiting mails.
pub async fn count_waiting(db: impl PgExecutor<'_>) -> sqlx::Result<OutboxCounts> {
    sqlx::query_as!(
        OutboxCounts,
        r#"select count(*) as "waiting!", min(created_at) as waiting_since, count(*) filter (where last_error is not null) as "failing!",
               min(created_at) filter (where last_error is not null) as failing_since,
               (array_agg(last_error order by due_at desc) filter (where last_error is not null))[1] as last_error
           from mail where sent_at is null"#,
    )
    .fetch_one(db)
    .await
}

/// Deletes mails that were sent more than 30 days ago.
pub async fn delete_old(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    let done =
        sqlx::query!("delete from mail where sent_at < now() - interval '30 days'").execute(db).await?;
    Ok(done.rows_affected())
}
