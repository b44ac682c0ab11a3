//! Proof of the second factor: a code of the app, a recovery code, or a passkey.

use domain::{
    model::{SessionId, UserId},
    store::{
        mails::{self, MailKind},
        passkeys::{self, ChallengeOwner, ChallengePurpose},
        second_factors,
    },
};
use serde_json::{Value, json};
use sqlx::PgTransaction;
use webauthn_rp::{NonDiscoverableAuthentication16, bin::Encode};

use crate::{
    http::{
        error::{ApiError, ApiResult, SecondFactorChoices, SecondFactorError},
        limit::ClientAddress,
        security_log::SecurityEvent,
    },
    routes::accounts::AccountState,
    services::{
        one_time_code::{self, Authenticator},
        passkeys::{PasskeyRefusal, RelyingParty, StartedCeremony, read_assertion},
    },
};

/// The user who proves the second factor.
#[derive(Clone, Copy)]
pub(in crate::routes::accounts) struct Prover {
    pub client: ClientAddress,
    pub user_id: UserId,
    /// `None` while the user is still signing in.
    pub session_id: Option<SessionId>,
}

impl Prover {
    fn refuse_passkey<T>(self, refusal: &PasskeyRefusal) -> ApiResult<T> {
        refuse_passkey(self.client, Some(self.user_id), refusal)
    }
}

/// A proof that was sent, but not verified yet.
pub(in crate::routes::accounts) enum SentProof {
    Code(String),
    Passkey { assertion: NonDiscoverableAuthentication16, state: Vec<u8> },
}

/// The kind of a proof that was accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::routes::accounts) enum UsedFactor {
    App,
    RecoveryCode,
    Passkey,
}

impl UsedFactor {
    /// Logs the use of a recovery code, once its transaction is committed.
    pub(in crate::routes::accounts) fn log(self, client: ClientAddress, user_id: UserId) {
        if self == Self::RecoveryCode {
            SecurityEvent::RecoveryCodeUsed.log(client, Some(user_id));
        }
    }

    /// Queues the mail that tells the user of the use of a recovery code, if it was one.
    pub(in crate::routes::accounts) async fn queue_mail(
        self,
        tx: &mut PgTransaction<'_>,
        user_id: UserId,
    ) -> ApiResult<()> {
        if self == Self::RecoveryCode {
            let left = second_factors::summarise(&mut **tx, user_id).await?.recovery_codes;
            let values = json!({ "codesLeft": left });
            mails::insert_for(&mut **tx, MailKind::RecoveryCodeUsed, user_id, &values).await?;
        }
        Ok(())
    }
}

/// Reads a proof; `None` when neither code nor passkey was sent. Attempts are limited per account. The challenge of a
/// passkey is used up here, so that a refused answer cannot be tried again.
///
/// # Errors
/// 422 for a passkey that is malformed or answers no challenge of this user, 429 after too many attempts.
pub(in crate::routes::accounts) async fn read(
    app: &AccountState,
    prover: Prover,
    code: Option<String>,
    passkey: Option<Value>,
) -> ApiResult<Option<SentProof>> {
    if let Some(json) = passkey {
        app.limits.second_factor.check(&app.db, prover.user_id).await?;
        let (assertion, challenge) =
            read_assertion(&json).or_else(|refusal| prover.refuse_passkey(&refusal))?;
        let owner = owner(prover.user_id, prover.session_id);
        let Some(state) = passkeys::take_challenge(&app.db, owner, &challenge).await? else {
            let refusal = PasskeyRefusal::Invalid("the challenge is not open for this user".to_owned());
            return prover.refuse_passkey(&refusal);
        };
        return Ok(Some(SentProof::Passkey { assertion, state }));
    }
    let Some(code) = code.filter(|code| !code.trim().is_empty()) else { return Ok(None) };
    app.limits.second_factor.check(&app.db, prover.user_id).await?;
    Ok(Some(SentProof::Code(code)))
}

/// Verifies a proof inside the transaction that uses it. Each proof is accepted once.
///
/// # Errors
/// 422 when the code is wrong or was used before, or the passkey is not accepted.
pub(in crate::routes::accounts) async fn verify(
    app: &AccountState,
    tx: &mut PgTransaction<'_>,
    prover: Prover,
    proof: &SentProof,
) -> ApiResult<UsedFactor> {
    match proof {
        SentProof::Code(code) => redeem_code(tx, prover, code).await,
        SentProof::Passkey { assertion, state } => use_passkey(app, tx, prover, assertion, state).await,
    }
}

async fn redeem_code(tx: &mut PgTransaction<'_>, prover: Prover, code: &str) -> ApiResult<UsedFactor> {
    let app = second_factors::find(&mut **tx, prover.user_id).await?;
    if let Some(app) = app.filter(|app| app.confirmed_at.is_some())
        && let Some(step) = find_step(&app, code)?
        && second_factors::redeem_step(&mut **tx, prover.user_id, step).await?
    {
        return Ok(UsedFactor::App);
    }
    let hash = one_time_code::recovery_hash(code);
    if second_factors::redeem_recovery_code(&mut **tx, prover.user_id, &hash).await? {
        return Ok(UsedFactor::RecoveryCode);
    }
    Err(refuse_code(prover.client, prover.user_id))
}

