//! The search for the best build in stages: first of the soundest builds, then with fewer bounds ([`Soundness::ORDER`]); and
//! the preference for builds of which every rule is checked.

use super::{
    catalogue::Catalogue,
    fit::RulePolicy,
    goal::Goal,
    problem::Problem,
    request::{BudgetRequest, SolveError},
    search::{SearchResult, Stop, search, search_above},
    sound_table::Soundness,
};

/// The problem of a stage, with the result of its search.
pub(super) struct StagedSearch<'a> {
    pub problem: Problem<'a>,
    pub searched: SearchResult,
    /// Whether a build that some rule could not check is better than the one found.
    pub is_unchecked_better: bool,
}

/// Minimum share of the effort that each further search of an answer may take, where the ones before have spent more.
const MIN_SHARE: u64 = 4;

/// Searches for the best build within the budget, one stage after the other, until one has a build. The last stage is
/// returned without a build if none has one, and so is a stage whose search was stopped.
///
/// # Errors
/// As [`Problem::new`], of the last stage.
pub(super) fn search_in_stages<'a>(
    catalogue: &'a Catalogue,
    request: &'a BudgetRequest,
    max_effort: u64,
    stop: &Stop<'_>,
) -> Result<StagedSearch<'a>, SolveError> {
    let goal = Goal::BestWithin(request.budget.0);
    let mut spent = 0;
    for soundness in Soundness::ORDER {
        let is_last = soundness == Soundness::Unbounded;
        let mut problem = match Problem::new(catalogue, request, soundness) {
            Err(_) if !is_last => continue,
            read => read?,
        };
        problem.max_effort = share(max_effort, spent);
        let searched = search(&problem, goal, stop);
        spent += searched.effort;
        if is_last || searched.best.is_some() || searched.is_stopped {
            return Ok(StagedSearch { problem, searched, is_unchecked_better: false });
        }
    }
    Err(SolveError::NoBuild)
}

fn share(max_effort: u64, spent: u64) -> u64 {
    max_effort.saturating_sub(spent).max(max_effort / MIN_SHARE)
}

/// Returns the request with every rule to be checked.
pub(super) fn to_checked(request: &BudgetRequest) -> BudgetRequest {
    BudgetRequest { policy: RulePolicy { allow_unknown: false, ..request.policy }, ..request.clone() }
}

/// Replaces the best build by the best one of which every rule is checked, if that has at least `checked_percent` of the
/// utility. `checked` is the request with every rule to be checked.
pub(super) fn prefer_checked<'a>(
    found: StagedSearch<'a>,
    checked: &'a BudgetRequest,
    stop: &Stop<'_>,
) -> StagedSearch<'a> {
    let StagedSearch { problem, searched: SearchResult { best: Some(best), .. }, .. } = &found else {
        return found;
    };
    if !problem.request.policy.allow_unknown {
        return found;
    }
    let (utility, percent) = (best.utility, problem.utility_model.table.checked_percent);
    let least = (utility * percent + 99) / 100;
    let Ok(mut strict) = Problem::new(problem.catalogue, checked, problem.soundness) else { return found };
    strict.max_effort = share(problem.max_effort, found.searched.effort);
    let searched = search_above(&strict, Goal::BestWithin(checked.budget.0), least, stop);
    let is_stopped = searched.is_stopped || found.searched.is_stopped;
    match searched.best.as_ref().map(|strict| strict.utility) {
        Some(own) if own >= least => StagedSearch {
            problem: strict,
            searched: SearchResult { is_stopped, ..searched },
            is_unchecked_better: own < utility,
        },
        _ => StagedSearch { searched: SearchResult { is_stopped, ..found.searched }, ..found },
    }
}
