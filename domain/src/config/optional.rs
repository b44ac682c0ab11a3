use std::net::SocketAddr;

use serde::{Deserialize, Deserializer, de::Error};

/// Letters of 32 bytes in base64url without padding.
const VAPID_KEY_LETTERS: usize = 43;

/// Reads an address; an empty text is none.
pub(super) fn address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SocketAddr>, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.trim() {
        "" => Ok(None),
        address => address.parse().map(Some).map_err(|_| {
            D::Error::custom(format!("{address:?} is no address of a port, such as 127.0.0.1:9465"))
        }),
    }
}

/// Reads a private key of P-256 in base64url, which is never shown; an empty text is none.
pub(super) fn vapid_key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let key = text.trim().trim_end_matches('=');
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if key.is_empty() {
        Ok(None)
    } else if key.len() == VAPID_KEY_LETTERS && key.bytes().all(is_letter) {
        Ok(Some(key.to_owned()))
    } else {
        Err(D::Error::custom("the key must have 32 bytes, which are 43 letters in base64url"))
    }
}

/// Reads a mail address or the address of a page; an empty text is none. Characters that would change a link to it are
/// refused.
pub(super) fn contact<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let contact = text.trim();
    let is_plain = |character: char| !character.is_whitespace() && !"\"<>%?&#:".contains(character);
    let is_mail = |(user, host): (&str, &str)| {
        !user.is_empty() && !host.is_empty() && !contact.contains('/') && contact.chars().all(is_plain)
    };
    let is_page = |rest: &str| !rest.is_empty() && !rest.contains(char::is_whitespace);
    if contact.is_empty() {
        Ok(None)
    } else if contact.split_once('@').is_some_and(is_mail)
        || contact.strip_prefix("https://").is_some_and(is_page)
    {
        Ok(Some(contact.to_owned()))
    } else {
        Err(D::Error::custom(format!(
            "{contact:?} is neither a mail address nor a page that begins with https://"
        )))
    }
}

/// Reads the token of a Telegram bot, such as `123456:ABC-DEF`; an empty text is none. It becomes a part of addresses, so
/// that nothing else is accepted; the error does not repeat it.
pub(super) fn bot_token<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let token = text.trim();
    let is_secret = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    let is_token = |(id, secret): (&str, &str)| {
        !id.is_empty()
            && id.chars().all(|digit| digit.is_ascii_digit())
            && !secret.is_empty()
            && secret.chars().all(is_secret)
    };
    if token.is_empty() {
        Ok(None)
    } else if token.split_once(':').is_some_and(is_token) {
        Ok(Some(token.to_owned()))
    } else {
        Err(D::Error::custom("bot_token is not the token of a Telegram bot, which looks like 123456:ABC-DEF"))
    }
}

/// Reads the address of a web server, and drops a slash at its end.
pub(super) fn web_address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let address = text.trim().trim_end_matches('/');
    let host = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    if host.is_some_and(|host| !host.is_empty() && !host.contains(char::is_whitespace)) {
        Ok(address.to_owned())
    } else {
        Err(D::Error::custom(format!(
            "{text:?} is no address of a web server, such as https://api.telegram.org"
        )))
    }
}
