//! Codes that link a chat with the installation's Telegram bot to an account, and the links themselves, which are
//! [notification channels](super::notification_channels).

use serde_json::json;
use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use super::{
    notification_channels::{self, ChannelKind},
    users::Language,
};
use crate::model::UserId;

/// The id of a private chat, as Telegram numbers it.
pub type ChatId = i64;

/// The account that a chat is linked to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedAccount {
    pub user_id: UserId,
    pub name: String,
    pub language: Language,
}

/// The effect of a code that a chat sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkOutcome {
    /// The chat is linked to the account.
    Linked(LinkedAccount),
    /// Another account has the chat. The code can still be used.
    OtherAccount,
    /// The code is unknown, used or expired.
    Invalid,
}

/// Stores the hash of a code for 15 minutes, in place of the user's earlier one. Returns when it expires.
pub async fn insert_code(
    db: impl PgExecutor<'_>,
    user_id: UserId,
    code_hash: &[u8],
) -> sqlx::Result<OffsetDateTime> {
    sqlx::query_scalar!(
        "insert into telegram_link_code (user_id, code_hash, expires_at) values ($1, $2, now() + interval '15 minutes')
         on conflict (user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, chat_id = null
         returning expires_at",
        user_id as UserId,
        code_hash,
    )
    .fetch_one(db)
    .await
}

/// Uses a code: links the chat to the account of the code, in place of an earlier chat of that account. The same chat may
/// send a code that it used again, as long as it stays linked: Telegram delivers a message twice when a process dies.
pub async fn redeem(
    tx: &mut PgTransaction<'_>,
    code_hash: &[u8],
    chat_id: ChatId,
) -> sqlx::Result<LinkOutcome> {
    let code = sqlx::query!(
        r#"select user_id as "user_id: UserId", name, language as "language: Language", chat_id
           from telegram_link_code join app_user on app_user.id = user_id
           where code_hash = $1 and expires_at > now() for update of telegram_link_code"#,
        code_hash,
    )
    .fetch_optional(&mut **tx)
    .await?;
    let Some(code) = code else { return Ok(LinkOutcome::Invalid) };
    let account = LinkedAccount { user_id: code.user_id, name: code.name, language: code.language };
    let owners = list_owners(&mut **tx, chat_id).await?;
    match code.chat_id {
        Some(used_by) if used_by == chat_id && owners.contains(&account.user_id) => {
            return Ok(LinkOutcome::Linked(account));
        }
        Some(_) => return Ok(LinkOutcome::Invalid),
        None => {}
    }
    if owners.iter().any(|owner| *owner != account.user_id) {
        return Ok(LinkOutcome::OtherAccount);
    }
    sqlx::query!("update telegram_link_code set chat_id = $2 where code_hash = $1", code_hash, chat_id)
        .execute(&mut **tx)
        .await?;
    remove_other_chats(&mut **tx, account.user_id, chat_id).await?;
    let address = json!({ "chatId": chat_id });
    notification_channels::insert(
        &mut **tx,
        account.user_id,
        ChannelKind::Telegram,
        address,
        account.language,
    )
    .await?;
    Ok(LinkOutcome::Linked(account))
}

async fn list_owners(db: impl PgExecutor<'_>, chat_id: ChatId) -> sqlx::Result<Vec<UserId>> {
    sqlx::query_scalar!(
        r#"select user_id as "user_id: UserId" from notification_channel where kind = 'TELEGRAM' and address_key = $1"#,
        chat_id.to_string(),
    )
    .fetch_all(db)
    .await
}

async fn remove_other_chats(db: impl PgExecutor<'_>, user_id: UserId, chat_id: ChatId) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from notification_channel where user_id = $1 and kind = 'TELEGRAM' and address_key <> $2",
        user_id as UserId,
        chat_id.to_string(),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Ends the link of a chat: its user wants no more messages, or has blocked the bot. Returns the language of the account
/// that had it; `None` for a chat without one.
pub async fn unlink_chat(db: impl PgExecutor<'_>, chat_id: ChatId) -> sqlx::Result<Option<Language>> {
    // The account's language, not the channel's: the user may have changed it since.
    sqlx::query_scalar!(
        r#"with removed as (
               delete from notification_channel where kind = 'TELEGRAM' and address_key = $1 returning user_id
           )
           select language as "language!: Language" from removed join app_user on app_user.id = removed.user_id limit 1"#,
        chat_id.to_string(),
    )
    .fetch_optional(db)
    .await
}

/// Deletes expired codes.
pub async fn delete_expired(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    Ok(sqlx::query!("delete from telegram_link_code where expires_at <= now()")
        .execute(db)
        .await?
        .rows_affected())
}
