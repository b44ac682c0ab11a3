use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Category, Slug},
    store::reductions::{REDUCTION_DAYS, ReductionCounts},
};
use indexer::{FacetKind, Filters, SearchRequest};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiResult},
        extract::{Json, Path, Query},
    },
    services::{retailer_cache::RetailerCache, search_index::SearchIndex},
    wire::{category::CategoryName, retailer::Retailer},
};

/// A retailer with what it sells.
#[derive(Debug, Serialize, ToSchema)]
pub struct RetailerDetail {
    pub retailer: Retailer,
    /// In the order of the builder's rows, without those of which a listing of the retailer is empty.
    pub categories: Vec<RetailerCategory>,
    /// Null while it cannot be read.
    pub reductions: Option<JudgedReductions>,
}

/// How often the price that a retailer stated as the one before was true, of the reductions that began in the last days and
/// for which the 30 days before were seen.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JudgedReductions {
    /// Number of those whose price before was true.
    pub truthful: i64,
    pub judged: i64,
    /// Number of judged reductions from which the share says something.
    #[schema(example = 5)]
    pub needed: i64,
    #[schema(example = 90)]
    pub days: u16,
}

/// Number of judged reductions below which a retailer is neither praised nor blamed.
const NEEDED_REDUCTIONS: i64 = 5;

impl From<ReductionCounts> for JudgedReductions {
    fn from(counts: ReductionCounts) -> Self {
        let ReductionCounts { judged, truthful } = counts;
        Self { truthful, judged, needed: NEEDED_REDUCTIONS, days: REDUCTION_DAYS }
    }
}

/// A category with a retailer's products.
#[derive(Debug, Serialize, ToSchema)]
pub struct RetailerCategory {
    #[schema(value_type = CategoryName)]
    pub category: Category,
    /// Number of products that the retailer has in stock, or that nobody has and it lists.
    pub products: u64,
}

/// `GET /api/retailers/{slug}`: returns a retailer with the number of its products in each category.
#[utoipa::path(
    get,
    path = "/api/retailers/{slug}",
    tag = "catalogue",
    params(("slug" = String, Path)),
    responses(
        (status = 200, body = RetailerDetail),
        (status = 404, description = "There is no such retailer, or its offers are not shown"),
        (status = 422, description = "The operation takes no parameters"),
    )
)]
pub async fn get_retailer(
    State(index): State<SearchIndex>,
    State(retailers): State<RetailerCache>,
    Path(slug): Path<String>,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    query.finish()?;
    let detail = RetailerDetail::load(&index, &retailers, &slug).await?;
    Ok((CachePolicy::Minute, Json(detail)))
}

impl RetailerDetail {
    /// Loads a retailer whose offers are shown. The products are counted in the index: a listing with the retailer as its
    /// filter has as many.
    ///
    /// # Errors
    /// 404 for an unknown slug; 503 while the retailers or the index cannot be read.
    pub async fn load(index: &SearchIndex, retailers: &RetailerCache, slug: &str) -> ApiResult<Self> {
        let listed = retailers.load_or_cached().await?;
        let found = listed.iter().find(|retailer| retailer.slug == slug);
        let retailer = found.cloned().ok_or(AdminError::RetailerNotFound)?;
        let filters = Filters { retailers: vec![retailer.slug.clone()], ..Filters::default() };
        let whole_group = Some("category".to_owned());
        let request = SearchRequest { limit: 1, filters, whole_group, ..SearchRequest::text("") };
        let response = index.engine()?.search(&request)?;
        let group = response.facets.into_iter().find(|facet| facet.group == "category");
        let counts = match group.map(|facet| facet.kind) {
            Some(FacetKind::Values(values)) => values,
            _ => Vec::new(),
        };
        let products_of = |category: Category| {
            counts.iter().find(|count| count.value == category.as_str()).map_or(0, |count| count.count)
        };
        let categories = Category::ALL
            .into_iter()
            .map(|category| RetailerCategory { category, products: products_of(category) })
            .filter(|entry| entry.products > 0)
            .collect();
        let reductions = match retailer.slug.parse::<Slug>() {
            Ok(slug) => retailers.count_reductions(&slug).await?.map(JudgedReductions::from),
            Err(_) => None,
        };
        Ok(Self { retailer, categories, reductions })
    }
}
