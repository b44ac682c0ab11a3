//! The parser's part for intent: words that ask, state a use, stand between a part and its purpose, or
//! name a whole PC.

use domain::model::Category;

use super::{query_intent, retailer};
use crate::{
    config::{intents::table::longest_phrase, lexicon::Marker},
    interface::{UnderstoodKind, UnderstoodPart},
    query::{
        parsed_query::{FitRequest, NotCarriedItem, QuerySpan, WholePcRequest},
        query_parser::QueryParser,
    },
    text::{analyzer::Word, fold::has_digit},
};

/// Number of words of the longest phrase of each kind at a word; 0 where there is none.
struct IntentLengths {
    usage: usize,
    for_word: usize,
    whole_pc: usize,
    filler: usize,
    /// Of the shopper's own PC behind "for": `ssd for my pc`.
    target_pc: usize,
}

/// Dinars that a bare number may say as the budget of a whole PC: `تجميعة 650`.
const BARE_BUDGETS: std::ops::RangeInclusive<u32> = 150..=3000;

fn is_bare_budget(span: &QuerySpan, words: &[Word]) -> bool {
    let word = words.get(span.start).filter(|word| span.end == span.start + 1 && word.quantity.is_none());
    let amount = word.and_then(|word| word.text.parse::<u32>().ok());
    !span.is_optional && amount.is_some_and(|amount| BARE_BUDGETS.contains(&amount))
}

impl IntentLengths {
    fn longest(&self) -> usize {
        self.usage.max(self.for_word).max(self.whole_pc).max(self.filler).max(self.target_pc)
    }
}

