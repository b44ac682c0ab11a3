use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};
use domain::store::retailers;
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiResult, ErrorBody, is_outage},
        extract::{Json, Query},
        responses::DatabaseErrors,
    },
    state::AppState,
    wire::retailer::Retailer,
};

/// The compared retailers.
#[derive(Debug, Serialize, ToSchema)]
pub struct RetailerList {
    #[schema(value_type = Vec<Retailer>)]
    pub retailers: Arc<[Retailer]>,
}

/// `GET /api/retailers`: lists the retailers, in the order in which they were added.
#[utoipa::path(
    get,
    path = "/api/retailers",
    tag = "catalogue",
    responses(
        (status = 200, body = RetailerList),
        DatabaseErrors,
        (status = 422, description = "The operation takes no parameters", body = ErrorBody),
    )
)]
pub async fn list_retailers(State(app): State<AppState>, query: Query) -> ApiResult<impl IntoResponse> {
    query.finish()?;
    Ok((CachePolicy::Minute, Json(load_or_cached(&app).await?)))
}

/// Returns the current retailers, or while the database is unavailable the last ones read.
///
/// # Errors
/// When the database is unavailable and the retailers were never read.
pub async fn load_or_cached(app: &AppState) -> ApiResult<RetailerList> {
    let retailers = match load(&app.db).await {
        Ok(retailers) => {
            app.cache_retailers(Arc::clone(&retailers));
            retailers
        }
        // Listings are answered from the index without the database, so the retailers' names must be available as well.
        Err(error) if is_outage(&error) => app.cached_retailers().ok_or(error)?,
        Err(error) => return Err(error.into()),
    };
    Ok(RetailerList { retailers })
}

/// Loads the enabled retailers from the database.
pub async fn load(db: &PgPool) -> sqlx::Result<Arc<[Retailer]>> {
    let shops = retailers::list(db).await?;
    Ok(shops.into_iter().filter(|shop| shop.enabled).map(Retailer::from).collect())
}
