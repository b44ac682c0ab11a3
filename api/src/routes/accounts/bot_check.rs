//! The bot check that the sign-up page shows.

use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Json,
        limit::{ClientAddress, RateLimits},
        responses::RateErrors,
    },
    services::bot_check::BotCheck,
};

/// Data that the sign-up page needs to show its check.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotCheckSetup {
    /// `altcha` or `turnstile`.
    #[schema(example = "altcha")]
    pub provider: &'static str,
    /// Public key of Turnstile; null for `altcha`.
    pub site_key: Option<String>,
}

/// `GET /api/auth/bot-check`: returns the check that the sign-up page shows.
#[utoipa::path(
    get,
    path = "/api/auth/bot-check",
    tag = "accounts",
    responses((status = 200, body = BotCheckSetup))
)]
pub async fn get_bot_check(State(bot_check): State<Arc<BotCheck>>) -> impl IntoResponse {
    let setup = match &*bot_check {
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
        RateErrors,
        (status = 404, description = "Another bot check is configured"),
    )
)]
pub async fn get_challenge(
    State(db): State<PgPool>,
    State(bot_check): State<Arc<BotCheck>>,
    State(limits): State<Arc<RateLimits>>,
    client: ClientAddress,
) -> ApiResult<impl IntoResponse> {
    limits.bot_check_challenges.check(client.key())?;
    let BotCheck::Altcha(altcha) = &*bot_check else { return Err(ApiError::NoRoute) };
    Ok((CachePolicy::Never, Json(altcha.challenge(&db).await?)))
}
