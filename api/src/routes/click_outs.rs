use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::IntoResponse,
};
use domain::model::{Category, Slug};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    http::{cache::CachePolicy, error::ApiResult, extract::Json, limit::ClientAddress},
    services::{click_outs::ClickOutCounter, retailer_cache::RetailerCache},
    wire::category::CategoryName,
};

/// A shopper's way out to a retailer's own page.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClickOutRequest {
    #[schema(value_type = String)]
    pub retailer_slug: Slug,
    /// Category of the product whose offer is followed.
    #[schema(value_type = CategoryName)]
    pub category: Category,
}

/// `POST /api/click-outs`: counts that a shopper leaves for a retailer's own page, by day, retailer and category; nothing of the
/// shopper is stored. The page sends this request without waiting for its answer.
#[utoipa::path(
    post,
    path = "/api/click-outs",
    tag = "catalogue",
    request_body = ClickOutRequest,
    responses(
        (status = 204, description = "The click-out is counted, unless a crawler or an address beyond its limit sent the request, or there is no such retailer"),
    )
)]
pub async fn count_click_out(
    State(counter): State<ClickOutCounter>,
    State(retailers): State<RetailerCache>,
    address: ClientAddress,
    headers: HeaderMap,
    Json(request): Json<ClickOutRequest>,
) -> ApiResult<impl IntoResponse> {
    let ClickOutRequest { retailer_slug, category } = request;
    // Made-up slugs must not take the room of real ones. Before the retailers are first read, the database leaves them out.
    let is_known = retailers
        .cached()
        .is_none_or(|listed| listed.iter().any(|retailer| retailer.slug == retailer_slug.as_str()));
    if is_known {
        counter.count(address, &headers, retailer_slug, category);
    }
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}
