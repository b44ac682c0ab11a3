//! The key by which push services know this installation (VAPID, RFC 8292).

use anyhow::{Context, anyhow};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD as BASE64_URL};
use domain::store::used_bot_checks;
use p256::ecdsa::{Signature, SigningKey, signature::Signer as _};
use reqwest::Url;
use serde_json::json;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use tokio::sync::OnceCell;

const SECRET_NAME: &str = "vapid";
/// How long a signature is valid; push services allow 24 hours.
const LIFETIME: Duration = Duration::hours(12);

/// The installation's key: the configured one, or one that the first process makes and all share, stored in the database.
pub(super) struct VapidKey {
    configured: Option<String>,
    key: OnceCell<SigningKey>,
}

impl VapidKey {
    pub(super) fn new(configured: Option<String>) -> Self {
        Self { configured, key: OnceCell::new() }
    }

    /// Returns the key.
    ///
    /// # Errors
    /// When the database does not answer, or the configured key is none.
    pub(super) async fn load(&self, db: &PgPool) -> anyhow::Result<&SigningKey> {
        let key = self.key.get_or_try_init(async || {
            let bytes = match &self.configured {
                Some(text) => {
                    BASE64_URL.decode(text).context("channels.vapid_private_key is not base64url")?
                }
                None => used_bot_checks::load_or_insert_secret(db, SECRET_NAME, &fresh_key()).await?,
            };
            SigningKey::from_slice(&bytes)
                .map_err(|_| anyhow!("channels.vapid_private_key is no key of P-256"))
        });
        key.await
    }
}

/// Returns the public key in base64url, as browsers and push services take it.
pub(super) fn public_text(key: &SigningKey) -> String {
    BASE64_URL.encode(key.verifying_key().to_encoded_point(false).as_bytes())
}

/// Returns the value of the header `Authorization` for one end point. `contact` is the address under which the push service
/// finds the installation.
pub(super) fn authorization(key: &SigningKey, endpoint: &Url, contact: &str) -> String {
    let claims = json!({
        "aud": endpoint.origin().ascii_serialization(),
        "exp": (OffsetDateTime::now_utc() + LIFETIME).unix_timestamp(),
        "sub": contact,
    });
    let part = |text: String| BASE64_URL.encode(text);
    let head = part(json!({ "typ": "JWT", "alg": "ES256" }).to_string());
    let signed = format!("{head}.{}", part(claims.to_string()));
    let signature: Signature = key.sign(signed.as_bytes());
    format!("vapid t={signed}.{}, k={}", BASE64_URL.encode(signature.to_bytes()), public_text(key))
}

/// Returns a random private key. Nearly every number of 32 bytes is one.
fn fresh_key() -> [u8; 32] {
    loop {
        let bytes: [u8; 32] = rand::random();
        if SigningKey::from_slice(&bytes).is_ok() {
            return bytes;
        }
    }
}
