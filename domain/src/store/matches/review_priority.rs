//! The review priority of a pending match: how much an administrator's answer is worth to shoppers.

use sqlx::PgExecutor;

use crate::config::ReviewPriorityWeights;

/// The largest difference of two products' prices that raises the priority further, as a share of the higher price. A
/// larger difference suggests that the products are not the same.
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
        "with pending as (
             select pair.id, pair.product_id as product, offer.product_id as offer_product, offer.price_fils as offer_price
             from product_match as pair join offer on offer.id = pair.offer_id where pair.status = 'PENDING'),
         products as (
             select product as id from pending
             union select offer_product from pending where offer_product is not null),
         viewed as (
             select product_id as id, sum(times) as views from product_interest join products on products.id = product_id
             where kind = 'VIEW' and day > current_date - $1::integer group by product_id),
         offered as (
             select product_id as id, count(*) as offers, min(price_fils) filter (where stock <> 'OUT') as price
             from offer join products on products.id = product_id join retailer on retailer.id = offer.retailer_id
             where ended_at is null and retailer.enabled group by product_id),
         summed as (
             select pending.id,
                 coalesce(views_of_product.views, 0) + coalesce(views_of_other.views, 0) as views,
                 coalesce(offers_of_product.offers, 0)
                     + case when offer_product is null then 1 else coalesce(offers_of_other.offers, 0) end as offers,
                 offers_of_product.price::float8 as price,
                 case when offer_product is null then offer_price else offers_of_other.price end::float8 as other_price
             from pending
             left join viewed as views_of_product on views_of_product.id = product
             left join viewed as views_of_other on views_of_other.id = offer_product
             left join offered as offers_of_product on offers_of_product.id = product
             left join offered as offers_of_other on offers_of_other.id = offer_product),
         weighted as (
             select id, ($2 * ln(1 + views::float8) + $3 * ln(1 + offers::float8)
                 + $4 * coalesce(least(abs(price - other_price) / greatest(price, other_price), $5), 0))::real as worth
             from summed)
         update product_match set worth = weighted.worth from weighted
         where product_match.id = weighted.id and abs(product_match.worth - weighted.worth) > 0.001",
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
