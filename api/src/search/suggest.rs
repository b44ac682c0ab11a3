use std::ops::Range;

use axum::{extract::State, response::IntoResponse};
use domain::model::{Category, Picture, ProductId};
use indexer::{SuggestRequest, SuggestResponse, typed_of_name};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use crate::{
    cache::CachePolicy,
    categories::CategoryName,
    error::{ApiResult, ErrorBody},
    extract::{Json, Query},
    kwd::Kwd,
    pictures::PictureBody,
    retailers::{self, Retailer},
    state::AppState,
};

/// The most products that are proposed, and how many unless asked otherwise.
const MAX_PRODUCTS: u32 = 20;
const DEFAULT_PRODUCTS: u32 = 6;
/// The most retailers that are proposed.
const MAX_RETAILERS: usize = 3;

/// What has been typed so far.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes the query string in the OpenAPI document")]
pub struct SuggestParams {
    /// What has been typed so far.
    #[param(max_length = 500)]
    q: Option<String>,
    /// The most products to propose.
    #[param(minimum = 1, maximum = 20, default = 6)]
    limit: Option<u32>,
}

/// What somebody may be about to type.
#[derive(Debug, Serialize, ToSchema)]
pub struct Suggestions {
    pub products: Vec<SuggestedProduct>,
    pub categories: Vec<SuggestedCategory>,
    pub brands: Vec<SuggestedBrand>,
    pub queries: Vec<SuggestedQuery>,
    pub retailers: Vec<SuggestedRetailer>,
}

/// A product to jump to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedProduct {
    #[schema(value_type = uuid::Uuid)]
    pub id: ProductId,
    pub name: String,
    #[schema(required)]
    pub name_ar: Option<String>,
    #[schema(value_type = CategoryName)]
    pub category: Category,
    #[schema(required, value_type = Option<PictureBody>)]
    pub picture: Option<Picture>,
    #[schema(required)]
    pub price: Option<Kwd>,
    pub in_stock: bool,
    /// Ranges of `name` that were typed.
    #[schema(value_type = Vec<Vec<usize>>)]
    pub highlights: Vec<Highlight>,
    /// Ranges of `nameAr` that were typed.
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
    /// The listing page's path, where there is one.
    #[schema(required)]
    pub route: Option<&'static str>,
    /// How many products it holds.
    pub count: u64,
}

/// A maker to look at.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedBrand {
    pub name: String,
    #[schema(value_type = Vec<Vec<usize>>)]
    pub highlights: Vec<Highlight>,
}

/// A query to complete to.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedQuery {
    pub text: String,
    #[schema(value_type = Vec<Vec<usize>>)]
    pub highlights: Vec<Highlight>,
}

/// A retailer whose name begins as was typed, in either language.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedRetailer {
    pub slug: String,
    pub name: String,
    pub name_ar: String,
    /// Ranges of `name` that were typed.
    #[schema(value_type = Vec<Vec<usize>>)]
    pub highlights: Vec<Highlight>,
    /// Ranges of `nameAr` that were typed.
    #[schema(value_type = Vec<Vec<usize>>)]
    pub highlights_ar: Vec<Highlight>,
}

/// Characters (Unicode scalar values, not bytes) from the first up to, without, the second.
pub type Highlight = [usize; 2];

/// `GET /api/suggest`: what the words typed so far may become.
#[utoipa::path(
    get,
    path = "/api/suggest",
    tag = "search",
    params(SuggestParams),
    responses(
        (status = 200, body = Suggestions),
        (status = 422, description = "A parameter is unknown or wrong: `fields` says which and how", body = ErrorBody),
        (status = 503, description = "The index cannot be read just now", body = ErrorBody),
    )
)]
pub async fn suggest(State(app): State<AppState>, mut query: Query) -> ApiResult<impl IntoResponse> {
    let text = query.one("q").unwrap_or_default();
    let limit = query.number("limit", 1, MAX_PRODUCTS).unwrap_or(DEFAULT_PRODUCTS);
    query.finish()?;
    let retailers = begun_retailers(&app, &text).await;
    let found = app.engine()?.suggest(&SuggestRequest { text, limit })?;
    Ok((CachePolicy::Minute, Json(Suggestions { retailers, ..Suggestions::from(found) })))
}

/// Retailers whose names go on as was typed. Nobody waits for the database but the first: names hardly ever change, and a list of
/// retailers, which pages ask for all the time, reads them anew. Without the database there are none.
async fn begun_retailers(app: &AppState, text: &str) -> Vec<SuggestedRetailer> {
    let known = match app.cached_retailers() {
        Some(known) => known,
        None => match retailers::load_or_cached(app).await {
            Ok(list) => list.retailers,
            Err(_) => return Vec::new(),
        },
    };
    known.iter().filter_map(|retailer| SuggestedRetailer::begun(retailer, text)).take(MAX_RETAILERS).collect()
}

impl SuggestedRetailer {
    fn begun(retailer: &Retailer, text: &str) -> Option<Self> {
        let (english, arabic) = (typed_of_name(text, &retailer.name), typed_of_name(text, &retailer.name_ar));
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
