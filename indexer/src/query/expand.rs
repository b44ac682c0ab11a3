//! Turns the spans of a query into clauses: every form of each span that the index knows.

use std::borrow::Cow;

use super::{
    expander::{Expander, MIN_PART_NUMBER_LENGTH, RequiredInterpretations, words_of},
    fuzzy,
    half_typed::is_half_typed_letter,
    parsed_query::{ParsedQuery, QuerySpan, span_has_digit},
    word_split,
};
use crate::{
    collect::clause::{Clause, ClauseOption, TermGroup},
    interface::Result,
    text::{
        analyzer::number,
        fold::{has_digit, is_arabic},
        forms, sound,
    },
};

/// A word of at most this many products may be several words written as one.
const MAX_RARE_PRODUCTS: u64 = 2;
/// A word of at most this many products at the end may be the beginning of a category's name: `graph`.
const MAX_RARE_PREFIX_PRODUCTS: u64 = 10;
/// Minimum length of several words written as one without a digit.
const MIN_COMPOUND_LETTERS: usize = 9;

/// Clauses with the same words.
const MAX_REPETITIONS: usize = 2;

/// Series numbers in both ways of writing.
const NUMERALS: [[&str; 2]; 4] = [["2", "ii"], ["3", "iii"], ["4", "iv"], ["5", "v"]];

