//! The answer to a budget: builds that differ in kind, the largest cost, the next better build, and single swaps
//! ([`super::swaps`]).

use serde::Serialize;

use super::{
    catalogue::Catalogue,
    effort,
    found::FoundBuild,
    goal::Goal,
    problem::Problem,
    proof::Proof,
    request::{BudgetRequest, SolveError},
    search::{SearchResult, Stop, search, search_from},
    solve::{BudgetBuild, BudgetTooLow, check_budget},
    sound_table::Soundness,
    staged::{StagedSearch, prefer_checked, search_in_stages, to_checked},
};
use crate::model::{Fils, ProductId};

/// The kind of a build among the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum BuildKind {
    /// The best build for the use.
    Best,
    /// The cheapest build of nearly the same utility (`good_enough_percent` of the best).
    GoodEnough,
    Quiet,
    Small,
}

/// A part that replaces another one, with everything else unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Swap {
    pub out: ProductId,
    pub into: ProductId,
    /// The change of the build's cost; below zero when the swap saves money.
    pub price_change: Fils,
    pub utility_change: i64,
}

/// The cheapest build that is noticeably better.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NextStep {
    /// By how much the build exceeds the budget.
    pub extra: Fils,
    pub build: BudgetBuild,
    /// Parts of this build that the best build does not have.
    pub changed: Vec<ProductId>,
}

/// The part with the largest share of the total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CostShare {
    pub product_id: ProductId,
    /// Percent of the total, rounded down.
    pub percent: i64,
}

/// Build of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposedBuild {
    pub kind: BuildKind,
    pub build: BudgetBuild,
    pub proof: Proof,
    pub largest_share: Option<CostShare>,
    /// For every replaceable part, at most one swap that saves money and one that is better.
    pub swaps: Vec<Swap>,
}

/// Why a part of the budget is left over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum UnspentReason {
    /// No build within the budget is better for the use.
    NothingBetter,
    /// No build of which every rule is checked is better.
    NothingBetterChecked,
}

/// The part of the budget that brings nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Unspent {
    pub amount: Fils,
    pub reason: UnspentReason,
}

/// The answer to a budget request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "answer", rename_all = "camelCase")]
pub enum BudgetAnswer {
    #[serde(rename_all = "camelCase")]
    Builds {
        builds: Vec<ProposedBuild>,
        next_step: Option<NextStep>,
        /// Money that the best build leaves over, where that is proved to bring nothing and is worth a sentence.
        unspent: Option<Unspent>,
        /// The bounds that all builds keep.
        soundness: Soundness,
        /// Whether the answer would be the same with more time: no search was stopped.
        is_final: bool,
    },
    BudgetTooLow(BudgetTooLow),
}

impl BudgetAnswer {
    /// Whether the answer is final: with more time, it would be the same.
    pub fn is_final(&self) -> bool {
        match self {
            BudgetAnswer::Builds { is_final, .. } => *is_final,
            BudgetAnswer::BudgetTooLow(low) => low.proof == Proof::Optimal,
        }
    }
}

/// The result of a search for a further build of the answer.
pub(super) struct FurtherSearchResult<T> {
    /// `None` where no build fits the description, or none was found in time.
    pub found: Option<T>,
    /// Whether the result, which may be that there is no such build, would be the same with more time.
    pub is_final: bool,
}

/// How thoroughly the best build is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thoroughness {
    /// Until it is proved, as far as the effort of an ordinary search allows.
    Thorough,
    /// A good build, in a few milliseconds once the request's parts are listed. It is seldom proved to be the best; its
    /// gap is known.
    Quick,
}

impl Thoroughness {
    pub(super) fn max_effort(self) -> u64 {
        match self {
            Thoroughness::Thorough => effort::MAX_EFFORT,
            Thoroughness::Quick => effort::MAX_QUICK_EFFORT,
        }
    }
}

/// Answers a request with up to three builds that differ in kind.
///
/// # Errors
/// As [`solve`](super::solve()). Further builds without an answer are left out.
pub fn answer(
    catalogue: &Catalogue,
    request: &BudgetRequest,
    stop: &Stop<'_>,
) -> Result<BudgetAnswer, SolveError> {
    check_budget(request.budget)?;
    let checked = to_checked(request);
    let found = search_in_stages(catalogue, request, effort::MAX_EFFORT, stop)?;
    let StagedSearch { mut problem, searched: best_search, is_unchecked_better } =
        prefer_checked(found, &checked, stop);
    problem.max_effort = effort::MAX_FURTHER_EFFORT;
    let SearchResult { best: Some(best), proof, is_stopped, .. } = best_search else {
        return problem.find_cheapest_build(&best_search, stop).map(BudgetAnswer::BudgetTooLow);
    };
    let unspent = problem.find_unspent(&best, proof, is_unchecked_better);
    let soundness = problem.soundness;
    let is_best_proved = proof == Proof::Optimal;
    let mut builds = vec![problem.propose(BuildKind::Best, &best, proof, stop)];
    let kinds = problem.list_other_kinds();
    // The searches for other kinds take as long as those for cheaper and for dearer builds.
    let (other_kind, (cheaper, next_step)) = run_in_parallel(
        || problem.search_other_kinds(&kinds, &best, is_best_proved, stop),
        || (problem.find_cheaper(&best, stop), problem.find_next_step(&best, stop)),
    );
    builds.extend(cheaper.found);
    let other_kind =
        problem.search_kind_not_yet_answered(other_kind, &kinds, &builds, &best, is_best_proved, stop);
    builds.extend(other_kind.found);
    let are_final = !is_stopped && cheaper.is_final && next_step.is_final && other_kind.is_final;
    // Swaps are left out when `stop` returns true while they are tried.
    let is_final = are_final && !stop();
    Ok(BudgetAnswer::Builds { builds, next_step: next_step.found, unspent, soundness, is_final })
}

