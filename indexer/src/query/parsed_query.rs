//! A query as it was parsed: words, spans with an interpretation, constraints and intent.

use std::sync::Arc;

use domain::model::{Category, Fils, SpecKey};

use crate::{
    collect::filter::TextConstraints,
    config::lexicon::{Concept, Interpretation, Lexicon},
    interface::{RetailerNames, UnderstoodPart},
    storage::vocabulary::Vocabulary,
    text::{analyzer::Word, fold::has_digit},
};

/// Specs whose facts name parts although the query names no category: "b650" asks for boards.
pub(crate) const PART_NAMING_SPECS: [SpecKey; 3] =
    [SpecKey::GpuChipset, SpecKey::MotherboardChipset, SpecKey::Socket];

/// A text of at least this many words is a retailer's title that a user pasted.
pub(crate) const MIN_TITLE_WORDS: usize = 8;

/// A parsed query.
#[derive(Debug, Clone, Default)]
pub(crate) struct ParsedQuery {
    /// The text as typed.
    pub(crate) text: String,
    /// Words that are searched as they stand.
    pub(crate) literal: Vec<String>,
    pub(crate) words: Vec<Word>,
    pub(crate) spans: Vec<QuerySpan>,
    pub(crate) constraints: TextConstraints,
    pub(crate) understood: Vec<UnderstoodPart>,
    /// Ranges of the words that say what is not wanted; the ends are excluded.
    pub(crate) exclusions: Vec<(usize, usize)>,
    pub(crate) intent: Intent,
    /// The categories that words name, or else those that only facts name.
    pub(crate) requested_categories: Vec<Category>,
    pub(crate) retailers: Arc<RetailerNames>,
}

/// A run of words that belongs together, and its possible interpretation beside its letters.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct QuerySpan {
    /// Range of the words' indexes.
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) interpretation: Option<Interpretation>,
    pub(crate) brand: Option<u16>,
    pub(crate) facts: Vec<(SpecKey, String)>,
    /// Whether products may lack it: a use or a word of a sentence, which orders and never leaves out.
    pub(crate) is_optional: bool,
    /// Whether its facts are a number with the name of what it measures.
    pub(crate) is_measure: bool,
}

/// Intent of a query beyond its words, as far as the words alone tell it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Intent {
    /// Indexes of uses in the table, with the words that state them.
    pub(crate) uses: Vec<(usize, String)>,
    pub(crate) fit: Option<FitRequest>,
    pub(crate) whole_pc: Option<WholePcRequest>,
    pub(crate) not_carried: Option<NotCarriedItem>,
}

/// Position of the second part of "X for Y".
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FitRequest {
    /// Index of its first span; all spans behind belong to it.
    pub(crate) first_span: usize,
    /// Range of words from the word "for" to the end of the query.
    pub(crate) words: (usize, usize),
}

/// A request for a whole PC.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WholePcRequest {
    pub(crate) words: String,
    pub(crate) budget: Option<Fils>,
}

/// An item that computer retailers sell and that this catalogue has no category for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NotCarriedItem {
    pub(crate) words: String,
    pub(crate) near: Option<Category>,
}

impl ParsedQuery {
    /// Returns the text as typed up to one of its words.
    pub(crate) fn typed_before(&self, word: usize) -> String {
        let end = self.words.get(word).map_or(usize::MAX, |word| word.start);
        self.text.chars().take(end).collect()
    }

    /// Returns the characters of some words as they were typed, with the text between them.
    pub(crate) fn typed_text(&self, start: usize, end: usize) -> String {
        let Some((first, last)) =
            self.words.get(start..end).and_then(|words| words.first().zip(words.last()))
        else {
            return String::new();
        };
        self.text.chars().skip(first.start).take(last.end - first.start).collect()
    }

    /// Returns the text as typed with some words replaced. A replacement is the range of word indexes and the text
    /// to write there; replacements are in the order of the text.
    pub(crate) fn replace_words(&self, replacements: &[((usize, usize), String)]) -> String {
        let mut out = String::with_capacity(self.text.len());
        let mut at = 0;
        for ((start, end), words) in replacements {
            let Some((first, last)) =
                self.words.get(*start..*end).and_then(|words| words.first().zip(words.last()))
            else {
                continue;
            };
            out.extend(self.text.chars().skip(at).take(first.start.saturating_sub(at)));
            out.push_str(words);
            at = last.end;
        }
        out.extend(self.text.chars().skip(at));
        out
    }
}

impl QuerySpan {
    pub(crate) fn plain(index: usize) -> Self {
        Self { start: index, end: index + 1, ..Self::default() }
    }

    /// Returns a phrase with all that it means.
    pub(crate) fn of_phrase(lexicon: &Lexicon, vocabulary: &Vocabulary, phrase: &str) -> Self {
        Self {
            interpretation: lexicon.interpret(phrase).cloned(),
            brand: vocabulary.brand_phrases.get(phrase).copied(),
            facts: vocabulary.fact_phrases.get(phrase).cloned().unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Returns the category and facts that it names.
    pub(crate) fn concept<'a>(&self, lexicon: &'a Lexicon) -> Option<&'a Concept> {
        lexicon.concept_of(self.interpretation.as_ref()?)
    }

    /// Whether it is words without an interpretation.
    pub(crate) fn is_plain(&self) -> bool {
        self.interpretation.is_none() && self.brand.is_none() && self.facts.is_empty()
    }
}

/// Whether any word of the span has a digit.
pub(crate) fn span_has_digit(words: &[Word], span: &QuerySpan) -> bool {
    words.get(span.start..span.end).unwrap_or_default().iter().any(|word| has_digit(&word.text))
}
