use sqlx::{PgExecutor, types::Json};

use crate::{
    model::{Category, ProductId, Specs},
    store::sources,
};

/// A product as the matcher compares it.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparedProduct {
    pub id: ProductId,
    pub category: Category,
    pub name: String,
    pub manufacturer: String,
    pub model: String,
    /// Part numbers that only this product carries.
    pub part_numbers: Vec<String>,
    pub barcodes: Vec<String>,
    pub specs: Json<Specs>,
    /// Whether the product has a live offer.
    pub sold: bool,
}

/// Returns products with ids above `after`, by id.
pub async fn list_products(
    db: impl PgExecutor<'_>,
    after: ProductId,
    limit: i64,
) -> sqlx::Result<Vec<ComparedProduct>> {
    sqlx::query_as!(
        ComparedProduct,
        r#"select id as "id: ProductId", category as "category: Category", name, manufacturer, model,
               array(select part_number from product_part_number
                     where product_id = product.id and not shared) as "part_numbers!",
               eans as barcodes, specs as "specs: Json<Specs>",
               exists (select from offer where product_id = product.id and ended_at is null) as "sold!"
           from product where removed_at is null and id > $1 order by id limit $2"#,
        after as ProductId,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Returns the names of products that come from a reference, with ids above `after`, by id.
pub async fn list_reference_names(
    db: impl PgExecutor<'_>,
    after: Option<ProductId>,
    limit: i64,
) -> sqlx::Result<Vec<(ProductId, String)>> {
    let rows = sqlx::query!(
        r#"select id as "id: ProductId", name from product
           where source is distinct from $3 and removed_at is null and ($1::uuid is null or id > $1) order by id limit $2"#,
        after as Option<ProductId>,
        limit,
        sources::RETAILERS,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}

/// Returns the names of these products. Unknown products are left out.
pub async fn list_names(
    db: impl PgExecutor<'_>,
    ids: &[ProductId],
) -> sqlx::Result<Vec<(ProductId, String)>> {
    let rows = sqlx::query!(
        r#"select id as "id: ProductId", name from product where id = any($1::uuid[])"#,
        ids as &[ProductId],
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}
