//! Misspelt words: spellings of the catalogue and of the lexicon within one or two edits, a swap counting as one.

use rustc_hash::FxHashMap;
use tantivy::{Term, query::FuzzyTermQuery};

use super::{
    expand::Expander,
    read::Piece,
    unit::{Alternative, Group, Unit},
};
use crate::{SearchError, ranking::Quality, text::fold::has_digit};

/// Words of the lexicon that a word is taken for at most.
const MOST_NAMES: usize = 4;

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
    for window in lexicon.spelt_like(word, distance).take(MOST_NAMES) {
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
