use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::{JobId, Slug},
    store::{
        audit::{self, Actor, AuditEvent},
        jobs, retailers,
    },
};
use serde::Serialize;
use serde_json::json;
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::http::{
    cache::CachePolicy,
    error::{AdminError, ApiResult, ErrorBody},
    extract::{Json, Path},
    responses::AdminWriteErrors,
    session::Admin,
};

/// A crawl in the job queue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueuedCrawl {
    #[schema(value_type = uuid::Uuid)]
    pub job_id: JobId,
}

/// `POST /api/admin/retailers/{slug}/crawl`: queues a crawl of a retailer, due now.
#[utoipa::path(
    post,
    path = "/api/admin/retailers/{slug}/crawl",
    tag = "admin",
    params(("slug" = String, Path)),
    responses(
        (status = 202, description = "A crawl is queued for the next free worker", body = QueuedCrawl),
        AdminWriteErrors,
        (status = 404, description = "The retailer does not exist", body = ErrorBody),
        (status = 409, description = "A crawl of the retailer is queued or running, or the retailer is switched off", body = ErrorBody),
    )
)]
pub async fn crawl_retailer(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Path(slug): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let slug: Slug = slug.parse().map_err(|_| AdminError::RetailerNotFound)?;
    let mut tx = db.begin().await?;
    let retailer = retailers::find_by_slug(&mut *tx, &slug).await?.ok_or(AdminError::RetailerNotFound)?;
    if !retailer.enabled {
        return Err(AdminError::RetailerOff.into());
    }
    let job_id = jobs::enqueue_crawl(&mut *tx, &slug).await?.ok_or(AdminError::CrawlQueued)?;
    let event = AuditEvent {
        action_type: "CRAWL_RETAILER",
        target_type: "RETAILER",
        target_id: slug.to_string(),
        before: None,
        after: Some(json!({ "jobId": job_id })),
    };
    audit::record(&mut tx, Actor::Admin(session.user_id), &[event]).await?;
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, CachePolicy::Never, Json(QueuedCrawl { job_id })))
}
