//! Alerts that fired: the notification centre's rows, and the rows of their mails.

use sqlx::{PgExecutor, PgTransaction, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    budget::WatchedBudget,
    model::{AlertKind, BuildId, Fils, Picture, ProductId, UserId},
};

/// Days for which fired alerts are stored.
const MAX_AGE_DAYS: i32 = 180;

/// An alert that fired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FiredAlert {
    pub id: Uuid,
    /// The subject is either a product, a build or a budget: one of `product_id`, `build_id` and `budget`. One
    /// on a listing names the product that it found.
    pub product_id: Option<ProductId>,
    pub build_id: Option<BuildId>,
    pub budget: Option<Json<WatchedBudget>>,
    /// The filters of the listing in which the alert found its product, as parameters of its call.
    pub listing: Option<String>,
    /// The name of the product or build; empty for a budget.
    pub name: String,
    pub name_ar: Option<String>,
    pub picture: Option<Json<Picture>>,
    /// The share token of a build.
    pub share_token: Option<String>,
    pub kind: AlertKind,
    pub price: Fils,
    pub price_before: Fils,
    pub fired_at: OffsetDateTime,
    pub read_at: Option<OffsetDateTime>,
    /// Whether the alert is still there and fires again and again.
    pub repeats: bool,
}

/// Returns a user's newest fired alerts.
pub async fn list(db: impl PgExecutor<'_>, user_id: UserId, limit: i64) -> sqlx::Result<Vec<FiredAlert>> {
    sqlx::query_as!(
        FiredAlert,
        r#"select fired_alert.id, product_id as "product_id: ProductId", build_id as "build_id: BuildId",
               budget as "budget: Json<WatchedBudget>", listing, coalesce(product.name, saved_build.name, '') as "name!", name_ar,
               picture_json(product.picture_hash) as "picture: Json<Picture>", share_token as "share_token?",
               kind as "kind: AlertKind", price_fils as "price: Fils", price_before_fils as "price_before: Fils",
               fired_at, read_at,
               exists (select from price_alert where price_alert.id = price_alert_id and repeats) as "repeats!"
           from fired_alert left join product on product.id = product_id left join saved_build on saved_build.id = build_id
           where fired_alert.user_id = $1 and removed_at is null order by fired_at desc, fired_alert.id limit $2"#,
        user_id as UserId,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Returns the number of a user's unread fired alerts.
pub async fn count_unread(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from fired_alert left join product on product.id = product_id
           where user_id = $1 and read_at is null and removed_at is null"#,
        user_id as UserId,
    )
    .fetch_one(db)
    .await
}

/// Marks the named fired alerts of a user as read, or all of them with `None`. Those of other users stay as they are.
pub async fn mark_read(db: impl PgExecutor<'_>, user_id: UserId, ids: Option<&[Uuid]>) -> sqlx::Result<u64> {
    let marked = sqlx::query!(
        "update fired_alert set read_at = now()
         where user_id = $1 and read_at is null and ($2::uuid[] is null or id = any($2))",
        user_id as UserId,
        ids,
    )
    .execute(db)
    .await?;
    Ok(marked.rows_affected())
}

/// Tries to take the lock that lets one transaction at a time fire alerts and queue their mails. Returns whether this
/// transaction has it; the lock is held until the transaction ends.
pub(crate) async fn try_lock_alert_firing(tx: &mut PgTransaction<'_>) -> sqlx::Result<bool> {
    // Never rename the lock: during an update, processes of the older release run beside this one and take it too.
    sqlx::query_scalar!(r#"select pg_try_advisory_xact_lock(hashtext('write_alert_mails')) as "has_lock!""#)
        .fetch_one(&mut **tx)
        .await
}

/// Queues the mails about fired alerts that no mail contains yet: one mail for each alert. But if one retailer's offers
/// fired more than `max_single_mails` alerts of a user that are ready together, that user gets one mail about all of
/// them. The alerts without a retailer, which budgets, matches, merges and splits fire, count together like those of one
/// retailer.
///
/// Alerts wait until the retailer's crawl has ended and its due alerts have fired, since only then their number is
/// certain. They wait at most `max_crawl_wait_minutes`.
///
/// The alerts of users who want digests wait for theirs instead: all that are due by then come in one mail.
///
/// No alert is mailed twice, because the alert is marked in the transaction that queues its mail.
pub(crate) async fn queue_ready_mails(
    tx: &mut PgTransaction<'_>,
    max_single_mails: i64,
    max_crawl_wait_minutes: i32,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"with unfinished as materialized (
               -- Read once: for each fired alert, it would take as long as there are alerts.
               select retailer_id from crawl where state = 'RUNNING'
               union
               select due_alert.retailer_id
               from due_alert join price_alert on price_alert.id = due_alert.price_alert_id
               where quiet_until is null or quiet_until <= now()
           ), ready as (
               select id, user_id, retailer_id as changed_retailer_id,
                   count(*) over (partition by user_id, retailer_id) as group_size
               from fired_alert
               where awaits_mail and digest_at is null and (fired_at < now() - make_interval(mins => $1)
                   or not exists (
                       select from unfinished where unfinished.retailer_id = fired_alert.retailer_id))
           ), with_mail as (
               -- A mail has the id of its alert, that of a group or digest the id of its first alert.
               select id, user_id, '{}'::jsonb as payload, case when group_size > $2 then
                   first_value(id) over (partition by user_id, changed_retailer_id order by id) else id end as mail_id
               from ready
               union all
               select id, user_id, '{"digest": true}',
                   first_value(id) over (partition by user_id order by id)
               from fired_alert where awaits_mail and digest_at <= now()
           ), queued as (
               insert into mail (id, kind, user_id, language, payload)
               select distinct mail_id, 'PRICE_ALERTS', user_id, language, with_mail.payload
               from with_mail join app_user on app_user.id = user_id
               returning id
           ), marked as (
               update fired_alert set awaits_mail = false, mail_id = with_mail.mail_id
               from with_mail where fired_alert.id = with_mail.id
           )
           select count(*) as "mails!" from queued"#,
        max_crawl_wait_minutes,
        max_single_mails,
    )
    .fetch_one(&mut **tx)
    .await
}

