//! Matches clauses with the words of a name in their order.

use super::{
    clause::{Clause, ClauseOption},
    query_terms::{HASH_BITS, IN_QUERY},
};

/// Returns the end of an option that begins at a position, and its least quality.
pub(super) fn match_option_at(option: &ClauseOption, sequence: &[u32], at: usize) -> Option<(usize, f32)> {
    if option.groups.is_empty() {
        return None;
    }
    let mut quality = 1.0_f32;
    for (index, group) in option.groups.iter().enumerate() {
        let token = sequence.get(at + index).filter(|token| **token & IN_QUERY != 0)?;
        quality = quality.min(group.quality(token & HASH_BITS)?);
    }
    Some((at + option.groups.len(), quality))
}

/// Returns the match of better quality; of matches of equal quality the longer one.
pub(super) fn better_match(left: Option<(usize, f32)>, right: Option<(usize, f32)>) -> Option<(usize, f32)> {
    match (left, right) {
        (Some(left), Some(right)) => Some(if (right.1, right.0) > (left.1, left.0) { right } else { left }),
        (left, right) => left.or(right),
    }
}

/// Counts the pairs of neighbouring clauses whose words are neighbours in a name, in the same order.
pub(super) fn count_neighbours(clauses: &[Clause], name: &[u32]) -> usize {
    let end = |clause: &Clause, at: usize| {
        let ends = clause.options.iter().filter_map(|option| match_option_at(option, name, at));
        ends.map(|(end, _)| end).max()
    };
    let are_neighbours = |(first, second): &(&Clause, &Clause)| {
        (0..name.len()).any(|at| end(first, at).is_some_and(|behind| end(second, behind).is_some()))
    };
    clauses.iter().zip(clauses.iter().skip(1)).filter(are_neighbours).count()
}
