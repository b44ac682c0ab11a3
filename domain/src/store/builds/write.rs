use sqlx::PgExecutor;
use uuid::Uuid;

use crate::model::{BuildDescription, BuildId, BuildName, ShareToken, UserId};

/// A build to be saved for the first time.
pub struct NewBuild<'a> {
    pub user_id: UserId,
    pub name: &'a BuildName,
    pub description: Option<&'a BuildDescription>,
    pub is_public: bool,
    pub share_token: &'a ShareToken,
    /// The idempotency key: a repeated request with this key finds the build that the first one created.
    pub request_key: Option<Uuid>,
}

/// A change of a build; `None` leaves a field as it is.
#[derive(Default)]
pub struct BuildRowChange<'a> {
    pub name: Option<&'a BuildName>,
    /// `Some(None)` deletes the description.
    pub description: Option<Option<&'a BuildDescription>>,
    pub is_public: Option<bool>,
    /// Whether the parts are replaced, at today's prices.
    pub replaces_parts: bool,
}

impl BuildRowChange<'_> {
    /// Whether the change makes a new version of the build. A change of visibility alone does not.
    pub fn makes_new_version(&self) -> bool {
        self.name.is_some() || self.description.is_some() || self.replaces_parts
    }
}

/// A build that nobody else can change until the transaction ends.
pub struct LockedBuild {
    pub name: String,
    pub description: Option<String>,
    pub is_public: bool,
    pub version: i32,
    pub sharing_allowed: bool,
}

/// Locks the owner, so that concurrent requests count and add the user's builds one after the other.
pub async fn lock_owner(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<()> {
    sqlx::query!("select id from app_user where id = $1 for no key update", user_id as UserId)
        .fetch_optional(db)
        .await?;
    Ok(())
}

/// Returns the build that this request has already created.
pub async fn find_by_request(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    request_key: Uuid,
) -> sqlx::Result<Option<BuildId>> {
    sqlx::query_scalar!(
        r#"select id as "id: BuildId" from saved_build where user_id = $1 and request_key = $2"#,
        user_id as UserId,
        request_key,
    )
    .fetch_optional(db)
    .await
}

/// Inserts a build, without parts.
pub async fn insert(db: impl PgExecutor<'_>, new: &NewBuild<'_>) -> sqlx::Result<BuildId> {
    sqlx::query_scalar!(
        r#"insert into saved_build (user_id, name, description, is_public, share_token, request_key)
           values ($1, $2, $3, $4, $5, $6) returning id as "id: BuildId""#,
        new.user_id as UserId,
        new.name.as_str(),
        new.description.map(BuildDescription::as_str),
        new.is_public,
        new.share_token.as_str(),
        new.request_key,
    )
    .fetch_one(db)
    .await
}

/// Locks a user's own build, so that changes happen one after the other.
pub async fn lock(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    id: BuildId,
) -> sqlx::Result<Option<LockedBuild>> {
    sqlx::query_as!(
        LockedBuild,
        r#"select saved_build.name, description, is_public, version, allow_build_sharing as sharing_allowed
           from saved_build join app_user on app_user.id = user_id
           where saved_build.id = $2 and user_id = $1 for update of saved_build"#,
        user_id as UserId,
        id as BuildId,
    )
    .fetch_optional(db)
    .await
}

/// Changes a locked build.
pub async fn update(db: impl PgExecutor<'_>, id: BuildId, change: &BuildRowChange<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        r#"update saved_build set
               name = coalesce($2, name),
               description = case when $3 then $4 else description end,
               is_public = coalesce($5, is_public),
               version = version + case when $6 then 1 else 0 end,
               priced_at = case when $7 then now() else priced_at end,
               updated_at = now()
           where id = $1"#,
        id as BuildId,
        change.name.map(BuildName::as_str),
        change.description.is_some(),
        change.description.flatten().map(BuildDescription::as_str),
        change.is_public,
        change.makes_new_version(),
        change.replaces_parts,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Deletes a user's own build. Returns `false` when there is none.
pub async fn delete(db: impl PgExecutor<'_>, user_id: UserId, id: BuildId) -> sqlx::Result<bool> {
    let deleted = sqlx::query!(
        "delete from saved_build where id = $2 and user_id = $1",
        user_id as UserId,
        id as BuildId
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected() > 0)
}
