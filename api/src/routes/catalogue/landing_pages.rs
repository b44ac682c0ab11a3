use axum::{extract::State, response::IntoResponse};
use domain::model::Category;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Query},
        responses::IndexErrors,
    },
    services::{
        landing::{self, Landing},
        search_index::SearchIndex,
    },
    wire::category::CategoryName,
};

/// The landing pages of a category.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LandingPageList {
    pub landing_pages: Vec<LandingPage>,
}

/// A listing of one category with one filter, at its own address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LandingPage {
    /// Last segment of the path; the first is that of the category.
    #[schema(example = "rtx-5070")]
    pub slug: String,
    #[schema(example = "/gpu/rtx-5070")]
    pub path: String,
    #[schema(example = "RTX 5070")]
    pub name: String,
    pub name_ar: String,
    /// Name of the filter value alone, as in a breadcrumb after the category.
    #[schema(example = "RTX 5070")]
    pub label: String,
    pub label_ar: String,
    /// Listing parameter of the filter.
    #[schema(example = "spec.gpuChipset")]
    pub parameter: String,
    #[schema(example = "GeForce RTX 5070")]
    pub value: String,
    /// Number of products with this value that a retailer lists, in stock or not.
    pub count: u64,
}

/// The category whose landing pages are requested.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct LandingPageParams {
    #[param(required, value_type = CategoryName)]
    category: String,
}

/// `GET /api/landing-pages`: lists the landing pages of a category's chips, sockets, capacities and manufacturers, the
/// most searched first.
#[utoipa::path(
    get,
    path = "/api/landing-pages",
    tag = "catalogue",
    params(LandingPageParams),
    responses(
        (status = 200, body = LandingPageList),
        IndexErrors,
        (status = 422, description = "The category is missing or unknown"),
    )
)]
pub async fn list_landing_pages(
    State(index): State<SearchIndex>,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let LandingPageParams { category } = query.take();
    if category.is_empty() {
        query.problem("category", "must be given");
    }
    query.finish()?;
    let category = category.parse().map_err(|_| ApiError::InvalidCategory)?;
    Ok((CachePolicy::Minute, Json(LandingPageList::from_index(&index, category)?)))
}

impl LandingPageList {
    /// Builds the list from the products in the index.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn from_index(index: &SearchIndex, category: Category) -> ApiResult<Self> {
        let landings = landing::list(index.engine()?, category)?;
        Ok(Self { landing_pages: landings.iter().map(LandingPage::from_landing).collect() })
    }
}

impl LandingPage {
    /// Converts a landing page to its wire form.
    pub fn from_landing(landing: &Landing) -> Self {
        let (name, label) = (landing.name(), landing.value());
        Self {
            slug: landing.slug.clone(),
            path: landing.path(),
            name: name.en,
            name_ar: name.ar,
            label: label.en,
            label_ar: label.ar,
            parameter: landing.parameter(),
            value: landing.value.clone(),
            count: landing.count,
        }
    }
}
