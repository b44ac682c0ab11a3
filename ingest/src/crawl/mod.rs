//! Crawl of a retailer: checks and stores in batches the offers that its adapter reads, and ends the offers
//! that are no longer listed.

mod canaries;
mod crawl_screen;
mod draft;
mod fault;
mod hand_in;
pub(crate) mod lock;
mod notes;
mod parse_ahead;
mod price_ends;
mod refresh;
mod rejected_share;
mod rejections;
mod report;
mod running_crawl;
mod sale_terms;
mod unmet_pages;

use std::{sync::Arc, time::Instant};

use domain::{
    config::{Config, PriceScreen},
    model::{CrawlId, JobId, RetailerId, Slug},
    store::{
        clock::{self, WrongClock},
        crawls::{self, CrawlCounters, CrawlKind, CrawlState},
        offers, prices,
    },
    transactions::retailer_changes,
};
use metrics::counter;
use sqlx::PgPool;
use time::Duration;
use tokio_util::sync::CancellationToken;

pub use draft::{ParsedDraft, parse_draft, parse_draft_with_notes};
pub use hand_in::{read_handed_lists, refuse_handed_lists};
pub use notes::{Contradiction, ReadingNotes, UnmappedCategory};
pub(crate) use price_ends::MAX_ENDS;
pub use price_ends::{PageToRead, PriceEnds};
pub use refresh::{refresh, refresh_pages};
pub use report::CrawlReport;
use running_crawl::RunningCrawl;

use crate::{
    canary::Watch,
    fetch::{FetchSettings, ResponseCache, RetailerClient},
    normalise::LearntCategories,
    platforms::{self, Coverage, ResponseSender, RetailerError, RetailerSite},
    progress::Bar,
    retailer_file::RetailerFile,
};

/// Number of responses that an adapter may read ahead of the parser.
const MAX_UNPARSED_RESPONSES: usize = 32;

/// Resources that every job needs: crawls, picture tasks, the matcher and maintenance.
#[derive(Clone)]
pub struct IngestContext {
    pub db: PgPool,
    pub config: Arc<Config>,
    pub fetch: FetchSettings,
    /// Asks the jobs that use this context to stop at once.
    pub stop: CancellationToken,
}

/// Options of one crawl.
#[derive(Debug, Clone, Copy, Default)]
pub struct CrawlOptions {
    /// Stop after this many offers.
    pub limit: Option<usize>,
    /// Request every page in full, ignoring the response cache.
    pub fresh: bool,
    /// Count missing offers as missed, however many they are. Without it, a crawl that misses more than
    /// `crawl_lost_percent` is held.
    pub accept_missing: bool,
    pub job_id: Option<JobId>,
}

impl CrawlOptions {
    /// Returns the limits of the price screen for this crawl.
    fn limits(self, configured: PriceScreen) -> PriceScreen {
        let crawl_lost_percent = if self.accept_missing { 100 } else { configured.crawl_lost_percent };
        PriceScreen { crawl_lost_percent, ..configured }
    }
}

