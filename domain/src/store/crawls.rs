use sqlx::{PgExecutor, types::Json};
use time::OffsetDateTime;

use crate::model::{CrawlId, CrawlProblem, JobId, RetailerId};

/// The state of a crawl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, sqlx::Type)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum CrawlState {
    Running,
    /// Every page was read: offers that the crawl did not meet are missing.
    Complete,
    /// The crawl stopped early or at its limit of offers, or some pages could not be read: offers that it did not meet may
    /// still exist.
    Partial,
    /// Every page was read, but too many offers are missing or too many prices moved far: the crawl ended no offer.
    /// Batches that it stored before stay.
    Held,
    Failed,
}

/// The extent of a crawl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, sqlx::Type)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum CrawlKind {
    /// The whole retailer.
    Crawl,
    /// A few known offers.
    Refresh,
}

/// The numbers of pages and offers of a crawl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct CrawlCounters {
    pub pages: i32,
    /// Offers that were read and not rejected: stored, held, or deleted by an administrator before. The JSON of the
    /// commands and the column `offers_seen` call them seen, the metrics and the table of `ingest run` read.
    #[serde(rename = "seen")]
    pub accepted: i32,
    pub new: i32,
    pub changed: i32,
    pub unchanged: i32,
    pub ended: i32,
    pub rejected: i32,
    pub held: i32,
    pub unmatched: i32,
}

/// Crawl of a retailer.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Crawl {
    pub id: CrawlId,
    pub retailer_id: RetailerId,
    pub state: CrawlState,
    #[serde(with = "time::serde::rfc3339")]
    pub started_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub finished_at: Option<OffsetDateTime>,
    pub counters: CrawlCounters,
    pub error: Option<String>,
    /// The same in a form that every language can word, where its kind is known.
    #[serde(skip)]
    pub problem: Option<CrawlProblem>,
}

/// Begins a crawl or a refresh. The caller holds the retailer's advisory lock, so crawls and refreshes that are still
/// RUNNING belong to a process that died; they become FAILED.
pub async fn start(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    kind: CrawlKind,
    job_id: Option<JobId>,
) -> sqlx::Result<CrawlId> {
    sqlx::query_scalar!(
        r#"with dead as (
               update crawl set state = 'FAILED', finished_at = now(), error = 'the worker died',
                   problem = '{"code": "WORKER_DIED", "values": {}}'
               where retailer_id = $1 and state = 'RUNNING'
           )
           insert into crawl (retailer_id, kind, job_id) values ($1, $2, $3) returning id as "id: CrawlId""#,
        retailer_id as RetailerId,
        kind as CrawlKind,
        job_id as Option<JobId>,
    )
    .fetch_one(db)
    .await
}

/// Ends a crawl with its state and counters.
pub async fn finish(
    db: impl PgExecutor<'_>,
    id: CrawlId,
    state: CrawlState,
    counters: &CrawlCounters,
    error: Option<&str>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update crawl set state = $2, finished_at = now(), pages = $3, offers_seen = $4, offers_new = $5,
             offers_changed = $6, offers_unchanged = $7, offers_ended = $8, offers_rejected = $9, offers_held = $10,
             offers_unmatched = $11, error = $12
         where id = $1",
        id as CrawlId,
        state as CrawlState,
        counters.pages,
        counters.accepted,
        counters.new,
        counters.changed,
        counters.unchanged,
        counters.ended,
        counters.rejected,
        counters.held,
        counters.unmatched,
        error,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores why a crawl did not complete, beside the sentence that says so.
pub async fn set_problem(db: impl PgExecutor<'_>, id: CrawlId, problem: &CrawlProblem) -> sqlx::Result<()> {
    sqlx::query!("update crawl set problem = $2 where id = $1", id as CrawlId, Json(problem) as _)
        .execute(db)
        .await?;
    Ok(())
}

/// Returns a page of the crawls of each retailer, or of one, the newest first, refreshes left out.
pub async fn list_newest(
    db: impl PgExecutor<'_>,
    retailer_id: Option<RetailerId>,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<Crawl>> {
    let rows = sqlx::query!(
        r#"select crawl.id as "id: CrawlId", retailer_id as "retailer_id: RetailerId", state as "state: CrawlState",
               started_at, finished_at, pages, offers_seen, offers_new, offers_changed, offers_unchanged, offers_ended,
               offers_rejected, offers_held, offers_unmatched, error, problem as "problem: CrawlProblem"
           from retailer cross join lateral (
               select * from crawl where retailer_id = retailer.id and kind = 'CRAWL'
               order by started_at desc, id offset $2 limit $3) as crawl
           where $1::uuid is null or retailer.id = $1 order by retailer_id, started_at desc, crawl.id"#,
        retailer_id as Option<RetailerId>,
        offset,
        limit,
    )
    .fetch_all(db)
    .await?;
    let crawls = rows.into_iter().map(|row| Crawl {
        id: row.id,
        retailer_id: row.retailer_id,
        state: row.state,
        started_at: row.started_at,
        finished_at: row.finished_at,
        counters: CrawlCounters {
            pages: row.pages,
            accepted: row.offers_seen,
            new: row.offers_new,
            changed: row.offers_changed,
            unchanged: row.offers_unchanged,
            ended: row.offers_ended,
            rejected: row.offers_rejected,
            held: row.offers_held,
            unmatched: row.offers_unmatched,
        },
        error: row.error,
        problem: row.problem,
    });
    Ok(crawls.collect())
}

/// Returns the number of crawls that [`list_newest`] finds of a retailer.
pub async fn count_of_retailer(db: impl PgExecutor<'_>, retailer_id: RetailerId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from crawl where retailer_id = $1 and kind = 'CRAWL'"#,
        retailer_id as RetailerId,
    )
    .fetch_one(db)
    .await
}

/// The listings that a retailer's last complete crawls read and rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadListings {
    pub accepted: i64,
    pub rejected: i64,
}

/// Returns the sums over the last `crawls` complete crawls of a retailer.
pub async fn sum_last_complete(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    crawls: i64,
) -> sqlx::Result<ReadListings> {
    sqlx::query_as!(
        ReadListings,
        r#"select coalesce(sum(offers_seen), 0) as "accepted!", coalesce(sum(offers_rejected), 0) as "rejected!"
           from (select offers_seen, offers_rejected from crawl
                 where retailer_id = $1 and kind = 'CRAWL' and state = 'COMPLETE'
                 order by started_at desc limit $2) as last"#,
        retailer_id as RetailerId,
        crawls,
    )
    .fetch_one(db)
    .await
}
