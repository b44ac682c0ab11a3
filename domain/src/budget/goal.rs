/// The goal of a search. Ties are broken by the other criterion (lower cost, more points), then by the lower ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// The most points for at most this many fils.
    BestWithin(i64),
    /// The lowest cost for at least this many points.
    CheapestFrom(i64),
}

/// Bounds of the builds in a part of the search space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub most_points: i64,
    pub least_price: i64,
}

impl Goal {
    pub(super) fn rank(self, bounds: Bounds) -> (i64, i64) {
        match self {
            Goal::BestWithin(_) => (bounds.most_points, -bounds.least_price),
            Goal::CheapestFrom(_) => (-bounds.least_price, bounds.most_points),
        }
    }

    pub(super) fn bound_of(self, bounds: Bounds) -> i64 {
        match self {
            Goal::BestWithin(_) => bounds.most_points,
            Goal::CheapestFrom(_) => bounds.least_price,
        }
    }

    pub(super) fn looser_bound(self) -> fn(i64, i64) -> i64 {
        match self {
            Goal::BestWithin(_) => i64::max,
            Goal::CheapestFrom(_) => i64::min,
        }
    }
}
