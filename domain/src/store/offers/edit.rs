//! What an admin changes on an offer. Every change and its line in the audit log are one transaction.

use serde_json::{Value, json};
use sqlx::{PgTransaction, types::Json};
use time::OffsetDateTime;

use super::pins::{PinnedPrice, Pins};
use crate::{
    model::{Category, Fils, OfferId, ProductId, RetailerId, UserId, keys},
    store::{
        audit::{self, Actor, Deed},
        feed, price_alerts, prices,
    },
};

/// The fields to change; what is `None` stays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OfferEdit {
    pub name: Option<String>,
    pub category: Option<Category>,
    pub manufacturer: Option<String>,
    pub price: Option<Fils>,
    /// The product it is of; inner `None` unlinks it.
    pub product: Option<Option<ProductId>>,
}

/// Why an offer was not changed.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    #[error("there is no such offer")]
    Unknown,
    #[error("there is no product {0}")]
    NoSuchProduct(ProductId),
    #[error("that product is of category {product}, and this offer of {offer}")]
    OtherCategory { product: Category, offer: Category },
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

struct Locked {
    retailer_id: RetailerId,
    title_en: Option<String>,
    category: Option<Category>,
    manufacturer: Option<String>,
    price: Fils,
    product_id: Option<ProductId>,
    pins: Json<Pins>,
}

impl Locked {
    fn as_json(&self) -> Value {
        json!({
            "name": self.title_en,
            "category": self.category,
            "manufacturer": self.manufacturer,
            "priceFils": self.price.0,
            "canonicalId": self.product_id,
            "pinned": self.pins.0,
        })
    }
}

async fn lock(tx: &mut PgTransaction<'_>, id: OfferId) -> Result<Locked, EditError> {
    sqlx::query_as!(
        Locked,
        r#"select retailer_id as "retailer_id: RetailerId", title_en, category as "category: Category", manufacturer,
               price_fils as "price: Fils", product_id as "product_id: ProductId", pinned as "pins: Json<Pins>"
           from offer where id = $1 and deleted_at is null for update"#,
        id as OfferId,
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(EditError::Unknown)
}

/// Changes an offer and pins what was changed.
///
/// # Errors
/// When there is no such offer, or the product it should be of does not exist or is of another category.
pub async fn edit(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: OfferId,
    edit: &OfferEdit,
) -> Result<(), EditError> {
    let before = lock(tx, id).await?;
    let category = edit.category.or(before.category);
    let product = edit.product.unwrap_or(before.product_id);
    if let Some(product) = edit.product.flatten() {
        check_product(tx, product, category).await?;
    }
    let mut pins = before.pins.0.clone();
    pins.name = edit.name.clone().or(pins.name);
    pins.category = edit.category.or(pins.category);
    pins.manufacturer = edit.manufacturer.clone().or(pins.manufacturer);
    if let Some(price) = edit.price {
        let shop_price = pins.price.map_or(before.price, |pinned| pinned.shop_price);
        pins.price = Some(PinnedPrice { price, shop_price });
    }
    let manufacturer = edit.manufacturer.clone().or(before.manufacturer.clone());
    sqlx::query!(
        "update offer set title_en = coalesce($2, title_en), category = $3, manufacturer = $4, manufacturer_key = $5,
             price_fils = coalesce($6, price_fils),
             list_price_fils = case when list_price_fils > coalesce($6, price_fils) then list_price_fils end,
             product_id = $7, linked_by = case when $7::uuid is null then null when $8 then 'ADMIN' else linked_by end,
             matched_at = case when $8 then now() else matched_at end, pinned = $9, updated_at = now()
         where id = $1",
        id as OfferId,
        edit.name,
        category as Option<Category>,
        manufacturer,
        manufacturer.as_deref().map(keys::manufacturer_key),
        edit.price as Option<Fils>,
        product as Option<ProductId>,
        edit.product.is_some(),
        Json(&pins) as _,
    )
    .execute(&mut **tx)
    .await?;
    if let (Some(None), Some(old)) = (edit.product, before.product_id) {
        keep_apart(tx, admin, id, old).await?;
    }
    if edit.price.is_some_and(|price| price != before.price) {
        let now = OffsetDateTime::now_utc();
        prices::ensure_partitions(&mut **tx, now, now).await?;
        prices::insert_current(&mut **tx, &[id], now).await?;
    }
    let touched: Vec<ProductId> = [before.product_id, product].into_iter().flatten().collect();
    feed::append(&mut **tx, &touched).await?;
    price_alerts::judge(tx, Some(before.retailer_id), &touched).await?;
    let after = lock(tx, id).await?;
    write_down(tx, admin, "UPDATE_PRODUCT", id, before.as_json(), Some(after.as_json())).await
}

/// Whether the product can be what an offer of a category is of.
async fn check_product(
    tx: &mut PgTransaction<'_>,
    product: ProductId,
    category: Option<Category>,
) -> Result<(), EditError> {
    let found = sqlx::query_scalar!(
        r#"select category as "category: Category" from product where id = $1 and removed_at is null"#,
        product as ProductId,
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(EditError::NoSuchProduct(product))?;
    match category {
        Some(offer) if offer != found => Err(EditError::OtherCategory { product: found, offer }),
        _ => Ok(()),
    }
}

/// What an admin unlinked is not joined again by a machine.
async fn keep_apart(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    offer: OfferId,
    product: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into product_match (offer_id, product_id, status, decision, confidence, decided_by, decided_at)
         values ($1, $2, 'REJECTED', 'NO_MATCH', 0, $3, now())
         on conflict on constraint product_match_pair_key do update set status = 'REJECTED', decision = 'NO_MATCH',
             decided_by = $3, decided_at = now(), updated_at = now()",
        offer as OfferId,
        product as ProductId,
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Deletes an offer for good: it stays as a tombstone, so that no crawl brings it back.
///
/// # Errors
/// When there is no such offer.
pub async fn delete(tx: &mut PgTransaction<'_>, admin: UserId, id: OfferId) -> Result<(), EditError> {
    let before = lock(tx, id).await?;
    sqlx::query!(
        "update offer set deleted_at = now(), ended_at = coalesce(ended_at, now()), updated_at = now() where id = $1",
        id as OfferId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("delete from product_match where offer_id = $1 and status = 'PENDING'", id as OfferId)
        .execute(&mut **tx)
        .await?;
    let touched: Vec<ProductId> = before.product_id.into_iter().collect();
    feed::append(&mut **tx, &touched).await?;
    write_down(tx, admin, "DELETE_PRODUCT", id, before.as_json(), None).await
}

async fn write_down(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    action_type: &'static str,
    id: OfferId,
    before: Value,
    after: Option<Value>,
) -> Result<(), EditError> {
    let deed =
        Deed { action_type, target_type: "PRODUCT", target_id: id.to_string(), before: Some(before), after };
    audit::record(tx, Actor::Admin(admin), &[deed]).await?;
    Ok(())
}
