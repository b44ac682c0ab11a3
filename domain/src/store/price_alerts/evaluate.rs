use sqlx::{PgExecutor, PgTransaction};

use super::stock;
use crate::model::{Fils, ProductId, RetailerId};

/// Finds the alerts whose threshold the lowest prices in stock of these products reach, and marks the alerts as due.
/// Call this function in the transaction that records the prices, after it has locked and stored the offers. Writes that
/// record no price in stock (held prices, rejections, decisions, audit) may follow.
///
/// `changed_retailer_id` is the retailer whose offers changed, where all are of one retailer: if a crawl of it runs,
/// the mails wait for the crawl's end. The price of a due alert may be another retailer's.
///
/// A crawl waits for this function, so it only marks alerts as due; [`super::fire_due`] fires them. An alert is due
/// once, at the lowest price seen until then.
pub async fn evaluate(
    tx: &mut PgTransaction<'_>,
    changed_retailer_id: Option<RetailerId>,
    products: &[ProductId],
) -> sqlx::Result<()> {
    if products.is_empty() {
        return Ok(());
    }
    stock::evaluate(tx, changed_retailer_id, products).await?;
    evaluate_products(tx, changed_retailer_id, products).await?;
    evaluate_builds(tx, changed_retailer_id, products).await
}

/// A product of which offers have changed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChangedProduct {
    pub id: ProductId,
    /// The lowest price in stock among the changed offers.
    pub lowest_price: Option<Fils>,
    /// Whether more than a price has changed: an offer is new, back, in other stock, or of another product than before.
    pub is_restocked: bool,
}

/// Does what [`evaluate`] does, for a batch of a retailer's offers. What other offers reach has been due since they changed,
/// so that only products are evaluated whose changed prices reach a threshold, or of which [`stock::evaluate_batch`] follows the
/// stock. What two transactions change at the same moment, each unseen by the other, is found later: see
/// [`crate::transactions::alert_mails::evaluate_all`].
pub(crate) async fn evaluate_batch(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    changed: &[ChangedProduct],
) -> sqlx::Result<()> {
    if changed.is_empty() {
        return Ok(());
    }
    let products: Vec<ProductId> = changed.iter().map(|one| one.id).collect();
    let changed_retailer_id = Some(retailer_id);
    stock::evaluate_batch(tx, retailer_id, changed).await?;
    let reached = list_reached(tx, changed).await?;
    if !reached.is_empty() {
        evaluate_products(tx, changed_retailer_id, &reached).await?;
    }
    evaluate_builds(tx, changed_retailer_id, &products).await
}

/// Returns the products that have an alert whose threshold the lowest of the changed prices reaches.
async fn list_reached(
    tx: &mut PgTransaction<'_>,
    changed: &[ChangedProduct],
) -> sqlx::Result<Vec<ProductId>> {
    let in_stock = |one: &ChangedProduct| one.lowest_price.map(|price| (one.id, price));
    let (products, prices): (Vec<ProductId>, Vec<Fils>) = changed.iter().filter_map(in_stock).unzip();
    sqlx::query_scalar!(
        r#"select changed.product_id as "product_id!: ProductId"
           from unnest($1::uuid[], $2::bigint[]) as changed (product_id, price_fils)
           where exists (
               select from price_alert as alert
               where alert.enabled and alert.product_id = changed.product_id
                   and alert.fires_at_fils >= changed.price_fils)"#,
        &products as &[ProductId],
        &prices as &[Fils],
    )
    .fetch_all(&mut **tx)
    .await
}

/// Returns products with an alert that is enabled, in the order of their ids from the one after `after`.
pub(crate) async fn list_alert_products(
    db: impl PgExecutor<'_>,
    after: Option<ProductId>,
    limit: i64,
) -> sqlx::Result<Vec<ProductId>> {
    sqlx::query_scalar!(
        r#"select distinct product_id as "product_id!: ProductId" from price_alert
           where enabled and product_id > coalesce($1, '00000000-0000-0000-0000-000000000000'::uuid)
           order by product_id limit $2"#,
        after as Option<ProductId>,
        limit,
    )
    .fetch_all(db)
    .await
}

async fn evaluate_products(
    tx: &mut PgTransaction<'_>,
    changed_retailer_id: Option<RetailerId>,
    products: &[ProductId],
) -> sqlx::Result<()> {
    sqlx::query!(
        "with with_alert as (
             -- Offers dearer than the highest threshold of a product's alerts fire nothing and are left out.
             select product_id, threshold_fils from unnest($1::uuid[]) as changed (product_id) cross join lateral (
                 select fires_at_fils as threshold_fils from price_alert
                 where enabled and price_alert.product_id = changed.product_id order by fires_at_fils desc limit 1
             ) as highest
         ), best as (
             select with_alert.product_id, min(price_fils) as price_fils
             from with_alert join offer on offer.product_id = with_alert.product_id and price_fils <= threshold_fils
                 join retailer on retailer.id = offer.retailer_id join product on product.id = with_alert.product_id
             where offer.ended_at is null and offer.stock = 'IN' and retailer.enabled and product.removed_at is null
             group by with_alert.product_id
         )
         insert into due_alert (price_alert_id, price_fils, retailer_id)
         select price_alert.id, best.price_fils, $2
         from price_alert join best using (product_id)
         where price_alert.enabled and best.price_fils <= price_alert.fires_at_fils
         order by price_alert.id
         on conflict (price_alert_id) do update set price_fils = excluded.price_fils, retailer_id = excluded.retailer_id
             where excluded.price_fils < due_alert.price_fils",
        products as &[ProductId],
        changed_retailer_id as Option<RetailerId>,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Evaluates alerts on builds. A total counts only while every part is in stock somewhere, because a part that cannot
/// be bought has no price.
async fn evaluate_builds(
    tx: &mut PgTransaction<'_>,
    changed_retailer_id: Option<RetailerId>,
    products: &[ProductId],
) -> sqlx::Result<()> {
    sqlx::query!(
        "with with_alert as (
             select distinct build_id from price_alert join saved_build_part as part using (build_id)
             where price_alert.enabled and part.product_id = any($1::uuid[])
         ), total as (
             select build_id, sum(quantity * best.price_fils)::bigint as price_fils
             from with_alert join saved_build_part as part using (build_id) cross join lateral (
                 select min(price_fils) as price_fils
                 from offer join retailer on retailer.id = offer.retailer_id join product on product.id = offer.product_id
                 where offer.product_id = part.product_id and offer.ended_at is null and offer.stock = 'IN'
                     and retailer.enabled and product.removed_at is null
             ) as best
             group by build_id having bool_and(best.price_fils is not null)
         )
         insert into due_alert (price_alert_id, price_fils, retailer_id)
         select price_alert.id, total.price_fils, $2
         from price_alert join total using (build_id)
         where price_alert.enabled and total.price_fils <= price_alert.fires_at_fils
         order by price_alert.id
         on conflict (price_alert_id) do update set price_fils = excluded.price_fils, retailer_id = excluded.retailer_id
             where excluded.price_fils < due_alert.price_fils",
        products as &[ProductId],
        changed_retailer_id as Option<RetailerId>,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
