//! The limits that the search cuts builds off by, which follow from its goal and the best build found.

use std::cmp::Ordering;

use super::{
    found::FoundBuild,
    goal::{Bounds, Goal},
    search::Search,
};

impl Search<'_, '_> {
    /// Returns the highest cost at which a build of so many points is an answer, or ties with the best one.
    pub(super) fn limit(&self, utility: i64) -> i64 {
        match &self.best {
            Some(best) if best.utility == utility => best.priced.total.min(self.cap()),
            _ => self.cap(),
        }
    }

    /// Whether a build ranks before another one.
    pub(super) fn is_better(&self, a: &FoundBuild, b: &FoundBuild) -> bool {
        let rank = |found: &FoundBuild| {
            self.goal.rank(Bounds { most_points: found.utility, least_price: found.priced.total })
        };
        rank(a).cmp(&rank(b)).then_with(|| b.ids.cmp(&a.ids)) == Ordering::Greater
    }

    /// Returns the highest cost at which a build is still of interest.
    pub(super) fn cap(&self) -> i64 {
        match (self.goal, &self.best) {
            (Goal::BestWithin(budget), _) => budget,
            (Goal::CheapestFrom(_), Some(best)) => best.priced.total,
            (Goal::CheapestFrom(_), None) => i64::MAX / 4,
        }
    }

    /// Returns the cost above which a phase skips builds, by the lower bound of their cost.
    pub(super) fn bound_cap(&self) -> i64 {
        self.cap() - self.phase.reserve()
    }

    /// Returns the fewest points of a build that can be the answer.
    pub(super) fn needed(&self) -> i64 {
        match (self.goal, &self.best) {
            (Goal::CheapestFrom(floor), _) => floor,
            (Goal::BestWithin(_), Some(best)) => best.utility,
            (Goal::BestWithin(_), None) => self.floor,
        }
    }

    /// Whether no build within these bounds can be the answer.
    pub(super) fn is_hopeless(&self, bounds: Bounds) -> bool {
        if bounds.least_price > self.bound_cap() || bounds.most_points < self.needed() {
            return true;
        }
        self.is_behind(self.goal.rank(bounds))
    }

    /// Whether the best build found ranks before everything of this rank.
    pub(super) fn is_behind(&self, rank: (i64, i64)) -> bool {
        self.best.as_ref().is_some_and(|best| {
            let best = Bounds { most_points: best.utility, least_price: best.priced.total };
            rank < self.goal.rank(best)
        })
    }
}
