//! What lists say about the price of each product, kept in one row each: `transactions::price_ratings` writes them.

use std::collections::HashMap;

use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use crate::{
    model::{Category, Fils, ProductId},
    price_rating::PriceSummary,
};

/// The most deals that are listed: those that save the largest shares.
pub const MAX_DEALS: i64 = 1000;

/// Returns the next products with offers, by id, that were never rated or not since `rated_before`, or that changed since
/// according to the feed.
pub async fn list_due(
    db: impl PgExecutor<'_>,
    after: ProductId,
    rated_before: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<Vec<ProductId>> {
    sqlx::query_scalar!(
        r#"select product.id as "id: ProductId" from product
           left join price_verdict as verdict on verdict.product_id = product.id
           where product.id > $1 and removed_at is null
             and exists (select from offer where offer.product_id = product.id)
             and (rated_at is null or rated_at < $2
                  or exists (select from product_change as change
                             where change.product_id = product.id and change.xid >= seen_below))
           order by product.id limit $3"#,
        after as ProductId,
        rated_before,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Returns what is stored of these products; those that are not in stock or not rated yet are left out.
pub async fn find_many(
    db: impl PgExecutor<'_>,
    products: &[ProductId],
) -> sqlx::Result<HashMap<ProductId, PriceSummary>> {
    let rows = sqlx::query!(
        r#"select product_id as "product_id: ProductId", price_fils as "price!: Fils", usual_fils as "usual: Fils",
               lowest_in_days, raised_from_fils as "raised_from: Fils"
           from price_verdict where product_id = any($1::uuid[]) and price_fils is not null"#,
        products as &[ProductId],
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let summary = PriceSummary {
                price: row.price,
                usual: row.usual,
                lowest_in_days: row.lowest_in_days.and_then(|days| u16::try_from(days).ok()),
                raised_from: row.raised_from,
            };
            (row.product_id, summary)
        })
        .collect())
}

/// Stores the ratings of products; `None` for one that is not in stock.
pub async fn store(
    tx: &mut PgConnection,
    rated: &[(ProductId, Option<PriceSummary>)],
    rated_at: OffsetDateTime,
    seen_below: &str,
) -> sqlx::Result<()> {
    let ids: Vec<ProductId> = rated.iter().map(|(id, _)| *id).collect();
    let column = |read: fn(&PriceSummary) -> Option<Fils>| -> Vec<Option<i64>> {
        rated.iter().map(|(_, summary)| summary.as_ref().and_then(read).map(|fils| fils.0)).collect()
    };
    let short_column = |read: fn(&PriceSummary) -> Option<u16>| -> Vec<Option<i16>> {
        let values = rated.iter().map(|(_, summary)| summary.as_ref().and_then(read));
        values.map(|value| value.and_then(|value| i16::try_from(value).ok())).collect()
    };
    let prices = column(|summary| Some(summary.price));
    let usual_prices = column(|summary| summary.usual);
    let raised_from = column(|summary| summary.raised_from);
    let lowest_in_days = short_column(|summary| summary.lowest_in_days);
    let saved = short_column(PriceSummary::saved_basis_points);
    sqlx::query!(
        "insert into price_verdict
             (product_id, price_fils, usual_fils, lowest_in_days, raised_from_fils, saved_basis_points, rated_at, seen_below)
         select id, price, usual, lowest, raised, saved, $7, $8::text::xid8
         from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::smallint[], $5::bigint[], $6::smallint[])
             as rated (id, price, usual, lowest, raised, saved)
         on conflict (product_id) do update set price_fils = excluded.price_fils, usual_fils = excluded.usual_fils,
             lowest_in_days = excluded.lowest_in_days, raised_from_fils = excluded.raised_from_fils,
             saved_basis_points = excluded.saved_basis_points, rated_at = excluded.rated_at,
             seen_below = excluded.seen_below",
        &ids as &[ProductId],
        &prices as &[Option<i64>],
        &usual_prices as &[Option<i64>],
        &lowest_in_days as &[Option<i16>],
        &raised_from as &[Option<i64>],
        &saved as &[Option<i16>],
        rated_at,
        seen_below,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A product whose price in stock now is below its usual one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    pub product_id: ProductId,
    pub category: Category,
    pub price: Fils,
    pub usual: Fils,
    pub saved_basis_points: i16,
    /// Slugs of the retailers that have it in stock at this price.
    pub retailers: Vec<String>,
}

/// Returns the deals, the largest share saved first, at most [`MAX_DEALS`]: products whose lowest price in stock is the one
/// that was rated. Offers that were not read since `read_since` do not count.
pub async fn list_deals(db: impl PgExecutor<'_>, read_since: OffsetDateTime) -> sqlx::Result<Vec<Deal>> {
    sqlx::query_as!(
        Deal,
        r#"select verdict.product_id as "product_id: ProductId", product.category as "category: Category",
               verdict.price_fils as "price!: Fils", verdict.usual_fils as "usual!: Fils",
               verdict.saved_basis_points as "saved_basis_points!", offered.retailers as "retailers!"
           from price_verdict as verdict join product on product.id = verdict.product_id and removed_at is null
           cross join lateral (
               select min(offer.price_fils) as lowest,
                   array_agg(distinct slug) filter (where offer.price_fils = verdict.price_fils) as retailers
               from offer join retailer on retailer.id = offer.retailer_id and retailer.enabled
               where offer.product_id = verdict.product_id and ended_at is null
                   and offer_stock(stock, pre_order) = 'IN'
                   and coalesce(unconfirmed_since, greatest(coalesce(offer.stored_at, offer.updated_at),
                       case when missed_crawls = 0 then crawled_at end)) > $1) as offered
           where verdict.saved_basis_points is not null and offered.lowest = verdict.price_fils
           order by verdict.saved_basis_points desc, verdict.product_id limit $2"#,
        read_since,
        MAX_DEALS,
    )
    .fetch_all(db)
    .await
}
