//! Proof of a user's identity before a change of the account, besides the session: the password and, with two-step
//! sign-in, the second factor.

use domain::store::{
    second_factors::{self, FactorSummary},
    sessions::Session,
    users::{self, Account},
};
use serde::Deserialize;
use serde_json::Value;
use sqlx::PgTransaction;
use utoipa::ToSchema;

use super::{
    AccountState,
    second_factor::proof::{self, Prover, SentProof, UsedFactor},
};
use crate::http::{
    error::{ApiError, ApiResult, SecondFactorError},
    limit::ClientAddress,
    security_log::SecurityEvent,
};

/// The password and, where the user has a second factor, a proof of it: a code or a passkey.
#[derive(Deserialize, ToSchema)]
pub struct IdentityProof {
    pub password: String,
    /// A code of the authenticator app, or a recovery code.
    pub code: Option<String>,
    /// The `toJSON()` of the credential that `navigator.credentials.get()` gave for the options of
    /// `POST /api/user/second-factor/passkeys/challenge`.
    #[schema(value_type = Option<Object>)]
    pub passkey: Option<Value>,
}

/// A user who has entered the right password, with a proof of the second factor that is still to be verified.
pub(super) struct CheckedUser {
    pub(super) account: Account,
    pub(super) factors: FactorSummary,
    prover: Prover,
    proof: Option<SentProof>,
}

impl CheckedUser {
    /// Checks the password, and reads the proof of the second factor.
    pub(super) async fn check(
        app: &AccountState,
        client: ClientAddress,
        session: &Session,
        typed: IdentityProof,
    ) -> ApiResult<Self> {
        let account = verify_password(app, client, session, "password", typed.password).await?;
        Self::read_proof(app, client, session, account, typed.code, typed.passkey).await
    }

    /// Reads the proof of the second factor of a user whose password was checked.
    pub(super) async fn read_proof(
        app: &AccountState,
        client: ClientAddress,
        session: &Session,
        account: Account,
        code: Option<String>,
        passkey: Option<Value>,
    ) -> ApiResult<Self> {
        let prover = Prover { client, user_id: session.user_id, session_id: Some(session.id) };
        let factors = second_factors::summarise(&app.db, account.id).await?;
        let proof = match factors.is_enabled() {
            true => proof::read(app, prover, code, passkey).await?,
            false => None,
        };
        Ok(Self { account, factors, prover, proof })
    }

    /// Locks the user, and verifies the proof. A user without factors needs none.
    ///
    /// # Errors
    /// 422 when the proof is missing or refused.
    pub(super) async fn verify(
        &self,
        app: &AccountState,
        tx: &mut PgTransaction<'_>,
    ) -> ApiResult<Option<UsedFactor>> {
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
pub(super) fn log_use(used: Option<UsedFactor>, client: ClientAddress, session: &Session) {
    if let Some(used) = used {
        used.log(client, session.user_id);
    }
}

/// Returns the account when the password is correct. Attempts are limited per user (`password_checks`).
pub(super) async fn verify_password(
    app: &AccountState,
    client: ClientAddress,
    session: &Session,
    field: &'static str,
    password: String,
) -> ApiResult<Account> {
    let account = users::find(&app.db, session.user_id).await?.ok_or(ApiError::NotSignedIn)?;
    app.limits.password_checks.check(&app.db, session.user_id).await?;
    let verified = app.hasher.verify(password, Some(account.password_hash.clone())).await?;
    if !verified.is_correct {
        SecurityEvent::PasswordRefused.log(client, Some(account.id));
        return Err(ApiError::WrongPassword { field });
    }
    Ok(account)
}
