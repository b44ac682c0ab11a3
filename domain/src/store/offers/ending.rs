use sqlx::PgTransaction;
use time::OffsetDateTime;

use crate::model::{OfferId, ProductId, RetailerId};

/// An offer that ended.
pub(crate) struct EndedOffer {
    pub(crate) id: OfferId,
    pub(crate) product_id: Option<ProductId>,
}

/// Counts one more miss of these live offers, and ends those that were missed before. Returns the ended ones.
pub(crate) async fn end_missed(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    missed: &[OfferId],
    now: OffsetDateTime,
) -> sqlx::Result<Vec<EndedOffer>> {
    let ended = sqlx::query!(
        r#"with missed as (
               update offer set missed_crawls = missed_crawls + 1,
                   ended_at = case when missed_crawls >= 1 then $3::timestamptz end
               where retailer_id = $1 and ended_at is null and id = any($2::uuid[])
               returning id, product_id, ended_at
           )
           select id as "id: OfferId", product_id as "product_id: ProductId"
           from missed where ended_at is not null"#,
        retailer_id as RetailerId,
        missed as &[OfferId],
        now,
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(ended.into_iter().map(|row| EndedOffer { id: row.id, product_id: row.product_id }).collect())
}

/// Marks the prices of these offers as unconfirmed: stores when each was last confirmed, unless it is marked already. A
/// batch that stores the offer clears the column. The retailer still lists the offers, so their misses are counted from
/// zero again.
pub(crate) async fn mark_unconfirmed(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    unconfirmed: &[OfferId],
) -> sqlx::Result<()> {
    sqlx::query!(
        "update offer set missed_crawls = 0, unconfirmed_since = coalesce(offer.unconfirmed_since,
             greatest(coalesce(offer.stored_at, offer.updated_at), case when offer.missed_crawls = 0 then retailer.crawled_at end))
         from retailer where retailer.id = $1 and offer.id = any($2::uuid[])
             and (offer.unconfirmed_since is null or offer.missed_crawls > 0)",
        retailer_id as RetailerId,
        unconfirmed as &[OfferId],
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Stores the end of a complete crawl of a retailer.
pub(crate) async fn mark_crawled(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!("update retailer set crawled_at = $2 where id = $1", retailer_id as RetailerId, now)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
