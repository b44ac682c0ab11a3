//! The offers of products that are split or merged.

use sqlx::{PgTransaction, types::Json};

use crate::model::{OfferId, ProductId, Specs};

/// An offer of a product, with the facts that the offer states about the product.
pub(crate) struct SplitOffer {
    pub(crate) id: OfferId,
    pub(crate) title_en: Option<String>,
    pub(crate) title_ar: Option<String>,
    pub(crate) image_url: Option<String>,
    pub(crate) manufacturer: Option<String>,
    pub(crate) model: Option<String>,
    pub(crate) part_numbers: Vec<String>,
    pub(crate) gtins: Vec<String>,
    pub(crate) specs: Json<Specs>,
}

/// Returns the offers of these products, locked in the same order in which batches lock a retailer's offers.
pub(crate) async fn lock_offers(
    tx: &mut PgTransaction<'_>,
    products: &[ProductId],
) -> sqlx::Result<Vec<SplitOffer>> {
    sqlx::query_as!(
        SplitOffer,
        r#"select id as "id: OfferId", title_en, title_ar, image_url, manufacturer, model, part_numbers,
               gtins, specs as "specs: Json<Specs>"
           from offer where product_id = any($1::uuid[]) order by retailer_id, external_id collate "C" for update"#,
        products as &[ProductId],
    )
    .fetch_all(&mut **tx)
    .await
}
