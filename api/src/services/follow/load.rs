use std::collections::HashSet;

use anyhow::Context;
use domain::{compat::Chosen, model::ProductId, store::snapshots};
use indexer::Change;
use sqlx::PgPool;
use time::Date;

use super::document::build_document;
use crate::services::{budget_catalogue::OfferedPart, fit};

/// Maximum number of changes per commit.
pub(super) const BATCH: i64 = 1000;
/// Number of products per query of a rebuild.
pub(super) const PAGE: usize = 1000;

/// Products as they are now, for all that follows them; a product that is gone, or of no interest to a reader, is `None`
/// there.
pub(super) struct LoadedChanges {
    /// For the index.
    pub(super) changes: Vec<Change>,
    /// For the rules of compatibility.
    pub(super) parts: Vec<(ProductId, Option<Chosen>)>,
    /// For builds within a budget.
    pub(super) offered: Vec<(ProductId, Option<OfferedPart>)>,
}

/// Loads these products: those that are not found are gone.
pub(super) async fn load(db: &PgPool, ids: Vec<ProductId>, today: Date) -> anyhow::Result<LoadedChanges> {
    let found = snapshots::load(db, &ids, today).await.context("cannot load changed products")?;
    let mut gone: HashSet<ProductId> = ids.into_iter().collect();
    let mut loaded = LoadedChanges { changes: Vec::new(), parts: Vec::new(), offered: Vec::new() };
    for snapshot in &found {
        let id = snapshot.product.id;
        gone.remove(&id);
        loaded.changes.push(Change::Upsert(Box::new(build_document(snapshot, today)?)));
        loaded.parts.push((id, fit::part(&snapshot.product)));
        loaded.offered.push((id, OfferedPart::from_offers(&snapshot.product, &snapshot.offers)));
    }
    loaded.parts.extend(gone.iter().map(|id| (*id, None)));
    loaded.offered.extend(gone.iter().map(|id| (*id, None)));
    loaded.changes.extend(gone.into_iter().map(Change::Delete));
    Ok(loaded)
}
