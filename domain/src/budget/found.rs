use super::{
    choice::Choice,
    effort::{self, Effort},
    fees::CostByRetailerSet,
    fit,
    price::{NO_LIMIT, PricedBuild},
    problem::Problem,
};
use crate::{
    compat::{Build, Check, check},
    model::ProductId,
};

/// A whole build with its cheapest basket. The search makes one before the rules are checked, and stores only builds that
/// pass every rule.
#[derive(Debug, Clone)]
pub(super) struct FoundBuild {
    /// For each class, the index of its choice.
    pub choice_indices: Vec<usize>,
    pub utility: i64,
    pub priced: PricedBuild,
    pub ids: Vec<Option<ProductId>>,
}

/// The sums over the decided parts of a build.
#[derive(Debug, Clone)]
pub(super) struct DecidedSums {
    /// Lower bounds of the cost: with the fees of retailers that never deliver free, and with the fees of all retailers.
    pub cost_with_unavoidable_fees: CostByRetailerSet,
    pub cost_with_all_fees: CostByRetailerSet,
    /// Points, headroom included.
    pub points: i64,
}

impl Problem<'_> {
    /// Returns a whole build of one choice per class, checked and priced; `None` where a rule refuses it.
    pub(super) fn check_and_price(&self, choice_indices: Vec<usize>, effort: &Effort) -> Option<FoundBuild> {
        let choices = self.get_choices(&choice_indices);
        effort.spend(effort::RULES);
        if !self.passes(&choices) {
            return None;
        }
        let priced = self.price(&choices, NO_LIMIT, effort).ok()?;
        let utility = self.utility_model.utility(choices.iter().map(|choice| &choice.contribution));
        let ids = choices.iter().map(|choice| choice.id).collect();
        Some(FoundBuild { choice_indices, utility, priced, ids })
    }

    /// Returns the sums over no choices.
    pub(super) fn empty_sums(&self) -> DecidedSums {
        DecidedSums {
            cost_with_unavoidable_fees: self.unavoidable_fees.cost_of_no_parts(),
            cost_with_all_fees: self.all_fees.cost_of_no_parts(),
            points: 0,
        }
    }

    /// Returns the sums with one more choice, given by the indices of class and choice, that adds these points.
    pub(super) fn add_choice(
        &self,
        so_far: &DecidedSums,
        indices: (usize, usize),
        points: i64,
    ) -> DecidedSums {
        let prices = &self.get(indices).1.prices;
        DecidedSums {
            cost_with_unavoidable_fees: self.unavoidable_fees.add(&so_far.cost_with_unavoidable_fees, prices),
            cost_with_all_fees: self.all_fees.add(&so_far.cost_with_all_fees, prices),
            points: so_far.points + points,
        }
    }

    /// Returns the choices at these indices, one of each class.
    pub(super) fn get_choices(&self, choice_indices: &[usize]) -> Vec<&Choice> {
        choice_indices.iter().enumerate().map(|(class, choice)| self.get((class, *choice)).1).collect()
    }

    /// Whether every two choices of a build keep the bounds on pairs.
    fn are_pairs_sound(&self, choices: &[&Choice]) -> bool {
        let bounds = self.sound_bounds();
        let own =
            || self.classes().iter().zip(choices).map(|(class, choice)| (class.category, &choice.sound));
        own().enumerate().all(|(index, a)| own().skip(index + 1).all(|b| bounds.is_sound_pair(a, b)))
    }

    /// Whether every rule allows a whole build, and its supply is of a sound size and its parts of a sound price.
    pub(super) fn passes(&self, choices: &[&Choice]) -> bool {
        let parts = choices.iter().filter_map(|choice| {
            let mut part = self.part(choice)?.parsed.clone();
            part.quantity = choice.quantity;
            Some(part)
        });
        let report = check(&Build::from_parsed(parts));
        let has_unknown = choices.iter().any(|choice| choice.is_unknown);
        let is_refused = |check: &Check| {
            fit::refuses(check, self.request.policy) && !(has_unknown && check.code.is_about_missing_part())
        };
        !report.checks.iter().any(is_refused)
            && self.is_supply_sound(choices, &report)
            && self.are_pairs_sound(choices)
    }
}
