use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};

use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
    },
    site::{Site, facts::SiteFacts},
};

/// `GET /api/site`: returns who runs the site, how to reach them, and the periods that the pages about the site name.
#[utoipa::path(
    get,
    path = "/api/site",
    tag = "catalogue",
    responses((status = 200, body = SiteFacts), (status = 422, description = "The operation takes no parameters"))
)]
pub async fn get_site(State(site): State<Arc<Site>>, query: Query) -> ApiResult<impl IntoResponse> {
    query.finish()?;
    Ok((CachePolicy::Revalidate, Json(site.facts.clone())))
}
