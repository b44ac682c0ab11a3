//! Bot check of the sign-up form, by the configured provider.

mod altcha;
mod turnstile;

use axum::{extract::State, response::IntoResponse};
use domain::config;
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use self::{altcha::Altcha, turnstile::Turnstile};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult, ErrorBody},
        extract::Json,
        limit::ClientAddress,
        responses::DatabaseErrors,
    },
    state::AppState,
};

/// The configured provider.
pub enum BotCheck {
    /// Self-hosted proof of work.
    Altcha(Altcha),
    /// Cloudflare Turnstile, with the operator's keys.
    Turnstile(Turnstile),
}

/// Data that the sign-up page needs to show its check.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotCheckSetup {
    /// `altcha` or `turnstile`.
    #[schema(example = "altcha")]
    pub provider: &'static str,
    /// Public key of Turnstile; null for `altcha`.
    #[schema(required)]
    pub site_key: Option<String>,
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

/// `GET /api/auth/bot-check`: returns the check that the sign-up page shows.
#[utoipa::path(
    get,
    path = "/api/auth/bot-check",
    tag = "accounts",
    responses(
        (status = 200, body = BotCheckSetup),
    )
)]
pub async fn get_bot_check(State(app): State<AppState>) -> impl IntoResponse {
    let setup = match &app.accounts.bot_check {
        BotCheck::Altcha(_) => BotCheckSetup { provider: "altcha", site_key: None },
        BotCheck::Turnstile(turnstile) => {
            BotCheckSetup { provider: "turnstile", site_key: Some(turnstile.site_key.clone()) }
        }
    };
    (CachePolicy::Never, Json(setup))
}

/// `GET /api/auth/challenge`: creates a challenge for the ALTCHA widget.
#[utoipa::path(
    get,
    path = "/api/auth/challenge",
    tag = "accounts",
    responses(
        (status = 200, description = "An ALTCHA challenge", body = Object),
        DatabaseErrors,
        (status = 404, description = "Another bot check is configured", body = ErrorBody),
    )
)]
pub async fn get_challenge(State(app): State<AppState>) -> ApiResult<impl IntoResponse> {
    let BotCheck::Altcha(altcha) = &app.accounts.bot_check else { return Err(ApiError::NoRoute) };
    Ok((CachePolicy::Never, Json(altcha.challenge(&app.db).await?)))
}
