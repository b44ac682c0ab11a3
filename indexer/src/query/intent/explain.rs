//! The grammar's reading of a query in words, for administrators.

use super::reading::category_of;
use crate::{GrammarPart, SearchConfig, query::read::Reading, text::joined::JoinedWords};

/// Returns the parts of a query: filters and orders as understood, uses, then the words that are searched.
pub(crate) fn parts(reading: &Reading, config: &SearchConfig) -> Vec<GrammarPart> {
    let understood = reading.understood.iter().map(|chip| GrammarPart {
        words: chip.words.clone(),
        role: chip.kind.as_str(),
        meaning: chip.label.clone(),
    });
    let uses = reading.intent.uses.iter().filter_map(|(index, words)| {
        let name = config.lexicon.intents.uses.get(*index)?.name.clone();
        Some(GrammarPart { words: words.clone(), role: "use", meaning: name })
    });
    let joined = JoinedWords::of(&reading.words);
    let pieces = reading.pieces.iter().map(|piece| {
        let words = joined.run(piece.start, piece.end - piece.start).unwrap_or_default().to_owned();
        let facts = piece.facts.iter().map(|(key, value)| format!("{key}={value}"));
        let category = category_of(piece, &config.lexicon).map(|category| category.as_str().to_owned());
        let english = piece.meaning.iter().flat_map(|meaning| &meaning.english).map(|words| words.join(" "));
        let meaning: Vec<String> = category.into_iter().chain(facts).chain(english).collect();
        let role = if piece.is_optional { "optional" } else { "required" };
        GrammarPart { words, role, meaning: meaning.join(", ") }
    });
    understood.chain(uses).chain(pieces).collect()
}
