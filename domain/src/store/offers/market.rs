use std::collections::HashMap;

use sqlx::PgTransaction;

use crate::model::{Fils, ProductId, RetailerId};

/// The market for a product: the lowest current price of each other retailer, without sold-out offers
/// and without retailers that are switched off, whose prices nobody renews. A retailer with many offers of the product
/// counts once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Market {
    pub median: Fils,
    /// The number of other retailers.
    pub retailers: i64,
}

/// Returns the market for each of these products. Products without offers of other retailers are absent.
pub(crate) async fn list_markets(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    products: &[ProductId],
) -> sqlx::Result<HashMap<ProductId, Market>> {
    if products.is_empty() {
        return Ok(HashMap::new());
    }
    // One lookup per product: while a retailer is new, Postgres has no statistics on its offers and would scan all of
    // them. "Less or greater" is used because an index cannot serve "not equal".
    let rows = sqlx::query!(
        r#"select requested.id as "product_id!: ProductId", retailers as "retailers!", median as "median!: Fils"
           from (select distinct unnest($2::uuid[]) as id) as requested
           cross join lateral (
               select count(*) as retailers, percentile_disc(0.5) within group (order by lowest) as median
               from (select min(price_fils) as lowest
                     from offer join retailer on retailer.id = retailer_id and retailer.enabled
                     where product_id = requested.id and (retailer_id < $1 or retailer_id > $1) and ended_at is null
                         and stock <> 'OUT'
                     group by retailer_id) as by_retailer) as market
           where retailers > 0"#,
        retailer_id as RetailerId,
        products as &[ProductId],
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.product_id, Market { median: row.median, retailers: row.retailers }))
        .collect())
}
