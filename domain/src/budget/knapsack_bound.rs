//! The upper bound of the search: the most points for a sum of money, if parts were divisible.
//!
//! A build has one part of every class; each part has a price and points. Without the rules and without delivery this
//! is the multiple-choice knapsack problem. Its linear relaxation, in which a class may be filled with a mix of two
//! parts, is solved exactly:
//!
//! 1. Start with the cheapest part of each class.
//! 2. Build each class's upper concave hull of (price, points). Its **segments** lead from the cheapest part to the best
//!    one.
//! 3. Buy the segments of all classes in the order of points per fils, the last one in part, until the money is spent.
//!
//! **Why this is an upper bound.** A build that the search may still find has one part of every class, passes the
//! rules, and costs no more than the limit, delivered. Delivery costs at least 0, and a basket pays at least the
//! lowest price of each part, so the parts at their lowest prices also cost no more than the limit. The build is thus
//! a solution of the knapsack problem and of its relaxation, whose optimum is at least as large. Points are whole
//! numbers, so rounding the optimum down loses nothing.
//!
//! Example: two classes with (price, points) (10, 5), (20, 25) and (10, 5), (30, 15). The base costs 20 for 10
//! points; the segments are 10 for 20 points and 20 for 10 points. With 40 to spend, the first segment leaves 10, which
//! buys half of the second segment: at most 10 + 20 + 5 = 35 points.
//!
//! **Combined classes.** Two small classes are first combined into one ([`KnapsackBound::combined`]): each pair of their
//! parts is one part of the new class, with the sums of price and points. Only the Pareto front of the pairs remains. A build
//! has one of the pairs, so the bound stays valid. The relaxation may then mix two pairs, but no longer two parts of
//! each class, so its optimum can only fall. Where all classes are combined into one, no part is divided any more: the bound
//! is exact for the lowest prices. In the example, 40 buy (10, 5) with (30, 15), or (20, 25) with (10, 5): at most 30
//! points.
//!
//! **The least money** for a number of points ([`KnapsackBound::min_money`]) is the inverse of the same bound: a build with
//! so many points costs at least what the relaxation pays for them.

/// Two classes are combined where they have at most so many pairs. Sorting so many pairs takes about as long as building
/// the hulls of all classes.
const MAX_PAIRS: usize = 256;

/// The solved relaxation over some classes, for any sum of money.
#[derive(Debug, Clone, Default)]
pub(super) struct KnapsackBound {
    /// Price and points of the cheapest part of every class together.
    base: (i64, i64),
    /// Price and points of each segment, the steepest first.
    segments: Vec<(i64, i64)>,
    /// The sums of price and points over all segments before each one, and over all.
    prefix_sums: Vec<(i64, i64)>,
    /// Whether segments are bought whole, because all classes are combined into one.
    is_exact: bool,
}

impl KnapsackBound {
    /// Solves the relaxation over classes of (price, points); `None` where a class is empty.
    pub(super) fn new(
        classes: impl IntoIterator<Item = impl IntoIterator<Item = (i64, i64)>>,
    ) -> Option<KnapsackBound> {
        KnapsackBound::of_hulls(classes.into_iter().map(hull))
    }

    /// As [`KnapsackBound::new`], from the [`hull`] of each class.
    pub(super) fn of_hulls(
        hulls: impl IntoIterator<Item = impl AsRef<[(i64, i64)]>>,
    ) -> Option<KnapsackBound> {
        let mut bound = KnapsackBound::default();
        for hull in hulls {
            bound.add_segments(hull.as_ref())?;
        }
        bound.finish();
        Some(bound)
    }

    /// As [`KnapsackBound::new`], with a tighter bound: small classes are combined before.
    pub(super) fn combined(
        classes: impl IntoIterator<Item = impl IntoIterator<Item = (i64, i64)>>,
    ) -> Option<KnapsackBound> {
        let mut classes: Vec<Vec<(i64, i64)>> = classes.into_iter().map(pareto_front).collect();
        classes.sort_by_key(|class| std::cmp::Reverse(class.len()));
        while let [.., a, b] = classes.as_slice()
            && a.len() * b.len() <= MAX_PAIRS
        {
            let pairs =
                a.iter().flat_map(|one| b.iter().map(move |other| (one.0 + other.0, one.1 + other.1)));
            let combined = pareto_front(pairs);
            classes.truncate(classes.len() - 2);
            let position = classes.partition_point(|class| class.len() > combined.len());
            classes.insert(position, combined);
        }
        if let [only] = classes.as_slice() {
            let mut bound = KnapsackBound { is_exact: true, ..KnapsackBound::default() };
            bound.add_segments(only)?;
            bound.sum_segments();
            return Some(bound);
        }
        KnapsackBound::new(classes)
    }

    fn add_segments(&mut self, corners: &[(i64, i64)]) -> Option<()> {
        let first = corners.first()?;
        self.base = (self.base.0 + first.0, self.base.1 + first.1);
        self.segments
            .extend(corners.iter().zip(&corners[1..]).map(|(from, to)| (to.0 - from.0, to.1 - from.1)));
        Some(())
    }

    fn finish(&mut self) {
        // Ordered by points per fils, compared by cross-multiplication.
        self.segments.sort_by(|a, b| (b.1 * a.0).cmp(&(a.1 * b.0)));
        self.sum_segments();
    }

    fn sum_segments(&mut self) {
        let mut sum = (0, 0);
        self.prefix_sums = vec![sum];
        for segment in &self.segments {
            sum = (sum.0 + segment.0, sum.1 + segment.1);
            self.prefix_sums.push(sum);
        }
    }

