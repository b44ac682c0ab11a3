//! Widens a query that finds nothing, until it finds something; the nearest way comes first.
//!
//! 1. The last word half-typed; bare numbers as facts; rounded sizes however rare. Ends as soon as a required word
//!    is unknown.
//! 2. Arabic words by another listed spelling, then Arabic in Latin letters (`rewrite.rs`).
//! 3. Unknown words misspelt, then the other keyboard layout, then any word misspelt.
//! 4. Products that satisfy only some clauses, those with the largest share of the query's information first
//!    (`partial_match.rs`).
//! 5. Nothing: products near a model that does not exist.

use std::collections::HashSet;

use super::{
    correction::corrected_text,
    expander::{Expander, MatchRules, RequiredInterpretations},
    keyboard,
    parsed_query::{ParsedQuery, QuerySpan},
    part_number::{self, PartNumberMatch},
    partial_match::{PartialMatch, match_partially},
    rewrite::{self, Script},
};
use crate::{
    collect::{clause::Clause, matches::Matches},
    config::SearchConfig,
    interface::Result,
    storage::view::View,
    text::{analyzer::Word, fold::has_digit},
};

/// Texts of more unknown words are nonsense rather than misspelt: only the nearest spellings are compared, because
/// those two edits away take a walk of most of the dictionary each.
const MAX_MISSPELT_WORDS: usize = 3;
/// Maximum length of a series' Roman numeral.
const MAX_NUMERAL_LETTERS: usize = 3;

/// A parsed query with its clauses and their matches; of several tries the one that finds something, else the query as
/// typed.
pub(crate) struct MatchedQuery {
    pub(crate) clauses: Vec<Clause>,
    /// The matches of the clauses.
    pub(crate) matches: Matches,
    pub(crate) parsed: ParsedQuery,
    pub(crate) corrected: Option<String>,
    pub(crate) dropped: Vec<String>,
    /// Understood constraints that had to give way, as typed.
    pub(crate) relaxed: Vec<String>,
    /// Clauses of models near one that does not exist; `run_query` searches them if nothing is found.
    pub(crate) nearby_clauses: Vec<Clause>,
    /// The products whose part number is the whole query; they are among the matches.
    pub(crate) part_number_match: Option<PartNumberMatch>,
}

/// Returns the query with required interpretations; `None` where no product has them all.
pub(crate) fn require_interpretations(
    view: &View,
    config: &SearchConfig,
    parsed: &ParsedQuery,
    required: RequiredInterpretations,
    enough_matches: Option<usize>,
) -> Result<Option<MatchedQuery>> {
    // A bare number means the fact first (`ram 16`: the capacity). If results are ordered by price or name, a product
    // that has the number only in its name would stand among those of that capacity.
    let is_exact = required == RequiredInterpretations::CategoriesAndSpecs;
    for bare_numbers in [is_exact, !is_exact] {
        let rules = MatchRules { required, bare_numbers, ..MatchRules::default() };
        let clauses = Expander { view, config, rules }.expand(parsed)?;
        if clauses.is_empty() {
            return Ok(None);
        }
        if let Some(matches) = Matches::find_nonempty(view, &clauses, enough_matches)? {
            return Ok(Some(MatchedQuery::plain(clauses, matches, parsed.clone())));
        }
    }
    Ok(None)
}

/// Returns the query as it stands. `enough_matches` of the most popular matches of each segment suffice; `None` means
/// all.
pub(crate) fn match_as_typed(
    view: &View,
    config: &SearchConfig,
    parsed: ParsedQuery,
    allow_half_typed: bool,
    enough_matches: Option<usize>,
) -> Result<MatchedQuery> {
    match_by_rules(
        view,
        config,
        parsed,
        MatchRules { allow_half_typed, ..MatchRules::default() },
        enough_matches,
    )
}

/// Returns the query as it stands, matched by these rules.
pub(crate) fn match_by_rules(
    view: &View,
    config: &SearchConfig,
    parsed: ParsedQuery,
    rules: MatchRules,
    enough_matches: Option<usize>,
) -> Result<MatchedQuery> {
    let clauses = Expander { view, config, rules }.expand(&parsed)?;
    let matches = Matches::find_required(view, &clauses, enough_matches)?;
    let Some(found) = part_number::find_part_number(view, &parsed, &matches)? else {
        return Ok(MatchedQuery::plain(clauses, matches, parsed));
    };
    let matches = matches.union_terms(view, &found.group)?;
    Ok(MatchedQuery { part_number_match: Some(found), ..MatchedQuery::plain(clauses, matches, parsed) })
}

