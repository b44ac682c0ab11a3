//! The browsers in which a user is signed in.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::SessionId,
    store::sessions::{self, SessionSummary},
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

use super::{AccountState, identity::verify_password};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult, ErrorBody},
    extract::{Json, Path},
    limit::ClientAddress,
    responses::{BodyErrors, RateErrors, UserReadErrors, UserWriteErrors},
    security_log::SecurityEvent,
    session::{SignedIn, cookie},
};

/// Every session of a user, the most recently used first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionList {
    pub sessions: Vec<SignedInDevice>,
}

/// A session: one browser in which the user is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedInDevice {
    #[schema(value_type = uuid::Uuid)]
    pub id: SessionId,
    /// `User-Agent` header of the browser at sign-in, at most 200 characters; null when the browser sent none.
    #[schema(required)]
    pub user_agent: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: String,
    #[schema(value_type = String, format = DateTime)]
    pub last_seen_at: String,
    /// Whether this session makes the request.
    pub current: bool,
}

/// Password confirmation for ending sessions: a stranger at an open browser signs nobody out elsewhere.
#[derive(Deserialize, ToSchema)]
pub struct EndSessionsRequest {
    pub password: String,
}

/// `GET /api/user/sessions`: lists the sessions of the signed-in user.
#[utoipa::path(
    get,
    path = "/api/user/sessions",
    tag = "accounts",
    responses(
        (status = 200, body = SessionList),
        UserReadErrors,
    )
)]
pub async fn list_sessions(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let summaries = sessions::list(&db, session.user_id).await?;
    let sessions = summaries.into_iter().map(|summary| SignedInDevice::from_summary(summary, session.id));
    Ok((CachePolicy::Never, Json(SessionList { sessions: sessions.collect() })))
}

/// `DELETE /api/user/sessions/{id}`: ends one session of the signed-in user.
#[utoipa::path(
    delete,
    path = "/api/user/sessions/{id}",
    tag = "accounts",
    params(("id" = uuid::Uuid, Path)),
    request_body = EndSessionsRequest,
    responses(
        (status = 204, description = "The session has ended"),
        UserWriteErrors,
        BodyErrors,
        RateErrors,
        (status = 404, description = "The user has no such session", body = ErrorBody),
        (status = 422, description = "The password is wrong", body = ErrorBody),
    )
)]
pub async fn end_session(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
    Json(typed): Json<EndSessionsRequest>,
) -> ApiResult<impl IntoResponse> {
    let id: SessionId = id.parse().map_err(|_| ApiError::NoRoute)?;
    verify_password(&app, client, &session, "password", typed.password).await?;
    if !sessions::delete_of(&app.db, session.user_id, id).await? {
        return Err(ApiError::NoRoute);
    }
    SecurityEvent::SessionsEnded.log(client, Some(session.user_id));
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}

/// `DELETE /api/user/sessions`: ends every session of the signed-in user, this one included.
#[utoipa::path(
    delete,
    path = "/api/user/sessions",
    tag = "accounts",
    request_body = EndSessionsRequest,
    responses(
        (status = 204, description = "All sessions of the account have ended"),
        UserWriteErrors,
        BodyErrors,
        RateErrors,
        (status = 422, description = "The password is wrong", body = ErrorBody),
    )
)]
pub async fn end_all_sessions(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<EndSessionsRequest>,
) -> ApiResult<impl IntoResponse> {
    verify_password(&app, client, &session, "password", typed.password).await?;
    sessions::delete_all(&app.db, session.user_id).await?;
    SecurityEvent::SessionsEnded.log(client, Some(session.user_id));
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, cookie::clear_session(&app.public_url)))
}

impl SignedInDevice {
    fn from_summary(summary: SessionSummary, current: SessionId) -> Self {
        Self {
            id: summary.id,
            user_agent: summary.user_agent,
            created_at: text(summary.created_at),
            last_seen_at: text(summary.last_seen_at),
            current: summary.id == current,
        }
    }
}

fn text(moment: OffsetDateTime) -> String {
    // Formatting fails only for years outside four digits, which the database does not hold.
    moment.format(&Rfc3339).unwrap_or_default()
}