/// Stores the retailer as its file declares it, in a new row or the one it has, and returns its id.
///
/// # Errors
/// On database errors.
pub async fn store_retailer(db: &PgPool, file: &RetailerFile) -> anyhow::Result<RetailerId> {
    let draft = file.draft()?;
    let mut tries = 0;
    loop {
        match retailer_changes::store_retailer(db, &draft).await {
            Ok(id) => return Ok(id),
            // Another process gave its new retailer the same number in the order of retailers (`Retailer::position`): try
            // again with the next free one.
            Err(sqlx::Error::Database(error))
                if error.constraint() == Some("retailer_position_key") && tries < 10 =>
            {
                tries += 1;
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Crawls a retailer. Errors of the retailer are in the report; offers stored before an error stay.
///
/// # Errors
/// On database errors.
pub async fn crawl(
    context: &IngestContext,
    file: &RetailerFile,
    options: CrawlOptions,
    bar: &Bar,
) -> anyhow::Result<CrawlReport> {
    let began = Instant::now();
    let retailer_id = store_retailer(&context.db, file).await?;
    let Some(lock) = lock::acquire(&context.db, &file.slug).await? else {
        return Ok(CrawlReport::busy(&file.slug));
    };
    if let Some(wrong) = find_wrong_clock(&context.db).await? {
        lock.release().await;
        return Ok(CrawlReport::not_run(&file.slug, wrong.to_string()));
    }
    let result = crawl_locked(context, file, retailer_id, options, bar).await;
    lock.release().await;
    let mut report = result?;
    report.seconds = began.elapsed().as_secs_f64();
    tracing::info!(
        retailer = %file.slug, state = ?report.state, read = report.counters.accepted, new = report.counters.new,
        changed = report.counters.changed, not_modified = report.not_modified, rejected = report.counters.rejected, held = report.counters.held,
        error = report.error.as_deref(), "Crawled {}: {} offers", file.slug, report.counters.accepted
    );
    Ok(report)
}

/// Returns the difference between this machine's clock and the database's where it is too large to crawl: the delays
/// of robots.txt, caches and jobs depend on the clock.
async fn find_wrong_clock(db: &PgPool) -> sqlx::Result<Option<WrongClock>> {
    Ok(clock::check(clock::skew(db).await?).err())
}

/// Crawls a retailer whose lock is held.
async fn crawl_locked(
    context: &IngestContext,
    file: &RetailerFile,
    retailer_id: RetailerId,
    options: CrawlOptions,
    bar: &Bar,
) -> anyhow::Result<CrawlReport> {
    let now = clock::now(&context.db).await?;
    prices::ensure_partitions(&context.db, now - Duration::days(1), now + Duration::days(1)).await?;
    let crawl_id = crawls::start(&context.db, retailer_id, CrawlKind::Crawl, options.job_id).await?;
    let watch = Arc::new(canaries::watch(&context.db, file, retailer_id).await?);
    let mut running_crawl =
        RunningCrawl::start(context, file, retailer_id, crawl_id, watch.clone(), bar).await?;
    let max_cache_bytes = context.config.ingest.page_memory_megabytes.saturating_mul(1024 * 1024);
    let cache =
        Arc::new(ResponseCache::open(&context.db, retailer_id, max_cache_bytes, options.fresh).await?);
    let learnt = Arc::new(learnt_categories(&context.db, retailer_id).await?);
    let read = Reading { cache: cache.clone(), learnt, watch: watch.clone() };
    let outcome = fetch_and_store(context, file, read, options, &mut running_crawl).await;
    let mut report = match outcome {
        Ok(ending) => finish(context, file, ending, options, &mut running_crawl).await,
        Err(error) => Err(error),
    };
    if let Ok(report) = &mut report {
        report.not_modified = cache.not_modified();
        canaries::remember(&context.db, retailer_id, &watch, report).await?;
        record_metrics(&file.slug, &report.counters);
    }
    let stored = store_end(&context.db, crawl_id, &report, &running_crawl.counters()).await;
    let report = report?;
    stored?;
    Ok(report)
}

/// Stores how a crawl ended; `counters` are those of a crawl that failed. Where the database failed, this fails too, and
/// the next crawl clears the row.
async fn store_end(
    db: &PgPool,
    crawl_id: CrawlId,
    report: &anyhow::Result<CrawlReport>,
    counters: &CrawlCounters,
) -> sqlx::Result<()> {
    match report {
        Ok(report) => {
            crawls::finish(db, crawl_id, report.state, &report.counters, report.error.as_deref()).await?;
            match &report.problem {
                Some(problem) => crawls::set_problem(db, crawl_id, problem).await,
                None => Ok(()),
            }
        }
        Err(error) => {
            let message = format!("{error:#}");
            crawls::finish(db, crawl_id, CrawlState::Failed, counters, Some(&message)).await
        }
    }
}

/// Asks the pages of offers that the crawl could not meet, where its list ends before them, and decides about the crawl.
async fn finish(
    context: &IngestContext,
    file: &RetailerFile,
    ending: CrawlEnd,
    options: CrawlOptions,
    running_crawl: &mut RunningCrawl<'_>,
) -> anyhow::Result<CrawlReport> {
    if let CrawlEnd::AdapterFinished(Ok(Coverage::Except(unread))) = &ending
        && unread.limit.is_some()
    {
        let unmet = running_crawl.choose_unmet_pages(unmet_pages::MAX_ASKED).await?;
        let gone = unmet_pages::find_gone(&context.fetch, file, unmet, &context.stop).await?;
        running_crawl.add_product_pages(gone);
    }
    running_crawl.finish(ending, &options.limits(context.config.price_screen)).await
}

/// Returns what the retailer's categories were found to hold in earlier crawls.
pub(crate) async fn learnt_categories(
    db: &PgPool,
    retailer_id: RetailerId,
) -> sqlx::Result<LearntCategories> {
    let mut learnt = LearntCategories::default();
    for share in offers::list_category_shares(db, retailer_id).await? {
        let offers = u32::try_from(share.offers).unwrap_or(u32::MAX);
        learnt.add(&share.retailer_category, share.category, offers);
    }
    Ok(learnt)
}

/// Records the counters of a crawl as metrics. `read` is the name of [`CrawlCounters::accepted`] in metrics and logs: offers
/// that were read and not rejected.
fn record_metrics(retailer: &Slug, counters: &CrawlCounters) {
    let counts = [
        ("read", counters.accepted),
        ("new", counters.new),
        ("changed", counters.changed),
        ("ended", counters.ended),
        ("held", counters.held),
        ("rejected", counters.rejected),
    ];
    for (outcome, count) in counts {
        counter!("crawl_offers_total", "retailer" => retailer.to_string(), "outcome" => outcome)
            .increment(count.unsigned_abs().into());
    }
}

/// Why a crawl read no further.
pub(crate) enum CrawlEnd {
    /// The adapter finished, successfully or not.
    AdapterFinished(Result<Coverage, RetailerError>),
    /// The requested number of offers was read.
    LimitReached,
    /// The pages of a refresh were read, except those that the sentence counts.
    Refreshed(Option<String>),
    /// The canaries show that the retailer has changed its pages.
    PagesChanged,
    /// The process is shutting down.
    Stopped,
}

/// Facts that a crawl knows of the retailer before it reads it.
struct Reading {
    cache: Arc<ResponseCache>,
    learnt: Arc<LearntCategories>,
    watch: Arc<Watch>,
}

async fn fetch_and_store(
    context: &IngestContext,
    file: &RetailerFile,
    Reading { cache, learnt, watch }: Reading,
    options: CrawlOptions,
    running_crawl: &mut RunningCrawl<'_>,
) -> anyhow::Result<CrawlEnd> {
    let client = RetailerClient::new(&context.fetch, file.access())?.with_cache(cache);
    let site =
        RetailerSite { file: file.clone(), client, now: clock::now(&context.db).await?, watch: Some(watch) };
    let (sender, raw_responses) = ResponseSender::channel(MAX_UNPARSED_RESPONSES);
    let (mut parsed_responses, parser) = parse_ahead::parse_ahead(file.clone(), learnt, raw_responses);
    let adapter =
        tokio::spawn(
            async move { platforms::for_kind(site.file.platform).fetch_offers(&site, &sender).await },
        );
    let ending = loop {
        let response = tokio::select! {
            response = parsed_responses.recv() => response,
            () = context.stop.cancelled() => break Some(CrawlEnd::Stopped),
        };
        let Some(response) = response else { break None };
        running_crawl.add_response(response).await?;
        if running_crawl.finds_change_early() {
            break Some(CrawlEnd::PagesChanged);
        }
        if options.limit.is_some_and(|limit| running_crawl.count_found() >= limit) {
            break Some(CrawlEnd::LimitReached);
        }
    };
    if let Some(ending) = ending {
        // A retailer that does not answer must not delay the end.
        adapter.abort();
        let has_changed = running_crawl.find_change();
        running_crawl.flush().await?;
        return Ok(if has_changed { CrawlEnd::PagesChanged } else { ending });
    }
    if running_crawl.find_change() {
        running_crawl.flush().await?;
        return Ok(CrawlEnd::PagesChanged);
    }
    running_crawl.flush().await?;
    let broken = |what: &str| Err(RetailerError::Other(format!("{what} stopped unexpectedly")));
    // Without its last responses a crawl is not complete, even where the adapter read them.
    Ok(CrawlEnd::AdapterFinished(match parser.await {
        Ok(()) => adapter.await.unwrap_or_else(|_| broken("the adapter")),
        Err(_) => broken("the parser of offers"),
    }))
}
