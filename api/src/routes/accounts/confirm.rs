//! Confirmation of the identity: administrators' calls need one within the last 12 hours.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::store::sessions;

use super::{
    AccountState,
    identity::{CheckedUser, IdentityProof, log_use},
};
use crate::http::{
    cache::CachePolicy,
    error::ApiResult,
    extract::Json,
    limit::ClientAddress,
    responses::UserWriteErrors,
    session::{SignedIn, cookie},
    token::Token,
};

/// `POST /api/auth/confirm-password`: confirms the password of the signed-in user and, where the user has one, the second
/// factor. Administrators' calls require a confirmation within the last 12 hours.
#[utoipa::path(
    post,
    path = "/api/auth/confirm-password",
    tag = "accounts",
    request_body = IdentityProof,
    responses(
        (status = 204, description = "The user is who they were; sensitive changes are allowed for a while"),
        UserWriteErrors,
        (status = 422, description = "The password or the second factor is wrong or missing"),
    )
)]
pub async fn confirm_password(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<IdentityProof>,
) -> ApiResult<impl IntoResponse> {
    let user = CheckedUser::check(&app, client, &session, typed).await?;
    // The session gets a new token, as at sign-in: a stolen old token is worth nothing from here on.
    let token = Token::random();
    let mut tx = app.db.begin().await?;
    let used = user.verify(&app, &mut tx).await?;
    if let Some(used) = used {
        used.queue_mail(&mut tx, session.user_id).await?;
    }
    sessions::confirm(&mut *tx, session.id).await?;
    sessions::replace_token(&mut *tx, session.id, &token.hash()).await?;
    tx.commit().await?;
    log_use(used, client, &session);
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, cookie::set_session(&app.public_url, &token)))
}
