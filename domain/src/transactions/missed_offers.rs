//! Ending of offers that complete crawls miss.

use sqlx::PgTransaction;
use time::OffsetDateTime;

use crate::{
    model::{CrawlId, OfferId, ProductId, RetailerId},
    store::{
        feed,
        offers::{self, LiveComparison},
        prices, quarantine,
    },
};

/// Updates the live offers after a complete crawl, and marks the retailer as crawled. A `missed` offer ends at its
/// second miss in a row. An `unconfirmed` offer records since when its price has not been confirmed. Returns the number
/// of offers that ended. Held prices that the crawl did not read wait no longer for a decision.
pub async fn end_missed(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    crawl_id: CrawlId,
    LiveComparison { missed, unconfirmed, .. }: &LiveComparison,
    now: OffsetDateTime,
) -> sqlx::Result<u64> {
    let ended = offers::end_missed(tx, retailer_id, missed, now).await?;
    offers::mark_unconfirmed(tx, retailer_id, unconfirmed).await?;
    offers::mark_crawled(tx, retailer_id, now).await?;
    quarantine::supersede_missed(tx, retailer_id, crawl_id).await?;
    let ids: Vec<OfferId> = ended.iter().map(|row| row.id).collect();
    prices::insert_ended(&mut **tx, &ids, now).await?;
    let products: Vec<ProductId> = ended.iter().filter_map(|row| row.product_id).collect();
    feed::append(&mut **tx, &products).await?;
    Ok(ended.len() as u64)
}
