//! The authenticator app of a user: setting up, confirming, removing.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::store::{
    mails::{self, MailKind},
    second_factors, sessions,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{
    find_confirmed, find_step, redeem_code,
    recovery_codes::{self, RecoveryCodes},
    refuse_code,
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult, ErrorBody, SecondFactorError},
        extract::Json,
        limit::ClientAddress,
        responses::{BodyErrors, RateErrors, UserWriteErrors},
        security_log::SecurityEvent,
        session::{SignedIn, cookie},
        token::Token,
    },
    routes::accounts::{AccountState, settings::verify_password},
    services::one_time_code::{self, Authenticator},
};

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

/// The password and a code (of the app, or a recovery code), for removing the second factor.
#[derive(Deserialize, ToSchema)]
pub struct DeleteSecondFactorRequest {
    pub password: String,
    pub code: String,
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
    let token = Token::random();
    let step = find_step(&factor, &typed.code)?.ok_or_else(|| refuse_code(client, user_id))?;
    let mut tx = app.db.begin().await?;
    second_factors::lock(&mut *tx, user_id).await?;
    if !second_factors::redeem_step(&mut *tx, user_id, step).await? {
        return Err(refuse_code(client, user_id));
    }
    let recovery_codes = recovery_codes::replace(&mut tx, user_id).await?;
    sessions::delete_others(&mut *tx, user_id, session.id).await?;
    sessions::replace_token(&mut *tx, session.id, &token.hash()).await?;
    mails::insert_for(&mut *tx, MailKind::SecondFactorAdded, user_id, &json!({})).await?;
    tx.commit().await?;
    SecurityEvent::SecondFactorAdded.log(client, Some(user_id));
    let renewed = cookie::set_session(&app.public_url, &token);
    Ok((CachePolicy::Never, renewed, Json(RecoveryCodes { recovery_codes })))
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
    second_factors::lock(&mut *tx, account.id).await?;
    let redeemed = redeem_code(&mut tx, client, account.id, &factor, &typed.code).await?;
    second_factors::delete(&mut *tx, account.id).await?;
    mails::insert_for(&mut *tx, MailKind::SecondFactorRemoved, account.id, &json!({})).await?;
    tx.commit().await?;
    redeemed.log(client, account.id);
    SecurityEvent::SecondFactorRemoved.log(client, Some(account.id));
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}
