//! The noun phrase of a query: the words before the first preposition.
//!
//! "To" ends it like any other, unless it stands before the name of a thing that converts: `hdmi to vga adapter` is one
//! phrase, whose head is the adapter.

use super::query_intent::category_of;
use crate::{
    config::{SearchConfig, intents::table::longest_phrase},
    query::parsed_query::{NotCarriedItem, ParsedQuery, QuerySpan},
    storage::view::View,
    text::{fold::is_arabic, joined::JoinedWords},
};

/// The preposition between two things of which one is converted to the other.
const CONVERSION: &str = "to";
/// A listed item with this word behind a name says that the name is of a connection: `usb cable`.
const CABLE: &str = "cable";

/// The words of a query before its first preposition.
pub(super) struct NounPhrase<'a> {
    pub(super) view: &'a View,
    pub(super) config: &'a SearchConfig,
    pub(super) parsed: &'a ParsedQuery,
    pub(super) joined: JoinedWords,
    /// The listed item that ends the phrase behind "to".
    pub(super) converter: Option<NotCarriedItem>,
    /// Index of the first word behind the phrase.
    end: usize,
}

impl<'a> NounPhrase<'a> {
    pub(super) fn of(view: &'a View, config: &'a SearchConfig, parsed: &'a ParsedQuery) -> Self {
        let joined = JoinedWords::of(&parsed.words);
        let mut phrase = Self { view, config, parsed, joined, converter: None, end: 0 };
        phrase.end = phrase.end_behind(0);
        if phrase.joined.run(phrase.end, 1) == Some(CONVERSION) {
            let end = phrase.end_behind(phrase.end);
            phrase.converter = phrase.converter_before(end);
            if phrase.converter.is_some() {
                phrase.end = end;
            }
        }
        phrase
    }

    /// Returns the index of the first preposition behind a word, or the end of the query.
    fn end_behind(&self, word: usize) -> usize {
        let intents = &self.config.lexicon.intents;
        let is_preposition = |index: &usize| {
            self.joined.run(*index, 1).is_some_and(|word| intents.prepositions.contains(word))
                || longest_phrase(intents, &self.joined, *index, |phrase| intents.for_words.contains(phrase))
                    .is_some()
        };
        (word + 1..self.parsed.words.len()).find(is_preposition).unwrap_or(self.parsed.words.len())
    }

    /// Returns the listed item that ends before a word, where "to" and names of what it converts to stand before it:
    /// `to vga adapter`. In `monitor to watch tv` and `ssd to upgrade my laptop` the words between are ordinary ones.
    fn converter_before(&self, end: usize) -> Option<NotCarriedItem> {
        let intents = &self.config.lexicon.intents;
        let first = self.end + 1;
        let item = |start: &usize| {
            let words = self.joined.run(*start, end - start)?;
            Some(NotCarriedItem { words: words.to_owned(), near: intents.find_not_carried_item(words)? })
        };
        let start = (first..end).rev().find(|start| item(start).is_some())?;
        let is_name = |span: &QuerySpan| {
            let is_ordinary = span.is_plain() && self.config.lexicon.is_spelt_right(self.words_of(span));
            !span.is_optional && !is_ordinary && span.brand.is_none()
        };
        let mut between =
            self.parsed.spans.iter().filter(|span| span.start < start && span.end > first).peekable();
        let are_names = between.peek().is_some() && between.all(is_name);
        item(&start).filter(|_| are_names || self.is_connection(first, start))
    }

    /// Whether some words name what cables connect. `usb`, `audio` and `power` are ordinary words too.
    fn is_connection(&self, start: usize, end: usize) -> bool {
        let words = end.checked_sub(start).and_then(|length| self.joined.run(start, length));
        words.is_some_and(|words| {
            self.config.lexicon.intents.find_not_carried_item(&format!("{words} {CABLE}")).is_some()
        })
    }

    pub(super) fn spans(&self) -> impl Iterator<Item = &'a QuerySpan> {
        self.parsed.spans.iter().filter(|span| span.end <= self.end)
    }

    pub(super) fn kinds(&self) -> impl Iterator<Item = &'a QuerySpan> {
        let lexicon = &self.config.lexicon;
        self.spans().filter(|span| category_of(span, lexicon).is_some())
    }

    /// Whether any word of the query names a kind of part.
    pub(super) fn names_category(&self) -> bool {
        self.parsed.spans.iter().any(|span| category_of(span, &self.config.lexicon).is_some())
    }

    pub(super) fn words_of(&self, span: &QuerySpan) -> &str {
        self.joined.run(span.start, span.end - span.start).unwrap_or_default()
    }

    /// Whether a listed item is what the query asks for: no kind of part stands where the head of the phrase would be.
    pub(super) fn is_head(&self, item: &str) -> bool {
        let length = item.split(' ').count();
        if !self.names_category() {
            return true;
        }
        let found = (0..self.end).find(|start| self.joined.run(*start, length) == Some(item));
        let Some((start, end)) = found.map(|start| (start, start + length)) else { return false };
        let is_of_item = |kind: &QuerySpan| kind.start >= start && kind.end <= end;
        let is_head = |kind: &QuerySpan| if is_arabic(item) { kind.end <= start } else { kind.start >= end };
        // A kind behind a preposition is what the item is for: `stand for headset`.
        end <= self.end && self.kinds().all(|kind| is_of_item(kind) || !is_head(kind))
    }

    /// Returns the generic name of a kind that is the head, and the span beside it that tells which thing is meant.
    pub(super) fn generic_kind(&self) -> Option<(&'a QuerySpan, &'a QuerySpan)> {
        let spans: Vec<&QuerySpan> = self.spans().collect();
        self.kinds().find_map(|kind| {
            let arabic = is_arabic(self.words_of(kind));
            let is_beside = |other: &&&QuerySpan| {
                if arabic { other.start == kind.end } else { other.end == kind.start }
            };
            let beside = spans.iter().find(is_beside)?;
            self.is_generic(kind, arabic).then_some((kind, *beside))
        })
    }

    /// Whether longer names of the kind end with this one (in Arabic: begin).
    fn is_generic(&self, kind: &QuerySpan, arabic: bool) -> bool {
        let lexicon = &self.config.lexicon;
        let Some(own) = kind.concept(lexicon).filter(|own| own.specs.is_empty()) else { return false };
        let name = self.words_of(kind);
        let (before, behind) = (format!("{name} "), format!(" {name}"));
        let is_longer =
            |phrase: &str| if arabic { phrase.starts_with(&before) } else { phrase.ends_with(&behind) };
        lexicon.phrases_with_prefix("").any(|(phrase, interpretation)| {
            is_longer(phrase)
                && lexicon
                    .concept_of(interpretation)
                    .is_some_and(|other| other.category == own.category && other.specs.is_empty())
        })
    }
}
