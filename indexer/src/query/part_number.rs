//! Queries that are a part number or a GTIN as a whole, with or without dashes, spaces and dots, in upper or lower
//! case.

use super::{
    matches::Matches,
    read::{Constraints, Piece, Reading},
    unit::{Alternative, Group, Unit},
};
use crate::{
    SearchError,
    text::{fold::has_digit, forms},
    view::{Place, View},
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
pub(crate) struct NumberMatch {
    pub(crate) group: Group,
    pub(crate) places: Vec<Place>,
}

/// Returns the terms of the whole text in the field of numbers.
fn terms(text: &str) -> Vec<String> {
    let number = forms::part_number(text).filter(|number| number.len() >= MIN_CHARS && has_digit(number));
    number.into_iter().chain(forms::gtin(text)).collect()
}

fn group(view: &View, text: &str) -> Result<Group, SearchError> {
    let mut group = Group::new(view);
    for term in terms(text) {
        group.add(view, view.fields.number, &term)?;
    }
    Ok(group)
}

/// Removes the constraints that were read into a part number: the digits of `100-000001584` are no prices.
pub(crate) fn without_constraints(view: &View, reading: Reading) -> Result<Reading, SearchError> {
    if reading.understood.is_empty() || group(view, &reading.text)?.documents() == 0 {
        return Ok(reading);
    }
    let pieces = (0..reading.words.len()).map(|start| Piece { start, end: start + 1, ..Piece::default() });
    Ok(Reading {
        pieces: pieces.collect(),
        constraints: Constraints::default(),
        understood: Vec::new(),
        ..reading
    })
}

/// Returns the products whose part number or GTIN is the text; `None` where its words are enough. `by_words` are
/// the matches of the words.
pub(crate) fn products(
    view: &View,
    reading: &Reading,
    by_words: &Matches,
) -> Result<Option<NumberMatch>, SearchError> {
    let group = group(view, &reading.text)?;
    if group.documents() == 0 {
        return Ok(None);
    }
    let is_spaced = reading.text.trim().contains(char::is_whitespace);
    if is_spaced && by_words.count(view) > MAX_FOUND_BY_WORDS {
        return Ok(None);
    }
    let mut places = Vec::new();
    for (index, segment) in view.segments.iter().enumerate() {
        let documents = group.first_documents(segment, index, MAX_PRODUCTS)?;
        places.extend(documents.into_iter().map(|document| Place { segment: index as u32, document }));
    }
    Ok(Some(NumberMatch { group, places }))
}

impl NumberMatch {
    /// Returns the same as a unit of a query.
    pub(crate) fn unit(&self) -> Unit {
        Unit { alternatives: vec![Alternative::one(self.group.clone())], ..Unit::default() }
    }
}
