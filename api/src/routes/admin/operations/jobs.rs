use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{CrawlProblem, JobId, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        jobs::{self, JobDecisionError, JobDetail, JobState},
        operations::{self, JobFilter},
    },
};
use serde::Serialize;
use serde_json::json;
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::{Ids, state::CrawlProblemBody};
use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiError, ApiResult},
        extract::{Json, Query},
        page::Page,
        session::Admin,
    },
    routes::admin::{
        batch::{self, BatchFailure},
        matches::choice,
    },
};

/// A page of jobs.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobList {
    /// Newest first.
    pub jobs: Vec<ListedJob>,
    pub total: i64,
    pub page: u32,
    pub limit: u32,
}

/// A background job.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedJob {
    #[schema(value_type = uuid::Uuid)]
    pub id: JobId,
    #[schema(example = "crawl")]
    pub kind: String,
    /// Parameters of the job; the shape depends on `kind`.
    #[schema(value_type = Object)]
    pub payload: serde_json::Value,
    /// QUEUED, RUNNING, DONE, PARKED or CANCELLED.
    #[schema(value_type = String, example = "QUEUED")]
    pub state: JobState,
    pub attempts: i32,
    pub max_attempts: i32,
    /// When the job is due.
    #[serde(with = "time::serde::rfc3339")]
    pub run_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub started_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    pub finished_at: Option<OffsetDateTime>,
    pub last_error: Option<String>,
    /// Why the last crawl of the job did not complete.
    #[schema(value_type = Option<CrawlProblemBody>)]
    pub problem: Option<CrawlProblem>,
    /// Counters that a successful job reported.
    #[schema(value_type = Object)]
    pub counters: serde_json::Value,
}

/// Outcome of the retries.
#[derive(Debug, Serialize, ToSchema)]
pub struct RetryOutcome {
    pub retried: usize,
    pub failed: Vec<BatchFailure>,
}

/// Outcome of the cancellations.
#[derive(Debug, Serialize, ToSchema)]
pub struct CancelOutcome {
    pub cancelled: usize,
    pub failed: Vec<BatchFailure>,
}

/// `GET /api/admin/jobs`: lists background jobs.
#[utoipa::path(
    get,
    path = "/api/admin/jobs",
    params(
        ("state" = Option<String>, Query, description = "all, queued, running, done, parked or cancelled"),
        ("kind" = Option<String>, Query, description = "Only of this kind, such as crawl"),
        ("retailer" = Option<String>, Query, description = "Slug of the retailer that the jobs are about"),
        Page,
    ),
    responses((status = 200, body = JobList))
)]
pub async fn list_jobs(State(db): State<PgPool>, _: Admin, mut query: Query) -> ApiResult<impl IntoResponse> {
    let states = [JobState::Queued, JobState::Running, JobState::Done, JobState::Parked, JobState::Cancelled];
    let state = query.single("state");
    let filter = JobFilter {
        state: choice(&mut query, "state", state, &states.map(|state| (state.word(), state))),
        kind: query.single("kind"),
        retailer: query.parsed("retailer", "must be a retailer's slug"),
    };
    let page: Page = query.take();
    query.finish()?;
    let (found, total) = tokio::try_join!(
        operations::list_jobs(&db, &filter, page.offset(), page.limit.0.into()),
        operations::count_listed_jobs(&db, &filter),
    )?;
    let jobs = found.into_iter().map(ListedJob::from).collect();
    Ok((CachePolicy::Never, Json(JobList { jobs, total, page: page.page.0, limit: page.limit.0 })))
}

/// `POST /api/admin/jobs/retry`: queues parked, cancelled or waiting jobs, due now.
#[utoipa::path(
    post,
    path = "/api/admin/jobs/retry",
    request_body = Ids,
    responses(
        (status = 200, description = "Each id was tried; `failed` lists the ids that could not be queued", body = RetryOutcome),
        (status = 422, description = "There are no ids, too many, or an invalid one"),
    )
)]
pub async fn retry_jobs(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<Ids>,
) -> ApiResult<impl IntoResponse> {
    let ids = batch::read_ids::<JobId>("ids", &request.ids)?;
    let outcome =
        batch::run_each(ids, |id| decide(db.clone(), session.user_id, id, JobState::Queued)).await?;
    Ok((CachePolicy::Never, Json(RetryOutcome { retried: outcome.done, failed: outcome.failed })))
}

/// `POST /api/admin/jobs/cancel`: cancels jobs; the worker of a running job stops at its next heartbeat.
#[utoipa::path(
    post,
    path = "/api/admin/jobs/cancel",
    request_body = Ids,
    responses(
        (status = 200, description = "Each id was tried; `failed` lists the ids that could not be cancelled", body = CancelOutcome),
        (status = 422, description = "There are no ids, too many, or an invalid one"),
    )
)]
pub async fn cancel_jobs(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Json(request): Json<Ids>,
) -> ApiResult<impl IntoResponse> {
    let ids = batch::read_ids::<JobId>("ids", &request.ids)?;
    let outcome =
        batch::run_each(ids, |id| decide(db.clone(), session.user_id, id, JobState::Cancelled)).await?;
    Ok((CachePolicy::Never, Json(CancelOutcome { cancelled: outcome.done, failed: outcome.failed })))
}

async fn decide(db: PgPool, admin: UserId, id: JobId, requested: JobState) -> ApiResult<()> {
    let mut tx = db.begin().await?;
    let before = jobs::find(&mut *tx, id).await?.ok_or(AdminError::JobNotFound)?;
    let action_type = if requested == JobState::Cancelled {
        jobs::cancel(&mut tx, id).await?;
        "CANCEL_JOB"
    } else {
        jobs::retry(&mut tx, id).await?;
        "RETRY_JOB"
    };
    let event = AuditEvent {
        action_type,
        target_type: "JOB",
        target_id: id.to_string(),
        before: Some(json!({ "kind": before.kind, "payload": before.payload, "state": before.state })),
        after: Some(json!({ "kind": before.kind, "payload": before.payload, "state": requested })),
    };
    audit::record(&mut tx, Actor::Admin(admin), &[event]).await?;
    Ok(tx.commit().await?)
}

impl From<JobDecisionError> for ApiError {
    fn from(error: JobDecisionError) -> Self {
        match error {
            JobDecisionError::NoJob(_) => AdminError::JobNotFound.into(),
            JobDecisionError::WrongState { state, requested, .. } => {
                AdminError::JobState { state: state.word(), requested }.into()
            }
            JobDecisionError::AlreadyQueued(_) => AdminError::JobQueued.into(),
            JobDecisionError::Database(error) => error.into(),
        }
    }
}

impl From<JobDetail> for ListedJob {
    fn from(found: JobDetail) -> Self {
        Self {
            problem: found.problem,
            id: found.id,
            kind: found.kind,
            payload: found.payload,
            state: found.state,
            attempts: found.attempts,
            max_attempts: found.max_attempts,
            run_at: found.run_at,
            created_at: found.created_at,
            started_at: found.started_at,
            finished_at: found.finished_at,
            last_error: found.last_error,
            counters: found.counters,
        }
    }
}
