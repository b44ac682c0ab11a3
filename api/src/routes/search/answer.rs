use std::{collections::BTreeMap, sync::Arc};

use axum::{
    body::Body,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use domain::model::Category;
use indexer::{Hit, SearchRequest, SearchResponse};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    facets::{Facet, FacetMap},
    intent::{SearchIntent, WordRole},
};
use crate::{
    http::{
        error::{ApiError, ApiResult},
        extract::Query,
    },
    routes::compatibility::candidates::{HiddenBy, count_hidden},
    services::{
        retailer_cache::RetailerCache,
        search_index::SearchIndex,
        search_params::{RequestedSearch, read_request},
    },
    wire::{card::ProductCard, category::CategoryName},
};

/// A page of a search or listing.
#[derive(Debug, ToSchema)]
pub struct ProductList {
    #[schema(value_type = Vec<ProductCard>)]
    pub products: Vec<Card>,
    /// Number of products that match.
    pub total: u64,
    /// Whether `total` is exact. Without `facets` it may be too low, but never below the number of products up to and
    /// including this page.
    #[schema(rename = "totalIsExact")]
    pub total_is_exact: bool,
    /// The requested category, if exactly one is requested.
    #[schema(value_type = Option<CategoryName>)]
    pub category: Option<Category>,
    pub page: u32,
    pub limit: u32,
    /// Counts by filter group (`price`, `tier`, `manufacturer`, `retailer`, `availability`, `rating`, `category`,
    /// `spec.<key>`), always in the same order. Each group is counted without its own filter; in `availability`, each
    /// value is counted without its own filter but with that of the other.
    #[schema(value_type = BTreeMap<String, Facet>)]
    pub facets: FacetMap,
    /// Number of matches that `compatibleWith` hides.
    pub hidden: u64,
    /// The hidden matches by the rule that hides them, the most first. Each match counts once.
    #[schema(rename = "hiddenBy")]
    pub hidden_by: Vec<HiddenBy>,
    /// Parts of `q` that were interpreted as filters or as an order.
    pub understood: Vec<Understood>,
    /// `q` with a likely spelling, if that spelling was searched or is clearly meant.
    pub corrected: Option<String>,
    /// Words of `q` that were dropped because nothing was found with them.
    pub dropped: Vec<String>,
    /// Understood constraints of `q` (a chip, a capacity, a price), as typed, that no product meets with the others: the
    /// products are the nearest ones.
    pub relaxed: Vec<String>,
    /// Similar products, only when nothing was found: for a model that does not exist, or a thing that no retailer
    /// carries.
    #[schema(value_type = Vec<ProductCard>)]
    pub nearby: Vec<Card>,
    /// Intent of `q` beyond a list of products, if any.
    pub intent: Option<SearchIntent>,
    /// Path of the page to which an administrator leads this text, such as `/gpu`.
    pub redirect: Option<String>,
    /// The role of each part of `q`: a filter, a use, required or optional words; in its order, and only together
    /// with `explanations`.
    #[schema(nullable = false)]
    pub grammar: Option<Vec<WordRole>>,
    /// Score of each product, in the order of `products`; only if requested.
    #[schema(nullable = false)]
    pub explanations: Option<Vec<Explanation>>,
}

/// Composition of a product's score.
#[derive(Debug, Serialize, ToSchema)]
pub struct Explanation {
    /// Higher is better; comparable only within one answer.
    pub score: f32,
    pub parts: Vec<ScorePart>,
}

/// One part of a score; most names are those of `config/search/ranking.toml`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScorePart {
    pub name: &'static str,
    pub points: f32,
}

/// All fields of a [`ProductList`] except its cards, which are copied into the JSON as they are stored.
#[derive(Serialize)]
struct AnswerWithoutCards<'a> {
    total: u64,
    #[serde(rename = "totalIsExact")]
    total_is_exact: bool,
    category: Option<Category>,
    page: u32,
    limit: u32,
    facets: &'a FacetMap,
    hidden: u64,
    #[serde(rename = "hiddenBy")]
    hidden_by: &'a [HiddenBy],
    understood: &'a [Understood],
    corrected: Option<&'a str>,
    dropped: &'a [String],
    relaxed: &'a [String],
    intent: Option<&'a SearchIntent>,
    redirect: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grammar: Option<&'a [WordRole]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanations: Option<&'a [Explanation]>,
}

/// Words of the query and the filter that they were interpreted as.
#[derive(Debug, Serialize, ToSchema)]
pub struct Understood {
    /// `category`, `brand`, `price`, `spec`, `stock`, `sort`, `retailer`, `fit` (the part that the results must fit),
    /// `fitUnknown` (a part that the results are wanted for, though its facts that decide are not known), `use` (the
    /// purpose) or `word` (a word that no name may have).
    pub kind: &'static str,
    /// The value in words that need no translation (`32 GB`), or its wire name (`GPU`).
    pub label: String,
    /// The words in the form in which words are compared: `below 1200 kd` of `Below 1,200 KD`. Sent back in `literal`,
    /// they are searched as plain words.
    pub words: String,
    /// The equivalent query parameters, with their values.
    pub filter: BTreeMap<String, Vec<String>>,
    /// Whether the results must not have it: `not 8gb`.
    pub excluded: bool,
}

/// A card's JSON exactly as it was indexed; the index's checksums protect it.
pub type Card = Vec<u8>;

