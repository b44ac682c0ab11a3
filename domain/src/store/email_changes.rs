//! Changes of users' addresses, which wait until both addresses are confirmed.

use serde_json::json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::{
    mails::{self, MailKind},
    tokens,
};
use crate::model::{Email, UserId};

/// The address that a mailed link confirms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum ConfirmedAddress {
    Old,
    New,
}

/// A change that waits for confirmations.
pub struct EmailChange {
    /// The new address, as typed.
    pub email: String,
    /// Whether the new address has an account already; then nothing will change.
    pub is_taken: bool,
}

/// The effect of a followed link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confirmation {
    pub user_id: UserId,
    /// Whether both addresses are confirmed now, so that the address has changed.
    pub is_complete: bool,
}

/// Stores a change for a day in place of an earlier one, and queues a mail to each address.
pub async fn request(db: &mut PgConnection, user_id: UserId, email: &Email) -> sqlx::Result<()> {
    // With the earlier change go its links.
    sqlx::query!("delete from email_change where user_id = $1", user_id as UserId).execute(&mut *db).await?;
    let id = sqlx::query_scalar!(
        "insert into email_change (user_id, email, email_key) values ($1, $2, $3) returning id",
        user_id as UserId,
        email.address(),
        email.key(),
    )
    .fetch_one(&mut *db)
    .await?;
    for kind in [MailKind::OldAddress, MailKind::NewAddress] {
        mails::insert_for(&mut *db, kind, user_id, &json!({ "changeId": id })).await?;
    }
    Ok(())
}

/// Returns a change, unless it has expired.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<EmailChange>> {
    sqlx::query_as!(
        EmailChange,
        r#"select email,
                  exists (select from app_user where app_user.email_key = email_change.email_key) as "is_taken!"
           from email_change where id = $1 and expires_at > now()"#,
        id,
    )
    .fetch_optional(db)
    .await
}

/// Confirms the address that a mailed link belongs to, and changes the user's address once both are confirmed. `None` when
/// the token is unknown, used or expired, or the new address has got an account meanwhile.
pub async fn confirm(db: &mut PgConnection, token_hash: &[u8]) -> sqlx::Result<Option<Confirmation>> {
    let link = sqlx::query!(
        r#"select email_change_id as "id!", confirms_address as "address!: ConfirmedAddress" from one_time_token
           where token_hash = $1 and email_change_id is not null and expires_at > now() for update"#,
        token_hash,
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(link) = link else { return Ok(None) };
    let change = sqlx::query!(
        r#"update email_change set
               old_confirmed_at = case when $2 then now() else old_confirmed_at end,
               new_confirmed_at = case when $2 then new_confirmed_at else now() end
           where id = $1 and expires_at > now()
           returning user_id as "user_id: UserId",
               (old_confirmed_at is not null and new_confirmed_at is not null) as "is_complete!""#,
        link.id,
        link.address == ConfirmedAddress::Old,
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(change) = change else { return Ok(None) };
    if change.is_complete && !apply(&mut *db, link.id, change.user_id).await? {
        return Ok(None);
    }
    tokens::mark_followed(&mut *db, token_hash, change.user_id).await?;
    if change.is_complete {
        sqlx::query!("delete from email_change where id = $1", link.id).execute(db).await?;
    }
    Ok(Some(Confirmation { user_id: change.user_id, is_complete: change.is_complete }))
}

/// Gives the user the new address; `false` when it has an account. Reset links that were sent to the old address end.
async fn apply(db: &mut PgConnection, id: Uuid, user_id: UserId) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        r#"update app_user set email = email_change.email, email_key = email_change.email_key,
               email_verified_at = now(), updated_at = now()
           from email_change where email_change.id = $1 and app_user.id = email_change.user_id
               and not exists (select from app_user other where other.email_key = email_change.email_key)"#,
        id,
    )
    .execute(&mut *db)
    .await?;
    tokens::delete_resets(&mut *db, user_id).await?;
    // The owner of the address has confirmed it, so sign-ups for it are deleted.
    sqlx::query!(
        "delete from sign_up where email_key = (select email_key from email_change where id = $1)",
        id
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes expired changes.
pub async fn delete_expired(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    let done = sqlx::query!("delete from email_change where expires_at <= now()").execute(db).await?;
    Ok(done.rows_affected())
}
