//! Runs of words that the catalogue writes as one: part numbers, and models such as `7800 x3d` or `rm 850 x`.

use super::{
    expander::{Expander, MAX_PART_NUMBERS, MIN_PART_NUMBER_LENGTH, words_of},
    half_typed::is_half_typed_letter,
    parsed_query::{ParsedQuery, QuerySpan},
};
use crate::{
    collect::clause::{Clause, ClauseOption, TermGroup},
    interface::Result,
    text::{analyzer::Word, fold::has_digit, forms},
};

/// Maximum number of words that may be one word of the catalogue.
const MAX_GLUED_WORDS: usize = 3;

impl Expander<'_> {
    /// Returns the clause of words that only punctuation separates and that together are or begin a part number, and
    /// the number of spans.
    pub(super) fn glue_part_number(
        &self,
        parsed: &ParsedQuery,
        spans: &[QuerySpan],
    ) -> Result<Option<(Clause, usize)>> {
        let first = &spans[0];
        let joined = |span: &&QuerySpan| {
            !span.is_optional && parsed.words.get(span.start).is_some_and(|word| word.is_attached_to_previous)
        };
        let taken = 1 + spans[1..].iter().take_while(joined).count();
        if taken == 1 {
            return Ok(None);
        }
        let end = spans[taken - 1].end;
        let words: &[Word] = parsed.words.get(first.start..end).unwrap_or_default();
        // As typed: among the words, `8G` has become `8gb`.
        let glued = forms::part_number(&parsed.typed_text(first.start, end)).unwrap_or_default();
        if glued.len() < MIN_PART_NUMBER_LENGTH || !has_digit(&glued) {
            return Ok(None);
        }
        let mut group = TermGroup::new(self.view);
        group.add_prefix(self.view, self.view.fields.number, &glued, MAX_PART_NUMBERS, None)?;
        if group.doc_freq() == 0 {
            return Ok(None);
        }
        let texts: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
        let word_range = (first.start, end);
        let mut clause = Clause { text: texts.join(" "), has_digit: true, word_range, ..Clause::default() };
        clause.options.push(ClauseOption::of_group(group));
        self.add_words(&mut clause, &texts)?;
        Ok(Some((clause, taken)))
    }

    /// Returns the clause of the longest run of words that the catalogue writes as one, and the number of spans:
    /// `7800 x3d`, `990 pro`, `g skill`, `rm 850 x`.
    pub(super) fn glue_words(
        &self,
        parsed: &ParsedQuery,
        spans: &[QuerySpan],
    ) -> Result<Option<(Clause, usize)>> {
        let plain = spans.iter().zip(spans.iter().skip(1)).take_while(|(first, second)| {
            first.is_plain() && second.is_plain() && second.start == first.end && !second.is_optional
        });
        let longest = MAX_GLUED_WORDS.min(1 + plain.count());
        for length in (2..=longest).rev() {
            let is_last = length == spans.len();
            if let Some(clause) = self.glued_clause(parsed, &spans[..length], is_last)? {
                return Ok(Some((clause, length)));
            }
        }
        Ok(None)
    }

    fn glued_clause(
        &self,
        parsed: &ParsedQuery,
        spans: &[QuerySpan],
        is_last: bool,
    ) -> Result<Option<Clause>> {
        let words: Vec<&str> = spans.iter().flat_map(|span| words_of(parsed, span)).collect();
        let (Some(first), Some(last)) = (spans.first(), spans.last()) else { return Ok(None) };
        let glued = words.concat();
        // `ryzen 5 9` is no 59.
        let ends_in_number = |pair: &[&str]| {
            let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
            pair.iter().all(|word| is_number(word))
        };
        if words.windows(2).any(ends_in_number) {
            return Ok(None);
        }
        let has_digit = has_digit(&glued);
        let mut group = self.word_group(&glued)?;
        if group.doc_freq() == 0 || (words.len() > 2 && !has_digit) {
            return Ok(None);
        }
        let mut apart = words.iter().map(|word| self.word_group(word)).collect::<Result<Vec<_>, _>>()?;
        let worth_it = words.iter().any(|word| self::has_digit(word) || word.chars().count() <= 2);
        if !worth_it && apart.iter().all(|group| group.doc_freq() > 0) {
            return Ok(None);
        }
        if has_digit && glued.len() >= MIN_PART_NUMBER_LENGTH {
            group.add(self.view, self.view.fields.number, &glued)?;
        }
        // `990 p` may become `990 pro`, though `990p` is a word.
        if (self.rules.allow_half_typed || is_half_typed_letter(parsed, last))
            && is_last
            && let (Some(group), Some(word)) = (apart.last_mut(), words.last())
        {
            self.add_prefix_words(group, word)?;
        }
        let first_words = vec![words[0].to_owned(), glued];
        let word_range = (first.start, last.end);
        let mut clause =
            Clause { text: words.join(" "), has_digit, word_range, first_words, ..Clause::default() };
        let apart = ClauseOption { groups: apart, ..ClauseOption::default() };
        if apart.is_possible() {
            clause.options.push(apart);
        }
        clause.options.push(ClauseOption::of_group(group));
        // `rx 7800xt` is written `RX 7800 XT` by most.
        let parts_of = |word: &&str| {
            let parts = forms::model_parts(word);
            if parts.concat() == *word { parts } else { vec![(*word).to_owned()] }
        };
        let parts: Vec<String> = words.iter().flat_map(parts_of).collect();
        if parts.len() > words.len() {
            self.add_words(&mut clause, &parts)?;
        }
        Ok(Some(clause))
    }
}
