//! Device cookies: browsers that have signed in to an account before.
//!
//! Wrong passwords are counted per account, so that strangers with many addresses cannot guess without end. The limit
//! must not lock out the owner: a browser that has signed in to the account sends a cookie that proves it, and its
//! attempts are counted separately.

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use domain::model::UserId;
use time::Duration;

use super::cookie;
use crate::http::{limit::DeviceId, public_url::PublicUrl, token::Token};

const SECURE_NAME: &str = "__Host-tajmeea-device";
const PLAIN_NAME: &str = "tajmeea-device";
/// The longest lifetime that browsers allow for a cookie.
const LIFETIME: Duration = Duration::days(400);
/// Maximum number of accounts per browser; the least recently used is dropped first.
const MAX_ACCOUNTS: usize = 5;

/// Content of the device cookie: the browser's id, and proofs of the accounts that the browser has signed in to.
#[derive(Debug, Clone)]
pub struct DeviceCookie {
    pub id: DeviceId,
    proofs: Vec<Token>,
}

impl DeviceCookie {
    /// Reads the device cookie. The content is unverified: clients can send anything.
    pub fn read(public_url: &PublicUrl, headers: &HeaderMap) -> Option<Self> {
        Self::parse(CookieJar::from_headers(headers).get(name(public_url))?.value())
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let id = BASE64_URL_SAFE_NO_PAD.decode(parts.next()?).ok()?.try_into().ok()?;
        let proofs = parts.take(MAX_ACCOUNTS).map(Token::read).collect::<Option<_>>()?;
        Some(Self { id, proofs })
    }

    fn text(&self) -> String {
        let proofs = self.proofs.iter().map(Token::text);
        std::iter::once(BASE64_URL_SAFE_NO_PAD.encode(self.id)).chain(proofs).collect::<Vec<_>>().join(".")
    }

    /// Returns whether this browser has signed in to the account with the account's current password.
    pub fn has_signed_in(&self, user_id: UserId, password_hash: &str) -> bool {
        let proof = self.proof(user_id, password_hash).hash();
        self.proofs.iter().any(|sent| sent.hash() == proof)
    }

    /// Derives the proof from the salted password hash, which is unknown outside the database. A new password
    /// invalidates the proof.
    fn proof(&self, user_id: UserId, password_hash: &str) -> Token {
        Token::derived(&format!("device {} of {}", u128::from_be_bytes(self.id), user_id.0), password_hash)
    }
}

/// Adds this account to the device cookie of the browser.
pub fn remember(
    public_url: &PublicUrl,
    headers: &HeaderMap,
    user_id: UserId,
    password_hash: &str,
) -> CookieJar {
    let mut device = DeviceCookie::read(public_url, headers)
        .unwrap_or_else(|| DeviceCookie { id: rand::random(), proofs: Vec::new() });
    let proof = device.proof(user_id, password_hash);
    device.proofs.retain(|sent| sent.hash() != proof.hash());
    device.proofs.insert(0, proof);
    device.proofs.truncate(MAX_ACCOUNTS);
    let device: Cookie<'static> = cookie::cookie(public_url, name(public_url), device.text(), LIFETIME);
    CookieJar::new().add(device)
}

fn name(public_url: &PublicUrl) -> &'static str {
    if public_url.is_secure() { SECURE_NAME } else { PLAIN_NAME }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_proves_accounts_it_signed_in_to_and_no_others() {
        let [sara, noor] = [UserId::random(), UserId::random()];
        let mut device = DeviceCookie { id: [7; 16], proofs: Vec::new() };
        device.proofs = vec![device.proof(sara, "hash of sara")];
        let sent = DeviceCookie::parse(&device.text()).unwrap();
        assert!(sent.has_signed_in(sara, "hash of sara"));
        assert!(!sent.has_signed_in(sara, "hash of another password"));
        assert!(!sent.has_signed_in(noor, "hash of sara"));
        // A proof is bound to its device: beside another device id it is invalid.
        let copied = DeviceCookie { id: [8; 16], ..sent };
        assert!(!copied.has_signed_in(sara, "hash of sara"));
    }

    #[test]
    fn malformed_cookies_are_no_device() {
        for malformed in ["", ".", "x", "AAAA", "AAAAAAAAAAAAAAAAAAAAAA.x", "ت"] {
            assert!(DeviceCookie::parse(malformed).is_none(), "{malformed}");
        }
        assert!(DeviceCookie::parse("AAAAAAAAAAAAAAAAAAAAAA").is_some_and(|device| device.proofs.is_empty()));
    }
}
