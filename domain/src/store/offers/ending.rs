use sqlx::PgTransaction;
use time::OffsetDateTime;

use super::overlap::CrawlOverlap;
use crate::{
    model::{Fils, OfferId, ProductId, RetailerId},
    store::{feed, prices},
};

/// Updates the live offers after a complete crawl, and marks the retailer as crawled. A `missed` offer ends at its
/// second miss in a row; an `unconfirmed` offer keeps the age of its last price. Returns the number of offers that
/// ended.
pub async fn end_missing(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    CrawlOverlap { missed, unconfirmed, .. }: &CrawlOverlap,
    now: OffsetDateTime,
) -> sqlx::Result<u64> {
    let ended = sqlx::query!(
        r#"with missed as (
               update offer set missed_crawls = missed_crawls + 1,
                   ended_at = case when missed_crawls >= 1 then $3::timestamptz end
               where retailer_id = $1 and ended_at is null and id = any($2::uuid[])
               returning id, product_id, price_fils, ended_at
           )
           select id as "id: OfferId", product_id as "product_id: ProductId", price_fils as "price: Fils"
           from missed where ended_at is not null"#,
        retailer_id as RetailerId,
        missed.as_slice() as &[OfferId],
        now,
    )
    .fetch_all(&mut **tx)
    .await?;
    sqlx::query!(
        "update offer set confirmed_at = greatest(offer.updated_at, retailer.crawled_at) from retailer
         where retailer.id = $1 and offer.id = any($2::uuid[]) and offer.confirmed_at is null",
        retailer_id as RetailerId,
        unconfirmed.as_slice() as &[OfferId],
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("update retailer set crawled_at = $2 where id = $1", retailer_id as RetailerId, now)
        .execute(&mut **tx)
        .await?;
    let ids: Vec<OfferId> = ended.iter().map(|row| row.id).collect();
    prices::insert_ended(&mut **tx, &ids, now).await?;
    let products: Vec<ProductId> = ended.iter().filter_map(|row| row.product_id).collect();
    feed::append(&mut **tx, &products).await?;
    Ok(ended.len() as u64)
}
