//! Queues the reading of offers whose price ends at a moment that the retailer stated.

use domain::store::{
    crawls::CrawlState,
    jobs::{self, PriceEndJob},
};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use super::Task;
use crate::{
    crawl::{CrawlReport, MAX_ENDS},
    platforms,
    retailer_file::RetailerFile,
};

/// Minimum time between two such jobs of a retailer: a page may state with every answer that its price ends in a minute.
pub(crate) const LEAST_DISTANCE: Duration = Duration::hours(1);

/// Queues a job for each moment at which prices end that the crawl or refresh read: it reads the pages of their offers, or
/// the whole retailer where they are many or the platform has no such pages. Moments less than [`LEAST_DISTANCE`] after the
/// job before are moved, or read with the next one.
///
/// A crawl that read everything replaces the jobs that wait. Any other one leaves them, and queues none within
/// [`LEAST_DISTANCE`] of them: the next crawl finds what it leaves out.
///
/// # Errors
/// On database errors.
pub(crate) async fn queue_price_ends(
    db: &PgPool,
    file: &RetailerFile,
    report: &CrawlReport,
) -> sqlx::Result<()> {
    let has_read_all = matches!(report.state, CrawlState::Complete | CrawlState::Held);
    let mut tx = db.begin().await?;
    let known = jobs::list_price_ends(&mut *tx, &file.slug).await?;
    if has_read_all {
        jobs::delete_queued_price_ends(&mut *tx, &file.slug).await?;
    }
    let waiting: Vec<OffsetDateTime> =
        known.iter().filter(|job| job.is_queued && !has_read_all).map(|job| job.run_at).collect();
    let is_free =
        |moment: OffsetDateTime| waiting.iter().all(|other| (moment - *other).abs() >= LEAST_DISTANCE);
    let has_pages = platforms::for_kind(file.platform).can_fetch_single_pages();
    let planned = report.price_ends.plan(earliest(&known, OffsetDateTime::now_utc()), LEAST_DISTANCE);
    let free = planned.into_iter().filter(|(moment, _)| is_free(*moment));
    for (moment, pages) in free.take(MAX_ENDS.saturating_sub(waiting.len())) {
        let retailer = file.slug.clone();
        let task = if has_pages && !pages.is_empty() {
            Task::RefreshPages { retailer, pages }
        } else {
            Task::Crawl { retailer }
        };
        task.enqueue_for(&mut *tx, &file.slug, moment).await?;
    }
    tx.commit().await
}

/// Returns the first moment at which another job may run.
fn earliest(known: &[PriceEndJob], now: OffsetDateTime) -> OffsetDateTime {
    let last = known.iter().filter(|job| !job.is_queued).filter_map(|job| job.started_at).max();
    last.map_or(now, |last| now.max(last + LEAST_DISTANCE))
}
