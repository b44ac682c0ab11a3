//! Parts that a request for builds demands and the catalogue lacks.

use std::collections::HashMap;

use domain::{
    budget::BudgetRequest,
    model::ProductId,
    store::{offers, products},
};
use sqlx::PgPool;

use super::budget_catalogue::{CatalogueSnapshot, OfferedPart};
use crate::http::error::ApiResult;

/// Returns the fixed parts that the snapshot's catalogue lacks: without an offer in stock, or with essential facts unknown.
pub fn list_absent_fixed_parts(snapshot: &CatalogueSnapshot, request: &BudgetRequest) -> Vec<ProductId> {
    let fixed = request.constraints.keep.iter().map(|part| part.product_id);
    fixed.filter(|id| snapshot.catalogue.get(*id).is_none()).collect()
}

/// Returns the fixed parts that the snapshot's catalogue lacks, read from the database. In the request, a merged product is
/// replaced by the one it was merged into.
///
/// # Errors
/// 503 when the database does not answer.
pub async fn load_absent_parts(
    db: &PgPool,
    snapshot: &CatalogueSnapshot,
    request: &mut BudgetRequest,
) -> ApiResult<Vec<OfferedPart>> {
    let mut absent = list_absent_fixed_parts(snapshot, request);
    if absent.is_empty() {
        return Ok(Vec::new());
    }
    let merged_into = products::resolve_merged(db, &absent).await?;
    if !merged_into.is_empty() {
        request.constraints.follow_merges(&merged_into);
        absent = list_absent_fixed_parts(snapshot, request);
    }
    let mut offers_of: HashMap<ProductId, Vec<_>> = HashMap::new();
    for listed in offers::list_live(db, &absent).await? {
        if let Some(id) = listed.offer.product_id {
            offers_of.entry(id).or_default().push(listed);
        }
    }
    let found = products::find_many(db, &absent).await?;
    let parts = found.iter().map(|product| {
        OfferedPart::with_any_stock(product, offers_of.remove(&product.id).unwrap_or_default())
    });
    Ok(parts.collect())
}
