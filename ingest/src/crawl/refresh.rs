//! Refresh between two crawls: reads the pages of a few known offers of a retailer again.

use std::{sync::Arc, time::Instant};

use domain::{
    model::{JobId, ProductId, RetailerId},
    store::{
        canaries, clock,
        crawls::{self, CrawlKind},
        jobs,
        offers::{self, RefreshPage},
        prices,
    },
};
use time::{Duration, OffsetDateTime};

use super::{
    CrawlEnd, CrawlReport, IngestContext, PageToRead, find_wrong_clock, learnt_categories, lock,
    parse_ahead::ParsedResponse, running_crawl::RunningCrawl, store_end, store_retailer,
};
use crate::{
    fetch::RetailerClient,
    platforms::{self, RetailerError, RetailerSite},
    progress::Bar,
    retailer_file::RetailerFile,
};

/// Reads the pages of a retailer's known offers again, one after the other: those of one product, else those of the
/// products that users view most. A refresh updates prices and stock; an offer that it does not meet stays as it is. A
/// page that fails does not keep the others from being read.
///
/// Returns `None` where the retailer's platform cannot return single pages.
///
/// # Errors
/// On database errors.
pub async fn refresh(
    context: &IngestContext,
    file: &RetailerFile,
    product: Option<ProductId>,
    job_id: Option<JobId>,
    bar: &Bar,
) -> anyhow::Result<Option<CrawlReport>> {
    refresh_scope(context, file, Scope::Known(product), job_id, bar).await
}

/// Reads these pages of a retailer again, like [`refresh`]: the prices that it stated for their offers have ended.
///
/// # Errors
/// As [`refresh`].
pub async fn refresh_pages(
    context: &IngestContext,
    file: &RetailerFile,
    pages: &[PageToRead],
    job_id: Option<JobId>,
    bar: &Bar,
) -> anyhow::Result<Option<CrawlReport>> {
    refresh_scope(context, file, Scope::Pages(pages), job_id, bar).await
}

/// Pages that a refresh reads.
#[derive(Clone, Copy)]
enum Scope<'a> {
    /// Those of one product, or of the products that users view most.
    Known(Option<ProductId>),
    Pages(&'a [PageToRead]),
}

async fn refresh_scope(
    context: &IngestContext,
    file: &RetailerFile,
    scope: Scope<'_>,
    job_id: Option<JobId>,
    bar: &Bar,
) -> anyhow::Result<Option<CrawlReport>> {
    if !platforms::for_kind(file.platform).can_fetch_single_pages() {
        return Ok(None);
    }
    let began = Instant::now();
    let retailer_id = store_retailer(&context.db, file).await?;
    let Some(lock) = lock::acquire(&context.db, &file.slug).await? else {
        return Ok(Some(CrawlReport::busy(&file.slug)));
    };
    if let Some(wrong) = find_wrong_clock(&context.db).await? {
        lock.release().await;
        return Ok(Some(CrawlReport::not_run(&file.slug, wrong.to_string())));
    }
    let result = refresh_locked(context, file, retailer_id, scope, job_id, bar).await;
    lock.release().await;
    let mut report = result?;
    report.seconds = began.elapsed().as_secs_f64();
    tracing::info!(
        retailer = %file.slug, read = report.counters.accepted, changed = report.counters.changed,
        error = report.error.as_deref(), "Refreshed {}: {} offers", file.slug, report.counters.accepted
    );
    Ok(Some(report))
}