/// Answers a search or listing from the index.
///
/// # Errors
/// 422 naming every wrong parameter (an unknown category, and what the engine refuses, alone); 503 while there is no
/// index.
pub async fn find_products(
    index: &SearchIndex,
    retailers: &RetailerCache,
    query: Query,
) -> ApiResult<ProductList> {
    query_index(index, retailers, query, false).await
}

/// Answers like [`find_products`], with the parts of each product's score, which only administrators may see.
///
/// # Errors
/// The errors of [`find_products`].
pub async fn find_products_explained(
    index: &SearchIndex,
    retailers: &RetailerCache,
    query: Query,
) -> ApiResult<ProductList> {
    query_index(index, retailers, query, true).await
}

/// Runs the search on the index; `explain` requests the parts of each score.
async fn query_index(
    index: &SearchIndex,
    retailers: &RetailerCache,
    query: Query,
    explain: bool,
) -> ApiResult<ProductList> {
    let RequestedSearch { mut request, build } = read_request(query)?;
    let mut misfits = None;
    request.explain = explain;
    request.retailer_names = retailers.names();
    request.query_prior = index.query_prior();
    if !build.is_empty() {
        let found = index.find_misfits(&build, &request.filters.categories).await?;
        request.hide = Some(Arc::clone(&found.products));
        misfits = Some(found);
    }
    let engine = index.engine()?;
    let (response, redirect) = (engine.search(&request)?, engine.find_redirect(&request));
    let hidden_by = misfits.map(|misfits| count_hidden(&misfits, &response.hidden_by)).unwrap_or_default();
    Ok(ProductList { hidden_by, redirect, ..ProductList::from_response(&request, response) })
}

impl ProductList {
    /// Converts the engine's response to `request`.
    pub fn from_response(request: &SearchRequest, response: SearchResponse) -> Self {
        Self {
            explanations: request.explain.then(|| response.hits.iter().map(Explanation::from_hit).collect()),
            products: cards(response.hits),
            total: response.total,
            total_is_exact: response.is_total_exact,
            category: single_category(&request.filters.categories),
            page: request.page,
            limit: request.limit,
            facets: FacetMap::from(response.facets),
            hidden: response.hidden,
            hidden_by: Vec::new(),
            understood: response.understood.into_iter().map(Understood::from).collect(),
            corrected: response.corrected,
            dropped: response.dropped,
            relaxed: response.relaxed,
            nearby: cards(response.nearby),
            intent: response.intent.map(SearchIntent::from),
            redirect: None,
            grammar: request.explain.then(|| response.word_roles.into_iter().map(WordRole::from).collect()),
        }
    }

    /// Serialises the answer. Cards are copied as stored: they are most of the answer, and parsing them would be most
    /// of the work.
    ///
    /// # Errors
    /// When the fields besides the cards cannot be serialised.
    pub fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        let rest = serde_json::to_vec(&AnswerWithoutCards {
            total: self.total,
            total_is_exact: self.total_is_exact,
            category: self.category,
            page: self.page,
            limit: self.limit,
            facets: &self.facets,
            hidden: self.hidden,
            hidden_by: &self.hidden_by,
            understood: &self.understood,
            corrected: self.corrected.as_deref(),
            dropped: &self.dropped,
            relaxed: &self.relaxed,
            intent: self.intent.as_ref(),
            redirect: self.redirect.as_deref(),
            grammar: self.grammar.as_deref(),
            explanations: self.explanations.as_deref(),
        })?;
        let cards = self.products.iter().chain(&self.nearby);
        let mut json = Vec::with_capacity(rest.len() + cards.map(|card| card.len() + 1).sum::<usize>() + 32);
        for (opening, cards) in [(r#"{"products":["#, &self.products), (r#"],"nearby":["#, &self.nearby)] {
            json.extend(opening.as_bytes());
            for (index, card) in cards.iter().enumerate() {
                if index > 0 {
                    json.push(b',');
                }
                json.extend(card);
            }
        }
        json.extend(b"],");
        json.extend(rest.get(1..).unwrap_or_default());
        Ok(json)
    }
}

impl IntoResponse for ProductList {
    fn into_response(self) -> Response {
        const JSON: HeaderValue = HeaderValue::from_static("application/json");
        match self.to_json() {
            Ok(json) => ([(header::CONTENT_TYPE, JSON)], Body::from(json)).into_response(),
            Err(error) => ApiError::Internal(error.into()).into_response(),
        }
    }
}

impl Explanation {
    fn from_hit(hit: &Hit) -> Self {
        let parts = hit.explanation.iter().map(|part| ScorePart { name: part.name, points: part.points });
        Self { score: hit.score, parts: parts.collect() }
    }
}

impl From<indexer::UnderstoodPart> for Understood {
    fn from(part: indexer::UnderstoodPart) -> Self {
        Self {
            kind: part.kind.as_str(),
            label: part.label,
            words: part.words,
            filter: part.filter.into_iter().collect(),
            excluded: part.excluded,
        }
    }
}

fn single_category(categories: &[Category]) -> Option<Category> {
    match categories {
        [one] => Some(*one),
        _ => None,
    }
}

fn cards(hits: Vec<Hit>) -> Vec<Card> {
    hits.into_iter().map(|hit| hit.card).collect()
}
