//! Responses to questions whether things fit, and to two things side by side.

use domain::model::Category;

use super::{comparison_responses::respond_to_things, run_query::SearchContext};
use crate::{
    interface::{ComparisonSide, Result, SearchIntent, SearchResponse},
    query::{
        intent::{
            fit_question::{self, Side},
            query_intent,
        },
        parsed_query::ParsedQuery,
    },
};

/// Returns the response to two things without a word between them: of one kind they are compared, of different kinds they
/// are parts of one build. `None` where the query names no two things.
pub(crate) fn respond_to_pair(
    context: SearchContext<'_>,
    parsed: &ParsedQuery,
) -> Result<Option<SearchResponse>> {
    let SearchContext { view, config, .. } = context;
    let Some(sides) = fit_question::find_pair(view, config, parsed)? else { return Ok(None) };
    let [first, second] = &sides;
    let is_one_kind = first.thing.category == second.thing.category;
    let verdict = (!is_one_kind).then(|| fit_question::check_fit(&sides));
    respond_to_things(context, parsed, texts_of(&sides), verdict).map(Some)
}

/// Returns the response to a question whether two things fit. `None` where the query asks for none, or no rule compares the
/// things: then it asks for products.
pub(crate) fn respond_to_question(
    context: SearchContext<'_>,
    parsed: &ParsedQuery,
    search: impl FnOnce() -> Result<SearchResponse>,
) -> Result<Option<SearchResponse>> {
    let SearchContext { view, config, .. } = context;
    let Some(sides) = fit_question::find_question(view, config, parsed)? else { return Ok(None) };
    let verdict = fit_question::check_fit(&sides);
    if verdict.check.is_none() {
        return Ok(None);
    }
    // `is 850w psu ok with 5080` asks for a kind of part too: those that fit. `is 650w enough for 4070` names none.
    let names_kind =
        parsed.spans.iter().any(|span| query_intent::category_of(span, &config.lexicon).is_some());
    if parsed.intent.fit.is_none() || !names_kind {
        return respond_to_things(context, parsed, texts_of(&sides), Some(verdict)).map(Some);
    }
    let answer = search()?;
    let sides = sides.iter().map(|side| ComparisonSide { words: side.text.clone(), product: None }).collect();
    let intent = answer.intent.clone().unwrap_or(SearchIntent::Fit { sides, verdict });
    Ok(Some(SearchResponse { intent: Some(intent), ..answer }))
}

fn texts_of(sides: &[Side]) -> Vec<(String, Category)> {
    sides.iter().map(|side| (side.text.clone(), side.thing.category)).collect()
}
