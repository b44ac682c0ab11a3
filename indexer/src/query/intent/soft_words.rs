//! Soft words: words that may be a use or a part of a name, such as `gaming` (`TUF Gaming B650-PLUS`) and `dual`
//! (`Dual RTX 4060`). The parser makes them optional; here they are required as parts of a name.

use domain::model::SpecKey;

use super::query_intent::category_of;
use crate::{
    query::{
        expander::Expander,
        parsed_query::{PART_NAMING_SPECS, ParsedQuery, QuerySpan, span_has_digit},
    },
    text::analyzer::Word,
};

/// Returns the query with its soft words required. `None` if they are probably not part of a name: no word is soft, or
/// the query names a kind of part or a purpose, or has neither a manufacturer, a model nor a plain word.
pub(crate) fn require_soft_words(expander: &Expander<'_>, parsed: &ParsedQuery) -> Option<ParsedQuery> {
    let (soft, required): (Vec<&QuerySpan>, Vec<&QuerySpan>) =
        parsed.spans.iter().partition(|span| span.is_optional);
    let is_of_name = |span: &&QuerySpan| {
        let is_model = span_has_digit(&parsed.words, span) && !is_amount(span, &parsed.words);
        span.is_plain() || span.brand.is_some() || is_model
    };
    let names_category = required.iter().any(|span| category_of(span, &expander.config.lexicon).is_some());
    let asks_more = parsed.intent.fit.is_some() || !parsed.constraints.fit_conditions.is_empty();
    if soft.is_empty() || asks_more || names_category || !required.iter().any(is_of_name) {
        return None;
    }
    let spans = parsed.spans.iter().map(|span| match span.is_optional {
        true => expander.as_required(parsed, span),
        false => span.clone(),
    });
    Some(ParsedQuery { spans: spans.collect(), ..parsed.clone() })
}

/// Whether a span is an amount or a fact rather than the number of a model: `48gb`, `ddr5`.
fn is_amount(span: &QuerySpan, words: &[Word]) -> bool {
    let words = words.get(span.start..span.end).unwrap_or_default();
    let is_fact = |(key, _): &(SpecKey, String)| !PART_NAMING_SPECS.contains(key);
    span.is_measure
        || words.iter().any(|word| word.quantity.is_some())
        || (!span.facts.is_empty() && span.facts.iter().all(is_fact))
}
