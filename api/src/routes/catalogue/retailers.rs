use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
    },
    services::retailer_cache::RetailerCache,
    wire::retailer::Retailer,
};

/// The compared retailers.
#[derive(Debug, Serialize, ToSchema)]
pub struct RetailerList {
    #[schema(value_type = Vec<Retailer>)]
    pub retailers: Arc<[Retailer]>,
}

/// `GET /api/retailers`: lists the retailers, in the order in which they were added.
#[utoipa::path(
    get,
    path = "/api/retailers",
    tag = "catalogue",
    responses((status = 200, body = RetailerList), (status = 422, description = "The operation takes no parameters"))
)]
pub async fn list_retailers(
    State(retailers): State<RetailerCache>,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    query.finish()?;
    Ok((CachePolicy::Minute, Json(RetailerList { retailers: retailers.load_or_cached().await? })))
}
