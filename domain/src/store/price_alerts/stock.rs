//! Alerts on what changed about a product: its return to stock, a rise of its price, a retailer that is new to it.
//!
//! The table `stock_watch` remembers whether each watched product was in stock anywhere when it was evaluated last, and
//! `retailer_stock_watch` the same of each retailer that has ever had it, so that every return and every new retailer makes
//! its alerts due once.

use sqlx::PgTransaction;

use super::evaluate::ChangedProduct;
use crate::model::{Fils, ProductId, RetailerId};

/// Watches the stock of a product from now on; a product that is watched already stays as it was evaluated last. Call this
/// function after locking the product's offers, and before locking alerts.
pub(super) async fn watch(
    tx: &mut PgTransaction<'_>,
    product_id: ProductId,
    is_in_stock: bool,
) -> sqlx::Result<()> {
    // Also locks a row that is there, and so waits for evaluations of the product.
    sqlx::query!(
        "insert into stock_watch (product_id, in_stock) values ($1, $2)
         on conflict (product_id) do update set in_stock = stock_watch.in_stock",
        product_id as ProductId,
        is_in_stock,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into retailer_stock_watch (product_id, retailer_id, in_stock)
         select product_id, retailer_id, bool_or(ended_at is null and stock = 'IN' and retailer.enabled)
         from offer join retailer on retailer.id = retailer_id
         where product_id = $1 group by product_id, retailer_id order by retailer_id
         on conflict (product_id, retailer_id) do nothing",
        product_id as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Compares the stock, the retailers and the lowest prices of products with what they were before.
///
/// - Alerts on the return of a product that is back in stock, anywhere or at their retailers, become due; those that are
///   due and have not fired yet are due no more when it is sold out again, and follow its price while it is not.
/// - Alerts on a rise are due while the lowest price in stock is high enough, at that price.
/// - Alerts on a new retailer become due when one has an offer that never had one. They follow its price, and are due no
///   more when its offer has ended.
///
/// Call this function in the transaction that changes offers, after it has stored them: also where offers end, which makes
/// no other alert due.
pub(crate) async fn evaluate(
    tx: &mut PgTransaction<'_>,
    changed_retailer_id: Option<RetailerId>,
    products: &[ProductId],
) -> sqlx::Result<()> {
    if lock_watched(tx, products).await?.is_empty() {
        return Ok(());
    }
    compare(tx, changed_retailer_id, products).await
}

/// Does what [`evaluate`] does, for a batch of a retailer's offers. Of products of which only prices have changed, nothing
/// follows the stock but alerts that are due and those on a rise, where what is remembered of it is settled.
pub(super) async fn evaluate_batch(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    changed: &[ChangedProduct],
) -> sqlx::Result<()> {
    let products: Vec<ProductId> = changed.iter().map(|one| one.id).collect();
    let watched = lock_watched(tx, &products).await?;
    if watched.is_empty() {
        return Ok(());
    }
    let mut affected = list_followed(tx, changed).await?;
    affected.extend(watched.iter().filter(|one| one.is_unsettled).map(|one| one.product_id));
    affected.extend(changed.iter().filter(|one| one.is_restocked).map(|one| one.id));
    if affected.is_empty() { Ok(()) } else { compare(tx, Some(retailer_id), &affected).await }
}

/// Returns the products that have a due alert on their stock, or one on a rise that the changed price may reach: the lowest
/// price of all offers is no higher.
async fn list_followed(
    tx: &mut PgTransaction<'_>,
    changed: &[ChangedProduct],
) -> sqlx::Result<Vec<ProductId>> {
    let products: Vec<ProductId> = changed.iter().map(|one| one.id).collect();
    let prices: Vec<Fils> = changed.iter().map(|one| one.lowest_price.unwrap_or(Fils::ZERO)).collect();
    sqlx::query_scalar!(
        r#"select changed.product_id as "product_id!: ProductId"
           from unnest($1::uuid[], $2::bigint[]) as changed (product_id, price_fils)
           where exists (
               select from price_alert as alert
               -- Such alerts have no threshold: their part of the index is read, not all alerts of the product.
               where alert.product_id = changed.product_id and alert.enabled and alert.fires_at_fils = 0
                   and alert.kind in ('BACK_IN_STOCK', 'PRICE_RISE', 'NEW_AT_SHOP')
                   and (alert.kind = 'PRICE_RISE'
                           and rise_threshold(alert.price_then_fils, alert.percentage) <= changed.price_fils
                       or exists (select from due_alert where due_alert.price_alert_id = alert.id)))"#,
        &products as &[ProductId],
        &prices as &[Fils],
    )
    .fetch_all(&mut **tx)
    .await
}

/// Has every watched product compared at its next changes, whatever changes: crawls that are storing offers may not see yet
/// that a retailer is shown or hidden. Call this function before evaluations, which lock some of the same rows.
pub(crate) async fn unsettle_all(tx: &mut PgTransaction<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "with watched as (select product_id from stock_watch order by product_id for update)
         update stock_watch set unsettled_since = now() from watched where watched.product_id = stock_watch.product_id"
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A product whose stock is remembered.
struct WatchedStock {
    product_id: ProductId,
    /// Whether it is compared at each change, whatever changes.
    is_unsettled: bool,
}

/// Locks what is remembered of these products, and returns those that are watched. Two retailers may sell out at the same
/// time: the later transaction waits here, and its next statement reads what the earlier one has stored.
async fn lock_watched(tx: &mut PgTransaction<'_>, products: &[ProductId]) -> sqlx::Result<Vec<WatchedStock>> {
    sqlx::query_as!(
        WatchedStock,
        r#"select product_id as "product_id: ProductId", unsettled_since is not null as "is_unsettled!"
           from stock_watch where product_id = any($1::uuid[]) order by product_id for update"#,
        products as &[ProductId],
    )
    .fetch_all(&mut **tx)
    .await
}

/// Compares locked products, as [`evaluate`] says.
async fn compare(
    tx: &mut PgTransaction<'_>,
    changed_retailer_id: Option<RetailerId>,
    products: &[ProductId],
) -> sqlx::Result<()> {
    sqlx::query!(
        "with watched as materialized (
             select product_id, in_stock from stock_watch where product_id = any($1::uuid[])
         ), selling as (
             select offer.product_id, offer.retailer_id, min(offer.price_fils) as listed_fils,
                 min(offer.price_fils) filter (where offer.stock = 'IN') as price_fils
             from watched join offer using (product_id) join retailer on retailer.id = offer.retailer_id
                 join product on product.id = offer.product_id
             where offer.ended_at is null and retailer.enabled and product.removed_at is null
             group by offer.product_id, offer.retailer_id
         ), known as (
             select product_id, retailer_id, retailer_stock_watch.in_stock
             from watched join retailer_stock_watch using (product_id)
         ), compared as materialized (
             select product_id, retailer_id, selling.listed_fils, selling.price_fils, known.in_stock as was_in_stock,
                 known.in_stock is null as is_new
             from selling full join known using (product_id, retailer_id)
         ), stored as (
             insert into retailer_stock_watch (product_id, retailer_id, in_stock)
             select product_id, retailer_id, price_fils is not null from compared
             where was_in_stock is distinct from (price_fils is not null) order by product_id, retailer_id
             on conflict (product_id, retailer_id) do update set in_stock = excluded.in_stock
         ), best as (
             select watched.product_id, min(compared.price_fils) as price_fils
             from watched left join compared using (product_id) group by watched.product_id
         ), changed as (
             update stock_watch set in_stock = (best.price_fils is not null),
                 unsettled_since = case when unsettled_since >= now() - interval '5 minutes' then unsettled_since end
             from best
             where best.product_id = stock_watch.product_id
                 and (stock_watch.in_stock <> (best.price_fils is not null)
                     or unsettled_since < now() - interval '5 minutes')
         ), evaluated as materialized (
             -- No alert names a retailer twice, and each retailer has one row for a product.
             select alert.id, alert.product_id, alert.kind, min(compared.price_fils) as price_fils,
                 bool_or(case when alert.retailer_ids = '{}' then watched.in_stock else compared.was_in_stock end)
                     is true as was_in_stock,
                 coalesce(min(compared.price_fils) filter (where is_new), min(compared.listed_fils) filter (where is_new))
                     as new_fils,
                 case when alert.kind = 'PRICE_RISE' then rise_threshold(alert.price_then_fils, alert.percentage) end
                     as rises_at_fils
             from watched join price_alert as alert using (product_id)
                 left join compared on compared.product_id = alert.product_id
                     and (alert.retailer_ids = '{}' or compared.retailer_id = any(alert.retailer_ids))
             where alert.enabled and alert.kind in ('BACK_IN_STOCK', 'PRICE_RISE', 'NEW_AT_SHOP')
             group by alert.id
         ), becoming_due as materialized (
             select id, case when kind = 'NEW_AT_SHOP' then new_fils else price_fils end as price_fils
             from evaluated
             where case kind when 'BACK_IN_STOCK' then not was_in_stock and price_fils is not null
                 when 'PRICE_RISE' then price_fils >= rises_at_fils
                 else new_fils is not null end
         ), due_at_new as (
             select due_alert.price_alert_id, coalesce(compared.price_fils, compared.listed_fils) as price_fils
             from evaluated join due_alert on due_alert.price_alert_id = evaluated.id
                 join compared on compared.product_id = evaluated.product_id
                     and compared.retailer_id = due_alert.retailer_id
             where evaluated.kind = 'NEW_AT_SHOP'
                 and not exists (select from becoming_due where becoming_due.id = due_alert.price_alert_id)
         ), ended as (
             delete from due_alert using (
                 select id from evaluated
                 where kind = 'BACK_IN_STOCK' and price_fils is null
                     or kind = 'PRICE_RISE' and (price_fils >= rises_at_fils) is not true
                 union all
                 select price_alert_id from due_at_new where price_fils is null
             ) as no_longer
             where due_alert.price_alert_id = no_longer.id
         ), repriced as (
             update due_alert set price_fils = priced.price_fils
             from (
                 select id, price_fils from evaluated
                 where kind = 'BACK_IN_STOCK' and was_in_stock and price_fils is not null
                 union all
                 select price_alert_id, price_fils from due_at_new where price_fils is not null
             ) as priced (id, price_fils)
             where due_alert.price_alert_id = priced.id and due_alert.price_fils <> priced.price_fils
         )
         insert into due_alert (price_alert_id, price_fils, retailer_id)
         select id, price_fils, $2 from becoming_due order by id
         on conflict (price_alert_id) do update set price_fils = excluded.price_fils, retailer_id = excluded.retailer_id",
        products as &[ProductId],
        changed_retailer_id as Option<RetailerId>,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
