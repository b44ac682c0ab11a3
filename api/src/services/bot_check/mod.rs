//! Bot check of the sign-up form, by the configured provider.

mod altcha;
mod turnstile;

use domain::config;
use sqlx::PgPool;

use self::{altcha::Altcha, turnstile::Turnstile};
use crate::http::{
    error::{ApiError, ApiResult},
    limit::ClientAddress,
};

/// The configured provider.
pub enum BotCheck {
    /// Self-hosted proof of work.
    Altcha(Altcha),
    /// Cloudflare Turnstile, with the operator's keys.
    Turnstile(Turnstile),
}

impl BotCheck {
    /// Chooses Turnstile when both its keys are configured, else ALTCHA.
    pub fn new(config: &config::BotCheck) -> Self {
        match Turnstile::new(config) {
            Some(turnstile) => Self::Turnstile(turnstile),
            None => Self::Altcha(Altcha::default()),
        }
    }

    /// Origin of the check's script and frame, when it is not this site.
    pub fn foreign_origin(&self) -> Option<&'static str> {
        match self {
            Self::Altcha(_) => None,
            Self::Turnstile(_) => Some("https://challenges.cloudflare.com"),
        }
    }

    /// Checks the proof that the page's widget produced. Each proof is accepted once.
    ///
    /// # Errors
    /// 422 on `turnstileToken` when the proof is wrong, too old or used; 503 when the provider does not
    /// answer.
    pub async fn accept(&self, db: &PgPool, client: ClientAddress, proof: &str) -> ApiResult<()> {
        let passed = match self {
            Self::Altcha(altcha) => altcha.accept(db, proof).await?,
            Self::Turnstile(turnstile) => turnstile.accept(client, proof).await?,
        };
        if passed { Ok(()) } else { Err(ApiError::BotCheckFailed) }
    }
}
