//! The search for a good build, before the search for the best one.
//!
//! While classes are open, the bounds count only a part of the delivery. So where the budget is short, tens of thousands of
//! builds have good bounds, but exceed the budget by a few dinars of delivery. As long as no good build is known, no bound
//! prunes them. The search therefore has phases:
//!
//! 1. A first phase ends at the first whole build. Its **surcharge** is what its cheapest basket costs more than the lowest
//!    prices of its parts.
//! 2. Two more phases search with bounds that reserve 120 %, then 60 % of the surcharge for delivery ([`RESERVES`]).
//!    Both skip builds whose cost bound exceeds the budget less the reserve. The reserve limits bounds only: a finished
//!    build may cost the whole budget.
//! 3. The last phase, the exhaustive one, reserves nothing. Only this phase proves that its build is the best.
//!
//! Example: 240.000 for a PC for games. The first whole build has parts for 239.900, and its basket costs 243.700: the
//! surcharge is 3.800. The next phase looks at builds whose lowest prices sum to at most 235.440, and soon finds one for
//! 238.700 with delivery, which happens to be the best.
//!
//! Measured over 500 requests for 33,303 parts (`measure_budget`): with such a build the search of this example takes 665
//! steps instead of 17,160.

use super::{phase::Phase, search::Search};

/// The shares of the surcharge that the phases reserve, in percent.
const RESERVES: [i64; 2] = [120, 60];
/// The most steps of a phase.
const MAX_STEPS: u64 = 20_000;

impl Search<'_, '_> {
    /// Finds a good build for the budget. Starts no further phase once the best build found so far leaves at least the
    /// surcharge (`Phase::FirstBuild`) unspent.
    pub(super) fn find_good_build(&mut self) {
        let Some(surcharge) = self.find_surcharge() else { return };
        for percent in RESERVES {
            // With so much budget left, the exhaustive phase finds a good build just as soon.
            if self.best.as_ref().is_some_and(|best| best.priced.total + surcharge <= self.max_cost()) {
                break;
            }
            self.phase =
                Phase::Reserving { reserve: surcharge * percent / 100, last_step: self.steps + MAX_STEPS };
            self.search_nodes();
        }
        self.phase = Phase::Exhaustive;
    }

    /// Returns the surcharge of the first whole build that the search finds.
    fn find_surcharge(&mut self) -> Option<i64> {
        self.phase = Phase::FirstBuild { surcharge: None };
        self.search_nodes();
        match std::mem::replace(&mut self.phase, Phase::Exhaustive) {
            Phase::FirstBuild { surcharge } => surcharge,
            Phase::Reserving { .. } | Phase::Exhaustive => None,
        }
    }
}
