//! New recovery codes, which replace the old ones.

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::UserId,
    store::{
        mails::{self, MailKind},
        second_factors,
    },
};
use serde::Serialize;
use serde_json::json;
use sqlx::PgTransaction;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult, SecondFactorError},
        extract::Json,
        limit::ClientAddress,
        security_log::SecurityEvent,
        session::SignedIn,
    },
    routes::accounts::{
        AccountState,
        identity::{CheckedUser, IdentityProof, log_use},
    },
    services::one_time_code,
};

/// Recovery codes, which are shown this one time. Empty when the user has codes already.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

/// `POST /api/user/second-factor/recovery-codes`: replaces all recovery codes of the user by ten new ones.
#[utoipa::path(
    post,
    path = "/api/user/second-factor/recovery-codes",
    tag = "accounts",
    request_body = IdentityProof,
    responses(
        (status = 200, description = "The old codes no longer work", body = RecoveryCodes),
        (status = 409, description = "The user has no second factor"),
        (status = 422, description = "The password or the second factor is wrong or missing"),
    )
)]
pub async fn renew_recovery_codes(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<IdentityProof>,
) -> ApiResult<impl IntoResponse> {
    let user = CheckedUser::check(&app, client, &session, typed).await?;
    if !user.factors.is_enabled() {
        return Err(ApiError::SecondFactor(SecondFactorError::Missing));
    }
    let mut tx = app.db.begin().await?;
    let used = user.verify(&app, &mut tx).await?;
    let recovery_codes = replace(&mut tx, user.account.id).await?;
    mails::insert_for(&mut *tx, MailKind::RecoveryCodesRenewed, user.account.id, &json!({})).await?;
    tx.commit().await?;
    log_use(used, client, &session);
    SecurityEvent::RecoveryCodesRenewed.log(client, Some(user.account.id));
    Ok((CachePolicy::Never, Json(RecoveryCodes { recovery_codes })))
}

/// Replaces the recovery codes of a user, who is locked by the transaction; returns the new ones.
pub(super) async fn replace(tx: &mut PgTransaction<'_>, user_id: UserId) -> ApiResult<Vec<String>> {
    let codes = one_time_code::random_recovery_codes();
    let (texts, hashes): (Vec<_>, Vec<_>) = codes.into_iter().map(|code| (code.text, code.hash)).unzip();
    second_factors::delete_recovery_codes(&mut **tx, user_id).await?;
    second_factors::insert_recovery_codes(&mut **tx, user_id, &hashes).await?;
    Ok(texts)
}
