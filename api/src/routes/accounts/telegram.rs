//! The chat with the installation's Telegram bot, in which a user may get price alerts.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::store::telegram_links;
use serde::Serialize;
use sqlx::PgPool;
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Json,
        session::SignedIn,
        token::Token,
    },
    services::telegram::Telegram,
};

/// A link that connects a chat to the account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TelegramLink {
    /// Opens the chat with the bot. It holds a code that works once; whoever has it can connect a chat.
    #[schema(example = "https://t.me/tajmeea_bot?start=0OoUjVQ9kqT0Xa7oHYe1p0r1c0Jf4nqk2bq8mVbXwYs")]
    pub url: String,
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: String,
}

/// `POST /api/user/telegram/link`: makes a link that connects a chat within 15 minutes. An earlier link ends.
#[utoipa::path(
    post,
    path = "/api/user/telegram/link",
    tag = "alerts",
    responses(
        (status = 201, body = TelegramLink),
        (status = 404, description = "This installation has no Telegram bot"),
        (status = 503, description = "The database or Telegram does not answer at the moment"),
    )
)]
pub async fn create_telegram_link(
    State(db): State<PgPool>,
    State(telegram): State<Telegram>,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let code = Token::random();
    // Telegram first: no code is stored that nobody is told.
    let url = telegram.start_link(&code).await.map_err(|error| ApiError::Unavailable(error.into()))?;
    let url = url.ok_or(ApiError::NoRoute)?;
    let expires_at = telegram_links::insert_code(&db, session.user_id, &code.hash()).await?;
    // Formatting fails only for years outside four digits, which the database does not hold.
    let link = TelegramLink { url, expires_at: expires_at.format(&Rfc3339).unwrap_or_default() };
    Ok((StatusCode::CREATED, CachePolicy::Never, Json(link)))
}
