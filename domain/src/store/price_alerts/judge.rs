use sqlx::PgTransaction;

use crate::model::{ProductId, RetailerId};

/// Fires the alerts that the best prices in stock of these products fulfil, each once for each price. Call it in the
/// transaction that records the prices, after everything else that it locks; `retailer_id` is whose prices they are.
/// Answers how many fired.
pub async fn judge(
    tx: &mut PgTransaction<'_>,
    retailer_id: Option<RetailerId>,
    products: &[ProductId],
) -> sqlx::Result<u64> {
    if products.is_empty() {
        return Ok(0);
    }
    let fired = judge_products(tx, retailer_id, products).await?;
    Ok(fired + judge_builds(tx, retailer_id, products).await?)
}

async fn judge_products(
    tx: &mut PgTransaction<'_>,
    retailer_id: Option<RetailerId>,
    products: &[ProductId],
) -> sqlx::Result<u64> {
    let fired = sqlx::query!(
        r#"with watched as (
               select distinct product_id from price_alert where enabled and product_id = any($1::uuid[])
           ), best as (
               select watched.product_id, min(price_fils) as price_fils
               from watched join offer using (product_id) join retailer on retailer.id = offer.retailer_id
                   join product on product.id = watched.product_id
               where offer.ended_at is null and offer.stock = 'IN' and retailer.enabled and product.removed_at is null
               group by watched.product_id
           ), firing as (
               -- Whoever was faster has fired it: its row is read again under the lock.
               select price_alert.id, best.price_fils, price_alert.fires_at_fils
               from price_alert join best using (product_id)
               where price_alert.enabled and best.price_fils <= price_alert.fires_at_fils
               order by price_alert.id for update of price_alert
           ), fired as (
               update price_alert set
                   enabled = kind = 'ANY_DROP',
                   fires_at_fils = case kind when 'ANY_DROP' then firing.price_fils - 1 else price_alert.fires_at_fils end
               from firing where price_alert.id = firing.id
               returning price_alert.id, user_id, product_id, kind, firing.price_fils,
                   case kind when 'ANY_DROP' then firing.fires_at_fils + 1 else price_then_fils end as price_before_fils
           )
           insert into fired_alert (price_alert_id, user_id, product_id, kind, retailer_id, price_fils,
               price_before_fils, awaits_mail)
           select fired.id, user_id, product_id, kind, $2, price_fils, price_before_fils,
               price_drop_alerts and email_verified_at is not null
           from fired join app_user on app_user.id = user_id"#,
        products as &[ProductId],
        retailer_id as Option<RetailerId>,
    )
    .execute(&mut **tx)
    .await?;
    Ok(fired.rows_affected())
}

/// A total counts only while each part is in stock somewhere: what cannot be bought has no price.
async fn judge_builds(
    tx: &mut PgTransaction<'_>,
    retailer_id: Option<RetailerId>,
    products: &[ProductId],
) -> sqlx::Result<u64> {
    let fired = sqlx::query!(
        r#"with watched as (
               select distinct build_id from price_alert join saved_build_part as part using (build_id)
               where price_alert.enabled and part.product_id = any($1::uuid[])
           ), total as (
               select build_id, sum(quantity * best.price_fils)::bigint as price_fils
               from watched join saved_build_part as part using (build_id) cross join lateral (
                   select min(price_fils) as price_fils
                   from offer join retailer on retailer.id = offer.retailer_id join product on product.id = offer.product_id
                   where offer.product_id = part.product_id and offer.ended_at is null and offer.stock = 'IN'
                       and retailer.enabled and product.removed_at is null
               ) as best
               group by build_id having bool_and(best.price_fils is not null)
           ), firing as (
               select price_alert.id, total.price_fils
               from price_alert join total using (build_id)
               where price_alert.enabled and total.price_fils <= price_alert.fires_at_fils
               order by price_alert.id for update of price_alert
           ), fired as (
               update price_alert set enabled = false from firing where price_alert.id = firing.id
               returning price_alert.id, user_id, build_id, kind, firing.price_fils, price_then_fils
           )
           insert into fired_alert (price_alert_id, user_id, build_id, kind, retailer_id, price_fils,
               price_before_fils, awaits_mail)
           select fired.id, user_id, build_id, kind, $2, price_fils, price_then_fils,
               price_drop_alerts and email_verified_at is not null
           from fired join app_user on app_user.id = user_id"#,
        products as &[ProductId],
        retailer_id as Option<RetailerId>,
    )
    .execute(&mut **tx)
    .await?;
    Ok(fired.rows_affected())
}
