//! The end of mails that a user may do without, by the token in each of them (RFC 8058). No session is needed.

use axum::{extract::State, response::IntoResponse};
use domain::store::users::{self, SettingsChange};
use serde::Deserialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::SuccessResponse;
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Query},
    },
    services::unsubscribe::UnsubscribeTokens,
};

/// The token of a mail's unsubscribe link.
#[derive(Deserialize, ToSchema)]
pub struct UnsubscribeRequest {
    #[serde(default)]
    pub token: String,
}

/// `POST /api/unsubscribe`: ends the mails about price alerts of the user to whom the token was mailed.
#[utoipa::path(
    post,
    path = "/api/unsubscribe",
    tag = "alerts",
    request_body = UnsubscribeRequest,
    responses((status = 200, body = SuccessResponse), (status = 422, description = "The token is of no mail"))
)]
pub async fn unsubscribe(
    State(db): State<PgPool>,
    State(tokens): State<UnsubscribeTokens>,
    Json(typed): Json<UnsubscribeRequest>,
) -> ApiResult<impl IntoResponse> {
    end_alert_mails(&db, &tokens, &typed.token).await
}

/// `POST /unsubscribe?token=…`: the same for mail programs. What they send in the body tells nothing more.
pub async fn unsubscribe_by_mail_program(
    State(db): State<PgPool>,
    State(tokens): State<UnsubscribeTokens>,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let token = query.single("token").unwrap_or_default();
    end_alert_mails(&db, &tokens, &token).await
}

/// Switches the setting off, as often as asked. There is no rate limit: one server of a mail provider asks for many users,
/// and a wrong token reads nothing from the database.
async fn end_alert_mails(
    db: &PgPool,
    tokens: &UnsubscribeTokens,
    token: &str,
) -> ApiResult<(CachePolicy, Json<SuccessResponse>)> {
    let user_id = tokens
        .read(db, token)
        .await?
        .ok_or_else(|| ApiError::field("token", "is not the token of a mail"))?;
    let change = SettingsChange { price_drop_alerts: Some(false), ..SettingsChange::default() };
    // A user who has deleted the account gets no mails either.
    users::change_settings(db, user_id, &change).await?;
    Ok((CachePolicy::Never, Json(SuccessResponse { success: true })))
}
