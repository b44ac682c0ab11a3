//! The offers of products, as an operator checks whether they belong together.

use sqlx::{PgExecutor, types::Json};

use super::{products::ComparedProduct, reassignable_offers::ReassignableOffer};
use crate::{
    model::{Category, Fils, MatchedBy, OfferId, ProductId, Specs},
    store::sources,
};

/// A live offer of a product.
#[derive(Debug, Clone, PartialEq)]
pub struct JoinedOffer {
    pub offer: ReassignableOffer,
    pub product_id: ProductId,
    pub matched_by: MatchedBy,
    pub url: String,
}

/// A product that has offers.
#[derive(Debug, Clone, PartialEq)]
pub struct JoinedProduct {
    pub product: ComparedProduct,
    /// Whether a reference states its facts; those of other products come from their offers.
    pub is_of_reference: bool,
}

/// Returns the live offers of a category's products, with ids above `after`, by id. Offers of retailers that are switched
/// off are left out.
pub async fn list_joined_offers(
    db: impl PgExecutor<'_>,
    category: Category,
    after: OfferId,
    limit: i64,
) -> sqlx::Result<Vec<JoinedOffer>> {
    let rows = sqlx::query!(
        r#"select offer.id as "id: OfferId", retailer.slug as retailer, external_id, offer.manufacturer, offer.model,
               title_en, title_ar, offer.image_url, part_numbers, sku, gtins, offer.specs as "specs: Json<Specs>",
               content_digest, product_id as "product_id!: ProductId", linked_by as "matched_by!: MatchedBy",
               price_fils as "price: Fils", offer.url
           from offer join retailer on retailer.id = offer.retailer_id join product on product.id = offer.product_id
           where offer.id > $1 and ended_at is null and deleted_at is null and retailer.enabled
               and product.category = $2
           order by offer.id limit $3"#,
        after as OfferId,
        category as Category,
        limit,
    )
    .fetch_all(db)
    .await?;
    let joined = rows.into_iter().map(|row| JoinedOffer {
        offer: ReassignableOffer {
            id: row.id,
            retailer: row.retailer,
            external_id: row.external_id,
            category,
            manufacturer: row.manufacturer,
            model: row.model,
            title_en: row.title_en,
            title_ar: row.title_ar,
            image_url: row.image_url,
            part_numbers: row.part_numbers,
            sku: row.sku,
            gtins: row.gtins,
            price: row.price,
            specs: row.specs,
            product_id: Some(row.product_id),
            content_digest: row.content_digest,
        },
        product_id: row.product_id,
        matched_by: row.matched_by,
        url: row.url,
    });
    Ok(joined.collect())
}

/// Returns these products.
pub async fn find_joined_products(
    db: impl PgExecutor<'_>,
    ids: &[ProductId],
) -> sqlx::Result<Vec<JoinedProduct>> {
    let rows = sqlx::query!(
        r#"select id as "id: ProductId", category as "category: Category", name, manufacturer, model,
               array(select part_number from product_part_number
                     where product_id = product.id and not shared) as "part_numbers!",
               eans as barcodes, specs as "specs: Json<Specs>", source is distinct from $2 as "is_of_reference!"
           from product where id = any($1::uuid[]) order by id"#,
        ids as &[ProductId],
        sources::RETAILERS,
    )
    .fetch_all(db)
    .await?;
    let joined = rows.into_iter().map(|row| JoinedProduct {
        product: ComparedProduct {
            id: row.id,
            category: row.category,
            name: row.name,
            manufacturer: row.manufacturer,
            model: row.model,
            part_numbers: row.part_numbers,
            barcodes: row.barcodes,
            specs: row.specs,
            sold: true,
        },
        is_of_reference: row.is_of_reference,
    });
    Ok(joined.collect())
}