/// Answers a request with the best build alone, without swaps.
///
/// # Errors
/// As [`solve`](super::solve()).
pub fn answer_best(
    catalogue: &Catalogue,
    request: &BudgetRequest,
    thoroughness: Thoroughness,
    stop: &Stop<'_>,
) -> Result<BudgetAnswer, SolveError> {
    check_budget(request.budget)?;
    let checked = to_checked(request);
    let found = search_in_stages(catalogue, request, thoroughness.max_effort(), stop)?;
    let StagedSearch { problem, searched, is_unchecked_better } = prefer_checked(found, &checked, stop);
    let SearchResult { best: Some(best), proof, is_stopped, .. } = searched else {
        return problem.find_cheapest_build(&searched, stop).map(BudgetAnswer::BudgetTooLow);
    };
    let build = problem.to_budget_build(&best);
    let unspent = problem.find_unspent(&best, proof, is_unchecked_better);
    let best = ProposedBuild {
        kind: BuildKind::Best,
        largest_share: find_largest_share(&build),
        build,
        proof,
        swaps: Vec::new(),
    };
    Ok(BudgetAnswer::Builds {
        builds: vec![best],
        next_step: None,
        unspent,
        soundness: problem.soundness,
        is_final: !is_stopped,
    })
}

/// Runs two searches in parallel.
fn run_in_parallel<A: Send, B>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B) -> (A, B) {
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        match one.join() {
            Ok(one) => (one, other),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Returns the part of a build that most of its total goes to.
fn find_largest_share(build: &BudgetBuild) -> Option<CostShare> {
    let largest = build.parts.iter().max_by_key(|part| part.price);
    largest
        .filter(|_| build.total > Fils::ZERO)
        .map(|part| CostShare { product_id: part.product_id, percent: part.price.0 * 100 / build.total.0 })
}

impl Problem<'_> {
    /// Returns what the best build leaves of the budget, if it is proved the best and leaves at least `unspent_percent`.
    fn find_unspent(&self, best: &FoundBuild, proof: Proof, is_unchecked_better: bool) -> Option<Unspent> {
        let amount = Fils(self.budget().0 - best.priced.total);
        let is_worth_saying = amount.0.saturating_mul(100)
            >= self.budget().0.saturating_mul(self.utility_model.table.unspent_percent);
        let reason = match is_unchecked_better {
            true => UnspentReason::NothingBetterChecked,
            false => UnspentReason::NothingBetter,
        };
        (proof == Proof::Optimal && is_worth_saying).then_some(Unspent { amount, reason })
    }

    /// Returns the cheapest build that is nearly as good as the best one, if it costs less.
    fn find_cheaper(&self, best: &FoundBuild, stop: &Stop<'_>) -> FurtherSearchResult<ProposedBuild> {
        let min_utility = best.utility * self.utility_model.table.good_enough_percent / 100;
        // The best build is good enough as well, so the search starts with it and looks at no dearer build.
        let SearchResult { best: cheaper, proof, is_stopped, .. } =
            search_from(self, Goal::CheapestWithAtLeast(min_utility), best.clone(), stop);
        // A search that ran out of time may return the best build itself.
        let cheaper = cheaper.filter(|cheaper| {
            cheaper.choice_indices != best.choice_indices && cheaper.priced.total < best.priced.total
        });
        FurtherSearchResult {
            found: cheaper.map(|cheaper| self.propose(BuildKind::GoodEnough, &cheaper, proof, stop)),
            is_final: !is_stopped,
        }
    }

    /// Converts a found build to a build of the answer, with its largest cost and its swaps.
    pub(super) fn propose(
        &self,
        kind: BuildKind,
        found: &FoundBuild,
        proof: Proof,
        stop: &Stop<'_>,
    ) -> ProposedBuild {
        let build = self.to_budget_build(found);
        let largest_share = find_largest_share(&build);
        ProposedBuild { kind, build, proof, largest_share, swaps: self.list_swaps(found, stop) }
    }

    /// Returns the cheapest build that is noticeably better than the best one.
    fn find_next_step(&self, best: &FoundBuild, stop: &Stop<'_>) -> FurtherSearchResult<NextStep> {
        let more = (best.utility * self.utility_model.table.next_step_thousandths / 1_000).max(1);
        let SearchResult { best: found, is_stopped, .. } =
            search(self, Goal::CheapestWithAtLeast(best.utility + more), stop);
        FurtherSearchResult {
            found: found.map(|found| self.to_next_step(&found, best)),
            is_final: !is_stopped,
        }
    }

    fn to_next_step(&self, found: &FoundBuild, best: &FoundBuild) -> NextStep {
        let (build, best_build) = (self.to_budget_build(found), self.to_budget_build(best));
        let is_new = |id: &ProductId| best_build.parts.iter().all(|part| part.product_id != *id);
        let changed = build.parts.iter().map(|part| part.product_id).filter(is_new).collect();
        NextStep { extra: Fils(build.total.0 - self.budget().0), build, changed }
    }
}
