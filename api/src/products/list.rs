use axum::{extract::State, response::IntoResponse};

use crate::{
    cache::CachePolicy,
    error::{ApiResult, ErrorBody},
    extract::Query,
    search::{ProductList, SearchParams, find},
    state::AppState,
};

/// `GET /api/products/list`: a page of the products that the filters let through.
///
/// `category` of the answer is the category asked for, when it is one. Filters combine: every group must hold, any
/// value inside a group suffices. Facts are filtered by `spec.<key>=value` (any of several), or for numbers
/// `spec.<key>.min` and `spec.<key>.max`; the keys are those of a product's `specs`. `hidden` counts what
/// `compatibleWith` leaves out: products that an error of the compatibility rules speaks of. What is not known hides nothing.
#[utoipa::path(
    get,
    path = "/api/products/list",
    tag = "catalogue",
    params(SearchParams),
    responses(
        (status = 200, body = ProductList),
        (status = 422, description = "A parameter is unknown or wrong: `fields` says which and how", body = ErrorBody),
        (status = 503, description = "The index cannot be read just now", body = ErrorBody),
    )
)]
pub async fn list_products(State(app): State<AppState>, query: Query) -> ApiResult<impl IntoResponse> {
    Ok((CachePolicy::Revalidate, find(&app, query).await?))
}
