use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::BuildName,
    store::builds::{self, NewBuild, NewPart, SavedPart},
    transactions::saved_builds::create,
};
use sqlx::PgPool;

use super::{
    answer::SavedBuildResponse,
    request::{CopyRequest, IdempotencyKey, refuse_empty},
    share_token::new_token,
    write::parse_build_id,
};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    extract::{Json, Path},
    public_url::PublicUrl,
    responses::UserWriteErrors,
    session::SignedIn,
};

/// `POST /api/builds/{id}/duplicate`: saves a copy of a build, private and at today's prices.
#[utoipa::path(
    post,
    path = "/api/builds/{id}/duplicate",
    tag = "builder",
    params(
        ("id" = String, Path, description = "The build"),
        ("Idempotency-Key" = Option<uuid::Uuid>, Header, description = "The same key again makes no second copy"),
    ),
    request_body = CopyRequest,
    responses(
        (status = 201, body = SavedBuildResponse),
        (status = 200, description = "An earlier request with this key has made the copy", body = SavedBuildResponse),
        UserWriteErrors,
        (status = 404, description = "The user has no such build"),
        (status = 422, description = "The name is invalid, or the account has too many builds"),
    )
)]
pub async fn duplicate_build(
    State(db): State<PgPool>,
    State(public_url): State<PublicUrl>,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
    IdempotencyKey(key): IdempotencyKey,
    Json(request): Json<CopyRequest>,
) -> ApiResult<impl IntoResponse> {
    let owner = session.user_id;
    let original =
        builds::find_own(&db, owner, parse_build_id(&id)?).await?.ok_or(ApiError::BuildNotFound)?;
    let name = match &request.name {
        Some(name) => BuildName::read(name).map_err(|error| ApiError::field("name", error.to_string()))?,
        None => BuildName::name_copy(&original.name),
    };
    let description = original.description.as_deref().unwrap_or_default();
    let description = domain::model::BuildDescription::read(description).ok().flatten();
    let saved_parts = builds::list_parts(&db, &[original.id]).await?;
    let parts: Vec<NewPart> = saved_parts.iter().map(at_current_price).collect();
    refuse_empty(&parts)?;
    let new = NewBuild {
        user_id: owner,
        name: &name,
        description: description.as_ref(),
        is_public: false,
        share_token: &new_token()?,
        request_key: key,
    };
    let (id, is_new) = create(&db, &new, &parts).await?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, CachePolicy::Never, Json(SavedBuildResponse::load_own(&db, &public_url, owner, id).await?)))
}

/// A product that is gone from the catalogue keeps its saved price.
fn at_current_price(part: &SavedPart) -> NewPart {
    let price = match &part.today {
        Some(today) => today.price,
        None => part.price,
    };
    NewPart { price, ..part.as_new() }
}
