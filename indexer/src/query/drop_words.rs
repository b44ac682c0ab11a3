//! Drops words of a query that finds nothing: all but the words that some products have together.

use crate::{
    collect::{clause::Clause, matches::Matches},
    interface::SearchError,
    storage::view::View,
    text::fold::has_digit,
};

/// Maximum number of digits of a screen's size.
const MAX_SIZE_DIGITS: usize = 2;

/// Returns the words of a pasted title that some products have together, from the rarest word on. A retailer's
/// description has words that no name has, and dropping the most frequent words would drop the manufacturer and the
/// line first. The kind of part and numbers of two or more digits stay.
pub(super) fn match_title_words(
    view: &View,
    clauses: Vec<Clause>,
    enough_matches: Option<usize>,
) -> Result<Option<ReducedQuery>, SearchError> {
    let must_stay = |clause: &Clause| {
        let digits = clause.text.bytes().filter(u8::is_ascii_digit).count();
        let is_number =
            digits > 1 && !clause.is_measure && !clause.is_fact_without_category && !is_year(&clause.text);
        is_number || clause.category().is_some()
    };
    let mut by_rarity: Vec<usize> = (0..clauses.len()).filter(|index| !clauses[*index].is_optional).collect();
    by_rarity.sort_by_key(|index| (!must_stay(&clauses[*index]), clauses[*index].doc_freq()));
    let (mut chosen, mut dropped): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut together: Option<Matches> = None;
    for index in by_rarity {
        let tried: Vec<&Clause> = chosen.iter().chain([&index]).map(|index| &clauses[*index]).collect();
        let matches = Matches::find(view, &tried, enough_matches)?;
        if matches.any(view) {
            together = Some(matches);
            chosen.push(index);
        } else if must_stay(&clauses[index]) {
            return Ok(None);
        } else {
            dropped.push(index);
        }
    }
    let words = dropped.iter().map(|index| clauses[*index].text.clone()).collect();
    let remaining = clauses.into_iter().enumerate().filter(|(index, _)| !dropped.contains(index));
    let remaining = remaining.map(|(_, clause)| clause).collect();
    Ok(together.map(|matches| (remaining, matches, words)))
}

/// Drops words, unknown ones first, then the most frequent ones, until something is found. Words with digits stay, except
/// years, sizes, measures and attributes. Where the kind of part is stated, measures are dropped last: products with other
/// measures are better than none.
pub(super) fn drop_words(
    view: &View,
    clauses: Vec<Clause>,
    names_kind_of_part: bool,
    enough_matches: Option<usize>,
) -> Result<Option<ReducedQuery>, SearchError> {
    // With fewer words around it, a model that does not exist would become any model that begins like it.
    if clauses.iter().any(|clause| clause.has_digit && clause.is_prefix_guess && !clause.is_measure) {
        return Ok(None);
    }
    let all = clauses.clone();
    let mut fewer = (clauses, Vec::new());
    if let Some(matches) = drop_clauses(view, &mut fewer, enough_matches, |clause| {
        // A clause that was interpreted as a category stays; other words are dropped around it.
        let is_model = clause.has_digit && !is_year(&clause.text) && !clause.is_absent_fact();
        clause.category().is_none() && !is_model
    })? {
        return Ok(Some((fewer.0, matches, fewer.1)));
    }
    if let Some(found) = drop_sizes(view, all, enough_matches)? {
        return Ok(Some(found));
    }
    if !names_kind_of_part {
        return Ok(None);
    }
    // Without a clause that names the kind by itself, other facts name it, and stay.
    let has_kind = fewer.0.iter().any(|clause| {
        clause.category().is_some()
            || (clause.has_listed_meaning && !clause.is_fact_without_category && !clause.is_measure)
    });
    let matches = drop_clauses(view, &mut fewer, enough_matches, |clause| {
        clause.is_measure || (has_kind && clause.is_fact_without_category)
    })?;
    Ok(matches.map(|matches| (fewer.0, matches, fewer.1)))
}

/// Drops numbers of at most two digits beside a model: probably a size that the model has not, as in `odyssey g7 32`.
fn drop_sizes(
    view: &View,
    clauses: Vec<Clause>,
    enough_matches: Option<usize>,
) -> Result<Option<ReducedQuery>, SearchError> {
    let is_size = |clause: &Clause| {
        clause.text.len() <= MAX_SIZE_DIGITS && clause.text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !clauses.iter().any(|clause| clause.has_digit && !clause.is_measure && !is_size(clause)) {
        return Ok(None);
    }
    let mut fewer = (clauses, Vec::new());
    let matches = drop_clauses(view, &mut fewer, enough_matches, is_size)?;
    Ok(matches.map(|matches| (fewer.0, matches, fewer.1)))
}

/// Drops clauses that may be dropped until the others find something; returns the matches. `clauses` and `dropped`
/// are changed in place.
fn drop_clauses(
    view: &View,
    (clauses, dropped): &mut (Vec<Clause>, Vec<String>),
    enough_matches: Option<usize>,
    may_go: impl Fn(&Clause) -> bool,
) -> Result<Option<Matches>, SearchError> {
    while clauses.len() > 1 {
        let droppable = clauses.iter().enumerate().filter(|(index, clause)| {
            !clause.is_optional && may_go(clause) && !is_only_name_of_numbers(view, clauses, *index)
        });
        let next = droppable.max_by_key(|(_, clause)| match clause.doc_freq() {
            0 => u64::MAX,
            documents => documents,
        });
        let Some((index, _)) = next else { break };
        dropped.push(clauses.remove(index).text);
        if let Some(matches) = Matches::find_nonempty(view, clauses, enough_matches)? {
            return Ok(Some(matches));
        }
    }
    Ok(None)
}

/// Whether only this clause, the name of a line of models, says what the numbers around it are of: without `rtx`,
/// `5066` is the speed of memory.
fn is_only_name_of_numbers(view: &View, clauses: &[Clause], index: usize) -> bool {
    let is_number = |clause: &Clause| clause.text.bytes().all(|byte| byte.is_ascii_digit());
    let mut others =
        clauses.iter().enumerate().filter(|(other, clause)| *other != index && !clause.is_optional);
    let line = format!("{} ", clauses[index].text);
    others.all(|(_, clause)| is_number(clause))
        && view.vocabulary.fact_phrases.keys().any(|name| name.starts_with(&line) && has_digit(name))
}

/// The clauses that are left, their matches, and the words that were dropped.
pub(super) type ReducedQuery = (Vec<Clause>, Matches, Vec<String>);

/// Whether a text is a year: years stand behind names in brackets and are seldom part of them.
fn is_year(text: &str) -> bool {
    text.parse::<u32>().is_ok_and(|year| (2010..=2035).contains(&year))
}
