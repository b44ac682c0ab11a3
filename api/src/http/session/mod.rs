//! Extractors for the session behind the cookie.
//!
//! A handler takes `SignedIn` (else 401), `Admin` (else 401; 403 for other users, and when the password must be
//! confirmed again) or `MaybeSignedIn` before its body. The extractors also count calls that change data, per user, so
//! that no handler can forget the limit.

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
    http::error::{ApiError, ApiResult},
    state::AppState,
};

/// Interval at which the use of a session is recorded: most requests cause no write.
const TOUCH_AFTER: Duration = Duration::hours(1);

/// Time after which an administrator must confirm the password again.
const CONFIRM_AFTER: Duration = Duration::hours(12);

/// A signed-in user.
#[derive(Clone)]
pub struct SignedIn(pub Session);

/// A user who may or may not be signed in.
#[derive(Clone)]
pub struct MaybeSignedIn(pub Option<Session>);

/// A signed-in administrator with a recent password confirmation.
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

/// Checks that the password was confirmed recently enough for administrators' calls.
///
/// # Errors
/// 403 when the password must be confirmed again.
pub fn require_confirmed(session: &Session) -> ApiResult<()> {
    let since = OffsetDateTime::now_utc() - session.confirmed_at;
    if since > CONFIRM_AFTER { Err(ApiError::PasswordRequired) } else { Ok(()) }
}

/// Loads the session of the request's cookie, unless it has expired.
async fn find(app: &AppState, headers: &HeaderMap) -> ApiResult<Option<Session>> {
    let Some(token) = cookie::read(app, headers) else { return Ok(None) };
    let Some(session) = sessions::find(&app.db, &token.hash()).await? else { return Ok(None) };
    if OffsetDateTime::now_utc() - session.last_seen_at > TOUCH_AFTER {
        sessions::touch(&app.db, session.id).await?;
    }
    Ok(Some(session))
}
