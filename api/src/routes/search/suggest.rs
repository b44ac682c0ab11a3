use std::ops::Range;

use axum::{extract::State, response::IntoResponse};
use domain::model::{Category, Picture, ProductId};
use indexer::{SuggestRequest, SuggestResponse, find_typed_ranges};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
        responses::IndexErrors,
        whole::Whole,
    },
    services::{retailer_cache::RetailerCache, search_index::SearchIndex},
    wire::{category::CategoryName, kwd::Kwd, picture::PictureBody, retailer::Retailer},
};

/// Maximum number of suggested retailers.
const MAX_RETAILERS: usize = 3;

/// The typed text.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct SuggestParams {
    /// The text typed so far.
    #[param(max_length = 500)]
    q: String,
    /// Maximum number of products.
    #[param(inline)]
    limit: Whole<1, 20, 6>,
}

/// Suggestions for a typed text.
#[derive(Debug, Serialize, ToSchema)]
pub struct Suggestions {
    pub products: Vec<SuggestedProduct>,
    pub categories: Vec<SuggestedCategory>,
    pub brands: Vec<SuggestedBrand>,
    pub queries: Vec<SuggestedQuery>,
    pub retailers: Vec<SuggestedRetailer>,
}

/// A product to open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedProduct {
    #[schema(value_type = uuid::Uuid)]
    pub id: ProductId,
    pub name: String,
    pub name_ar: Option<String>,
    #[schema(value_type = CategoryName)]
    pub category: Category,
    #[schema(value_type = Option<PictureBody>)]
    pub picture: Option<Picture>,
    pub price: Option<Kwd>,
    pub in_stock: bool,
    /// Matched ranges of `name`.
    #[schema(value_type = Vec<Vec<usize>>)]
    pub highlights: Vec<Highlight>,
    /// Matched ranges of `nameAr`.
    #[schema(value_type = Vec<Vec<usize>>)]
    pub highlights_ar: Vec<Highlight>,
}

/// A category to open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedCategory {
    #[serde(rename = "type")]
    #[schema(value_type = CategoryName)]
    pub category: Category,
    pub label: &'static str,
    pub label_ar: &'static str,
    /// Path of the listing page, if the category has one.
    pub route: Option<&'static str>,
    /// Number of products in the category.
    pub count: u64,
}

/// A manufacturer to filter by.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedBrand {
    pub name: String,
    #[schema(value_type = Vec<Vec<usize>>)]
    pub highlights: Vec<Highlight>,
}

/// A completed query.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedQuery {
    pub text: String,
    #[schema(value_type = Vec<Vec<usize>>)]
    pub highlights: Vec<Highlight>,
}

/// A retailer whose English or Arabic name starts with the typed text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedRetailer {
    pub slug: String,
    pub name: String,
    pub name_ar: String,
    /// Matched ranges of `name`.
    #[schema(value_type = Vec<Vec<usize>>)]
    pub highlights: Vec<Highlight>,
    /// Matched ranges of `nameAr`.
    #[schema(value_type = Vec<Vec<usize>>)]
    pub highlights_ar: Vec<Highlight>,
}

/// Range of characters (Unicode scalar values, not bytes): first index, and the index after the last.
pub type Highlight = [usize; 2];

/// `GET /api/suggest`: suggests products, categories, manufacturers, queries and retailers for a typed text.
#[utoipa::path(
    get,
    path = "/api/suggest",
    tag = "search",
    params(SuggestParams),
    responses(
        (status = 200, body = Suggestions),
        IndexErrors,
    )
)]
pub async fn suggest(
    State(index): State<SearchIndex>,
    State(retailers): State<RetailerCache>,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    let SuggestParams { q: text, limit: Whole(limit) } = query.read()?;
    let retailers = retailers_by_prefix(&retailers, &text).await;
    let found = index.engine()?.suggest(&SuggestRequest { text, limit })?;
    Ok((CachePolicy::Minute, Json(Suggestions { retailers, ..Suggestions::from(found) })))
}

/// Returns the retailers whose names start with the typed text. Only the first call reads the database. Later calls use
/// the cache: names hardly ever change, and `GET /api/retailers`, which pages call all the time, refreshes it. Empty
/// while there is neither a cache nor a database.
async fn retailers_by_prefix(retailers: &RetailerCache, text: &str) -> Vec<SuggestedRetailer> {
    let list = match retailers.cached() {
        Some(list) => list,
        None => match retailers.load_or_cached().await {
            Ok(list) => list,
            Err(_) => return Vec::new(),
        },
    };
    list.iter()
        .filter_map(|retailer| SuggestedRetailer::by_prefix(retailer, text))
        .take(MAX_RETAILERS)
        .collect()
}

impl SuggestedRetailer {
    fn by_prefix(retailer: &Retailer, text: &str) -> Option<Self> {
        let (english, arabic) =
            (find_typed_ranges(text, &retailer.name), find_typed_ranges(text, &retailer.name_ar));
        (english.is_some() || arabic.is_some()).then(|| Self {
            slug: retailer.slug.clone(),
            name: retailer.name.clone(),
            name_ar: retailer.name_ar.clone(),
            highlights: highlights(english.unwrap_or_default()),
            highlights_ar: highlights(arabic.unwrap_or_default()),
        })
    }
}

impl From<SuggestResponse> for Suggestions {
    fn from(found: SuggestResponse) -> Self {
        Self {
            products: found.products.into_iter().map(SuggestedProduct::from).collect(),
            categories: found.categories.into_iter().map(SuggestedCategory::from).collect(),
            brands: found
                .brands
                .into_iter()
                .map(|brand| SuggestedBrand { name: brand.text, highlights: highlights(brand.highlights) })
                .collect(),
            queries: found
                .queries
                .into_iter()
                .map(|query| SuggestedQuery { text: query.text, highlights: highlights(query.highlights) })
                .collect(),
            retailers: Vec::new(),
        }
    }
}

impl From<indexer::SuggestedProduct> for SuggestedProduct {
    fn from(product: indexer::SuggestedProduct) -> Self {
        Self {
            id: product.id,
            name: product.name,
            name_ar: product.name_ar,
            category: product.category,
            picture: product.picture,
            price: product.price.map(Kwd),
            in_stock: product.in_stock,
            highlights: highlights(product.highlights),
            highlights_ar: highlights(product.highlights_ar),
        }
    }
}

impl From<indexer::SuggestedCategory> for SuggestedCategory {
    fn from(found: indexer::SuggestedCategory) -> Self {
        Self {
            category: found.category,
            label: found.category.label_en(),
            label_ar: found.category.label_ar(),
            route: found.category.route(),
            count: found.count,
        }
    }
}

fn highlights(ranges: Vec<Range<usize>>) -> Vec<Highlight> {
    ranges.into_iter().map(|range| [range.start, range.end]).collect()
}
