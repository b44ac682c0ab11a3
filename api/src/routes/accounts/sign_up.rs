//! Sign-up: the account is created when the mailed link is followed, so that signing up does not tell who has an
//! account.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::IntoResponse,
};
use domain::{
    model::Email,
    store::{
        sign_ups::{self, SignUpDraft},
        users::{self, Language},
    },
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{AccountState, LanguageName, SuccessResponse, read_name, sign_in::start_session};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult, ErrorBody},
    extract::Json,
    limit::ClientAddress,
    responses::{BodyErrors, RateErrors, WriteErrors},
    session::{MaybeSignedIn, cookie, device},
    token::Token,
};

/// Fields of the sign-up form.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterRequest {
    pub email: String,
    pub password: String,
    pub username: String,
    /// Used when `username` is empty.
    #[serde(default)]
    pub name: Option<String>,
    /// Proof from the bot check, whichever provider is configured.
    #[serde(default)]
    pub turnstile_token: String,
    /// Language of the mail: English by default.
    #[schema(value_type = Option<LanguageName>)]
    pub language: Option<Language>,
}

/// The user to be created once the address is verified. The answer is the same whether or not the address has an
/// account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterResponse {
    pub user: RegisteredUser,
}

/// The name and address as they were read from the form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisteredUser {
    pub name: String,
    pub email: String,
    pub role: &'static str,
    pub email_verified: bool,
}

/// A one-time token from a mailed link.
#[derive(Deserialize, ToSchema)]
pub struct VerifyEmailRequest {
    #[serde(default)]
    pub token: String,
}

/// `POST /api/auth/register`: requests an account; following the mailed link creates it.
#[utoipa::path(
    post,
    path = "/api/auth/register",
    tag = "accounts",
    request_body = RegisterRequest,
    responses(
        (status = 202, description = "A mail was sent to the address", body = RegisterResponse),
        WriteErrors,
        BodyErrors,
        RateErrors,
        (status = 422, description = "A field is invalid, or the bot check failed", body = ErrorBody),
        (status = 503, description = "The database or the bot check does not answer at the moment", body = ErrorBody),
    )
)]
pub async fn register(
    State(app): State<AccountState>,
    client: ClientAddress,
    Json(typed): Json<RegisterRequest>,
) -> ApiResult<impl IntoResponse> {
    let (email, name) = read(&typed)?;
    app.limits.sign_up_address.check(&app.db, client.key()).await?;
    app.limits.sign_up_network.check(&app.db, client.network()).await?;
    let forbidden_words = vec![name.clone(), email.address().to_owned()];
    // Hashed before the bot check, whose proof is valid for one attempt only: a refused password must not use it up.
    let password_hash = app.hasher.hash_new("password", typed.password, forbidden_words).await?;
    app.bot_check.accept(&app.db, client, &typed.turnstile_token).await?;
    app.limits.mail_account.check(&app.db, email.key().to_owned()).await?;
    let draft = SignUpDraft {
        email: &email,
        name: &name,
        password_hash: &password_hash,
        language: typed.language.unwrap_or_default(),
    };
    sign_ups::insert(&mut *app.db.acquire().await?, &draft).await?;
    let user =
        RegisteredUser { name, email: email.address().to_owned(), role: "USER", email_verified: false };
    let signed_up = cookie::set_sign_up(&app.public_url, &password_hash);
    Ok((StatusCode::ACCEPTED, CachePolicy::Never, signed_up, Json(RegisterResponse { user })))
}

/// `POST /api/auth/verify-email`: creates the account that a mailed link belongs to.
#[utoipa::path(
    post,
    path = "/api/auth/verify-email",
    tag = "accounts",
    request_body = VerifyEmailRequest,
    responses(
        (status = 200, body = SuccessResponse),
        WriteErrors,
        BodyErrors,
        RateErrors,
        (status = 422, description = "The token is unknown, used or expired", body = ErrorBody),
    )
)]
pub async fn verify_email(
    State(app): State<AccountState>,
    client: ClientAddress,
    MaybeSignedIn(present): MaybeSignedIn,
    headers: HeaderMap,
    Json(typed): Json<VerifyEmailRequest>,
) -> ApiResult<impl IntoResponse> {
    app.limits.sign_in_address.check(&app.db, client.key()).await?;
    let token = Token::read(&typed.token).ok_or(ApiError::InvalidVerification)?;
    let mut tx = app.db.begin().await?;
    let id = sign_ups::redeem(&mut tx, &token.hash()).await?.ok_or(ApiError::InvalidVerification)?;
    let account = users::find(&mut *tx, id).await?.ok_or(ApiError::InvalidVerification)?;
    tx.commit().await?;
    // Signs in the browser that signed up, unless a user is signed in there already.
    let session = match present {
        None if cookie::has_sign_up(&app.public_url, &headers, &account.password_hash) => Some((
            cookie::set_session(&app.public_url, &start_session(&app, &account, &headers).await?),
            device::remember(&app.public_url, &headers, account.id, &account.password_hash),
        )),
        _ => None,
    };
    Ok((CachePolicy::Never, session, Json(SuccessResponse { success: true })))
}

/// Reads the fields that need neither database nor hashing.
fn read(typed: &RegisterRequest) -> ApiResult<(Email, String)> {
    let name = match (typed.username.as_str(), &typed.name) {
        ("", Some(name)) => read_name(name)?,
        (username, _) => read_name(username)?,
    };
    let email = typed.email.parse().map_err(|_| ApiError::NotAnEmail)?;
    Ok((email, name))
}
