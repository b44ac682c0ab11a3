//! The passkeys of a user: adding, removing, and the challenge that a passkey answers before a change.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::{PasskeyId, is_invisible},
    store::{
        passkeys::{self, ChallengeOwner, ChallengePurpose},
        second_factors,
        sessions::Session,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    FactorChange, PasskeyEntry, complete_addition, complete_removal,
    proof::{self, relying_party},
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult, MAX_PASSKEYS, SecondFactorError},
        extract::{Json, Path},
        limit::ClientAddress,
        security_log::SecurityEvent,
        session::{SignedIn, cookie},
    },
    routes::accounts::{
        AccountState,
        identity::{CheckedUser, IdentityProof, log_use},
    },
    services::passkeys::{PasskeyRefusal, StartedCeremony, read_registration},
};

/// In characters.
const MAX_NAME: usize = 50;

/// Options of `navigator.credentials.create()` or `.get()`, in the JSON form of WebAuthn. The answer is good for five
/// minutes, once.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyOptions {
    #[schema(value_type = Object)]
    pub options: Value,
}

/// A passkey that the browser has created. The example is well formed, and answers no open challenge: 409.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "name": "My phone",
    "credential": {
        "id": "AAECAwQFBgcICQoLDA0ODw",
        "rawId": "AAECAwQFBgcICQoLDA0ODw",
        "type": "public-key",
        "response": {
            "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQUFBQUFBQUFBQUFBQUFBQUFBQUFBQSIsIm9yaWdpbiI6Imh0dHBzOi8vdGFqbWVlYS5leGFtcGxlIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ",
            "attestationObject": "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViUCKVs_Ze19l_5HYWQhHQvEim_6HvVh4Ju9P6UjPFOP6ZFAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAABAgMEBQYHCAkKCwwNDg-lAQIDJiABIVggaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpYiWCBP40Li_hp_m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q",
            "transports": ["usb"]
        },
        "clientExtensionResults": {}
    }
}))]
pub struct AddPasskeyRequest {
    /// 1 to 50 characters: the user's own name for it.
    pub name: String,
    /// The `toJSON()` of the credential that `navigator.credentials.create()` gave.
    #[schema(value_type = Object)]
    pub credential: Value,
}

/// The passkey that was added.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedPasskey {
    pub passkey: PasskeyEntry,
    /// Recovery codes, which are shown this one time. Empty when the user has codes already.
    pub recovery_codes: Vec<String>,
}

/// `POST /api/user/second-factor/passkeys/options`: begins the addition of a passkey.
#[utoipa::path(
    post,
    path = "/api/user/second-factor/passkeys/options",
    tag = "accounts",
    request_body = IdentityProof,
    responses(
        (status = 200, description = "The options of `navigator.credentials.create()`", body = PasskeyOptions),
        (status = 409, description = "This site's address allows no passkeys"),
        (status = 422, description = "The password or the second factor is wrong or missing, or the account has too many passkeys"),
    )
)]
pub async fn start_passkey(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<IdentityProof>,
) -> ApiResult<impl IntoResponse> {
    let site = relying_party(&app)?;
    let user = CheckedUser::check(&app, client, &session, typed).await?;
    let mut tx = app.db.begin().await?;
    let used = user.verify(&app, &mut tx).await?;
    let existing = passkeys::list(&mut *tx, user.account.id).await?;
    if existing.len() >= MAX_PASSKEYS {
        return Err(ApiError::SecondFactor(SecondFactorError::TooManyPasskeys));
    }
    let StartedCeremony { challenge, state, options } =
        site.start_adding(user.account.id, &user.account.email, &user.account.name, &existing)?;
    passkeys::insert_challenge(&mut *tx, adder(&session), &challenge, &state).await?;
    tx.commit().await?;
    log_use(used, client, &session);
    Ok((CachePolicy::Never, Json(PasskeyOptions { options })))
}

