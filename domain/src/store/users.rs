use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::model::{Email, UserId};

/// What a person may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, sqlx::Type)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum Role {
    User,
    Admin,
}

/// A person with an account.
#[derive(Clone, PartialEq)]
pub struct Account {
    pub id: UserId,
    pub email: String,
    pub name: String,
    pub password_hash: String,
    pub role: Role,
    pub email_verified_at: Option<OffsetDateTime>,
}

/// Adds a person, or `None` when the address has an account.
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

/// The person with that address.
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

/// Keeps another hash of the same password, unless the password was changed meanwhile.
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
