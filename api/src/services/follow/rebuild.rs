//! Rebuilds the index of all products beside the live one, which goes on answering.

use std::time::Instant;

use anyhow::Context;
use domain::store::{feed, products};
use indexer::{Change, Engine, IndexError, PreparedRebuild, Rebuild};
use sqlx::PgPool;
use tokio::task::{JoinHandle, spawn_blocking};
use tracing::info;

use crate::services::{budget_catalogue::MutableCatalogue, compatibility_index::PartTableDraft};

use super::{
    load::{CHANGES_AT_ONCE, LoadedChanges, PRODUCTS_PER_QUERY, load},
    position::{FeedPosition, RebuildKey},
};

/// Task of a rebuild; dropping it aborts the task.
pub(super) struct IndexRebuild(JoinHandle<anyhow::Result<RebuiltIndex>>);

/// Result of a rebuild.
pub(super) struct RebuiltIndex {
    pub(super) generation: PreparedRebuild,
    /// Feed position of the new generation.
    pub(super) position: FeedPosition,
    /// Facts of all products.
    pub(super) parts: PartTableDraft,
    /// The parts that can be bought, with their offers.
    pub(super) budget: MutableCatalogue,
    /// Time of the last query for further changes.
    pub(super) queried_at: Instant,
}

impl IndexRebuild {
    pub(super) fn start(db: PgPool, engine: Engine, rebuild_key: RebuildKey) -> Self {
        Self(tokio::spawn(rebuild(db, engine, rebuild_key)))
    }

    pub(super) fn is_finished(&self) -> bool {
        self.0.is_finished()
    }

    pub(super) async fn finish(mut self) -> anyhow::Result<RebuiltIndex> {
        (&mut self.0).await?
    }
}

impl Drop for IndexRebuild {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn rebuild(db: PgPool, engine: Engine, rebuild_key: RebuildKey) -> anyhow::Result<RebuiltIndex> {
    let started = Instant::now();
    // Read before the first product, so that changes during the rebuild are followed afterwards.
    let position = FeedPosition { cursor: feed::start_cursor(&db).await?, rebuild_key };
    let mut rebuild = spawn_blocking(move || engine.rebuild()).await??;
    let mut parts = PartTableDraft::default();
    let mut budget = MutableCatalogue::default();
    let ids = products::list_ids_by_popularity(&db).await.context("cannot list the products")?;
    let count = ids.len();
    for ids in ids.chunks(PRODUCTS_PER_QUERY) {
        let LoadedChanges { changes, parts: changed_parts, budget_parts } =
            load(&db, ids.to_vec(), position.rebuild_key.day).await?;
        parts.extend(changed_parts.into_iter().filter_map(|(_, part)| part));
        budget.apply(budget_parts);
        rebuild = spawn_blocking(move || add(rebuild, changes)).await??;
    }
    let stored = position.to_string();
    let generation = spawn_blocking(move || rebuild.prepare(&stored)).await??;
    let built = RebuiltIndex { generation, position, parts, budget, queried_at: Instant::now() }
        .catch_up(&db)
        .await?;
    let seconds = started.elapsed().as_secs_f64();
    info!(products = count, seconds, "Built the index of {count} products in {seconds:.1} s");
    Ok(built)
}

impl RebuiltIndex {
    /// Applies the changes made during the rebuild, so that the new generation is current when it is switched to.
    async fn catch_up(mut self, db: &PgPool) -> anyhow::Result<Self> {
        loop {
            self.queried_at = Instant::now();
            let changes = feed::read(db, self.position.cursor, CHANGES_AT_ONCE)
                .await
                .context("cannot read the change feed")?;
            let Some(last) = changes.last() else { break };
            self.position.cursor = last.cursor;
            let mut ids: Vec<_> = changes.iter().map(|change| change.product_id).collect();
            ids.sort_unstable();
            ids.dedup();
            let LoadedChanges { changes, parts, budget_parts } =
                load(db, ids, self.position.rebuild_key.day).await?;
            let stored = self.position.to_string();
            self.generation = spawn_blocking(move || apply(self.generation, &changes, &stored)).await??;
            self.parts.update(parts);
            self.budget.apply(budget_parts);
        }
        Ok(self)
    }
}

fn apply(
    generation: PreparedRebuild,
    changes: &[Change],
    stored_position: &str,
) -> Result<PreparedRebuild, IndexError> {
    generation.apply(changes, stored_position)?;
    Ok(generation)
}

/// Adds the products of one query (`PRODUCTS_PER_QUERY`), most popular first.
fn add(mut rebuild: Rebuild, mut changes: Vec<Change>) -> Result<Rebuild, IndexError> {
    let popularity = |change: &Change| match change {
        Change::Upsert(document) => document.popularity,
        Change::Delete(_) => 0.0,
    };
    changes.sort_by(|left, right| popularity(right).total_cmp(&popularity(left)));
    for change in changes {
        if let Change::Upsert(document) = change {
            rebuild.add(*document)?;
        }
    }
    Ok(rebuild)
}
