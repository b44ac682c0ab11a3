mod postpone;
mod price_ends;

pub use postpone::{Postponement, postpone};
pub use price_ends::{PriceEndJob, delete_queued_price_ends, list_price_ends, price_end_key};

use sqlx::{PgExecutor, PgTransaction};
use time::{Duration, OffsetDateTime};

use crate::model::{CrawlProblem, HandedListId, JobId, Slug};

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, sqlx::Type)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum JobState {
    Queued,
    Running,
    Done,
    /// Failed too often; waits for an administrator.
    Parked,
    Cancelled,
}

/// A unit of background work.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    pub id: JobId,
    pub kind: String,
    pub payload: serde_json::Value,
    pub state: JobState,
    pub attempts: i32,
    pub max_attempts: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub run_at: OffsetDateTime,
    pub last_error: Option<String>,
}

/// A job with all its columns.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JobDetail {
    pub id: JobId,
    pub kind: String,
    pub payload: serde_json::Value,
    pub state: JobState,
    pub attempts: i32,
    pub max_attempts: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub run_at: OffsetDateTime,
    pub last_error: Option<String>,
    pub dedup_key: Option<String>,
    /// The worker that runs the job, or ended it well; none while the job waits, and after it failed.
    pub worker: Option<String>,
    #[serde(with = "time::serde::rfc3339::option")]
    pub lease_until: Option<OffsetDateTime>,
    /// The job's results, where it ended well; `waitsSince` while it cannot run yet.
    pub counters: serde_json::Value,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub started_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    pub finished_at: Option<OffsetDateTime>,
    /// Why the job's last crawl did not complete, where its kind is known.
    #[serde(skip)]
    pub problem: Option<CrawlProblem>,
}

/// Why an operator's action on a job is refused.
#[derive(Debug, thiserror::Error)]
pub enum JobDecisionError {
    #[error("there is no job {0}")]
    NoJob(JobId),
    #[error("job {id} is {}: {requested}", .state.word())]
    WrongState { id: JobId, state: JobState, requested: &'static str },
    #[error("the same work as job {0} is queued or running already")]
    AlreadyQueued(JobId),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl JobState {
    /// Returns the state as a word for people.
    pub fn word(self) -> &'static str {
        match self {
            JobState::Queued => "queued",
            JobState::Running => "running",
            JobState::Done => "done",
            JobState::Parked => "parked",
            JobState::Cancelled => "cancelled",
        }
    }
}

/// A job to be queued.
#[derive(Debug, Clone, PartialEq)]
pub struct JobDraft<'a> {
    pub kind: &'a str,
    pub payload: serde_json::Value,
    /// The deduplication key, which at most one queued or running job has.
    pub dedup_key: Option<&'a str>,
    pub run_at: OffsetDateTime,
    pub max_attempts: i32,
}

/// The kind of a job that crawls a whole retailer. The kind is stored in rows: never rename it while one is queued.
pub const CRAWL: &str = "crawl";
/// The kind of the job that matches offers to products. Never rename this one either.
pub const MATCH: &str = "link";
/// The kind of a job that reads a list which a retailer handed in. Nor this one.
pub const HAND_IN: &str = "hand-in";
/// Attempts before a job is parked for an administrator.
pub const MAX_ATTEMPTS: i32 = 5;

/// Returns the payload of a crawl job, which names the retailer.
pub fn crawl_payload(retailer: &Slug) -> serde_json::Value {
    serde_json::json!({ "retailer": retailer })
}

/// Returns the payload of a job that reads a handed-in list.
pub fn hand_in_payload(retailer: &Slug, list: HandedListId) -> serde_json::Value {
    serde_json::json!({ "retailer": retailer, "list": list })
}

/// Returns the deduplication key by which one job at a time crawls a retailer.
pub fn crawl_key(retailer: &Slug) -> String {
    format!("{CRAWL} {retailer}")
}

/// Queues a crawl of a retailer, due now; `None` when one is queued or running already.
pub async fn enqueue_crawl(db: impl PgExecutor<'_>, retailer: &Slug) -> sqlx::Result<Option<JobId>> {
    let draft = JobDraft {
        kind: CRAWL,
        payload: crawl_payload(retailer),
        dedup_key: Some(&crawl_key(retailer)),
        run_at: OffsetDateTime::now_utc(),
        max_attempts: MAX_ATTEMPTS,
    };
    enqueue(db, &draft).await
}

