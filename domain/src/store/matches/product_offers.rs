use sqlx::PgExecutor;

use crate::model::{Fils, ProductId, Stock};

/// An offer of a product, as an administrator compares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductOffer {
    pub product_id: ProductId,
    pub title_en: Option<String>,
    pub title_ar: Option<String>,
    pub retailer: String,
    pub price: Fils,
    pub stock: Stock,
    pub url: String,
    /// The number of live offers of the product.
    pub total_on_product: i64,
}

/// Returns the live offers of some products, at most `per_product` of each: in stock first, then the cheapest.
pub async fn list_product_offers(
    db: impl PgExecutor<'_>,
    products: &[ProductId],
    per_product: i64,
) -> sqlx::Result<Vec<ProductOffer>> {
    let rows = sqlx::query!(
        r#"select requested.id as "product_id!: ProductId", title_en, title_ar, retailer, price as "price: Fils",
               offer_stock(stock, pre_order) as "stock!: Stock", url, total as "total_on_product!"
           from (select distinct unnest($1::uuid[]) as id) as requested
           cross join lateral (
               select title_en, title_ar, retailer.name_en as retailer, price_fils as price, stock, pre_order, url,
                   count(*) over () as total
               from offer join retailer on retailer.id = offer.retailer_id
               where offer.product_id = requested.id and ended_at is null
               order by (stock = 'IN') desc, price_fils, offer.id limit $2) as listed
           order by requested.id, (stock = 'IN') desc, price"#,
        products as &[ProductId],
        per_product,
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ProductOffer {
            product_id: row.product_id,
            title_en: row.title_en,
            title_ar: row.title_ar,
            retailer: row.retailer,
            price: row.price,
            stock: row.stock,
            url: row.url,
            total_on_product: row.total_on_product,
        })
        .collect())
}
