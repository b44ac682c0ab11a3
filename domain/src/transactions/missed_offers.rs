//! Offers that crawls do not store: those that complete crawls miss, or that their retailer says are
//! gone, end, and those of others were read.

use sqlx::{PgPool, PgTransaction};
use time::OffsetDateTime;

use crate::{
    model::{CrawlId, OfferId, ProductId, RetailerId, Stock},
    store::{
        feed,
        offers::{self, LiveComparison, MissedOffer, MissesBefore},
        price_alerts, prices, quarantine, rejections,
    },
};

/// Updates the live offers after a complete crawl, and marks the retailer as crawled. A `missed` offer ends at its
/// second miss in a row, one that is `gone` at once. An `unconfirmed` offer records since when its price has not been confirmed. Returns the number
/// of offers that ended. Held prices that the crawl did not read wait no longer for a decision. Cards of offers that the
/// retailer's next crawl no longer confirms by itself are made anew, so that they keep the time of the last reading.
pub async fn end_missed(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    crawl_id: CrawlId,
    LiveComparison { missed, gone, unconfirmed }: &LiveComparison,
    now: OffsetDateTime,
) -> sqlx::Result<u64> {
    let mut missed = offers::end_missed(tx, retailer_id, missed, MissesBefore::One, now).await?;
    missed.extend(offers::end_missed(tx, retailer_id, gone, MissesBefore::None, now).await?);
    let unconfirmed = offers::mark_unconfirmed(tx, retailer_id, unconfirmed).await?;
    feed::append(&mut **tx, &unconfirmed).await?;
    offers::mark_crawled(tx, retailer_id, now).await?;
    quarantine::supersede_missed(tx, retailer_id, crawl_id).await?;
    record_missed(tx, &missed, now).await
}

/// Ends live offers that their retailer says are gone, by their external ids. Their held prices wait no longer for a
/// decision, and their rejections are forgotten. Returns the number of offers that ended.
pub async fn end_deleted(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    external_ids: &[String],
    now: OffsetDateTime,
) -> sqlx::Result<u64> {
    let live = offers::list_live_ids(&mut **tx, retailer_id, external_ids).await?;
    let missed = offers::end_missed(tx, retailer_id, &live, MissesBefore::None, now).await?;
    quarantine::supersede(&mut **tx, retailer_id, external_ids).await?;
    rejections::delete(&mut **tx, retailer_id, external_ids).await?;
    record_missed(tx, &missed, now).await
}

/// Writes the last price points of the missed offers that ended, tells the change feed of all, and notes which products
/// are sold out now. Returns the number of
/// those that ended.
async fn record_missed(
    tx: &mut PgTransaction<'_>,
    missed: &[MissedOffer],
    now: OffsetDateTime,
) -> sqlx::Result<u64> {
    let ended: Vec<OfferId> = missed.iter().filter(|row| row.has_ended).map(|row| row.id).collect();
    prices::insert_points(&mut **tx, &ended, Some(Stock::Out), now).await?;
    let products: Vec<ProductId> = missed.iter().filter_map(|row| row.product_id).collect();
    feed::append(&mut **tx, &products).await?;
    price_alerts::evaluate_stock(tx, None, &products).await?;
    Ok(ended.len() as u64)
}

/// Stores that a refresh, or a crawl which is not complete, has read the prices of these offers again.
///
/// # Errors
/// On database errors.
pub async fn mark_read(
    db: &PgPool,
    retailer_id: RetailerId,
    external_ids: &[String],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let mut tx = db.begin().await?;
    let products = offers::mark_read(&mut *tx, retailer_id, external_ids, now).await?;
    feed::append(&mut *tx, &products).await?;
    tx.commit().await
}