/// Makes a user's digest due now, if alerts wait for one: the user wants digests at other times, or none.
pub async fn release_digest(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<u64> {
    let released = sqlx::query!(
        "update fired_alert set digest_at = now() where user_id = $1 and awaits_mail and digest_at > now()",
        user_id as UserId,
    )
    .execute(db)
    .await?;
    Ok(released.rows_affected())
}

/// Returns the fired alerts of a mail, the cheapest first; none while the user has turned such mails off, has not verified
/// the address, or is suspended.
pub async fn list_by_mail(db: impl PgExecutor<'_>, mail_id: Uuid) -> sqlx::Result<Vec<FiredAlert>> {
    sqlx::query_as!(
        FiredAlert,
        r#"select fired_alert.id, product_id as "product_id: ProductId", build_id as "build_id: BuildId",
               budget as "budget: Json<WatchedBudget>", listing, coalesce(product.name, saved_build.name, '') as "name!", name_ar, picture_json(product.picture_hash) as "picture: Json<Picture>",
               share_token as "share_token?",
               kind as "kind: AlertKind", price_fils as "price: Fils", price_before_fils as "price_before: Fils",
               fired_at, read_at,
               exists (select from price_alert where price_alert.id = price_alert_id and repeats) as "repeats!"
           from fired_alert left join product on product.id = product_id left join saved_build on saved_build.id = build_id
               join app_user on app_user.id = fired_alert.user_id
           where mail_id = $1 and fired_alert.user_id = (select user_id from mail where mail.id = $1)
               and removed_at is null and price_drop_alerts and email_verified_at is not null
               and suspended_at is null
           order by price_fils, product.name, fired_alert.id"#,
        mail_id,
    )
    .fetch_all(db)
    .await
}

/// Deletes alerts that fired more than `MAX_AGE_DAYS` days ago, except those that await a mail.
pub async fn delete_old(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from fired_alert where fired_at < now() - make_interval(days => $1) and not awaits_mail",
        MAX_AGE_DAYS
    );
    Ok(deleted.execute(db).await?.rows_affected())
}
