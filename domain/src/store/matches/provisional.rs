//! Provisional products: made of offers that may belong to another product, while an administrator is asked whether
//! they do.

use std::collections::BTreeSet;

use sqlx::{PgExecutor, PgTransaction};

use crate::model::{OfferId, ProductId};

/// Marks products as provisional, or as ordinary.
pub async fn set_provisional(
    tx: &mut PgTransaction<'_>,
    products: &[ProductId],
    provisional: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product set provisional = $2, updated_at = now()
         where id = any($1::uuid[]) and provisional <> $2 and removed_at is null",
        products as &[ProductId],
        provisional,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Clears the flag `provisional` of products whose offers have no pending match with another product left.
pub async fn clear_provisional_without_pending_matches(
    tx: &mut PgTransaction<'_>,
    products: &[ProductId],
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product set provisional = false, updated_at = now()
         where id = any($1::uuid[]) and provisional and not exists (
             select from product_match as pending join offer on offer.id = pending.offer_id
             where offer.product_id = product.id and pending.product_id <> product.id
                 and pending.status = 'PENDING')",
        products as &[ProductId],
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Returns the pairs of offer and product that an administrator rejected. The matcher never matches these two
/// again, nor merges their products.
pub async fn list_rejected_pairs(db: impl PgExecutor<'_>) -> sqlx::Result<BTreeSet<(OfferId, ProductId)>> {
    let rows = sqlx::query!(
        r#"select offer_id as "offer_id: OfferId", product_id as "product_id: ProductId"
           from product_match where status = 'REJECTED'"#,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.offer_id, row.product_id)).collect())
}

/// Returns those pairs of these offers that an administrator rejected.
pub(crate) async fn list_rejected_pairs_of(
    tx: &mut PgTransaction<'_>,
    offers: &[OfferId],
) -> sqlx::Result<BTreeSet<(OfferId, ProductId)>> {
    let rows = sqlx::query!(
        r#"select offer_id as "offer_id: OfferId", product_id as "product_id: ProductId"
           from product_match where status = 'REJECTED' and offer_id = any($1::uuid[])"#,
        offers as &[OfferId],
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.offer_id, row.product_id)).collect())
}
