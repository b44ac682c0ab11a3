//! Browsers, by web push: RFC 8030, encrypted by RFC 8291.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD as BASE64_URL};
use domain::store::users::Language;
use reqwest::{
    Url,
    header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tracing::warn;
use web_push_native::{Auth, p256::PublicKey};

use super::{
    ChannelSender,
    message::{ChannelMessage, shortened},
    request::{self, SendError},
    vapid,
};

/// Length of the secret that a browser shares with us, in bytes.
const AUTH_BYTES: usize = 16;
/// Seconds for which a push service keeps a message for a browser that is off: afterwards the price is old.
const TTL: &str = "86400";
/// Limits in characters. Push services take 4,096 bytes, encrypted.
const MAX_TITLE: usize = 150;
const MAX_BODY: usize = 400;

/// A browser's subscription.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PushAddress {
    pub endpoint: String,
    /// The browser's public key, in base64url.
    pub p256dh: String,
    /// The secret that the browser shares with us, in base64url.
    pub auth: String,
    /// The name of browser and system, for the user's list.
    pub device: String,
}

/// The key of a subscription that cannot be read: `p256dh` or `auth`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PushKeyProblem(pub &'static str);

impl PushAddress {
    /// Checks the keys, so that no message fails for them later.
    ///
    /// # Errors
    /// Names the key that cannot be read.
    pub fn check_keys(&self) -> Result<(), PushKeyProblem> {
        self.keys().map(drop)
    }

    fn keys(&self) -> Result<(PublicKey, Auth), PushKeyProblem> {
        let decode = |text: &str| BASE64_URL.decode(text.trim_end_matches('=')).ok();
        let public = decode(&self.p256dh).and_then(|bytes| PublicKey::from_sec1_bytes(&bytes).ok());
        let auth = decode(&self.auth).and_then(|bytes| <[u8; AUTH_BYTES]>::try_from(bytes).ok());
        let public = public.ok_or(PushKeyProblem("p256dh"))?;
        let auth = auth.ok_or(PushKeyProblem("auth"))?;
        Ok((public, Auth::from(auth)))
    }
}

impl ChannelSender {
    pub(super) async fn send_push(
        &self,
        address: &PushAddress,
        language: Language,
        message: &ChannelMessage,
    ) -> Result<(), SendError> {
        let (public, auth) = address.keys().map_err(|_| SendError::BadAddress)?;
        let body = web_push_native::encrypt(payload(language, message), &public, &auth)
            .map_err(|_| SendError::BadAddress)?;
        let endpoint = Url::parse(&address.endpoint).map_err(|_| SendError::BadAddress)?;
        let key = self.0.vapid.load(&self.0.db).await.map_err(|error| {
            warn!("Cannot sign messages to browsers: {error:#}");
            SendError::NotConfigured
        })?;
        let authorization = vapid::authorization(key, &endpoint, self.0.public_url.as_str());
        let request = self
            .request(&address.endpoint)
            .await?
            .header(AUTHORIZATION, authorization)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header("TTL", TTL)
            .header("Urgency", "normal")
            // Of messages with one topic, a push service keeps the last: what is sent twice to a browser that is off arrives once.
            .header("Topic", message.id.simple().to_string())
            .body(body);
        match request::send(request).await {
            Err(SendError::Status(404 | 410)) => Err(SendError::Gone),
            sent => sent,
        }
    }
}

/// What the service worker reads (`web/public/service-worker.js`).
fn payload(language: Language, message: &ChannelMessage) -> Vec<u8> {
    let (lang, dir) = match language {
        Language::En => ("en", "ltr"),
        Language::Ar => ("ar", "rtl"),
    };
    let payload = json!({
        "title": shortened(&message.title, MAX_TITLE),
        "body": shortened(&message.body, MAX_BODY),
        "link": message.link,
        // A message with the tag of one that is shown replaces it.
        "tag": message.id,
        "lang": lang,
        "dir": dir,
    });
    payload.to_string().into_bytes()
}
