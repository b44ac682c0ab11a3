//! The password given again: administrators are asked for it once in a while.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::store::sessions;
use serde::Deserialize;
use utoipa::ToSchema;

use super::settings::verify_password;
use crate::{
    cache::CachePolicy,
    error::{ApiResult, ErrorBody},
    extract::Json,
    session::{SignedIn, cookie},
    state::AppState,
    token::Token,
};

/// The password of whoever is signed in.
#[derive(Deserialize, ToSchema)]
pub struct Confirmation {
    pub password: String,
}

/// `POST /api/auth/confirm-password`: says again who is there. Administrators' calls want it once in 12 hours.
#[utoipa::path(
    post,
    path = "/api/auth/confirm-password",
    tag = "accounts",
    request_body = Confirmation,
    responses(
        (status = 204, description = "It is right"),
        (status = 400, description = "The body is no JSON", body = ErrorBody),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Called from another site's page", body = ErrorBody),
        (status = 415, description = "The content type is not JSON", body = ErrorBody),
        (status = 422, description = "The password is wrong", body = ErrorBody),
        (status = 429, description = "Too many attempts: see Retry-After", body = ErrorBody),
        (status = 503, description = "The database does not answer just now", body = ErrorBody),
    )
)]
pub async fn confirm_password(
    State(app): State<AppState>,
    SignedIn(session): SignedIn,
    Json(typed): Json<Confirmation>,
) -> ApiResult<impl IntoResponse> {
    verify_password(&app, &session, "password", typed.password).await?;
    // As at a sign-in: whoever had the token before has nothing of it now.
    let token = Token::random();
    let mut tx = app.db.begin().await?;
    sessions::confirm(&mut *tx, session.id).await?;
    sessions::replace_token(&mut *tx, session.id, &token.hash()).await?;
    tx.commit().await?;
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, cookie::set_session(&app, &token)))
}
