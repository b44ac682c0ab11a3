//! Sign-in, sign-out, and the signed-in user.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{
    model::Email,
    store::{
        sessions, user_admin,
        users::{self, Account},
    },
};
use metrics::counter;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{AccountState, User, second_factor};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult, SecondFactorError},
    extract::Json,
    limit::ClientAddress,
    public_url::PublicUrl,
    responses::RateErrors,
    security_log::SecurityEvent,
    session::{
        MaybeSignedIn, cookie,
        device::{self, DeviceCookie},
        require_expected_user,
    },
    token::Token,
};

/// Maximum length of the stored `User-Agent`, in characters.
const MAX_AGENT: usize = 200;

/// Mail address and password of a sign-in, and a code or a passkey where the account has a second factor.
#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    pub email: String,
    pub password: String,
    /// A code of the authenticator app, or a recovery code. Without it or a passkey, a user with a second factor gets 401
    /// with the code `SECOND_FACTOR_REQUIRED`.
    pub code: Option<String>,
    /// The `toJSON()` of the credential that `navigator.credentials.get()` gave for the options of that 401.
    #[schema(value_type = Option<Object>)]
    pub passkey: Option<Value>,
}

/// The user who has just signed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedInUser {
    pub user: User,
}

/// The signed-in user; null when nobody is signed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct CurrentUser {
    pub user: Option<User>,
}

/// `POST /api/auth/login`: signs in and sets the session cookie.
#[utoipa::path(
    post,
    path = "/api/auth/login",
    tag = "accounts",
    request_body = Credentials,
    responses(
        (status = 200, body = SignedInUser),
        RateErrors,
        (status = 401, description = "The address or the password is wrong, the address is not verified, or a second factor is required"),
        (status = 422, description = "A field is missing, or the code or the passkey is wrong"),
    )
)]
pub async fn login(
    State(app): State<AccountState>,
    client: ClientAddress,
    headers: HeaderMap,
    Json(typed): Json<Credentials>,
) -> ApiResult<impl IntoResponse> {
    let account = authenticate(&app, client, &headers, typed)
        .await
        .inspect_err(|error| record_refusal(error, client))?;
    sign_in(&app, client, &headers, account).await
}

/// Starts a session of a user who has proved who they are, and answers with its cookies.
pub(super) async fn sign_in(
    app: &AccountState,
    client: ClientAddress,
    headers: &HeaderMap,
    account: Account,
) -> ApiResult<Response> {
    let token = start_session(app, client, &account, headers).await?;
    SecurityEvent::SignedIn.log(client, Some(account.id));
    let remembered = device::remember(&app.public_url, headers, account.id, &account.password_hash);
    let session = cookie::set_session(&app.public_url, &token);
    let user = Json(SignedInUser { user: User::from(account) });
    Ok((CachePolicy::Never, session, remembered, user).into_response())
}

/// Returns the account if address and password are right, and the second factor too, where the account has one.
async fn authenticate(
    app: &AccountState,
    client: ClientAddress,
    headers: &HeaderMap,
    typed: Credentials,
) -> ApiResult<Account> {
    let email = typed.email.parse::<Email>().ok();
    let device = DeviceCookie::read(&app.public_url, headers);
    let signed_in_before = find_signed_in_before(app, device.as_ref(), email.as_ref()).await?;
    let account = match (signed_in_before, device, &email) {
        (Some(account), Some(device), _) => {
            app.limits.sign_in_device.check(&app.db, (device.id, account.id)).await?;
            Some(account)
        }
        (_, _, email) => {
            count_attempt(app, client, email.as_ref()).await?;
            match email {
                Some(email) => users::find_by_email(&app.db, email).await?,
                None => None,
            }
        }
    };
    let user_id = account.as_ref().map(|account| account.id);
    let Some(account) = verify_account_password(app, account, typed.password).await? else {
        SecurityEvent::SignInRefused.log(client, user_id);
        return Err(ApiError::WrongCredentials);
    };
    second_factor::require_at_sign_in(app, client, account.id, typed.code, typed.passkey).await?;
    Ok(account)
}

/// Counts a refused sign-in in the metrics, and logs the refusals that nothing else logs. Outages are not refusals.
pub(super) fn record_refusal(error: &ApiError, client: ClientAddress) {
    let reason = match error {
        ApiError::WrongCredentials => "wrong_credentials",
        ApiError::SecondFactor(SecondFactorError::WrongCode) => "wrong_code",
        ApiError::SecondFactor(SecondFactorError::WrongPasskey) => "wrong_passkey",
        ApiError::TooOften { .. } => {
            // Most limits refuse before the account is looked up, so the log line names no account.
            SecurityEvent::SignInRateLimited.log(client, None);
            "too_often"
        }
        _ => return,
    };
    counter!("sign_in_refusals_total", "reason" => reason).increment(1);
}

