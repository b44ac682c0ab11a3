//! Deletion of expired rows. Prices that were dropped stay.

use sqlx::{PgExecutor, PgPool};
use time::Date;

use super::{builds::delete_views_before, searches};

/// Deletes expired sessions.
pub async fn delete_sessions(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    Ok(sqlx::query!("delete from session where expires_at < now()").execute(db).await?.rows_affected())
}

/// Deletes expired challenges that no passkey has answered.
pub async fn delete_passkey_challenges(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    let done = sqlx::query!("delete from passkey_challenge where expires_at < now()").execute(db).await?;
    Ok(done.rows_affected())
}

/// Deletes the token buckets that are full again: one without a row is full.
pub async fn delete_full_buckets(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    Ok(sqlx::query!("delete from rate_limit where full_at < now()").execute(db).await?.rows_affected())
}

/// Deletes jobs that ended well or were cancelled more than `days` days ago, and those that were parked more than
/// `parked_days` days ago: by then no administrator looks at them any more. Of each recurring task the newest job that
/// ended well stays, so that the scheduler knows when the task last ran.
pub async fn delete_jobs(db: impl PgExecutor<'_>, days: i32, parked_days: i32) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from job where finished_at < now() - make_interval(days =>
             case when state in ('DONE', 'CANCELLED') then $1::integer when state = 'PARKED' then $2::integer end)
             and (state <> 'DONE' or dedup_key is null or payload ? 'product' or exists (
                 select from job as later
                 where later.dedup_key = job.dedup_key and later.created_at > job.created_at))",
        days,
        parked_days,
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected())
}

/// Deletes the reports of crawls that ended more than `days` days ago, but never a retailer's newest.
pub async fn delete_crawls(db: impl PgExecutor<'_>, days: i32) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from crawl where finished_at < now() - make_interval(days => $1) and exists (
             select from crawl as later where later.retailer_id = crawl.retailer_id and later.kind = crawl.kind
                 and later.started_at > crawl.started_at)",
        days,
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected())
}

/// Deletes held offers that were released or superseded more than `days` days ago. Dropped ones stay for good, so that
/// an administrator is never asked about the same price again, and released ones while their offer is published, so that
/// its price stays trusted.
pub async fn delete_decided_offers(db: impl PgExecutor<'_>, days: i32) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from held_offer
         where state in ('RELEASED', 'SUPERSEDED') and coalesce(decided_at, seen_at) < now() - make_interval(days => $1)
             and not (state = 'RELEASED' and exists (
                 select from offer where offer.retailer_id = held_offer.retailer_id
                     and offer.external_id = held_offer.external_id and offer.ended_at is null))",
        days,
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected())
}

/// Deletes counts of interest for days before `before`, whose weight has decayed to nothing.
pub async fn delete_interest(db: impl PgExecutor<'_>, before: Date) -> sqlx::Result<u64> {
    Ok(sqlx::query!("delete from product_interest where day < $1", before).execute(db).await?.rows_affected())
}

/// Deletes the records of pages that were refreshed more than `days` days ago.
pub async fn delete_refreshed_pages(db: impl PgExecutor<'_>, days: i32) -> sqlx::Result<u64> {
    let deleted =
        sqlx::query!("delete from refreshed_page where read_at < now() - make_interval(days => $1)", days)
            .execute(db)
            .await?;
    Ok(deleted.rows_affected())
}

/// Deletes the lists that retailers handed in and that were read more than `days` days ago, or have waited for so long that
/// nobody will read them: the retailer has no file any more.
pub async fn delete_handed_lists(db: impl PgExecutor<'_>, days: i32) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from handed_list where coalesce(finished_at, received_at) < now() - make_interval(days => $1)",
        days,
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected())
}

/// Deletes what was searched on days before `oldest`, and on days before `today` what fewer than three visitors typed.
pub async fn delete_searches(db: &PgPool, today: Date, oldest: Date) -> sqlx::Result<u64> {
    let rare = searches::delete_rare(db, today).await?;
    let expired = sqlx::query!("delete from search_text where day < $1", oldest).execute(db).await?;
    Ok(rare + expired.rows_affected())
}

/// Deletes the click-outs of days before `oldest`.
pub async fn delete_click_outs(db: impl PgExecutor<'_>, oldest: Date) -> sqlx::Result<u64> {
    Ok(sqlx::query!("delete from click_out where day < $1", oldest).execute(db).await?.rows_affected())
}

/// Deletes the rules about searches that were deleted more than an hour ago.
pub async fn delete_search_rules(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    let deleted = sqlx::query!("delete from search_rule where deleted_at < now() - interval '1 hour'")
        .execute(db)
        .await?;
    Ok(deleted.rows_affected())
}

/// Deletes the builds of guests that nobody has read for `days` days.
pub async fn delete_guest_builds(db: impl PgExecutor<'_>, days: i32) -> sqlx::Result<u64> {
    let deleted =
        sqlx::query!("delete from guest_build where read_at < now() - make_interval(days => $1)", days)
            .execute(db)
            .await?;
    Ok(deleted.rows_affected())
}

/// Deletes the swaps that visitors proposed more than `days` days ago.
pub async fn delete_build_suggestions(db: impl PgExecutor<'_>, days: i32) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from build_suggestion where created_at < now() - make_interval(days => $1)",
        days
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected())
}

/// Deletes the dismissals of rejected listings more than `days` days ago, so that an administrator looks at them again,
/// and what was assigned at that time to listings that no retailer lists any more.
pub async fn delete_listing_decisions(db: &PgPool, days: i32) -> sqlx::Result<u64> {
    let dismissals = sqlx::query!(
        "delete from dismissed_rejection where dismissed_at < now() - make_interval(days => $1)",
        days
    )
    .execute(db)
    .await?;
    let assignments = sqlx::query!(
        "delete from listing_assignment as assigned
         where assigned_at < now() - make_interval(days => $1) and not exists (
             select from rejected_offer as rejected
             where rejected.retailer_id = assigned.retailer_id and rejected.external_id = assigned.external_id)",
        days
    )
    .execute(db)
    .await?;
    Ok(dismissals.rows_affected() + assignments.rows_affected())
}

/// Deletes the records of views of builds on days before `day`, and the secrets of these days.
pub async fn delete_build_views(db: &PgPool, day: Date) -> sqlx::Result<u64> {
    delete_views_before(&mut *db.acquire().await?, day).await
}
