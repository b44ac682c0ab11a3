use super::{
    catalogue::Catalogue,
    goal::Goal,
    problem::Problem,
    request::{BudgetRequest, SolveError},
    search::{Stop, search},
    solve::{BudgetBuild, check_budget},
};

/// Finds the cheapest build of at least `min_utility` points; the request's budget does not limit it. Utility 0 asks
/// for the use's minimum alone. When `stop` returns true, the cheapest build found so far is the answer.
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
    let problem = Problem::new(catalogue, request)?;
    let found = search(&problem, Goal::CheapestWithAtLeast(min_utility), stop).into_best()?;
    Ok(problem.to_budget_build(&found))
}

/// Checks a request without a search.
///
/// # Errors
/// When constraints or fixed parts contradict each other; see [`SolveError`].
pub fn check_request(catalogue: &Catalogue, request: &BudgetRequest) -> Result<(), SolveError> {
    check_budget(request.budget)?;
    Problem::new(catalogue, request).map(drop)
}
