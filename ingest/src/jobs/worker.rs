//! Claims jobs and runs them. The lease of a worker that died expires, and another worker claims the job.

use std::{
    any::Any,
    panic::AssertUnwindSafe,
    time::{Duration, Instant},
};

use domain::{
    model::JobId,
    store::jobs::{self, Job, Postponement},
};
use futures::FutureExt;
use metrics::{counter, histogram};
use time::OffsetDateTime;
use tokio::task::JoinSet;
use tracing::{Instrument, Span, debug_span};

use super::{Task, TaskEnd, run_task};
use crate::{crawl::IngestContext, database};

/// Pause after the first failure; each further failure doubles it.
const FIRST_RETRY: Duration = Duration::from_secs(60);
/// Maximum pause between attempts, before the random factor (0.75 to 1.25).
const MAX_RETRY: Duration = Duration::from_secs(3600);

/// Time for which a job waits for another process that reads its retailer, before an administrator is told.
const MAX_BUSY_WAIT: time::Duration = time::Duration::hours(6);

/// Maximum time for which recording the end of a job is retried while the database is away. By then the job's lease
/// (60 s) has expired.
const MAX_OUTAGE_WAIT: Duration = Duration::from_secs(120);
const OUTAGE_POLL: Duration = Duration::from_millis(300);

/// Settings of a worker.
#[derive(Debug, Clone)]
pub struct WorkerSettings {
    /// Name of the worker in the rows that it holds.
    pub name: String,
    /// Maximum number of jobs at once.
    pub slots: usize,
    /// Time without a heartbeat after which a job's lease expires.
    pub lease: Duration,
    /// Interval at which an idle slot polls for work.
    pub poll: Duration,
}

impl WorkerSettings {
    /// Returns the settings of a worker of this process with this many slots.
    pub fn new(slots: usize) -> Self {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let name = format!("{}:{}:{:08x}", host.trim(), std::process::id(), rand::random::<u32>());
        Self { name, slots: slots.max(1), lease: Duration::from_secs(60), poll: Duration::from_secs(1) }
    }

    /// Returns the lease in the type of the database's clock.
    pub(super) fn lease(&self) -> time::Duration {
        time::Duration::try_from(self.lease).unwrap_or(time::Duration::MINUTE)
    }
}

/// Claims and runs jobs until told to stop; then returns unfinished jobs to the queue.
///
/// # Errors
/// When a slot died of a bug; database failures are waited out.
pub async fn run(context: &IngestContext, settings: &WorkerSettings) -> anyhow::Result<()> {
    let mut slots = JoinSet::new();
    for number in 0..settings.slots {
        let context = context.clone();
        let settings = WorkerSettings { name: format!("{}/{number}", settings.name), ..settings.clone() };
        slots.spawn(async move { work(&context, &settings).await });
    }
    tracing::info!(worker = settings.name, slots = settings.slots, "The worker accepts jobs");
    while let Some(ended) = slots.join_next().await {
        ended?;
    }
    Ok(())
}

async fn work(context: &IngestContext, settings: &WorkerSettings) {
    // Whether the last claim failed without an answer, and so may have taken a job.
    let mut last_claim_failed = false;
    while !context.stop.is_cancelled() {
        let claimed = claim(context, settings, last_claim_failed).await;
        last_claim_failed = claimed.is_err();
        match claimed {
            Ok(Some(job)) => {
                if let Err(error) = run_job(context, settings, &job).await {
                    // The row could not be written: its lease expires, and another worker claims the job.
                    tracing::error!(job = %job.id, error = %error, "Cannot record the end of a job");
                }
                continue;
            }
            Ok(None) => {}
            Err(error) => tracing::error!(error = %error, "Cannot claim a job"),
        }
        // Random jitter keeps workers that poll at the same moment from staying in step.
        let pause = settings.poll.mul_f64(rand::random_range(0.8..1.2));
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = context.stop.cancelled() => {}
        }
    }
}

async fn claim(
    context: &IngestContext,
    settings: &WorkerSettings,
    last_claim_failed: bool,
) -> sqlx::Result<Option<Job>> {
    if last_claim_failed {
        jobs::release(&context.db, None, &settings.name).await?;
    }
    jobs::claim(&context.db, None, &settings.name, settings.lease()).await
}

/// Runs a claimed job and records how it ended.
///
/// # Errors
/// When the end cannot be recorded; then the job's lease expires.
pub(super) async fn run_job(
    context: &IngestContext,
    settings: &WorkerSettings,
    job: &Job,
) -> sqlx::Result<()> {
    let (db, worker) = (&context.db, settings.name.as_str());
    // A job that killed its worker each time must not be retried for ever.
    if job.attempts > job.max_attempts {
        let now = OffsetDateTime::now_utc();
        return retry_until_database_answers(context, || {
            jobs::fail(db, job.id, worker, "the worker died at every attempt", now)
        })
        .await
        .map(drop);
    }
    let task = match Task::parse(&job.kind, &job.payload) {
        Ok(task) => task,
        Err(reason) => return fail(context, worker, job, &reason).await,
    };
    // Cancelled with the process, or alone when the lease is lost.
    let job_context = IngestContext { stop: context.stop.child_token(), ..context.clone() };
    let heartbeat_task = tokio::spawn(renew_lease(job_context.clone(), job.id, settings.clone()));
    let started = Instant::now();
    let ended = isolate_panic(run_task(&task, &job_context, job.id)).instrument(trace_job(job)).await;
    heartbeat_task.abort();
    record_metrics(task.kind(), &ended, started.elapsed());
    match ended {
        Ok(TaskEnd::Done(counters)) => {
            retry_until_database_answers(context, || jobs::finish(db, job.id, worker, &counters)).await?;
            tracing::info!(job = %job.id, kind = job.kind, "Finished a job: {}", job.kind);
            Ok(())
        }
        Ok(TaskEnd::Requeue) => {
            retry_until_database_answers(context, || jobs::release(db, Some(job.id), worker)).await
        }
        Ok(TaskEnd::Later(pause)) => postpone(context, worker, job, pause).await,
        Err(error) if database::is_caused_by_outage(&error) => {
            // The job is not at fault: as soon as the database answers, it returns to the queue to start again at once.
            tracing::warn!(job = %job.id, kind = job.kind, reason = %error, "Lost the database: the job {} is queued again", job.kind);
            retry_until_database_answers(context, || jobs::release(db, Some(job.id), worker)).await
        }
        Err(error) => fail(context, worker, job, &format!("{error:#}")).await,
    }
}

