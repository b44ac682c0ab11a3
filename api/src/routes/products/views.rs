use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::IntoResponse,
};
use domain::model::ProductId;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Path,
    },
    services::views::{ViewCounter, is_robot},
};

/// `POST /api/products/{id}/views`: counts a view of a product's page. The page sends this request when it is opened; the
/// request for the product itself is no view, because browsers send that one already when a pointer rests on a link.
#[utoipa::path(
    post,
    path = "/api/products/{id}/views",
    tag = "catalogue",
    params(("id" = String, Path, description = "The product")),
    responses(
        (status = 204, description = "The view is counted, unless a crawler sent the request or there is no such product"),
        (status = 404, description = "The id is malformed"),
    )
)]
pub async fn count_view(
    State(views): State<ViewCounter>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> ApiResult<impl IntoResponse> {
    let id: ProductId = id.parse().map_err(|_| ApiError::ProductNotFound)?;
    if !is_robot(&headers) {
        views.count(id);
    }
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}
