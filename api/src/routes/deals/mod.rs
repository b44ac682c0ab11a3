//! Deals: products whose price in stock is below their usual one, by the rating that is kept of each product.

pub mod find;

use axum::response::{IntoResponse, Response};
use domain::model::Category;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub use self::find::{DealRequest, FoundDeals};
use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
        responses::DatabaseErrors,
        whole::Whole,
    },
    services::read_pool::ReadPool,
    wire::{card::ProductCard, category::CategoryName},
};

/// Filters of the deals. Both must match, and within one any value suffices.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct DealParams {
    /// Categories, comma-separated or repeated.
    category: Vec<String>,
    /// Slugs of retailers that have the product at its lowest price, comma-separated or repeated.
    retailer: Vec<String>,
    /// Page of the list, from 1.
    #[param(inline)]
    page: Whole<1, 1000, 1>,
    /// Products per page: 20, at most 100.
    #[param(inline)]
    limit: Whole<1, 100, { find::PAGE_SIZE }>,
}

/// A page of the deals, the largest share saved first.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealList<'a> {
    pub products: Vec<ProductCard<'a>>,
    /// Number of deals that match, of the 1000 that save the largest shares.
    pub total: usize,
    pub page: u32,
    pub limit: u32,
    /// Categories with deals, counted without the filter of categories.
    pub categories: Vec<DealCategory>,
    /// Retailers with deals, counted without the filter of retailers.
    pub retailers: Vec<DealRetailer>,
}

/// Number of deals in a category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DealCategory {
    #[schema(value_type = CategoryName)]
    pub category: Category,
    pub deals: usize,
}

/// Number of deals at a retailer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DealRetailer {
    /// Slug of the retailer.
    pub retailer: String,
    pub deals: usize,
}

/// `GET /api/deals`: returns products that are in stock for less than their usual price: 3% or more below the median by time
/// of the last 90 days, with enough history, and not raised before the price fell.
#[utoipa::path(
    get,
    path = "/api/deals",
    tag = "catalogue",
    params(DealParams),
    responses(
        (status = 200, body = DealList),
        DatabaseErrors,
    )
)]
pub async fn list_deals(reads: ReadPool, mut query: Query) -> ApiResult<Response> {
    let request = DealRequest::read(&mut query);
    query.finish()?;
    let found = FoundDeals::load(&reads, &request).await?;
    // The answer borrows what was found, so it is serialised here.
    Ok((CachePolicy::Revalidate, Json(found.answer())).into_response())
}
