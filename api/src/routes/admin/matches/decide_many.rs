use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{MatchId, UserId},
    transactions::match_decisions,
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiResult, ErrorBody},
        extract::Json,
        responses::{AdminWriteErrors, BodyErrors},
        session::Admin,
    },
    routes::admin::batch::{self, BatchFailure},
};

/// Matches to decide on together.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DecidedMatches {
    /// Ids of at most 1,000 matches.
    pub ids: Vec<String>,
}

/// Outcome of the approvals.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApproveOutcome {
    pub approved: usize,
    pub failed: Vec<BatchFailure>,
}

/// `POST /api/admin/matches/approve-many`: approves the matches one by one; a failure does not stop the others.
#[utoipa::path(
    post,
    path = "/api/admin/matches/approve-many",
    tag = "admin",
    request_body = DecidedMatches,
    responses(
        (status = 200, description = "Each id was tried; `failed` lists the ids that could not be approved", body = ApproveOutcome),
        AdminWriteErrors,
        BodyErrors,
        (status = 422, description = "There are no ids, too many, or an invalid one", body = ErrorBody),
    )
)]
pub async fn approve_many_matches(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<DecidedMatches>,
) -> ApiResult<impl IntoResponse> {
    let ids = batch::read_ids::<MatchId>("ids", &request.ids)?;
    let outcome = batch::run_each(ids, |id| approve(db.clone(), session.user_id, id)).await?;
    Ok((CachePolicy::Never, Json(ApproveOutcome { approved: outcome.done, failed: outcome.failed })))
}

/// Outcome of the rejections.
#[derive(Debug, Serialize, ToSchema)]
pub struct RejectOutcome {
    pub rejected: usize,
    pub failed: Vec<BatchFailure>,
}

/// `POST /api/admin/matches/reject-many`: rejects the matches one by one; a failure does not stop the others.
#[utoipa::path(
    post,
    path = "/api/admin/matches/reject-many",
    tag = "admin",
    request_body = DecidedMatches,
    responses(
        (status = 200, description = "Each id was tried; `failed` lists the ids that could not be rejected", body = RejectOutcome),
        AdminWriteErrors,
        BodyErrors,
        (status = 422, description = "There are no ids, too many, or an invalid one", body = ErrorBody),
    )
)]
pub async fn reject_many_matches(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<DecidedMatches>,
) -> ApiResult<impl IntoResponse> {
    let ids = batch::read_ids::<MatchId>("ids", &request.ids)?;
    let outcome = batch::run_each(ids, |id| reject(db.clone(), session.user_id, id)).await?;
    Ok((CachePolicy::Never, Json(RejectOutcome { rejected: outcome.done, failed: outcome.failed })))
}

async fn reject(db: PgPool, admin: UserId, id: MatchId) -> ApiResult<()> {
    let mut tx = db.begin().await?;
    match_decisions::reject(&mut tx, admin, id).await?;
    Ok(tx.commit().await?)
}

async fn approve(db: PgPool, admin: UserId, id: MatchId) -> ApiResult<()> {
    let mut tx = db.begin().await?;
    match_decisions::approve(&mut tx, admin, id).await?;
    Ok(tx.commit().await?)
}
