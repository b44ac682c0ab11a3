use sqlx::{PgTransaction, types::Json};

use super::pins::Pins;
use crate::model::{
    Category, Fils, Gtin, NonPartReason, OfferDraft, OfferId, ProductId, RetailerId, Specs, Stock,
};

/// An offer as stored, with its pinned fields.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EditableOffer {
    pub(crate) retailer_id: RetailerId,
    pub(crate) draft: OfferDraft,
    pub(crate) product_id: Option<ProductId>,
    pub(crate) pins: Pins,
    pub(crate) is_deleted: bool,
    pub(crate) is_ended: bool,
}

impl EditableOffer {
    /// Reads an offer, and locks it against concurrent changes.
    pub(crate) async fn lock(tx: &mut PgTransaction<'_>, id: OfferId) -> sqlx::Result<Option<Self>> {
        let row = sqlx::query!(
            r#"select retailer_id as "retailer_id: RetailerId", external_id, title_en, title_ar, url, page_url, image_url,
                   category as "category: Category", unsure as "unsure: Category", retailer_categories, manufacturer, stated_brand, model, part_numbers, sku, gtins,
                   no_part_reason as "non_part_reason: NonPartReason", specs as "specs: Json<Specs>",
                   price_fils as "price: Fils", list_price_fils as "list_price: Fils", offer_stock(stock, pre_order) as "stock!: Stock", stock_left,
                   product_id as "product_id: ProductId", pinned as "pins: Json<Pins>", deleted_at is not null as "deleted!",
                   ended_at is not null as "ended!"
               from offer where id = $1 for update"#,
            id as OfferId,
        )
        .fetch_optional(&mut **tx)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let draft = OfferDraft {
            external_id: row.external_id,
            title_en: row.title_en,
            title_ar: row.title_ar,
            url: row.url,
            page_url: row.page_url,
            image_url: row.image_url,
            category: row.category,
            unsure: row.unsure,
            retailer_categories: row.retailer_categories,
            manufacturer: row.manufacturer,
            stated_brand: row.stated_brand,
            model: row.model,
            part_numbers: row.part_numbers,
            sku: row.sku,
            // Only valid GTINs were stored, so none is lost here.
            gtins: row.gtins.iter().filter_map(|gtin| Gtin::parse(gtin).ok()).collect(),
            non_part_reason: row.non_part_reason,
            specs: row.specs.0,
            price: row.price,
            list_price: row.list_price,
            stock: row.stock,
            stock_left: row.stock_left,
        };
        Ok(Some(EditableOffer {
            retailer_id: row.retailer_id,
            draft,
            product_id: row.product_id,
            pins: row.pins.0,
            is_deleted: row.deleted,
            is_ended: row.ended,
        }))
    }
}
