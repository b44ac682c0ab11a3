//! Sign-up: the account is created when the mailed link is followed, so that signing up does not tell who has an
//! account.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::{Email, is_reserved_name, name_key},
    store::{
        sign_ups::{self, SignUpDraft},
        users::{self, Language},
    },
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{AccountState, LanguageName, read_name};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    extract::Json,
    limit::ClientAddress,
    responses::RateErrors,
    session::cookie,
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

/// `POST /api/auth/register`: requests an account; following the mailed link creates it.
#[utoipa::path(
    post,
    path = "/api/auth/register",
    tag = "accounts",
    request_body = RegisterRequest,
    responses(
        (status = 202, description = "A mail was sent to the address", body = RegisterResponse),
        RateErrors,
        (status = 422, description = "A field is invalid, or the bot check failed"),
        (status = 503, description = "The database or the bot check does not answer at the moment"),
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
    if users::is_name_taken(&app.db, &name_key(&name)).await? {
        return Err(ApiError::NameTaken);
    }
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

/// Reads the fields that need neither database nor hashing.
fn read(typed: &RegisterRequest) -> ApiResult<(Email, String)> {
    let name = match (typed.username.as_str(), &typed.name) {
        ("", Some(name)) => read_name(name)?,
        (username, _) => read_name(username)?,
    };
    if is_reserved_name(&name) {
        return Err(ApiError::NameReserved);
    }
    let email = typed.email.parse().map_err(|_| ApiError::NotAnEmail)?;
    Ok((email, name))
}
