//! The upper bound of the search: the most points for a sum of money, if parts were divisible.
//!
//! A build has one part of every class; each part has a price and points. Without the rules and without delivery this
//! is the multiple-choice knapsack problem. Its linear relaxation, in which a class may be filled with a mix of two
//! parts, is solved exactly:
//!
//! 1. Start with the cheapest part of each class.
//! 2. Build each class's upper concave hull of (price, points), whose steps lead from the cheapest part to the best
//!    one.
//! 3. Buy the steps of all classes in the order of points per fils, the last one in part, until the money is spent.
//!
//! **Why this is an upper bound.** A build that the search may still find has one part of every class, passes the
//! rules, and costs no more than the limit, delivered. Delivery costs at least 0, and a basket pays at least the
//! lowest price of each part, so the parts at their lowest prices also cost no more than the limit. The build is thus
//! a solution of the knapsack problem and of its relaxation, whose optimum is at least as large. Points are whole
//! numbers, so rounding the optimum down loses nothing.
//!
//! Example: two classes with (price, points) (10, 5), (20, 25) and (10, 5), (30, 15). The base costs 20 for 10
//! points; the steps are 10 for 20 points and 20 for 10 points. With 40 to spend, the first step leaves 10, which
//! buys half of the second step: at most 10 + 20 + 5 = 35 points.

/// The solved relaxation over some classes, for any sum of money.
#[derive(Debug, Clone, Default)]
pub(super) struct Frontier {
    /// Price and points of the cheapest part of every class together.
    base: (i64, i64),
    /// Price and points of each step, the steepest first.
    steps: Vec<(i64, i64)>,
    /// Cumulative price and points before each step, and after the last one.
    before: Vec<(i64, i64)>,
}

impl Frontier {
    /// Solves the relaxation over classes of (price, points); `None` where a class is empty.
    pub(super) fn new(
        classes: impl IntoIterator<Item = impl IntoIterator<Item = (i64, i64)>>,
    ) -> Option<Frontier> {
        let mut frontier = Frontier::default();
        for class in classes {
            frontier.add_class(class)?;
        }
        frontier.finish();
        Some(frontier)
    }

    fn add_class(&mut self, class: impl IntoIterator<Item = (i64, i64)>) -> Option<()> {
        let hull = hull(class);
        let first = hull.first()?;
        self.base = (self.base.0 + first.0, self.base.1 + first.1);
        self.steps.extend(hull.windows(2).filter_map(|pair| match pair {
            [from, to] => Some((to.0 - from.0, to.1 - from.1)),
            _ => None,
        }));
        Some(())
    }

    fn finish(&mut self) {
        // Ordered by points per fils, compared by cross-multiplication.
        self.steps.sort_by(|a, b| (b.1 * a.0).cmp(&(a.1 * b.0)));
        let mut sum = (0, 0);
        self.before = vec![sum];
        for step in &self.steps {
            sum = (sum.0 + step.0, sum.1 + step.1);
            self.before.push(sum);
        }
    }

    /// Returns the cost of the cheapest part of every class.
    pub(super) fn min_price(&self) -> i64 {
        self.base.0
    }

    /// Returns the most points for a sum of money; `None` where it does not pay for the cheapest part of every class.
    pub(super) fn max_points(&self, money: i64) -> Option<i64> {
        let rest = money - self.base.0;
        if rest < 0 {
            return None;
        }
        let whole = self.before.partition_point(|sum| sum.0 <= rest).saturating_sub(1);
        let (spent, points) = self.before.get(whole).copied().unwrap_or_default();
        let part = self.steps.get(whole).map_or(0, |(price, more)| more * (rest - spent) / price.max(&1));
        Some(self.base.1 + points + part)
    }
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
        let frontier = Frontier::new(classes).expect("a frontier");
        assert_eq!(frontier.min_price(), 15);
        for (money, points) in
            [(14, None), (15, Some(10)), (20, Some(60)), (25, Some(110)), (35, Some(160)), (999, Some(230))]
        {
            assert_eq!(frontier.max_points(money), points, "{money}");
        }
        assert!(Frontier::new([vec![]]).is_none());
    }
}
