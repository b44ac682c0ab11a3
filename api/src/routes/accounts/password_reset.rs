//! Password reset: a link by mail, then the new password.

use axum::{extract::State, http::HeaderMap, response::IntoResponse};
use domain::{
    model::Email,
    store::{
        mails::{self, MailKind},
        passkeys, sessions, tokens,
        users::{self, Language},
    },
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{AccountState, LanguageName};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    extract::Json,
    limit::ClientAddress,
    responses::RateErrors,
    security_log::SecurityEvent,
    session::device,
    token::Token,
};

/// The same answer for every address, so that the call does not tell whether an account exists.
const SENT: &str = "If an account exists with that email, we've sent a password reset link.";

/// The address whose password is forgotten.
#[derive(Deserialize, ToSchema)]
pub struct ForgotPasswordRequest {
    pub email: String,
    /// Language of the mail: English by default.
    #[schema(value_type = Option<LanguageName>)]
    pub language: Option<Language>,
}

/// A message to show to the user.
#[derive(Debug, Serialize, ToSchema)]
pub struct ForgotPasswordResponse {
    pub message: &'static str,
}

/// A new password and the reset token that permits it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetPasswordRequest {
    #[serde(default)]
    pub token: String,
    pub new_password: String,
}

/// Confirmation that the password is set.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResetPasswordResponse {
    pub success: bool,
    /// Number of the user's passkeys, which sign in without the password as before.
    pub passkeys: i64,
}

/// `POST /api/auth/forgot-password`: sends a reset link to the address, if it has an account.
#[utoipa::path(
    post,
    path = "/api/auth/forgot-password",
    tag = "accounts",
    request_body = ForgotPasswordRequest,
    responses(
        (status = 200, description = "The same answer for every address, registered or not", body = ForgotPasswordResponse),
        RateErrors,
        (status = 422, description = "The address is not a mail address"),
    )
)]
pub async fn forgot_password(
    State(app): State<AccountState>,
    client: ClientAddress,
    Json(typed): Json<ForgotPasswordRequest>,
) -> ApiResult<impl IntoResponse> {
    let email: Email = typed.email.parse().map_err(|_| ApiError::NotAnEmail)?;
    app.limits.mail_address.check(&app.db, client.key()).await?;
    app.limits.mail_account.check(&app.db, email.key().to_owned()).await?;
    // The account is looked up when the mail is sent, so this call does the same work for every address.
    mails::request_reset(&app.db, &email, typed.language.unwrap_or_default()).await?;
    Ok((CachePolicy::Never, Json(ForgotPasswordResponse { message: SENT })))
}

/// `POST /api/auth/reset-password`: sets the new password and ends all sessions of the user. Passkeys stay.
#[utoipa::path(
    post,
    path = "/api/auth/reset-password",
    tag = "accounts",
    request_body = ResetPasswordRequest,
    responses(
        (status = 200, body = ResetPasswordResponse),
        RateErrors,
        (status = 422, description = "The token is unknown, used or expired, or the password is refused"),
    )
)]
pub async fn reset_password(
    State(app): State<AccountState>,
    client: ClientAddress,
    headers: HeaderMap,
    Json(typed): Json<ResetPasswordRequest>,
) -> ApiResult<impl IntoResponse> {
    app.limits.sign_in_address.check(&app.db, client.key()).await?;
    let token = Token::read(&typed.token).ok_or(ApiError::InvalidReset)?;
    // Read before the token is redeemed: a refused password does not use up the link.
    let person = tokens::find_reset(&app.db, &token.hash()).await?.ok_or(ApiError::InvalidReset)?;
    let forbidden_words = vec![person.name, person.email];
    let hash = app.hasher.hash_new("newPassword", typed.new_password, forbidden_words).await?;
    let mut tx = app.db.begin().await?;
    let user_id = tokens::redeem_reset(&mut *tx, &token.hash()).await?.ok_or(ApiError::InvalidReset)?;
    users::set_password(&mut *tx, user_id, &hash).await?;
    tokens::delete_resets(&mut *tx, user_id).await?;
    sessions::delete_all(&mut *tx, user_id).await?;
    mails::insert_for(&mut *tx, MailKind::PasswordChanged, user_id, &json!({})).await?;
    let passkeys = passkeys::count(&mut *tx, user_id).await?;
    tx.commit().await?;
    SecurityEvent::PasswordReset.log(client, Some(user_id));
    // A reader of the account's mail owns the account. The device cookie lets this browser sign in even while strangers
    // exhaust the account's attempts.
    let remembered = device::remember(&app.public_url, &headers, user_id, &hash);
    Ok((CachePolicy::Never, remembered, Json(ResetPasswordResponse { success: true, passkeys })))
}
