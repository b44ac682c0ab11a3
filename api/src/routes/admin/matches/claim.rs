use axum::{extract::State, response::IntoResponse};
use domain::store::matches::claims;
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::decide::{MatchDecisionRequest, parse_match_id};
use crate::http::{cache::CachePolicy, error::ApiResult, extract::Json, session::Admin};

/// Who else looks at a match.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchClaim {
    /// Names of the other administrators who looked at the match in the last two minutes, the latest first.
    pub other_reviewers: Vec<String>,
}

/// `POST /api/admin/match-claims`: says that the caller looks at a match, for two minutes or until the caller looks at
/// another one. It keeps nobody from deciding, and is no entry of the audit log.
#[utoipa::path(
    post,
    path = "/api/admin/match-claims",
    request_body = MatchDecisionRequest,
    responses((status = 200, body = MatchClaim), (status = 404, description = "The id is no id of a match"))
)]
pub async fn claim_match(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<MatchDecisionRequest>,
) -> ApiResult<impl IntoResponse> {
    let id = parse_match_id(&request.id)?;
    let other_reviewers = claims::claim(&db, session.user_id, id).await?;
    Ok((CachePolicy::Never, Json(MatchClaim { other_reviewers })))
}
