use axum::{extract::State, response::IntoResponse};
use domain::{model, store::retailers};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    cache::CachePolicy,
    error::{ApiResult, ErrorBody},
    extract::{Json, Query},
    kwd::Kwd,
    state::AppState,
};

/// The shops that are compared.
#[derive(Debug, Serialize, ToSchema)]
pub struct RetailerList {
    pub retailers: Vec<Retailer>,
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
    let shops = retailers::list(&app.db).await?;
    let retailers = shops.into_iter().filter(|shop| shop.enabled).map(Retailer::from).collect();
    Ok((CachePolicy::Minute, Json(RetailerList { retailers })))
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
