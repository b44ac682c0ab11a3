//! Misspelt words: spellings of the catalogue and of the lexicon within one or two edits, a swap counting as one.

use rustc_hash::FxHashMap;
use tantivy::{Term, query::FuzzyTermQuery};

use super::{
    expand::Expander,
    read::Piece,
    unit::{Alternative, Group, Unit},
};
use crate::{SearchError, ranking::Quality, text::fold::has_digit};

/// Adds what the word may have been meant to be: nearer spellings only, when there are any.
pub(crate) fn add_misspelt(
    expander: &Expander<'_>,
    unit: &mut Unit,
    word: &str,
    quality: &Quality,
) -> Result<(), SearchError> {
    let letters = word.chars().count();
    let typos = &expander.config.ranking.typos;
    for (distance, from, quality) in
        [(1_u8, typos.one_edit_from, quality.typo_one), (2, typos.two_edits_from, quality.typo_two)]
    {
        if letters < from {
            return Ok(());
        }
        let before = unit.alternatives.len();
        add_meanings(expander, unit, word, usize::from(distance))?;
        let spellings = spellings(expander, word, distance)?;
        let mut group = Group::new(expander.view);
        for (spelling, _) in spellings.iter().take(expander.config.ranking.limits.fuzzy_terms) {
            group.add_word(expander.view, spelling, quality)?;
        }
        if group.documents() > 0 {
            unit.alternatives.push(Alternative::one(group));
            unit.heads.extend(spellings.iter().take(2).map(|(spelling, _)| spelling.clone()));
            // A word of the catalogue says better what was meant than a word of the lexicon.
            unit.correction =
                spellings.first().map(|(spelling, _)| spelling.clone()).or(unit.correction.take());
        }
        if unit.alternatives.len() > before {
            return Ok(());
        }
    }
    Ok(())
}

/// Words of the catalogue within the distance, most frequent first.
pub(crate) fn spellings(
    expander: &Expander<'_>,
    word: &str,
    distance: u8,
) -> Result<Vec<(String, u64)>, SearchError> {
    let field = expander.view.fields.word;
    let query = FuzzyTermQuery::new(Term::from_field_text(field, word), distance, true);
    let mut found: FxHashMap<String, u64> = FxHashMap::default();
    for segment in &expander.view.segments {
        let inverted = segment.reader.inverted_index(field)?;
        let mut stream = inverted.terms().search(query.automaton()?).into_stream()?;
        while stream.advance() {
            let Ok(spelling) = std::str::from_utf8(stream.key()) else { continue };
            if spelling != word && !has_digit(spelling) && !spelling.starts_with('^') {
                *found.entry(spelling.to_owned()).or_default() += u64::from(stream.value().doc_freq);
            }
        }
    }
    let mut found: Vec<(String, u64)> = found.into_iter().collect();
    found.sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(&right.0)));
    Ok(found)
}

/// Categories and names of the lexicon that are spelt almost so.
fn add_meanings(
    expander: &Expander<'_>,
    unit: &mut Unit,
    word: &str,
    distance: usize,
) -> Result<(), SearchError> {
    let lexicon = &expander.config.lexicon;
    let mut near: Vec<&str> = lexicon
        .windows()
        .map(|(window, _)| window)
        .filter(|window| {
            !window.contains(' ')
                && !has_digit(window)
                && *window != word
                && is_within(word, window, distance)
        })
        .collect();
    near.sort_unstable();
    for window in near.into_iter().take(4) {
        let Some(meaning) = lexicon.meaning(&[window]) else { continue };
        let piece = Piece { meaning: Some(meaning.clone()), ..Piece::default() };
        let before = unit.alternatives.len();
        expander.add_meaning(unit, &piece)?;
        if unit.alternatives.len() > before && unit.correction.is_none() {
            unit.correction = Some(window.to_owned());
        }
    }
    Ok(())
}

/// Whether two words are within so many edits; a swap of neighbours is one.
pub(crate) fn is_within(left: &str, right: &str, distance: usize) -> bool {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    if left.len().abs_diff(right.len()) > distance {
        return false;
    }
    let width = right.len() + 1;
    let mut rows = vec![0_usize; (left.len() + 1) * width];
    rows.iter_mut().take(width).enumerate().for_each(|(column, cell)| *cell = column);
    for row in 1..=left.len() {
        rows[row * width] = row;
        for column in 1..width {
            let differs = usize::from(left[row - 1] != right[column - 1]);
            let at = |row: usize, column: usize| rows[row * width + column];
            let mut cost =
                (at(row - 1, column) + 1).min(at(row, column - 1) + 1).min(at(row - 1, column - 1) + differs);
            let swapped = row > 1
                && column > 1
                && left[row - 1] == right[column - 2]
                && left[row - 2] == right[column - 1];
            if swapped {
                cost = cost.min(at(row - 2, column - 2) + 1);
            }
            rows[row * width + column] = cost;
        }
    }
    rows[left.len() * width + right.len()] <= distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted_and_a_swap_is_one() {
        for (left, right, distance, expected) in [
            ("corsair", "corsiar", 1, true),
            ("corsair", "corsar", 1, true),
            ("corsair", "corsairs", 1, true),
            ("corsair", "korsiar", 1, false),
            ("corsair", "korsiar", 2, true),
            ("شاشه", "شاشا", 1, true),
            ("a", "abc", 1, false),
        ] {
            assert_eq!(is_within(left, right, distance), expected, "{left} {right}");
        }
    }
}
