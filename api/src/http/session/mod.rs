//! Extractors for the session behind the cookie.
//!
//! A handler takes one of these before its body:
//!
//! - `MaybeSignedIn`: with or without a session.
//! - `SignedIn`: 401 without a session.
//! - `Admin`: 401 without a session, and 403 in three cases:
//!   1. The user is no administrator.
//!   2. A second factor is required and missing.
//!   3. The password must be confirmed again.
//!
//! The extractors also count calls that change data, per user, so that no handler can forget the limit. `SignedIn` and
//! `Admin` compare the session's user with the one that the page expects ([`USER_HEADER`]).

pub mod cookie;
pub mod device;

use std::sync::Arc;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderMap, HeaderName, Method, request::Parts},
};
use domain::store::{
    sessions::{self, Session},
    users::Role,
};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::http::{
    error::{ApiError, ApiResult, SecondFactorError},
    limit::RateLimits,
    public_url::PublicUrl,
};

/// Interval at which the use of a session is recorded: most requests cause no write.
const TOUCH_AFTER: Duration = Duration::hours(1);

/// Time after which an administrator must confirm the password again.
const CONFIRM_AFTER: Duration = Duration::hours(12);

/// Header by which a page says whose session it expects, as the id of the user. The browser's cookie may have become
/// another user's since the page was loaded: by a sign-in in another tab.
pub const USER_HEADER: HeaderName = HeaderName::from_static("x-tajmeea-user");

/// Parts of the state that the extractors read sessions with. Cheap to clone.
#[derive(Clone)]
pub struct SessionState {
    pub db: PgPool,
    pub limits: Arc<RateLimits>,
    pub public_url: PublicUrl,
    pub admins_need_second_factor: bool,
}

/// A signed-in user.
#[derive(Clone)]
pub struct SignedIn(pub Session);

/// A user who may or may not be signed in.
#[derive(Clone)]
pub struct MaybeSignedIn(pub Option<Session>);

/// A signed-in administrator with a recent password confirmation.
#[derive(Clone)]
pub struct Admin(pub Session);

impl<S> FromRequestParts<S> for MaybeSignedIn
where
    S: Send + Sync,
    SessionState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let sessions = SessionState::from_ref(state);
        let session = find(&sessions, &parts.headers).await?;
        if let Some(session) = &session
            && !matches!(parts.method, Method::GET | Method::HEAD)
        {
            sessions.limits.writes.check(session.user_id)?;
        }
        Ok(Self(session))
    }
}

impl<S> FromRequestParts<S> for SignedIn
where
    S: Send + Sync,
    SessionState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let MaybeSignedIn(session) = MaybeSignedIn::from_request_parts(parts, state).await?;
        let session = session.ok_or(ApiError::NotSignedIn)?;
        // Before reads too: the page would show one user's data under another one's name.
        require_expected_user(&parts.headers, &session)?;
        Ok(Self(session))
    }
}

impl<S> FromRequestParts<S> for Admin
where
    S: Send + Sync,
    SessionState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let SignedIn(session) = SignedIn::from_request_parts(parts, state).await?;
        if session.role != Role::Admin {
            return Err(ApiError::NotAllowed);
        }
        SessionState::from_ref(state).require_admin_factor(&session)?;
        require_confirmed(&session)?;
        Ok(Self(session))
    }
}

impl SessionState {
    /// Checks that an administrator signs in with a second factor, where the operator requires one.
    ///
    /// # Errors
    /// 403 when the factor is required and missing.
    pub fn require_admin_factor(&self, session: &Session) -> ApiResult<()> {
        let is_missing = self.admins_need_second_factor && !session.has_second_factor;
        if is_missing { Err(ApiError::SecondFactor(SecondFactorError::RequiredOfAdmins)) } else { Ok(()) }
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

/// Checks that the session belongs to the user that the page expects, where it says so.
///
/// # Errors
/// 409 when the session is another user's, 422 when the header is no id.
pub fn require_expected_user(headers: &HeaderMap, session: &Session) -> ApiResult<()> {
    let Some(value) = headers.get(USER_HEADER) else { return Ok(()) };
    let expected = value.to_str().ok().and_then(|text| Uuid::parse_str(text).ok());
    match expected {
        Some(id) if id == session.user_id.0 => Ok(()),
        Some(_) => Err(ApiError::OtherUser),
        None => Err(ApiError::field("X-Tajmeea-User", "must be the id of a user")),
    }
}

/// Loads the session of the request's cookie, unless it has expired.
async fn find(state: &SessionState, headers: &HeaderMap) -> ApiResult<Option<Session>> {
    let Some(token) = cookie::read(&state.public_url, headers) else { return Ok(None) };
    let Some(session) = sessions::find(&state.db, &token.hash()).await? else { return Ok(None) };
    if OffsetDateTime::now_utc() - session.last_seen_at > TOUCH_AFTER {
        sessions::touch(&state.db, session.id).await?;
    }
    Ok(Some(session))
}
