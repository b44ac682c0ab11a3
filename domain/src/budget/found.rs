use super::{choice::Choice, fees::CostBySet, fit, price::PricedBuild, slots::Problem};
use crate::{compat::Build, model::ProductId};

/// A whole build that passes every rule.
#[derive(Debug, Clone)]
pub(super) struct FoundBuild {
    /// The index of the choice in each slot.
    pub choices: Vec<usize>,
    pub utility: i64,
    pub priced: PricedBuild,
    pub ids: Vec<Option<ProductId>>,
}

impl Problem<'_> {
    /// Returns a whole build of one choice per slot, checked and priced; `None` where a rule refuses it.
    pub(super) fn found(&self, choices: Vec<usize>) -> Option<FoundBuild> {
        let picked = self.pick(&choices)?;
        if !self.passes(&picked) {
            return None;
        }
        let priced = self.price(&picked, i64::MAX / 1_024)?;
        let utility = self.scale.utility(picked.iter().map(|choice| &choice.merit));
        let ids = picked.iter().map(|choice| choice.id).collect();
        Some(FoundBuild { choices, utility, priced, ids })
    }

    /// Returns the cost with some more choices, each given by slot and index.
    pub(super) fn cost_of(&self, so_far: CostBySet, more: &[(usize, usize)]) -> CostBySet {
        let choices = more.iter().filter_map(|(slot, choice)| self.get(*slot, *choice));
        choices.fold(so_far, |sum, (_, choice)| sum.with(&choice.cost))
    }

    /// Returns the choices at these indices.
    pub(super) fn pick(&self, choices: &[usize]) -> Option<Vec<&Choice>> {
        self.slots.iter().zip(choices).map(|(slot, choice)| slot.choices.get(*choice)).collect()
    }

    /// Whether every rule allows a whole build.
    pub(super) fn passes(&self, picked: &[&Choice]) -> bool {
        let parts = picked.iter().filter_map(|choice| {
            let mut chosen = self.part(choice)?.chosen.clone();
            chosen.quantity = choice.quantity;
            Some(chosen)
        });
        fit::passes(&Build::from_chosen(parts), self.request.policy)
    }
}
