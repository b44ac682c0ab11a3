//! The interpretation of a query in words, for administrators.

use super::query_intent::category_of;
use crate::{
    config::SearchConfig, interface::WordRole, query::parsed_query::ParsedQuery, text::joined::JoinedWords,
};

/// Returns the parts of a query: filters and orders (the understood parts), uses, then the words that are searched.
pub(crate) fn explain_roles(parsed: &ParsedQuery, config: &SearchConfig) -> Vec<WordRole> {
    let understood = parsed.understood.iter().map(|part| WordRole {
        words: part.words.clone(),
        role: part.kind.as_str(),
        meaning: part.label.clone(),
    });
    let uses = parsed.intent.uses.iter().filter_map(|(index, words)| {
        let name = config.lexicon.intents.uses.get(*index)?.name.clone();
        Some(WordRole { words: words.clone(), role: "use", meaning: name })
    });
    let joined = JoinedWords::of(&parsed.words);
    let spans = parsed.spans.iter().map(|span| {
        let words = joined.run(span.start, span.end - span.start).unwrap_or_default().to_owned();
        let facts = span.facts.iter().map(|(key, value)| format!("{key}={value}"));
        let category = category_of(span, &config.lexicon).map(|category| category.as_str().to_owned());
        let english = span
            .interpretation
            .iter()
            .flat_map(|interpretation| &interpretation.english)
            .map(|words| words.join(" "));
        let meaning: Vec<String> = category.into_iter().chain(facts).chain(english).collect();
        let role = if span.is_optional { "optional" } else { "required" };
        WordRole { words, role, meaning: meaning.join(", ") }
    });
    understood.chain(uses).chain(spans).collect()
}
