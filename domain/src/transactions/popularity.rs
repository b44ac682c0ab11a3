//! The popularity of products, by which listings are sorted.

use sqlx::PgPool;
use time::Date;

use crate::{
    config::Popularity,
    store::{feed, interest},
};

/// Computes every product's popularity as of `today`: each action counts by its weight, halved for every half-life of
/// its age. Only noticeable changes are stored and published to the indexes. Returns the number of products changed.
pub async fn update_popularity(db: &PgPool, settings: &Popularity, today: Date) -> sqlx::Result<u64> {
    let mut tx = db.begin().await?;
    let changed = interest::store_popularity(&mut tx, settings, today).await?;
    feed::append(&mut *tx, &changed).await?;
    tx.commit().await?;
    Ok(changed.len() as u64)
}
