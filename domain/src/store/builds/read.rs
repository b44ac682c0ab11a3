use sqlx::PgExecutor;
use time::OffsetDateTime;

use super::super::users::Language;
use crate::model::{BuildId, ShareToken, UserId};

/// A saved build without its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedBuild {
    pub id: BuildId,
    pub user_id: UserId,
    pub name: String,
    pub description: Option<String>,
    pub is_public: bool,
    pub share_token: String,
    pub view_count: i64,
    pub version: i32,
    pub priced_at: OffsetDateTime,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub owner_name: String,
    /// Whether the owner's name is public.
    pub owner_is_public: bool,
    /// Whether the owner allows sharing of builds at all.
    pub sharing_allowed: bool,
    /// The owner's language.
    pub language: Language,
}

impl SavedBuild {
    /// Whether anybody with the link may read the build.
    pub fn is_shared(&self) -> bool {
        self.is_public && self.sharing_allowed
    }
}

async fn list_own(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    id: Option<BuildId>,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<SavedBuild>> {
    sqlx::query_as!(
        SavedBuild,
        r#"select saved_build.id as "id: BuildId", user_id as "user_id: UserId", saved_build.name, description, is_public,
               share_token, view_count, version, priced_at, saved_build.created_at, saved_build.updated_at,
               app_user.name as owner_name, public_profile as owner_is_public, allow_build_sharing as sharing_allowed,
               app_user.language as "language: Language"
           from saved_build join app_user on app_user.id = user_id
           where user_id = $1 and ($2::uuid is null or saved_build.id = $2)
           order by saved_build.updated_at desc, saved_build.id offset $3 limit $4"#,
        user_id as UserId,
        id as Option<BuildId>,
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Returns a page of a user's builds, the last changed first.
pub async fn list(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<SavedBuild>> {
    list_own(db, user_id, None, offset, limit).await
}

/// Returns the number of a user's builds.
pub async fn count(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from saved_build where user_id = $1"#,
        user_id as UserId
    )
    .fetch_one(db)
    .await
}

/// Returns a user's own build.
pub async fn find_own(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    id: BuildId,
) -> sqlx::Result<Option<SavedBuild>> {
    Ok(list_own(db, user_id, Some(id), 0, 1).await?.pop())
}

/// Returns the build with this token, if the reader may see it: because it is shared, or because it is the reader's
/// own.
pub async fn find_shared(
    db: impl PgExecutor<'_>,
    token: &ShareToken,
    reader: Option<UserId>,
) -> sqlx::Result<Option<SavedBuild>> {
    sqlx::query_as!(
        SavedBuild,
        r#"select saved_build.id as "id: BuildId", user_id as "user_id: UserId", saved_build.name, description, is_public,
               share_token, view_count, version, priced_at, saved_build.created_at, saved_build.updated_at,
               app_user.name as owner_name, public_profile as owner_is_public, allow_build_sharing as sharing_allowed,
               app_user.language as "language: Language"
           from saved_build join app_user on app_user.id = user_id
           where share_token = $1 and ((is_public and allow_build_sharing) or user_id = $2)"#,
        token.as_str(),
        reader as Option<UserId>,
    )
    .fetch_optional(db)
    .await
}
