use std::collections::BTreeMap;

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{CrawlProblem, Slug},
    store::{
        crawls::{Crawl, CrawlState},
        feed, mails,
        operations::{self, LastCrawl, RetailerStatus},
    },
};
use serde::Serialize;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
        session::Admin,
    },
    services::search_index::SearchIndex,
};

/// Maximum age of the last complete crawl before a retailer counts as late.
const LATE_AFTER: Duration = Duration::hours(26);

/// State of crawls, jobs, the index and the outbox.
#[derive(Debug, Serialize, ToSchema)]
pub struct Operations {
    /// In the order in which they were added.
    pub retailers: Vec<RetailerState>,
    pub jobs: JobCounts,
    pub index: IndexState,
    pub outbox: Outbox,
}

/// State of a retailer's crawls.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetailerState {
    #[schema(value_type = String)]
    pub slug: Slug,
    pub name: String,
    pub name_ar: String,
    /// Whether the retailer's file lets it be crawled.
    pub enabled: bool,
    /// Whether an administrator has switched the retailer off.
    pub switched_off: bool,
    pub health: RetailerHealth,
    pub last_crawl: Option<CrawlReport>,
    /// Whether a crawl is queued or running.
    pub crawling: bool,
    #[serde(with = "time::serde::rfc3339::option")]
    pub next_crawl_at: Option<OffsetDateTime>,
}

/// Health of a retailer's crawls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum RetailerHealth {
    Ok,
    /// The last crawl stopped early.
    Partial,
    /// The last crawl differed too much from the one before; nothing of it was published.
    Held,
    /// The retailer has changed its pages, so its crawls store nothing until its file is mended.
    Changed,
    /// The last crawl failed.
    Failing,
    /// No crawl completed for 26 hours.
    Late,
    /// No crawl has completed yet.
    Never,
    /// The retailer is switched off.
    Off,
}

/// Result of a crawl.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CrawlReport {
    #[serde(with = "time::serde::rfc3339")]
    pub started_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub finished_at: Option<OffsetDateTime>,
    /// RUNNING, COMPLETE, PARTIAL, HELD or FAILED.
    #[schema(value_type = String, example = "COMPLETE")]
    pub state: CrawlState,
    pub offers: i32,
    /// Number of offers that are new, changed or ended.
    pub changes: i32,
    /// Number of prices held back for a decision.
    pub held: i32,
    /// Number of listings that could not be read.
    pub errors: i32,
    /// Reason why the crawl did not complete.
    pub error: Option<String>,
    /// The reason as a code, where its kind is known.
    #[schema(value_type = Option<CrawlProblemBody>)]
    pub problem: Option<CrawlProblem>,
}

/// Why a crawl did not complete: a code, and values for its sentence.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CrawlProblem)]
pub struct CrawlProblemBody {
    #[schema(example = "MISSED_OFFERS")]
    pub code: String,
    pub values: BTreeMap<String, String>,
}

/// Numbers of unfinished jobs.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobCounts {
    pub queued: i64,
    pub running: i64,
    /// Jobs that failed too often and wait for an administrator.
    pub parked: i64,
}

/// Search index of the process that answers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexState {
    /// Counter that every rebuild increases.
    pub generation: u64,
    /// Seconds since the index last held every change of the database; null before the first time.
    pub lag_seconds: Option<f64>,
    /// Size on disk.
    pub bytes: u64,
    pub documents: u64,
    pub rebuilding: bool,
    /// The transaction that keeps changes from the index, when it has done so for seconds.
    pub blocked_by: Option<BlockingTransaction>,
}

/// A transaction of the database server that keeps changes from the index for as long as it lasts.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockingTransaction {
    /// Process id of the server process that runs it; null for a prepared transaction.
    pub process: Option<i32>,
    /// Name of the prepared transaction.
    pub prepared: Option<String>,
    pub database: Option<String>,
    pub user: Option<String>,
    pub application: Option<String>,
    /// Duration of the transaction so far.
    pub seconds: Option<f64>,
}

/// Numbers of unsent mails.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Outbox {
    pub waiting: i64,
    /// Unsent mails that failed at least once.
    pub failed: i64,
    #[serde(with = "time::serde::rfc3339::option")]
    pub oldest_at: Option<OffsetDateTime>,
}

