//! The state of operation, for administrators: retailers' crawls, jobs, held prices.

use sqlx::{PgExecutor, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{
    crawls::CrawlState,
    jobs::{Job, JobDetail, JobState},
};
use crate::model::{Fils, JobId, OfferDraft, Picture, Slug};

/// A retailer and its last crawl.
#[derive(Debug, Clone, PartialEq)]
pub struct RetailerStatus {
    pub slug: Slug,
    pub name_en: String,
    pub name_ar: String,
    pub enabled: bool,
    /// The end of the last complete crawl.
    pub crawled_at: Option<OffsetDateTime>,
    pub last: Option<LastCrawl>,
    /// The state of a queued or running crawl job of the retailer.
    pub job_state: Option<JobState>,
    /// The time of the next crawl: that of the queued job, else the one that the retailer's file schedules.
    pub next_crawl_at: Option<OffsetDateTime>,
}

/// The results of a retailer's newest crawl.
#[derive(Debug, Clone, PartialEq)]
pub struct LastCrawl {
    pub state: CrawlState,
    pub started_at: OffsetDateTime,
    pub finished_at: Option<OffsetDateTime>,
    /// Offers that were read and not rejected: stored, held, or deleted by an administrator before.
    pub accepted: i32,
    /// Offers that are new, changed or ended.
    pub changes: i32,
    pub held: i32,
    pub rejected: i32,
    pub error: Option<String>,
}

/// Returns every retailer, in the order in which they were added.
pub async fn list_retailers(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<RetailerStatus>> {
    let rows = sqlx::query!(
        r#"select slug as "slug: Slug", name_en, name_ar, enabled, crawled_at,
               last.state as "state?: CrawlState", last.started_at as "started_at?", last.finished_at,
               last.offers_seen as "read?", last.offers_new + last.offers_changed + last.offers_ended as changes,
               last.offers_held as "held?", last.offers_rejected as "rejected?", last.error,
               job.state as "job_state?: JobState",
               coalesce(case when job.state = 'QUEUED' then job.run_at end,
                   case when enabled and next_crawl_at > now() then next_crawl_at end) as next_crawl_at
           from retailer
           left join lateral (select * from crawl where crawl.retailer_id = retailer.id and kind = 'CRAWL'
                              order by started_at desc limit 1) as last on true
           left join job on dedup_key = 'crawl ' || slug and job.state in ('QUEUED', 'RUNNING')
           order by position"#,
    )
    .fetch_all(db)
    .await?;
    let retailers = rows.into_iter().map(|row| {
        let last = row.state.zip(row.started_at).map(|(state, started_at)| LastCrawl {
            state,
            started_at,
            finished_at: row.finished_at,
            accepted: row.read.unwrap_or_default(),
            changes: row.changes.unwrap_or_default(),
            held: row.held.unwrap_or_default(),
            rejected: row.rejected.unwrap_or_default(),
            error: row.error,
        });
        RetailerStatus {
            slug: row.slug,
            name_en: row.name_en,
            name_ar: row.name_ar,
            enabled: row.enabled,
            crawled_at: row.crawled_at,
            last,
            job_state: row.job_state,
            next_crawl_at: row.next_crawl_at,
        }
    });
    Ok(retailers.collect())
}

/// The number of jobs that have not ended, by state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobCounts {
    pub queued: i64,
    pub running: i64,
    pub parked: i64,
}

/// Counts the queued, running and parked jobs.
pub async fn count_jobs(db: impl PgExecutor<'_>) -> sqlx::Result<JobCounts> {
    sqlx::query_as!(
        JobCounts,
        r#"select (select count(*) from job where state = 'QUEUED') as "queued!",
               (select count(*) from job where state = 'RUNNING') as "running!",
               (select count(*) from job where state = 'PARKED') as "parked!""#,
    )
    .fetch_one(db)
    .await
}

/// Jobs of one kind that are in one state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobCount {
    pub kind: String,
    pub state: JobState,
    pub count: i64,
}

