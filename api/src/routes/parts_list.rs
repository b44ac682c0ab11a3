//! Products of a pasted parts list.

use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};
use domain::model::{Category, Specs};
use indexer::{Engine, Filters, Hit, SearchError, SearchRequest, SearchResponse};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, value::RawValue};
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Json,
        limit::{ClientAddress, RateLimits},
        responses::{IndexErrors, RateErrors},
    },
    services::{
        pasted::{self, ComparedProduct, LineProblem, PastedLine},
        search_index::SearchIndex,
    },
    wire::{card::ProductCard, category::CategoryName},
};

/// Maximum length of a pasted text, in characters.
const MAX_TEXT: usize = 20_000;
/// Number of products that a line is compared with, and of those that it answers with.
const MAX_COMPARED: u32 = 24;
const MAX_CHOICES: usize = 6;

/// A pasted list of parts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PartsListRequest {
    /// Text with a part on each line or row: plain, Markdown, BBCode, HTML, or with tabs between columns.
    #[schema(
        max_length = 20_000,
        example = "CPU: AMD Ryzen 7 9800X3D ($449.00 @ Shop)\nMemory: 2 x 32GB DDR5"
    )]
    pub text: String,
}

/// The parts of a list. Headings, sums and footers are left out.
#[derive(Debug, Serialize, ToSchema)]
pub struct PartsList {
    pub lines: Vec<ListedPart>,
    /// Number of parts after the first 40, which are not read.
    pub omitted: usize,
}

/// A line of the list, with the products that it may name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedPart {
    /// The words that name the part, without markup, kind, quantity and price.
    pub text: String,
    /// Kind of part that the list states.
    #[schema(value_type = Option<CategoryName>)]
    pub slot: Option<Category>,
    pub quantity: u64,
    /// Most likely first, at most six.
    #[schema(value_type = Vec<ProductCard>)]
    pub products: Vec<Box<RawValue>>,
    /// Whether the first product is the one that the line names: their telling words and measures are the same. If not, a
    /// person must choose.
    pub certain: bool,
    /// Whether the search left out words of the line.
    pub partial: bool,
    /// Why there are no products.
    pub problem: Option<ListedPartProblem>,
}

/// Reason why a line has no products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ListedPartProblem {
    NotFound,
    /// The line is longer than 200 characters.
    TooLong,
    /// The list states a kind of part for which builds have no slot.
    OtherKind,
}

/// `POST /api/parts-list`: reads a pasted parts list, and finds the products of its lines.
#[utoipa::path(
    post,
    path = "/api/parts-list",
    tag = "builder",
    request_body = PartsListRequest,
    responses(
        (status = 200, body = PartsList),
        IndexErrors,
        RateErrors,
        (status = 422, description = "The text is missing or too long"),
    )
)]
pub async fn read_parts_list(
    State(index): State<SearchIndex>,
    State(limits): State<Arc<RateLimits>>,
    client: ClientAddress,
    Json(request): Json<PartsListRequest>,
) -> ApiResult<impl IntoResponse> {
    if request.text.chars().nth(MAX_TEXT).is_some() {
        return Err(ApiError::field("text", format!("must be at most {MAX_TEXT} characters")));
    }
    limits.parts_lists.check(client.key())?;
    let engine = index.engine()?.clone();
    // A long list takes some hundred searches, too long for an async thread.
    let list = tokio::task::spawn_blocking(move || PartsList::read(&engine, &request.text))
        .await
        .map_err(|error| ApiError::Internal(error.into()))??;
    Ok((CachePolicy::Never, Json(list)))
}

impl PartsList {
    fn read(engine: &Engine, text: &str) -> Result<Self, SearchError> {
        let list = pasted::read_list(text);
        let lines = list.lines.into_iter().map(|line| ListedPart::find(engine, line));
        Ok(Self { lines: lines.collect::<Result<_, SearchError>>()?, omitted: list.omitted })
    }
}

impl ListedPart {
    fn find(engine: &Engine, line: PastedLine) -> Result<Self, SearchError> {
        let found = match line.problem {
            None => find_products(engine, &line)?,
            Some(_) => FoundProducts::default(),
        };
        let problem = match line.problem {
            Some(LineProblem::TooLong) => Some(ListedPartProblem::TooLong),
            Some(LineProblem::OtherKind) => Some(ListedPartProblem::OtherKind),
            None => found.cards.is_empty().then_some(ListedPartProblem::NotFound),
        };
        Ok(Self {
            text: line.text,
            slot: line.slot,
            quantity: line.quantity,
            products: found.cards,
            certain: found.is_certain,
            partial: found.is_partial,
            problem,
        })
    }
}