/// The span of a job's trace. The log, which names each job itself, shows spans of this level to debuggers alone.
fn trace_job(job: &Job) -> Span {
    debug_span!("job", otel.name = %format_args!("job {}", job.kind), job.id = %job.id, job.attempt = job.attempts)
}

/// Records as metrics how a job ended.
fn record_metrics(kind: &'static str, ended: &anyhow::Result<TaskEnd>, took: Duration) {
    let outcome = match ended {
        Ok(TaskEnd::Done(_)) => "done",
        Ok(TaskEnd::Requeue | TaskEnd::Later(_)) => "released",
        Err(error) if database::is_caused_by_outage(error) => "released",
        Err(_) => "failed",
    };
    counter!("jobs_finished_total", "kind" => kind, "outcome" => outcome).increment(1);
    histogram!("job_duration_seconds", "kind" => kind).record(took.as_secs_f64());
}

/// Turns a panic of one job into its error. The job fails, and is retried and parked like any other; the other slots
/// go on.
async fn isolate_panic<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|panic| {
        let message = panic_message(&*panic);
        Err(anyhow::anyhow!("the job panicked: {message}"))
    })
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// Returns a job to the queue whose retailer another process reads, or parks it when it has waited too long.
async fn postpone(context: &IngestContext, worker: &str, job: &Job, pause: Duration) -> sqlx::Result<()> {
    let due = OffsetDateTime::now_utc() + pause;
    let why = format!(
        "another process has been reading the retailer for {} hours: see whether it still does",
        MAX_BUSY_WAIT.whole_hours()
    );
    let postponed = retry_until_database_answers(context, || {
        jobs::postpone(&context.db, job.id, worker, due, MAX_BUSY_WAIT, &why)
    })
    .await?;
    match postponed {
        Some(Postponement { is_parked: true, .. }) => {
            tracing::warn!(job = %job.id, kind = job.kind, reason = why, "A job was parked: {}", job.kind);
        }
        Some(Postponement { is_first: true, .. }) => {
            tracing::info!(job = %job.id, kind = job.kind, "The retailer is being read: the job {} waits", job.kind);
        }
        _ => {}
    }
    Ok(())
}

async fn fail(context: &IngestContext, worker: &str, job: &Job, reason: &str) -> sqlx::Result<()> {
    let retry_at = OffsetDateTime::now_utc() + back_off(job.attempts);
    retry_until_database_answers(context, || jobs::fail(&context.db, job.id, worker, reason, retry_at))
        .await?;
    tracing::warn!(job = %job.id, kind = job.kind, attempt = job.attempts, reason, "A job failed: {}", job.kind);
    Ok(())
}

/// Runs a write that records how a job ended, again and again until the database answers, for [`MAX_OUTAGE_WAIT`] at
/// most. Where the lease expires meanwhile, another worker gets the job and nothing is recorded. A worker told to stop
/// does not wait.
async fn retry_until_database_answers<T, F: Future<Output = sqlx::Result<T>>>(
    context: &IngestContext,
    write: impl Fn() -> F,
) -> sqlx::Result<T> {
    let deadline = tokio::time::Instant::now() + MAX_OUTAGE_WAIT;
    loop {
        let ended = write().await;
        let is_outage = ended.as_ref().is_err_and(database::is_outage);
        if !is_outage || context.stop.is_cancelled() || tokio::time::Instant::now() >= deadline {
            return ended;
        }
        tokio::time::sleep(OUTAGE_POLL).await;
    }
}

fn back_off(attempts: i32) -> Duration {
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(16);
    let pause = FIRST_RETRY.saturating_mul(2_u32.saturating_pow(doublings)).min(MAX_RETRY);
    pause.mul_f64(rand::random_range(0.75..1.25))
}

/// Renews the lease of a job until this worker no longer holds it.
async fn renew_lease(context: IngestContext, id: JobId, settings: WorkerSettings) {
    loop {
        tokio::time::sleep(settings.lease / 3).await;
        match jobs::heartbeat(&context.db, id, &settings.name, settings.lease()).await {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!(job = %id, "Another worker claimed the job, or it was cancelled: stopping it here");
                context.stop.cancel();
                return;
            }
            Err(error) => tracing::warn!(job = %id, error = %error, "Cannot renew the lease of the job"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn panic_of_a_job_is_recorded_as_its_error() {
        let bug = || -> anyhow::Result<u32> { panic!("a bug on page {}", 7) };
        let error = isolate_panic(async { bug() }).await.unwrap_err();
        assert_eq!(error.to_string(), "the job panicked: a bug on page 7");
        assert_eq!(isolate_panic(async { anyhow::Ok(7) }).await.unwrap(), 7);
    }

    #[test]
    fn backoff_grows_to_an_hour() {
        assert!(back_off(1) <= Duration::from_secs(75));
        assert!(back_off(3) >= Duration::from_secs(180));
        assert!(back_off(i32::MAX) <= Duration::from_secs(4500));
    }
}
