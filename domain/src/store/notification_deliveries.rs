//! The queue of what the channels of users are to tell: each alert that fired, once on each channel. A trigger of
//! `fired_alert` fills it.

use serde_json::Value;
use sqlx::{PgExecutor, types::Json};
use time::Duration;
use uuid::Uuid;

use super::{
    notification_channels::{ChannelKind, MAX_FAILURES},
    notifications::FiredAlert,
    users::Language,
};
use crate::{
    budget::WatchedBudget,
    model::{AlertKind, BuildId, Fils, Picture, ProductId, UserId},
};

/// Days for which deliveries that were sent or given up are stored.
const MAX_AGE_DAYS: i32 = 7;

/// A message that a process has claimed: until the claim ends, no other one sends it or another one to the same channel.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimedDelivery {
    pub channel_id: Uuid,
    pub fired_alert_id: Uuid,
    pub kind: ChannelKind,
    /// Of the shape that the kind says.
    pub address: Value,
    pub language: Language,
    /// The number of attempts, including this one.
    pub attempts: i32,
}

/// Puts off what is due for users whose quiet hours last now. That is no attempt to send it. Returns the number of messages.
pub async fn postpone_in_quiet_hours(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    let postponed = sqlx::query!(
        "update notification_delivery as delivery set due_at = quiet_hours_end(now(), quiet_from, quiet_until)
         from notification_channel as channel join app_user on app_user.id = channel.user_id
         where channel.id = delivery.channel_id and delivery.done_at is null and delivery.due_at <= now()
             and (delivery.claimed_until is null or delivery.claimed_until <= now())
             and quiet_hours and quiet_hours_end(now(), quiet_from, quiet_until) is not null",
    )
    .execute(db)
    .await?;
    Ok(postponed.rows_affected())
}

/// Claims the messages that are due for `lease`, at most `limit`, and one for each channel: one that hangs holds back its own
/// messages only. Those of a process that dies are due again when the lease ends.
///
/// [`postpone_in_quiet_hours`] comes before.
pub async fn claim(
    db: impl PgExecutor<'_>,
    limit: i64,
    lease: Duration,
) -> sqlx::Result<Vec<ClaimedDelivery>> {
    sqlx::query_as!(
        ClaimedDelivery,
        r#"with claimed as (
               update notification_delivery as delivery
               set claimed_until = now() + make_interval(secs => $2), attempts = attempts + 1
               from (select channel_id, fired_alert_id from notification_delivery as due
                     where done_at is null and due_at <= now() and (claimed_until is null or claimed_until <= now())
                         -- The first of its channel, of which none is being sent.
                         and not exists (
                             select from notification_delivery as other
                             where other.channel_id = due.channel_id and other.done_at is null
                                 and (other.claimed_until > now() or other.due_at <= now()
                                     and (other.due_at, other.fired_alert_id) < (due.due_at, due.fired_alert_id)))
                     order by due_at limit $1 for update skip locked) as first
               where delivery.channel_id = first.channel_id and delivery.fired_alert_id = first.fired_alert_id
               returning delivery.channel_id, delivery.fired_alert_id, attempts
           )
           select channel_id as "channel_id!", fired_alert_id as "fired_alert_id!", kind as "kind: ChannelKind", address,
               -- A chat was connected by its user, who chooses the language in the account alone.
               case when kind = 'TELEGRAM' then app_user.language else channel.language end as "language!: Language",
               attempts as "attempts!"
           from claimed join notification_channel as channel on channel.id = channel_id
               join app_user on app_user.id = channel.user_id"#,
        limit,
        lease.as_seconds_f64(),
    )
    .fetch_all(db)
    .await
}

/// Returns the alert that a message tells of; `None` where nobody is to hear of it any more: its product was removed, the user
/// is suspended, or the channel is paused or gone.
pub async fn find_alert(
    db: impl PgExecutor<'_>,
    delivery: &ClaimedDelivery,
) -> sqlx::Result<Option<FiredAlert>> {
    sqlx::query_as!(
        FiredAlert,
        r#"select fired_alert.id, product_id as "product_id: ProductId", build_id as "build_id: BuildId",
               budget as "budget: Json<WatchedBudget>", listing, coalesce(product.name, saved_build.name, '') as "name!", name_ar as "name_ar?",
               picture_json(product.picture_hash) as "picture: Json<Picture>", share_token as "share_token?",
               kind as "kind: AlertKind", price_fils as "price: Fils", price_before_fils as "price_before: Fils",
               fired_at, read_at,
               exists (select from price_alert where price_alert.id = price_alert_id and repeats) as "repeats!"
           from fired_alert left join product on product.id = product_id left join saved_build on saved_build.id = build_id
               join app_user on app_user.id = fired_alert.user_id
           where fired_alert.id = $1 and removed_at is null and suspended_at is null and exists (
               select from notification_channel as channel where channel.id = $2 and paused_at is null)"#,
        delivery.fired_alert_id,
        delivery.channel_id,
    )
    .fetch_optional(db)
    .await
}

