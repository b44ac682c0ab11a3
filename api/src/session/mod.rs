//! Who asks: the session behind the cookie, as extractors.
//!
//! A handler takes `SignedIn` (else 401), `Admin` (else 401, or 403: also where the password is wanted again) or `MaybeSignedIn` before its body. Calls that change
//! something are counted per person here, so that no handler can forget it.

pub mod cookie;
pub mod device;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, Method, request::Parts},
};
use domain::store::{
    sessions::{self, Session},
    users::Role,
};
use time::{Duration, OffsetDateTime};

use crate::{
    error::{ApiError, ApiResult},
    state::AppState,
};

/// A session is noted as used this often, so that reading costs no write each time.
const TOUCH_AFTER: Duration = Duration::hours(1);

/// An administrator's session is asked for the password again after so long.
const CONFIRM_AFTER: Duration = Duration::hours(12);

/// Somebody with an account.
#[derive(Clone)]
pub struct SignedIn(pub Session);

/// Somebody, with an account or without.
#[derive(Clone)]
pub struct MaybeSignedIn(pub Option<Session>);

/// An administrator.
#[derive(Clone)]
pub struct Admin(pub Session);

impl FromRequestParts<AppState> for MaybeSignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> ApiResult<Self> {
        let session = find(app, &parts.headers).await?;
        if let Some(session) = &session
            && !matches!(parts.method, Method::GET | Method::HEAD)
        {
            app.accounts.limits.writes.check(session.user_id)?;
        }
        Ok(Self(session))
    }
}

impl FromRequestParts<AppState> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> ApiResult<Self> {
        let MaybeSignedIn(session) = MaybeSignedIn::from_request_parts(parts, app).await?;
        session.map(Self).ok_or(ApiError::NotSignedIn)
    }
}

impl FromRequestParts<AppState> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> ApiResult<Self> {
        let SignedIn(session) = SignedIn::from_request_parts(parts, app).await?;
        if session.role != Role::Admin {
            return Err(ApiError::NotAllowed);
        }
        require_confirmed(&session)?;
        Ok(Self(session))
    }
}

/// Whether the password was given lately enough for what administrators do.
///
/// # Errors
/// When it is to be given again.
pub fn require_confirmed(session: &Session) -> ApiResult<()> {
    let since = OffsetDateTime::now_utc() - session.confirmed_at;
    if since > CONFIRM_AFTER { Err(ApiError::PasswordRequired) } else { Ok(()) }
}

/// The session of the request's cookie, while it lasts.
async fn find(app: &AppState, headers: &HeaderMap) -> ApiResult<Option<Session>> {
    let Some(token) = cookie::read(app, headers) else { return Ok(None) };
    let Some(session) = sessions::find(&app.db, &token.hash()).await? else { return Ok(None) };
    if OffsetDateTime::now_utc() - session.last_seen_at > TOUCH_AFTER {
        sessions::touch(&app.db, session.id).await?;
    }
    Ok(Some(session))
}
