use std::time::Duration;

use domain::config;
use serde::Deserialize;

use crate::http::{
    error::{ApiError, ApiResult},
    limit::ClientAddress,
};

/// Timeout of a request to Cloudflare.
const MAX_ANSWER_WAIT: Duration = Duration::from_secs(5);
/// Maximum length of a token, as Cloudflare states it.
const MAX_PROOF: usize = 2048;

/// Cloudflare Turnstile.
pub struct Turnstile {
    /// Public key of the site, for the page.
    pub site_key: String,
    secret: String,
    verify_url: String,
    client: reqwest::Client,
}

/// Cloudflare's answer about a token; a second check of the same token fails.
#[derive(Deserialize)]
struct Verdict {
    success: bool,
}

impl Turnstile {
    /// `None` unless both keys are configured.
    pub(super) fn new(config: &config::BotCheck) -> Option<Self> {
        if config.turnstile_site_key.is_empty() || config.turnstile_secret.is_empty() {
            return None;
        }
        // reqwest is built without a TLS provider of its own. An error means that one is installed already, which
        // serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Some(Self {
            site_key: config.turnstile_site_key.clone(),
            secret: config.turnstile_secret.clone(),
            verify_url: config.turnstile_verify_url.clone(),
            client: reqwest::Client::new(),
        })
    }

    pub(super) async fn accept(&self, client: ClientAddress, proof: &str) -> ApiResult<bool> {
        if proof.is_empty() || proof.len() > MAX_PROOF {
            return Ok(false);
        }
        let address = client.0.to_string();
        let question =
            [("secret", self.secret.as_str()), ("response", proof), ("remoteip", address.as_str())];
        let request =
            self.client.post(&self.verify_url).timeout(MAX_ANSWER_WAIT).json(&serde_json::Map::from_iter(
                question.map(|(name, value)| (name.to_owned(), value.into())),
            ));
        // Errors may name the URL, which is Cloudflare's. The secret is in the body, which no error shows.
        let unavailable =
            |error: reqwest::Error| ApiError::Unavailable(anyhow::anyhow!("cannot reach Turnstile: {error}"));
        let verdict: Verdict = request
            .send()
            .await
            .and_then(reqwest::Response::error_for_status)
            .map_err(unavailable)?
            .json()
            .await
            .map_err(unavailable)?;
        Ok(verdict.success)
    }
}