/// Marks a message as done: sent, given up, or with nobody to hear it.
pub async fn finish(
    db: impl PgExecutor<'_>,
    delivery: &ClaimedDelivery,
    error: Option<&str>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update notification_delivery set done_at = now(), claimed_until = null, last_error = $3
         where channel_id = $1 and fired_alert_id = $2",
        delivery.channel_id,
        delivery.fired_alert_id,
        error,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Records why a message was not sent, and schedules the next attempt after the pause: no message of the channel is sent
/// earlier. Where the channel was not even tried, that was no attempt.
pub async fn postpone(
    db: impl PgExecutor<'_>,
    delivery: &ClaimedDelivery,
    error: &str,
    pause: Duration,
    is_attempt: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "with postponed as (
             update notification_delivery
             set due_at = now() + make_interval(secs => $4), claimed_until = null, last_error = $3,
                 attempts = case when $5 then attempts else greatest(attempts - 1, 0) end
             where channel_id = $1 and fired_alert_id = $2 and done_at is null
         )
         update notification_delivery set due_at = greatest(due_at, now() + make_interval(secs => $4))
         where channel_id = $1 and fired_alert_id <> $2 and done_at is null
             and (claimed_until is null or claimed_until <= now())",
        delivery.channel_id,
        delivery.fired_alert_id,
        error,
        pause.as_seconds_f64(),
        is_attempt,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Schedules the other messages of a channel after the pause, because one has just been given up.
pub async fn postpone_others(
    db: impl PgExecutor<'_>,
    delivery: &ClaimedDelivery,
    pause: Duration,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update notification_delivery set due_at = greatest(due_at, now() + make_interval(secs => $3))
         where channel_id = $1 and fired_alert_id <> $2 and done_at is null
             and (claimed_until is null or claimed_until <= now())",
        delivery.channel_id,
        delivery.fired_alert_id,
        pause.as_seconds_f64(),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Makes a user's messages due again that wait for the end of quiet hours, because these have changed.
pub async fn release_from_quiet_hours(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<u64> {
    let released = sqlx::query!(
        "update notification_delivery as delivery set due_at = now()
         from notification_channel as channel
         where channel.id = delivery.channel_id and channel.user_id = $1 and delivery.done_at is null
             and delivery.attempts = 0 and delivery.due_at > now()",
        user_id as UserId,
    )
    .execute(db)
    .await?;
    Ok(released.rows_affected())
}

/// Records that a message arrived at a channel, which is paused no more.
pub async fn record_success(db: impl PgExecutor<'_>, channel_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "update notification_channel set last_sent_at = now(), failures = 0, last_error = null, paused_at = null
         where id = $1",
        channel_id,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Records a failed attempt. After [`MAX_FAILURES`] in a row the channel is paused, and what it had not told yet is given
/// up. Returns whether it is paused.
pub async fn record_failure(db: impl PgExecutor<'_>, channel_id: Uuid, error: &str) -> sqlx::Result<bool> {
    let paused = sqlx::query_scalar!(
        r#"with failed as (
               update notification_channel set failures = failures + 1, last_error = $2,
                   paused_at = case when failures + 1 >= $3 then coalesce(paused_at, now()) end
               where id = $1 returning id, paused_at
           ), given_up as (
               update notification_delivery set done_at = now(), claimed_until = null from failed
               where channel_id = failed.id and failed.paused_at is not null and done_at is null
           )
           select paused_at is not null as "paused!" from failed"#,
        channel_id,
        error,
        MAX_FAILURES,
    )
    .fetch_optional(db)
    .await?;
    Ok(paused.unwrap_or(false))
}

/// Deletes what was sent or given up more than `MAX_AGE_DAYS` days ago.
pub async fn delete_old(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from notification_delivery where done_at < now() - make_interval(days => $1)",
        MAX_AGE_DAYS
    );
    Ok(deleted.execute(db).await?.rows_affected())
}