/// Queues a job; `None` when a job with the same deduplication key is queued or running already.
pub async fn enqueue(db: impl PgExecutor<'_>, draft: &JobDraft<'_>) -> sqlx::Result<Option<JobId>> {
    sqlx::query_scalar!(
        r#"insert into job (kind, payload, dedup_key, run_at, max_attempts) values ($1, $2, $3, $4, $5)
           on conflict (dedup_key) where state in ('QUEUED', 'RUNNING') do nothing
           returning id as "id: JobId""#,
        draft.kind,
        draft.payload,
        draft.dedup_key,
        draft.run_at,
        draft.max_attempts,
    )
    .fetch_optional(db)
    .await
}

/// Claims the next due job for `lease`: a queued one, or one whose worker let its lease expire. Other workers skip
/// it. Lists that retailers hand in come first, because their senders wait for the answer; picture jobs come last, because
/// hours of them may be queued and prices must not wait. Given a kind, claims the unclaimed job of this kind, even before it is
/// due.
pub async fn claim(
    db: impl PgExecutor<'_>,
    kind: Option<&str>,
    worker: &str,
    lease: Duration,
) -> sqlx::Result<Option<Job>> {
    sqlx::query_as!(
        Job,
        r#"update job set state = 'RUNNING', worker = $1, attempts = attempts + 1, started_at = now(),
               lease_until = now() + make_interval(secs => $2)
           where id = (
               select id from job
               where (kind = $3 or ($3::text is null and run_at <= now()))
                   and (state = 'QUEUED' or (state = 'RUNNING' and lease_until < now()))
               order by case kind when 'hand-in' then 0 when 'pictures' then 2 else 1 end, run_at
               limit 1 for update skip locked)
           returning id as "id: JobId", kind, payload, state as "state: JobState", attempts, max_attempts, run_at,
               last_error"#,
        worker,
        lease.as_seconds_f64(),
        kind,
    )
    .fetch_optional(db)
    .await
}

/// Returns the time at which the unclaimed job of this kind is due; `None` where there is none, or a worker holds it.
pub async fn find_unclaimed(db: impl PgExecutor<'_>, kind: &str) -> sqlx::Result<Option<OffsetDateTime>> {
    sqlx::query_scalar!(
        "select run_at from job where kind = $1 and (state = 'QUEUED' or (state = 'RUNNING' and lease_until < now()))
         order by run_at limit 1",
        kind,
    )
    .fetch_optional(db)
    .await
}

/// Extends the lease of a running job by `lease` from now; `false` when the job is no longer this worker's.
pub async fn heartbeat(
    db: impl PgExecutor<'_>,
    id: JobId,
    worker: &str,
    lease: Duration,
) -> sqlx::Result<bool> {
    let renewed = sqlx::query!(
        "update job set lease_until = now() + make_interval(secs => $3)
         where id = $1 and worker = $2 and state = 'RUNNING'",
        id as JobId,
        worker,
        lease.as_seconds_f64(),
    )
    .execute(db)
    .await?;
    Ok(renewed.rows_affected() == 1)
}

