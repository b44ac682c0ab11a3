use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use crate::model::{OfferId, ProductId, RetailerId};

/// Whether an offer ends when it is missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MissesBefore {
    /// At once: the retailer itself says that it is gone.
    None,
    /// When it was missed once before: a page may fail to show what still exists.
    One,
}

impl MissesBefore {
    fn count(self) -> i32 {
        match self {
            Self::None => 0,
            Self::One => 1,
        }
    }
}

/// An offer that was missed.
pub(crate) struct MissedOffer {
    pub(crate) id: OfferId,
    pub(crate) product_id: Option<ProductId>,
    pub(crate) has_ended: bool,
}

/// Counts one more miss of these live offers, and ends those that were missed at least `misses_before` times before. Returns
/// all of them.
///
/// At its first miss, an offer keeps as `stored_at` the time of the last complete crawl, which found it: the retailer's
/// `crawled_at`, which [`mark_crawled`] changes, holds only for offers that no crawl has missed since.
pub(crate) async fn end_missed(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    missed: &[OfferId],
    misses_before: MissesBefore,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<MissedOffer>> {
    sqlx::query_as!(
        MissedOffer,
        r#"with locked as (
               select offer.id, crawled_at from offer join retailer on retailer.id = retailer_id
               where retailer_id = $1 and ended_at is null and offer.id = any($2::uuid[])
               order by external_id collate "C" for update of offer),
           missed as (
               update offer set missed_crawls = missed_crawls + 1,
                   stored_at = case when missed_crawls = 0
                       then greatest(coalesce(stored_at, updated_at), crawled_at) else stored_at end,
                   ended_at = case when missed_crawls >= $4::integer then $3::timestamptz end
               from locked where offer.id = locked.id
               returning offer.id, product_id, ended_at)
           select id as "id: OfferId", product_id as "product_id: ProductId", ended_at is not null as "has_ended!"
           from missed"#,
        retailer_id as RetailerId,
        missed as &[OfferId],
        now,
        misses_before.count(),
    )
    .fetch_all(&mut **tx)
    .await
}

/// Ends these offers, because their prices are held.
pub(crate) async fn end_held(tx: &mut PgTransaction<'_>, held: &[OfferId]) -> sqlx::Result<()> {
    if held.is_empty() {
        return Ok(());
    }
    sqlx::query!("update offer set ended_at = now() where id = any($1::uuid[])", held as &[OfferId])
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Marks the prices of these offers as unconfirmed: stores when each was last confirmed, unless it is marked already. A
/// batch that stores the offer clears the column. The retailer still lists the offers, so their misses are counted from
/// zero again. Returns the products of the newly marked ones.
pub(crate) async fn mark_unconfirmed(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    unconfirmed: &[OfferId],
) -> sqlx::Result<Vec<ProductId>> {
    let products = sqlx::query_scalar!(
        r#"with locked as (
             select offer.id, crawled_at from offer join retailer on retailer.id = offer.retailer_id
             where offer.retailer_id = $1 and offer.id = any($2::uuid[])
                 and (unconfirmed_since is null or missed_crawls > 0)
             order by external_id collate "C" for update of offer)
         update offer set missed_crawls = 0, unconfirmed_since = coalesce(unconfirmed_since,
             greatest(coalesce(stored_at, updated_at), case when missed_crawls = 0 then crawled_at end))
         from locked where offer.id = locked.id returning product_id as "product_id: ProductId""#,
        retailer_id as RetailerId,
        unconfirmed as &[OfferId],
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(products.into_iter().flatten().collect())
}

/// Stores that a refresh, or a crawl which is not complete, has read the prices of these offers again, at most once an
/// hour: after a complete one, the time of the crawl says the same of all its offers without writing them. Returns the
/// products of those that had not been read for a day, whose cards state the time of the reading.
pub(crate) async fn mark_read(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    external_ids: &[String],
    now: OffsetDateTime,
) -> sqlx::Result<Vec<ProductId>> {
    let products = sqlx::query_scalar!(
        r#"with locked as (
             select id, coalesce(stored_at, updated_at) < $3::timestamptz - interval '1 day' as is_shown_as_older
             from offer
             where retailer_id = $1 and external_id = any($2::text[]) and ended_at is null
                 and coalesce(stored_at, updated_at) < $3::timestamptz - interval '1 hour'
             order by external_id collate "C" for update)
         update offer set stored_at = $3 from locked where offer.id = locked.id
         returning case when is_shown_as_older then product_id end as "product_id: ProductId""#,
        retailer_id as RetailerId,
        external_ids,
        now,
    )
    .fetch_all(db)
    .await?;
    Ok(products.into_iter().flatten().collect())
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
