//! The review priority of a pending match: the value of an answer to users.

use sqlx::PgExecutor;

use crate::config::ReviewPriorityWeights;

/// The largest share of the higher price by which the two products' prices may differ and still count: a larger difference
/// rather speaks against one product.
const MAX_SPREAD: f64 = 0.5;

/// Recomputes the review priority of each pending match (the column `worth`), and returns the number of changes:
///
/// `view · ln(1 + views) + offer · ln(1 + offers) + spread · s`
///
/// where `views` are those of both products in the last `days` days, `offers` their live offers, and `s` is the
/// difference of their lowest prices as a share of the higher one (at most a half; 0 where a product has no price). An
/// offer without a product counts as a product of its own.
///
/// Worked example, with weights 1, 1 and 4: two products with 20 views and 3 offers together, at 80 and 100 dinars: ln
/// 21 + ln 4 + 4 · 0.2 = 3.04 + 1.39 + 0.80 = 5.23.
pub async fn update_review_priorities(
    db: impl PgExecutor<'_>,
    weights: &ReviewPriorityWeights,
) -> sqlx::Result<u64> {
    let done = sqlx::query!(
        "with asked as (
             select pair.id, pair.product_id as product, offer.product_id as own_product, offer.price_fils as offer_price
             from product_match as pair join offer on offer.id = pair.offer_id where pair.status = 'PENDING'),
         products as (
             select product as id from asked union select own_product from asked where own_product is not null),
         viewed as (
             select product_id as id, sum(times) as views from product_interest join products on products.id = product_id
             where kind = 'VIEW' and day > current_date - $1::integer group by product_id),
         sold as (
             select product_id as id, count(*) as offers, min(price_fils) filter (where stock <> 'OUT') as price
             from offer join products on products.id = product_id join retailer on retailer.id = offer.retailer_id
             where ended_at is null and retailer.enabled group by product_id),
         summed as (
             select asked.id,
                 coalesce(product_viewed.views, 0) + coalesce(own_viewed.views, 0) as views,
                 coalesce(product_sold.offers, 0)
                     + case when own_product is null then 1 else coalesce(own_sold.offers, 0) end as offers,
                 product_sold.price::float8 as price,
                 case when own_product is null then offer_price else own_sold.price end::float8 as other_price
             from asked
             left join viewed as product_viewed on product_viewed.id = product
             left join viewed as own_viewed on own_viewed.id = own_product
             left join sold as product_sold on product_sold.id = product
             left join sold as own_sold on own_sold.id = own_product),
         weighed as (
             select id, ($2 * ln(1 + views::float8) + $3 * ln(1 + offers::float8)
                 + $4 * coalesce(least(abs(price - other_price) / greatest(price, other_price), $5), 0))::real as worth
             from summed)
         update product_match set worth = weighed.worth from weighed
         where product_match.id = weighed.id and abs(product_match.worth - weighed.worth) > 0.001",
        weights.days,
        weights.view,
        weights.offer,
        weights.spread,
        MAX_SPREAD,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}
