//! The state of operation, for administrators: retailers' crawls, jobs, held prices.

use sqlx::PgExecutor;
use time::OffsetDateTime;

use super::{
    crawls::CrawlState,
    jobs::{JobDetail, JobState},
};
use crate::model::{CrawlProblem, JobId, Slug};

/// A retailer and its last crawl.
#[derive(Debug, Clone, PartialEq)]
pub struct RetailerStatus {
    pub slug: Slug,
    pub name_en: String,
    pub name_ar: String,
    /// Whether the retailer's file lets it be crawled and shown.
    pub enabled: bool,
    /// Whether an administrator has switched its crawls off.
    pub crawls_off: bool,
    /// The end of the last complete crawl.
    pub crawled_at: Option<OffsetDateTime>,
    /// Since when crawls find that the pages have changed, and store nothing.
    pub pages_changed_at: Option<OffsetDateTime>,
    pub last: Option<LastCrawl>,
    /// The state of a queued or running crawl job of the retailer.
    pub job_state: Option<JobState>,
    /// The time of the next crawl: that of the queued job, else the one that the retailer's file schedules.
    pub next_crawl_at: Option<OffsetDateTime>,
}

impl RetailerStatus {
    /// Whether the retailer is crawled at all.
    pub fn is_crawled(&self) -> bool {
        self.enabled && !self.crawls_off
    }
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
    /// The error in a form that every language can word, where its kind is known.
    pub problem: Option<CrawlProblem>,
}

/// Returns every retailer, in the order in which they were added.
pub async fn list_retailers(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<RetailerStatus>> {
    let rows = sqlx::query!(
        r#"select slug as "slug: Slug", name_en, name_ar, enabled, crawls_off_at is not null as "crawls_off!",
               crawled_at, pages_changed_at, last.state as "state?: CrawlState", last.started_at as "started_at?", last.finished_at,
               last.offers_seen as "read?", last.offers_new + last.offers_changed + last.offers_ended as changes,
               last.offers_held as "held?", last.offers_rejected as "rejected?", last.error,
               last.problem as "problem?: CrawlProblem",
               job.state as "job_state?: JobState",
               coalesce(case when job.state = 'QUEUED' then job.run_at end,
                   case when enabled and crawls_off_at is null and next_crawl_at > now() then next_crawl_at end) as next_crawl_at
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
            problem: row.problem,
        });
        RetailerStatus {
            slug: row.slug,
            name_en: row.name_en,
            name_ar: row.name_ar,
            enabled: row.enabled,
            crawls_off: row.crawls_off,
            crawled_at: row.crawled_at,
            pages_changed_at: row.pages_changed_at,
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

/// Filter of jobs; `None` matches all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JobFilter {
    pub state: Option<JobState>,
    pub kind: Option<String>,
    /// The retailer that the job is about.
    pub retailer: Option<Slug>,
}

/// Returns the jobs that pass a filter, the newest first.
pub async fn list_jobs(
    db: impl PgExecutor<'_>,
    filter: &JobFilter,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<JobDetail>> {
    sqlx::query_as!(
        JobDetail,
        r#"select id as "id: JobId", kind, payload, state as "state: JobState", attempts, max_attempts, run_at, last_error,
               dedup_key, worker, lease_until, counters, created_at, started_at, finished_at,
               (select problem from crawl where crawl.job_id = job.id order by crawl.started_at desc limit 1)
                   as "problem: CrawlProblem"
           from job
           where ($1::text is null or state = $1) and ($4::text is null or kind = $4)
               and ($5::text is null or payload ->> 'retailer' = $5)
           order by created_at desc, id offset $2 limit $3"#,
        filter.state as Option<JobState>,
        offset,
        limit,
        filter.kind,
        filter.retailer.as_ref().map(Slug::as_str),
    )
    .fetch_all(db)
    .await
}

/// Returns the number of jobs that [`list_jobs`] finds.
pub async fn count_listed_jobs(db: impl PgExecutor<'_>, filter: &JobFilter) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from job
           where ($1::text is null or state = $1) and ($2::text is null or kind = $2)
               and ($3::text is null or payload ->> 'retailer' = $3)"#,
        filter.state as Option<JobState>,
        filter.kind,
        filter.retailer.as_ref().map(Slug::as_str),
    )
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
    /// Offers without a product that an administrator can place: their category or manufacturer is unknown, or they state
    /// too little.
    pub waiting_offers: i64,
    /// Rejected listings that nobody has dismissed or assigned.
    pub rejected_offers: i64,
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
               (select count(*) from unjoined_offer
                where reason in ('CATEGORY_UNKNOWN', 'MANUFACTURER_UNKNOWN', 'TOO_LITTLE')) as "waiting_offers!",
               (select count(*) from rejected_listing where state = 'OPEN') as "rejected_offers!",
               (select count(*) from job where state = 'PARKED') as "parked_jobs!",
               (select count(*) from retailer cross join lateral (
                    select state from crawl where crawl.retailer_id = retailer.id and kind = 'CRAWL'
                    order by started_at desc limit 1) as last
                where enabled and crawls_off_at is null and last.state in ('FAILED', 'HELD')) as "failed_crawls!""#,
    )
    .fetch_one(db)
    .await
}