impl MatchedQuery {
    /// Returns a query without corrections, dropped words and models near it.
    fn plain(clauses: Vec<Clause>, matches: Matches, parsed: ParsedQuery) -> Self {
        Self {
            clauses,
            matches,
            parsed,
            corrected: None,
            dropped: Vec::new(),
            relaxed: Vec::new(),
            nearby_clauses: Vec::new(),
            part_number_match: None,
        }
    }
}

/// Widens a query that finds nothing until it finds something, whatever is filtered.
pub(crate) fn widen(
    view: &View,
    config: &SearchConfig,
    as_typed: MatchedQuery,
    allow_half_typed: bool,
    enough_matches: Option<usize>,
) -> Result<MatchedQuery> {
    let expander = |rules: MatchRules| Expander { view, config, rules };
    if as_typed.clauses.is_empty() || as_typed.matches.any(view) {
        return Ok(as_typed);
    }
    let MatchedQuery { clauses, matches: empty_matches, mut parsed, .. } = as_typed;
    let rules = MatchRules { allow_half_typed, ..MatchRules::default() };
    // First try: the last word is half-typed, although the catalogue has it as a whole word. Second try: numbers lack
    // their unit. Third try: a rounded size also means every size that rounds to it.
    let half_typed = MatchRules { allow_half_typed: true, ..rules };
    let bare_numbers = MatchRules { bare_numbers: true, ..rules };
    let rounded = MatchRules { all_rounded: true, ..bare_numbers };
    for rules in [half_typed, bare_numbers, rounded] {
        let clauses = expander(rules).expand(&parsed)?;
        if let Some(matches) = Matches::find_nonempty(view, &clauses, enough_matches)? {
            return Ok(MatchedQuery::plain(clauses, matches, parsed));
        }
        if count_unknown_words(&clauses) > 0 {
            break;
        }
    }
    for script in [Script::Arabic, Script::Latin] {
        let Some(rewritten) = rewrite::rewrite(&expander(bare_numbers), &parsed, script)? else { continue };
        parsed = rewritten;
        let clauses = expander(bare_numbers).expand(&parsed)?;
        // The rewritten text may ask for a price or an order: then the first matches are not enough, or there is
        // nothing to match.
        if clauses.is_empty() {
            return Ok(MatchedQuery::plain(clauses, empty_matches, parsed));
        }
        if let Some(matches) = Matches::find_nonempty(view, &clauses, None)? {
            return Ok(MatchedQuery::plain(clauses, matches, parsed));
        }
    }
    widen_spelling(
        &expander,
        bare_numbers,
        MatchedQuery::plain(clauses, empty_matches, parsed),
        enough_matches,
    )
}

/// Returns the number of required words that are unknown and no numbers: reading numbers more widely finds nothing
/// beside them.
fn count_unknown_words(clauses: &[Clause]) -> usize {
    let is_word = |clause: &Clause| !clause.has_digit && clause.text.len() > MAX_NUMERAL_LETTERS;
    let unknown = clauses.iter().filter(|clause| !clause.is_optional && is_word(clause));
    unknown.filter(|clause| clause.doc_freq() == 0).count()
}

/// Widens further: other spellings, the other keyboard layout, some of the clauses.
fn widen_spelling<'a>(
    expander: &impl Fn(MatchRules) -> Expander<'a>,
    rules: MatchRules,
    without_matches: MatchedQuery,
    enough_matches: Option<usize>,
) -> Result<MatchedQuery> {
    let MatchedQuery { clauses, matches: empty_matches, parsed, .. } = without_matches;
    let rules = MatchRules { one_edit_only: count_unknown_words(&clauses) > MAX_MISSPELT_WORDS, ..rules };
    let misspelt = expander(MatchRules { unknown_misspelt: true, ..rules }).expand(&parsed)?;
    if let Some(widened) = match_spellings(&expander(rules), &parsed, &misspelt, enough_matches)? {
        return Ok(widened);
    }
    if let Some(widened) = match_other_layout(&expander(rules), &parsed)? {
        return Ok(widened);
    }
    // A clause that no product satisfies even misspelt is not satisfied where the other words may be misspelt too.
    if misspelt.iter().all(|clause| clause.is_optional || clause.doc_freq() > 0) {
        let wide = expander(MatchRules { all_misspelt: true, ..rules }).expand(&parsed)?;
        if let Some(widened) = match_spellings(&expander(rules), &parsed, &wide, enough_matches)? {
            return Ok(widened);
        }
    }
    if let Some(found) = match_partially(&expander(rules), &parsed, misspelt)? {
        let PartialMatch { clauses, matches, dropped, relaxed } = found;
        let corrected = corrected_text(&expander(rules), &parsed, &clauses, &matches)?;
        return Ok(MatchedQuery {
            corrected,
            dropped,
            relaxed,
            ..MatchedQuery::plain(clauses, matches, parsed)
        });
    }
    let nearby_clauses = find_near_models(&expander(rules), &parsed, &clauses)?;
    Ok(MatchedQuery { nearby_clauses, ..MatchedQuery::plain(clauses, empty_matches, parsed) })
}

