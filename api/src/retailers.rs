use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};
use domain::{model, store::retailers};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::{
    cache::CachePolicy,
    error::{ApiResult, ErrorBody, is_outage},
    extract::{Json, Query},
    kwd::Kwd,
    state::AppState,
};

/// The shops that are compared.
#[derive(Debug, Serialize, ToSchema)]
pub struct RetailerList {
    #[schema(value_type = Vec<Retailer>)]
    pub retailers: Arc<[Retailer]>,
}

/// A shop.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Retailer {
    pub slug: String,
    pub name: String,
    pub name_ar: String,
    /// The shop's front page.
    pub url: String,
    /// Whether it takes Tabby's instalments.
    pub tabby: bool,
    pub shipping: Shipping,
    /// Counts from 0 and never changes: a shop keeps its colour and shape by it.
    pub position: i32,
}

/// What a shop asks for delivery; null is not known.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Shipping {
    /// The fee for a basket.
    #[schema(required)]
    pub flat: Option<Kwd>,
    /// The basket from which delivery is free.
    #[schema(required)]
    pub free_over: Option<Kwd>,
}

/// `GET /api/retailers`: the shops, in the order in which they were added.
#[utoipa::path(
    get,
    path = "/api/retailers",
    tag = "catalogue",
    responses(
        (status = 200, body = RetailerList),
        (status = 422, description = "A parameter was given", body = ErrorBody),
        (status = 503, description = "The database does not answer just now", body = ErrorBody),
    )
)]
pub async fn list_retailers(State(app): State<AppState>, query: Query) -> ApiResult<impl IntoResponse> {
    query.finish()?;
    Ok((CachePolicy::Minute, Json(load_or_cached(&app).await?)))
}

/// The shops as they are now, or while the database is away as they last were.
///
/// # Errors
/// When they were never read.
pub async fn load_or_cached(app: &AppState) -> ApiResult<RetailerList> {
    let retailers = match load(&app.db).await {
        Ok(retailers) => {
            app.cache_retailers(Arc::clone(&retailers));
            retailers
        }
        // Listings go on answering from the index without the database; their shops' names must, too.
        Err(error) if is_outage(&error) => app.cached_retailers().ok_or(error)?,
        Err(error) => return Err(error.into()),
    };
    Ok(RetailerList { retailers })
}

/// The shops that are compared, as the database says now.
pub async fn load(db: &PgPool) -> sqlx::Result<Arc<[Retailer]>> {
    let shops = retailers::list(db).await?;
    Ok(shops.into_iter().filter(|shop| shop.enabled).map(Retailer::from).collect())
}

impl From<model::Retailer> for Retailer {
    fn from(shop: model::Retailer) -> Self {
        Self {
            slug: shop.slug.into(),
            name: shop.name_en,
            name_ar: shop.name_ar,
            url: shop.base_url,
            tabby: shop.tabby,
            shipping: Shipping {
                flat: shop.shipping.flat.map(Kwd),
                free_over: shop.shipping.free_over.map(Kwd),
            },
            position: shop.position,
        }
    }
}
