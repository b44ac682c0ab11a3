//! Queries that are a part number or a GTIN as a whole, with or without dashes, spaces and dots, in upper or lower
//! case.

use super::parsed_query::{ParsedQuery, QuerySpan};
use crate::{
    collect::{
        clause::{Clause, TermGroup},
        filter::TextConstraints,
        matches::Matches,
    },
    interface::Result,
    storage::view::{DocAddress, View},
    text::{fold::has_digit, forms},
};

/// Shorter texts are words of names rather than part numbers.
const MIN_CHARS: usize = 5;
/// Maximum number of products of one part number.
const MAX_PRODUCTS: usize = 50;
/// Some part numbers are ordinary words written together (`RTX4080`). A text with spaces whose words find more
/// products than this by themselves is words.
const MAX_FOUND_BY_WORDS: u64 = 20;

/// The products whose part number or GTIN is the query.
#[derive(Clone)]
pub(crate) struct PartNumberMatch {
    pub(crate) group: TermGroup,
    pub(crate) addresses: Vec<DocAddress>,
}

/// Returns the terms of the whole text in the field of numbers.
fn part_number_terms(text: &str) -> Vec<String> {
    let number = forms::part_number(text).filter(|number| number.len() >= MIN_CHARS && has_digit(number));
    number.into_iter().chain(forms::gtin(text)).collect()
}

fn part_number_group(view: &View, text: &str) -> Result<TermGroup> {
    let mut group = TermGroup::new(view);
    for term in part_number_terms(text) {
        group.add(view, view.fields.number, &term)?;
    }
    Ok(group)
}

/// Removes the constraints from a query that is a known part number as a whole: the digits of `100-000001584` are no
/// prices. Every other query stays as it is.
pub(crate) fn drop_constraints_in_part_number(view: &View, parsed: ParsedQuery) -> Result<ParsedQuery> {
    if parsed.understood.is_empty() || part_number_group(view, &parsed.text)?.doc_freq() == 0 {
        return Ok(parsed);
    }
    let spans =
        (0..parsed.words.len()).map(|start| QuerySpan { start, end: start + 1, ..QuerySpan::default() });
    Ok(ParsedQuery {
        spans: spans.collect(),
        constraints: TextConstraints::default(),
        understood: Vec::new(),
        ..parsed
    })
}

/// Returns the products whose part number or GTIN is the text; `None` where its words are enough. `by_words` are
/// the matches of the words.
pub(crate) fn find_part_number(
    view: &View,
    parsed: &ParsedQuery,
    by_words: &Matches,
) -> Result<Option<PartNumberMatch>> {
    let group = part_number_group(view, &parsed.text)?;
    if group.doc_freq() == 0 {
        return Ok(None);
    }
    let is_spaced = parsed.text.trim().contains(char::is_whitespace);
    if is_spaced && by_words.count(view) > MAX_FOUND_BY_WORDS {
        return Ok(None);
    }
    let addresses = group.first_addresses(view, MAX_PRODUCTS)?;
    Ok(Some(PartNumberMatch { group, addresses }))
}

impl PartNumberMatch {
    /// Returns the same as a clause of a query.
    pub(crate) fn to_clause(&self) -> Clause {
        Clause::of_group(self.group.clone())
    }
}
