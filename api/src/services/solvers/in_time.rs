//! Searches for the time that an answer may take.

use std::{
    num::NonZeroU32,
    time::{Duration, Instant},
};

use domain::{
    budget::{BudgetAnswer, BudgetRequest, Catalogue, SolveError, Stop, Thoroughness, answer_best},
    config,
};

/// How long the solver may search.
#[derive(Clone, Copy)]
pub struct TimeLimits {
    /// For one answer. When it ends, the best build found until then is answered, with its gap.
    pub answer: Duration,
    /// For the first build or upgrade, on a machine so busy that `answer` ended without any.
    pub first_build: Duration,
}

impl TimeLimits {
    /// Reads the configuration.
    pub fn new(config: &config::BudgetBuilds) -> Self {
        let milliseconds = |limit: NonZeroU32| Duration::from_millis(u64::from(limit.get()));
        Self {
            answer: milliseconds(config.max_milliseconds),
            first_build: milliseconds(config.first_build_milliseconds),
        }
    }
}

/// Solves for the time of an answer; where the time ended before anything was found, once more until `stop` returns true.
pub fn solve_in_time<T>(
    time: Duration,
    stop: &Stop<'_>,
    solve: impl Fn(&Stop<'_>) -> Result<T, SolveError>,
    has_no_result_yet: impl Fn(&Result<T, SolveError>) -> bool,
) -> Result<T, SolveError> {
    let end = Instant::now() + time;
    let solved = solve(&|| stop() || Instant::now() >= end);
    if has_no_result_yet(&solved) && !stop() { solve(stop) } else { solved }
}

/// Whether the time ended before a first build was found.
pub fn has_no_build_yet<T>(solved: &Result<T, SolveError>) -> bool {
    matches!(solved, Err(SolveError::OutOfTime))
}

/// Returns a quick answer, which is not final, where a search ended without a build: it may have yielded to other clients
/// before it found one.
pub fn or_quick(
    answer: Result<BudgetAnswer, SolveError>,
    catalogue: &Catalogue,
    request: &BudgetRequest,
) -> Result<BudgetAnswer, SolveError> {
    if !has_no_build_yet(&answer) {
        return answer;
    }
    // Its effort ends it within milliseconds.
    match answer_best(catalogue, request, Thoroughness::Quick, &|| false) {
        Ok(BudgetAnswer::Builds { builds, next_step, unspent, soundness, .. }) => {
            Ok(BudgetAnswer::Builds { builds, next_step, unspent, soundness, is_final: false })
        }
        Ok(too_low) => Ok(too_low),
        Err(_) => answer,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn search_that_found_nothing_in_time_is_repeated_with_the_longer_limit() {
        let calls = Cell::new(0);
        let solve = |stop: &Stop<'_>| {
            calls.set(calls.get() + 1);
            while calls.get() == 1 && !stop() {
                std::thread::yield_now();
            }
            if calls.get() == 1 { Err(SolveError::OutOfTime) } else { Ok(()) }
        };
        assert_eq!(solve_in_time(Duration::from_millis(1), &|| false, solve, has_no_build_yet), Ok(()));
        assert_eq!(calls.get(), 2);
    }
}
