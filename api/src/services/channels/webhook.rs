//! Addresses of users that get JSON.

use domain::store::users::Language;
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::header::CONTENT_TYPE;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::Sha256;
use time::OffsetDateTime;

use super::{
    ChannelSender,
    message::ChannelMessage,
    request::{self, SendError},
};

/// A webhook, and the secret that signs what is sent to it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WebhookAddress {
    pub url: String,
    pub secret: String,
}

impl ChannelSender {
    /// Posts JSON with the header `Tajmeea-Signature: t=<seconds since 1970>,v1=<signature>`: HMAC-SHA-256 of the seconds, a dot
    /// and the body, in hexadecimal. `Tajmeea-Delivery` is the same when a message is sent again.
    pub(super) async fn send_webhook(
        &self,
        address: &WebhookAddress,
        language: Language,
        message: &ChannelMessage,
    ) -> Result<(), SendError> {
        let body = json!({
            "id": message.id,
            "type": if message.alert.is_some() { "PRICE_ALERT" } else { "TEST" },
            "language": language,
            "title": message.title,
            "text": message.body,
            "link": message.link,
            "alert": message.alert,
        })
        .to_string();
        let seconds = OffsetDateTime::now_utc().unix_timestamp();
        let signature = sign(&address.secret, seconds, &body).ok_or(SendError::BadAddress)?;
        let request = self
            .request(&address.url)
            .await?
            .header(CONTENT_TYPE, "application/json")
            .header("Tajmeea-Delivery", message.id.to_string())
            .header("Tajmeea-Signature", format!("t={seconds},v1={signature}"))
            .body(body);
        request::send(request).await
    }
}

/// Returns the signature in hexadecimal.
fn sign(secret: &str, seconds: i64, body: &str) -> Option<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
    mac.update(format!("{seconds}.{body}").as_bytes());
    Some(mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_is_hmac_sha_256() {
        // printf '1.{}' | openssl dgst -sha256 -hmac key
        let expected = "1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224";
        assert_eq!(sign("key", 1, "{}").unwrap(), expected);
    }
}
