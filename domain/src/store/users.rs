use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::model::{Email, UserId};

/// The role of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, sqlx::Type)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum Role {
    User,
    Admin,
}

/// The language of a user's mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Language {
    #[default]
    En,
    Ar,
}

/// A user's account.
#[derive(Clone, PartialEq)]
pub struct Account {
    pub id: UserId,
    pub email: String,
    pub name: String,
    pub password_hash: String,
    pub role: Role,
    pub email_verified_at: Option<OffsetDateTime>,
}

/// Creates an account; `None` when the address already has one.
pub async fn insert(
    db: impl PgExecutor<'_>,
    email: &Email,
    name: &str,
    password_hash: &str,
    role: Role,
    verified: bool,
) -> sqlx::Result<Option<UserId>> {
    sqlx::query_scalar!(
        r#"insert into app_user (email, email_key, name, password_hash, role, email_verified_at)
           values ($1, $2, $3, $4, $5, case when $6 then now() end)
           on conflict on constraint app_user_email_key do nothing
           returning id as "id: UserId""#,
        email.address(),
        email.key(),
        name,
        password_hash,
        role as Role,
        verified,
    )
    .fetch_optional(db)
    .await
}

/// Returns the account with that address.
pub async fn find_by_email(db: impl PgExecutor<'_>, email: &Email) -> sqlx::Result<Option<Account>> {
    sqlx::query_as!(
        Account,
        r#"select id as "id: UserId", email, name, password_hash, role as "role: Role", email_verified_at
           from app_user where email_key = $1"#,
        email.key(),
    )
    .fetch_optional(db)
    .await
}

/// Stores a new hash of the same password, unless the password was changed meanwhile.
pub async fn rehash(db: impl PgExecutor<'_>, id: UserId, old: &str, new: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update app_user set password_hash = $3 where id = $1 and password_hash = $2",
        id as UserId,
        old,
        new,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns the account of a user.
pub async fn find(db: impl PgExecutor<'_>, id: UserId) -> sqlx::Result<Option<Account>> {
    sqlx::query_as!(
        Account,
        r#"select id as "id: UserId", email, name, password_hash, role as "role: Role", email_verified_at
           from app_user where id = $1"#,
        id as UserId,
    )
    .fetch_optional(db)
    .await
}

/// Sets another password.
pub async fn set_password(db: impl PgExecutor<'_>, id: UserId, hash: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update app_user set password_hash = $2, updated_at = now() where id = $1",
        id as UserId,
        hash,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A user's settings.
pub struct Settings {
    pub name: String,
    pub price_drop_alerts: bool,
    pub public_profile: bool,
    pub allow_build_sharing: bool,
}

/// A change of settings; `None` leaves a setting as it is.
#[derive(Default)]
pub struct SettingsChange {
    pub name: Option<String>,
    pub price_drop_alerts: Option<bool>,
    pub public_profile: Option<bool>,
    pub allow_build_sharing: Option<bool>,
    pub language: Option<Language>,
}

/// Returns a user's settings.
pub async fn find_settings(db: impl PgExecutor<'_>, id: UserId) -> sqlx::Result<Option<Settings>> {
    sqlx::query_as!(
        Settings,
        "select name, price_drop_alerts, public_profile, allow_build_sharing from app_user where id = $1",
        id as UserId,
    )
    .fetch_optional(db)
    .await
}

/// Changes settings, and returns all of them.
pub async fn change_settings(
    db: impl PgExecutor<'_>,
    id: UserId,
    change: &SettingsChange,
) -> sqlx::Result<Option<Settings>> {
    sqlx::query_as!(
        Settings,
        r#"update app_user set
               name = coalesce($2, name),
               price_drop_alerts = coalesce($3, price_drop_alerts),
               public_profile = coalesce($4, public_profile),
               allow_build_sharing = coalesce($5, allow_build_sharing),
               language = coalesce($6, language),
               updated_at = now()
           where id = $1
           returning name, price_drop_alerts, public_profile, allow_build_sharing"#,
        id as UserId,
        change.name,
        change.price_drop_alerts,
        change.public_profile,
        change.allow_build_sharing,
        change.language as Option<Language>,
    )
    .fetch_optional(db)
    .await
}

/// Deletes an account and all data that belongs to it, including sign-ups for its address.
pub async fn delete(db: impl PgExecutor<'_>, id: UserId) -> sqlx::Result<()> {
    sqlx::query!(
        r#"with deleted as (delete from app_user where id = $1 returning email_key),
                sign_ups as (delete from sign_up where email_key in (select email_key from deleted)),
                mails as (delete from mail where mail.email_key in (select email_key from deleted))
           select 1 as "one!""#,
        id as UserId,
    )
    .fetch_one(db)
    .await?;
    Ok(())
}
