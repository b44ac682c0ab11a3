//! The canaries of a crawl: those that earlier crawls chose are watched, and a complete crawl chooses new ones for those that
//! are gone.

use domain::{
    model::RetailerId,
    store::{canaries, crawls::CrawlState},
};
use sqlx::PgPool;

use super::CrawlReport;
use crate::{
    canary::{self, Watch},
    platforms,
    retailer_file::RetailerFile,
};

/// Returns the watch over a retailer's canaries.
pub(super) async fn watch(db: &PgPool, file: &RetailerFile, retailer_id: RetailerId) -> sqlx::Result<Watch> {
    let reads_pages = platforms::for_kind(file.platform).can_fetch_single_pages();
    let mut known = canaries::list(db, retailer_id).await?;
    // Those of another platform, which the file named before, say nothing about this one.
    known.retain(|canary| canary.page_url.is_some() == reads_pages);
    Ok(Watch::new(known, reads_pages))
}

/// Stores what a crawl tells about the canaries: after a complete one, as they are now, with new ones in the place of those
/// that are gone; else, whether the retailer has changed its pages.
pub(super) async fn remember(
    db: &PgPool,
    retailer_id: RetailerId,
    watch: &Watch,
    report: &CrawlReport,
) -> sqlx::Result<()> {
    if report.pages_changed {
        return canaries::mark_changed(db, retailer_id).await;
    }
    if report.state != CrawlState::Complete {
        return Ok(());
    }
    let mut chosen = watch.list_verified();
    let mut candidates = watch.list_candidates();
    let ids: Vec<String> = candidates.keys().cloned().collect();
    let missing = i64::try_from(canary::KEPT - chosen.len()).unwrap_or(0);
    for (external_id, price, stock) in canaries::choose_stable(db, retailer_id, &ids, missing).await? {
        if let Some(candidate) = candidates.remove(&external_id) {
            chosen.push(domain::store::canaries::Canary { price, stock, ..candidate });
        }
    }
    let mut tx = db.begin().await?;
    canaries::replace(&mut tx, retailer_id, &chosen).await?;
    tx.commit().await
}
