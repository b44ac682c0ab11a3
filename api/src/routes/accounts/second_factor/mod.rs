//! The second factor of sign-ins: an authenticator app, passkeys, and recovery codes that stand in for them.

pub mod authenticator_app;
pub mod passkeys;
mod proof;
pub mod recovery_codes;

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::PasskeyId,
    store::{
        mails::{self, MailKind},
        passkeys::{self as stored_passkeys, Passkey},
        second_factors::{self, FactorSummary},
        sessions::{self, Session},
        users::Account,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgTransaction;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

use super::{AccountState, settings::verify_password};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult, SecondFactorError},
        extract::Json,
        limit::ClientAddress,
        responses::UserReadErrors,
        security_log::SecurityEvent,
        session::SignedIn,
        token::Token,
    },
    services::passkeys::RelyingParty,
};

pub(super) use proof::require_at_sign_in;
use proof::{Prover, SentProof, UsedFactor};

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
    #[schema(required, example = "tajmeea.example")]
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
    #[schema(required, format = DateTime)]
    pub last_used_at: Option<String>,
}

/// `GET /api/user/second-factor`: says which second factors the signed-in user has.
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

/// The password and, where the user has a second factor, a proof of it: a code or a passkey.
#[derive(Deserialize, ToSchema)]
pub struct ChangeFactorsRequest {
    pub password: String,
    /// A code of the authenticator app, or a recovery code.
    pub code: Option<String>,
    /// The `toJSON()` of the credential that `navigator.credentials.get()` gave for the options of
    /// `POST /api/user/second-factor/passkeys/challenge`.
    #[schema(value_type = Option<Object>)]
    pub passkey: Option<Value>,
}

/// A user who has entered the right password, with a proof of the second factor that is still to be verified.
struct CheckedUser {
    account: Account,
    prover: Prover,
    factors: FactorSummary,
    proof: Option<SentProof>,
}

impl CheckedUser {
    /// Checks the password, and reads the proof of the second factor.
    async fn check(
        app: &AccountState,
        client: ClientAddress,
        session: &Session,
        typed: ChangeFactorsRequest,
    ) -> ApiResult<Self> {
        let account = verify_password(app, client, session, "password", typed.password).await?;
        let prover = Prover { client, user_id: session.user_id, session_id: Some(session.id) };
        let factors = second_factors::summarise(&app.db, account.id).await?;
        let proof = match factors.is_enabled() {
            true => proof::read(app, prover, typed.code, typed.passkey).await?,
            false => None,
        };
        Ok(Self { account, prover, factors, proof })
    }

    /// Locks the user, and verifies the proof. A user without factors needs none.
    ///
    /// # Errors
    /// 422 when the proof is missing or refused.
    async fn verify(&self, app: &AccountState, tx: &mut PgTransaction<'_>) -> ApiResult<Option<UsedFactor>> {
        second_factors::lock(&mut **tx, self.account.id).await?;
        if let Some(proof) = &self.proof {
            return proof::verify(app, tx, self.prover, proof).await.map(Some);
        }
        // Read again: another request may have added the first factor meanwhile.
        match second_factors::summarise(&mut **tx, self.account.id).await?.is_enabled() {
            true => Err(ApiError::SecondFactor(SecondFactorError::ProofMissing)),
            false => Ok(None),
        }
    }
}

/// Logs the proof of a committed change, if it was a recovery code.
fn log_use(used: Option<UsedFactor>, client: ClientAddress, session: &Session) {
    if let Some(used) = used {
        used.log(client, session.user_id);
    }
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
