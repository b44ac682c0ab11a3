//! Task of a job row. Every task is idempotent: a job may run twice.

use std::time::Duration;

use domain::{
    model::{JobId, ProductId, Slug},
    store::{
        crawls::CrawlState,
        jobs::{self, JobDraft},
    },
};
use serde_json::{Value, json};
use sqlx::PgPool;
use time::OffsetDateTime;

use super::{after_crawl::queue_matcher, maintenance};
use crate::{
    crawl::{self, CrawlContext, CrawlOptions, CrawlReport},
    output::Output,
    pictures,
    progress::{Bar, Progress},
    retailer_file::{RetailerFile, read_files},
};

/// Time for which a picture task holds a worker's slot before other work has its turn.
const PICTURES_TURN: Duration = Duration::from_secs(20);

/// A unit of work. The names are stored in rows: never rename one while such rows are queued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Crawl a retailer.
    Crawl { retailer: Slug },
    /// Read a retailer's known pages again: those of one product, or those of the products that users view most.
    Refresh { retailer: Slug, product: Option<ProductId> },
    /// Run the matcher.
    Match,
    /// Roll up the price history of past days, and thin old months.
    History,
    /// Compute the popularity of each product.
    Popularity,
    /// Roll up the figures of the administrators' dashboard.
    Figures,
    /// Create the table partitions of the coming months.
    Upkeep,
    /// Delete expired rows.
    Expiry,
    /// Fetch the pictures of a retailer that are due.
    Pictures { retailer: Slug },
}

/// End of a task that did not fail.
#[derive(Debug)]
pub enum TaskEnd {
    Done(Value),
    /// The task was told to stop: its job returns to the queue.
    Stopped,
}

impl Task {
    /// Returns the kind, as stored.
    pub fn kind(&self) -> &'static str {
        match self {
            Task::Crawl { .. } => jobs::CRAWL,
            Task::Refresh { .. } => "refresh",
            Task::Match => jobs::MATCH,
            Task::History => "history",
            Task::Popularity => "popularity",
            Task::Figures => "figures",
            Task::Upkeep => "upkeep",
            Task::Expiry => "expiry",
            Task::Pictures { .. } => "pictures",
        }
    }

    /// Parses a job row.
    ///
    /// # Errors
    /// The reason why this version cannot run the row.
    pub fn read(kind: &str, payload: &Value) -> Result<Task, String> {
        match kind {
            jobs::CRAWL => Ok(Task::Crawl { retailer: retailer(payload)? }),
            "refresh" => Ok(Task::Refresh { retailer: retailer(payload)?, product: product(payload)? }),
            jobs::MATCH => Ok(Task::Match),
            "history" => Ok(Task::History),
            "popularity" => Ok(Task::Popularity),
            "figures" => Ok(Task::Figures),
            "upkeep" => Ok(Task::Upkeep),
            "expiry" => Ok(Task::Expiry),
            "pictures" => Ok(Task::Pictures { retailer: retailer(payload)? }),
            other => Err(format!("this version knows no job of the kind {other:?}")),
        }
    }

    fn payload(&self) -> Value {
        match self {
            Task::Crawl { retailer } => jobs::crawl_payload(retailer),
            Task::Refresh { retailer, product: None } | Task::Pictures { retailer } => {
                json!({ "retailer": retailer })
            }
            Task::Refresh { retailer, product: Some(product) } => {
                json!({ "retailer": retailer, "product": product })
            }
            Task::Match | Task::History | Task::Popularity | Task::Figures | Task::Upkeep | Task::Expiry => {
                json!({})
            }
        }
    }

    fn dedup_key(&self) -> String {
        match self {
            Task::Crawl { retailer } => jobs::crawl_key(retailer),
            Task::Refresh { retailer, product: None } => format!("refresh {retailer}"),
            Task::Refresh { retailer, product: Some(product) } => format!("refresh {retailer} {product}"),
            Task::Pictures { retailer } => format!("pictures {retailer}"),
            _ => self.kind().to_owned(),
        }
    }

    /// Queues the task; returns `None` when the same task waits or runs already.
    ///
    /// # Errors
    /// On database errors.
    pub async fn enqueue(&self, db: &PgPool) -> sqlx::Result<Option<JobId>> {
        self.enqueue_at(db, OffsetDateTime::now_utc()).await
    }

    /// Queues the task like [`enqueue`](Self::enqueue), due at this time.
    ///
    /// # Errors
    /// On database errors.
    pub(super) async fn enqueue_at(
        &self,
        db: &PgPool,
        run_at: OffsetDateTime,
    ) -> sqlx::Result<Option<JobId>> {
        let dedup_key = self.dedup_key();
        let draft = JobDraft {
            kind: self.kind(),
            payload: self.payload(),
            dedup_key: Some(&dedup_key),
            run_at,
            max_attempts: jobs::MAX_ATTEMPTS,
        };
        jobs::enqueue(db, &draft).await
    }

    /// Runs the task.
    ///
    /// # Errors
    /// The reason of a failure that a later attempt may overcome.
    pub async fn run(&self, context: &CrawlContext, job_id: JobId) -> anyhow::Result<TaskEnd> {
        let done = match self {
            Task::Crawl { retailer } => return crawl_retailer(context, retailer, job_id).await,
            Task::Refresh { retailer, product } => {
                return refresh_retailer(context, retailer, *product, job_id).await;
            }
            Task::Match => return maintenance::run_matcher(context).await,
            Task::History => maintenance::roll_up_history(context).await,
            Task::Popularity => maintenance::update_popularity(context).await,
            Task::Figures => maintenance::roll_up_figures(context).await,
            Task::Upkeep => maintenance::create_partitions(context).await,
            Task::Expiry => maintenance::delete_expired(context).await,
            Task::Pictures { retailer } => return fetch_pictures(context, retailer).await,
        };
        done.map(TaskEnd::Done)
    }
}

