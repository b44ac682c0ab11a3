//! Fetches the pictures of one retailer.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use ::pictures::PictureStore;
use anyhow::Context;
use domain::{
    model::PlatformKind,
    store::{
        pictures::{self, PlaceholderRule, SourceOutcome},
        retailers,
    },
    transactions::picture_choices,
};
use futures::{StreamExt, stream};

use super::source::PictureFetcher;
use crate::{
    crawl::{IngestContext, lock},
    fetch::{FetchSettings, RetailerAccess, RetailerClient},
    progress::Bar,
    retailer_file::RetailerFile,
};

/// Number of addresses fetched before pictures are chosen for products, so that users see the first ones soon.
const ADDRESSES_AT_ONCE: i64 = 500;
/// Host from which Shopify serves the pictures of all its retailers; allowed because the retailer
/// file names the platform.
const SHOPIFY_PICTURES: &str = "cdn.shopify.com";

/// Counts of one run over a retailer's pictures.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PictureReport {
    pub retailer: String,
    /// Addresses that were not known before.
    pub added: u64,
    pub fetched: usize,
    pub unchanged: usize,
    pub refused: usize,
    pub failed: usize,
    /// Products whose picture changed.
    pub chosen: usize,
    /// Addresses that are due and were not fetched.
    pub left: i64,
    /// Whether addresses are left because the retailer is being crawled, or because another
    /// process fetches its pictures.
    #[serde(skip)]
    pub busy: bool,
}

/// Fetches a retailer's pictures that are due, for at most `time`, and chooses the pictures of its products. A crawl
/// of the retailer takes precedence: while one runs, the pictures wait for the next run, so that the retailer
/// receives requests no faster than its file allows.
///
/// # Errors
/// When the database or the picture store fails.
pub async fn fetch(
    context: &IngestContext,
    file: &RetailerFile,
    time: Option<Duration>,
    bar: &Bar,
) -> anyhow::Result<PictureReport> {
    let mut report = PictureReport { retailer: file.slug.to_string(), ..PictureReport::default() };
    // A retailer that was never crawled has no offers, hence no pictures.
    let Some(retailer) = retailers::find_by_slug(&context.db, &file.slug).await? else { return Ok(report) };
    let name = format!("tajmeea pictures {}", file.slug);
    let Some(lock) = lock::acquire_named(&context.db, name, Duration::ZERO).await? else {
        report.left = pictures::count_waiting(&context.db, retailer.id).await?;
        report.busy = true;
        return Ok(report);
    };
    let fetching = PictureFetcher {
        db: context.db.clone(),
        store: PictureStore::open(&context.config.pictures, &context.config.data.directory)?,
        settings: context.config.pictures.clone(),
        retailer_id: retailer.id,
        client: Arc::new(client(context, file)?),
        until: time.map(|time| Instant::now() + time),
    };
    let fetched = fetch_alone(context, file, &fetching, &mut report, bar).await;
    lock.release().await;
    fetched.with_context(|| format!("cannot fetch the pictures of {}", file.slug))?;
    tracing::info!(
        retailer = %file.slug, fetched = report.fetched, unchanged = report.unchanged, refused = report.refused,
        failed = report.failed, chosen = report.chosen, left = report.left, "Fetched the pictures of {}", file.slug
    );
    Ok(report)
}

/// Fetches like [`fetch`], with the lock held.
async fn fetch_alone(
    context: &IngestContext,
    file: &RetailerFile,
    fetching: &PictureFetcher,
    report: &mut PictureReport,
    bar: &Bar,
) -> anyhow::Result<()> {
    report.added = pictures::add_sources(&context.db, fetching.retailer_id).await?;
    while !fetching.is_over(context) {
        if lock::is_locked(&context.db, &file.slug).await? {
            report.busy = true;
            break;
        }
        let due = pictures::list_due(&context.db, fetching.retailer_id, ADDRESSES_AT_ONCE).await?;
        if due.is_empty() {
            break;
        }
        let checks = due.into_iter().map(|source| {
            let fetching = fetching.clone();
            async move {
                if fetching.is_over(context) {
                    Ok(None)
                } else {
                    fetching.check_source(&source).await.map(Some)
                }
            }
        });
        let mut outcomes = stream::iter(checks).buffer_unordered(fetching.client.concurrency());
        while let Some(outcome) = outcomes.next().await {
            count(report, outcome?.as_ref());
            bar.set_message(format!("{} pictures", report.fetched + report.unchanged));
        }
        choose(context, fetching, report).await?;
    }
    choose(context, fetching, report).await?;
    report.left = pictures::count_waiting(&context.db, fetching.retailer_id).await?;
    Ok(())
}

async fn choose(
    context: &IngestContext,
    fetching: &PictureFetcher,
    report: &mut PictureReport,
) -> sqlx::Result<()> {
    let mut tx = context.db.begin().await?;
    let rule = PlaceholderRule::from(&fetching.settings);
    report.chosen += picture_choices::choose_for_retailer(&mut tx, fetching.retailer_id, rule).await?;
    tx.commit().await
}

fn count(report: &mut PictureReport, outcome: Option<&SourceOutcome>) {
    match outcome {
        Some(SourceOutcome::Fetched { .. }) => report.fetched += 1,
        Some(SourceOutcome::Unchanged) => report.unchanged += 1,
        Some(SourceOutcome::Refused { .. }) => report.refused += 1,
        Some(SourceOutcome::Failed { .. }) => report.failed += 1,
        None => {}
    }
}

/// Returns the retailer's usual client, with the size limit of a picture in place of that of a page.
fn client(context: &IngestContext, file: &RetailerFile) -> anyhow::Result<RetailerClient> {
    let page_limit = context.config.pictures.max_megabytes.saturating_mul(1024 * 1024);
    let settings = FetchSettings { page_limit, ..context.fetch.clone() };
    RetailerClient::new(&settings, access(file))
}

fn access(file: &RetailerFile) -> RetailerAccess {
    let mut access = file.access();
    if file.platform == PlatformKind::Shopify {
        access.extra_domains.push(SHOPIFY_PICTURES.to_owned());
    }
    access
}
