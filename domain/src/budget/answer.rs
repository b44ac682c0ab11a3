//! The answer to a budget: builds that differ in kind, the largest cost, the next better build, and single swaps.

use serde::Serialize;

use super::{
    catalogue::Catalogue,
    found::FoundBuild,
    goal::Goal,
    problem::Problem,
    proof::Proof,
    request::{BudgetRequest, SolveError},
    search::{SearchResult, Stop, search, search_from},
    solve::{BudgetBuild, BudgetTooLow},
};
use crate::model::{Fils, ProductId};

/// The most parts that are tried in the place of one before a swap is given up.
const MAX_SWAP_TRIES: usize = 40;

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

/// One build of an answer.
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

/// The answer to a budget request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "answer", rename_all = "camelCase")]
pub enum BudgetAnswer {
    #[serde(rename_all = "camelCase")]
    Builds {
        builds: Vec<ProposedBuild>,
        next_step: Option<NextStep>,
        /// Whether every search proved its result, also those that found no build. With more time, the answer would be
        /// the same.
        is_proved: bool,
    },
    BudgetTooLow(BudgetTooLow),
}

impl BudgetAnswer {
    /// Whether the answer is final: with more time, it would be the same.
    pub fn is_proved(&self) -> bool {
        match self {
            BudgetAnswer::Builds { is_proved, .. } => *is_proved,
            BudgetAnswer::BudgetTooLow(low) => low.proof == Proof::Optimal,
        }
    }
}

/// The result of a search for a further build of the answer.
pub(super) struct FurtherSearchResult<T> {
    /// `None` where no build fits the description, or none was found in time.
    pub found: Option<T>,
    /// Whether the search proved its result, which may be that there is no such build.
    pub is_proved: bool,
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
    super::solve::check_budget(request.budget)?;
    let problem = Problem::new(catalogue, request)?;
    let SearchResult { best, proof } = search(&problem, Goal::BestWithin(request.budget.0), stop);
    let Some(best) = best else {
        return problem.find_cheapest_build(proof, stop).map(BudgetAnswer::BudgetTooLow);
    };
    let is_best_proved = proof == Proof::Optimal;
    let mut builds = vec![problem.propose(BuildKind::Best, &best, proof)];
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
    let is_proved = is_best_proved && cheaper.is_proved && next_step.is_proved && other_kind.is_proved;
    Ok(BudgetAnswer::Builds { builds, next_step: next_step.found, is_proved })
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

impl Problem<'_> {
    /// Returns the cheapest build that is nearly as good as the best one, if it costs less.
    fn find_cheaper(&self, best: &FoundBuild, stop: &Stop<'_>) -> FurtherSearchResult<ProposedBuild> {
        let min_utility = best.utility * self.utility_model.table.good_enough_percent / 100;
        // The best build is good enough as well, so the search starts with it and looks at no dearer build.
        let SearchResult { best: cheaper, proof } =
            search_from(self, Goal::CheapestWithAtLeast(min_utility), best.clone(), stop);
        // A search that ran out of time may return the best build itself.
        let cheaper = cheaper.filter(|cheaper| {
            cheaper.choice_indices != best.choice_indices && cheaper.priced.total < best.priced.total
        });
        FurtherSearchResult {
            found: cheaper.map(|cheaper| self.propose(BuildKind::GoodEnough, &cheaper, proof)),
            is_proved: proof == Proof::Optimal,
        }
    }

    /// Converts a found build to a build of the answer, with its largest cost and its swaps.
    pub(super) fn propose(&self, kind: BuildKind, found: &FoundBuild, proof: Proof) -> ProposedBuild {
        let build = self.to_budget_build(found);
        let largest = build.parts.iter().max_by_key(|part| part.price);
        let largest_share = largest.filter(|_| build.total > Fils::ZERO).map(|part| CostShare {
            product_id: part.product_id,
            percent: part.price.0 * 100 / build.total.0,
        });
        let swaps = (0..self.classes().len()).flat_map(|index| self.find_swaps(found, index)).collect();
        ProposedBuild { kind, build, proof, largest_share, swaps }
    }

