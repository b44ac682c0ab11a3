//! Change of the address: it is made once the links mailed to both addresses were followed.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{model::Email, store::email_changes};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    AccountState,
    identity::{CheckedUser, log_use, verify_password},
};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    extract::Json,
    limit::ClientAddress,
    security_log::SecurityEvent,
    session::SignedIn,
};

/// The new address, the password and, where the user has a second factor, a proof of it.
#[derive(Deserialize, ToSchema)]
pub struct EmailChangeRequest {
    pub email: String,
    pub password: String,
    /// A code of the authenticator app, or a recovery code.
    pub code: Option<String>,
    /// As in `IdentityProof`.
    #[schema(value_type = Option<Object>)]
    pub passkey: Option<Value>,
}

/// `POST /api/user/email`: mails a link to the old and to the new address. The address changes once both were followed
/// (`POST /api/auth/verify-email`).
#[utoipa::path(
    post,
    path = "/api/user/email",
    tag = "accounts",
    request_body = EmailChangeRequest,
    responses(
        (status = 204, description = "Mails were sent to both addresses; the same answer whether or not the new one has an account"),
        (status = 422, description = "The address is not a mail address, or the password or the second factor is wrong or missing"),
    )
)]
pub async fn request_email_change(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<EmailChangeRequest>,
) -> ApiResult<impl IntoResponse> {
    let email: Email = typed.email.parse().map_err(|_| ApiError::NotAnEmail)?;
    let account = verify_password(&app, client, &session, "password", typed.password).await?;
    // Before the proof is read: a refused change uses up no passkey challenge.
    app.limits.mail_account.check(&app.db, email.key().to_owned()).await?;
    let user = CheckedUser::read_proof(&app, client, &session, account, typed.code, typed.passkey).await?;
    let mut tx = app.db.begin().await?;
    let used = user.verify(&app, &mut tx).await?;
    if let Some(used) = used {
        used.queue_mail(&mut tx, session.user_id).await?;
    }
    email_changes::request(&mut tx, session.user_id, &email).await?;
    tx.commit().await?;
    log_use(used, client, &session);
    SecurityEvent::EmailChangeRequested.log(client, Some(session.user_id));
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}
