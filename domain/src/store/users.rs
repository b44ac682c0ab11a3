use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::model::UserId;

/// What a person may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, sqlx::Type)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum Role {
    User,
    Admin,
}

/// A person with an account.
#[derive(Debug, Clone, PartialEq)]
pub struct User {
    pub id: UserId,
    pub email: String,
    pub name: String,
    pub password_hash: String,
    pub role: Role,
    pub email_verified_at: Option<OffsetDateTime>,
}

/// The normal form by which an address is found: without surrounding space, in lower case.
pub fn email_key(email: &str) -> String {
    email.trim().to_lowercase()
}

/// Adds a person, or `None` when the address has an account.
pub async fn insert(
    db: impl PgExecutor<'_>,
    email: &str,
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
        email.trim(),
        email_key(email),
        name,
        password_hash,
        role as Role,
        verified,
    )
    .fetch_optional(db)
    .await
}

/// The person with that address.
pub async fn find_by_email(db: impl PgExecutor<'_>, email: &str) -> sqlx::Result<Option<User>> {
    sqlx::query_as!(
        User,
        r#"select id as "id: UserId", email, name, password_hash, role as "role: Role", email_verified_at
           from app_user where email_key = $1"#,
        email_key(email),
    )
    .fetch_optional(db)
    .await
}
