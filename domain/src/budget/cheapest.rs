use super::{
    catalogue::Catalogue,
    goal::Goal,
    problem::Problem,
    request::{BudgetRequest, SolveError},
    search::{Stop, search},
    solve::{BudgetBuild, check_budget},
    sound_table::Soundness,
};

/// Finds the cheapest build of at least `min_utility` points; the request's budget does not limit it. Utility 0 asks
/// for the use's minimum alone; any other is that of the soundest build that has as much. When `stop` returns true, the cheapest build found so far is the answer.
///
/// # Errors
/// When constraints or fixed parts contradict each other, or no such build exists; see [`SolveError`].
pub fn solve_cheapest(
    catalogue: &Catalogue,
    request: &BudgetRequest,
    min_utility: i64,
    stop: &Stop<'_>,
) -> Result<BudgetBuild, SolveError> {
    check_budget(request.budget)?;
    let stages = if min_utility > 0 { Soundness::ORDER.as_slice() } else { &[Soundness::Unbounded] };
    for soundness in stages {
        let is_last = *soundness == Soundness::Unbounded;
        let problem = match Problem::new(catalogue, request, *soundness) {
            Err(_) if !is_last => continue,
            read => read?,
        };
        let searched = search(&problem, Goal::CheapestWithAtLeast(min_utility), stop);
        if is_last || searched.best.is_some() || searched.is_stopped {
            return Ok(problem.to_budget_build(&searched.into_best()?));
        }
    }
    Err(SolveError::NoBuild)
}

/// Checks a request without a search.
///
/// # Errors
/// When constraints or fixed parts contradict each other; see [`SolveError`].
pub fn check_request(catalogue: &Catalogue, request: &BudgetRequest) -> Result<(), SolveError> {
    check_budget(request.budget)?;
    Problem::new(catalogue, request, Soundness::Unbounded).map(drop)
}