async fn use_passkey(
    app: &AccountState,
    tx: &mut PgTransaction<'_>,
    prover: Prover,
    assertion: &NonDiscoverableAuthentication16,
    state: &[u8],
) -> ApiResult<UsedFactor> {
    let site = relying_party(app)?;
    let Ok(id) = assertion.raw_id().encode().map(<[u8]>::to_vec);
    let Some(passkey) = passkeys::find_for_update(&mut **tx, prover.user_id, &id).await? else {
        let refusal = PasskeyRefusal::Invalid("the user has no such passkey".to_owned());
        return prover.refuse_passkey(&refusal);
    };
    match site.finish_using(state, assertion, &passkey, prover.user_id) {
        Ok(state) => passkeys::record_use(&mut **tx, passkey.id, &state).await?,
        Err(refusal) => return prover.refuse_passkey(&refusal),
    }
    Ok(UsedFactor::Passkey)
}

/// Requires the second factor of a user who has entered the right password, if the user has one.
///
/// # Errors
/// 401 when no proof was sent, 422 when it is refused, 429 after too many attempts.
pub(in crate::routes::accounts) async fn require_at_sign_in(
    app: &AccountState,
    client: ClientAddress,
    user_id: UserId,
    code: Option<String>,
    passkey: Option<Value>,
) -> ApiResult<()> {
    let factors = second_factors::summarise(&app.db, user_id).await?;
    if !factors.is_enabled() {
        return Ok(());
    }
    let prover = Prover { client, user_id, session_id: None };
    let Some(proof) = read(app, prover, code, passkey).await? else {
        let passkey = match RelyingParty::of(&app.public_url) {
            Some(site) if factors.passkeys > 0 => Some(start(app, &site, user_id, None).await?),
            _ => None,
        };
        return Err(ApiError::SecondFactorRequired(Box::new(SecondFactorChoices {
            app: factors.app,
            passkey,
        })));
    };
    let mut tx = app.db.begin().await?;
    let used = verify(app, &mut tx, prover, &proof).await?;
    used.queue_mail(&mut tx, user_id).await?;
    tx.commit().await?;
    used.log(client, user_id);
    Ok(())
}

/// Creates a challenge that one of the user's passkeys is to answer; returns the options for the browser.
pub(super) async fn start(
    app: &AccountState,
    site: &RelyingParty,
    user_id: UserId,
    session_id: Option<SessionId>,
) -> ApiResult<Value> {
    let passkeys = passkeys::list(&app.db, user_id).await?;
    let StartedCeremony { challenge, state, options } = site.start_using(&passkeys)?;
    passkeys::insert_challenge(&app.db, owner(user_id, session_id), &challenge, &state).await?;
    Ok(options)
}

/// Returns the site as passkeys know it.
///
/// # Errors
/// 409 where the site's address allows no passkeys.
pub(in crate::routes::accounts) fn relying_party(app: &AccountState) -> ApiResult<RelyingParty> {
    RelyingParty::of(&app.public_url).ok_or(ApiError::SecondFactor(SecondFactorError::PasskeysUnavailable))
}

/// Returns the period of a code of the app.
pub(super) fn find_step(app: &second_factors::SecondFactor, code: &str) -> ApiResult<Option<i64>> {
    // The account's name is part of the app's address only, not of its codes.
    Ok(Authenticator::new(app.secret.clone(), "account")?.find_step(code, app.now))
}

/// Logs a refused code, and returns the error for the caller.
pub(super) fn refuse_code(client: ClientAddress, user_id: UserId) -> ApiError {
    SecurityEvent::CodeRefused.log(client, Some(user_id));
    ApiError::SecondFactor(SecondFactorError::WrongCode)
}

/// Logs a refused passkey, and returns an error that does not tell the caller the reason.
pub(in crate::routes::accounts) fn refuse_passkey<T>(
    client: ClientAddress,
    user: Option<UserId>,
    refusal: &PasskeyRefusal,
) -> ApiResult<T> {
    let event = match refusal {
        PasskeyRefusal::Counter => SecurityEvent::PasskeyCounterRefused,
        PasskeyRefusal::Invalid(_) => SecurityEvent::PasskeyRefused,
        PasskeyRefusal::Unreadable(reason) => return Err(anyhow::anyhow!(reason.clone()).into()),
    };
    event.log(client, user);
    tracing::debug!("Passkey refused: {refusal}");
    Err(ApiError::SecondFactor(SecondFactorError::WrongPasskey))
}

fn owner(user_id: UserId, session_id: Option<SessionId>) -> ChallengeOwner {
    ChallengeOwner { user_id, session_id, purpose: ChallengePurpose::Use }
}
