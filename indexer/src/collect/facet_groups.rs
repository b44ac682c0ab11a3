//! Facet groups as a response carries them, from counts by value.

use crate::{
    interface::{Bucket, Facet, FacetKind, ValueCount},
    storage::vocabulary::SlotVocabulary,
    text::fold::fold,
};

/// Maximum number of values returned per group, besides chosen ones; users scroll no further.
const MAX_VALUES: usize = 100;

/// Adds a group of values, if any has a count. `by_count` are the chosen values of a group that is ordered by count and
/// cut: they stay, so that a filter's own count is shown.
pub(crate) fn push_values(
    facets: &mut Vec<Facet>,
    group: &str,
    counts: impl Iterator<Item = (String, u32)>,
    by_count: Option<&[String]>,
) {
    let mut values: Vec<ValueCount> = counts
        .filter(|(_, count)| *count > 0)
        .map(|(value, count)| ValueCount { value, count: u64::from(count) })
        .collect();
    if let Some(chosen) = by_count {
        values.sort_by(|left, right| right.count.cmp(&left.count).then_with(|| left.value.cmp(&right.value)));
        let rest = values.split_off(values.len().min(MAX_VALUES));
        // A filter names a value in any spelling that folds to the same.
        let chosen: Vec<String> = chosen.iter().map(|value| fold(value)).collect();
        values.extend(rest.into_iter().filter(|one| chosen.contains(&fold(&one.value))));
    }
    if !values.is_empty() {
        facets.push(Facet { group: group.to_owned(), kind: FacetKind::Values(values) });
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
    Some(Facet { group, kind: FacetKind::Range { min, max, buckets } })
}
