use std::collections::{HashMap, HashSet};

use domain::{
    compat::{Build, BuildEntry, Part, RefusedPart},
    model::ProductId,
    store::{
        build_parts::{self, BuildPartRow, PricedPart},
        products,
    },
};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::request::{BuildRequest, RequestedPart};
use crate::http::error::ApiResult;

/// A requested build with its parts' data from the database.
pub struct LoadedBuild<P = BuildPartRow> {
    pub build: Build,
    pub by_id: HashMap<ProductId, P>,
    /// Requested ids of unknown products.
    pub not_found: Vec<ProductId>,
    /// Entries that could not be put into the build.
    pub refused: Vec<RefusedEntry>,
}

/// An entry that could not be put into the build.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefusedEntry {
    pub message: String,
    /// `reason`, `productId`, `slot` and further values of the reason.
    #[schema(value_type = Object)]
    pub entry: RefusedPart,
}

/// Loads a build with all offers of its parts, in one query. A merged product is replaced by the one it was merged into,
/// which takes two queries more.
///
/// # Errors
/// 422 naming every slot that cannot be read; 503 while the database is unavailable.
pub async fn load_build(db: &PgPool, request: &BuildRequest) -> ApiResult<LoadedBuild> {
    let mut requested = request.entries()?;
    let mut found = build_parts::load(db, &ids_of(&requested)).await?;
    let loaded: HashSet<ProductId> = found.iter().map(|row| row.part.id).collect();
    if follow_merges(db, &mut requested, &loaded).await? {
        found = build_parts::load(db, &ids_of(&requested)).await?;
    }
    Ok(assemble(&requested, found, |found| &found.part))
}

/// Loads a build as [`load_build`], with its parts' prices instead of their offers: a third of the work.
///
/// # Errors
/// 422 naming every slot that cannot be read; 503 while the database is unavailable.
pub async fn load_build_with_prices(
    db: &PgPool,
    request: &BuildRequest,
) -> ApiResult<LoadedBuild<PricedPart>> {
    let mut requested = request.entries()?;
    let mut found = build_parts::load_with_prices(db, &ids_of(&requested)).await?;
    let loaded: HashSet<ProductId> = found.iter().map(|priced| priced.part.id).collect();
    if follow_merges(db, &mut requested, &loaded).await? {
        found = build_parts::load_with_prices(db, &ids_of(&requested)).await?;
    }
    Ok(assemble(&requested, found, |found| &found.part))
}

/// Replaces requested products that were not loaded, because they were merged into others, by these. Returns whether any
/// was replaced.
async fn follow_merges(
    db: &PgPool,
    requested: &mut [RequestedPart],
    loaded: &HashSet<ProductId>,
) -> sqlx::Result<bool> {
    let missing: Vec<ProductId> = ids_of(requested).into_iter().filter(|id| !loaded.contains(id)).collect();
    if missing.is_empty() {
        return Ok(false);
    }
    let merged_into = products::resolve_merged(db, &missing).await?;
    for entry in requested.iter_mut() {
        entry.id = merged_into.get(&entry.id).copied().unwrap_or(entry.id);
    }
    Ok(!merged_into.is_empty())
}

fn ids_of(requested: &[RequestedPart]) -> Vec<ProductId> {
    requested.iter().map(|entry| entry.id).collect()
}

fn assemble<P>(requested: &[RequestedPart], found: Vec<P>, part: fn(&P) -> &Part) -> LoadedBuild<P> {
    let by_id: HashMap<ProductId, P> = found.into_iter().map(|found| (part(&found).id, found)).collect();
    let (build, refused) = Build::new(requested.iter().filter_map(|entry| {
        let part = part(by_id.get(&entry.id)?).clone();
        Some(BuildEntry { slot: entry.slot, part, quantity: entry.quantity })
    }));
    let mut not_found = ids_of(requested);
    let mut seen = HashSet::new();
    not_found.retain(|id| !by_id.contains_key(id) && seen.insert(*id));
    let refused =
        refused.into_iter().map(|entry| RefusedEntry { message: entry.to_string(), entry }).collect();
    LoadedBuild { build, by_id, not_found, refused }
}