impl QueryParser<'_> {
    /// Reads a use, a word of a sentence, a word such as "for", or a whole PC; returns the number of words that it took.
    pub(crate) fn parse_intent_words(&mut self, index: usize) -> Option<usize> {
        let is_punctuated = |at: usize| query_intent::is_punctuated(self.words, at);
        if is_punctuated(index) || is_punctuated(index + 1) {
            return None;
        }
        let interpretation = self.interpretation_length(index);
        let lengths = self.intent_lengths(index);
        let longest = lengths.longest();
        // A name of as many words wins, except over a use, the shopper's own PC or a whole PC; a longer name always wins.
        if longest == 0
            || interpretation > longest
            || (interpretation == longest
                && lengths.usage.max(lengths.whole_pc).max(lengths.target_pc) < longest)
        {
            return None;
        }
        let words = self.phrase(index, longest).to_owned();
        let span =
            QuerySpan { start: index, end: index + longest, is_optional: true, ..QuerySpan::default() };
        if lengths.usage == longest {
            let found = self.use_of_subject(&words)?;
            self.parsed.intent.uses.push((found, words));
        } else if lengths.target_pc == longest && !self.subjects.categories.is_empty() {
            return Some(longest);
        } else if lengths.whole_pc == longest {
            self.whole_pc_words = Some((index, index + longest));
        } else if lengths.for_word == longest {
            let spans = &self.parsed.spans;
            if self.for_word.is_none() && (!self.subjects.categories.is_empty() || self.implies_kind(spans)) {
                self.for_word = Some((index, self.parsed.spans.len()));
            }
            if self.lexicon.markers(&words).contains(&Marker::Noise) {
                return Some(longest);
            }
        }
        // Optional: left out where no product has the words; otherwise names that have them come first.
        self.parsed.spans.push(span);
        Some(longest)
    }

    /// Returns the longest phrase of each kind that begins at a word.
    fn intent_lengths(&self, index: usize) -> IntentLengths {
        let intents = &self.lexicon.intents;
        let length_of = |holds: &dyn Fn(&str) -> bool| {
            let found = longest_phrase(intents, self.joined, index, |phrase| {
                holds(phrase) && !self.literal.contains(phrase)
            });
            found.unwrap_or(0)
        };
        let is_of_model = self.is_letter_of_model(index);
        let is_behind_for_word = self.for_word.is_some_and(|(at, _)| at < index);
        IntentLengths {
            usage: length_of(&|phrase| self.use_of_subject(phrase).is_some()),
            for_word: length_of(&|phrase| intents.for_words.contains(phrase)),
            whole_pc: length_of(&|phrase| intents.names_whole_pc(phrase)),
            filler: length_of(&|phrase| intents.is_filler(phrase) && !is_of_model),
            target_pc: length_of(&|phrase| is_behind_for_word && intents.names_target_pc(phrase)),
        }
    }

    /// Whether a letter stands beside the number of a model: `B650M A`, `MAG A 650BN`.
    fn is_letter_of_model(&self, index: usize) -> bool {
        let has_number = |at: Option<usize>| {
            let word = at.and_then(|at| self.words.get(at));
            // `a 27 inch monitor`: an amount or a fact is no model.
            word.is_some_and(|word| {
                has_digit(&word.text)
                    && word.quantity.is_none()
                    && self.lexicon.interpret(&word.text).is_none()
            })
        };
        let is_letter = self.words.get(index).is_some_and(|word| word.text.chars().count() == 1);
        // `can run a 5080`: behind a word of the sentence it is the article.
        let is_article = self.words.get(index).is_some_and(|word| word.text == "a")
            && self.parsed.spans.last().is_none_or(|span| span.is_optional && span.end == index);
        is_letter && !is_article && (has_number(index.checked_sub(1)) || has_number(Some(index + 1)))
    }

    /// Returns the use that words state of the requested categories. Words that are a fact of one of them are that
    /// fact.
    fn use_of_subject(&self, phrase: &str) -> Option<usize> {
        let intents = &self.lexicon.intents;
        let found = intents.use_of(phrase)?;
        let categories = &self.subjects.categories;
        if self.lexicon.concept_named(phrase).is_none() {
            return Some(found);
        }
        let suits = |category: &Category| {
            intents.uses.get(found).is_some_and(|usage| {
                usage.preferences.iter().any(|preference| preference.category == *category)
            })
        };
        (!categories.is_empty() && categories.iter().all(suits)
            || categories.is_empty() && self.names_whole_pc())
        .then_some(found)
    }

    fn names_whole_pc(&self) -> bool {
        (0..self.words.len()).any(|index| {
            let intents = &self.lexicon.intents;
            longest_phrase(intents, self.joined, index, |phrase| intents.names_whole_pc(phrase)).is_some()
        })
    }

    /// Finds the longest name of an item that no retailer carries.
    pub(crate) fn resolve_not_carried_item(&mut self) {
        let intents = &self.lexicon.intents;
        let mut best: Option<(usize, String, Option<Category>)> = None;
        for index in 0..self.words.len() {
            if self.exclusions.iter().any(|(start, end)| (*start..*end).contains(&index)) {
                continue;
            }
            let is_such = |phrase: &str| {
                intents.find_not_carried_item(phrase).is_some() && !self.literal.contains(phrase)
            };
            let Some(length) = longest_phrase(intents, self.joined, index, is_such) else {
                continue;
            };
            // `ال سي دي` is a screen, though `سي دي` is a disc.
            let is_inside = |span: &QuerySpan| {
                let holds = span.start <= index && span.end >= index + length;
                holds && span.end - span.start > length && !span.is_plain()
            };
            if self.parsed.spans.iter().any(is_inside) {
                continue;
            }
            let words = self.phrase(index, length).to_owned();
            if let Some(near) = intents.find_not_carried_item(&words)
                && best.as_ref().is_none_or(|(longest, ..)| length > *longest)
            {
                best = Some((length, words, near));
            }
        }
        self.parsed.intent.not_carried = best.map(|(_, words, near)| NotCarriedItem { words, near });
    }

    /// Whether a kind of part is named by its chipset or its facts alone.
    fn implies_kind(&self, spans: &[QuerySpan]) -> bool {
        spans.iter().any(|span| query_intent::implied_category_of(span, self.lexicon).is_some())
            || query_intent::kind_of_facts(spans, self.config, self.vocabulary).is_some()
    }

    /// Decides whether the words behind the word "for" say what the part before it is for.
    pub(crate) fn resolve_for_word(&mut self) {
        let Some((for_word, first_span)) = self.for_word else { return };
        let (before, behind) = self.parsed.spans.split_at(first_span.min(self.parsed.spans.len()));
        let names_category =
            before.iter().any(|span| query_intent::category_of(span, self.lexicon).is_some());
        // `does b650 support 9800x3d`, `ddr5 for b650`: a chipset or facts name the kind, where a model stands behind the
        // word "for".
        let names_chip = self.implies_kind(before) && query_intent::names_model(behind, self.words);
        let words = (for_word, self.words.len());
        let phrase = self.phrase(for_word, words.1 - for_word);
        if (names_category || names_chip)
            && query_intent::names_fit_target(behind, self.words, self.lexicon)
            && !self.literal.contains(phrase)
        {
            self.parsed.intent.fit = Some(FitRequest { first_span, words });
        } else if names_category {
            self.order_by_purpose(for_word, first_span);
        }
    }

    /// Makes the words behind a word "for" optional, because they name no part that is for the category:
    /// `graphics card for 3 monitors`, `ssd for windows`. A use only orders and leaves nothing out.
    fn order_by_purpose(&mut self, for_word: usize, first_span: usize) {
        let is_behind = |words: &str| {
            let length = words.split(' ').count();
            (for_word..self.words.len()).any(|at| self.phrase(at, length) == words)
        };
        if self.parsed.intent.not_carried.as_ref().is_some_and(|item| is_behind(&item.words)) {
            self.parsed.intent.not_carried = None;
        }
        let lexicon = self.lexicon;
        let behind = self.parsed.spans.get_mut(first_span..).unwrap_or_default();
        let names_category = behind.iter().any(|span| query_intent::category_of(span, lexicon).is_some());
        for span in behind.iter_mut().filter(|span| !span.is_measure) {
            let word = self.words.get(span.start).map(|word| word.text.as_str()).unwrap_or_default();
            let is_count =
                names_category && word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_digit());
            let is_category = query_intent::category_of(span, lexicon).is_some();
            let is_thing =
                span.is_plain() && (lexicon.is_spelt_right(word) || lexicon.intents.begins_phrase(word));
            span.is_optional |= is_category || is_count || is_thing;
        }
    }

    /// Decides whether a whole PC is wanted: nothing beside it may name a category.
    pub(crate) fn resolve_whole_pc(&mut self) {
        let Some((start, end)) = self.whole_pc_words else { return };
        if !self.subjects.categories.is_empty() || self.parsed.intent.not_carried.is_some() {
            return;
        }
        let words = self.phrase(start, end - start).to_owned();
        let constraints = &mut self.parsed.constraints;
        let highest = constraints.price_max.take().or(constraints.price_min);
        let bare = self.parsed.spans.iter().position(|span| is_bare_budget(span, self.words));
        let budget = constraints.price_around.or(highest);
        let budget = budget.or_else(|| {
            let span = self.parsed.spans.remove(bare?);
            self.words.get(span.start)?.text.parse().ok()
        });
        constraints.price_min = None;
        // The price is the PC's. It limits no part that the query names beside it.
        self.parsed.understood.retain(|part| part.kind != UnderstoodKind::Price);
        self.parsed.intent.whole_pc = Some(WholePcRequest { words, budget });
    }

    /// Reads a retailer's name; returns the number of words that it took.
    pub(crate) fn parse_retailer(&mut self, index: usize) -> Option<usize> {
        let (slug, length) =
            retailer::retailer_at(self.words, index, self.lexicon, self.vocabulary, self.retailers)?;
        let words = self.phrase(index, length).to_owned();
        if self.literal.contains(&words) {
            return None;
        }
        let filter = vec![("retailer".to_owned(), vec![slug.clone()])];
        let part = UnderstoodPart::new(UnderstoodKind::Retailer, slug.as_str(), words, filter);
        self.parsed.understood.push(part);
        self.parsed.constraints.retailers.push(slug);
        Some(length)
    }
}