/// Returns the products of misspelt clauses: of the corrected query parsed again, or else of any of their spellings.
fn match_spellings(
    expander: &Expander<'_>,
    parsed: &ParsedQuery,
    misspelt: &[Clause],
    enough_matches: Option<usize>,
) -> Result<Option<MatchedQuery>> {
    let Some(matches) = Matches::find_nonempty(expander.view, misspelt, enough_matches)? else {
        return Ok(None);
    };
    let corrected = corrected_text(expander, parsed, misspelt, &matches)?;
    if corrected.as_ref().is_some_and(|text| repeats_word(expander, parsed, text)) {
        return Ok(None);
    }
    if let Some(text) = &corrected {
        let meant = rewrite::parse_again(expander, text, parsed);
        // The corrected text may ask for a price: then the first matches are not enough.
        let enough_matches = enough_matches.filter(|_| !meant.constraints.is_filter());
        if let Some(found) = match_expanded(expander, meant, enough_matches)? {
            return Ok(Some(MatchedQuery { corrected, ..found }));
        }
    }
    Ok(Some(MatchedQuery { corrected, ..MatchedQuery::plain(misspelt.to_vec(), matches, parsed.clone()) }))
}

/// Returns the matches of a query; `None` where it has no clauses or no product has them all.
fn match_expanded(
    expander: &Expander<'_>,
    parsed: ParsedQuery,
    enough_matches: Option<usize>,
) -> Result<Option<MatchedQuery>> {
    let clauses = expander.expand(&parsed)?;
    if clauses.is_empty() {
        return Ok(None);
    }
    let matches = Matches::find_nonempty(expander.view, &clauses, enough_matches)?;
    Ok(matches.map(|matches| MatchedQuery::plain(clauses, matches, parsed)))
}

/// Whether a corrected text repeats a word that the query has once: `light light` for `night light`.
fn repeats_word(expander: &Expander<'_>, parsed: &ParsedQuery, text: &str) -> bool {
    let distinct = |words: &[Word]| words.iter().map(|word| &word.text).collect::<HashSet<_>>().len();
    let words = expander.config.lexicon.analyzer.words(text);
    words.len() == parsed.words.len() && distinct(&words) < distinct(&parsed.words)
}

/// Returns the matches of the same keys on the other layout, if they are known words.
fn match_other_layout(expander: &Expander<'_>, parsed: &ParsedQuery) -> Result<Option<MatchedQuery>> {
    // Words with an interpretation were typed on the right layout.
    if !parsed.spans.iter().all(QuerySpan::is_plain) {
        return Ok(None);
    }
    for switched in keyboard::switch_layout(&parsed.text) {
        let parsed = rewrite::parse_again(expander, &switched, parsed);
        if !keyboard::are_known_words(expander, &parsed)? {
            continue;
        }
        // The switched text may ask for a price: then the first matches are not enough.
        if let Some(found) = match_expanded(expander, parsed, None)? {
            return Ok(Some(MatchedQuery { corrected: Some(switched), ..found }));
        }
    }
    Ok(None)
}

/// Returns the clauses with unknown model numbers cut short from the right until some model begins so; none where
/// nothing is found.
fn find_near_models(
    expander: &Expander<'_>,
    parsed: &ParsedQuery,
    clauses: &[Clause],
) -> Result<Vec<Clause>> {
    let mut near = Vec::with_capacity(clauses.len());
    let mut is_cut = false;
    for clause in clauses {
        if clause.doc_freq() > 0 {
            near.push(clause.clone());
            continue;
        }
        // Unknown words other than models say nothing about what is near.
        let Some(word) = parsed.words.get(clause.word_range.0).filter(|word| has_digit(&word.text)) else {
            continue;
        };
        if let Some(clause) = shorten_to_known(expander, &word.text)? {
            near.push(clause);
            is_cut = true;
        }
    }
    if is_cut && Matches::find_nonempty(expander.view, &near, Some(1))?.is_some() {
        Ok(near)
    } else {
        Ok(Vec::new())
    }
}

/// Cuts a word short until a product has a word that begins so. At least two characters stay: one begins
/// everything.
fn shorten_to_known(expander: &Expander<'_>, word: &str) -> Result<Option<Clause>> {
    let ends: Vec<usize> = word.char_indices().map(|(index, _)| index).skip(2).collect();
    for end in ends.into_iter().rev() {
        let clause = expander.prefix_clause(&word[..end])?;
        if clause.doc_freq() > 0 {
            return Ok(Some(clause));
        }
    }
    Ok(None)
}
