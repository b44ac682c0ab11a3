use std::collections::HashMap;

use sqlx::{PgExecutor, types::Json};
use time::Date;

use crate::model::{Category, Picture, Product, ProductId, ProvenanceMap, Specs};

/// Returns these products, in no particular order. Unknown and removed products are left out.
pub async fn find_many(db: impl PgExecutor<'_>, ids: &[ProductId]) -> sqlx::Result<Vec<Product>> {
    sqlx::query_as!(
        Product,
        r#"select id as "id: ProductId", category as "category: Category", name, name_ar, manufacturer, model,
               array(select part_number from product_part_number
                     where product_id = product.id order by shared, part_number) as "part_numbers!",
               array(select unnest(product.eans) union
                     select unnest(gtins) from offer where product_id = product.id order by 1) as "gtins!",
               aliases, picture_json(picture_hash) as "picture: Picture", specs as "specs: Specs", provenance as "provenance: Json<ProvenanceMap>",
               popularity, (rating_sum::real / nullif(review_count, 0)::real) as rating, review_count, updated_at
           from product where id = any($1::uuid[]) and removed_at is null"#,
        ids as &[ProductId],
    )
    .fetch_all(db)
    .await
}

/// Returns one product.
pub async fn find(db: impl PgExecutor<'_>, id: ProductId) -> sqlx::Result<Option<Product>> {
    Ok(find_many(db, &[id]).await?.pop())
}

/// Whether there is such a product, and nobody has removed it.
pub async fn exists(db: impl PgExecutor<'_>, id: ProductId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from product where id = $1 and removed_at is null) as "exists!""#,
        id as ProductId,
    )
    .fetch_one(db)
    .await
}

/// For those of these ids that are merged products, returns the product that each was merged into.
pub async fn resolve_merged(
    db: impl PgExecutor<'_>,
    ids: &[ProductId],
) -> sqlx::Result<HashMap<ProductId, ProductId>> {
    let rows = sqlx::query!(
        r#"select id as "id: ProductId", merged_into as "into!: ProductId" from product
           where id = any($1::uuid[]) and merged_into is not null"#,
        ids as &[ProductId],
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.into)).collect())
}

/// Returns the ids of all products, the most popular first: the order in which an index is built fastest.
pub async fn list_ids_by_popularity(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<ProductId>> {
    sqlx::query_scalar!(
        r#"select id as "id: ProductId" from product where removed_at is null order by popularity desc, id"#,
    )
    .fetch_all(db)
    .await
}

/// Returns the number of products.
pub async fn count(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from product where removed_at is null"#)
        .fetch_one(db)
        .await
}

/// A product that some retailer lists or listed, for the sitemap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedProduct {
    pub id: ProductId,
    /// The day (UTC) on which the product's facts or offers last changed.
    pub changed_on: Date,
}

/// Returns the products that some retailer lists or listed, by id.
pub async fn list_listed(
    db: impl PgExecutor<'_>,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<ListedProduct>> {
    sqlx::query_as!(
        ListedProduct,
        r#"select product.id as "id: ProductId",
               (greatest(product.updated_at, max(offer.updated_at)) at time zone 'UTC')::date as "changed_on!"
           from product join offer on offer.product_id = product.id
           where removed_at is null group by product.id order by product.id offset $1 limit $2"#,
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Returns the number of products that some retailer lists or listed.
pub async fn count_listed(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from product
           where removed_at is null and exists (select from offer where offer.product_id = product.id)"#,
    )
    .fetch_one(db)
    .await
}
