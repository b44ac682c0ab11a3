use sqlx::{PgExecutor, PgPool};
use time::{OffsetDateTime, Time};

use crate::model::{Email, UserId, name_key};

/// The role of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, sqlx::Type)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum Role {
    User,
    Admin,
}

/// The language of a user's mails.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize, sqlx::Type,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Language {
    #[default]
    En,
    Ar,
}

/// How mails tell a user of alerts that fired.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize, sqlx::Type,
)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum AlertMails {
    /// A mail for each alert.
    #[default]
    Each,
    /// One mail a day about all of them.
    Daily,
    Weekly,
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

/// Creates an account; `None` when the address already has one. The caller may choose any name: where another account has
/// it, both keep it.
pub async fn insert(
    db: impl PgExecutor<'_>,
    email: &Email,
    name: &str,
    password_hash: &str,
    role: Role,
    verified: bool,
) -> sqlx::Result<Option<UserId>> {
    sqlx::query_scalar!(
        r#"insert into app_user (email, email_key, name, password_hash, role, email_verified_at, name_key)
           values ($1, $2, $3, $4, $5, case when $6 then now() end,
                   case when exists (select from app_user where name_key = $7)
                        then $7 || '#' || gen_random_uuid() else $7 end)
           on conflict on constraint app_user_email_key do nothing
           returning id as "id: UserId""#,
        email.address(),
        email.key(),
        name,
        password_hash,
        role as Role,
        verified,
        name_key(name),
    )
    .fetch_optional(db)
    .await
}

/// Whether an account has a name that reads like the one with this key.
pub async fn is_name_taken(db: impl PgExecutor<'_>, name_key: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from app_user where name_key = $1) as "is_taken!""#,
        name_key,
    )
    .fetch_one(db)
    .await
}

/// Gives a key to each name that has none, because an older program stored it. Of accounts with names that read alike the
/// oldest gets the key; the others keep their names, with a key that no other name can have.
pub async fn fill_name_keys(db: &PgPool) -> sqlx::Result<()> {
    let mut tx = db.begin().await?;
    // Two programs may migrate at once, and other programs may create accounts.
    sqlx::query!("lock table app_user in share row exclusive mode").execute(&mut *tx).await?;
    let users = sqlx::query!(
        r#"select id as "id: UserId", name from app_user where name_key is null order by created_at, id"#
    )
    .fetch_all(&mut *tx)
    .await?;
    for user in users {
        sqlx::query!(
            r#"update app_user set name_key = case when exists (select from app_user where name_key = $2)
                   then $2 || '#' || id else $2 end
               where id = $1"#,
            user.id as UserId,
            name_key(&user.name),
        )
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await
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
    pub alert_mails: AlertMails,
    /// Whether mails about alerts wait for the end of the quiet hours.
    pub quiet_hours: bool,
    /// Times of day in Kuwait. The quiet hours last over midnight where `quiet_from` is the later one.
    pub quiet_from: Time,
    pub quiet_until: Time,
}

/// A change of settings; `None` leaves a setting as it is.
#[derive(Default)]
pub struct SettingsChange {
    pub name: Option<String>,
    pub price_drop_alerts: Option<bool>,
    pub public_profile: Option<bool>,
    pub allow_build_sharing: Option<bool>,
    pub language: Option<Language>,
    pub alert_mails: Option<AlertMails>,
    pub quiet_hours: Option<bool>,
    pub quiet_from: Option<Time>,
    pub quiet_until: Option<Time>,
}

/// Returns a user's settings.
pub async fn find_settings(db: impl PgExecutor<'_>, id: UserId) -> sqlx::Result<Option<Settings>> {
    sqlx::query_as!(
        Settings,
        r#"select name, price_drop_alerts, public_profile, allow_build_sharing,
               alert_mails as "alert_mails: AlertMails", quiet_hours, quiet_from, quiet_until
           from app_user where id = $1"#,
        id as UserId,
    )
    .fetch_optional(db)
    .await
}

/// Changes settings, and returns all of them.
///
/// # Errors
/// Violates `app_user_name_key` when another account has a name that reads like the new one, and
/// `app_user_quiet_hours_check` when the quiet hours would end when they begin.
pub async fn change_settings(
    db: impl PgExecutor<'_>,
    id: UserId,
    change: &SettingsChange,
) -> sqlx::Result<Option<Settings>> {
    sqlx::query_as!(
        Settings,
        r#"update app_user set
               name = coalesce($2, name),
               name_key = case when $2 <> name then $7 else name_key end,
               price_drop_alerts = coalesce($3, price_drop_alerts),
               public_profile = coalesce($4, public_profile),
               allow_build_sharing = coalesce($5, allow_build_sharing),
               language = coalesce($6, language),
               quiet_hours = coalesce($8, quiet_hours),
               quiet_from = coalesce($9, quiet_from),
               quiet_until = coalesce($10, quiet_until),
               alert_mails = coalesce($11, alert_mails),
               updated_at = now()
           where id = $1
           returning name, price_drop_alerts, public_profile, allow_build_sharing,
               alert_mails as "alert_mails: AlertMails", quiet_hours, quiet_from, quiet_until"#,
        id as UserId,
        change.name,
        change.price_drop_alerts,
        change.public_profile,
        change.allow_build_sharing,
        change.language as Option<Language>,
        change.name.as_deref().map(name_key),
        change.quiet_hours,
        change.quiet_from,
        change.quiet_until,
        change.alert_mails as Option<AlertMails>,
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
