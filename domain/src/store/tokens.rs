//! Tokens of links that work once.

use sqlx::PgExecutor;
use uuid::Uuid;

use super::email_changes::ConfirmedAddress;
use crate::model::UserId;

/// The user whose password a reset link changes.
pub struct ResetSubject {
    pub user_id: UserId,
    pub email: String,
    pub name: String,
}

/// Stores the hash of a verification link's token for a day.
pub async fn insert_verification(
    db: impl PgExecutor<'_>,
    sign_up_id: Uuid,
    token_hash: &[u8],
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into one_time_token (token_hash, sign_up_id, expires_at) values ($1, $2, now() + interval '24 hours')",
        token_hash,
        sign_up_id,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores the hash of a reset link's token for an hour.
pub async fn insert_reset(db: impl PgExecutor<'_>, user_id: UserId, token_hash: &[u8]) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into one_time_token (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 hour')",
        token_hash,
        user_id as UserId,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores the hash of a link's token that confirms one address of a change, for a day.
pub async fn insert_email_change(
    db: impl PgExecutor<'_>,
    change_id: Uuid,
    address: ConfirmedAddress,
    token_hash: &[u8],
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into one_time_token (token_hash, email_change_id, confirms_address, expires_at)
         values ($1, $2, $3, now() + interval '24 hours')",
        token_hash,
        change_id,
        address as ConfirmedAddress,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Remembers for 30 days that a link has verified an address of this user. It does nothing from then on.
pub(crate) async fn mark_followed(
    db: impl PgExecutor<'_>,
    token_hash: &[u8],
    user_id: UserId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update one_time_token set sign_up_id = null, email_change_id = null, confirms_address = null,
             verified_user_id = $2, expires_at = now() + interval '30 days'
         where token_hash = $1",
        token_hash,
        user_id as UserId,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether the token's link has verified an address before.
pub async fn is_followed(db: impl PgExecutor<'_>, token_hash: &[u8]) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from one_time_token
                          where token_hash = $1 and verified_user_id is not null and expires_at > now()) as "is_followed!""#,
        token_hash,
    )
    .fetch_one(db)
    .await
}

/// Returns the user of a reset token, without redeeming it.
pub async fn find_reset(db: impl PgExecutor<'_>, token_hash: &[u8]) -> sqlx::Result<Option<ResetSubject>> {
    sqlx::query_as!(
        ResetSubject,
        r#"select app_user.id as "user_id: UserId", email, name
           from one_time_token join app_user on app_user.id = user_id
           where token_hash = $1 and expires_at > now()"#,
        token_hash,
    )
    .fetch_optional(db)
    .await
}

/// Redeems a reset token and returns its user. Of several concurrent calls, only one gets the user.
pub async fn redeem_reset(db: impl PgExecutor<'_>, token_hash: &[u8]) -> sqlx::Result<Option<UserId>> {
    sqlx::query_scalar!(
        r#"delete from one_time_token where token_hash = $1 and user_id is not null and expires_at > now()
           returning user_id as "user_id!: UserId""#,
        token_hash,
    )
    .fetch_optional(db)
    .await
}

/// Deletes all reset links of a user.
pub async fn delete_resets(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<()> {
    sqlx::query!("delete from one_time_token where user_id = $1", user_id as UserId).execute(db).await?;
    Ok(())
}

/// Deletes expired links.
pub async fn delete_expired(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    Ok(sqlx::query!("delete from one_time_token where expires_at <= now()")
        .execute(db)
        .await?
        .rows_affected())
}
