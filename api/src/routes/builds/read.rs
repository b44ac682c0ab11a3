use std::collections::HashMap;

use axum::{extract::State, http::HeaderMap, response::IntoResponse};
use domain::{
    model::{BuildId, ShareToken},
    store::builds::{self, SavedPart},
};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::{
    answer::{Build, SavedBuildResponse},
    views::{BuildViews, ViewVisitor},
};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    extract::{Json, Path, Query},
    limit::ClientAddress,
    page::Page,
    public_url::PublicUrl,
    responses::UserReadErrors,
    session::{MaybeSignedIn, SignedIn},
};

/// A page of a user's builds, most recently changed first.
#[derive(Debug, Serialize, ToSchema)]
pub struct BuildList {
    pub builds: Vec<Build>,
    pub total: i64,
    pub page: u32,
    pub limit: u32,
}

/// `GET /api/builds`: lists the builds of the signed-in user.
#[utoipa::path(
    get,
    path = "/api/builds",
    tag = "builder",
    params(Page),
    responses((status = 200, body = BuildList), UserReadErrors)
)]
pub async fn list_builds(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    let page: Page = query.read()?;
    let saved = builds::list(&db, session.user_id, page.offset(), page.limit.0.into()).await?;
    let ids: Vec<BuildId> = saved.iter().map(|build| build.id).collect();
    let mut parts: HashMap<BuildId, Vec<SavedPart>> = HashMap::new();
    for part in builds::list_parts(&db, &ids).await? {
        parts.entry(part.build_id).or_default().push(part);
    }
    let with_parts = |build: builds::SavedBuild| {
        let parts = parts.remove(&build.id).unwrap_or_default();
        Build::from_saved(build, parts, Some(session.user_id))
    };
    let total = builds::count(&db, session.user_id).await?;
    let answer = BuildList {
        builds: saved.into_iter().map(with_parts).collect(),
        total,
        page: page.page.0,
        limit: page.limit.0,
    };
    Ok((CachePolicy::Never, Json(answer)))
}

/// `GET /api/builds/{shareToken}`: returns a shared build. The owner can also read it by its id, and while it is
/// private.
#[utoipa::path(
    get,
    path = "/api/builds/{id}",
    tag = "builder",
    params(("id" = String, Path, description = "The share token, or the id of one's own")),
    responses(
        (status = 200, body = SavedBuildResponse),
        (status = 404, description = "The build does not exist, or is not shared"),
    )
)]
pub async fn get_build(
    State(db): State<PgPool>,
    State(views): State<BuildViews>,
    State(public_url): State<PublicUrl>,
    MaybeSignedIn(session): MaybeSignedIn,
    address: ClientAddress,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let reader = session.map(|session| session.user_id);
    if let (Ok(id), Some(owner)) = (id.parse::<BuildId>(), reader) {
        let answer = SavedBuildResponse::load_own(&db, &public_url, owner, id).await?;
        return Ok((CachePolicy::Never, Json(answer)));
    }
    let token = ShareToken::read(&id).ok_or(ApiError::BuildNotFound)?;
    let mut saved = builds::find_shared(&db, &token, reader).await?.ok_or(ApiError::BuildNotFound)?;
    let visitor = ViewVisitor { reader, address, headers: &headers };
    if let Some(count) = views.count(&saved, &visitor).await? {
        saved.view_count = count;
    }
    Ok((CachePolicy::Never, Json(SavedBuildResponse::from_saved(&db, &public_url, saved, reader).await?)))
}
