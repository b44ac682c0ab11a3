use axum::{extract::State, response::IntoResponse};
use domain::{
    model::UserId,
    store::{
        user_admin::{self, UserSummary},
        users::Role,
    },
};
use serde::Serialize;
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::{matches::choice, read_search};
use crate::http::{
    cache::CachePolicy,
    error::ApiResult,
    extract::{Json, Query},
    page::Page,
    session::Admin,
};

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
    /// When an administrator suspended the user, who cannot sign in since.
    #[serde(with = "time::serde::rfc3339::option")]
    pub suspended_at: Option<OffsetDateTime>,
    /// Whether the user signs in with a second factor.
    pub has_second_factor: bool,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When the user last sent a request in a session that is still active.
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_seen_at: Option<OffsetDateTime>,
}

/// `GET /api/admin/users`: lists users.
#[utoipa::path(
    get,
    path = "/api/admin/users",
    params(
        ("search" = Option<String>, Query, description = "A part of a name or an address"),
        ("role" = Option<String>, Query, description = "all, admin or user"),
        Page,
    ),
    responses((status = 200, body = UserList))
)]
pub async fn list_users(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let search = read_search(&mut query);
    let role = query.single("role");
    let role = choice(&mut query, "role", role, &[("admin", Role::Admin), ("user", Role::User)]);
    let page: Page = query.take();
    query.finish()?;
    let (found, total) = tokio::try_join!(
        user_admin::list(&db, search.as_deref(), role, page.offset(), page.limit.0.into()),
        user_admin::count(&db, search.as_deref(), role),
    )?;
    let users = found.into_iter().map(ListedUser::from).collect();
    Ok((CachePolicy::Never, Json(UserList { users, total, page: page.page.0, limit: page.limit.0 })))
}

impl From<UserSummary> for ListedUser {
    fn from(user: UserSummary) -> Self {
        Self {
            id: user.id,
            name: user.name,
            email: user.email,
            role: user.role,
            email_verified: user.email_verified_at.is_some(),
            suspended_at: user.suspended_at,
            has_second_factor: user.has_second_factor,
            created_at: user.created_at,
            last_seen_at: user.last_seen_at,
        }
    }
}
