//! Merging of two products that are the same, and splitting of a product that is two.

mod merge;
mod split;
mod unmerge;

pub use merge::{merge, merge_by_machine};
pub use split::split;
pub(in crate::store) use unmerge::{snapshot, unmerge};

use sqlx::PgTransaction;

use crate::model::{Category, OfferId, ProductId};

/// Why products could not be merged or split.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There is no such product, or it was already merged.
    #[error("there is no product {0}")]
    Unknown(ProductId),
    #[error("a product cannot be merged into itself")]
    Itself,
    #[error("one is of category {from}, the other of {into}")]
    OtherCategory { from: Category, into: Category },
    /// Only an administrator can revoke an administrator's rejection.
    #[error("an administrator rejected a match between these products")]
    KeptApart,
    #[error("offer {0} is not of this product")]
    OtherOffer(OfferId),
    #[error("some offers must be split off, and some must stay")]
    NothingLeft,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

struct LockedProduct {
    id: ProductId,
    category: Category,
    name: String,
    manufacturer: String,
}

/// Locks two products, so that decisions about either wait for each other. Products that no longer exist are left out.
pub(in crate::store) async fn lock_both(
    tx: &mut PgTransaction<'_>,
    one: ProductId,
    other: ProductId,
) -> sqlx::Result<()> {
    lock(tx, &[one, other]).await.map(drop)
}

/// Locks products by ascending id, so that two merges of the same products wait for each other instead of deadlocking.
async fn lock(tx: &mut PgTransaction<'_>, ids: &[ProductId]) -> sqlx::Result<Vec<LockedProduct>> {
    sqlx::query_as!(
        LockedProduct,
        r#"select id as "id: ProductId", category as "category: Category", name, manufacturer from product
           where id = any($1::uuid[]) and removed_at is null order by id for update"#,
        ids as &[ProductId],
    )
    .fetch_all(&mut **tx)
    .await
}

fn find(locked: &[LockedProduct], id: ProductId) -> Result<&LockedProduct, MergeError> {
    locked.iter().find(|product| product.id == id).ok_or(MergeError::Unknown(id))
}
