use std::collections::HashMap;

use domain::{
    compat::{Build, Entry, Refused},
    model::ProductId,
    store::build_parts::{self, BuildPart},
};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::request::{BuildRequest, Wanted};
use crate::error::ApiResult;

/// A build as it was asked for, with what the database knows of its parts.
pub struct ReadBuild {
    pub build: Build,
    pub by_id: HashMap<ProductId, BuildPart>,
    /// Ids of no product.
    pub not_found: Vec<ProductId>,
    /// What could not be put into the build; the rest was.
    pub refused: Vec<RefusedEntry>,
}

/// An entry that could not be put into the build.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefusedEntry {
    pub message: String,
    /// `reason`, `productId`, `slot` and what else belongs to the reason.
    #[schema(value_type = Object)]
    pub entry: Refused,
}

/// Reads a build in one query.
///
/// # Errors
/// 422 naming every slot that cannot be read; 503 while the database is away.
pub async fn read(db: &PgPool, request: &BuildRequest) -> ApiResult<ReadBuild> {
    let wanted = request.entries()?;
    let ids: Vec<ProductId> = wanted.iter().map(|entry| entry.id).collect();
    let found = build_parts::load(db, &ids).await?;
    let by_id: HashMap<ProductId, BuildPart> = found.into_iter().map(|part| (part.part.id, part)).collect();
    let (build, refused) = Build::new(wanted.iter().filter_map(|entry| put(entry, &by_id)));
    let mut not_found: Vec<ProductId> = ids.into_iter().filter(|id| !by_id.contains_key(id)).collect();
    not_found.dedup();
    let refused =
        refused.into_iter().map(|entry| RefusedEntry { message: entry.to_string(), entry }).collect();
    Ok(ReadBuild { build, by_id, not_found, refused })
}

fn put(wanted: &Wanted, by_id: &HashMap<ProductId, BuildPart>) -> Option<Entry> {
    let part = by_id.get(&wanted.id)?.part.clone();
    Some(Entry { slot: wanted.slot, part, quantity: wanted.quantity })
}
