use std::time::Duration;

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use sqlx::{Connection, PgPool};
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
    },
    services::{background_tasks::BackgroundTasks, search_index::SearchIndex},
};

/// Timeout of the database ping.
const MAX_PING_WAIT: Duration = Duration::from_secs(1);

/// Whether this process is about to stop and asks load balancers to send no further requests.
#[derive(Debug, Clone)]
pub struct Draining(pub watch::Receiver<bool>);

/// Health of this process.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    pub status: Status,
    pub database: DatabaseHealth,
    pub index: IndexHealth,
    /// Background tasks of this process that have failed in the last minutes and are started again.
    #[schema(value_type = Vec<String>, example = json!(["mails"]))]
    pub failing_tasks: Vec<&'static str>,
    /// Version of the program.
    pub version: &'static str,
}

/// Status for load balancers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Everything works.
    Ok,
    /// Search and listings answer from the index, but the database is unavailable, the index is partly damaged and being
    /// rebuilt, or a background task fails.
    Degraded,
    /// The index cannot be read and is being rebuilt. Answered with 503.
    Damaged,
    /// The first index is being built; searches find nothing yet. Answered with 503.
    Starting,
    /// The process is about to stop: it still answers requests, but should receive no more. Answered with 503.
    Stopping,
}

/// Whether the database answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DatabaseHealth {
    Up,
    Down,
}

/// Search index of this process and its delay.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexHealth {
    /// Counter that every rebuild increases.
    pub generation: u64,
    pub documents: u64,
    /// Seconds since the index last held every change of the database; null before the first time.
    pub lag_seconds: Option<f64>,
    /// Whether a new generation is being built beside the live one.
    pub rebuilding: bool,
    /// Whether index files are damaged: the index is rebuilt and meanwhile answers as far as it can be read.
    pub damaged: bool,
}

/// Readiness for visitors.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Readiness {
    pub status: Status,
    /// As in the health, where there are some: visitors need none of these tasks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, value_type = Vec<String>, example = json!(["mails"]))]
    pub failing_tasks: Vec<&'static str>,
}

/// Sign of life of the process.
#[derive(Debug, Serialize, ToSchema)]
pub struct Liveness {
    /// Always true.
    pub alive: bool,
}

/// `GET /api/health`: returns the health of this process, for load balancers and operators.
#[utoipa::path(
    get,
    path = "/api/health",
    tag = "operations",
    responses(
        (status = 200, description = "The process serves requests", body = Health),
        (status = 422, description = "The operation takes no parameters"),
        (status = 503, description = "The process builds its first index, cannot read its index, or is about to stop", body = Health),
    )
)]
pub async fn get_health(
    State(db): State<PgPool>,
    State(index): State<SearchIndex>,
    State(draining): State<Draining>,
    State(tasks): State<BackgroundTasks>,
    query: Query,
) -> ApiResult<Response> {
    query.finish()?;
    let database = ping(&db).await;
    let failing_tasks = tasks.failing();
    let is_well =
        database == DatabaseHealth::Up && !index.unready_engine().is_damaged() && failing_tasks.is_empty();
    let status = match find_unreadiness(&index, &draining).await {
        Some(status) => status,
        None if is_well => Status::Ok,
        None => Status::Degraded,
    };
    let (engine, following) = (index.unready_engine(), index.status());
    let stats = engine.stats();
    let body = Health {
        status,
        database,
        index: IndexHealth {
            generation: stats.generation,
            documents: stats.documents,
            lag_seconds: following.lag().map(|lag| lag.as_millis() as f64 / 1000.0),
            rebuilding: following.rebuilding,
            damaged: engine.is_damaged(),
        },
        failing_tasks,
        version: env!("CARGO_PKG_VERSION"),
    };
    Ok((status_code(status), CachePolicy::Never, Json(body)).into_response())
}

/// `GET /api/health/ready`: returns whether load balancers should send visitors here, with or without the database. A
/// background task that fails is named, and keeps nobody away.
#[utoipa::path(
    get,
    path = "/api/health/ready",
    tag = "operations",
    responses(
        (status = 200, description = "The process serves requests", body = Readiness),
        (status = 422, description = "The operation takes no parameters"),
        (status = 503, description = "The process builds its first index, cannot read its index, or is about to stop", body = Readiness),
    )
)]
pub async fn get_readiness(
    State(index): State<SearchIndex>,
    State(draining): State<Draining>,
    State(tasks): State<BackgroundTasks>,
    query: Query,
) -> ApiResult<Response> {
    query.finish()?;
    let failing_tasks = tasks.failing();
    let well = if failing_tasks.is_empty() { Status::Ok } else { Status::Degraded };
    let status = find_unreadiness(&index, &draining).await.unwrap_or(well);
    Ok((status_code(status), CachePolicy::Never, Json(Readiness { status, failing_tasks })).into_response())
}

/// `GET /api/health/live`: answers while the process does; a restart helps when it fails.
#[utoipa::path(
    get,
    path = "/api/health/live",
    tag = "operations",
    responses(
        (status = 200, description = "The process answers", body = Liveness),
        (status = 422, description = "The operation takes no parameters"),
    )
)]
pub async fn get_liveness(query: Query) -> ApiResult<Response> {
    query.finish()?;
    Ok((CachePolicy::Never, Json(Liveness { alive: true })).into_response())
}

/// The status that keeps visitors away, if one does.
async fn find_unreadiness(index: &SearchIndex, draining: &Draining) -> Option<Status> {
    if *draining.0.borrow() {
        Some(Status::Stopping)
    } else if !index.status().ready {
        Some(Status::Starting)
    } else if !index_answers(index).await {
        Some(Status::Damaged)
    } else {
        None
    }
}

fn status_code(status: Status) -> StatusCode {
    match status {
        Status::Ok | Status::Degraded => StatusCode::OK,
        Status::Starting | Status::Damaged | Status::Stopping => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// Returns whether the index answers a search.
async fn index_answers(index: &SearchIndex) -> bool {
    let engine = index.unready_engine().clone();
    tokio::task::spawn_blocking(move || engine.can_answer()).await.unwrap_or(false)
}

async fn ping(db: &PgPool) -> DatabaseHealth {
    let answered = tokio::time::timeout(MAX_PING_WAIT, async { db.acquire().await?.ping().await }).await;
    if matches!(answered, Ok(Ok(()))) { DatabaseHealth::Up } else { DatabaseHealth::Down }
}
