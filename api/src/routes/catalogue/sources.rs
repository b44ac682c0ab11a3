use axum::{extract::State, response::IntoResponse};
use domain::store::sources::{self, DataSource};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::http::{
    cache::CachePolicy,
    error::ApiResult,
    extract::{Json, Query},
};

/// The sources of product facts.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceList {
    pub sources: Vec<Source>,
}

/// A source of facts.
#[derive(Debug, Serialize, ToSchema)]
pub struct Source {
    pub slug: String,
    pub name: String,
    /// Notice to show beside the source's facts.
    pub attribution: Option<String>,
    pub url: Option<String>,
}

/// `GET /api/sources`: lists the sources of product facts with their notices, by name.
#[utoipa::path(
    get,
    path = "/api/sources",
    tag = "catalogue",
    responses((status = 200, body = SourceList), (status = 422, description = "The operation takes no parameters"))
)]
pub async fn list_sources(State(db): State<PgPool>, query: Query) -> ApiResult<impl IntoResponse> {
    query.finish()?;
    let sources = sources::list(&db).await?.into_iter().map(Source::from).collect();
    Ok((CachePolicy::Revalidate, Json(SourceList { sources })))
}

impl From<DataSource> for Source {
    fn from(source: DataSource) -> Self {
        Self { slug: source.slug, name: source.name, attribution: source.attribution, url: source.url }
    }
}
