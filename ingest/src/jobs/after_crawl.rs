//! The matcher run that follows the crawls of a command, so that every offer of a part is on a page within seconds.
//!
//! The run is a job of its own, because it processes all reassignable offers, however few are new. So crawls that end
//! together share one run.

use std::time::Duration;

use domain::store::{
    jobs::{self, JobState},
    matches,
};
use time::OffsetDateTime;

use super::{
    Task,
    run_task::match_delay,
    worker::{WorkerSettings, run_job},
};
use crate::crawl::IngestContext;

/// Time for which a command leaves the matcher run to a worker: an idle worker polls every second.
const MAX_WORKER_WAIT: time::Duration = time::Duration::seconds(2);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Outcome of the matcher run for the offers that a command has stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MatcherOutcome {
    /// No matcher run is left to do.
    Done,
    /// A worker does the run.
    LeftToWorker,
    /// The run failed in this process; a worker tries it again.
    Failed(String),
}

/// Runs the matcher after the crawls of a command: a worker does it where one claims the job within seconds, else this
/// process.
///
/// # Errors
/// On database errors.
pub(crate) async fn match_offers(context: &IngestContext) -> sqlx::Result<MatcherOutcome> {
    let db = &context.db;
    if !matches::has_uncompared(db).await? {
        return Ok(MatcherOutcome::Done);
    }
    Task::Match.enqueue(db).await?;
    // A job that is due later was either queued a moment ago by a worker's crawl, or failed before and is retried now.
    let soon = OffsetDateTime::now_utc() + match_delay(context);
    loop {
        let Some(due) = jobs::find_unclaimed(db, jobs::MATCH).await? else {
            return Ok(MatcherOutcome::LeftToWorker);
        };
        if context.stop.is_cancelled() {
            return Ok(MatcherOutcome::LeftToWorker);
        }
        if OffsetDateTime::now_utc() >= due.min(soon) + MAX_WORKER_WAIT {
            return match_here(context).await;
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

async fn match_here(context: &IngestContext) -> sqlx::Result<MatcherOutcome> {
    let (db, settings) = (&context.db, WorkerSettings::new(1));
    let Some(job) = jobs::claim(db, Some(jobs::MATCH), &settings.name, settings.lease()).await? else {
        return Ok(MatcherOutcome::LeftToWorker);
    };
    run_job(context, &settings, &job).await?;
    Ok(match jobs::find(db, job.id).await? {
        Some(job) if job.state != JobState::Done => {
            MatcherOutcome::Failed(job.last_error.unwrap_or_else(|| "it was stopped".to_owned()))
        }
        _ => MatcherOutcome::Done,
    })
}
