//! The second factor of sign-ins: codes of an authenticator app, and recovery codes.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::UserId,
    store::{
        mails::{self, MailKind},
        second_factors::{self, SecondFactor},
        sessions,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{PgPool, PgTransaction};
use utoipa::ToSchema;

use super::{AccountState, settings::verify_password};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult, ErrorBody, SecondFactorError},
        extract::Json,
        limit::ClientAddress,
        responses::{BodyErrors, RateErrors, UserReadErrors, UserWriteErrors},
        security_log::SecurityEvent,
        session::{SignedIn, cookie},
        token::Token,
    },
    services::one_time_code::{self, Authenticator},
};

/// Whether the user signs in with a second factor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorState {
    pub enabled: bool,
    /// Recovery codes that were not used yet.
    pub recovery_codes_left: i64,
}

/// The password of the signed-in user, for setting up the second factor.
#[derive(Deserialize, ToSchema)]
pub struct CreateSecondFactorRequest {
    pub password: String,
}

/// The secret for an authenticator app. The factor counts once a code of the app is confirmed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewSecondFactor {
    /// For typing into the app: base32.
    #[schema(example = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]
    pub secret: String,
    /// The same for a link or a QR code.
    #[schema(
        example = "otpauth://totp/Tajmeea:sara%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tajmeea"
    )]
    pub otpauth_url: String,
}

/// A code of the authenticator app.
#[derive(Deserialize, ToSchema)]
pub struct ConfirmSecondFactorRequest {
    pub code: String,
}

/// Recovery codes, which are shown this one time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

/// The password and a code (of the app, or a recovery code), for removing the second factor.
#[derive(Deserialize, ToSchema)]
pub struct DeleteSecondFactorRequest {
    pub password: String,
    pub code: String,
}

/// `GET /api/user/second-factor`: says whether the signed-in user has a second factor.
#[utoipa::path(
    get,
    path = "/api/user/second-factor",
    tag = "accounts",
    responses(
        (status = 200, body = SecondFactorState),
        UserReadErrors,
    )
)]
pub async fn get_second_factor(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let factor = find_confirmed(&db, session.user_id).await?;
    let state = SecondFactorState {
        enabled: factor.is_some(),
        recovery_codes_left: factor.map_or(0, |factor| factor.recovery_codes),
    };
    Ok((CachePolicy::Never, Json(state)))
}

/// `POST /api/user/second-factor`: creates the secret of an authenticator app. Until a code of the app is confirmed,
/// sign-ins ask for none.
#[utoipa::path(
    post,
    path = "/api/user/second-factor",
    tag = "accounts",
    request_body = CreateSecondFactorRequest,
    responses(
        (status = 200, body = NewSecondFactor),
        UserWriteErrors,
        BodyErrors,
        RateErrors,
        (status = 409, description = "The user has a second factor", body = ErrorBody),
        (status = 422, description = "The password is wrong", body = ErrorBody),
    )
)]
pub async fn create_second_factor(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<CreateSecondFactorRequest>,
) -> ApiResult<impl IntoResponse> {
    let account = verify_password(&app, client, &session, "password", typed.password).await?;
    let secret = one_time_code::random_secret();
    if !second_factors::insert(&app.db, account.id, &secret).await? {
        return Err(ApiError::SecondFactor(SecondFactorError::Exists));
    }
    let authenticator = Authenticator::new(secret.to_vec(), &account.email)?;
    let created = NewSecondFactor { secret: authenticator.secret_text(), otpauth_url: authenticator.url() };
    Ok((CachePolicy::Never, Json(created)))
}

/// `POST /api/user/second-factor/confirm`: switches the second factor on with the first code of the app. This browser
/// gets a new session token; all other sessions end.
#[utoipa::path(
    post,
    path = "/api/user/second-factor/confirm",
    tag = "accounts",
    request_body = ConfirmSecondFactorRequest,
    responses(
        (status = 200, description = "Sign-ins ask for a code from now on", body = RecoveryCodes),
        UserWriteErrors,
        BodyErrors,
        RateErrors,
        (status = 409, description = "The user has a second factor, or no secret was created", body = ErrorBody),
        (status = 422, description = "The code is wrong", body = ErrorBody),
    )
)]
pub async fn confirm_second_factor(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<ConfirmSecondFactorRequest>,
) -> ApiResult<impl IntoResponse> {
    let user_id = session.user_id;
    let factor = second_factors::find(&app.db, user_id)
        .await?
        .ok_or(ApiError::SecondFactor(SecondFactorError::Missing))?;
    if factor.confirmed_at.is_some() {
        return Err(ApiError::SecondFactor(SecondFactorError::Exists));
    }
    app.limits.second_factor.check(user_id)?;
    let codes = one_time_code::random_recovery_codes();
    let (texts, hashes): (Vec<_>, Vec<_>) = codes.into_iter().map(|code| (code.text, code.hash)).unzip();
    let token = Token::random();
    let step = find_step(&factor, &typed.code)?.ok_or_else(|| refuse_code(client, user_id))?;
    let mut tx = app.db.begin().await?;
    if !second_factors::redeem_step(&mut *tx, user_id, step).await? {
        return Err(refuse_code(client, user_id));
    }
    second_factors::insert_recovery_codes(&mut *tx, user_id, &hashes).await?;
    sessions::delete_others(&mut *tx, user_id, session.id).await?;
    sessions::replace_token(&mut *tx, session.id, &token.hash()).await?;
    mails::insert_for(&mut *tx, MailKind::SecondFactorAdded, user_id, &json!({})).await?;
    tx.commit().await?;
    SecurityEvent::SecondFactorAdded.log(client, Some(user_id));
    let renewed = cookie::set_session(&app.public_url, &token);
    Ok((CachePolicy::Never, renewed, Json(RecoveryCodes { recovery_codes: texts })))
}

