use std::time::Duration;

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use sqlx::{Connection, PgPool};
use utoipa::ToSchema;

use crate::{
    cache::CachePolicy,
    error::{ApiResult, ErrorBody},
    extract::{Json, Query},
    state::AppState,
};

/// How long the database may take to say that it is there.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// How this process does.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    pub status: Status,
    pub database: DatabaseHealth,
    pub index: IndexHealth,
    /// The program's version.
    pub version: &'static str,
}

/// Whether a load balancer should send visitors here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// All is well.
    Ok,
    /// Search and listings answer from the index; the database is away, or the index is damaged in part and being rebuilt.
    Degraded,
    /// The index cannot be read; it is being rebuilt. Answered with 503.
    Damaged,
    /// The first index is being built: nothing can be found yet. Answered with 503.
    Starting,
    /// The process is about to stop: what is sent to it is still answered, but nothing more should be. Answered with 503.
    Stopping,
}

/// Whether the database answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DatabaseHealth {
    Up,
    Down,
}

/// What this process' index holds and how far it is behind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexHealth {
    /// Counts up with every rebuild.
    pub generation: u64,
    pub documents: u64,
    /// Seconds since the index was last known to hold all that the database says; null before the first time.
    #[schema(required)]
    pub lag_seconds: Option<f64>,
    /// Whether a new generation is being built beside the live one.
    pub rebuilding: bool,
    /// Whether its files are damaged: it is built anew, and answers meanwhile as far as it can be read.
    pub damaged: bool,
}

/// Readiness for visitors.
#[derive(Debug, Serialize, ToSchema)]
pub struct Readiness {
    pub status: Status,
}

/// Sign of life of the process.
#[derive(Debug, Serialize, ToSchema)]
pub struct Liveness {
    /// Always true.
    pub alive: bool,
}

/// `GET /api/health`: how this process does, for load balancers and operators.
#[utoipa::path(
    get,
    path = "/api/health",
    tag = "operations",
    responses(
        (status = 200, description = "It answers", body = Health),
        (status = 422, description = "A parameter was given", body = ErrorBody),
        (status = 503, description = "It is still building its first index, cannot read it, or is about to stop", body = Health),
    )
)]
pub async fn get_health(State(app): State<AppState>, query: Query) -> ApiResult<Response> {
    query.finish()?;
    let database = ping(&app.db).await;
    let status = match find_unreadiness(&app).await {
        Some(status) => status,
        None if database == DatabaseHealth::Up && !app.unready_engine().is_damaged() => Status::Ok,
        None => Status::Degraded,
    };
    let index = app.index.borrow().clone();
    let stats = app.unready_engine().stats();
    let body = Health {
        status,
        database,
        index: IndexHealth {
            generation: stats.generation,
            documents: stats.documents,
            lag_seconds: index.lag().map(|lag| lag.as_millis() as f64 / 1000.0),
            rebuilding: index.rebuilding,
            damaged: app.unready_engine().is_damaged(),
        },
        version: env!("CARGO_PKG_VERSION"),
    };
    Ok((status_code(status), CachePolicy::Never, Json(body)).into_response())
}

/// `GET /api/health/ready`: whether a load balancer should send visitors here. Asks nothing of the database, without which
/// searches are answered all the same.
#[utoipa::path(
    get,
    path = "/api/health/ready",
    tag = "operations",
    responses(
        (status = 200, description = "It serves visitors", body = Readiness),
        (status = 422, description = "A parameter was given", body = ErrorBody),
        (status = 503, description = "It is still building its first index, cannot read it, or is about to stop", body = Readiness),
    )
)]
pub async fn get_readiness(State(app): State<AppState>, query: Query) -> ApiResult<Response> {
    query.finish()?;
    let status = find_unreadiness(&app).await.unwrap_or(Status::Ok);
    Ok((status_code(status), CachePolicy::Never, Json(Readiness { status })).into_response())
}

/// `GET /api/health/live`: that the process answers at all. Where this fails, starting it anew helps.
#[utoipa::path(
    get,
    path = "/api/health/live",
    tag = "operations",
    responses(
        (status = 200, description = "The process answers", body = Liveness),
        (status = 422, description = "A parameter was given", body = ErrorBody),
    )
)]
pub async fn get_liveness(query: Query) -> ApiResult<Response> {
    query.finish()?;
    Ok((CachePolicy::Never, Json(Liveness { alive: true })).into_response())
}

/// The status that keeps visitors away, if one does.
async fn find_unreadiness(app: &AppState) -> Option<Status> {
    if *app.draining.borrow() {
        Some(Status::Stopping)
    } else if !app.index.borrow().ready {
        Some(Status::Starting)
    } else if !answers(app).await {
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

/// Whether the index answers a search.
async fn answers(app: &AppState) -> bool {
    let engine = app.unready_engine().clone();
    tokio::task::spawn_blocking(move || engine.answers()).await.unwrap_or(false)
}

async fn ping(db: &PgPool) -> DatabaseHealth {
    let answered = tokio::time::timeout(PING_TIMEOUT, async { db.acquire().await?.ping().await }).await;
    if matches!(answered, Ok(Ok(()))) { DatabaseHealth::Up } else { DatabaseHealth::Down }
}
