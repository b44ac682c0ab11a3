//! What a job row asks for. Every task may run twice.

use domain::{
    model::{JobId, Slug},
    store::{
        crawls::CrawlState,
        feed,
        jobs::{self, JobDraft},
        links, prices, remembered_pages,
    },
};
use serde_json::{Value, json};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use crate::{
    commands::run::read_files,
    crawl::{CrawlContext, CrawlOptions, crawl},
    output::Output,
    progress::Progress,
};

/// Feed rows older than this many days go: an index that was away longer is built anew.
const FEED_DAYS: i32 = 14;
/// Pages that no crawl has met for this many days are forgotten.
const PAGE_DAYS: i32 = 30;
/// Tries before a job is parked for a person.
const MAX_ATTEMPTS: i32 = 5;

/// A unit of work. The names are stored in rows: never rename one while such rows are queued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Read a shop.
    Crawl { retailer: Slug },
    /// Try all waiting offers again.
    Link,
    /// Make the coming months' partitions and drop what no index needs any more.
    Upkeep,
}

/// How a task ended that did not fail.
#[derive(Debug)]
pub enum TaskEnd {
    Done(Value),
    /// It was told to stop: the job goes back into the queue.
    Stopped,
}

impl Task {
    /// The kind as stored.
    pub fn kind(&self) -> &'static str {
        match self {
            Task::Crawl { .. } => "crawl",
            Task::Link => "link",
            Task::Upkeep => "upkeep",
        }
    }

    /// Reads a row.
    ///
    /// # Errors
    /// Why it is no work of this version.
    pub fn read(kind: &str, payload: &Value) -> Result<Task, String> {
        match kind {
            "crawl" => {
                let slug = payload.get("retailer").and_then(Value::as_str).ok_or("it names no retailer")?;
                Ok(Task::Crawl { retailer: slug.parse().map_err(|error| format!("retailer: {error}"))? })
            }
            "link" => Ok(Task::Link),
            "upkeep" => Ok(Task::Upkeep),
            other => Err(format!("this version knows no job of the kind {other:?}")),
        }
    }

    fn payload(&self) -> Value {
        match self {
            Task::Crawl { retailer } => json!({ "retailer": retailer }),
            Task::Link | Task::Upkeep => json!({}),
        }
    }

    /// Puts it into the queue; `None` when the same work waits or runs already.
    ///
    /// # Errors
    /// On database errors.
    pub async fn enqueue(&self, db: &PgPool) -> sqlx::Result<Option<JobId>> {
        let dedup_key = match self {
            Task::Crawl { retailer } => format!("crawl {retailer}"),
            Task::Link | Task::Upkeep => self.kind().to_owned(),
        };
        let draft = JobDraft {
            kind: self.kind(),
            payload: self.payload(),
            dedup_key: Some(&dedup_key),
            run_at: OffsetDateTime::now_utc(),
            max_attempts: MAX_ATTEMPTS,
        };
        jobs::enqueue(db, &draft).await
    }

    /// Does it.
    ///
    /// # Errors
    /// Why it is to be tried again later.
    pub async fn run(&self, context: &CrawlContext, job_id: JobId) -> anyhow::Result<TaskEnd> {
        match self {
            Task::Crawl { retailer } => read_shop(context, retailer, job_id).await,
            Task::Link => {
                let mut tx = context.db.begin().await?;
                let joined = links::link_exact(&mut tx).await?;
                tx.commit().await?;
                Ok(TaskEnd::Done(json!({ "joined": joined })))
            }
            Task::Upkeep => {
                let now = OffsetDateTime::now_utc();
                prices::ensure_partitions(&context.db, now, now + Duration::days(62)).await?;
                let pruned = feed::prune(&mut *context.db.acquire().await?, FEED_DAYS).await?;
                let forgotten = remembered_pages::prune(&context.db, PAGE_DAYS).await?;
                Ok(TaskEnd::Done(json!({ "feedRowsDropped": pruned, "pagesForgotten": forgotten })))
            }
        }
    }
}

async fn read_shop(context: &CrawlContext, retailer: &Slug, job_id: JobId) -> anyhow::Result<TaskEnd> {
    // Read anew each time: an operator may have mended the file since the job was queued.
    let directory = read_files(&context.config)?;
    let Some(file) = directory.retailers.into_iter().find(|file| file.slug == *retailer) else {
        let problem = directory.problems.iter().map(ToString::to_string).next();
        anyhow::bail!(
            "no readable file describes {retailer}{}",
            problem.map(|it| format!(" ({it})")).unwrap_or_default()
        );
    };
    if !file.enabled {
        return Ok(TaskEnd::Done(json!({ "skipped": "the shop is disabled" })));
    }
    let bar = Progress::new(&Output::new(true)).spinner(retailer.as_str());
    let options = CrawlOptions { job_id: Some(job_id), ..CrawlOptions::default() };
    let report = crawl(context, &file, options, &bar).await?;
    match report.state {
        // Held waits for a person: reading the shop again at once would find the same.
        CrawlState::Complete | CrawlState::Held => Ok(TaskEnd::Done(serde_json::to_value(report.counters)?)),
        _ if context.stop.is_cancelled() => Ok(TaskEnd::Stopped),
        _ => Err(anyhow::anyhow!(report.error.unwrap_or_else(|| "it was not read to its end".to_owned()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_read_what_they_write() {
        for task in [Task::Crawl { retailer: "a-shop".parse().expect("a slug") }, Task::Link, Task::Upkeep] {
            assert_eq!(Task::read(task.kind(), &task.payload()), Ok(task));
        }
        assert!(Task::read("crawl", &json!({})).is_err());
        assert!(Task::read("dance", &json!({})).is_err());
    }
}
