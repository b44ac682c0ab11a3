use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{BulkDecisionId, MatchId, UserId},
    transactions::match_decisions,
};
use serde::{Deserialize, Serialize};
use sqlx::{PgPool, PgTransaction};
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Json,
        session::Admin,
    },
    routes::admin::batch::{self, BatchFailure},
};

/// Matches to decide on together.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecidedMatches {
    /// Ids of at most 1,000 matches.
    pub ids: Vec<String>,
    /// Id of the bulk decision, a random UUID that the client chooses: several calls with one id are undone together.
    pub bulk_id: Option<String>,
}

impl DecidedMatches {
    fn read(&self) -> ApiResult<(Vec<MatchId>, Option<BulkDecisionId>)> {
        let bulk = self.bulk_id.as_deref().map(|id| {
            id.parse::<BulkDecisionId>().map_err(|_| ApiError::field("bulkId", format!("{id:?} is no UUID")))
        });
        Ok((batch::read_ids("ids", &self.ids)?, bulk.transpose()?))
    }
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
    request_body = DecidedMatches,
    responses(
        (status = 200, description = "Each id was tried; `failed` lists the ids that could not be approved", body = ApproveOutcome),
        (status = 422, description = "There are no ids, too many, or an invalid one"),
    )
)]
pub async fn approve_many_matches(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<DecidedMatches>,
) -> ApiResult<impl IntoResponse> {
    let (ids, bulk) = request.read()?;
    let outcome = batch::run_each(ids, |id| approve(db.clone(), session.user_id, id, bulk)).await?;
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
    request_body = DecidedMatches,
    responses(
        (status = 200, description = "Each id was tried; `failed` lists the ids that could not be rejected", body = RejectOutcome),
        (status = 422, description = "There are no ids, too many, or an invalid one"),
    )
)]
pub async fn reject_many_matches(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<DecidedMatches>,
) -> ApiResult<impl IntoResponse> {
    let (ids, bulk) = request.read()?;
    let outcome = batch::run_each(ids, |id| reject(db.clone(), session.user_id, id, bulk)).await?;
    Ok((CachePolicy::Never, Json(RejectOutcome { rejected: outcome.done, failed: outcome.failed })))
}

async fn reject(db: PgPool, admin: UserId, id: MatchId, bulk: Option<BulkDecisionId>) -> ApiResult<()> {
    let mut tx = db.begin().await?;
    match_decisions::reject(&mut tx, admin, id).await?;
    commit_in_bulk(tx, id, bulk).await
}

async fn approve(db: PgPool, admin: UserId, id: MatchId, bulk: Option<BulkDecisionId>) -> ApiResult<()> {
    let mut tx = db.begin().await?;
    match_decisions::approve(&mut tx, admin, id).await?;
    commit_in_bulk(tx, id, bulk).await
}

async fn commit_in_bulk(
    mut tx: PgTransaction<'_>,
    id: MatchId,
    bulk: Option<BulkDecisionId>,
) -> ApiResult<()> {
    if let Some(bulk) = bulk {
        match_decisions::add_to_bulk(&mut tx, id, bulk).await?;
    }
    Ok(tx.commit().await?)
}
