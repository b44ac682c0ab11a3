//! Runs the task of a job row. Every task is idempotent: a job may run twice.

use std::time::Duration;

use domain::{
    model::{HandedListId, JobId, ProductId, Slug},
    store::{crawls::CrawlState, matches, retailers},
};
use serde_json::json;
use time::OffsetDateTime;

use super::{Task, TaskEnd, maintenance, queue_price_ends};
use crate::{
    crawl::{self, CrawlOptions, CrawlReport, IngestContext, PageToRead},
    output::Output,
    pictures,
    progress::{Bar, Progress},
    retailer_file::{RetailerFile, read_files},
};

/// Maximum time for which a picture task holds a worker's slot before it returns to the queue.
const MAX_PICTURES_TIME: Duration = Duration::from_secs(20);

/// Why a job about a retailer did nothing.
const SWITCHED_OFF: &str = "the retailer is switched off";

/// Time for which a job waits where another process reads the same retailer.
const BUSY_RETAILER_PAUSE: Duration = Duration::from_secs(5);

/// Runs a task.
///
/// # Errors
/// The reason of a failure that a later attempt may overcome.
pub async fn run_task(task: &Task, context: &IngestContext, job_id: JobId) -> anyhow::Result<TaskEnd> {
    let done = match task {
        Task::Crawl { retailer } => return crawl_retailer(context, retailer, job_id).await,
        Task::Refresh { retailer, product } => {
            return refresh_retailer(context, retailer, Refreshed::Product(*product), job_id).await;
        }
        Task::RefreshPages { retailer, pages } => {
            return refresh_retailer(context, retailer, Refreshed::Pages(pages), job_id).await;
        }
        Task::Match => return maintenance::run_matcher(context).await,
        Task::History => maintenance::roll_up_history(context).await,
        Task::Verdicts => maintenance::rate_prices(context).await,
        Task::Popularity => maintenance::update_popularity(context).await,
        Task::Figures => maintenance::roll_up_figures(context).await,
        Task::Upkeep => maintenance::create_partitions(context).await,
        Task::Expiry => maintenance::delete_expired(context).await,
        Task::Pictures { retailer } => return fetch_pictures(context, retailer).await,
        Task::HandIn { retailer, list } => return read_handed_lists(context, retailer, *list, job_id).await,
    };
    done.map(TaskEnd::Done)
}

/// Queues a matcher run where a reassignable offer, of any crawl, was not compared yet. A run that is queued already
/// is enough.
async fn queue_matcher(context: &IngestContext) -> sqlx::Result<()> {
    if matches::has_uncompared(&context.db).await? {
        let due = OffsetDateTime::now_utc() + match_delay(context);
        Task::Match.enqueue_at(&context.db, due).await?;
    }
    Ok(())
}

/// Returns the time between the end of a crawl and the start of the matcher run that it queues.
pub(super) fn match_delay(context: &IngestContext) -> time::Duration {
    time::Duration::seconds(context.config.ingest.match_delay_seconds.into())
}

async fn crawl_retailer(context: &IngestContext, retailer: &Slug, job_id: JobId) -> anyhow::Result<TaskEnd> {
    let file = read_retailer_file(context, retailer)?;
    if is_off(context, &file).await? {
        return Ok(skip(SWITCHED_OFF));
    }
    if file.is_handed_in() {
        return Ok(skip("the retailer hands its offers in"));
    }
    let options = CrawlOptions { job_id: Some(job_id), ..CrawlOptions::default() };
    let report = crawl::crawl(context, &file, options, &hidden_bar(retailer)).await?;
    if report.is_busy {
        return Ok(TaskEnd::Later(BUSY_RETAILER_PAUSE));
    }
    queue_price_ends(&context.db, &file, &report).await?;
    // Runs after failed crawls too: the offers that they stored need products as well.
    queue_matcher(context).await?;
    // A crawl that was held is not repeated at once, which would find the same: the next one follows by the schedule.
    if !matches!(report.state, CrawlState::Complete | CrawlState::Held) {
        return stopped_or_failed(context, report);
    }
    // Matched offers are rated by the schedule, or after the next crawl.
    Task::Verdicts.enqueue(&context.db).await?;
    // Pictures have a job of their own, so that they delay no prices.
    Task::Pictures { retailer: retailer.clone() }.enqueue(&context.db).await?;
    Ok(TaskEnd::Done(serde_json::to_value(report.counters)?))
}

