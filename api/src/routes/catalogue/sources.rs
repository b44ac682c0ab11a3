use axum::{extract::State, response::IntoResponse};
use domain::store::sources;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiResult, ErrorBody},
        extract::{Json, Query},
        responses::DatabaseErrors,
    },
    routes::products::Source,
    state::AppState,
};

/// The sources of product facts.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceList {
    pub sources: Vec<Source>,
}

/// `GET /api/sources`: lists the sources of product facts with their notices, by name.
#[utoipa::path(
    get,
    path = "/api/sources",
    tag = "catalogue",
    responses(
        (status = 200, body = SourceList),
        DatabaseErrors,
        (status = 422, description = "The operation takes no parameters", body = ErrorBody),
    )
)]
pub async fn list_sources(State(app): State<AppState>, query: Query) -> ApiResult<impl IntoResponse> {
    query.finish()?;
    let sources = sources::list(&app.db).await?.into_iter().map(Source::from).collect();
    Ok((CachePolicy::Revalidate, Json(SourceList { sources })))
}
