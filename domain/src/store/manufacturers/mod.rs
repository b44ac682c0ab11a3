//! Manufacturers that the built-in table does not know: names that retailers state, and the rows of administrators'
//! decisions about them.

mod assign;
pub(crate) mod decide;
mod list;

pub use assign::{UnassignedOffer, apply_decisions, list_unassigned, record_seen};
pub use list::{Manufacturer, ManufacturerCounts, count, list, list_canonical, list_reference};

use sqlx::{PgExecutor, PgTransaction, types::Json};

use crate::model::{Category, OfferId, ProductId, Specs, keys};

/// The state of a manufacturer's name.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize, sqlx::Type,
)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum ManufacturerState {
    /// In use, but waits for an administrator.
    Unconfirmed,
    Confirmed,
    /// An alias of a manufacturer.
    Alias,
    /// Not a manufacturer's name: never used.
    Refused,
}

/// An offer or product whose manufacturer changes, with the columns that its model key is computed from.
struct RenamedRow<Id> {
    id: Id,
    category: Option<Category>,
    model: Option<String>,
    specs: Json<Specs>,
}

/// Returns the model keys of rows under another manufacturer, in the rows' order.
fn model_keys<Id>(rows: &[RenamedRow<Id>], name: &str) -> Vec<Option<String>> {
    let key =
        |row: &RenamedRow<Id>| keys::model_key(row.category?, name, row.model.as_deref()?, &row.specs.0);
    rows.iter().map(key).collect()
}

/// Sets the manufacturer of offers, with the keys computed from it. The matcher compares waiting offers again.
pub async fn rename_offers(tx: &mut PgTransaction<'_>, offers: &[OfferId], name: &str) -> sqlx::Result<()> {
    // Locked in the same order in which batches lock a retailer's offers.
    let rows = sqlx::query_as!(
        RenamedRow,
        r#"select id as "id: OfferId", category as "category: Category", model, specs as "specs: Json<Specs>"
           from offer where id = any($1::uuid[]) order by retailer_id, external_id collate "C" for update"#,
        offers as &[OfferId],
    )
    .fetch_all(&mut **tx)
    .await?;
    sqlx::query!(
        "update offer set manufacturer = $3, manufacturer_key = $4, model_key = renamed.model_key,
             matched_at = case when product_id is null then null else matched_at end, updated_at = now()
         from unnest($1::uuid[], $2::text[]) as renamed (id, model_key) where offer.id = renamed.id",
        &rows.iter().map(|row| row.id).collect::<Vec<_>>() as &[OfferId],
        &model_keys(&rows, name) as &[Option<String>],
        name,
        keys::manufacturer_key(name),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Sets the manufacturer of products that were made from retailers' titles.
pub(crate) async fn rename_products(
    tx: &mut PgTransaction<'_>,
    products: &[ProductId],
    name: &str,
) -> sqlx::Result<()> {
    let rows = sqlx::query_as!(
        RenamedRow,
        r#"select id as "id: ProductId", category as "category?: Category", model as "model?", specs as "specs: Json<Specs>"
           from product where id = any($1::uuid[]) order by id for update"#,
        products as &[ProductId],
    )
    .fetch_all(&mut **tx)
    .await?;
    sqlx::query!(
        "update product set manufacturer = $3, manufacturer_key = $4, model_key = coalesce(renamed.model_key, ''),
             updated_at = now()
         from unnest($1::uuid[], $2::text[]) as renamed (id, model_key) where product.id = renamed.id",
        &rows.iter().map(|row| row.id).collect::<Vec<_>>() as &[ProductId],
        &model_keys(&rows, name) as &[Option<String>],
        name,
        keys::manufacturer_key(name),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Returns the manufacturers' names as products have them.
pub(crate) async fn list_of_products(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("select distinct manufacturer from product where removed_at is null")
        .fetch_all(db)
        .await
}

/// Replaces names of manufacturers on products by others with the same keys; returns the products changed.
pub(crate) async fn replace_names(
    tx: &mut PgTransaction<'_>,
    from: &[String],
    to: &[String],
) -> sqlx::Result<Vec<ProductId>> {
    sqlx::query_scalar!(
        r#"with locked as (
               select id from product where manufacturer = any($1::text[]) and removed_at is null order by id for update)
           update product set manufacturer = replaced.canonical, updated_at = now()
           from locked, unnest($1::text[], $2::text[]) as replaced (stated, canonical)
           where product.id = locked.id and product.manufacturer = replaced.stated
           returning product.id as "id: ProductId""#,
        from,
        to,
    )
    .fetch_all(&mut **tx)
    .await
}
