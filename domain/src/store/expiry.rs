//! Deletion of expired rows. Prices that were dropped stay.

use sqlx::{PgExecutor, PgPool};
use time::Date;

use super::builds::delete_views_before;

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
/// an administrator is never asked about the same price again.
pub async fn delete_decided_offers(db: impl PgExecutor<'_>, days: i32) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from held_offer
         where state in ('RELEASED', 'SUPERSEDED') and coalesce(decided_at, seen_at) < now() - make_interval(days => $1)",
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

/// Deletes the records of views of builds on days before `day`, and the secrets of these days.
pub async fn delete_build_views(db: &PgPool, day: Date) -> sqlx::Result<u64> {
    delete_views_before(&mut *db.acquire().await?, day).await
}
