//! Sign-in by a passkey alone: no address is typed, the passkey itself names its user. The user has unlocked it by PIN,
//! finger or face, so that it stands for the password and the second factor.

use axum::{extract::State, http::HeaderMap, response::IntoResponse};
use domain::{
    model::UserId,
    store::{
        passkeys,
        users::{self, Account},
    },
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use webauthn_rp::bin::Encode;

use super::{
    AccountState,
    second_factor::proof::{refuse_passkey, relying_party},
    sign_in::{SignedInUser, record_refusal, sign_in},
};
use crate::{
    http::{
        cache::CachePolicy, error::ApiResult, extract::Json, limit::ClientAddress, responses::RateErrors,
    },
    services::passkeys::{PasskeyRefusal, RelyingParty, StartedCeremony, read_sign_in},
};

/// Begin of a sign-in by a passkey alone.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeySignIn {
    /// Options of `navigator.credentials.get()`, in the JSON form of WebAuthn. The answer is good for five minutes, once.
    /// Null where this site's address allows no passkeys.
    #[schema(value_type = Option<Object>)]
    pub options: Option<Value>,
}

/// The answer of a passkey to the options of its sign-in.
#[derive(Deserialize, ToSchema)]
pub struct PasskeyCredentials {
    /// The `toJSON()` of the credential that `navigator.credentials.get()` gave.
    #[schema(value_type = Object)]
    pub passkey: Value,
}

/// `POST /api/auth/passkey/options`: begins a sign-in by a passkey alone.
#[utoipa::path(
    post,
    path = "/api/auth/passkey/options",
    tag = "accounts",
    responses((status = 200, body = PasskeySignIn), RateErrors)
)]
pub async fn start_passkey_login(
    State(app): State<AccountState>,
    client: ClientAddress,
) -> ApiResult<impl IntoResponse> {
    app.limits.bot_check_challenges.check(client.key())?;
    let options = match RelyingParty::of(&app.public_url) {
        Some(site) => {
            let StartedCeremony { challenge, state, options } = site.start_sign_in()?;
            passkeys::insert_sign_in_challenge(&app.db, &challenge, &state).await?;
            Some(options)
        }
        None => None,
    };
    Ok((CachePolicy::Never, Json(PasskeySignIn { options })))
}

/// `POST /api/auth/passkey`: signs in by a passkey alone and sets the session cookie. No second factor is asked for.
#[utoipa::path(
    post,
    path = "/api/auth/passkey",
    tag = "accounts",
    request_body = PasskeyCredentials,
    responses(
        (status = 200, body = SignedInUser),
        RateErrors,
        (status = 409, description = "This site's address allows no passkeys"),
        (status = 422, description = "The passkey is not accepted, or it took too long"),
    )
)]
pub async fn passkey_login(
    State(app): State<AccountState>,
    client: ClientAddress,
    headers: HeaderMap,
    Json(typed): Json<PasskeyCredentials>,
) -> ApiResult<impl IntoResponse> {
    let account = authenticate(&app, client, &typed.passkey)
        .await
        .inspect_err(|error| record_refusal(error, client))?;
    sign_in(&app, client, &headers, account).await
}

/// Returns the account of the passkey. The challenge is used up, whether the answer is accepted or not.
async fn authenticate(app: &AccountState, client: ClientAddress, passkey: &Value) -> ApiResult<Account> {
    let site = relying_party(app)?;
    app.limits.sign_in_address.check(&app.db, client.key()).await?;
    let refuse = |user: Option<UserId>, refusal: &PasskeyRefusal| refuse_passkey(client, user, refusal);
    let (assertion, challenge, user_id) = match read_sign_in(passkey) {
        Ok(answer) => answer,
        Err(refusal) => return refuse(None, &refusal),
    };
    let Some(state) = passkeys::take_sign_in_challenge(&app.db, &challenge).await? else {
        return refuse(None, &PasskeyRefusal::Invalid("the challenge is not open".to_owned()));
    };
    let Ok(id) = assertion.raw_id().encode().map(<[u8]>::to_vec);
    let mut tx = app.db.begin().await?;
    let found = passkeys::find_for_update(&mut *tx, user_id, &id).await?;
    let (Some(stored), Some(account)) = (found, users::find(&mut *tx, user_id).await?) else {
        return refuse(None, &PasskeyRefusal::Invalid("no user has this passkey".to_owned()));
    };
    match site.finish_sign_in(&state, &assertion, &stored, user_id) {
        Ok(state) => passkeys::record_use(&mut *tx, stored.id, &state).await?,
        Err(refusal) => return refuse(Some(user_id), &refusal),
    }
    tx.commit().await?;
    Ok(account)
}