    /// Returns the cost of the cheapest part of every class.
    pub(super) fn min_price(&self) -> i64 {
        self.base.0
    }

    /// Returns the most points for a sum of money; `None` where it does not pay for the cheapest part of every class.
    pub(super) fn max_points(&self, money: i64) -> Option<i64> {
        let money_left = money - self.base.0;
        if money_left < 0 {
            return None;
        }
        let whole = self.prefix_sums.partition_point(|sum| sum.0 <= money_left) - 1;
        let (spent, points) = self.prefix_sums[whole];
        let part = match self.segments.get(whole) {
            Some((price, more)) if !self.is_exact => more * (money_left - spent) / price.max(&1),
            _ => 0,
        };
        Some(self.base.1 + points + part)
    }

    /// Returns the least money for at least so many points; `None` where no money buys them.
    pub(super) fn min_money(&self, points: i64) -> Option<i64> {
        let more = points.saturating_sub(self.base.1);
        if more <= 0 {
            return Some(self.base.0);
        }
        let whole = self.prefix_sums.partition_point(|sum| sum.1 < more);
        let (price, reached) = *self.prefix_sums.get(whole)?;
        // The first sum is that of no segments, which has no points.
        let (spent, before) = self.prefix_sums[whole - 1];
        let missing = more - before;
        let segment = (price - spent, reached - before);
        let part =
            if self.is_exact { segment.0 } else { (segment.0 * missing + segment.1 - 1) / segment.1.max(1) };
        Some(self.base.0 + spent + part)
    }
}

/// Returns the Pareto front: the parts with more points than every part that costs as much or less, the cheapest first.
fn pareto_front(class: impl IntoIterator<Item = (i64, i64)>) -> Vec<(i64, i64)> {
    let mut sorted: Vec<(i64, i64)> = class.into_iter().collect();
    sorted.sort_by_key(|(price, points)| (*price, std::cmp::Reverse(*points)));
    let mut best = i64::MIN;
    sorted.retain(|(_, points)| {
        let is_better = *points > best;
        best = best.max(*points);
        is_better
    });
    sorted
}

/// Returns the upper concave hull from the cheapest part to the best one; each corner is dearer and better than the
/// one before.
pub(super) fn hull(class: impl IntoIterator<Item = (i64, i64)>) -> Vec<(i64, i64)> {
    let mut sorted: Vec<(i64, i64)> = class.into_iter().collect();
    sorted.sort_by_key(|(price, points)| (*price, std::cmp::Reverse(*points)));
    let mut hull: Vec<(i64, i64)> = Vec::new();
    for next in sorted {
        if hull.last().is_some_and(|last| next.1 <= last.1) {
            continue;
        }
        while let [.., a, b] = hull.as_slice()
            && (b.1 - a.1) * (next.0 - b.0) <= (next.1 - b.1) * (b.0 - a.0)
        {
            hull.pop();
        }
        hull.push(next);
    }
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisible_parts_are_bought_by_points_per_fils() {
        let classes = [vec![(10, 0), (20, 100), (40, 120), (15, 20)], vec![(5, 10), (9, 10), (25, 110)]];
        let bound = KnapsackBound::new(classes).expect("a bound");
        assert_eq!(bound.min_price(), 15);
        for (money, points) in
            [(14, None), (15, Some(10)), (20, Some(60)), (25, Some(110)), (35, Some(160)), (999, Some(230))]
        {
            assert_eq!(bound.max_points(money), points, "{money}");
        }
        assert!(KnapsackBound::new([vec![]]).is_none());
    }

    /// Compares both bounds with all combinations of random classes.
    #[test]
    fn no_combination_is_better_or_cheaper_than_the_bounds() {
        let mut state = 7_u64;
        let mut roll = |end: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from((state >> 33) % end).expect("a small number")
        };
        for _ in 0..2_000 {
            let classes: Vec<Vec<(i64, i64)>> = (0..1 + roll(4))
                .map(|_| (0..1 + roll(7)).map(|_| (1 + roll(60), roll(50))).collect())
                .collect();
            let mut sums = vec![(0, 0)];
            for class in &classes {
                let with = |(price, points): (i64, i64)| {
                    class.iter().map(move |part| (price + part.0, points + part.1)).collect::<Vec<_>>()
                };
                sums = sums.into_iter().flat_map(with).collect();
            }
            let copies = || classes.iter().map(|class| class.iter().copied());
            let relaxed = KnapsackBound::new(copies()).expect("a bound");
            let combined = KnapsackBound::combined(copies()).expect("a bound");
            for money in (0..250).step_by(5) {
                let best = sums.iter().filter(|sum| sum.0 <= money).map(|sum| sum.1).max();
                assert!(
                    best <= combined.max_points(money)
                        && combined.max_points(money) <= relaxed.max_points(money)
                );
                assert!(!combined.is_exact || combined.max_points(money) == best, "{classes:?} {money}");
            }
            for points in (0..210).step_by(5) {
                let min_cost = sums.iter().filter(|sum| sum.1 >= points).map(|sum| sum.0).min();
                for relaxation in [&relaxed, &combined] {
                    let cost = relaxation.min_money(points);
                    assert!(min_cost.is_none_or(|min_cost| cost.is_some_and(|cost| cost <= min_cost)));
                }
                assert!(!combined.is_exact || combined.min_money(points) == min_cost, "{classes:?} {points}");
            }
        }
    }
}