/// `DELETE /api/user/second-factor`: switches the second factor off.
#[utoipa::path(
    delete,
    path = "/api/user/second-factor",
    tag = "accounts",
    request_body = DeleteSecondFactorRequest,
    responses(
        (status = 204, description = "Sign-ins ask for no code any more"),
        UserWriteErrors,
        BodyErrors,
        RateErrors,
        (status = 409, description = "The user has no second factor", body = ErrorBody),
        (status = 422, description = "The password or the code is wrong", body = ErrorBody),
    )
)]
pub async fn delete_second_factor(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<DeleteSecondFactorRequest>,
) -> ApiResult<impl IntoResponse> {
    let account = verify_password(&app, client, &session, "password", typed.password).await?;
    let factor = find_confirmed(&app.db, account.id)
        .await?
        .ok_or(ApiError::SecondFactor(SecondFactorError::Missing))?;
    app.limits.second_factor.check(account.id)?;
    let mut tx = app.db.begin().await?;
    let redeemed = redeem_code(&mut tx, client, account.id, &factor, &typed.code).await?;
    second_factors::delete(&mut *tx, account.id).await?;
    mails::insert_for(&mut *tx, MailKind::SecondFactorRemoved, account.id, &json!({})).await?;
    tx.commit().await?;
    redeemed.log(client, account.id);
    SecurityEvent::SecondFactorRemoved.log(client, Some(account.id));
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}

/// Asks a user with the right password for a code, where the user has a second factor.
///
/// # Errors
/// 401 when no code was sent, 422 when it is wrong, 429 after too many of them.
pub(super) async fn require_code(
    app: &AccountState,
    client: ClientAddress,
    user_id: UserId,
    code: Option<&str>,
) -> ApiResult<()> {
    let Some(factor) = find_confirmed(&app.db, user_id).await? else { return Ok(()) };
    let code = code
        .filter(|code| !code.trim().is_empty())
        .ok_or(ApiError::SecondFactor(SecondFactorError::Required))?;
    app.limits.second_factor.check(user_id)?;
    let mut tx = app.db.begin().await?;
    let redeemed = redeem_code(&mut tx, client, user_id, &factor, code).await?;
    if redeemed == RedeemedCode::Recovery {
        let left = second_factors::find(&mut *tx, user_id).await?.map_or(0, |factor| factor.recovery_codes);
        mails::insert_for(&mut *tx, MailKind::RecoveryCodeUsed, user_id, &json!({ "codesLeft": left }))
            .await?;
    }
    tx.commit().await?;
    redeemed.log(client, user_id);
    Ok(())
}

/// The kind of a code that was accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RedeemedCode {
    App,
    Recovery,
}

impl RedeemedCode {
    /// Logs the use of a recovery code, once its transaction is committed.
    fn log(self, client: ClientAddress, user_id: UserId) {
        if self == Self::Recovery {
            SecurityEvent::RecoveryCodeUsed.log(client, Some(user_id));
        }
    }
}

async fn find_confirmed(db: &PgPool, user_id: UserId) -> ApiResult<Option<SecondFactor>> {
    let factor = second_factors::find(db, user_id).await?;
    Ok(factor.filter(|factor| factor.confirmed_at.is_some()))
}

/// Redeems a code of the app, or a recovery code. Each code is accepted once.
async fn redeem_code(
    tx: &mut PgTransaction<'_>,
    client: ClientAddress,
    user_id: UserId,
    factor: &SecondFactor,
    code: &str,
) -> ApiResult<RedeemedCode> {
    if let Some(step) = find_step(factor, code)?
        && second_factors::redeem_step(&mut **tx, user_id, step).await?
    {
        return Ok(RedeemedCode::App);
    }
    let hash = one_time_code::recovery_hash(code);
    if second_factors::redeem_recovery_code(&mut **tx, user_id, &hash).await? {
        return Ok(RedeemedCode::Recovery);
    }
    Err(refuse_code(client, user_id))
}

fn find_step(factor: &SecondFactor, code: &str) -> ApiResult<Option<i64>> {
    // The account's name is part of the app's address only, not of its codes.
    Ok(Authenticator::new(factor.secret.clone(), "account")?.find_step(code, factor.now))
}

fn refuse_code(client: ClientAddress, user_id: UserId) -> ApiError {
    SecurityEvent::CodeRefused.log(client, Some(user_id));
    ApiError::SecondFactor(SecondFactorError::WrongCode)
}
