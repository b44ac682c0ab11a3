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
    let rows = sqlx::query!(
        r#"select product_id as "product_id!: ProductId", count(distinct retailer_id) as "shops!",
               percentile_disc(0.5) within group (order by price_fils) as "median!: Fils"
           from offer
           where product_id = any($2::uuid[]) and retailer_id <> $1 and ended_at is null and stock <> 'OUT'
           group by product_id"#,
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
