//! A misspelt query as it was probably meant: of every misspelt word the spelling that agrees best with the words around it. The
//! corrected query is read again, so that a brand or a category is understood although its name was misspelt.

use super::{
    expand::Expander,
    matches::Matches,
    read::Reading,
    rewrite::read_again,
    unit::{Alternative, Unit},
};
use crate::SearchError;

/// A query as it was meant, and what that finds.
pub(crate) struct Corrected {
    pub(crate) text: String,
    pub(crate) reading: Reading,
    pub(crate) units: Vec<Unit>,
    pub(crate) matches: Matches,
}

/// The query corrected and read again; `None` where no word is misspelt or the corrected query finds nothing.
pub(super) fn read_corrected(
    expander: &Expander<'_>,
    reading: &Reading,
    units: &[Unit],
    target_hits: Option<usize>,
) -> Result<Option<Corrected>, SearchError> {
    let Some(text) = corrected_text(expander, reading, units)? else { return Ok(None) };
    let reading = read_again(expander, &text, reading);
    let units = expander.units(&reading)?;
    if units.is_empty() {
        return Ok(None);
    }
    // Read anew, it may ask for a price: then the first matches are not enough.
    let target_hits = target_hits.filter(|_| !reading.constraints.is_filter());
    let required: Vec<&Unit> = units.iter().filter(|unit| !unit.is_optional).collect();
    let matches = Matches::of(expander.view, &required, target_hits)?;
    Ok(matches.any(expander.view).then_some(Corrected { text, reading, units, matches }))
}

/// The text as typed, with the likeliest spelling of each misspelt word; `None` where none is misspelt.
pub(super) fn corrected_text(
    expander: &Expander<'_>,
    reading: &Reading,
    units: &[Unit],
) -> Result<Option<String>, SearchError> {
    let mut replacements = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        if let Some(spelling) = best_spelling(expander, units, index)? {
            replacements.push((unit.span, spelling));
        }
    }
    Ok((!replacements.is_empty()).then(|| reading.rewritten(&replacements)))
}

/// The spelling of a misspelt unit that most products have which satisfy the other units too.
fn best_spelling(
    expander: &Expander<'_>,
    units: &[Unit],
    index: usize,
) -> Result<Option<String>, SearchError> {
    let unit = &units[index];
    let [first, _, ..] = unit.spellings.as_slice() else { return Ok(unit.spellings.first().cloned()) };
    if units.len() == 1 {
        let alike =
            unit.spellings.iter().find(|spelling| spelling.chars().next() == unit.text.chars().next());
        return Ok(Some(alike.unwrap_or(first).clone()));
    }
    // Hardly anybody gets the first letter wrong.
    let begins_alike = |spelling: &str| spelling.chars().next() == unit.text.chars().next();
    let mut best: Option<((bool, u64), &String)> = None;
    for spelling in &unit.spellings {
        let group = expander.whole_word(spelling)?;
        let with_spelling = Unit { alternatives: vec![Alternative::one(group)], ..Unit::default() };
        let all: Vec<&Unit> = units
            .iter()
            .enumerate()
            .filter(|(other, unit)| *other == index || !unit.is_optional)
            .map(|(other, unit)| if other == index { &with_spelling } else { unit })
            .collect();
        let found = Matches::of(expander.view, &all, None)?.count(expander.view);
        let rank = (begins_alike(spelling), found);
        if found > 0 && best.is_none_or(|(highest, _)| rank > highest) {
            best = Some((rank, spelling));
        }
    }
    Ok(Some(best.map_or(first, |(_, spelling)| spelling).clone()))
}
