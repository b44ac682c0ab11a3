use axum::{extract::State, response::IntoResponse};

use crate::{
    http::{cache::CachePolicy, error::ApiResult, extract::Query, responses::IndexErrors},
    routes::search::{ProductList, SearchParams, find_products},
    services::{retailer_cache::RetailerCache, search_index::SearchIndex},
};

/// `GET /api/products/list`: returns a page of the products that match the filters.
///
/// `category` of the answer is the requested category, if exactly one is requested. Filters combine: every group must
/// match, and within a group any value suffices. Facts are filtered by `spec.<key>=value` (any of several), or for
/// numbers by `spec.<key>.min` and `spec.<key>.max`; the keys are those of a product's `specs`. `hidden` counts the
/// products that `compatibleWith` leaves out because a compatibility rule reports an error. Unknown facts do not hide a
/// product.
#[utoipa::path(
    get,
    path = "/api/products/list",
    tag = "catalogue",
    params(SearchParams),
    responses((status = 200, body = ProductList), IndexErrors)
)]
pub async fn list_products(
    State(index): State<SearchIndex>,
    State(retailers): State<RetailerCache>,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    Ok((CachePolicy::Revalidate, find_products(&index, &retailers, query).await?))
}