async fn refresh_locked(
    context: &IngestContext,
    file: &RetailerFile,
    retailer_id: RetailerId,
    scope: Scope<'_>,
    job_id: Option<JobId>,
    bar: &Bar,
) -> anyhow::Result<CrawlReport> {
    let now = clock::now(&context.db).await?;
    let known = match scope {
        // Pages that have changed are read as little as by a crawl: the offers stay as they were.
        _ if canaries::has_changed(&context.db, retailer_id).await? => Vec::new(),
        Scope::Known(product) => list_due(context, retailer_id, product, job_id, now).await?,
        Scope::Pages(pages) => pages.iter().cloned().map(RefreshPage::from).collect(),
    };
    prices::ensure_partitions(&context.db, now - Duration::days(1), now + Duration::days(1)).await?;
    let crawl_id = crawls::start(&context.db, retailer_id, CrawlKind::Refresh, job_id).await?;
    let watch = Arc::default();
    let mut running_crawl = RunningCrawl::start(context, file, retailer_id, crawl_id, watch, bar).await?;
    let outcome = refetch_and_store(context, file, retailer_id, &known, &mut running_crawl).await;
    let report = match outcome {
        Ok(ending) => running_crawl.finish(ending, &context.config.price_screen).await,
        Err(error) => Err(error),
    };
    let stored = store_end(&context.db, crawl_id, &report, &running_crawl.counters()).await;
    let report = report?;
    stored?;
    Ok(report)
}

/// Returns the pages of one product, or of the products that users view most, that were not read lately.
async fn list_due(
    context: &IngestContext,
    retailer_id: RetailerId,
    product: Option<ProductId>,
    job_id: Option<JobId>,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<RefreshPage>> {
    let settings = context.config.refresh;
    // A refresh of a single product was requested by a user who waits for it: every page is due that was not read since.
    let fresh_since = match (product, job_id) {
        (Some(_), Some(job)) => jobs::find(&context.db, job).await?.map_or(now, |job| job.created_at),
        (Some(_), None) => now,
        (None, _) => now - Duration::hours(settings.fresh_hours.into()),
    };
    offers::list_due_for_refresh(&context.db, retailer_id, product, fresh_since, settings.pages).await
}

impl From<PageToRead> for RefreshPage {
    fn from(PageToRead { url, category }: PageToRead) -> Self {
        RefreshPage { url, category }
    }
}

async fn refetch_and_store(
    context: &IngestContext,
    file: &RetailerFile,
    retailer_id: RetailerId,
    known: &[RefreshPage],
    running_crawl: &mut RunningCrawl<'_>,
) -> anyhow::Result<CrawlEnd> {
    let client = RetailerClient::new(&context.fetch, file.access())?;
    let site = RetailerSite { file: file.clone(), client, now: clock::now(&context.db).await?, watch: None };
    let mut asked = Vec::new();
    let mut failures: Vec<RetailerError> = Vec::new();
    let learnt = learnt_categories(&context.db, retailer_id).await?;
    let mut ending = None;
    for page in known {
        let Ok(url) = page.url.parse() else { continue };
        let fetched = tokio::select! {
            fetched = platforms::for_kind(file.platform).fetch_page(&site, &url, page.category) => fetched,
            () = context.stop.cancelled() => { ending = Some(CrawlEnd::Stopped); break }
        };
        match fetched {
            Ok(response) => {
                running_crawl.add_response(ParsedResponse::parse(file, &learnt, response)).await?
            }
            // Only a complete crawl ends offers.
            Err(error) if error.is_gone() => {}
            Err(error) if error.is_fatal() => {
                ending = Some(CrawlEnd::AdapterFinished(Err(error)));
                break;
            }
            // Recorded as asked for where others can be read, so that the next refresh begins with the pages that this
            // one did not reach.
            Err(error) => failures.push(error),
        }
        asked.push(page.url.clone());
    }
    running_crawl.flush().await?;
    // Where none of the pages could be read, the next attempt must ask for them again instead of finding none due.
    if failures.len() < asked.len() {
        offers::record_refreshed(&context.db, retailer_id, &asked).await?;
    }
    Ok(ending.unwrap_or_else(|| end_of(failures, asked.len())))
}

/// Returns the end of a refresh that asked for all its pages. A refresh reads only some pages of the retailer, so it ends
/// no offer.
fn end_of(failures: Vec<RetailerError>, asked: usize) -> CrawlEnd {
    let failed = failures.len();
    match failures.into_iter().next() {
        Some(first) if failed == asked => CrawlEnd::AdapterFinished(Err(first)),
        first => CrawlEnd::Refreshed(
            first.map(|first| format!("{failed} of {asked} pages are unreadable; the first: {first}")),
        ),
    }
}