/// `POST /api/user/second-factor/passkeys`: adds the passkey that the browser has created. This browser gets a new
/// session token. If the passkey is the user's first factor, all other sessions end, and there are recovery codes.
#[utoipa::path(
    post,
    path = "/api/user/second-factor/passkeys",
    tag = "accounts",
    request_body = AddPasskeyRequest,
    responses(
        (status = 200, description = "Sign-ins accept the passkey from now on", body = AddedPasskey),
        (status = 409, description = "The challenge has expired or was answered before, an account has the passkey already, or this site's address allows none"),
        (status = 422, description = "The name or the passkey is wrong, or the account has too many passkeys"),
    )
)]
pub async fn add_passkey(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<AddPasskeyRequest>,
) -> ApiResult<impl IntoResponse> {
    let site = relying_party(&app)?;
    let name = read_name(&typed.name)?;
    app.limits.second_factor.check(&app.db, session.user_id).await?;
    let refuse = |refusal| refuse_registration(client, &session, refusal);
    let (registration, challenge) = read_registration(&typed.credential).map_err(refuse)?;
    let state = passkeys::take_challenge(&app.db, adder(&session), &challenge)
        .await?
        .ok_or(ApiError::SecondFactor(SecondFactorError::PasskeyExpired))?;
    let new = site.finish_adding(&state, &registration).map_err(refuse)?;
    let mut tx = app.db.begin().await?;
    second_factors::lock(&mut *tx, session.user_id).await?;
    let factors = second_factors::summarise(&mut *tx, session.user_id).await?;
    if usize::try_from(factors.passkeys).is_ok_and(|count| count >= MAX_PASSKEYS) {
        return Err(ApiError::SecondFactor(SecondFactorError::TooManyPasskeys));
    }
    let passkey = passkeys::insert(&mut *tx, session.user_id, name, &new)
        .await?
        .ok_or(ApiError::SecondFactor(SecondFactorError::PasskeyExists))?;
    let is_first = !factors.is_enabled();
    let (token, recovery_codes) =
        complete_addition(&mut tx, &session, FactorChange::PasskeyAdded, is_first).await?;
    tx.commit().await?;
    FactorChange::PasskeyAdded.log(is_first, client, &session);
    let renewed = cookie::set_session(&app.public_url, &token);
    let added = AddedPasskey { passkey: passkey.into(), recovery_codes };
    Ok((CachePolicy::Never, renewed, Json(added)))
}

/// `POST /api/user/second-factor/passkeys/challenge`: begins the use of a passkey before a change of the factors.
#[utoipa::path(
    post,
    path = "/api/user/second-factor/passkeys/challenge",
    tag = "accounts",
    responses(
        (status = 200, description = "The options of `navigator.credentials.get()`", body = PasskeyOptions),
        (status = 409, description = "The user has no passkey, or this site's address allows none"),
    )
)]
pub async fn challenge_passkey(
    State(app): State<AccountState>,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let site = relying_party(&app)?;
    if second_factors::summarise(&app.db, session.user_id).await?.passkeys == 0 {
        return Err(ApiError::SecondFactor(SecondFactorError::NoPasskey));
    }
    let options = proof::start(&app, &site, session.user_id, Some(session.id)).await?;
    Ok((CachePolicy::Never, Json(PasskeyOptions { options })))
}

/// `DELETE /api/user/second-factor/passkeys/{id}`: removes a passkey. Without another factor, two-step sign-in is off.
#[utoipa::path(
    delete,
    path = "/api/user/second-factor/passkeys/{id}",
    tag = "accounts",
    params(("id" = uuid::Uuid, Path)),
    request_body = IdentityProof,
    responses(
        (status = 204, description = "The passkey is no longer accepted"),
        (status = 404, description = "The user has no such passkey"),
        (status = 422, description = "The password or the second factor is wrong or missing"),
    )
)]
pub async fn delete_passkey(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
    Json(typed): Json<IdentityProof>,
) -> ApiResult<impl IntoResponse> {
    let not_found = ApiError::SecondFactor(SecondFactorError::PasskeyNotFound);
    let Ok(id) = id.parse::<PasskeyId>() else { return Err(not_found) };
    let user = CheckedUser::check(&app, client, &session, typed).await?;
    let mut tx = app.db.begin().await?;
    let used = user.verify(&app, &mut tx).await?;
    if !passkeys::delete(&mut *tx, user.account.id, id).await? {
        return Err(not_found);
    }
    let is_last = complete_removal(&mut tx, &session, FactorChange::PasskeyRemoved).await?;
    tx.commit().await?;
    log_use(used, client, &session);
    FactorChange::PasskeyRemoved.log(is_last, client, &session);
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}

fn adder(session: &Session) -> ChallengeOwner {
    ChallengeOwner { user_id: session.user_id, session_id: Some(session.id), purpose: ChallengePurpose::Add }
}

/// Reads the name of a passkey: one line without invisible characters.
fn read_name(typed: &str) -> ApiResult<&str> {
    let name = typed.trim();
    let is_hidden = |letter: char| letter.is_control() || is_invisible(letter);
    if !(1..=MAX_NAME).contains(&name.chars().count()) || name.chars().any(is_hidden) {
        return Err(ApiError::field("name", "must be one line of 1 to 50 visible characters"));
    }
    Ok(name)
}

/// Logs a refused passkey with the reason, which the caller is not told.
fn refuse_registration(client: ClientAddress, session: &Session, refusal: PasskeyRefusal) -> ApiError {
    if let PasskeyRefusal::Unreadable(reason) = refusal {
        return anyhow::anyhow!(reason).into();
    }
    SecurityEvent::PasskeyRefused.log(client, Some(session.user_id));
    tracing::debug!("New passkey refused: {refusal}");
    ApiError::field("credential", "is not an answer of this browser to the options, for this site")
}
