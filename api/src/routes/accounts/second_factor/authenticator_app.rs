//! The authenticator app of a user: setting up, confirming, removing.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::store::second_factors;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    FactorChange, complete_addition, complete_removal,
    proof::{find_step, refuse_code},
    recovery_codes::RecoveryCodes,
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult, SecondFactorError},
        extract::Json,
        limit::ClientAddress,
        session::{SignedIn, cookie},
    },
    routes::accounts::{
        AccountState,
        identity::{CheckedUser, IdentityProof, log_use},
    },
    services::one_time_code::{self, Authenticator},
};

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

/// `POST /api/user/second-factor`: creates the secret of an authenticator app. Until a code of the app is confirmed,
/// sign-ins ask for none.
#[utoipa::path(
    post,
    path = "/api/user/second-factor",
    tag = "accounts",
    request_body = IdentityProof,
    responses(
        (status = 200, body = NewSecondFactor),
        (status = 409, description = "The user has an authenticator app"),
        (status = 422, description = "The password or the second factor is wrong or missing"),
    )
)]
pub async fn create_second_factor(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<IdentityProof>,
) -> ApiResult<impl IntoResponse> {
    let user = CheckedUser::check(&app, client, &session, typed).await?;
    if user.factors.app {
        return Err(ApiError::SecondFactor(SecondFactorError::Exists));
    }
    let mut tx = app.db.begin().await?;
    let used = user.verify(&app, &mut tx).await?;
    let secret = one_time_code::random_secret();
    if !second_factors::insert(&mut *tx, user.account.id, &secret).await? {
        return Err(ApiError::SecondFactor(SecondFactorError::Exists));
    }
    tx.commit().await?;
    log_use(used, client, &session);
    let authenticator = Authenticator::new(secret.to_vec(), &user.account.email)?;
    let created = NewSecondFactor { secret: authenticator.secret_text(), otpauth_url: authenticator.url()? };
    Ok((CachePolicy::Never, Json(created)))
}

/// `POST /api/user/second-factor/confirm`: adds the authenticator app with its first code. This browser gets a new
/// session token. If the app is the user's first factor, all other sessions end, and there are recovery codes.
#[utoipa::path(
    post,
    path = "/api/user/second-factor/confirm",
    tag = "accounts",
    request_body = ConfirmSecondFactorRequest,
    responses(
        (status = 200, description = "Sign-ins ask for a code from now on", body = RecoveryCodes),
        (status = 409, description = "The user has an authenticator app, or no secret was created"),
        (status = 422, description = "The code is wrong"),
    )
)]
pub async fn confirm_second_factor(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<ConfirmSecondFactorRequest>,
) -> ApiResult<impl IntoResponse> {
    let user_id = session.user_id;
    app.limits.second_factor.check(&app.db, user_id).await?;
    let mut tx = app.db.begin().await?;
    // Locked before it is read: a secret that another tab creates meanwhile is not the one of this code.
    second_factors::lock(&mut *tx, user_id).await?;
    let factor = second_factors::find(&mut *tx, user_id)
        .await?
        .ok_or(ApiError::SecondFactor(SecondFactorError::Missing))?;
    if factor.confirmed_at.is_some() {
        return Err(ApiError::SecondFactor(SecondFactorError::Exists));
    }
    let is_first = !second_factors::summarise(&mut *tx, user_id).await?.is_enabled();
    let step = find_step(&factor, &typed.code)?.ok_or_else(|| refuse_code(client, user_id))?;
    if !second_factors::redeem_step(&mut *tx, user_id, step).await? {
        return Err(refuse_code(client, user_id));
    }
    let (token, recovery_codes) =
        complete_addition(&mut tx, &session, FactorChange::AppAdded, is_first).await?;
    tx.commit().await?;
    FactorChange::AppAdded.log(is_first, client, &session);
    let renewed = cookie::set_session(&app.public_url, &token);
    Ok((CachePolicy::Never, renewed, Json(RecoveryCodes { recovery_codes })))
}

/// `DELETE /api/user/second-factor`: removes the authenticator app. Passkeys stay; without one, two-step sign-in is off.
#[utoipa::path(
    delete,
    path = "/api/user/second-factor",
    tag = "accounts",
    request_body = IdentityProof,
    responses(
        (status = 204, description = "The app's codes are no longer accepted"),
        (status = 409, description = "The user has no authenticator app"),
        (status = 422, description = "The password or the second factor is wrong or missing"),
    )
)]
pub async fn delete_second_factor(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<IdentityProof>,
) -> ApiResult<impl IntoResponse> {
    let user = CheckedUser::check(&app, client, &session, typed).await?;
    if !user.factors.app {
        return Err(ApiError::SecondFactor(SecondFactorError::Missing));
    }
    let mut tx = app.db.begin().await?;
    let used = user.verify(&app, &mut tx).await?;
    second_factors::delete(&mut *tx, user.account.id).await?;
    let is_last = complete_removal(&mut tx, &session, FactorChange::AppRemoved).await?;
    tx.commit().await?;
    log_use(used, client, &session);
    FactorChange::AppRemoved.log(is_last, client, &session);
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}
