/// The goal of a search. Ties are broken by the other criterion (lower cost, more points), then by the lower ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// The most points for at most this many fils.
    BestWithin(i64),
    /// The lowest cost for at least this many points.
    CheapestWithAtLeast(i64),
}

/// Bounds of the points and the cost of the builds in a part of the search space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BuildBounds {
    /// No build has more points.
    pub max_points: i64,
    /// No build costs less, in fils.
    pub min_cost: i64,
}

impl BuildBounds {
    /// Returns bounds that hold for the builds of both.
    pub(super) fn union(self, other: Self) -> Self {
        Self {
            max_points: self.max_points.max(other.max_points),
            min_cost: self.min_cost.min(other.min_cost),
        }
    }
}

impl Goal {
    /// Returns the rank of a build or of an upper bound: the higher rank is the better one.
    pub(super) fn rank(self, bounds: BuildBounds) -> (i64, i64) {
        match self {
            Goal::BestWithin(_) => (bounds.max_points, -bounds.min_cost),
            Goal::CheapestWithAtLeast(_) => (-bounds.min_cost, bounds.max_points),
        }
    }

    /// Returns the side of the bounds that the goal is about.
    pub(super) fn bound_of(self, bounds: BuildBounds) -> i64 {
        match self {
            Goal::BestWithin(_) => bounds.max_points,
            Goal::CheapestWithAtLeast(_) => bounds.min_cost,
        }
    }

    /// Returns the function that returns the looser one of two bounds.
    pub(super) fn looser_bound(self) -> fn(i64, i64) -> i64 {
        match self {
            Goal::BestWithin(_) => i64::max,
            Goal::CheapestWithAtLeast(_) => i64::min,
        }
    }
}
