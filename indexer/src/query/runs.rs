//! Runs of words that the catalogue writes as one: part numbers, and models such as `7800 x3d` or `rm 850 x`.

use super::{
    expand::{Expander, MAX_PART_NUMBERS, MIN_PART_NUMBER, is_begun_letter, words_of},
    read::{Piece, Reading},
    unit::{Alternative, Group, Unit},
};
use crate::{
    SearchError,
    text::{analyzer::Word, fold::has_digit, forms},
};

/// Maximum number of words that may be one word of the catalogue.
const MAX_GLUED_RUN: usize = 3;

impl Expander<'_> {
    /// Returns the unit of words that only punctuation separates and that together are or begin a part number, and
    /// the number of pieces.
    pub(super) fn part_number_run(
        &self,
        reading: &Reading,
        pieces: &[Piece],
    ) -> Result<Option<(Unit, usize)>, SearchError> {
        let first = &pieces[0];
        let joined = |piece: &&Piece| {
            !piece.is_optional && reading.words.get(piece.start).is_some_and(|word| word.joined)
        };
        let taken = 1 + pieces[1..].iter().take_while(joined).count();
        if taken == 1 {
            return Ok(None);
        }
        let end = pieces[taken - 1].end;
        let words: &[Word] = reading.words.get(first.start..end).unwrap_or_default();
        // As typed: among the words, `8G` has become `8gb`.
        let glued = forms::part_number(&reading.typed(first.start, end)).unwrap_or_default();
        if glued.len() < MIN_PART_NUMBER || !has_digit(&glued) {
            return Ok(None);
        }
        let mut group = Group::new(self.view);
        group.add_prefix(self.view, self.view.fields.number, &glued, MAX_PART_NUMBERS, None)?;
        if group.documents() == 0 {
            return Ok(None);
        }
        let texts: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
        let span = (first.start, end);
        let mut unit = Unit { text: texts.join(" "), has_digit: true, span, ..Unit::default() };
        unit.alternatives.push(Alternative::one(group));
        self.add_words(&mut unit, &texts)?;
        Ok(Some((unit, taken)))
    }

    /// Returns the unit of the longest run of words that the catalogue writes as one, and the number of pieces:
    /// `7800 x3d`, `990 pro`, `g skill`, `rm 850 x`.
    pub(super) fn glued_run(
        &self,
        reading: &Reading,
        pieces: &[Piece],
    ) -> Result<Option<(Unit, usize)>, SearchError> {
        let plain = pieces.iter().zip(pieces.iter().skip(1)).take_while(|(first, second)| {
            first.is_plain() && second.is_plain() && second.start == first.end && !second.is_optional
        });
        let longest = MAX_GLUED_RUN.min(1 + plain.count());
        for length in (2..=longest).rev() {
            let is_last = length == pieces.len();
            if let Some(unit) = self.glued(reading, &pieces[..length], is_last)? {
                return Ok(Some((unit, length)));
            }
        }
        Ok(None)
    }

    fn glued(&self, reading: &Reading, pieces: &[Piece], is_last: bool) -> Result<Option<Unit>, SearchError> {
        let words: Vec<&str> = pieces.iter().flat_map(|piece| words_of(reading, piece)).collect();
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return Ok(None) };
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
        let mut group = self.whole_word(&glued)?;
        if group.documents() == 0 || (words.len() > 2 && !has_digit) {
            return Ok(None);
        }
        let mut apart = words.iter().map(|word| self.whole_word(word)).collect::<Result<Vec<_>, _>>()?;
        let worth_it = words.iter().any(|word| self::has_digit(word) || word.chars().count() <= 2);
        if !worth_it && apart.iter().all(|group| group.documents() > 0) {
            return Ok(None);
        }
        if has_digit && glued.len() >= MIN_PART_NUMBER {
            group.add(self.view, self.view.fields.number, &glued)?;
        }
        // `990 p` may become `990 pro`, though `990p` is a word.
        if (self.reach.typing || is_begun_letter(reading, last))
            && is_last
            && let (Some(group), Some(word)) = (apart.last_mut(), words.last())
        {
            self.add_half_typed(group, word)?;
        }
        let heads = vec![words[0].to_owned(), glued];
        let span = (first.start, last.end);
        let mut unit = Unit { text: words.join(" "), has_digit, span, heads, ..Unit::default() };
        let apart = Alternative { groups: apart, ..Alternative::default() };
        if apart.is_possible() {
            unit.alternatives.push(apart);
        }
        unit.alternatives.push(Alternative::one(group));
        // `rx 7800xt` is written `RX 7800 XT` by most.
        let parts_of = |word: &&str| {
            let parts = forms::model_parts(word);
            if parts.concat() == *word { parts } else { vec![(*word).to_owned()] }
        };
        let parts: Vec<String> = words.iter().flat_map(parts_of).collect();
        if parts.len() > words.len() {
            self.add_words(&mut unit, &parts)?;
        }
        Ok(Some(unit))
    }
}
