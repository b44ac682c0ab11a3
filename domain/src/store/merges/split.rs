//! Statements that move offers of a product to a new product.

use sqlx::{PgTransaction, types::Json};

use crate::model::{OfferId, ProductId, Specs, UserId, keys};

/// An offer of a product, with the facts that the offer states about the product.
pub(crate) struct SplitOffer {
    pub(crate) id: OfferId,
    pub(crate) title_en: Option<String>,
    pub(crate) title_ar: Option<String>,
    pub(crate) image_url: Option<String>,
    pub(crate) manufacturer: Option<String>,
    pub(crate) model: Option<String>,
    pub(crate) part_numbers: Vec<String>,
    pub(crate) specs: Json<Specs>,
}

/// Returns a product's offers, locked in the same order in which batches lock a retailer's offers.
pub(crate) async fn lock_offers(
    tx: &mut PgTransaction<'_>,
    product: ProductId,
) -> sqlx::Result<Vec<SplitOffer>> {
    sqlx::query_as!(
        SplitOffer,
        r#"select id as "id: OfferId", title_en, title_ar, image_url, manufacturer, model, part_numbers,
               specs as "specs: Json<Specs>"
           from offer where product_id = $1 order by retailer_id, external_id collate "C" for update"#,
        product as ProductId,
    )
    .fetch_all(&mut **tx)
    .await
}

/// Moves the offers to the new product as matched by an administrator, and rejects the original product for them, so
/// that the matcher leaves them where they are. Earlier decisions about them can no longer be undone.
pub(crate) async fn move_split(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    original: ProductId,
    new_product: ProductId,
    offers: &[OfferId],
    part_numbers: &[String],
) -> sqlx::Result<()> {
    sqlx::query!(
        "update offer set product_id = $2, linked_by = 'ADMIN', updated_at = now() where id = any($1::uuid[])",
        offers as &[OfferId],
        new_product as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "with rejected as (
             insert into product_match (offer_id, product_id, status, decision, confidence, decided_by, decided_at)
             select id, $2, 'REJECTED', 'NO_MATCH', 0, $3, now() from unnest($1::uuid[]) as split (id)
             on conflict on constraint product_match_pair_key do update set status = 'REJECTED', decision = 'NO_MATCH',
                 decided_by = excluded.decided_by, decided_at = now(), updated_at = now()
             returning id)
         delete from match_undo using rejected where match_id = rejected.id",
        offers as &[OfferId],
        original as ProductId,
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    let numbers: Vec<String> =
        part_numbers.iter().filter_map(|number| keys::part_number_key(number)).collect();
    sqlx::query!(
        "delete from product_part_number where product_id = $1 and part_number_key = any($2::text[])",
        original as ProductId,
        &numbers,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
