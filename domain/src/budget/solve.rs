use serde::Serialize;

use super::{
    catalogue::Catalogue,
    effort,
    found::FoundBuild,
    goal::Goal,
    price::Delivery,
    problem::Problem,
    proof::Proof,
    request::{BudgetRequest, SolveError},
    search::{SearchResult, Stop, search},
    sound_table::Soundness,
    staged::search_in_stages,
};
use crate::model::{Category, Fils, ProductId};

/// A part of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BuildPart {
    pub product_id: ProductId,
    pub category: Category,
    pub quantity: u32,
    /// The user has the part already, and does not buy it.
    pub owned: bool,
    /// Index into the catalogue's retailers; `None` for an owned part.
    pub retailer: Option<usize>,
    /// The price at that retailer, times the quantity.
    pub price: Fils,
}

/// A build that the rules allow, with the retailer of each part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BudgetBuild {
    pub parts: Vec<BuildPart>,
    pub deliveries: Vec<Delivery>,
    /// The sum that the budget pays: parts, and delivery unless it covers parts only.
    pub total: Fils,
    /// Utility in points, at most 100,000.
    pub utility: i64,
}

/// The answer for a budget that pays for no build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BudgetTooLow {
    pub cheapest: BudgetBuild,
    /// By how much the cheapest build exceeds the budget.
    pub missing: Fils,
    pub proof: Proof,
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "answer", rename_all = "camelCase")]
pub enum SolveOutcome {
    Best { build: BudgetBuild, proof: Proof, soundness: Soundness },
    BudgetTooLow(BudgetTooLow),
}

/// Finds the best build that a budget pays for, or the cheapest one where it pays for none. The search calls `stop`
/// repeatedly; when `stop` returns true, the best build found so far is the answer, with its gap.
///
/// # Errors
/// When budget, constraints or fixed parts contradict each other or leave nothing to choose; see [`SolveError`].
pub fn solve(
    catalogue: &Catalogue,
    request: &BudgetRequest,
    stop: &Stop<'_>,
) -> Result<SolveOutcome, SolveError> {
    check_budget(request.budget)?;
    let staged = search_in_stages(catalogue, request, effort::MAX_EFFORT, stop)?;
    let (problem, searched) = (staged.problem, staged.searched);
    if let SearchResult { best: Some(found), proof, .. } = searched {
        let build = problem.to_budget_build(&found);
        return Ok(SolveOutcome::Best { build, proof, soundness: problem.soundness });
    }
    problem.find_cheapest_build(&searched, stop).map(SolveOutcome::BudgetTooLow)
}

pub(super) fn check_budget(budget: Fils) -> Result<(), SolveError> {
    if budget.0 <= 0 {
        return Err(SolveError::BudgetNotPositive { budget });
    }
    if budget > Fils::MAX_PRICE {
        return Err(SolveError::BudgetTooLarge { budget, max: Fils::MAX_PRICE });
    }
    Ok(())
}

impl Problem<'_> {
    /// Finds the cheapest build, after a search for the best one within the budget found none.
    pub(super) fn find_cheapest_build(
        &self,
        best_search: &SearchResult,
        stop: &Stop<'_>,
    ) -> Result<BudgetTooLow, SolveError> {
        // `Optimal` without a build: nothing within the budget is allowed. Otherwise the search left builds out.
        if best_search.proof != Proof::Optimal {
            return Err(best_search.why_no_build());
        }
        let searched = search(self, Goal::CheapestWithAtLeast(0), stop);
        let proof = searched.proof;
        let found = searched.into_best()?;
        let cheapest = self.to_budget_build(&found);
        let missing = Fils(cheapest.total.0 - self.budget().0);
        Ok(BudgetTooLow { cheapest, missing, proof })
    }

    /// Converts a found build to an answer.
    pub(super) fn to_budget_build(&self, found: &FoundBuild) -> BudgetBuild {
        let parts = self.classes().iter().zip(&found.choice_indices).zip(&found.priced.retailer_of);
        let parts = parts.filter_map(|((class, choice_index), retailer)| {
            let choice = &class.choices[*choice_index];
            let at = |retailer: usize| choice.prices.iter().find(|(other, _)| *other == retailer);
            Some(BuildPart {
                product_id: choice.id?,
                category: class.category,
                quantity: choice.quantity,
                owned: choice.owned,
                retailer: *retailer,
                price: Fils(retailer.and_then(at).map_or(0, |(_, price)| *price)),
            })
        });
        BudgetBuild {
            parts: parts.collect(),
            deliveries: found.priced.deliveries.clone(),
            total: Fils(found.priced.total),
            utility: found.utility,
        }
    }
}
