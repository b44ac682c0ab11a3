//! The second factor of sign-ins: an authenticator app, passkeys, and recovery codes that stand in for them.

pub mod authenticator_app;
pub mod passkeys;
pub(super) mod proof;
pub mod recovery_codes;

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::PasskeyId,
    store::{
        mails::{self, MailKind},
        passkeys::{self as stored_passkeys, Passkey},
        second_factors,
        sessions::{self, Session},
    },
};
use serde::Serialize;
use serde_json::json;
use sqlx::PgTransaction;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

use super::AccountState;
use crate::{
    http::{
        cache::CachePolicy, error::ApiResult, extract::Json, limit::ClientAddress,
        security_log::SecurityEvent, session::SignedIn, token::Token,
    },
    services::passkeys::RelyingParty,
};

pub(super) use proof::require_at_sign_in;

/// The second factors of the signed-in user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorState {
    /// Whether sign-ins ask for a second factor.
    pub enabled: bool,
    /// Whether there is an authenticator app.
    pub app: bool,
    pub passkeys: Vec<PasskeyEntry>,
    /// The domain on which this site offers passkeys; null where the site's address allows none.
    #[schema(example = "tajmeea.example")]
    pub passkey_domain: Option<String>,
    /// Recovery codes that were not used yet.
    pub recovery_codes_left: i64,
}

/// A passkey, as its user sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyEntry {
    #[schema(value_type = uuid::Uuid)]
    pub id: PasskeyId,
    /// The name that the user gave.
    pub name: String,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub last_used_at: Option<String>,
}

/// `GET /api/user/second-factor`: says which second factors the signed-in user has.
#[utoipa::path(
    get,
    path = "/api/user/second-factor",
    tag = "accounts",
    responses((status = 200, body = SecondFactorState))
)]
pub async fn get_second_factor(
    State(app): State<AccountState>,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let factors = second_factors::summarise(&app.db, session.user_id).await?;
    let passkeys = stored_passkeys::list(&app.db, session.user_id).await?;
    let state = SecondFactorState {
        enabled: factors.is_enabled(),
        app: factors.app,
        passkeys: passkeys.into_iter().map(PasskeyEntry::from).collect(),
        passkey_domain: RelyingParty::of(&app.public_url).map(|site| site.domain().to_owned()),
        recovery_codes_left: factors.recovery_codes,
    };
    Ok((CachePolicy::Never, Json(state)))
}

/// A change of the factors of an account.
#[derive(Debug, Clone, Copy)]
enum FactorChange {
    AppAdded,
    AppRemoved,
    PasskeyAdded,
    PasskeyRemoved,
}

impl FactorChange {
    /// Returns the kind of the mail that tells the user. `toggles_two_step` is whether the change switches two-step sign-in
    /// on or off, because the factor is the only one.
    fn mail(self, toggles_two_step: bool) -> MailKind {
        match (self, toggles_two_step) {
            (Self::AppAdded | Self::PasskeyAdded, true) => MailKind::SecondFactorAdded,
            (Self::AppRemoved | Self::PasskeyRemoved, true) => MailKind::SecondFactorRemoved,
            (Self::AppAdded, false) => MailKind::AuthenticatorAppAdded,
            (Self::AppRemoved, false) => MailKind::AuthenticatorAppRemoved,
            (Self::PasskeyAdded, false) => MailKind::PasskeyAdded,
            (Self::PasskeyRemoved, false) => MailKind::PasskeyRemoved,
        }
    }

    /// Logs the change, once it is committed.
    fn log(self, toggles_two_step: bool, client: ClientAddress, session: &Session) {
        let (event, switch) = match self {
            Self::AppAdded => (SecurityEvent::AuthenticatorAppAdded, SecurityEvent::SecondFactorAdded),
            Self::AppRemoved => (SecurityEvent::AuthenticatorAppRemoved, SecurityEvent::SecondFactorRemoved),
            Self::PasskeyAdded => (SecurityEvent::PasskeyAdded, SecurityEvent::SecondFactorAdded),
            Self::PasskeyRemoved => (SecurityEvent::PasskeyRemoved, SecurityEvent::SecondFactorRemoved),
        };
        event.log(client, Some(session.user_id));
        if toggles_two_step {
            switch.log(client, Some(session.user_id));
        }
    }
}

/// Completes the addition of a factor: queues the mail and renews the session's token. The first factor also gives
/// recovery codes, and ends all other sessions, because they began without it.
async fn complete_addition(
    tx: &mut PgTransaction<'_>,
    session: &Session,
    change: FactorChange,
    is_first: bool,
) -> ApiResult<(Token, Vec<String>)> {
    let token = Token::random();
    let mut codes = Vec::new();
    if is_first {
        codes = recovery_codes::replace(tx, session.user_id).await?;
        sessions::delete_others(&mut **tx, session.user_id, session.id).await?;
    }
    sessions::replace_token(&mut **tx, session.id, &token.hash()).await?;
    mails::insert_for(&mut **tx, change.mail(is_first), session.user_id, &json!({})).await?;
    Ok((token, codes))
}

/// Completes the removal of a factor: queues the mail. Returns whether the factor was the last one; the recovery codes
/// are deleted by the database then.
async fn complete_removal(
    tx: &mut PgTransaction<'_>,
    session: &Session,
    change: FactorChange,
) -> ApiResult<bool> {
    let is_last = !second_factors::summarise(&mut **tx, session.user_id).await?.is_enabled();
    mails::insert_for(&mut **tx, change.mail(is_last), session.user_id, &json!({})).await?;
    Ok(is_last)
}

impl From<Passkey> for PasskeyEntry {
    fn from(passkey: Passkey) -> Self {
        Self {
            id: passkey.id,
            name: passkey.name,
            created_at: text(passkey.created_at),
            last_used_at: passkey.last_used_at.map(text),
        }
    }
}

fn text(moment: OffsetDateTime) -> String {
    // Formatting fails only for years outside four digits, which the database does not hold.
    moment.format(&Rfc3339).unwrap_or_default()
}
