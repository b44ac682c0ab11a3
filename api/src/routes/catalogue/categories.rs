use std::collections::HashMap;

use axum::{extract::State, response::IntoResponse};
use domain::model::Category;
use indexer::{Engine, FacetKind, SearchError, SearchRequest};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
        responses::IndexErrors,
    },
    services::search_index::SearchIndex,
    wire::category::CategoryName,
};

/// All categories, in the order of the builder's rows.
#[derive(Debug, Serialize, ToSchema)]
pub struct CategoryList {
    pub categories: Vec<CategoryEntry>,
}

/// A product category.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryEntry {
    #[serde(rename = "type")]
    #[schema(value_type = CategoryName)]
    pub category: Category,
    pub label: &'static str,
    pub label_ar: &'static str,
    /// Name of the icon.
    pub icon: &'static str,
    /// Whether a complete build needs this category.
    pub required: bool,
    /// Path of the listing page, if the category has one.
    pub route: Option<&'static str>,
    /// Keyboard key that opens the listing.
    #[schema(value_type = Option<String>)]
    pub letter: Option<char>,
    /// Number of products in the category.
    pub count: u64,
}

/// `GET /api/categories`: lists the categories with their numbers of products.
#[utoipa::path(
    get,
    path = "/api/categories",
    tag = "catalogue",
    responses(
        (status = 200, body = CategoryList),
        IndexErrors,
        (status = 422, description = "The operation takes no parameters"),
    )
)]
pub async fn list_categories(State(index): State<SearchIndex>, query: Query) -> ApiResult<impl IntoResponse> {
    query.finish()?;
    Ok((CachePolicy::Minute, Json(CategoryList::from_index(&index)?)))
}

impl CategoryList {
    /// Counts the products of every category in the index.
    ///
    /// # Errors
    /// When there is no index yet, or it cannot be read.
    pub fn from_index(index: &SearchIndex) -> ApiResult<Self> {
        let counts = category_counts(index.engine()?)?;
        let count_of = |category: Category| counts.get(category.as_str()).copied().unwrap_or(0);
        let categories =
            Category::ALL.into_iter().map(|category| entry(category, count_of(category))).collect();
        Ok(Self { categories })
    }
}

/// Returns the number of products in each category of the index, by category name.
fn category_counts(engine: &Engine) -> Result<HashMap<String, u64>, SearchError> {
    let response = engine.search(&SearchRequest { limit: 1, ..SearchRequest::text("") })?;
    let group = response.facets.into_iter().find(|facet| facet.group == "category");
    Ok(match group.map(|facet| facet.kind) {
        Some(FacetKind::Values(values)) => {
            values.into_iter().map(|value| (value.value, value.count)).collect()
        }
        _ => HashMap::new(),
    })
}

fn entry(category: Category, count: u64) -> CategoryEntry {
    CategoryEntry {
        category,
        label: category.label_en(),
        label_ar: category.label_ar(),
        icon: category.icon(),
        required: category.required(),
        route: category.route(),
        letter: category.letter(),
        count,
    }
}
