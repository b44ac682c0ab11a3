//! Accounts: sign-up, sign-in, sessions, settings and deletion.

pub mod bot_check;
pub mod channels;
pub mod confirm;
pub mod devices;
pub mod email_change;
pub mod identity;
pub mod mailed_link;
pub mod passkey_sign_in;
pub mod password_reset;
pub mod second_factor;
pub mod settings;
pub mod sign_in;
pub mod sign_up;
pub mod telegram;
mod time_of_day;
pub mod unsubscribe;

use std::sync::Arc;

use domain::{
    model::{UserId, is_invisible},
    store::{sessions::Session, users::Role},
};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::{
    http::{
        error::{ApiError, ApiResult},
        limit::RateLimits,
        public_url::PublicUrl,
    },
    services::{bot_check::BotCheck, hashing::Hasher},
};

/// In characters.
const MAX_NAME: usize = 50;

/// Parts of the state that the account handlers need. Cheap to clone.
#[derive(Clone)]
pub struct AccountState {
    pub db: PgPool,
    pub hasher: Hasher,
    pub limits: Arc<RateLimits>,
    pub bot_check: Arc<BotCheck>,
    pub public_url: PublicUrl,
}

/// The languages of mails, for the OpenAPI document: the names are those of `users::Language`.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum LanguageName {
    En,
    Ar,
}

/// How mails tell of alerts, for the OpenAPI document: the names are those of `users::AlertMails`.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "UPPERCASE")]
pub enum AlertMailsName {
    /// A mail for each alert.
    Each,
    /// One mail a day, at nine in Kuwait.
    Daily,
    /// One mail a week, on Sundays at nine in Kuwait.
    Weekly,
}

/// The signed-in user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    #[schema(value_type = uuid::Uuid)]
    pub id: UserId,
    pub name: String,
    pub email: String,
    #[schema(value_type = String, example = "USER")]
    pub role: Role,
    pub email_verified: bool,
}

/// Confirmation that the call succeeded.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuccessResponse {
    pub success: bool,
}

impl From<&Session> for User {
    fn from(session: &Session) -> Self {
        Self {
            id: session.user_id,
            name: session.name.clone(),
            email: session.email.clone(),
            role: session.role,
            email_verified: session.email_verified_at.is_some(),
        }
    }
}

/// Reads a user name: 1 to 50 characters, without invisible or text-direction characters and without web addresses.
fn read_name(typed: &str) -> ApiResult<String> {
    let name = typed.trim();
    let unseen = |letter: char| letter.is_control() || is_invisible(letter);
    if !(1..=MAX_NAME).contains(&name.chars().count()) || name.chars().any(unseen) || holds_web_address(name)
    {
        return Err(ApiError::NotAName);
    }
    Ok(name.to_owned())
}

/// Returns whether a mail program would turn a part of the name into a link. Mails greet by name, also mails to people
/// who never signed up themselves.
fn holds_web_address(name: &str) -> bool {
    let folded = name.to_lowercase();
    if folded.contains("://") || folded.contains("www.") || folded.contains('@') || folded.contains('/') {
        return true;
    }
    // A word with letters on both sides of a dot, at least two before and two after, is a host: "shop.example", but not
    // "J.R. Smith".
    folded.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '.' | '-')).any(|word| {
        word.trim_matches('.').rsplit_once('.').is_some_and(|(host, ending)| {
            host.chars().count() > 1 && ending.chars().count() > 1 && ending.chars().all(char::is_alphabetic)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_up_name_rejects_addresses_and_adverts() {
        for name in ["Sara", "سارة العلي", "J.R. Smith", "Dr. Noor", "O'Neil-Khan", "M. Salem Jr."] {
            assert_eq!(read_name(name).unwrap(), name);
        }
        for advert in [
            "Win now https://evil.example",
            "visit evil.example today",
            "WWW.evil",
            "shop.evil.co.uk!",
            "mail me@evil.example",
            "ربح.شبكة",
            "a/b",
        ] {
            assert!(read_name(advert).is_err(), "{advert}");
        }
    }
}
