use super::{choice::Choice, effort::Effort, problem::Problem};

/// The phase of a search. Each phase goes through the pairs of processor and graphics card from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Ends at the first whole build, and stores its surcharge in fils: what its cheapest basket costs above the lowest
    /// prices of its parts, mostly delivery.
    FirstBuild { surcharge: Option<i64> },
    /// Reserves so many fils for delivery, and ends after so many steps of the search.
    Reserving { reserve: i64, last_step: u64 },
    /// Reserves nothing and ends when the answer is proved.
    Exhaustive,
}

impl Phase {
    /// Returns the fils that the bounds reserve for delivery.
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

    /// Stores the surcharge of a whole build in the phase of the first build; does nothing in the other phases.
    pub(super) fn note_surcharge(&mut self, problem: &Problem<'_>, choices: &[&Choice], effort: &Effort) {
        if let Phase::FirstBuild { surcharge } = self {
            *surcharge = problem.compute_surcharge(choices, effort);
        }
    }
}