    /// Returns the cheapest build that is noticeably better than the best one.
    fn find_next_step(&self, best: &FoundBuild, stop: &Stop<'_>) -> FurtherSearchResult<NextStep> {
        let more = (best.utility * self.utility_model.table.next_step_thousandths / 1_000).max(1);
        let SearchResult { best: found, proof } =
            search(self, Goal::CheapestWithAtLeast(best.utility + more), stop);
        FurtherSearchResult {
            found: found.map(|found| self.to_next_step(&found, best)),
            is_proved: proof == Proof::Optimal,
        }
    }

    fn to_next_step(&self, found: &FoundBuild, best: &FoundBuild) -> NextStep {
        let (build, best_build) = (self.to_budget_build(found), self.to_budget_build(best));
        let is_new = |id: &ProductId| best_build.parts.iter().all(|part| part.product_id != *id);
        let changed = build.parts.iter().map(|part| part.product_id).filter(is_new).collect();
        NextStep { extra: Fils(build.total.0 - self.budget().0), build, changed }
    }

    /// Returns the swaps of the part of a class (a category, see `CLASSES`): to the best cheaper part, and to the cheapest
    /// better part, by the prices of the parts alone. Both also have to do so once the whole build is priced with its
    /// delivery, which the stated change includes.
    fn find_swaps(&self, found: &FoundBuild, class_index: usize) -> Vec<Swap> {
        let current_index = found.choice_indices.get(class_index);
        let current = current_index.and_then(|choice_index| self.get(class_index, *choice_index));
        let Some((_, current)) = current else { return Vec::new() };
        let Some(out) = current.id else { return Vec::new() };
        let mut others: Vec<(i64, i64, usize)> = Vec::new();
        for (index, choice) in
            self.classes().get(class_index).iter().flat_map(|class| class.choices.iter().enumerate())
        {
            if choice.part.is_some() && choice.id != Some(out) {
                let utility = self.utility_with(found, class_index, index) - found.utility;
                others.push((utility, choice.price - current.price, index));
            }
        }
        let mut saving: Vec<_> = others.iter().filter(|(_, price, _)| *price < 0).copied().collect();
        saving.sort_unstable_by_key(|(utility, price, index)| (-utility, *price, *index));
        let mut better: Vec<_> = others.iter().filter(|(utility, _, _)| *utility > 0).copied().collect();
        better.sort_unstable_by_key(|(utility, price, index)| (*price, -utility, *index));
        let try_all = |candidates: Vec<(i64, i64, usize)>, is_good: fn(&Swap) -> bool| {
            let tries = candidates.into_iter().take(MAX_SWAP_TRIES);
            tries.filter_map(|(_, _, index)| self.try_swap(found, class_index, index, out)).find(is_good)
        };
        let saving = try_all(saving, |swap| swap.price_change < Fils::ZERO);
        let better = try_all(better, |swap| swap.utility_change > 0);
        let is_same = saving.is_some() && saving == better;
        saving.into_iter().chain(better.filter(|_| !is_same)).collect()
    }

    /// Returns the utility of a build with one choice replaced.
    fn utility_with(&self, found: &FoundBuild, class_index: usize, choice_index: usize) -> i64 {
        let contributions = found.choice_indices.iter().enumerate().filter_map(|(index, current)| {
            let choice_index = if index == class_index { choice_index } else { *current };
            self.get(index, choice_index).map(|(_, choice)| &choice.contribution)
        });
        self.utility_model.utility(contributions)
    }

    /// Returns the swap to another choice of a class; `None` where a rule refuses the build with it.
    fn try_swap(
        &self,
        found: &FoundBuild,
        class_index: usize,
        choice_index: usize,
        out: ProductId,
    ) -> Option<Swap> {
        let mut choice_indices = found.choice_indices.clone();
        *choice_indices.get_mut(class_index)? = choice_index;
        let into = self.get(class_index, choice_index)?.1.id?;
        let swapped = self.check_and_price(choice_indices)?;
        Some(Swap {
            out,
            into,
            price_change: Fils(swapped.priced.total - found.priced.total),
            utility_change: swapped.utility - found.utility,
        })
    }
}
