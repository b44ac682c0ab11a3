use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use domain::{
    model::UserId,
    store::{
        sessions::Session,
        user_admin::{self, UserSummary},
        users::Role,
    },
    transactions::user_roles::{self, RoleError},
};
use serde::Serialize;
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::http::{
    cache::CachePolicy,
    error::{AdminError, ApiError, ApiResult, ErrorBody},
    extract::{Json, Path, Query},
    limit::ClientAddress,
    page::Page,
    public_url::PublicUrl,
    responses::{AdminReadErrors, AdminWriteErrors},
    security_log::SecurityEvent,
    session::{Admin, cookie},
};

/// Maximum length of the search text, in characters.
const MAX_SEARCH: usize = 200;

/// A page of users.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserList {
    /// Administrators first, then newest first.
    pub users: Vec<ListedUser>,
    pub total: i64,
    pub page: u32,
    pub limit: u32,
}

/// A user with an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedUser {
    #[schema(value_type = uuid::Uuid)]
    pub id: UserId,
    pub name: String,
    pub email: String,
    #[schema(value_type = String, example = "USER")]
    pub role: Role,
    pub email_verified: bool,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When the user last sent a request in a session that is still active.
    #[schema(required)]
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_seen_at: Option<OffsetDateTime>,
}

/// `GET /api/admin/users`: lists users.
#[utoipa::path(
    get,
    path = "/api/admin/users",
    tag = "admin",
    params(
        ("search" = Option<String>, Query, description = "A part of a name or an address"),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 10_000),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 100),
    ),
    responses(
        (status = 200, body = UserList),
        AdminReadErrors,
        (status = 422, description = "A parameter is unknown or invalid: `fields` says which one and why", body = ErrorBody),
    )
)]
pub async fn list_users(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let search = query.single("search");
    if search.as_ref().is_some_and(|text| text.chars().count() > MAX_SEARCH) {
        query.problem("search", format!("must have at most {MAX_SEARCH} characters"));
    }
    let page = Page::read(&mut query);
    query.finish()?;
    let offset = i64::from(page.page - 1) * i64::from(page.limit);
    let (found, total) = tokio::try_join!(
        user_admin::list(&db, search.as_deref(), offset, page.limit.into()),
        user_admin::count(&db, search.as_deref()),
    )?;
    let users = found.into_iter().map(ListedUser::from).collect();
    Ok((CachePolicy::Never, Json(UserList { users, total, page: page.page, limit: page.limit })))
}

/// `POST /api/admin/users/{id}/grant-admin`: makes a user an administrator and ends all their sessions.
#[utoipa::path(
    post,
    path = "/api/admin/users/{id}/grant-admin",
    tag = "admin",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204, description = "The user is an administrator"),
        AdminWriteErrors,
        (status = 404, description = "The user does not exist", body = ErrorBody),
    )
)]
pub async fn grant_admin(
    State(db): State<PgPool>,
    client: ClientAddress,
    Admin(session): Admin,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let id = read_id(&id)?;
    let mut tx = db.begin().await?;
    user_roles::grant_admin(&mut tx, session.user_id, id).await?;
    tx.commit().await?;
    SecurityEvent::AdminGranted.log_of_admin(client, session.user_id, id);
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}

/// `POST /api/admin/users/{id}/revoke-admin`: removes the administrator role from a user (or from the caller) and ends
/// all their sessions.
#[utoipa::path(
    post,
    path = "/api/admin/users/{id}/revoke-admin",
    tag = "admin",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204, description = "The user is no administrator"),
        AdminWriteErrors,
        (status = 404, description = "The user does not exist", body = ErrorBody),
        (status = 409, description = "The user is the last administrator", body = ErrorBody),
    )
)]
pub async fn revoke_admin(
    State(db): State<PgPool>,
    State(public_url): State<PublicUrl>,
    client: ClientAddress,
    Admin(session): Admin,
    Path(id): Path<String>,
) -> ApiResult<Response> {
    let id = read_id(&id)?;
    let mut tx = db.begin().await?;
    user_roles::revoke_admin(&mut tx, session.user_id, id).await?;
    tx.commit().await?;
    SecurityEvent::AdminRevoked.log_of_admin(client, session.user_id, id);
    Ok(signed_out(&public_url, &session, id))
}

/// `POST /api/admin/users/{id}/sign-out`: ends all sessions of a user (or of the caller); the user may sign in again.
#[utoipa::path(
    post,
    path = "/api/admin/users/{id}/sign-out",
    tag = "admin",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204, description = "All sessions of the user have ended"),
        AdminWriteErrors,
        (status = 404, description = "The user does not exist", body = ErrorBody),
    )
)]
pub async fn sign_out_user(
    State(db): State<PgPool>,
    State(public_url): State<PublicUrl>,
    client: ClientAddress,
    Admin(session): Admin,
    Path(id): Path<String>,
) -> ApiResult<Response> {
    let id = read_id(&id)?;
    let mut tx = db.begin().await?;
    user_roles::sign_out(&mut tx, session.user_id, id).await?;
    tx.commit().await?;
    SecurityEvent::SessionsEnded.log_of_admin(client, session.user_id, id);
    Ok(signed_out(&public_url, &session, id))
}

/// Clears the session cookie when the caller's own sessions ended.
fn signed_out(public_url: &PublicUrl, session: &Session, id: UserId) -> Response {
    let cleared_cookie = (id == session.user_id).then(|| cookie::clear_session(public_url));
    (StatusCode::NO_CONTENT, CachePolicy::Never, cleared_cookie, ()).into_response()
}

fn read_id(text: &str) -> ApiResult<UserId> {
    text.parse().map_err(|_| AdminError::UserNotFound.into())
}

impl From<RoleError> for ApiError {
    fn from(error: RoleError) -> Self {
        match error {
            RoleError::NoUser => AdminError::UserNotFound.into(),
            RoleError::LastAdmin => AdminError::LastAdmin.into(),
            RoleError::Database(error) => error.into(),
        }
    }
}

impl From<UserSummary> for ListedUser {
    fn from(user: UserSummary) -> Self {
        Self {
            id: user.id,
            name: user.name,
            email: user.email,
            role: user.role,
            email_verified: user.email_verified_at.is_some(),
            created_at: user.created_at,
            last_seen_at: user.last_seen_at,
        }
    }
}
