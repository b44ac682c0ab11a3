//! The outbox of mails.

use serde_json::{Value, json};
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
    /// Asks the address that a user leaves to confirm the change; [`MailKind::NewAddress`] asks the other one.
    OldAddress,
    NewAddress,
    AccountDeleted,
    AccountSuspended,
    AccountRestored,
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

/// Queues the mail about a deleted account, to the address that it had. The address is kept until the mail is sent.
pub(crate) async fn insert_account_deleted(
    db: impl PgExecutor<'_>,
    recipient: &Recipient,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into mail (kind, email_key, language, payload) values ('ACCOUNT_DELETED', $1, $2, $3)",
        recipient.email,
        recipient.language as Language,
        json!({ "name": recipient.name }),
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

/// Marks a mail as sent, also when there was nobody to send it to. Nothing is kept of a mail about a deleted account.
pub async fn finish(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        r#"with deleted as (delete from mail where id = $1 and kind = 'ACCOUNT_DELETED' returning id)
           update mail set sent_at = now(), last_error = null
           where id = $1 and not exists (select from deleted)"#,
        id,
    )
    .execute(db)
    .await?;
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

/// Puts a claimed mail about alerts off to the end of its user's quiet hours, if they last now. That is no attempt to send
/// it. Returns whether the mail was put off.
pub async fn postpone_in_quiet_hours(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<bool> {
    let postponed = sqlx::query!(
        "update mail set due_at = quiet_hours_end(now(), quiet_from, quiet_until), attempts = attempts - 1
         from app_user
         where mail.id = $1 and mail.kind = 'PRICE_ALERTS' and app_user.id = mail.user_id and quiet_hours
             and quiet_hours_end(now(), quiet_from, quiet_until) is not null",
        id,
    )
    .execute(db)
    .await?;
    Ok(postponed.rows_affected() == 1)
}

/// Makes a user's mails due again that wait for the end of quiet hours, because these have changed. Mails that are being
/// sent, or that failed, stay as they are.
pub async fn release_from_quiet_hours(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<u64> {
    let released = sqlx::query!(
        "update mail set due_at = now()
         where user_id = $1 and kind = 'PRICE_ALERTS' and sent_at is null and attempts = 0 and due_at > now()",
        user_id as UserId,
    )
    .execute(db)
    .await?;
    Ok(released.rows_affected())
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

/// Counts the waiting mails, without those that wait for the end of quiet hours: nothing is wrong with them.
pub async fn count_waiting(db: impl PgExecutor<'_>) -> sqlx::Result<OutboxCounts> {
    sqlx::query_as!(
        OutboxCounts,
        r#"select count(*) as "waiting!", min(created_at) as waiting_since, count(*) filter (where last_error is not null) as "failing!",
               min(created_at) filter (where last_error is not null) as failing_since,
               (array_agg(last_error order by due_at desc) filter (where last_error is not null))[1] as last_error
           from mail where sent_at is null and (attempts > 0 or due_at <= now())"#,
    )
    .fetch_one(db)
    .await
}

/// Deletes mails that were sent more than 30 days ago, and those about deleted accounts that no server took for a week.
pub async fn delete_old(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    let done = sqlx::query!(
        "delete from mail where sent_at < now() - interval '30 days'
             or (kind = 'ACCOUNT_DELETED' and created_at < now() - interval '7 days')"
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}
