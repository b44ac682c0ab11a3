use sqlx::PgTransaction;
use time::OffsetDateTime;

use crate::model::{OfferId, ProductId};

/// Tries to take the lock that lets one transaction at a time take offers out of stock. Returns whether this transaction
/// has it; the lock is held until the transaction ends.
pub(crate) async fn try_lock_taking_out_of_stock(tx: &mut PgTransaction<'_>) -> sqlx::Result<bool> {
    // Never rename the lock: during an update, processes of the older release take it too.
    sqlx::query_scalar!(
        r#"select pg_try_advisory_xact_lock(hashtext('take_unread_offers_out_of_stock')) as "has_lock!""#
    )
    .fetch_one(&mut **tx)
    .await
}

/// Sets the stock of offers in stock to unknown that were last read before `read_before`, at most `limit` of them, and
/// returns them with their products. Offers that another transaction has locked are skipped.
///
/// When an offer was last read, [`super::list_live`] explains. The offers that the retailer's last complete crawl
/// confirmed are looked at only where that crawl is itself too long ago, so that a call finds by indexes that there is
/// nothing to do.
pub(crate) async fn take_out_of_stock(
    tx: &mut PgTransaction<'_>,
    read_before: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<Vec<(OfferId, Option<ProductId>)>> {
    let rows = sqlx::query!(
        r#"with unread as (
               select id from offer
               where stock = 'IN' and ended_at is null and (missed_crawls > 0 or unconfirmed_since is not null)
                   and coalesce(unconfirmed_since, stored_at, updated_at) < $1
               union all
               select found.id from retailer cross join lateral (
                   select id from offer
                   where retailer_id = retailer.id and stock = 'IN' and ended_at is null
                       and coalesce(stored_at, updated_at) < $1
                       and missed_crawls = 0 and unconfirmed_since is null
                   order by coalesce(stored_at, updated_at) limit $2) as found
               where crawled_at is null or crawled_at < $1),
           locked as (
               -- The conditions once more: of a row that was written since the look above, only the conditions of the
               -- query that locks it are checked again. Neither an offer nor a retailer that is being read is waited for.
               select again.id from (select id from unread limit $2) as found cross join lateral (
                   select offer.id from offer join retailer on retailer.id = offer.retailer_id
                   where offer.id = found.id and offer.stock = 'IN' and offer.ended_at is null
                       and coalesce(offer.unconfirmed_since, greatest(coalesce(offer.stored_at, offer.updated_at),
                           case when offer.missed_crawls = 0 then retailer.crawled_at end)) < $1
                   for update of offer skip locked for share of retailer skip locked) as again)
           update offer set stock = 'UNKNOWN', stock_left = null
           from locked where offer.id = locked.id
           returning offer.id as "id: OfferId", product_id as "product_id: ProductId""#,
        read_before,
        limit,
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.product_id)).collect())
}
