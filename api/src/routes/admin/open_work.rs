use axum::{extract::State, response::IntoResponse};
use domain::store::operations;
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::http::{
    cache::CachePolicy,
    error::ApiResult,
    extract::{Json, Query},
    session::Admin,
};

/// Numbers of items that wait for an administrator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenWork {
    /// Matches to decide.
    pub matches: i64,
    /// Manufacturers to confirm, alias or refuse.
    pub manufacturers: i64,
    /// Prices held back by the price screen.
    pub held_prices: i64,
    /// Offers without a product whose category or manufacturer is unknown, or that state too little.
    pub waiting_offers: i64,
    /// Rejected listings that nobody has dismissed.
    pub rejected_offers: i64,
    /// Jobs that failed on every attempt.
    pub parked_jobs: i64,
    /// Retailers whose newest crawl failed or was held back.
    pub failed_crawls: i64,
}

/// `GET /api/admin/open-work`: counts the items that wait for an administrator.
#[utoipa::path(
    get,
    path = "/api/admin/open-work",
    responses((status = 200, body = OpenWork), (status = 422, description = "A parameter is unknown"))
)]
pub async fn get_open_work(State(db): State<PgPool>, _: Admin, query: Query) -> ApiResult<impl IntoResponse> {
    query.finish()?;
    let open = operations::count_open_work(&db).await?;
    let answer = OpenWork {
        matches: open.matches,
        manufacturers: open.manufacturers,
        held_prices: open.held_prices,
        waiting_offers: open.waiting_offers,
        rejected_offers: open.rejected_offers,
        parked_jobs: open.parked_jobs,
        failed_crawls: open.failed_crawls,
    };
    Ok((CachePolicy::Never, Json(answer)))
}
