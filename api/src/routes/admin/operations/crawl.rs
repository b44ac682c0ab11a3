use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::{JobId, Retailer, Slug, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        crawls, jobs, retailers,
    },
    transactions::retailer_changes,
};
use serde::Serialize;
use serde_json::json;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::state::CrawlReport;
use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiResult},
        extract::{Json, Path, Query},
        page::Page,
        session::Admin,
    },
    routes::admin::commit,
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
    params(("slug" = String, Path)),
    responses(
        (status = 202, description = "A crawl is queued for the next free worker", body = QueuedCrawl),
        (status = 404, description = "The retailer does not exist"),
        (status = 409, description = "A crawl of the retailer is queued or running, or the retailer is switched off"),
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
    if !retailer.enabled || retailers::are_crawls_off(&mut *tx, &slug).await? {
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

/// A page of a retailer's crawls.
#[derive(Debug, Serialize, ToSchema)]
pub struct CrawlHistory {
    /// Newest first.
    pub crawls: Vec<CrawlReport>,
    pub total: i64,
    pub page: u32,
    pub limit: u32,
}

/// `GET /api/admin/retailers/{slug}/crawls`: lists the crawls of a retailer that are kept.
#[utoipa::path(
    get,
    path = "/api/admin/retailers/{slug}/crawls",
    params(("slug" = String, Path), Page),
    responses((status = 200, body = CrawlHistory), (status = 404, description = "The retailer does not exist"))
)]
pub async fn list_crawls(
    State(db): State<PgPool>,
    _: Admin,
    Path(slug): Path<String>,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let page: Page = query.take();
    query.finish()?;
    let retailer = find_retailer(&db, &slug).await?;
    let (found, total) = tokio::try_join!(
        crawls::list_newest(&db, Some(retailer.id), page.offset(), page.limit.0.into()),
        crawls::count_of_retailer(&db, retailer.id),
    )?;
    let crawls = found.into_iter().map(CrawlReport::from).collect();
    Ok((CachePolicy::Never, Json(CrawlHistory { crawls, total, page: page.page.0, limit: page.limit.0 })))
}

/// `POST /api/admin/retailers/{slug}/switch-on`: lets a retailer be crawled again.
#[utoipa::path(
    post,
    path = "/api/admin/retailers/{slug}/switch-on",
    params(("slug" = String, Path)),
    responses(
        (status = 204, description = "The retailer is crawled, unless its file is switched off"),
        (status = 404, description = "The retailer does not exist"),
    )
)]
pub async fn switch_on_retailer(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Path(slug): Path<String>,
) -> ApiResult<impl IntoResponse> {
    switch(&db, session.user_id, &slug, true).await
}

/// `POST /api/admin/retailers/{slug}/switch-off`: keeps a retailer from being crawled. Its offers stay until they were not
/// read for so many days that they count as sold out.
#[utoipa::path(
    post,
    path = "/api/admin/retailers/{slug}/switch-off",
    params(("slug" = String, Path)),
    responses(
        (status = 204, description = "The retailer is crawled no more"),
        (status = 404, description = "The retailer does not exist"),
    )
)]
pub async fn switch_off_retailer(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Path(slug): Path<String>,
) -> ApiResult<impl IntoResponse> {
    switch(&db, session.user_id, &slug, false).await
}

async fn switch(
    db: &PgPool,
    admin: UserId,
    slug: &str,
    is_on: bool,
) -> ApiResult<(StatusCode, CachePolicy, ())> {
    let slug: Slug = slug.parse().map_err(|_| AdminError::RetailerNotFound)?;
    let mut tx = db.begin().await?;
    let is_known = if is_on {
        retailer_changes::switch_crawls_on(&mut tx, admin, &slug).await?
    } else {
        retailer_changes::switch_crawls_off(&mut tx, admin, &slug).await?
    };
    if !is_known {
        return Err(AdminError::RetailerNotFound.into());
    }
    commit(tx).await
}

async fn find_retailer(db: &PgPool, slug: &str) -> ApiResult<Retailer> {
    let slug: Slug = slug.parse().map_err(|_| AdminError::RetailerNotFound)?;
    Ok(retailers::find_by_slug(db, &slug).await?.ok_or(AdminError::RetailerNotFound)?)
}
