//! Changes of retailers that shoppers see: the file's own entries, and whether the retailer's offers are shown.

use sqlx::{PgPool, PgTransaction};

use crate::{
    model::{RetailerDraft, RetailerId, Slug},
    store::{feed, price_alerts, retailers},
};

/// Stores a retailer as its file declares it, and returns the id. A retailer that is stored already
/// keeps its id and position. Where the change is visible to users, the retailer's products are added to the feed.
pub async fn store_retailer(db: &PgPool, draft: &RetailerDraft) -> sqlx::Result<RetailerId> {
    let mut tx = db.begin().await?;
    set_enabled(&mut tx, &draft.slug, draft.enabled).await?;
    let is_visible_change = retailers::lock_if_shown_differently(&mut tx, draft).await?;
    let id = retailers::upsert(&mut *tx, draft).await?;
    if is_visible_change && draft.enabled {
        let products = retailers::list_products(&mut *tx, id).await?;
        feed::append(&mut *tx, &products).await?;
    }
    tx.commit().await?;
    Ok(id)
}

/// Shows or hides a retailer's offers everywhere, and adds the affected products to the feed. Returns whether that
/// changed anything; a retailer that is not stored yet does not change.
pub async fn set_enabled(tx: &mut PgTransaction<'_>, slug: &Slug, enabled: bool) -> sqlx::Result<bool> {
    let changed = retailers::store_enabled(tx, slug, enabled).await?;
    let Some(id) = changed else { return Ok(false) };
    let products = retailers::list_products(&mut **tx, id).await?;
    feed::append(&mut **tx, &products).await?;
    if enabled {
        price_alerts::evaluate(tx, Some(id), &products).await?;
    }
    Ok(true)
}