/// Target of a refresh.
enum Refreshed<'a> {
    Product(Option<ProductId>),
    Pages(&'a [PageToRead]),
}

async fn refresh_retailer(
    context: &IngestContext,
    retailer: &Slug,
    refreshed: Refreshed<'_>,
    job_id: JobId,
) -> anyhow::Result<TaskEnd> {
    let file = read_retailer_file(context, retailer)?;
    if is_off(context, &file).await? {
        return Ok(skip(SWITCHED_OFF));
    }
    let bar = hidden_bar(retailer);
    let report = match refreshed {
        Refreshed::Product(product) => crawl::refresh(context, &file, product, Some(job_id), &bar).await?,
        Refreshed::Pages(pages) => crawl::refresh_pages(context, &file, pages, Some(job_id), &bar).await?,
    };
    let Some(report) = report else {
        return Ok(skip(
            "the platform of the retailer cannot return one page at a time: prices change at its next crawl",
        ));
    };
    if report.is_busy {
        // The running crawl may read the same pages: then nothing is left to do when it is over.
        return Ok(TaskEnd::Later(BUSY_RETAILER_PAUSE));
    }
    queue_price_ends(&context.db, &file, &report).await?;
    let reached_its_end = report.stopped_on_request && !context.stop.is_cancelled();
    if !reached_its_end {
        return stopped_or_failed(context, report);
    }
    let mut counters = serde_json::to_value(report.counters)?;
    if let (Some(failures), Some(object)) = (report.error, counters.as_object_mut()) {
        object.insert("unread".to_owned(), failures.into());
    }
    Ok(TaskEnd::Done(counters))
}

async fn read_handed_lists(
    context: &IngestContext,
    retailer: &Slug,
    list: HandedListId,
    job_id: JobId,
) -> anyhow::Result<TaskEnd> {
    let file = read_retailer_file(context, retailer)?;
    if is_off(context, &file).await? {
        crawl::refuse_handed_lists(context, retailer, list, SWITCHED_OFF).await?;
        return Ok(skip(SWITCHED_OFF));
    }
    let read = crawl::read_handed_lists(context, &file, list, Some(job_id), &hidden_bar(retailer)).await?;
    let Some(counters) = read else { return Ok(TaskEnd::Later(BUSY_RETAILER_PAUSE)) };
    queue_matcher(context).await?;
    if context.stop.is_cancelled() {
        return Ok(TaskEnd::Requeue);
    }
    Task::Pictures { retailer: retailer.clone() }.enqueue(&context.db).await?;
    Ok(TaskEnd::Done(serde_json::to_value(counters)?))
}

async fn fetch_pictures(context: &IngestContext, retailer: &Slug) -> anyhow::Result<TaskEnd> {
    let file = read_retailer_file(context, retailer)?;
    if is_off(context, &file).await? {
        return Ok(skip(SWITCHED_OFF));
    }
    let report = pictures::fetch(context, &file, Some(MAX_PICTURES_TIME), &hidden_bar(retailer)).await?;
    // Other jobs run before the remaining pictures. Where the retailer is being crawled, the job ends instead: the
    // crawl, or else the schedule, queues the next one.
    if context.stop.is_cancelled() || (report.left > 0 && !report.busy) {
        return Ok(TaskEnd::Requeue);
    }
    Ok(TaskEnd::Done(serde_json::to_value(report)?))
}

/// Whether the retailer's file or an administrator has switched the retailer off.
async fn is_off(context: &IngestContext, file: &RetailerFile) -> sqlx::Result<bool> {
    Ok(!file.enabled || retailers::are_crawls_off(&context.db, &file.slug).await?)
}

fn skip(why: &str) -> TaskEnd {
    TaskEnd::Done(json!({ "skipped": why }))
}

fn stopped_or_failed(context: &IngestContext, report: CrawlReport) -> anyhow::Result<TaskEnd> {
    if context.stop.is_cancelled() {
        return Ok(TaskEnd::Requeue);
    }
    Err(anyhow::anyhow!(report.error.unwrap_or_else(|| "the retailer was not read completely".to_owned())))
}

fn hidden_bar(retailer: &Slug) -> Bar {
    Progress::new(&Output::new(true)).spinner(retailer.as_str())
}

/// Reads the retailer file anew each time: an operator may have repaired it since the job was queued.
fn read_retailer_file(context: &IngestContext, retailer: &Slug) -> anyhow::Result<RetailerFile> {
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
