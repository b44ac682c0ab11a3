//! One request from text to response: check it, parse its text, choose what kind of query it is.

use super::{
    comparison_responses, fit_responses, intent_responses, run_query::SearchContext, stage::Stage, steps,
};
use crate::{
    config::SearchConfig,
    interface::{
        MAX_DEPTH, MAX_LIMIT, MAX_TEXT_CHARS, Problem, Result, SearchError, SearchRequest, SearchResponse,
    },
    query::{
        keyboard,
        parsed_query::ParsedQuery,
        parser::{self, ParseContext},
        part_number, product_words, rewrite,
    },
    storage::view::View,
};

/// Answers a request from one view.
pub(crate) fn search(view: &View, config: &SearchConfig, request: &SearchRequest) -> Result<SearchResponse> {
    check_request(request)?;
    let (literal, retailers) = (request.literal.as_slice(), &request.retailer_names);
    let context = ParseContext { literal, retailers, config, vocabulary: &view.vocabulary };
    let parsed = Stage::Parse.time(|| parser::parse(&request.text, context));
    let search = SearchContext { view, config, request };
    let parsed = product_words::read_product_words_not_as_retailers(view, config, parsed)?;
    let parsed = part_number::drop_constraints_in_part_number(view, parsed)?;
    if let Some(switched) = keyboard::find_switched_layout(view, config, &parsed)? {
        let corrected = Some(switched.text.clone());
        let answer = respond_to_parsed(search, switched)?;
        if answer.total > 0 || answer.intent.is_some() {
            return Ok(SearchResponse { corrected, ..answer });
        }
    }
    respond_to_parsed(search, parsed)
}

/// Answers a request whose text is read.
fn respond_to_parsed(context: SearchContext<'_>, parsed: ParsedQuery) -> Result<SearchResponse> {
    let SearchContext { view, config, request } = context;
    let parsed = rewrite::rewrite_unknown_arabic(view, config, parsed)?;
    let parsed = rewrite::complete_category(view, config, parsed);
    // A text without a single word finds nothing; an empty text lists everything.
    if parsed.words.is_empty() && !request.text.trim().is_empty() {
        return Ok(SearchResponse { is_total_exact: true, ..SearchResponse::default() });
    }
    if let Some(answer) = comparison_responses::respond_to_comparison(context, &parsed)? {
        return Ok(answer);
    }
    if let Some(intent) = intent_responses::whole_pc_intent(config, &parsed) {
        return steps::respond_to_whole_pc(context, parsed, intent);
    }
    let search = || steps::search_products(context, parsed.clone());
    if let Some(answer) = fit_responses::respond_to_question(context, &parsed, search)? {
        return Ok(answer);
    }
    if let Some(answer) = fit_responses::respond_to_pair(context, &parsed)? {
        return Ok(answer);
    }
    steps::search_products(context, parsed)
}

pub(super) fn check_request(request: &SearchRequest) -> Result<()> {
    if request.text.chars().count() > MAX_TEXT_CHARS {
        return Err(SearchError::invalid("q", Problem::TooLong { max: MAX_TEXT_CHARS }));
    }
    if request.literal.len() > MAX_LIMIT as usize {
        return Err(SearchError::invalid("literal", Problem::TooMany { max: MAX_LIMIT as usize }));
    }
    if request.limit < 1 || request.limit > MAX_LIMIT {
        return Err(SearchError::invalid("limit", Problem::OutOfRange { min: 1, max: i64::from(MAX_LIMIT) }));
    }
    if request.page < 1 {
        return Err(SearchError::invalid("page", Problem::OutOfRange { min: 1, max: i64::from(MAX_DEPTH) }));
    }
    let depth = u64::from(request.page) * u64::from(request.limit);
    if depth > u64::from(MAX_DEPTH) {
        return Err(SearchError::invalid("page", Problem::TooDeep { max: MAX_DEPTH }));
    }
    Ok(())
}
