//! Password confirmation: administrators' calls need a password check within the last 12 hours.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::store::sessions;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{AccountState, settings::verify_password};
use crate::http::{
    cache::CachePolicy,
    error::{ApiResult, ErrorBody},
    extract::Json,
    limit::ClientAddress,
    responses::{BodyErrors, RateErrors, UserWriteErrors},
    session::{SignedIn, cookie},
    token::Token,
};

/// The password of the signed-in user.
#[derive(Deserialize, ToSchema)]
pub struct Confirmation {
    pub password: String,
}

/// `POST /api/auth/confirm-password`: confirms the password of the signed-in user. Administrators' calls require a
/// confirmation within the last 12 hours.
#[utoipa::path(
    post,
    path = "/api/auth/confirm-password",
    tag = "accounts",
    request_body = Confirmation,
    responses(
        (status = 204, description = "The password is right; sensitive changes are allowed for a while"),
        UserWriteErrors,
        BodyErrors,
        RateErrors,
        (status = 422, description = "The password is wrong", body = ErrorBody),
    )
)]
pub async fn confirm_password(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<Confirmation>,
) -> ApiResult<impl IntoResponse> {
    verify_password(&app, client, &session, "password", typed.password).await?;
    // The session gets a new token, as at sign-in: a stolen old token is worth nothing from here on.
    let token = Token::random();
    let mut tx = app.db.begin().await?;
    sessions::confirm(&mut *tx, session.id).await?;
    sessions::replace_token(&mut *tx, session.id, &token.hash()).await?;
    tx.commit().await?;
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, cookie::set_session(&app.public_url, &token)))
}
