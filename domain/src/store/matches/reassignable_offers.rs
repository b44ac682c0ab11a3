//! Offers whose product the matcher may choose, and the products and titles that it compares them with.

use sqlx::{PgExecutor, types::Json};

use super::products::ComparedProduct;
use crate::{
    model::{Category, Fils, OfferId, ProductId, Specs},
    store::sources,
};

/// An offer of a part which the matcher may assign to another product: the offer has no product, is of a product made of
/// offers to which no administrator matched any offer, or is of an imported product to which the matcher itself matched it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReassignableOffer {
    pub id: OfferId,
    pub retailer: String,
    pub external_id: String,
    pub category: Category,
    pub manufacturer: Option<String>,
    pub model: Option<String>,
    pub title_en: Option<String>,
    pub title_ar: Option<String>,
    pub image_url: Option<String>,
    pub part_numbers: Vec<String>,
    pub sku: Option<String>,
    pub gtins: Vec<String>,
    pub price: Fils,
    pub specs: Json<Specs>,
    pub product_id: Option<ProductId>,
    /// Digest of the content as it was loaded. Another content has another digest.
    pub content_digest: Vec<u8>,
}

/// Returns the reassignable offers of a category with ids above `after`, by id.
///
/// The matcher may change a product made of offers as long as no administrator matched an offer to it.
pub async fn list_reassignable(
    db: impl PgExecutor<'_>,
    category: Category,
    after: OfferId,
    limit: i64,
) -> sqlx::Result<Vec<ReassignableOffer>> {
    sqlx::query_as!(
        ReassignableOffer,
        r#"select offer.id as "id: OfferId", retailer.slug as retailer, external_id, offer.category as "category!: Category",
               offer.manufacturer, offer.model, title_en, title_ar, offer.image_url, part_numbers, sku, gtins,
               offer.price_fils as "price: Fils",
               offer.specs as "specs: Json<Specs>", product_id as "product_id?: ProductId", content_digest
           from offer join retailer on retailer.id = offer.retailer_id left join product on product.id = offer.product_id
           where offer.id > $1 and ended_at is null and deleted_at is null and no_part_reason is null
               and offer.category = $4
               and (product_id is null
                   or (linked_by = 'MATCHER' and product.source is distinct from $3)
                   or (linked_by <> 'ADMIN' and product.source = $3
                       and not exists (select from offer as by_hand
                           where by_hand.product_id = product.id and by_hand.linked_by = 'ADMIN')))
           order by offer.id limit $2"#,
        after as OfferId,
        limit,
        sources::RETAILERS,
        category as Category,
    )
    .fetch_all(db)
    .await
}

/// Returns offers of a category that belong to fixed products, with ids above `after`, by id: those that a key or an
/// administrator matched to an imported product, and all offers of a product made of offers to which an administrator
/// matched any. None of them is reassignable. Their titles help to find other offers of the same products.
pub async fn list_fixed_offers(
    db: impl PgExecutor<'_>,
    category: Category,
    after: OfferId,
    limit: i64,
) -> sqlx::Result<Vec<ReassignableOffer>> {
    sqlx::query_as!(
        ReassignableOffer,
        r#"select offer.id as "id: OfferId", retailer.slug as retailer, external_id, offer.category as "category!: Category",
               offer.manufacturer, offer.model, title_en, title_ar, offer.image_url, part_numbers, sku, gtins,
               offer.price_fils as "price: Fils",
               offer.specs as "specs: Json<Specs>", product_id as "product_id?: ProductId", content_digest
           from offer join retailer on retailer.id = offer.retailer_id join product on product.id = offer.product_id
           where offer.id > $1 and ended_at is null and deleted_at is null
               and offer.category = $4
               and (linked_by = 'ADMIN' or (linked_by <> 'MATCHER' and product.source is distinct from $3)
                   or (product.source = $3 and exists (select from offer as by_hand
                       where by_hand.product_id = product.id and by_hand.linked_by = 'ADMIN')))
           order by offer.id limit $2"#,
        after as OfferId,
        limit,
        sources::RETAILERS,
        category as Category,
    )
    .fetch_all(db)
    .await
}

/// Whether there is a reassignable offer, with or without a product, that the matcher has not compared since it changed.
/// The column `matched_at` is the time at which the matcher last compared the offer, whatever came out.
pub async fn has_uncompared(db: impl PgExecutor<'_>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select from offer left join product on product.id = offer.product_id
               where matched_at is null and ended_at is null and deleted_at is null and no_part_reason is null
                   and offer.category is not null and offer.category <> 'OTHER'
                   and (product_id is null
                       or (linked_by = 'MATCHER' and product.source is distinct from $1)
                       or (linked_by <> 'ADMIN' and product.source = $1
                           and not exists (select from offer as by_hand
                               where by_hand.product_id = product.id and by_hand.linked_by = 'ADMIN')))) as "has_uncompared!""#,
        sources::RETAILERS,
    )
    .fetch_one(db)
    .await
}

/// The name and part numbers of a product that no run of the matcher changes.
#[derive(Debug, Clone, PartialEq)]
pub struct FixedProductName {
    pub id: ProductId,
    pub category: Category,
    pub name: String,
    /// Part numbers that only this product carries, as stored.
    pub part_numbers: Vec<String>,
}

/// Returns the names of all products that no run of the matcher changes, with ids above `after`, by id.
pub async fn list_fixed_names(
    db: impl PgExecutor<'_>,
    after: ProductId,
    limit: i64,
) -> sqlx::Result<Vec<FixedProductName>> {
    sqlx::query_as!(
        FixedProductName,
        r#"select id as "id: ProductId", category as "category: Category", name,
               array(select part_number from product_part_number
                     where product_id = product.id and not shared) as "part_numbers!"
           from product where removed_at is null and id > $1
               and (source is distinct from $3 or exists (select from offer as by_hand
                   where by_hand.product_id = product.id and by_hand.linked_by = 'ADMIN'))
           order by id limit $2"#,
        after as ProductId,
        limit,
        sources::RETAILERS,
    )
    .fetch_all(db)
    .await
}

/// Returns the products of a category that no run of the matcher changes, with ids above `after`, by id: those of a
/// reference, and those to which an administrator matched an offer.
pub async fn list_fixed_products(
    db: impl PgExecutor<'_>,
    category: Category,
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
           from product where removed_at is null and id > $1 and category = $4
               and (source is distinct from $3 or exists (select from offer as by_hand
                   where by_hand.product_id = product.id and by_hand.linked_by = 'ADMIN'))
           order by id limit $2"#,
        after as ProductId,
        limit,
        sources::RETAILERS,
        category as Category,
    )
    .fetch_all(db)
    .await
}

/// Returns the titles of live offers with ids above `after`, by id, from which the matcher learns the use of words in
/// this market.
pub async fn list_titles(
    db: impl PgExecutor<'_>,
    after: OfferId,
    limit: i64,
) -> sqlx::Result<Vec<(OfferId, String)>> {
    let rows = sqlx::query!(
        r#"select id as "id: OfferId", coalesce(title_en, title_ar) as "title!" from offer
           where id > $1 and ended_at is null and deleted_at is null order by id limit $2"#,
        after as OfferId,
        limit,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.title)).collect())
}
