//! Corrects a misspelt query: each misspelt word becomes the spelling that agrees best with the words around it.
//! The corrected query is read again, so that a misspelt brand or category is understood too.

use super::{
    expand::Expander,
    matches::Matches,
    read::Reading,
    rewrite::read_again,
    unit::{Alternative, Unit},
};
use crate::SearchError;

/// A corrected query, and its matches.
pub(crate) struct Corrected {
    pub(crate) text: String,
    pub(crate) reading: Reading,
    pub(crate) units: Vec<Unit>,
    pub(crate) matches: Matches,
}

/// Reads a corrected query; `None` where it finds nothing.
pub(super) fn read_corrected(
    expander: &Expander<'_>,
    reading: &Reading,
    text: String,
    target_hits: Option<usize>,
) -> Result<Option<Corrected>, SearchError> {
    let reading = read_again(expander, &text, reading);
    let units = expander.units(&reading)?;
    if units.is_empty() {
        return Ok(None);
    }
    // The corrected text may ask for a price: then the first matches are not enough.
    let target_hits = target_hits.filter(|_| !reading.constraints.is_filter());
    let required: Vec<&Unit> = units.iter().filter(|unit| !unit.is_optional).collect();
    let matches = Matches::of(expander.view, &required, target_hits)?;
    Ok(matches.any(expander.view).then_some(Corrected { text, reading, units, matches }))
}

/// Returns the text as typed, with the likeliest spelling of each misspelt word; `None` where none is misspelt.
/// `matches` are those of the units with any spelling.
pub(super) fn corrected_text(
    expander: &Expander<'_>,
    reading: &Reading,
    units: &[Unit],
    matches: &Matches,
) -> Result<Option<String>, SearchError> {
    let mut replacements = Vec::new();
    for unit in units {
        let spelling = match unit.spellings.as_slice() {
            [] => continue,
            [only] => only.clone(),
            _ if units.len() == 1 => spelling_alike(unit).clone(),
            _ => best_spelling(expander, unit, matches)?.clone(),
        };
        replacements.push((unit.span, spelling));
    }
    Ok((!replacements.is_empty()).then(|| reading.rewritten(&replacements)))
}

/// Returns the first spelling of a unit that begins with the typed letter, else the first one.
fn spelling_alike(unit: &Unit) -> &String {
    let alike = unit.spellings.iter().find(|spelling| begins_alike(spelling, unit));
    alike.unwrap_or(&unit.spellings[0])
}

/// Whether a spelling begins with the typed letter: hardly any user gets the first letter wrong.
fn begins_alike(spelling: &str, unit: &Unit) -> bool {
    spelling.chars().next() == unit.text.chars().next()
}

/// Returns the spelling of a misspelt unit that most of the matches have. Spellings that begin with the typed
/// letter come before all others.
fn best_spelling<'u>(
    expander: &Expander<'_>,
    unit: &'u Unit,
    matches: &Matches,
) -> Result<&'u String, SearchError> {
    let (alike, other): (Vec<&String>, Vec<&String>) =
        unit.spellings.iter().partition(|spelling| begins_alike(spelling, unit));
    for spellings in [alike, other] {
        let mut best: Option<(u64, &String)> = None;
        for spelling in spellings {
            let group = expander.whole_word(spelling)?;
            let spelt = Unit { alternatives: vec![Alternative::one(group)], ..Unit::default() };
            let found = matches.narrowed(expander.view, &spelt)?.count(expander.view);
            if found > best.map_or(0, |(most, _)| most) {
                best = Some((found, spelling));
            }
        }
        if let Some((_, spelling)) = best {
            return Ok(spelling);
        }
    }
    Ok(spelling_alike(unit))
}