/// `POST /api/auth/logout`: ends the session of this browser.
#[utoipa::path(
    post,
    path = "/api/auth/logout",
    tag = "accounts",
    responses((status = 204, description = "The session has ended, if there was one"))
)]
pub async fn logout(State(app): State<AccountState>, headers: HeaderMap) -> ApiResult<impl IntoResponse> {
    if let Some(token) = cookie::read(&app.public_url, &headers) {
        if let Some(session) = sessions::find(&app.db, &token.hash()).await? {
            require_expected_user(&headers, &session)?;
        }
        sessions::delete_by_token(&app.db, &token.hash()).await?;
    }
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, cookie::clear_session(&app.public_url)))
}

/// `GET /api/auth/me`: returns the signed-in user, or null.
#[utoipa::path(
    get,
    path = "/api/auth/me",
    tag = "accounts",
    responses((status = 200, body = CurrentUser))
)]
pub async fn get_current_user(
    State(public_url): State<PublicUrl>,
    MaybeSignedIn(session): MaybeSignedIn,
    headers: HeaderMap,
) -> impl IntoResponse {
    let user = session.as_ref().map(User::from);
    // Sets the cookie again, so that the browser keeps it as long as the session lasts.
    let renewed = user
        .as_ref()
        .and_then(|_| cookie::read(&public_url, &headers))
        .map(|token| cookie::set_session(&public_url, &token));
    (CachePolicy::Never, renewed, Json(CurrentUser { user }))
}

/// Returns the account if this device has signed in to it before. Without a device cookie nothing is looked up.
async fn find_signed_in_before(
    app: &AccountState,
    device: Option<&DeviceCookie>,
    email: Option<&Email>,
) -> ApiResult<Option<Account>> {
    let (Some(device), Some(email)) = (device, email) else { return Ok(None) };
    let account = users::find_by_email(&app.db, email).await?;
    Ok(account.filter(|account| device.has_signed_in(account.id, &account.password_hash)))
}

/// Counts an attempt in the same way whether or not the address has an account, so that limits do not tell.
async fn count_attempt(app: &AccountState, client: ClientAddress, email: Option<&Email>) -> ApiResult<()> {
    let limits = &app.limits;
    limits.sign_in_address.check(&app.db, client.key()).await?;
    if let Some(email) = email {
        limits.sign_in_account_and_address.check(&app.db, (email.key().to_owned(), client.key())).await?;
        limits.sign_in_account.check(&app.db, email.key().to_owned()).await?;
    }
    Ok(())
}

/// Returns the account if the password is correct. Without an account the check takes as long, so that its time does
/// not tell who has one.
async fn verify_account_password(
    app: &AccountState,
    account: Option<Account>,
    password: String,
) -> ApiResult<Option<Account>> {
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    let verified = app.hasher.verify(password, hash).await?;
    let Some(mut account) = account.filter(|_| verified.is_correct) else { return Ok(None) };
    if let Some(new) = verified.rehashed {
        users::rehash(&app.db, account.id, &account.password_hash, &new).await?;
        account.password_hash = new;
    }
    Ok(Some(account))
}

/// Starts a session with a new token and ends the session that this browser had.
pub(super) async fn start_session(
    app: &AccountState,
    client: ClientAddress,
    account: &Account,
    headers: &HeaderMap,
) -> ApiResult<Token> {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    let agent: Option<String> = agent.map(|agent| agent.chars().take(MAX_AGENT).collect());
    let token = Token::random();
    let mut tx = app.db.begin().await?;
    if user_admin::lock_suspension(&mut tx, account.id).await? == Some(true) {
        return Err(ApiError::AccountSuspended);
    }
    if let Some(old) = cookie::read(&app.public_url, headers) {
        sessions::delete_by_token(&mut *tx, &old.hash()).await?;
    }
    sessions::delete_expired(&mut *tx, account.id).await?;
    let network = client.network().to_string();
    sessions::insert(&mut *tx, account.id, &token.hash(), agent.as_deref(), Some(&network)).await?;
    tx.commit().await?;
    Ok(token)
}

impl From<Account> for User {
    fn from(account: Account) -> Self {
        Self {
            id: account.id,
            name: account.name,
            email: account.email,
            role: account.role,
            email_verified: account.email_verified_at.is_some(),
        }
    }
}
