//! Soft words as parts of a name: `gaming` of `TUF Gaming B650-PLUS`, `dual` of `Dual RTX 4060`.

use domain::model::SpecKey;

use super::reading::{SUBJECT_FACTS, category_of};
use crate::{
    query::{
        expand::Expander,
        read::{Piece, Reading, piece_has_digit},
    },
    text::analyzer::Word,
};

/// Returns the reading with its soft words required. `None` where they are hardly of a name: no word is soft, or
/// the query names a kind of part or a purpose, or neither a manufacturer nor a model.
pub(crate) fn reading(expander: &Expander<'_>, reading: &Reading) -> Option<Reading> {
    let (soft, required): (Vec<&Piece>, Vec<&Piece>) =
        reading.pieces.iter().partition(|piece| piece.is_optional);
    let is_of_name = |piece: &&Piece| {
        let is_model = piece_has_digit(&reading.words, piece) && !is_amount(piece, &reading.words);
        piece.is_plain() || piece.brand.is_some() || is_model
    };
    let names_category = required.iter().any(|piece| category_of(piece, &expander.config.lexicon).is_some());
    let asks_more = reading.intent.fit.is_some() || !reading.constraints.fits.is_empty();
    if soft.is_empty() || asks_more || names_category || !required.iter().any(is_of_name) {
        return None;
    }
    let pieces = reading.pieces.iter().map(|piece| match piece.is_optional {
        true => expander.named(reading, piece),
        false => piece.clone(),
    });
    Some(Reading { pieces: pieces.collect(), ..reading.clone() })
}

/// Whether a piece is an amount or a fact rather than the number of a model: `48gb`, `ddr5`.
fn is_amount(piece: &Piece, words: &[Word]) -> bool {
    let words = words.get(piece.start..piece.end).unwrap_or_default();
    let is_fact = |(key, _): &(SpecKey, String)| !SUBJECT_FACTS.contains(key);
    piece.is_measure
        || words.iter().any(|word| word.quantity.is_some())
        || (!piece.facts.is_empty() && piece.facts.iter().all(is_fact))
}
