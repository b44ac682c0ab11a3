//! Offers that nobody has read for days: whether they are still in stock is unknown.

use sqlx::PgPool;
use time::Duration;

use crate::{
    model::{OfferId, ProductId},
    store::{clock, feed, offers, price_alerts, prices},
};

/// The most offers of one transaction.
const MAX_OFFERS_PER_TRANSACTION: i64 = 1_000;

/// Takes out of stock the offers that no crawl and no refresh has read for `days` days, whatever became of the crawls:
/// their stock is unknown until they are read again. Every reader knows an offer's stock from its row, so this is the
/// one place that decides it: the feed tells the index, and alerts that are due at such an offer's price fire no more.
/// Returns the number of offers.
///
/// Of several processes that call this at once, one does it and the others return 0.
pub async fn take_out_of_stock(db: &PgPool, days: u16) -> sqlx::Result<u64> {
    let now = clock::now(db).await?;
    let mut all = 0;
    loop {
        let mut tx = db.begin().await?;
        if !offers::try_lock_taking_out_of_stock(&mut tx).await? {
            return Ok(all);
        }
        let read_before = now - Duration::days(days.into());
        let taken = offers::take_out_of_stock(&mut tx, read_before, MAX_OFFERS_PER_TRANSACTION).await?;
        if taken.is_empty() {
            // Dropped, the transaction would keep its lock for a moment, in which another call would do nothing.
            tx.rollback().await?;
            return Ok(all);
        }
        let ids: Vec<OfferId> = taken.iter().map(|(offer, _)| *offer).collect();
        let mut products: Vec<ProductId> = taken.iter().filter_map(|(_, product)| *product).collect();
        products.sort_unstable();
        products.dedup();
        prices::ensure_partitions(&mut *tx, now, now).await?;
        prices::insert_points(&mut *tx, &ids, None, now).await?;
        feed::append(&mut *tx, &products).await?;
        if !products.is_empty() && price_alerts::delete_due(&mut tx, &products).await? > 0 {
            // Another offer in stock may be as cheap.
            price_alerts::evaluate(&mut tx, None, &products).await?;
        }
        tx.commit().await?;
        all += taken.len() as u64;
    }
}
