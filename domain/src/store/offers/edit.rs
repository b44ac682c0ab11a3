//! Statements that store an administrator's edit of an offer.

use sqlx::{PgTransaction, types::Json};

use super::{
    rows::{OfferToStore, content_digest},
    stored::EditableOffer,
};
use crate::model::{Category, Fils, NonPartReason, OfferId, ProductId, RetailerId, UserId};

/// Returns a product's category, and locks the product until the transaction ends. `None` where there is no such product.
pub(crate) async fn lock_category(
    tx: &mut PgTransaction<'_>,
    product: ProductId,
) -> sqlx::Result<Option<Category>> {
    sqlx::query_scalar!(
        r#"select category as "category: Category" from product where id = $1 and removed_at is null for share"#,
        product as ProductId,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Returns the id of a retailer's offer.
pub(crate) async fn find_id(
    tx: &mut PgTransaction<'_>,
    retailer: RetailerId,
    external_id: &str,
) -> sqlx::Result<Option<OfferId>> {
    sqlx::query_scalar!(
        r#"select id as "id: OfferId" from offer where retailer_id = $1 and external_id = $2"#,
        retailer as RetailerId,
        external_id,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Returns the product of an offer, without locking either.
pub(crate) async fn find_product(
    tx: &mut PgTransaction<'_>,
    offer: OfferId,
) -> sqlx::Result<Option<ProductId>> {
    let product = sqlx::query_scalar!(
        r#"select product_id as "product_id: ProductId" from offer where id = $1"#,
        offer as OfferId,
    );
    Ok(product.fetch_optional(&mut **tx).await?.flatten())
}

/// Which columns of an edited offer are set besides the edited fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EditEffects {
    /// The administrator chose the product of the offer, so its match is `ADMIN`.
    pub(crate) is_matched_by_admin: bool,
    /// The matcher compares the offer again.
    pub(crate) needs_matching: bool,
}

/// Stores an edited offer.
pub(crate) async fn store_edit(
    tx: &mut PgTransaction<'_>,
    id: OfferId,
    after: &EditableOffer,
    effects: EditEffects,
) -> sqlx::Result<()> {
    let draft = &after.draft;
    // The keys and the digest of the edited content, so that a crawl with the same content changes nothing.
    let new_offer = OfferToStore::new(draft, content_digest(draft), None);
    sqlx::query!(
        "update offer set title_en = $2, category = $3, manufacturer = $4, manufacturer_key = $5, model_key = $6,
             price_fils = $7, list_price_fils = $8, content_digest = $9, pinned = $10,
             product_id = $11, linked_by = case when $11::uuid is null then null when $12 then 'ADMIN' else linked_by end,
             matched_at = case when $12 then now() when $13 then null else matched_at end, no_part_reason = $14,
             unsure = $15, updated_at = now()
         where id = $1",
        id as OfferId,
        draft.title_en,
        draft.category as Option<Category>,
        draft.manufacturer,
        new_offer.keys.manufacturer_key,
        new_offer.keys.model_key,
        draft.price as Fils,
        draft.list_price as Option<Fils>,
        &new_offer.digest,
        Json(&after.pins) as _,
        after.product_id as Option<ProductId>,
        effects.is_matched_by_admin,
        effects.needs_matching,
        draft.non_part_reason as Option<NonPartReason>,
        draft.unsure as Option<Category>,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Approves the match of an offer with a product, if there is one. An earlier decision about it can no longer be undone.
pub(crate) async fn approve_match(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    offer: OfferId,
    product: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "with deleted_undo_state as (
             delete from match_undo using product_match
             where match_id = product_match.id and offer_id = $1 and product_id = $2)
         update product_match set status = 'APPROVED', decision = 'MATCH', decided_by = $3, decided_at = now(),
             updated_at = now()
         where offer_id = $1 and product_id = $2",
        offer as OfferId,
        product as ProductId,
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Marks an offer as deleted for good, and ends it. Returns whether it was live.
pub(crate) async fn mark_deleted(tx: &mut PgTransaction<'_>, id: OfferId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"update offer set deleted_at = now(), ended_at = coalesce(ended_at, now()), updated_at = now() where id = $1
           returning ended_at = now() as "was_live!""#,
        id as OfferId,
    )
    .fetch_one(&mut **tx)
    .await
}
