use sqlx::PgTransaction;

use crate::{config::Pictures, model::ProductId};

/// A picture that products of this many categories show is a placeholder: no product belongs to so many categories.
const PLACEHOLDER_CATEGORIES: i64 = 3;

/// The rule by which a picture counts as a placeholder for "no picture": more than `max_products` products show it,
/// or products of at least `categories` categories do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceholderRule {
    pub max_products: i64,
    pub categories: i64,
}

impl From<&Pictures> for PlaceholderRule {
    fn from(settings: &Pictures) -> Self {
        Self { max_products: settings.max_shared_products, categories: PLACEHOLDER_CATEGORIES }
    }
}

/// Sets the picture of each of these products to the best one of those that their live offers show, except refused
/// ones and placeholders. A product without a candidate keeps its picture, unless that is refused or a placeholder.
/// Pinned pictures stay. Returns the products whose picture changed.
pub(crate) async fn update_choices(
    tx: &mut PgTransaction<'_>,
    products: &[ProductId],
    rule: PlaceholderRule,
) -> sqlx::Result<Vec<ProductId>> {
    sqlx::query_scalar!(
        r#"with shown as (
               select product_id, picture_hash, true as is_offered
               from offer join picture_source as source
                   on source.retailer_id = offer.retailer_id and source.address = offer.image_url
               where product_id = any($1::uuid[]) and ended_at is null and picture_hash is not null
               union all select id, picture_hash, false from product where id = any($1::uuid[]) and picture_hash is not null
           ), placeholder as (
               select picture_hash from offer join picture_source as source
                   on source.retailer_id = offer.retailer_id and source.address = offer.image_url
               where picture_hash in (select picture_hash from shown) and ended_at is null
               group by picture_hash
               having count(distinct coalesce(product_id, offer.id)) > $2 or count(distinct category) >= $3
           ), allowed as (
               select product_id, picture_hash, is_offered from shown
               where picture_hash not in (select picture_hash from placeholder) and not exists (
                   select from refused_picture as refused
                   where refused.product_id = shown.product_id and refused.picture_hash = shown.picture_hash)
           ), best as (
               select distinct on (allowed.product_id) allowed.product_id, hash
               from allowed join picture on hash = picture_hash
               order by allowed.product_id, is_offered desc, quality desc, hash
           )
           update product set picture_hash = best.hash
           from unnest($1::uuid[]) as chosen (id) left join best on best.product_id = chosen.id
           where product.id = chosen.id and not picture_pinned and picture_hash is distinct from best.hash
           returning product.id as "id: ProductId""#,
        products as &[ProductId],
        rule.max_products,
        rule.categories,
    )
    .fetch_all(&mut **tx)
    .await
}

/// Returns the products that have no picture, although one of their offers shows one: products that were created after
/// the pictures of their offers were fetched.
pub(crate) async fn list_without(tx: &mut PgTransaction<'_>) -> sqlx::Result<Vec<ProductId>> {
    sqlx::query_scalar!(
        r#"select distinct product.id as "id: ProductId" from product
           join offer on offer.product_id = product.id and ended_at is null
           join picture_source as source on source.retailer_id = offer.retailer_id and source.address = offer.image_url
           where product.picture_hash is null and not picture_pinned and removed_at is null
               and source.picture_hash is not null"#,
    )
    .fetch_all(&mut **tx)
    .await
}
