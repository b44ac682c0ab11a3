//! Prices in ascending order: the number between two bounds is counted without reading any product.

use std::sync::Arc;

/// Maximum number of prices in a run; a change moves no more prices than these.
const MAX_RUN_PRICES: usize = 1024;

/// A sorted multiset of prices in runs; copies share the runs that did not change.
#[derive(Debug, Clone)]
pub(crate) struct SortedPrices {
    /// Ascending runs, none empty, each not above the next.
    runs: Vec<Arc<Vec<u32>>>,
    /// By run: the number of prices before it; at the end, the number of all prices.
    counts_before: Vec<u32>,
}

impl Default for SortedPrices {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl SortedPrices {
    pub(crate) fn new(mut prices: Vec<u32>) -> Self {
        prices.sort_unstable();
        let runs = prices.chunks(MAX_RUN_PRICES / 2).map(|run| Arc::new(run.to_vec()));
        let mut new = Self { runs: runs.collect(), counts_before: Vec::new() };
        new.update_counts_before();
        new
    }

    /// Returns the number of prices within the bounds, both included.
    pub(crate) fn count_between(&self, min: u32, max: u32) -> u32 {
        if min > max {
            return 0;
        }
        let up_to_max = max.checked_add(1).map_or_else(|| self.len(), |end| self.count_below(end));
        up_to_max - self.count_below(min)
    }

    pub(crate) fn len(&self) -> u32 {
        self.counts_before[self.runs.len()]
    }

    /// Removes one price and inserts another.
    pub(crate) fn replace(&mut self, old: Option<u32>, new: Option<u32>) {
        if old == new {
            return;
        }
        if let Some(old) = old {
            self.remove(old);
        }
        if let Some(new) = new {
            self.insert(new);
        }
        self.update_counts_before();
    }

    fn count_below(&self, end: u32) -> u32 {
        let run = self.runs.partition_point(|run| run.last().is_some_and(|last| *last < end));
        let inside = self.runs.get(run).map_or(0, |run| run.partition_point(|price| *price < end));
        self.counts_before[run] + inside as u32
    }

    fn remove(&mut self, price: u32) {
        let at = self.runs.partition_point(|run| run.last().is_some_and(|last| *last < price));
        let Some(run) = self.runs.get_mut(at) else { return };
        if let Ok(index) = run.binary_search(&price) {
            Arc::make_mut(run).remove(index);
        }
        if run.is_empty() {
            self.runs.remove(at);
        }
    }

    fn insert(&mut self, price: u32) {
        let at = self.runs.partition_point(|run| run.last().is_some_and(|last| *last < price));
        let at = at.min(self.runs.len().saturating_sub(1));
        let Some(run) = self.runs.get_mut(at) else {
            self.runs.push(Arc::new(vec![price]));
            return;
        };
        let run = Arc::make_mut(run);
        let index = run.partition_point(|other| *other < price);
        run.insert(index, price);
        if run.len() > MAX_RUN_PRICES {
            let rest = run.split_off(MAX_RUN_PRICES / 2);
            self.runs.insert(at + 1, Arc::new(rest));
        }
    }

    fn update_counts_before(&mut self) {
        let mut count_before = 0;
        self.counts_before.clear();
        for run in &self.runs {
            self.counts_before.push(count_before);
            count_before += run.len() as u32;
        }
        self.counts_before.push(count_before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_equal_those_of_a_sorted_list(
            first in prop::collection::vec(0_u32..5_000, 0..3_000),
            changes in prop::collection::vec((any::<prop::sample::Index>(), prop::option::of(0_u32..5_000)), 0..300),
            bounds in (0_u32..5_100, 0_u32..5_100),
        ) {
            let (mut plain, mut prices) = (first.clone(), SortedPrices::new(first));
            for (which, new) in changes {
                let old = (!plain.is_empty()).then(|| plain.swap_remove(which.index(plain.len())));
                prices.replace(old, new);
                plain.extend(new);
            }
            prop_assert_eq!(prices.len() as usize, plain.len());
            let wanted = plain.iter().filter(|price| (bounds.0..=bounds.1).contains(*price)).count();
            prop_assert_eq!(prices.count_between(bounds.0, bounds.1) as usize, wanted);
            prop_assert_eq!(prices.count_between(0, u32::MAX) as usize, plain.len());
        }
    }
}
