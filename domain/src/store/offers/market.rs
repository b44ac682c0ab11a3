use std::collections::HashMap;

use sqlx::PgTransaction;

use super::batch::Market;
use crate::model::{Fils, ProductId, RetailerId};

/// What the other shops ask for these products now; products without other shops are absent.
pub(super) async fn list_markets(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    products: &[ProductId],
) -> sqlx::Result<HashMap<ProductId, Market>> {
    if products.is_empty() {
        return Ok(HashMap::new());
    }
    // Each by itself: while a shop is new, Postgres knows nothing of its offers yet and would read all of them each time. "Less or
    // more" is what an index understands of "other".
    let rows = sqlx::query!(
        r#"select asked.id as "product_id!: ProductId", shops as "shops!", median as "median!: Fils"
           from (select distinct id from unnest($2::uuid[]) as stated (id)) as asked
           cross join lateral (
               select count(distinct retailer_id) as shops, percentile_disc(0.5) within group (order by price_fils) as median
               from offer
               where product_id = asked.id and (retailer_id < $1 or retailer_id > $1) and ended_at is null
                   and stock <> 'OUT') as market
           where shops > 0"#,
        retailer_id as RetailerId,
        products as &[ProductId],
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.product_id, Market { median: row.median, shops: row.shops }))
        .collect())
}
