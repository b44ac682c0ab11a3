//! The second factor of sign-ins: codes of an authenticator app, and recovery codes.

pub mod authenticator_app;
pub mod recovery_codes;

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::UserId,
    store::{
        mails::{self, MailKind},
        second_factors::{self, SecondFactor},
    },
};
use serde::Serialize;
use serde_json::json;
use sqlx::{PgPool, PgTransaction};
use utoipa::ToSchema;

use super::AccountState;
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult, SecondFactorError},
        extract::Json,
        limit::ClientAddress,
        responses::UserReadErrors,
        security_log::SecurityEvent,
        session::SignedIn,
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
