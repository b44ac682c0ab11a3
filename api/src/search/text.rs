use axum::{extract::State, response::IntoResponse};

use super::{ProductList, SearchParams, find};
use crate::{
    cache::CachePolicy,
    error::{ApiResult, ErrorBody},
    extract::{Json, Query},
    state::AppState,
};

/// `GET /api/search`: a page of what `q` finds, best first, with what of it was understood as filters.
///
/// Filters are those of `GET /api/products/list`.
#[utoipa::path(
    get,
    path = "/api/search",
    tag = "search",
    params(SearchParams),
    responses(
        (status = 200, body = ProductList),
        (status = 422, description = "A parameter is unknown or wrong: `fields` says which and how", body = ErrorBody),
        (status = 503, description = "The index cannot be read just now", body = ErrorBody),
    )
)]
pub async fn search(State(app): State<AppState>, query: Query) -> ApiResult<impl IntoResponse> {
    Ok((CachePolicy::Revalidate, Json(find(&app, query).await?)))
}
