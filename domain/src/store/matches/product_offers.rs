use sqlx::PgExecutor;

use crate::model::{Fils, ProductId, Stock};

/// An offer of a page, as an administrator compares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageOffer {
    pub product_id: ProductId,
    pub title_en: Option<String>,
    pub title_ar: Option<String>,
    pub retailer: String,
    pub price: Fils,
    pub stock: Stock,
    pub url: String,
    /// The number of live offers of the page.
    pub of: i64,
}

/// Returns the live offers of some pages, at most `per_page` of each: in stock first, then the cheapest.
pub async fn list_page_offers(
    db: impl PgExecutor<'_>,
    pages: &[ProductId],
    per_page: i64,
) -> sqlx::Result<Vec<PageOffer>> {
    sqlx::query_as!(
        PageOffer,
        r#"select page.id as "product_id!: ProductId", title_en, title_ar, retailer, price as "price: Fils",
               stock as "stock: Stock", url, total as "of!"
           from (select distinct unnest($1::uuid[]) as id) as page
           cross join lateral (
               select title_en, title_ar, retailer.name_en as retailer, price_fils as price, stock, url,
                   count(*) over () as total
               from offer join retailer on retailer.id = offer.retailer_id
               where offer.product_id = page.id and ended_at is null
               order by (stock = 'IN') desc, price_fils, offer.id limit $2) as listed
           order by page.id, (stock = 'IN') desc, price"#,
        pages as &[ProductId],
        per_page,
    )
    .fetch_all(db)
    .await
}
