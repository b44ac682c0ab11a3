use std::collections::HashSet;

use anyhow::Context;
use domain::{compat::ParsedPart, model::ProductId, store::snapshots};
use indexer::Change;
use sqlx::PgPool;
use time::Date;

use super::document::build_document;
use crate::services::{budget_catalogue::OfferedPart, compatibility_index};

/// Maximum number of changes read from the feed, and applied to the index, at once.
pub(super) const CHANGES_AT_ONCE: i64 = 1000;
/// Number of products that a rebuild loads per query.
pub(super) const PRODUCTS_PER_QUERY: usize = 1000;

/// Changed products as the index, the compatibility facts and the budget catalogue need them. `None` is a product that
/// was deleted, or that this consumer does not hold.
pub(super) struct LoadedChanges {
    /// For the index.
    pub(super) changes: Vec<Change>,
    /// For the compatibility facts.
    pub(super) parts: Vec<(ProductId, Option<ParsedPart>)>,
    /// For the catalogue of budget builds.
    pub(super) budget_parts: Vec<(ProductId, Option<OfferedPart>)>,
}

/// Loads these products. Products that are not found were deleted.
pub(super) async fn load(db: &PgPool, ids: Vec<ProductId>, today: Date) -> anyhow::Result<LoadedChanges> {
    let found = snapshots::load(db, &ids, today).await.context("cannot load changed products")?;
    let mut gone: HashSet<ProductId> = ids.into_iter().collect();
    let mut loaded = LoadedChanges { changes: Vec::new(), parts: Vec::new(), budget_parts: Vec::new() };
    for snapshot in &found {
        let id = snapshot.product.id;
        gone.remove(&id);
        loaded.changes.push(Change::Upsert(Box::new(build_document(snapshot, today)?)));
        loaded.parts.push((id, compatibility_index::to_part(&snapshot.product)));
        loaded.budget_parts.push((id, OfferedPart::if_buyable(&snapshot.product, &snapshot.offers)));
    }
    loaded.parts.extend(gone.iter().map(|id| (*id, None)));
    loaded.budget_parts.extend(gone.iter().map(|id| (*id, None)));
    loaded.changes.extend(gone.into_iter().map(Change::Delete));
    Ok(loaded)
}
