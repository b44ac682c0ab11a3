//! A good build before the search for the best one.
//!
//! The bounds count little delivery while classes are open. So where the budget is short, tens of thousands of
//! builds with the best bounds exceed it by a few dinars of delivery, and without a good build no bound cuts them off.
//! Hence:
//!
//! 1. A first phase ends at the first whole build. Its **surcharge** is what its cheapest basket costs more than the lowest
//!    prices of its parts.
//! 2. Two more phases search with bounds that set aside 120 %, then 60 % of the surcharge for delivery ([`RESERVES`]): they
//!    look only at builds that leave so much of the budget, and those are mostly not too dear. A whole build may still
//!    cost the whole budget.
//! 3. The search proper sets nothing aside. It alone proves that its build is the best; the phases only find builds.
//!
//! Example: 240.000 for a PC for games. The first whole build has parts for 239.900, and its basket costs 243.700: the
//! surcharge is 3.800. The next phase looks at builds whose lowest prices sum up to at most 235.440, and soon finds one for
//! 238.700 with delivery, which happens to be the best.
//!
//! Measured over 500 requests for 33,303 parts (`measure_budget`): with such a build the search of this example takes 665
//! steps instead of 17,160.

use super::{choice::Choice, problem::Problem, search::Search};

/// The shares of the surcharge that the phases set aside, in percent.
const RESERVES: [i64; 2] = [120, 60];
/// The most steps of a phase.
const MAX_STEPS: u64 = 20_000;
/// A limit above the cost of every basket.
const NO_LIMIT: i64 = i64::MAX / 1_024;

/// The phase of a search; each goes through the openings anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Ends at the first whole build, and notes its surcharge in fils.
    FirstBuild { surcharge: Option<i64> },
    /// Sets so many fils aside for delivery, and ends after so many steps of the search.
    Reserving { reserve: i64, last_step: u64 },
    /// The search proper.
    Exhaustive,
}

impl Phase {
    /// Returns the fils that bounds set aside for delivery.
    pub(super) fn reserve(self) -> i64 {
        match self {
            Phase::Reserving { reserve, .. } => reserve,
            Phase::FirstBuild { .. } | Phase::Exhaustive => 0,
        }
    }

    /// Whether the phase is over after so many steps.
    pub(super) fn is_over(self, steps: u64) -> bool {
        match self {
            Phase::FirstBuild { surcharge } => surcharge.is_some(),
            Phase::Reserving { last_step, .. } => steps >= last_step,
            Phase::Exhaustive => false,
        }
    }

    /// Notes a whole build.
    pub(super) fn note_build(&mut self, problem: &Problem<'_>, picked: &[&Choice]) {
        if let Phase::FirstBuild { surcharge } = self {
            *surcharge = problem.surcharge(picked);
        }
    }
}

impl Search<'_, '_> {
    /// Finds a good build for the budget, where there is none yet or it takes the whole budget.
    pub(super) fn find_good_build(&mut self) {
        let Some(surcharge) = self.find_surcharge() else { return };
        for percent in RESERVES {
            // Where no build is too dear, the search proper finds a good one as soon.
            if self.best.as_ref().is_some_and(|best| best.priced.total + surcharge <= self.cap()) {
                break;
            }
            self.phase =
                Phase::Reserving { reserve: surcharge * percent / 100, last_step: self.steps + MAX_STEPS };
            self.search_openings();
        }
        self.phase = Phase::Exhaustive;
    }

    /// Returns the surcharge of the build that is known, else of the first one that the search comes to.
    fn find_surcharge(&mut self) -> Option<i64> {
        if let Some(best) = &self.best {
            return self.problem.surcharge(&self.problem.pick(&best.choices)?);
        }
        self.phase = Phase::FirstBuild { surcharge: None };
        self.search_openings();
        match std::mem::replace(&mut self.phase, Phase::Exhaustive) {
            Phase::FirstBuild { surcharge } => surcharge,
            Phase::Reserving { .. } | Phase::Exhaustive => None,
        }
    }
}

impl Problem<'_> {
    /// Returns what the cheapest basket of some parts costs more than their lowest prices.
    fn surcharge(&self, picked: &[&Choice]) -> Option<i64> {
        let lowest: i64 = picked.iter().map(|choice| choice.price).sum();
        Some(self.price(picked, NO_LIMIT)?.total - lowest)
    }
}
