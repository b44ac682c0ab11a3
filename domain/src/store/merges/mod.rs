//! Statements of merging two products that are the same, and those that splitting a product shares with it.

mod merge;
mod offers;
mod unmerge;

pub(crate) use merge::{
    add_facts, approve_matches_with_current_product, delete_questions_about_current_product,
    is_rejected_pair, move_build_suggestions, move_builds_and_reviews, move_favorites_and_alerts,
    move_matches, move_offers, store_redirect,
};
pub(crate) use offers::{SplitOffer, lock_offers};
pub(crate) use unmerge::{
    collect_undo_state, restore_build_suggestions, restore_facts, restore_offers, restore_product,
    restore_user_data,
};

use sqlx::PgTransaction;

use crate::model::{Category, ProductId};

/// A product that no other transaction changes until this one ends.
pub(crate) struct LockedProduct {
    pub(crate) id: ProductId,
    pub(crate) category: Category,
    pub(crate) name: String,
    pub(crate) manufacturer: String,
    /// The source that stated the product's facts last.
    pub(crate) source: Option<String>,
}

/// Locks products by ascending id, so that two merges of the same products wait for each other instead of deadlocking.
/// Products that no longer exist are left out.
pub(crate) async fn lock_products(
    tx: &mut PgTransaction<'_>,
    ids: &[ProductId],
) -> sqlx::Result<Vec<LockedProduct>> {
    sqlx::query_as!(
        LockedProduct,
        r#"select id as "id: ProductId", category as "category: Category", name, manufacturer, source from product
           where id = any($1::uuid[]) and removed_at is null order by id for update"#,
        ids as &[ProductId],
    )
    .fetch_all(&mut **tx)
    .await
}