fn retailer(payload: &Value) -> Result<Slug, String> {
    let slug = payload.get("retailer").and_then(Value::as_str).ok_or("it names no retailer")?;
    slug.parse().map_err(|error| format!("retailer: {error}"))
}

fn product(payload: &Value) -> Result<Option<ProductId>, String> {
    let Some(product) = payload.get("product").filter(|product| !product.is_null()) else { return Ok(None) };
    let product = product.as_str().and_then(|product| product.parse().ok());
    product.map(Some).ok_or_else(|| "product: it is no product id".to_owned())
}

async fn crawl_retailer(context: &CrawlContext, retailer: &Slug, job_id: JobId) -> anyhow::Result<TaskEnd> {
    let file = find_file(context, retailer)?;
    if !file.enabled {
        return Ok(skipped("the retailer is disabled"));
    }
    let options = CrawlOptions { job_id: Some(job_id), ..CrawlOptions::default() };
    let report = crawl::crawl(context, &file, options, &hidden_bar(retailer)).await?;
    // Runs after failed crawls too: the offers they stored need pages as well.
    queue_matcher(context).await?;
    match report.state {
        // A held crawl is not repeated at once, which would find the same: the next one follows by the schedule.
        CrawlState::Complete | CrawlState::Held => {
            // Pictures have a job of their own, so that they delay no prices.
            Task::Pictures { retailer: retailer.clone() }.enqueue(&context.db).await?;
            Ok(TaskEnd::Done(serde_json::to_value(report.counters)?))
        }
        _ => unfinished(context, report),
    }
}

async fn refresh_retailer(
    context: &CrawlContext,
    retailer: &Slug,
    product: Option<ProductId>,
    job_id: JobId,
) -> anyhow::Result<TaskEnd> {
    let file = find_file(context, retailer)?;
    if !file.enabled {
        return Ok(skipped("the retailer is disabled"));
    }
    let bar = hidden_bar(retailer);
    let Some(report) = crawl::refresh(context, &file, product, Some(job_id), &bar).await? else {
        return Ok(skipped(
            "the platform of the retailer cannot return one page at a time: prices change at its next crawl",
        ));
    };
    match report.error {
        None => Ok(TaskEnd::Done(serde_json::to_value(report.counters)?)),
        Some(_) => unfinished(context, report),
    }
}

async fn fetch_pictures(context: &CrawlContext, retailer: &Slug) -> anyhow::Result<TaskEnd> {
    let file = find_file(context, retailer)?;
    if !file.enabled {
        return Ok(skipped("the retailer is disabled"));
    }
    let report = pictures::fetch(context, &file, Some(PICTURES_TURN), &hidden_bar(retailer)).await?;
    // The remaining pictures continue when nothing else waits. Where the retailer is being crawled, that crawl queues
    // its pictures again.
    if context.stop.is_cancelled() || (report.left > 0 && !report.busy) {
        return Ok(TaskEnd::Stopped);
    }
    Ok(TaskEnd::Done(serde_json::to_value(report)?))
}

fn skipped(why: &str) -> TaskEnd {
    TaskEnd::Done(json!({ "skipped": why }))
}

fn unfinished(context: &CrawlContext, report: CrawlReport) -> anyhow::Result<TaskEnd> {
    if context.stop.is_cancelled() {
        return Ok(TaskEnd::Stopped);
    }
    Err(anyhow::anyhow!(report.error.unwrap_or_else(|| "the retailer was not read completely".to_owned())))
}

fn hidden_bar(retailer: &Slug) -> Bar {
    Progress::new(&Output::new(true)).spinner(retailer.as_str())
}

/// Reads the retailer file anew each time: an administrator may have repaired it since the job was queued.
fn find_file(context: &CrawlContext, retailer: &Slug) -> anyhow::Result<RetailerFile> {
    let directory = read_files(&context.config)?;
    if let Some(file) = directory.retailers.into_iter().find(|file| file.slug == *retailer) {
        return Ok(file);
    }
    let problem = directory.problems.iter().map(ToString::to_string).next();
    anyhow::bail!(
        "no readable retailer file has the slug {retailer}{}",
        problem.map(|it| format!(" ({it})")).unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_round_trip() {
        let shop = || "a-shop".parse::<Slug>().expect("a slug");
        let tasks = [
            Task::Crawl { retailer: shop() },
            Task::Refresh { retailer: shop(), product: None },
            Task::Refresh { retailer: shop(), product: Some(ProductId::random()) },
            Task::Match,
            Task::History,
            Task::Popularity,
            Task::Figures,
            Task::Upkeep,
            Task::Expiry,
            Task::Pictures { retailer: shop() },
        ];
        for task in tasks {
            assert_eq!(Task::read(task.kind(), &task.payload()), Ok(task));
        }
        assert!(Task::read("crawl", &json!({})).is_err());
        assert!(Task::read("refresh", &json!({ "retailer": "a-shop", "product": "x" })).is_err());
        assert!(Task::read("dance", &json!({})).is_err());
    }
}
