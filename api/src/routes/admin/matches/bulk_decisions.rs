use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{BulkDecisionId, MatchId, UserId},
    store::matches::{
        MatchStatus,
        bulk_decisions::{self, UNDO_WITHIN},
    },
    transactions::match_decisions,
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiError, ApiResult},
        extract::Json,
        session::Admin,
    },
    routes::admin::batch::{self, BatchFailure},
};

/// The bulk decisions that can be undone, the newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkDecisionList {
    pub bulk_decisions: Vec<BulkDecisionBody>,
}

/// Matches that an administrator decided together.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkDecisionBody {
    #[schema(value_type = uuid::Uuid)]
    pub id: BulkDecisionId,
    /// `APPROVED` or `REJECTED`.
    #[schema(value_type = String, example = "APPROVED")]
    pub status: MatchStatus,
    /// Number of its matches that can be undone.
    pub count: i64,
    /// Name of the administrator.
    pub decided_by: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub decided_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub undo_until: OffsetDateTime,
}

/// `GET /api/admin/matches/bulk-decisions`: lists the bulk decisions of the last hour, of all administrators.
#[utoipa::path(
    get,
    path = "/api/admin/matches/bulk-decisions",
    responses((status = 200, body = BulkDecisionList))
)]
pub async fn list_bulk_decisions(State(db): State<PgPool>, _: Admin) -> ApiResult<impl IntoResponse> {
    let bulk_decisions =
        bulk_decisions::list_undoable(&db).await?.into_iter().map(|decision| BulkDecisionBody {
            id: decision.id,
            status: decision.status,
            count: decision.count,
            decided_by: decision.decided_by,
            decided_at: decision.decided_at,
            undo_until: decision.decided_at + UNDO_WITHIN,
        });
    Ok((CachePolicy::Never, Json(BulkDecisionList { bulk_decisions: bulk_decisions.collect() })))
}

/// The bulk decision to undo.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UndoBulkRequest {
    /// Id of the bulk decision.
    pub id: String,
}

/// Outcome of the undo.
#[derive(Debug, Serialize, ToSchema)]
pub struct UndoBulkOutcome {
    pub undone: usize,
    pub failed: Vec<BatchFailure>,
}

/// `POST /api/admin/matches/bulk-decisions/undo`: undoes a bulk decision of the last hour, the last decided match first.
/// A failure does not stop the others; matches that failed with `TIMEOUT` are undone by another call.
#[utoipa::path(
    post,
    path = "/api/admin/matches/bulk-decisions/undo",
    request_body = UndoBulkRequest,
    responses(
        (status = 200, description = "Each match was tried; `failed` lists those that could not be undone", body = UndoBulkOutcome),
        (status = 404, description = "There is no such bulk decision in the last hour"),
    )
)]
pub async fn undo_bulk_decision(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<UndoBulkRequest>,
) -> ApiResult<impl IntoResponse> {
    let no_such_bulk = || ApiError::from(AdminError::BulkDecisionNotFound);
    let bulk: BulkDecisionId = request.id.parse().map_err(|_| no_such_bulk())?;
    let matches = bulk_decisions::list_matches(&db, bulk).await?;
    if matches.is_empty() {
        return Err(no_such_bulk());
    }
    let outcome = batch::run_each(matches, |id| undo(db.clone(), session.user_id, id, bulk)).await?;
    Ok((CachePolicy::Never, Json(UndoBulkOutcome { undone: outcome.done, failed: outcome.failed })))
}

async fn undo(db: PgPool, admin: UserId, id: MatchId, bulk: BulkDecisionId) -> ApiResult<()> {
    let mut tx = db.begin().await?;
    match_decisions::undo_in_bulk(&mut tx, admin, id, bulk).await?;
    Ok(tx.commit().await?)
}
