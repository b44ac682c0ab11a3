//! Kinds of parts in long titles: `MasterAir 120mm LED Fan CPU Cooler` is a cooler, although it names a fan too, and
//! `desktop CPU - Cooler Not Included` is a processor.
//!
//! 1. The name of a kind that is said to be absent is left out, whatever the length of the query.
//! 2. In a title the kind is the last one that the first noun phrase names: a preposition, a dash between spaces, a comma
//!    or a bracket ends it. A kind without a fact (`motherboard`) goes before one with a fact (`m.2`). The words of the
//!    others only order.

use super::query_intent::category_of;
use crate::{
    config::{
        intents::table::longest_phrase,
        lexicon::{Lexicon, MAX_PHRASE_WORDS},
    },
    query::{
        parsed_query::{MIN_TITLE_WORDS, QuerySpan},
        query_parser::QueryParser,
    },
    text::{analyzer::Word, fold::is_arabic, joined::JoinedWords},
};

/// Removes the names of kinds that a query says are absent, with the words that say so.
pub(crate) fn drop_absent_kinds(words: Vec<Word>, lexicon: &Lexicon) -> Vec<Word> {
    let table = &lexicon.intents;
    if !words.iter().any(|word| table.begins_absence(&word.text)) {
        return words;
    }
    let joined = JoinedWords::of(&words);
    let is_kind = |start: usize, end: usize| {
        let concept = joined.run(start, end - start).and_then(|name| lexicon.concept_named(name));
        concept.is_some_and(|concept| concept.category.is_some())
    };
    for at in 1..words.len() {
        let Some(length) = longest_phrase(table, &joined, at, |phrase| table.absent.contains(phrase)) else {
            continue;
        };
        let earliest = at.saturating_sub(MAX_PHRASE_WORDS).max(1);
        // `CPU - cooler not included` names two kinds.
        let is_together = |start: usize| {
            words[start..at].windows(2).all(|pair| pair[1].start.saturating_sub(pair[0].end) <= 1)
        };
        if let Some(start) = (earliest..at).find(|start| is_together(*start) && is_kind(*start, at)) {
            let kept =
                words.into_iter().enumerate().filter(|(index, _)| !(start..at + length).contains(index));
            return kept.map(|(_, word)| word).collect();
        }
    }
    words
}

impl QueryParser<'_> {
    /// Leaves a title its kind, and makes the names of other kinds words that only order.
    pub(crate) fn resolve_title_kind(&mut self) {
        if self.words.len() < MIN_TITLE_WORDS || self.words.iter().any(|word| is_arabic(&word.text)) {
            return;
        }
        let lexicon = self.lexicon;
        let kind_of = |span: &QuerySpan| category_of(span, lexicon).filter(|_| !span.is_optional);
        let kinds: Vec<&QuerySpan> =
            self.parsed.spans.iter().filter(|span| kind_of(span).is_some()).collect();
        let Some(first) = kinds.first() else { return };
        let phrase = kinds.iter().take_while(|kind| !self.is_broken(first.end, kind.start));
        let has_no_fact =
            |span: &QuerySpan| span.concept(lexicon).is_some_and(|concept| concept.specs.is_empty());
        let last = phrase.clone().filter(|kind| has_no_fact(kind)).last();
        let Some(head) = last.or(phrase.last()).and_then(|kind| kind_of(kind)) else { return };
        for span in &mut self.parsed.spans {
            let kind = category_of(span, lexicon);
            span.is_optional |= kind.is_some_and(|kind| kind != head);
        }
    }

    /// Whether a noun phrase ends between two words.
    fn is_broken(&self, from: usize, to: usize) -> bool {
        let intents = &self.lexicon.intents;
        let is_preposition = |index: usize| {
            intents.prepositions.contains(self.phrase(index, 1))
                || longest_phrase(intents, self.joined, index, |phrase| intents.for_words.contains(phrase))
                    .is_some()
        };
        let is_mark = |index: usize| {
            let ends = (self.words.get(index - 1), self.words.get(index));
            let (Some(before), Some(word)) = ends else { return false };
            let between = self.characters.get(before.end..word.start).unwrap_or_default();
            let has_space = between.iter().any(|character| character.is_whitespace());
            has_space
                && between.iter().any(|mark| {
                    matches!(mark, '-' | '–' | '—' | ',' | ';' | '|' | '(' | ')' | '[' | ']' | ':')
                })
        };
        (from..to).any(is_preposition) || (from.max(1)..=to).any(is_mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SearchConfig;

    #[test]
    fn absent_kinds_are_left_out() {
        let config = SearchConfig::embedded().expect("config");
        let lexicon = &config.lexicon;
        for (text, expected) in [
            ("ryzen 9 desktop cpu - cooler not included", "ryzen 9 desktop cpu"),
            ("atx case power supply not included white", "atx case white"),
            ("cooler not included", "cooler not included"),
            ("case with fan", "case with fan"),
        ] {
            let words = drop_absent_kinds(lexicon.analyzer.words(text), lexicon);
            let kept: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
            assert_eq!(kept.join(" "), expected, "{text}");
        }
    }
}
