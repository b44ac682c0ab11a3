use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::{BuildId, MAX_SAVED_BUILDS},
    store::builds::{self, NewBuild},
    transactions::saved_builds::{BuildUpdate, SaveError, create, update},
};
use sqlx::PgPool;

use super::{
    answer::SavedBuildResponse,
    request::{
        BuildPatch, BuildTexts, IdempotencyKey, NewBuildRequest, empty_build_error, load_parts, refuse_empty,
        to_new_parts,
    },
    share_token::new_token,
};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult, FieldProblems},
    extract::{Json, Path},
    public_url::PublicUrl,
    responses::UserWriteErrors,
    session::SignedIn,
};

/// `POST /api/builds`: saves a build at today's prices.
#[utoipa::path(
    post,
    path = "/api/builds",
    tag = "builder",
    params(("Idempotency-Key" = Option<uuid::Uuid>, Header, description = "The same key again makes no second build")),
    request_body = NewBuildRequest,
    responses(
        (status = 201, body = SavedBuildResponse),
        (status = 200, description = "An earlier request with this key has made the build", body = SavedBuildResponse),
        UserWriteErrors,
        (status = 422, description = "A field is invalid, sharing is off, or the account has too many builds"),
    )
)]
pub async fn create_build(
    State(db): State<PgPool>,
    State(public_url): State<PublicUrl>,
    SignedIn(session): SignedIn,
    IdempotencyKey(key): IdempotencyKey,
    Json(request): Json<NewBuildRequest>,
) -> ApiResult<impl IntoResponse> {
    let mut problems = FieldProblems::new();
    let (name, description) = (request.name.as_deref(), request.description.as_deref());
    let texts = BuildTexts::read(
        Some(name.unwrap_or_default()),
        description,
        request.currency.as_deref(),
        &mut problems,
    );
    let loaded = load_parts(&db, request.components.unwrap_or_default(), problems).await?;
    let parts = to_new_parts(&loaded);
    refuse_empty(&parts)?;
    let Some(name) = &texts.name else { return Err(ApiError::field("name", "is missing")) };
    let description = texts.description.flatten();
    let new = NewBuild {
        user_id: session.user_id,
        name,
        description: description.as_ref(),
        is_public: request.is_public,
        share_token: &new_token()?,
        request_key: key,
    };
    let (id, is_new) = create(&db, &new, &parts).await?;
    let mut saved = SavedBuildResponse::load_own(&db, &public_url, session.user_id, id).await?;
    if is_new {
        // Another tab may have saved since.
        saved.build.version = 1;
    }
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    let answer = SavedBuildResponse { not_found: loaded.not_found, refused: loaded.refused, ..saved };
    Ok((status, CachePolicy::Never, Json(answer)))
}

/// `PUT /api/builds/{id}`: changes the given fields of a build.
#[utoipa::path(
    put,
    path = "/api/builds/{id}",
    tag = "builder",
    params(("id" = String, Path, description = "The build")),
    request_body = BuildPatch,
    responses(
        (status = 200, body = SavedBuildResponse),
        UserWriteErrors,
        (status = 404, description = "The user has no such build"),
        (status = 409, description = "Another version of the build was saved meanwhile"),
        (status = 422, description = "A field is invalid, or sharing is off"),
    )
)]
pub async fn update_build(
    State(db): State<PgPool>,
    State(public_url): State<PublicUrl>,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
    Json(request): Json<BuildPatch>,
) -> ApiResult<impl IntoResponse> {
    let id = parse_build_id(&id)?;
    let mut problems = FieldProblems::new();
    let BuildPatch { name, description, components, currency, is_public, version, .. } = request;
    let texts = BuildTexts::read(name.as_deref(), description.as_deref(), currency.as_deref(), &mut problems);
    let has_components = components.is_some();
    let mut loaded = load_parts(&db, components.unwrap_or_default(), problems).await?;
    let parts = has_components.then(|| to_new_parts(&loaded));
    let changes = BuildUpdate {
        name: texts.name.as_ref(),
        description: texts.description.as_ref().map(Option::as_ref),
        is_public,
        version,
        parts,
        missing_products: &loaded.not_found,
    };
    let updated = update(&db, session.user_id, id, changes).await?;
    loaded.not_found.retain(|id| !updated.retained_missing_products.contains(id));
    let mut saved = SavedBuildResponse::load_own(&db, &public_url, session.user_id, id).await?;
    // Another device may have saved since. Based on that device's version, the next save would meet no conflict.
    saved.build.version = updated.version;
    saved.build.name = updated.name;
    saved.build.description = updated.description;
    let answer = SavedBuildResponse { not_found: loaded.not_found, refused: loaded.refused, ..saved };
    Ok((CachePolicy::Never, Json(answer)))
}

/// `DELETE /api/builds/{id}`: deletes a build; its share link stops working.
#[utoipa::path(
    delete,
    path = "/api/builds/{id}",
    tag = "builder",
    params(("id" = String, Path, description = "The build")),
    responses(
        (status = 204, description = "The build is deleted"),
        UserWriteErrors,
        (status = 404, description = "The user has no such build"),
    )
)]
pub async fn delete_build(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    if !builds::delete(&db, session.user_id, parse_build_id(&id)?).await? {
        return Err(ApiError::BuildNotFound);
    }
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}

/// A malformed id is treated as an unknown build: 404.
pub(super) fn parse_build_id(id: &str) -> ApiResult<BuildId> {
    id.parse().map_err(|_| ApiError::BuildNotFound)
}

impl From<SaveError> for ApiError {
    fn from(error: SaveError) -> Self {
        match error {
            SaveError::NoBuild => Self::BuildNotFound,
            SaveError::NoUser => Self::NotSignedIn,
            SaveError::TooMany => Self::TooManyBuilds { max: MAX_SAVED_BUILDS },
            SaveError::SharingOff => Self::SharingOff,
            SaveError::Empty => empty_build_error(),
            SaveError::Changed => Self::BuildChanged,
            SaveError::Database(error) => error.into(),
        }
    }
}