#[derive(Default)]
struct FoundProducts {
    cards: Vec<Box<RawValue>>,
    is_certain: bool,
    is_partial: bool,
}

/// What a card states of its product.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CardFacts {
    name: String,
    manufacturer: String,
    category: Category,
    in_stock: bool,
    specs: Map<String, Value>,
}

/// Finds the products of a line:
///
/// 1. Search the line as written, and without the words that describe every such part.
/// 2. If the telling words of one product are those of the line, it is first, and certain.
/// 3. Else products in stock come first where they answer the same words.
fn find_products(engine: &Engine, line: &PastedLine) -> Result<FoundProducts, SearchError> {
    let written = search(engine, &line.text, line.slot, false)?;
    let mut candidates: Vec<(Hit, CardFacts)> = read_cards(&written);
    let category = line.slot.or_else(|| candidates.first().map(|(_, facts)| facts.category));
    let is_exact = written.dropped.is_empty() && written.corrected.is_none();
    if let Some(short) = category.and_then(|category| pasted::shorten(&line.text, category)) {
        let more = read_cards(&search(engine, &short, line.slot, false)?);
        // Products found by the whole line are nearer to it than those found by a part of it.
        candidates = if is_exact { merge(candidates, more) } else { merge(more, candidates) };
    }
    let compared: Vec<ComparedProduct> =
        candidates.iter().map(|(hit, facts)| to_compared(hit, facts)).collect();
    let named = pasted::find_named(&line.text, &compared, is_exact);
    match named {
        Some(index) => {
            let first = candidates.remove(index);
            candidates.insert(0, first);
        }
        None if candidates.first().is_some_and(|(_, facts)| !facts.in_stock) => {
            let in_stock = search(engine, &line.text, line.slot, true)?;
            let is_as_good = in_stock.dropped.len() <= written.dropped.len()
                && (in_stock.corrected.is_none() || written.corrected.is_some());
            if is_as_good {
                candidates = merge(read_cards(&in_stock), candidates);
            }
        }
        None => {}
    }
    let cards =
        candidates.iter().take(MAX_CHOICES).filter_map(|(hit, _)| serde_json::from_slice(&hit.card).ok());
    Ok(FoundProducts {
        cards: cards.collect(),
        is_certain: named.is_some(),
        is_partial: named.is_none() && !written.dropped.is_empty(),
    })
}

fn search(
    engine: &Engine,
    text: &str,
    slot: Option<Category>,
    in_stock: bool,
) -> Result<SearchResponse, SearchError> {
    engine.search(&SearchRequest {
        text: text.to_owned(),
        filters: Filters { categories: slot.into_iter().collect(), in_stock, ..Filters::default() },
        page: 1,
        limit: MAX_COMPARED,
        // The parts of the score say which hits have the line as their part number.
        explain: true,
        ..SearchRequest::default()
    })
}

/// Reads the cards of products that builds have a slot for.
fn read_cards(response: &SearchResponse) -> Vec<(Hit, CardFacts)> {
    let read = |hit: &Hit| Some((hit.clone(), serde_json::from_slice::<CardFacts>(&hit.card).ok()?));
    response.hits.iter().filter_map(read).filter(|(_, facts)| facts.category.letter().is_some()).collect()
}

fn merge(mut first: Vec<(Hit, CardFacts)>, then: Vec<(Hit, CardFacts)>) -> Vec<(Hit, CardFacts)> {
    for (hit, facts) in then {
        if first.iter().all(|(known, _)| known.id != hit.id) {
            first.push((hit, facts));
        }
    }
    first
}

fn to_compared(hit: &Hit, facts: &CardFacts) -> ComparedProduct {
    ComparedProduct {
        category: facts.category,
        manufacturer: facts.manufacturer.clone(),
        name: facts.name.clone(),
        specs: Specs::from_json(&facts.specs).0,
        has_part_number: hit.explanation.iter().any(|part| part.name == "part_number"),
    }
}