/// Counts the jobs that have not ended, by kind and state.
pub async fn count_jobs_by_kind(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<JobCount>> {
    sqlx::query_as!(
        JobCount,
        r#"select kind, state as "state: JobState", count(*) as "count!" from job
           where state in ('QUEUED', 'RUNNING', 'PARKED') group by kind, state"#,
    )
    .fetch_all(db)
    .await
}

/// Returns the seconds for which the oldest due job has waited for a worker; 0 when none waits. Picture jobs do not count:
/// they come after all other work, and so may wait for hours.
pub async fn oldest_due_job_age(db: impl PgExecutor<'_>) -> sqlx::Result<f64> {
    sqlx::query_scalar!(
        r#"select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as "seconds!" from job
           where state = 'QUEUED' and run_at <= now() and kind <> 'pictures'"#,
    )
    .fetch_one(db)
    .await
}

/// Returns the size of the database on disk, in bytes.
pub async fn database_size(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select pg_database_size(current_database()) as "bytes!""#).fetch_one(db).await
}

/// Returns the jobs of one state or of all, the newest first.
pub async fn list_jobs(
    db: impl PgExecutor<'_>,
    state: Option<JobState>,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<JobDetail>> {
    let rows = sqlx::query!(
        r#"select id as "id: JobId", kind, payload, state as "state: JobState", attempts, max_attempts, run_at, last_error,
               dedup_key, worker, lease_until, counters, created_at, started_at, finished_at
           from job where $1::text is null or state = $1 order by created_at desc, id offset $2 limit $3"#,
        state as Option<JobState>,
        offset,
        limit,
    )
    .fetch_all(db)
    .await?;
    let jobs = rows.into_iter().map(|row| JobDetail {
        job: Job {
            id: row.id,
            kind: row.kind,
            payload: row.payload,
            state: row.state,
            attempts: row.attempts,
            max_attempts: row.max_attempts,
            run_at: row.run_at,
            last_error: row.last_error,
        },
        dedup_key: row.dedup_key,
        worker: row.worker,
        lease_until: row.lease_until,
        counters: row.counters,
        created_at: row.created_at,
        started_at: row.started_at,
        finished_at: row.finished_at,
    });
    Ok(jobs.collect())
}

/// Returns the number of jobs that [`list_jobs`] finds.
pub async fn count_listed_jobs(db: impl PgExecutor<'_>, state: Option<JobState>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from job where $1::text is null or state = $1"#,
        state as Option<JobState>,
    )
    .fetch_one(db)
    .await
}

/// A held price, as shown to an administrator.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldPrice {
    pub id: Uuid,
    pub retailer: String,
    pub retailer_slug: Slug,
    /// The rule that held the price.
    pub reason: String,
    pub price: Fils,
    pub last_retailer_price: Option<Fils>,
    pub market_median: Option<Fils>,
    pub market_retailers: Option<i64>,
    pub draft: Json<OfferDraft>,
    pub picture: Option<Json<Picture>>,
    pub times_seen: i32,
    pub held_at: OffsetDateTime,
}

/// Returns the held prices, the oldest first.
pub async fn list_held(db: impl PgExecutor<'_>, offset: i64, limit: i64) -> sqlx::Result<Vec<HeldPrice>> {
    sqlx::query_as!(
        HeldPrice,
        r#"select held_offer.id, name_en as retailer, slug as "retailer_slug: Slug", reason,
               price_fils as "price: Fils", own_price_fils as "last_retailer_price: Fils",
               market_median_fils as "market_median: Fils", market_shops as market_retailers, draft as "draft: Json<OfferDraft>",
               offer_picture_json(retailer_id, draft ->> 'image_url') as "picture: Json<Picture>", times_seen, held_at
           from held_offer join retailer on retailer.id = retailer_id
           where state = 'HELD' order by held_at, held_offer.id offset $1 limit $2"#,
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Returns the number of held prices.
pub async fn count_held(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from held_offer where state = 'HELD'"#)
        .fetch_one(db)
        .await
}

/// Work that waits for an administrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenWork {
    /// Candidate matches to decide.
    pub matches: i64,
    /// Manufacturers to confirm or to turn into aliases.
    pub manufacturers: i64,
    /// Held prices.
    pub held_prices: i64,
    /// Jobs that failed too often.
    pub parked_jobs: i64,
    /// Retailers whose newest crawl failed or was held back.
    pub failed_crawls: i64,
}

/// Counts the work that waits for an administrator.
pub async fn count_open_work(db: impl PgExecutor<'_>) -> sqlx::Result<OpenWork> {
    sqlx::query_as!(
        OpenWork,
        r#"select
               (select coalesce(sum(questions), 0)::bigint from match_question_count)
                   + (select coalesce(sum(times), 0)::bigint from match_question_delta) as "matches!",
               (select count(*) from manufacturer where state = 'UNCONFIRMED') as "manufacturers!",
               (select count(*) from held_offer where state = 'HELD') as "held_prices!",
               (select count(*) from job where state = 'PARKED') as "parked_jobs!",
               (select count(*) from retailer cross join lateral (
                    select state from crawl where crawl.retailer_id = retailer.id and kind = 'CRAWL'
                    order by started_at desc limit 1) as last
                where enabled and last.state in ('FAILED', 'HELD')) as "failed_crawls!""#,
    )
    .fetch_one(db)
    .await
}