/// Marks a job as done; `false` when the job is no longer this worker's.
pub async fn finish(
    db: impl PgExecutor<'_>,
    id: JobId,
    worker: &str,
    counters: &serde_json::Value,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update job set state = 'DONE', finished_at = now(), lease_until = null, counters = $3, last_error = null
         where id = $1 and worker = $2 and state = 'RUNNING'",
        id as JobId,
        worker,
        counters,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Records a failure: the job is queued again for `retry_at`, or parked after its last attempt.
pub async fn fail(
    db: impl PgExecutor<'_>,
    id: JobId,
    worker: &str,
    error: &str,
    retry_at: OffsetDateTime,
) -> sqlx::Result<bool> {
    let failed = sqlx::query!(
        "update job set last_error = $3, lease_until = null, worker = null, run_at = $4, counters = counters - 'waitsSince',
             state = case when attempts >= max_attempts then 'PARKED' else 'QUEUED' end,
             finished_at = case when attempts >= max_attempts then now() end
         where id = $1 and worker = $2 and state = 'RUNNING'",
        id as JobId,
        worker,
        error,
        retry_at,
    )
    .execute(db)
    .await?;
    Ok(failed.rows_affected() == 1)
}

/// Returns a running job of a worker to the queue, as on shutdown, or all of them: after a claim whose response was lost, the
/// worker may hold a job without knowing. The attempt does not count.
pub async fn release(db: impl PgExecutor<'_>, id: Option<JobId>, worker: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update job set state = 'QUEUED', lease_until = null, worker = null, attempts = greatest(attempts - 1, 0)
         where ($1::uuid is null or id = $1) and worker = $2 and state = 'RUNNING'",
        id as Option<JobId>,
        worker,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns the newest jobs, at most `limit`, of one state or of all.
pub async fn list(db: impl PgExecutor<'_>, state: Option<JobState>, limit: i64) -> sqlx::Result<Vec<Job>> {
    sqlx::query_as!(
        Job,
        r#"select id as "id: JobId", kind, payload, state as "state: JobState", attempts, max_attempts, run_at, last_error
           from job where $1::text is null or state = $1 order by created_at desc limit $2"#,
        state as Option<JobState>,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Returns one job with all its columns.
pub async fn find(db: impl PgExecutor<'_>, id: JobId) -> sqlx::Result<Option<JobDetail>> {
    sqlx::query_as!(
        JobDetail,
        r#"select id as "id: JobId", kind, payload, state as "state: JobState", attempts, max_attempts, run_at, last_error,
               dedup_key, worker, lease_until, counters, created_at, started_at, finished_at,
               (select problem from crawl where crawl.job_id = job.id order by crawl.started_at desc limit 1)
                   as "problem: CrawlProblem"
           from job where id = $1"#,
        id as JobId,
    )
    .fetch_optional(db)
    .await
}

/// Queues a job again that was parked, cancelled or waits for its next attempt: it is due now, and its attempts are
/// reset.
///
/// # Errors
/// When there is no such job, it runs or is done, or another job with the same deduplication key is queued.
pub async fn retry(tx: &mut PgTransaction<'_>, id: JobId) -> Result<(), JobDecisionError> {
    let queued = sqlx::query!(
        "update job set state = 'QUEUED', run_at = now(), attempts = 0, worker = null, lease_until = null,
             finished_at = null
         where id = $1 and state in ('QUEUED', 'PARKED', 'CANCELLED')",
        id as JobId,
    )
    .execute(&mut **tx)
    .await;
    match queued {
        Ok(done) if done.rows_affected() == 1 => Ok(()),
        Ok(_) => {
            Err(wrong_state(tx, id, "only what waits, is parked or was cancelled can be tried again").await?)
        }
        Err(sqlx::Error::Database(error)) if error.constraint() == Some("job_dedup_key_idx") => {
            Err(JobDecisionError::AlreadyQueued(id))
        }
        Err(error) => Err(error.into()),
    }
}

/// Cancels a job. The worker of a running job notices at its next heartbeat, and can no longer finish the job.
///
/// # Errors
/// When there is no such job, or it has already ended.
pub async fn cancel(tx: &mut PgTransaction<'_>, id: JobId) -> Result<(), JobDecisionError> {
    let cancelled = sqlx::query!(
        "update job set state = 'CANCELLED', lease_until = null, finished_at = now()
         where id = $1 and state in ('QUEUED', 'RUNNING', 'PARKED')",
        id as JobId,
    )
    .execute(&mut **tx)
    .await?;
    if cancelled.rows_affected() == 1 {
        return Ok(());
    }
    Err(wrong_state(tx, id, "it ended already").await?)
}

async fn wrong_state(
    tx: &mut PgTransaction<'_>,
    id: JobId,
    requested: &'static str,
) -> Result<JobDecisionError, JobDecisionError> {
    let found = find(&mut **tx, id).await?.ok_or(JobDecisionError::NoJob(id))?;
    Ok(JobDecisionError::WrongState { id, state: found.state, requested })
}
