//! Whether it is a person who signs up: one question, asked of whichever provider is configured.

mod altcha;
mod turnstile;

use axum::{extract::State, response::IntoResponse};
use domain::config;
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use self::{altcha::Altcha, turnstile::Turnstile};
use crate::{
    cache::CachePolicy,
    error::{ApiError, ApiResult, ErrorBody},
    extract::Json,
    limit::ClientAddress,
    state::AppState,
};

/// The provider that an operator chose.
pub enum BotCheck {
    /// Proof of work, ours alone.
    Altcha(Altcha),
    /// Cloudflare's, with the operator's keys.
    Turnstile(Turnstile),
}

/// What the page needs to show its check.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotCheckSetup {
    /// `altcha` or `turnstile`.
    #[schema(example = "altcha")]
    pub provider: &'static str,
    /// Turnstile's public key.
    #[schema(required)]
    pub site_key: Option<String>,
}

impl BotCheck {
    /// The provider of the configuration: Turnstile when both its keys are set.
    pub fn new(config: &config::BotCheck) -> Self {
        match Turnstile::new(config) {
            Some(turnstile) => Self::Turnstile(turnstile),
            None => Self::Altcha(Altcha::default()),
        }
    }

    /// From where the check's script and frame come, when not from us.
    pub fn foreign_origin(&self) -> Option<&'static str> {
        match self {
            Self::Altcha(_) => None,
            Self::Turnstile(_) => Some("https://challenges.cloudflare.com"),
        }
    }

    /// Accepts what the page's check produced, once.
    ///
    /// # Errors
    /// 422 on `turnstileToken` when it is wrong, too old or was used; 503 when the provider does not answer.
    pub async fn accept(&self, db: &PgPool, client: ClientAddress, proof: &str) -> ApiResult<()> {
        let passed = match self {
            Self::Altcha(altcha) => altcha.accept(db, proof).await?,
            Self::Turnstile(turnstile) => turnstile.accept(client, proof).await?,
        };
        if passed { Ok(()) } else { Err(ApiError::BotCheckFailed) }
    }
}

/// `GET /api/auth/bot-check`: which check the sign-up page shows.
#[utoipa::path(
    get,
    path = "/api/auth/bot-check",
    tag = "accounts",
    responses((status = 200, body = BotCheckSetup))
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

/// `GET /api/auth/challenge`: a piece of work for the ALTCHA widget.
#[utoipa::path(
    get,
    path = "/api/auth/challenge",
    tag = "accounts",
    responses(
        (status = 200, description = "An ALTCHA challenge", body = Object),
        (status = 404, description = "Another check is configured", body = ErrorBody),
        (status = 503, description = "The database does not answer just now", body = ErrorBody),
    )
)]
pub async fn get_challenge(State(app): State<AppState>) -> ApiResult<impl IntoResponse> {
    let BotCheck::Altcha(altcha) = &app.accounts.bot_check else { return Err(ApiError::NoRoute) };
    Ok((CachePolicy::Never, Json(altcha.challenge(&app.db).await?)))
}
