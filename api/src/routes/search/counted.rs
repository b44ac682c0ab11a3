//! Counts of searches, for the administrators' tab *Searches*.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header::ACCEPT_LANGUAGE, request::Parts},
    response::IntoResponse,
};
use domain::{model::ProductId, store::users::Language};
use indexer::{MAX_DEPTH, normalize_query};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::ProductList;
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Query},
        limit::ClientAddress,
    },
    routes::accounts::LanguageName,
    services::{
        search_log::{ResultAction, SearchLog, SearchOutcome, SearchedText},
        search_visitors::Visitor,
    },
};

/// Maximum length of a counted text, in characters. Longer ones are pasted lists and mails.
const MAX_TEXT: usize = 200;
/// Parameters of a search that is counted. With a filter, the visitor goes on with a search that was counted before.
const COUNTED_PARAMETERS: [&str; 7] = ["q", "inStock", "limit", "facets", "page", "sort", "previous"];

/// A search to count once it is answered.
pub struct CountedSearch {
    log: SearchLog,
    visitor: Visitor,
    searched: SearchedText,
    source: Source,
}

/// Origin of a counted search.
enum Source {
    /// The app, which also names the text that the visitor searched before.
    App { previous: Option<String> },
    /// A page that the server renders with its results.
    Page,
}

impl CountedSearch {
    /// Reads what to count of a request; `None` for the second page of a search, a filtered one, a text that is empty or long,
    /// and visitors that do not count.
    pub fn read(log: &SearchLog, address: ClientAddress, parts: &Parts) -> Option<Self> {
        let mut query = Query::parse(parts.uri.query().unwrap_or_default());
        let text = read_counted_text(&mut query)?;
        let previous = query.single("previous").and_then(|previous| read_text(&previous));
        let searched = SearchedText { text, language: read_language(&parts.headers) };
        let visitor = log.admit(address, &parts.headers)?;
        Some(Self { log: log.clone(), visitor, searched, source: Source::App { previous } })
    }

    /// Reads what to count of a page that the server renders with the results of a search, likewise; `parameters` are those
    /// with which the app would request the results.
    pub fn read_page(
        log: &SearchLog,
        address: ClientAddress,
        headers: &HeaderMap,
        parameters: &str,
        language: Language,
    ) -> Option<Self> {
        let text = read_counted_text(&mut Query::parse(parameters))?;
        let visitor = log.admit(address, headers)?;
        let searched = SearchedText { text, language };
        Some(Self { log: log.clone(), visitor, searched, source: Source::Page })
    }

    /// Counts the search with its answer.
    pub fn count(self, answer: &ProductList) {
        let understood = answer.understood.iter();
        let understood =
            understood.map(|part| json!({ "kind": part.kind, "label": part.label, "words": part.words }));
        let outcome = SearchOutcome {
            results: answer.total,
            understood: understood.collect(),
            unknown_words: answer.dropped.clone(),
        };
        match self.source {
            Source::App { previous } => {
                self.log.count_search(self.visitor, self.searched, previous, outcome);
            }
            Source::Page => self.log.count_rendered_search(self.visitor, self.searched, outcome),
        }
    }
}

/// The first click on a result of a search, or an addition to a build right from the results.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchClickRequest {
    /// The text that was searched.
    #[schema(max_length = 200)]
    pub text: String,
    /// Language of the page.
    #[schema(value_type = LanguageName)]
    pub language: Language,
    #[schema(value_type = uuid::Uuid)]
    pub product_id: ProductId,
    /// Place of the product among all results, from 1.
    #[schema(minimum = 1, maximum = 10_000)]
    pub rank: u32,
    /// Whether the product was added to a build instead of opened.
    #[serde(default)]
    pub addition: bool,
}

/// `POST /api/search/clicks`: counts the first click on a result of a search, or an addition to a build right from the results;
/// each once a day for a browser. The page sends this request without waiting for its answer.
#[utoipa::path(
    post,
    path = "/api/search/clicks",
    tag = "search",
    request_body = SearchClickRequest,
    responses(
        (status = 204, description = "The click is counted, unless a crawler sent the request or searches are not counted"),
    )
)]
pub async fn count_click(
    State(log): State<SearchLog>,
    address: ClientAddress,
    headers: HeaderMap,
    Json(request): Json<SearchClickRequest>,
) -> ApiResult<impl IntoResponse> {
    let text = read_text(&request.text)
        .ok_or_else(|| ApiError::field("text", format!("must have 1 to {MAX_TEXT} characters")))?;
    if !(1..=MAX_DEPTH).contains(&request.rank) {
        return Err(ApiError::field("rank", format!("must be a whole number from 1 to {MAX_DEPTH}")));
    }
    if let Some(visitor) = log.admit(address, &headers) {
        let searched = SearchedText { text, language: request.language };
        let action = if request.addition { ResultAction::Addition } else { ResultAction::Click };
        log.count_choice(visitor, searched, request.product_id, request.rank, action);
    }
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}

/// Returns the text of the first page of a search without filters.
fn read_counted_text(query: &mut Query) -> Option<String> {
    let is_filtered = query.names_with("").iter().any(|name| !COUNTED_PARAMETERS.contains(&name.as_str()));
    if is_filtered || query.single("page").is_some_and(|page| page != "1") {
        return None;
    }
    read_text(&query.single("q")?)
}

/// Returns the normalised text; `None` where it is empty or too long.
fn read_text(text: &str) -> Option<String> {
    if text.chars().count() > MAX_TEXT {
        return None;
    }
    let normalized = normalize_query(text);
    (1..=MAX_TEXT).contains(&normalized.chars().count()).then_some(normalized)
}

/// Returns the language that the page states, or else the one that the browser prefers.
fn read_language(headers: &HeaderMap) -> Language {
    let preferred = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if preferred.trim_start().to_ascii_lowercase().starts_with("ar") { Language::Ar } else { Language::En }
}
