//! The limits by which the search prunes branches. They follow from the goal and from the best build found.

use std::cmp::Ordering;

use super::{
    found::FoundBuild,
    goal::{BuildBounds, Goal},
    search::Search,
};

impl Search<'_, '_> {
    /// Returns the highest cost at which a build of this utility can be the answer: at the utility of the best build
    /// found, a dearer build is worse.
    pub(super) fn max_cost_with(&self, utility: i64) -> i64 {
        match &self.best {
            Some(best) if best.utility == utility => best.priced.total.min(self.max_cost()),
            _ => self.max_cost(),
        }
    }

    /// Whether a build ranks before another one.
    pub(super) fn is_better(&self, a: &FoundBuild, b: &FoundBuild) -> bool {
        let rank = |found: &FoundBuild| {
            self.goal.rank(BuildBounds { max_points: found.utility, min_cost: found.priced.total })
        };
        rank(a).cmp(&rank(b)).then_with(|| b.ids.cmp(&a.ids)) == Ordering::Greater
    }

    /// Returns the highest cost at which a build can be the answer.
    pub(super) fn max_cost(&self) -> i64 {
        match (self.goal, &self.best) {
            (Goal::BestWithin(budget), _) => budget,
            (Goal::CheapestWithAtLeast(_), Some(best)) => best.priced.total,
            (Goal::CheapestWithAtLeast(_), None) => i64::MAX / 4,
        }
    }

    /// Returns the highest cost less the phase's reserve for delivery. In this phase, builds whose lower bound of the
    /// cost exceeds the result are skipped.
    pub(super) fn max_cost_less_reserve(&self) -> i64 {
        self.max_cost() - self.phase.reserve()
    }

    /// Returns the fewest points of a build that can be the answer.
    pub(super) fn min_points(&self) -> i64 {
        match (self.goal, &self.best) {
            (Goal::CheapestWithAtLeast(min_utility), _) => min_utility,
            (Goal::BestWithin(_), Some(best)) => best.utility,
            (Goal::BestWithin(_), None) => self.min_utility,
        }
    }

    /// Whether no build within these bounds can be the answer.
    pub(super) fn can_prune(&self, bounds: BuildBounds) -> bool {
        if bounds.min_cost > self.max_cost_less_reserve() || bounds.max_points < self.min_points() {
            return true;
        }
        self.ranks_behind_best(self.goal.rank(bounds))
    }

    /// Whether the best build found ranks before everything of this rank.
    pub(super) fn ranks_behind_best(&self, rank: (i64, i64)) -> bool {
        self.best.as_ref().is_some_and(|best| {
            let best = BuildBounds { max_points: best.utility, min_cost: best.priced.total };
            rank < self.goal.rank(best)
        })
    }
}
