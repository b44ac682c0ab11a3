//! Changes of retailers: the file's own entries, whether the retailer's offers are shown, and whether it is crawled.

use serde_json::json;
use sqlx::{PgPool, PgTransaction};

use crate::{
    model::{RetailerDraft, RetailerId, Slug, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        feed, price_alerts, retailers,
    },
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
    price_alerts::unsettle_stock(tx).await?;
    let products = retailers::list_products(&mut **tx, id).await?;
    feed::append(&mut **tx, &products).await?;
    if enabled {
        price_alerts::evaluate(tx, Some(id), &products).await?;
    } else {
        price_alerts::evaluate_stock(tx, None, &products).await?;
    }
    Ok(true)
}

/// Lets a retailer be crawled again, from the next time of its schedule; crawls that are overdue begin at once. Returns
/// whether the retailer exists.
pub async fn switch_crawls_on(tx: &mut PgTransaction<'_>, admin: UserId, slug: &Slug) -> sqlx::Result<bool> {
    switch_crawls(tx, admin, slug, false).await
}

/// Keeps a retailer from being crawled, refreshed and handing in lists, whatever its file declares. Its offers stay: they
/// are taken out of stock when they were not read for days, like those of a retailer that cannot be reached. A running
/// crawl goes on to its end. Returns whether the retailer exists.
pub async fn switch_crawls_off(tx: &mut PgTransaction<'_>, admin: UserId, slug: &Slug) -> sqlx::Result<bool> {
    switch_crawls(tx, admin, slug, true).await
}

async fn switch_crawls(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    slug: &Slug,
    is_off: bool,
) -> sqlx::Result<bool> {
    let Some(has_changed) = retailers::store_crawls_off(tx, slug, is_off).await? else { return Ok(false) };
    if has_changed {
        let event = AuditEvent {
            action_type: if is_off { "SWITCH_OFF_RETAILER" } else { "SWITCH_ON_RETAILER" },
            target_type: "RETAILER",
            target_id: slug.to_string(),
            before: Some(json!({ "crawled": is_off })),
            after: Some(json!({ "crawled": !is_off })),
        };
        audit::record(tx, Actor::Admin(admin), &[event]).await?;
    }
    Ok(true)
}
