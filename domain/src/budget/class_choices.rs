//! The choices of a class: the parts in stock that meet the request, without dominated parts.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    catalogue::CataloguePart,
    choice::{Choice, Class},
    constraints,
    dominance::Dominance,
    part::PartOffer,
    problem::Problem,
    request::{Constraint, Constraints, SolveError},
    soundness::AskedCapacities,
};
use crate::model::Category;

/// Why a part is not a choice.
enum RejectionReason {
    /// No retailer has the part in stock.
    NotSold,
    /// A constraint excludes the part.
    Excluded(Constraint),
    /// The part keeps no bound of a sound build.
    Unsound,
}

impl Problem<'_> {
    /// Returns the class of a category with all its choices.
    pub(super) fn list_class(&self, category: Category) -> Result<Class, SolveError> {
        let (mut choices, reasons) = self.list_choices(category);
        if self.may_stay_empty(category) {
            choices.push(Choice { sound: self.sound_bounds().read_absent(category), ..Choice::none() });
        }
        if choices.is_empty() {
            return Err(SolveError::NoneLeft { category, constraints: reasons.into_iter().collect() });
        }
        Ok(Class::new(category, choices.into_iter().map(Arc::new).collect()))
    }

    /// Returns the parts of a category that may be bought, without dominated parts, and the constraints that exclude other
    /// parts.
    pub(super) fn list_choices(&self, category: Category) -> (Vec<Choice>, BTreeSet<Constraint>) {
        let mut reasons: BTreeSet<Constraint> = BTreeSet::new();
        let mut choices: Vec<Choice> = Vec::new();
        for (index, part) in self.catalogue.list_category(category) {
            match self.find_rejection_reason(part) {
                Some(RejectionReason::Excluded(constraint)) => {
                    reasons.insert(constraint);
                }
                Some(RejectionReason::NotSold | RejectionReason::Unsound) => {}
                None => choices.push(self.to_choice(index, part, 1, true)),
            }
        }
        (self.dominance().prune(choices), reasons)
    }

    /// Returns why a part is not a choice; `None` where it is one.
    fn find_rejection_reason(&self, part: &CataloguePart) -> Option<RejectionReason> {
        let constraints = &self.request.constraints;
        let in_stock = part.offers.iter().filter(|offer| offer.has_quantity(1));
        let mut retailers = in_stock.map(|offer| self.allows_retailer(offer.retailer));
        if retailers.clone().all(|allowed| allowed.is_err()) {
            let constraint = retailers.find_map(Result::err);
            return Some(constraint.map_or(RejectionReason::NotSold, RejectionReason::Excluded));
        }
        let capacity = constraints::capacity_gb(part);
        let constraint = constraints::find_violation(part, constraints, self.utility_model.table.quiet)
            .or_else(|| constraints::find_capacity_violation(part.parsed.category, capacity, constraints));
        match constraint {
            Some(constraint) => Some(RejectionReason::Excluded(constraint)),
            None if !part.score(&self.utility_model).meets_minimum => {
                Some(RejectionReason::Excluded(Constraint::UseMinimum))
            }
            None if !self.is_sound_part(part) => Some(RejectionReason::Unsound),
            None => None,
        }
    }

    fn is_sound_part(&self, part: &CataloguePart) -> bool {
        let Constraints { min_memory, min_storage, .. } = self.request.constraints;
        let asked = AskedCapacities { memory: min_memory.is_some(), storage: min_storage.is_some() };
        self.sound_bounds().is_sound_part(&part.parsed, &part.specs, asked)
    }

    /// Whether a build may have no part of a category. The rules check for each build whether it works without.
    fn may_stay_empty(&self, category: Category) -> bool {
        match category {
            Category::Gpu => self.utility_model.build_use.minimum.graphics == 0,
            Category::CpuCooler | Category::Psu => !self.request.constraints.quiet,
            _ => false,
        }
    }

    /// Returns a part as a choice, with its prices at the allowed retailers. Its contribution is that of a single piece.
    /// `is_open`: the part is not a fixed one.
    pub(super) fn to_choice(
        &self,
        index: usize,
        part: &CataloguePart,
        quantity: u32,
        is_open: bool,
    ) -> Choice {
        let mut prices: Vec<(usize, i64)> = Vec::new();
        let fits =
            |offer: &&PartOffer| self.allows_retailer(offer.retailer).is_ok() && offer.has_quantity(quantity);
        for offer in part.offers.iter().filter(fits) {
            let price = offer.price.saturating_mul(i64::from(quantity)).0;
            match prices.iter_mut().find(|(retailer, _)| *retailer == offer.retailer) {
                Some((_, lowest)) => *lowest = price.min(*lowest),
                None => prices.push((offer.retailer, price)),
            }
        }
        let mut prices = self.dominance().drop_redundant(&prices);
        prices.sort_unstable();
        let price = prices.iter().map(|(_, price)| *price).min().unwrap_or(0);
        let contribution = part.score(&self.utility_model).contribution;
        Choice {
            part: Some(index),
            id: Some(part.parsed.id),
            quantity,
            owned: false,
            price,
            prices,
            contribution,
            fact_group: part.fact_group,
            dominance_key: if self.request.policy.allow_unknown {
                part.compatibility.core_key
            } else {
                part.compatibility.comparison_key
            },
            sound: self.sound_bounds().read(&part.parsed, &contribution, price, is_open),
            is_unknown: false,
        }
    }

    fn dominance(&self) -> Dominance<'_> {
        let allow_unknown = self.request.policy.allow_unknown;
        Dominance { catalogue: self.catalogue, shipping: &self.shipping, allow_unknown }
    }

    fn allows_retailer(&self, retailer: usize) -> Result<(), Constraint> {
        let constraints = &self.request.constraints;
        if !constraints.retailers.is_empty() && !constraints.retailers.contains(&retailer) {
            return Err(Constraint::Retailers);
        }
        let accepts_tabby = self.catalogue.retailers()[retailer].tabby;
        if constraints.tabby && !accepts_tabby { Err(Constraint::Tabby) } else { Ok(()) }
    }

    /// Returns the constraints that exclude some part of a category.
    pub(super) fn find_excluding_constraints(&self, category: Category) -> Vec<Constraint> {
        let find = |part: &CataloguePart| match self.find_rejection_reason(part)? {
            RejectionReason::Excluded(constraint) => Some(constraint),
            RejectionReason::NotSold | RejectionReason::Unsound => None,
        };
        let reasons: BTreeSet<Constraint> =
            self.catalogue.list_category(category).filter_map(|(_, part)| find(part)).collect();
        reasons.into_iter().collect()
    }
}
