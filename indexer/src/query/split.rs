//! One word that is several: `rtx4070ti`, `corsair750w`, `coolermaster`.

use super::{
    expand::Expander,
    unit::{Alternative, Group},
};
use crate::{SearchError, text::forms::borders};

/// Longer words are not taken apart.
const MAX_CHARS: usize = 40;
/// Letters cut off from letters must be at least so many; shorter pieces are found in everything.
const MIN_LETTERS: usize = 3;

/// The word as the fewest known words, or `None`.
pub(crate) fn split(expander: &Expander<'_>, word: &str) -> Result<Option<Alternative>, SearchError> {
    let cuts: Vec<usize> = word.char_indices().map(|(index, _)| index).chain([word.len()]).collect();
    if cuts.len() < 4 || cuts.len() > MAX_CHARS {
        return Ok(None);
    }
    let borders = borders(word);
    // best[i]: the fewest pieces of the text up to cut i, and where the last of them begins.
    let mut best: Vec<Option<(usize, usize)>> = vec![None; cuts.len()];
    best[0] = Some((0, 0));
    for end in 1..cuts.len() {
        for start in 0..end {
            let Some((pieces, _)) = best[start] else { continue };
            if start == 0 && end == cuts.len() - 1 {
                continue;
            }
            let piece = &word[cuts[start]..cuts[end]];
            let is_better = best[end].is_none_or(|(fewest, _)| pieces + 1 < fewest);
            if is_better
                && may_stand(piece, cuts[start], cuts[end], word.len(), &borders)
                && is_word(expander, piece)?
            {
                best[end] = Some((pieces + 1, start));
            }
        }
    }
    let mut groups = Vec::new();
    let mut end = cuts.len() - 1;
    while end > 0 {
        let Some((_, start)) = best[end] else { return Ok(None) };
        groups.push(expander.whole_word(&word[cuts[start]..cuts[end]])?);
        end = start;
    }
    groups.reverse();
    Ok(Some(Alternative { groups, ..Alternative::default() }))
}

/// Whether a piece may be cut out there: at borders between letters and digits, or long enough between letters.
fn may_stand(piece: &str, start: usize, end: usize, length: usize, borders: &[usize]) -> bool {
    let clean = |cut: usize| cut == 0 || cut == length || borders.contains(&cut);
    let digits_cut = |cut: usize, inside: bool| !clean(cut) && inside;
    let starts_in_digits = piece.starts_with(|first: char| first.is_ascii_digit());
    let ends_in_digits = piece.ends_with(|last: char| last.is_ascii_digit());
    if digits_cut(start, starts_in_digits) || digits_cut(end, ends_in_digits) {
        return false;
    }
    (clean(start) && clean(end)) || piece.chars().count() >= MIN_LETTERS
}

fn is_word(expander: &Expander<'_>, piece: &str) -> Result<bool, SearchError> {
    let mut group = Group::new(expander.view);
    Ok(group.add(expander.view, expander.view.fields.word, piece)? > 0)
}