/// `GET /api/admin/operations`: returns the state of crawls, jobs, the index and the outbox.
#[utoipa::path(
    get,
    path = "/api/admin/operations",
    responses((status = 200, body = Operations), (status = 422, description = "The operation takes no parameters"))
)]
pub async fn get_operations(
    State(db): State<PgPool>,
    State(index): State<SearchIndex>,
    _: Admin,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    query.finish()?;
    let (retailers, jobs, mails) = tokio::try_join!(
        operations::list_retailers(&db),
        operations::count_jobs(&db),
        mails::count_waiting(&db),
    )?;
    let now = OffsetDateTime::now_utc();
    let answer = Operations {
        retailers: retailers.into_iter().map(|retailer| RetailerState::from_status(retailer, now)).collect(),
        jobs: JobCounts { queued: jobs.queued, running: jobs.running, parked: jobs.parked },
        index: IndexState::from_index(&index),
        outbox: Outbox { waiting: mails.waiting, failed: mails.failing, oldest_at: mails.waiting_since },
    };
    Ok((CachePolicy::Never, Json(answer)))
}

impl RetailerState {
    fn from_status(retailer: RetailerStatus, now: OffsetDateTime) -> Self {
        Self {
            health: RetailerHealth::from_status(&retailer, now),
            slug: retailer.slug,
            name: retailer.name_en,
            name_ar: retailer.name_ar,
            enabled: retailer.enabled,
            switched_off: retailer.crawls_off,
            last_crawl: retailer.last.map(CrawlReport::from),
            crawling: retailer.job_state.is_some(),
            next_crawl_at: retailer.next_crawl_at,
        }
    }
}

impl RetailerHealth {
    fn from_status(retailer: &RetailerStatus, now: OffsetDateTime) -> Self {
        if !retailer.is_crawled() {
            return Self::Off;
        }
        if retailer.pages_changed_at.is_some() {
            return Self::Changed;
        }
        match retailer.last.as_ref().map(|last| last.state) {
            None => Self::Never,
            Some(CrawlState::Failed) => Self::Failing,
            Some(CrawlState::Held) => Self::Held,
            Some(CrawlState::Partial) => Self::Partial,
            Some(CrawlState::Complete | CrawlState::Running) => match retailer.crawled_at {
                Some(at) if now - at <= LATE_AFTER => Self::Ok,
                Some(_) => Self::Late,
                // The first crawl is still running.
                None => Self::Never,
            },
        }
    }
}

impl From<LastCrawl> for CrawlReport {
    fn from(last: LastCrawl) -> Self {
        Self {
            started_at: last.started_at,
            finished_at: last.finished_at,
            state: last.state,
            offers: last.accepted,
            changes: last.changes,
            held: last.held,
            errors: last.rejected,
            error: last.error,
            problem: last.problem,
        }
    }
}

impl From<Crawl> for CrawlReport {
    fn from(crawl: Crawl) -> Self {
        let counters = crawl.counters;
        Self {
            started_at: crawl.started_at,
            finished_at: crawl.finished_at,
            state: crawl.state,
            offers: counters.accepted,
            changes: counters.new + counters.changed + counters.ended,
            held: counters.held,
            errors: counters.rejected,
            error: crawl.error,
            problem: crawl.problem,
        }
    }
}

impl IndexState {
    fn from_index(index: &SearchIndex) -> Self {
        let stats = index.unready_engine().stats();
        let index = index.status();
        Self {
            generation: stats.generation,
            lag_seconds: index.lag().map(|lag| lag.as_millis() as f64 / 1000.0),
            bytes: stats.bytes,
            documents: stats.documents,
            rebuilding: index.rebuilding,
            blocked_by: index.blocked_by.map(BlockingTransaction::from),
        }
    }
}

impl From<feed::BlockingTransaction> for BlockingTransaction {
    fn from(transaction: feed::BlockingTransaction) -> Self {
        let feed::BlockingTransaction { process, prepared, database, user, application, seconds } =
            transaction;
        Self { process, prepared, database, user, application, seconds }
    }
}
