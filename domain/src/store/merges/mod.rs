//! Two products that are one become one, and what was taken for one product becomes two.

mod merge;
mod split;
mod unmerge;

pub use merge::{merge, merge_by_machine};
pub use split::split;
pub(in crate::store) use unmerge::{snapshot, unmerge};

use sqlx::PgTransaction;

use crate::model::{Category, OfferId, ProductId};

/// Why products stay as they are.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There is no such product, or it was merged already.
    #[error("there is no product {0}")]
    Unknown(ProductId),
    #[error("a product cannot be merged into itself")]
    Itself,
    #[error("one is of category {from}, the other of {into}")]
    OtherCategory { from: Category, into: Category },
    /// Only a person takes back what a person said.
    #[error("a person said that an offer of one of these products is not the other")]
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

/// Locks two products, so that whoever decides on either waits for the other. What is gone is left out.
pub(in crate::store) async fn lock_both(
    tx: &mut PgTransaction<'_>,
    one: ProductId,
    other: ProductId,
) -> sqlx::Result<()> {
    lock(tx, &[one, other]).await.map(drop)
}

/// Locks products in one order, so that two merges of the same wait for each other.
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
