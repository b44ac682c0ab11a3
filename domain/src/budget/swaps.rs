//! Single swaps: a part of a build replaced by another one, with everything else unchanged.

use super::{
    answer::Swap,
    effort::{self, Effort},
    found::FoundBuild,
    problem::Problem,
    search::Stop,
};
use crate::model::{Fils, ProductId};

/// The most parts that are tried in the place of one before a swap is given up.
const MAX_TRIES: usize = 40;

impl Problem<'_> {
    /// Returns the swaps of each class, as many as the effort for them allows; fewer if `stop` returns true.
    pub(super) fn list_swaps(&self, found: &FoundBuild, stop: &Stop<'_>) -> Vec<Swap> {
        let effort = Effort::new(effort::MAX_SWAP_EFFORT);
        (0..self.classes().len()).flat_map(|index| self.find_swaps(found, index, &effort, stop)).collect()
    }

    /// Returns the swaps of the part of a class (a category, see `CLASSES`): to the best cheaper part, and to the cheapest
    /// better part, by the prices of the parts alone. Both also have to do so once the whole build is priced with its
    /// delivery, which the stated change includes.
    fn find_swaps(
        &self,
        found: &FoundBuild,
        class_index: usize,
        effort: &Effort,
        stop: &Stop<'_>,
    ) -> Vec<Swap> {
        let (_, current) = self.get((class_index, found.choice_indices[class_index]));
        let Some(out) = current.id else { return Vec::new() };
        let mut others: Vec<(i64, i64, usize)> = Vec::new();
        for (index, choice) in self.classes()[class_index].choices.iter().enumerate() {
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
            let tries = candidates.into_iter().take(MAX_TRIES).take_while(|_| !effort.is_spent() && !stop());
            tries
                .filter_map(|(_, _, index)| self.try_swap(found, class_index, index, out, effort))
                .find(is_good)
        };
        let saving = try_all(saving, |swap| swap.price_change < Fils::ZERO);
        let better = try_all(better, |swap| swap.utility_change > 0);
        let is_same = saving.is_some() && saving == better;
        saving.into_iter().chain(better.filter(|_| !is_same)).collect()
    }

    /// Returns the utility of a build with one choice replaced.
    fn utility_with(&self, found: &FoundBuild, class_index: usize, choice_index: usize) -> i64 {
        let contributions = found.choice_indices.iter().enumerate().map(|(index, current)| {
            let choice_index = if index == class_index { choice_index } else { *current };
            &self.get((index, choice_index)).1.contribution
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
        effort: &Effort,
    ) -> Option<Swap> {
        let mut choice_indices = found.choice_indices.clone();
        choice_indices[class_index] = choice_index;
        let into = self.get((class_index, choice_index)).1.id?;
        let swapped = self.check_and_price(choice_indices, effort)?;
        Some(Swap {
            out,
            into,
            price_change: Fils(swapped.priced.total - found.priced.total),
            utility_change: swapped.utility - found.utility,
        })
    }
}