impl Expander<'_> {
    /// Returns the clauses of a query, in the query's order.
    pub(crate) fn expand(&self, parsed: &ParsedQuery) -> Result<Vec<Clause>> {
        let mut clauses = Vec::with_capacity(parsed.spans.len());
        let spans = without_repetitions(parsed);
        // A query of optional words only asks for these words.
        if !spans.is_empty() && spans.iter().all(|span| span.is_optional) {
            let last = spans.len() - 1;
            let as_required = spans.iter().map(|span| self.as_required(parsed, span)).enumerate();
            return as_required.map(|(index, span)| self.expand_span(parsed, &span, index == last)).collect();
        }
        let mut index = 0;
        while index < spans.len() {
            let rest = &spans[index..];
            if rest[0].is_optional {
                clauses.push(self.expand_optional(parsed, &rest[0], rest.len() == 1)?);
                index += 1;
                continue;
            }
            if let Some((clause, taken)) = self.glue_part_number(parsed, rest)? {
                clauses.push(clause);
                index += taken;
                continue;
            }
            if let Some((clause, taken)) = self.glue_words(parsed, rest)? {
                clauses.push(clause);
                index += taken;
                continue;
            }
            clauses.push(self.expand_span(parsed, &rest[0], rest.len() == 1)?);
            index += 1;
        }
        Ok(clauses)
    }

    /// Returns a clause that only orders: the words as they stand, or in English. An Arabic word at the end may also
    /// be the beginning of a name: `كيس ابي` continues to `كيس ابيض`, although `ابي` is "I want".
    fn expand_optional(&self, parsed: &ParsedQuery, span: &QuerySpan, is_last: bool) -> Result<Clause> {
        let words: Vec<String> = words_of(parsed, span).into_iter().map(str::to_owned).collect();
        let word_range = (span.start, span.end);
        let mut clause = Clause { text: words.join(" "), word_range, is_optional: true, ..Clause::default() };
        self.add_words(&mut clause, &words)?;
        for english in self
            .as_required(parsed, span)
            .interpretation
            .iter()
            .flat_map(|interpretation| &interpretation.english)
        {
            self.add_words(&mut clause, english)?;
        }
        if is_last && span.start > 0 && words.len() == 1 && is_arabic(&words[0]) {
            self.add_half_typed_names(&mut clause, &words[0], false)?;
        }
        Ok(clause)
    }

    fn expand_span(&self, parsed: &ParsedQuery, span: &QuerySpan, is_last: bool) -> Result<Clause> {
        let words = words_of(parsed, span);
        let text = words.join(" ");
        let has_digit = span_has_digit(&parsed.words, span);
        let mut clause = Clause { text, has_digit, word_range: (span.start, span.end), ..Clause::default() };
        self.add_interpretation(&mut clause, span)?;
        if let [word] = words.as_slice()
            && let Some(amount) = number(word)
        {
            self.add_plausible_number(&mut clause, &parsed.requested_categories, amount)?;
        }
        self.add_socket_and_chipset(&mut clause, &parsed.requested_categories)?;
        clause.is_measure = span.is_measure
            || parsed
                .words
                .get(span.start..span.end)
                .unwrap_or_default()
                .iter()
                .all(|word| word.quantity.is_some());
        clause.has_listed_meaning = !span.facts.is_empty()
            || span.interpretation.as_ref().is_some_and(|interpretation| interpretation.concept.is_some());
        if words.len() == 1 {
            let allow_half_typed =
                is_last && (self.rules.allow_half_typed || is_half_typed_letter(parsed, span));
            self.add_word(&mut clause, words[0], allow_half_typed)?;
            // In the middle of a query, a word that only begins other words is misspelt rather than half-typed.
            if self.rules.unknown_misspelt && clause.is_prefix_guess && !is_last && !has_digit {
                fuzzy::add_misspelt(self, &mut clause, words[0], &self.config.ranking.quality)?;
            }
            // `motherbo` at the end is half-typed.
            let is_half_typed = clause.is_prefix_guess || clause.doc_freq() <= MAX_RARE_PREFIX_PRODUCTS;
            if is_last && is_half_typed && !has_digit && !is_arabic(words[0]) {
                self.add_half_typed_names(&mut clause, words[0], false)?;
            }
        } else {
            let owned: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            self.add_words(&mut clause, &owned)?;
        }
        let is_required = match self.rules.required {
            RequiredInterpretations::None => false,
            RequiredInterpretations::Categories => clause.category().is_some(),
            RequiredInterpretations::CategoriesAndSpecs => clause.states_category_or_fact(),
        };
        if is_required {
            clause.options.retain(|option| option.is_interpretation);
        }
        // The clause is returned even when it is empty, so that relaxing knows what to drop.
        Ok(clause)
    }

    /// Adds one word: as it stands, else half-typed, written apart, or by its sound.
    fn add_word(&self, clause: &mut Clause, word: &str, allow_half_typed: bool) -> Result<()> {
        let quality = &self.config.ranking.quality;
        let mut group = self.word_group(word)?;
        if has_digit(word) && word.len() >= MIN_PART_NUMBER_LENGTH {
            group.add(self.view, self.view.fields.number, word)?;
        }
        self.add_model_parts(clause, word)?;
        if self.rules.bare_numbers
            && let Some(amount) = number(word)
        {
            self.add_bare_number(clause, amount)?;
        }
        let is_known = group.doc_freq() > 0 || !clause.options.is_empty();
        if allow_half_typed || !is_known {
            self.add_prefix_words(&mut group, word)?;
        }
        if self.rules.bare_numbers {
            self.add_numeral(&mut group, word)?;
        }
        clause.is_prefix_guess = !is_known;
        let group_documents = group.doc_freq();
        let found = group_documents > 0;
        if found {
            clause.first_words.push(word.to_owned());
            clause.options.push(ClauseOption::of_group(group));
        }
        // A user may write as one word what everybody else writes as several: `4070tisuper`, `darkrock`.
        let is_rare = found
            && group_documents <= MAX_RARE_PRODUCTS
            && (has_digit(word) || word.len() >= MIN_COMPOUND_LETTERS);
        if self.rules.rare_misspelt && group_documents <= MAX_RARE_PRODUCTS {
            fuzzy::add_more_frequent_spellings(self, clause, word, group_documents)?;
        }
        if is_known && allow_half_typed && is_arabic(word) {
            self.add_half_typed_names(clause, word, allow_half_typed)?;
        }
        if is_known && !self.rules.all_misspelt && !is_rare {
            return Ok(());
        }
        if !found || is_rare {
            clause.options.extend(word_split::split_word(self, word)?);
        }
        if is_rare && is_known && !self.rules.all_misspelt {
            return Ok(());
        }
        if !found && is_arabic(word) {
            self.add_half_typed_names(clause, word, allow_half_typed)?;
            self.add_sound(clause, word)?;
        }
        let misspelt = (self.rules.all_misspelt && clause.predicates.is_empty())
            || (self.rules.unknown_misspelt && clause.options.is_empty());
        if misspelt && !has_digit(word) {
            fuzzy::add_misspelt(self, clause, word, quality)?;
        }
        Ok(())
    }

    /// Adds the parts of a word that joins a model's number with other words, which the catalogue may write apart:
    /// `rtx4070`.
    fn add_model_parts(&self, clause: &mut Clause, word: &str) -> Result<()> {
        let parts = forms::model_parts(word);
        if parts.concat() == word { self.add_words(clause, &parts) } else { Ok(()) }
    }

    /// Adds a number as the Roman numeral that manufacturers write, and the reverse: `cloud 3` is the Cloud III.
    fn add_numeral(&self, group: &mut TermGroup, word: &str) -> Result<()> {
        let pair = NUMERALS.iter().find(|pair| pair.contains(&word));
        for other in pair.into_iter().flatten().filter(|other| **other != word) {
            group.add_word(self.view, other, self.config.ranking.quality.form)?;
        }
        Ok(())
    }

    /// Adds another transliteration of a listed word, or of a word of the catalogue.
    fn add_sound(&self, clause: &mut Clause, word: &str) -> Result<()> {
        if let Some(interpretation) = self.config.lexicon.sounds_like(&[word]) {
            self.add_interpretation(
                clause,
                &QuerySpan { interpretation: Some(interpretation.clone()), ..QuerySpan::default() },
            )?;
        }
        if let Some(key) = sound::sound_key(word) {
            let mut group = TermGroup::new(self.view);
            if group.add(self.view, self.view.fields.sound, &key)? > 0 {
                clause.options.push(ClauseOption::of_group(group));
            }
        }
        Ok(())
    }
}

/// Returns the spans without further repetitions of the same words: a name seldom has a word twice, and
/// never more often.
fn without_repetitions(parsed: &ParsedQuery) -> Cow<'_, [QuerySpan]> {
    let spans = &parsed.spans;
    let is_repetition = |index: usize| {
        let words = words_of(parsed, &spans[index]);
        let earlier = spans[..index].iter().filter(|earlier| words_of(parsed, earlier) == words);
        earlier.count() >= MAX_REPETITIONS
    };
    if !(0..spans.len()).any(is_repetition) {
        return Cow::Borrowed(spans);
    }
    let kept = (0..spans.len()).filter(|index| !is_repetition(*index));
    Cow::Owned(kept.map(|index| spans[index].clone()).collect())
}
