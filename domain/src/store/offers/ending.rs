use sqlx::PgTransaction;
use time::OffsetDateTime;

use crate::{
    model::{Fils, OfferId, ProductId, RetailerId},
    store::{feed, prices},
};

/// After a crawl that read every page: the offers it `missed` have missed once more, and the second miss ends them.
/// Marks the shop as crawled. Answers how many offers ended.
pub async fn end_missing(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    missed: &[OfferId],
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
        missed as &[OfferId],
        now,
    )
    .fetch_all(&mut **tx)
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
