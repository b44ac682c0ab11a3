//! Links in mails that verify an address: of a sign-up, and of a change of the address.

use axum::{extract::State, http::HeaderMap, response::IntoResponse};
use domain::store::{
    email_changes, sign_ups, tokens,
    users::{self, Account},
};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::{AccountState, sign_in::start_session};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    extract::Json,
    limit::ClientAddress,
    responses::RateErrors,
    security_log::SecurityEvent,
    session::{MaybeSignedIn, cookie, device},
    token::Token,
};

/// A one-time token from a mailed link.
#[derive(Deserialize, ToSchema)]
pub struct VerifyEmailRequest {
    #[serde(default)]
    pub token: String,
}

/// The effect of a mailed link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MailedLinkOutcome {
    /// The sign-up's account was created.
    AccountCreated,
    /// The link was followed before: nothing was done.
    AlreadyVerified,
    /// One of the two addresses of a change was confirmed, the other one is still to be.
    AddressConfirmed,
    /// Both addresses were confirmed: the account has the new one.
    AddressChanged,
}

/// Confirmation that the link was right, with its effect.
#[derive(Debug, Serialize, ToSchema)]
pub struct VerifyEmailResponse {
    pub success: bool,
    pub outcome: MailedLinkOutcome,
}

/// `POST /api/auth/verify-email`: creates the account that a mailed link belongs to, or confirms an address of a change.
#[utoipa::path(
    post,
    path = "/api/auth/verify-email",
    tag = "accounts",
    request_body = VerifyEmailRequest,
    responses(
        (status = 200, body = VerifyEmailResponse),
        RateErrors,
        (status = 422, description = "The token is unknown or expired"),
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
    let followed = follow(&mut tx, client, &token.hash()).await?;
    tx.commit().await?;
    // Signs in the browser that signed up, unless a user is signed in there already.
    let session = match (present, followed.created) {
        (None, Some(account)) if cookie::has_sign_up(&app.public_url, &headers, &account.password_hash) => {
            Some((
                cookie::set_session(&app.public_url, &start_session(&app, client, &account, &headers).await?),
                device::remember(&app.public_url, &headers, account.id, &account.password_hash),
            ))
        }
        _ => None,
    };
    Ok((CachePolicy::Never, session, Json(VerifyEmailResponse { success: true, outcome: followed.outcome })))
}

/// A link that was right.
struct FollowedLink {
    outcome: MailedLinkOutcome,
    /// The account that it created.
    created: Option<Account>,
}

/// Does what a link is for. A link works once; afterwards it is known for a while as one that was followed.
async fn follow(db: &mut PgConnection, client: ClientAddress, token_hash: &[u8]) -> ApiResult<FollowedLink> {
    if let Some(id) = sign_ups::redeem(&mut *db, token_hash).await? {
        let account = users::find(&mut *db, id).await?.ok_or(ApiError::InvalidVerification)?;
        return Ok(FollowedLink { outcome: MailedLinkOutcome::AccountCreated, created: Some(account) });
    }
    let outcome = match email_changes::confirm(&mut *db, token_hash).await? {
        Some(confirmation) if confirmation.is_complete => {
            SecurityEvent::EmailChanged.log(client, Some(confirmation.user_id));
            MailedLinkOutcome::AddressChanged
        }
        Some(_) => MailedLinkOutcome::AddressConfirmed,
        None if tokens::is_followed(&mut *db, token_hash).await? => MailedLinkOutcome::AlreadyVerified,
        None => return Err(ApiError::InvalidVerification),
    };
    Ok(FollowedLink { outcome, created: None })
}
