//! Facet groups as a response carries them, from counts by value.

use crate::{
    interface::{Bucket, Facet, FacetKind, SearchRequest, ValueCount},
    storage::vocabulary::SlotVocabulary,
    text::fold::fold,
};

/// Maximum number of values returned per group, besides chosen ones; users scroll no further.
const MAX_VALUES: usize = 100;

/// Order and length of a group that is ordered by count and cut.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ByCount<'a> {
    /// The chosen values: they stay, so that a filter's own count is shown.
    pub(crate) chosen: &'a [String],
    /// Whether all values are requested.
    pub(crate) is_whole: bool,
}

/// Returns the order and length of a group that is ordered by count.
pub(crate) fn by_count<'a>(
    request: &SearchRequest,
    group: &str,
    chosen: &'a [String],
) -> Option<ByCount<'a>> {
    Some(ByCount { chosen, is_whole: request.whole_group.as_deref() == Some(group) })
}

/// Adds a group of values, if any has a count; without `by_count` in their own order. Only the values that are listed become
/// texts of their own: a group may have a thousand others.
pub(crate) fn push_values<S: AsRef<str> + Into<String>>(
    facets: &mut Vec<Facet>,
    group: &str,
    counts: impl Iterator<Item = (S, u32)>,
    by_count: Option<ByCount<'_>>,
) {
    let mut more = 0;
    let mut values: Vec<(S, u32)> = counts.filter(|(_, count)| *count > 0).collect();
    if let Some(ByCount { chosen, is_whole }) = by_count {
        values.sort_by(|(left, left_count), (right, right_count)| {
            right_count.cmp(left_count).then_with(|| left.as_ref().cmp(right.as_ref()))
        });
        more = values.len();
        let listed = if is_whole { values.len() } else { values.len().min(MAX_VALUES) };
        let mut rest = values.split_off(listed);
        // A filter names a value in any spelling that folds to the same.
        let chosen: Vec<String> = chosen.iter().map(|value| fold(value)).collect();
        rest.retain(|(value, _)| !chosen.is_empty() && chosen.contains(&fold(value.as_ref())));
        values.append(&mut rest);
        more -= values.len();
    }
    if !values.is_empty() {
        let to_count = |(value, count): (S, u32)| ValueCount { value: value.into(), count: u64::from(count) };
        let values = values.into_iter().map(to_count).collect();
        facets.push(Facet { group: group.to_owned(), kind: FacetKind::Values(values), more: more as u64 });
    }
}

/// Returns a group of ascending buckets; `None` where nothing is counted.
pub(crate) fn range_facet(
    group: String,
    borders: &[f64],
    values: &SlotVocabulary,
    counts: impl Iterator<Item = (usize, u32)>,
) -> Option<Facet> {
    let mut buckets = vec![0_u64; borders.len() + 1];
    let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
    for (value, count) in counts.filter(|(_, count)| *count > 0) {
        let Some(number) = values.values[value].number else { continue };
        buckets[borders.partition_point(|border| *border <= number)] += u64::from(count);
        (min, max) = (min.min(number), max.max(number));
    }
    if min > max {
        return None;
    }
    let bounds: Vec<f64> = std::iter::once(min.min(borders[0]))
        .chain(borders.iter().copied())
        .chain([max.max(borders[borders.len() - 1])])
        .collect();
    let buckets = bounds.windows(2).zip(&buckets).filter(|(_, count)| **count > 0);
    let buckets =
        buckets.map(|(bounds, count)| Bucket { from: bounds[0], to: bounds[1], count: *count }).collect();
    Some(Facet { group, kind: FacetKind::Range { min, max, buckets }, more: 0 })
}

/// Turns counts of value sets into counts of single values: a product counts in each value of its value set.
pub(crate) fn counts_by_value<'a>(
    values: &'a SlotVocabulary,
    sets: &[u32],
) -> impl Iterator<Item = (usize, u32)> + use<'a> {
    let mut counts = vec![0_u32; values.values.len()];
    for (set, count) in values.sets.iter().zip(sets).filter(|(_, count)| **count > 0) {
        set.iter().for_each(|value| counts[usize::from(*value)] += count);
    }
    counts.into_iter().enumerate()
}
