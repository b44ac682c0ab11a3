//! Corrects a misspelt query: each misspelt word becomes the spelling that agrees best with the words around it.
//! The corrected query is parsed again (`relax.rs`), so that a misspelt brand or category is understood too.

use super::{expander::Expander, parsed_query::ParsedQuery};
use crate::{
    collect::{clause::Clause, matches::Matches},
    config::lexicon::Lexicon,
    interface::Result,
    text::{edits::is_within, joined::JoinedWords},
};

/// Maximum number of edits between a misspelt name and the name.
const MAX_NAME_EDITS: usize = 2;

/// Returns the text as typed, with the likeliest spelling of each misspelt word; `None` where none is misspelt.
/// `matches` are those of the clauses with any spelling.
pub(super) fn corrected_text(
    expander: &Expander<'_>,
    parsed: &ParsedQuery,
    clauses: &[Clause],
    matches: &Matches,
) -> Result<Option<String>> {
    let mut replacements = Vec::new();
    for clause in clauses {
        let spelling = match clause.spellings.as_slice() {
            [] => continue,
            [only] => only.clone(),
            _ if clauses.len() == 1 => spelling_with_same_initial(clause).clone(),
            _ => best_spelling(expander, clause, matches)?.clone(),
        };
        replacements.push((clause.word_range, spelling));
    }
    Ok((!replacements.is_empty()).then(|| parsed.replace_words(&replacements)))
}

/// Returns the first spelling of a clause that begins with the typed letter, else the first one.
fn spelling_with_same_initial(clause: &Clause) -> &String {
    let alike = clause.spellings.iter().find(|spelling| has_same_initial(spelling, clause));
    alike.unwrap_or(&clause.spellings[0])
}

/// Whether a spelling begins with the typed letter: hardly any user gets the first letter wrong.
fn has_same_initial(spelling: &str, clause: &Clause) -> bool {
    spelling.chars().next() == clause.text.chars().next()
}

/// Returns the spelling of a misspelt clause that most of the matches have. Spellings that begin with the typed
/// letter come before all others.
fn best_spelling<'u>(expander: &Expander<'_>, clause: &'u Clause, matches: &Matches) -> Result<&'u String> {
    let (alike, other): (Vec<&String>, Vec<&String>) =
        clause.spellings.iter().partition(|spelling| has_same_initial(spelling, clause));
    for spellings in [alike, other] {
        let mut best: Option<(u64, &String)> = None;
        for spelling in spellings {
            let group = expander.word_group(spelling)?;
            let spelt = Clause::of_group(group);
            let found = matches.intersect_clause(expander.view, &spelt)?.count(expander.view);
            if found > best.map_or(0, |(most, _)| most) {
                best = Some((found, spelling));
            }
        }
        if let Some((_, spelling)) = best {
            return Ok(spelling);
        }
    }
    Ok(spelling_with_same_initial(clause))
}

/// Whether two neighbouring words are a misspelt name of the lexicon: `grapic card`.
pub(super) fn misspells_name(lexicon: &Lexicon, joined: &JoinedWords, words: usize) -> bool {
    let is_name = |pair: &str| {
        let mut names = lexicon.phrases_with_prefix("");
        names.any(|(name, _)| name.contains(' ') && is_within(pair, name, MAX_NAME_EDITS))
    };
    (0..words).filter_map(|index| joined.run(index, 2)).any(is_name)
}
