use anyhow::Context;
use domain::model::Category;
use indexer::{Hit, SearchRequest, SearchResponse};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use utoipa::ToSchema;

use super::{
    facets::{Facet, FacetMap},
    params::{Asked, read_request},
};
use crate::{categories::CategoryName, error::ApiResult, extract::Query, products::Product, state::AppState};

/// A page of a listing.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductList {
    #[schema(value_type = Vec<Product>)]
    pub products: Vec<Card>,
    /// How many products match in all.
    pub total: u64,
    /// The category asked for, when it is one.
    #[schema(required, value_type = Option<CategoryName>)]
    pub category: Option<Category>,
    pub page: u32,
    pub limit: u32,
    /// Live counts by filter group (`price`, `tier`, `manufacturer`, `retailer`, `availability`, `rating`, `category`,
    /// `spec.<key>`), each made without the group's own filter; in display order.
    #[schema(value_type = BTreeMap<String, Facet>)]
    pub facets: FacetMap,
    /// How many matches `compatibleWith` left out.
    pub hidden: u64,
    /// What of `q` was read as a filter or an order.
    pub understood: Vec<Understood>,
    /// `q` with a likely spelling, when that is what was searched or what is clearly meant.
    #[schema(required)]
    pub corrected: Option<String>,
    /// Words of `q` that had to be left out to find anything.
    pub dropped: Vec<String>,
    /// Only when nothing was found for a model that does not exist: what comes near it.
    #[schema(value_type = Vec<Product>)]
    pub nearby: Vec<Card>,
}

/// Some words of the query and the filter that they were read as.
#[derive(Debug, Serialize, ToSchema)]
pub struct Understood {
    /// `category`, `brand`, `price`, `spec`, `stock` or `sort`.
    pub kind: &'static str,
    /// The value in words that need no translation (`32 GB`), or its wire name (`GPU`).
    pub label: String,
    /// The words as typed; sent back in `literal` they are searched as they stand.
    pub words: String,
    /// The parameters that say the same, with their values.
    pub filter: BTreeMap<String, Vec<String>>,
}

/// A card's JSON exactly as it was indexed.
pub type Card = Box<RawValue>;

/// Answers a search or listing from the index.
///
/// # Errors
/// 422 naming every wrong parameter; 503 while there is no index.
pub async fn find(app: &AppState, query: Query) -> ApiResult<ProductList> {
    let Asked { mut request, build } = read_request(query)?;
    if !build.is_empty() {
        request.hide = Some(app.misfits(&build, &request.filters.categories).await?);
    }
    let response = app.engine()?.search(&request)?;
    ProductList::of(&request, response)
}

impl ProductList {
    /// The answer to `request`.
    ///
    /// # Errors
    /// When a card in the index is no JSON.
    pub fn of(request: &SearchRequest, response: SearchResponse) -> ApiResult<Self> {
        Ok(Self {
            products: cards(response.hits)?,
            total: response.total,
            category: only(&request.filters.categories),
            page: request.page,
            limit: request.limit,
            facets: FacetMap::from(response.facets),
            hidden: response.hidden,
            understood: response.understood.into_iter().map(Understood::from).collect(),
            corrected: response.corrected,
            dropped: response.dropped,
            nearby: cards(response.nearby)?,
        })
    }
}

impl From<indexer::Understood> for Understood {
    fn from(understood: indexer::Understood) -> Self {
        Self {
            kind: understood.kind.as_str(),
            label: understood.label,
            words: understood.words,
            filter: understood.filter.into_iter().collect(),
        }
    }
}

fn only(categories: &[Category]) -> Option<Category> {
    match categories {
        [one] => Some(*one),
        _ => None,
    }
}

/// Copies the cards into the answer: they are checked to be JSON, not parsed.
pub(super) fn cards(hits: Vec<Hit>) -> anyhow::Result<Vec<Card>> {
    hits.into_iter()
        .map(|hit| {
            let text = String::from_utf8(hit.card).context("a card in the index is not UTF-8")?;
            RawValue::from_string(text).context("a card in the index is no JSON")
        })
        .collect()
}
