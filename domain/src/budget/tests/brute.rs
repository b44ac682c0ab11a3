//! Plain enumeration: every combination of choices, checked by the compatibility report and priced by the cheapest
//! basket.

use super::random::{CLASSES, World};
use crate::{
    basket::{self, LinePrices},
    budget::{
        BudgetBuild, BudgetRequest, BudgetScope, Catalogue, SolverPart, constraints as constraint,
        uses::Uses,
        utility::{Contribution, UtilityModel},
    },
    compat::{Build, BuildEntry, Code, Outcome, check},
    model::{Category, Fils, ProductId, ShippingRule, Stock},
};

/// The answer of plain enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EnumeratedBuild {
    pub utility: i64,
    pub total: i64,
    pub ids: Vec<Option<ProductId>>,
}

#[derive(Clone)]
struct BruteChoice<'w> {
    part: Option<&'w SolverPart>,
    quantity: u32,
    owned: bool,
    contribution: Contribution,
}

pub(super) struct BruteForce<'w> {
    world: &'w World,
    request: &'w BudgetRequest,
    utility_model: UtilityModel<'w>,
    classes: Vec<Vec<BruteChoice<'w>>>,
    pub best: Option<EnumeratedBuild>,
    pub cheapest: Option<EnumeratedBuild>,
}

impl<'w> BruteForce<'w> {
    pub(super) fn new(
        world: &'w World,
        catalogue: &'w Catalogue,
        request: &'w BudgetRequest,
    ) -> BruteForce<'w> {
        let table = Uses::embedded().unwrap();
        let utility_model = UtilityModel { table, build_use: table.get(request.use_key).unwrap() };
        let mut brute =
            BruteForce { world, request, utility_model, classes: Vec::new(), best: None, cheapest: None };
        let mut fixed: Vec<BruteChoice<'w>> = Vec::new();
        for wanted in &request.constraints.keep {
            let part = world.parts.iter().find(|part| part.part.id == wanted.product_id).unwrap();
            let is_named = |choice: &&mut BruteChoice<'w>| choice.part.unwrap().part.id == part.part.id;
            match fixed.iter_mut().find(is_named) {
                Some(named) => named.quantity += wanted.quantity,
                None => fixed.push(brute.to_choice(catalogue, part, wanted.quantity, wanted.owned)),
            }
        }
        brute.set_points_together(catalogue, &mut fixed);
        let base = CLASSES.iter().filter(|category| {
            **category != Category::CaseFan
                && (request.constraints.monitor || **category != Category::Monitor)
        });
        for category in base {
            let own = fixed.iter().position(|choice| choice.part.unwrap().part.category == *category);
            let class = match own {
                Some(index) => vec![fixed.remove(index)],
                None => brute.list_choices(catalogue, *category),
            };
            brute.classes.push(class);
        }
        brute.classes.extend(fixed.into_iter().map(|choice| vec![choice]));
        brute
    }

    fn to_choice(
        &self,
        catalogue: &Catalogue,
        part: &'w SolverPart,
        quantity: u32,
        owned: bool,
    ) -> BruteChoice<'w> {
        let read = catalogue.part(catalogue.find(part.part.id).unwrap()).unwrap();
        let contribution = self.utility_model.compute_contribution(read.utility_inputs());
        BruteChoice { part: Some(part), quantity, owned, contribution }
    }

    /// Gives the first part of each category the points of all parts of it, and the others none.
    fn set_points_together(&self, catalogue: &Catalogue, choices: &mut [BruteChoice<'w>]) {
        for category in Category::ALL {
            let is_own =
                |choice: &BruteChoice<'w>| choice.part.is_some_and(|part| part.part.category == category);
            let own = choices.iter().filter(|choice| is_own(choice));
            let read = |part: &SolverPart| catalogue.part(catalogue.find(part.part.id)?);
            let parts: Vec<_> = own
                .filter_map(|choice| Some((read(choice.part?)?.utility_inputs(), choice.quantity)))
                .collect();
            let mut points = self.utility_model.points_together(&parts);
            for choice in choices.iter_mut().filter(|choice| is_own(choice)) {
                choice.contribution.points = std::mem::take(&mut points);
            }
        }
    }

    fn list_choices(&self, catalogue: &Catalogue, category: Category) -> Vec<BruteChoice<'w>> {
        let constraints = &self.request.constraints;
        let none = match category {
            Category::Gpu => self.utility_model.build_use.minimum.graphics == 0,
            Category::Psu | Category::CpuCooler => !constraints.quiet,
            _ => false,
        };
        let contribution = Contribution::default();
        let empty = BruteChoice { part: None, quantity: 0, owned: false, contribution };
        let mut choices = if none { vec![empty] } else { Vec::new() };
        for part in self.world.parts.iter().filter(|part| part.part.category == category) {
            let read = catalogue.part(catalogue.find(part.part.id).unwrap()).unwrap();
            let refused = constraint::find_violation(read, constraints, self.utility_model.table.quiet)
                .or_else(|| {
                    constraint::find_capacity_violation(category, constraint::capacity_gb(read), constraints)
                });
            let sold = (0..self.world.retailers.len()).any(|retailer| self.price(part, retailer).is_some());
            if refused.is_none() && sold && self.utility_model.meets_minimum(read.utility_inputs()) {
                choices.push(self.to_choice(catalogue, part, 1, false));
            }
        }
        choices
    }

    fn price(&self, part: &SolverPart, retailer: usize) -> Option<i64> {
        let constraints = &self.request.constraints;
        let allowed = (constraints.retailers.is_empty() || constraints.retailers.contains(&retailer))
            && (!constraints.tabby || self.world.retailers[retailer].tabby);
        let offers = part.offers.iter().filter(|offer| {
            allowed && offer.retailer == retailer && offer.stock == Stock::In && !offer.second_hand
        });
        offers.map(|offer| offer.price.0).min()
    }

    /// Asserts that a build passes every rule, that each part is in stock where it is bought, and that the total is the
    /// cheapest basket's.
    pub(super) fn assert_valid(&self, catalogue: &'w Catalogue, build: &BudgetBuild) {
        let mut choices: Vec<BruteChoice<'w>> = build
            .parts
            .iter()
            .map(|part| {
                let facts = self.world.parts.iter().find(|facts| facts.part.id == part.product_id).unwrap();
                let price = part.retailer.map(|retailer| self.price(facts, retailer).unwrap());
                assert_eq!(part.owned, price.is_none(), "{part:?}");
                assert_eq!(part.price.0, price.unwrap_or(0) * i64::from(part.quantity), "{part:?}");
                self.to_choice(catalogue, facts, part.quantity, part.owned)
            })
            .collect();
        self.set_points_together(catalogue, &mut choices);
        assert!(self.passes(&choices), "{build:?}");
        assert_eq!(self.total(&choices), Some(build.total.0), "{build:?}");
        let utility = self.utility_model.utility(choices.iter().map(|choice| &choice.contribution));
        assert_eq!(utility, build.utility, "{build:?}");
    }

    pub(super) fn run(mut self) -> Self {
        self.enumerate(&mut Vec::new());
        self
    }

    fn enumerate(&mut self, choices: &mut Vec<BruteChoice<'w>>) {
        let Some(class) = self.classes.get(choices.len()).cloned() else {
            return self.consider_build(choices);
        };
        for choice in class {
            choices.push(choice);
            self.enumerate(choices);
            choices.pop();
        }
    }

    fn consider_build(&mut self, choices: &[BruteChoice<'w>]) {
        let utility = self.utility_model.utility(choices.iter().map(|choice| &choice.contribution));
        let Some(total) = self.total(choices) else { return };
        // The report is slow, so it is skipped for builds that would be neither answer.
        let is_dear = self.cheapest.as_ref().is_some_and(|least| total > least.total);
        let is_worse = self.best.as_ref().is_some_and(|best| utility < best.utility);
        if is_dear && (is_worse || total > self.request.budget.0) || !self.passes(choices) {
            return;
        }
        let ids = choices.iter().map(|choice| choice.part.map(|part| part.part.id)).collect();
        let plain = EnumeratedBuild { utility, total, ids };
        let order = |a: &EnumeratedBuild| (-a.utility, a.total, a.ids.clone());
        let cheap = |a: &EnumeratedBuild| (a.total, -a.utility, a.ids.clone());
        if self.cheapest.as_ref().is_none_or(|least| cheap(&plain) < cheap(least)) {
            self.cheapest = Some(plain.clone());
        }
        if total <= self.request.budget.0 && self.best.as_ref().is_none_or(|best| order(&plain) < order(best))
        {
            self.best = Some(plain);
        }
    }

    fn passes(&self, choices: &[BruteChoice<'w>]) -> bool {
        let entries = choices.iter().filter_map(|choice| {
            let part = choice.part?;
            let slot = part.part.category;
            Some(BuildEntry { slot, part: part.part.clone(), quantity: u64::from(choice.quantity) })
        });
        let (build, refused) = Build::new(entries);
        assert!(refused.is_empty(), "{refused:?}");
        check(&build).checks.iter().all(|check| match (check.code, check.outcome) {
            (_, Outcome::Pass | Outcome::Info) | (Code::PsuOversized, _) => true,
            (Code::MissingCpuCooler | Code::NoDisplayOutput, _) | (_, Outcome::Error) => false,
            (_, Outcome::Warning) => self.request.policy.allow_warnings,
            (_, Outcome::Unknown) => self.request.policy.allow_unknown,
        })
    }

    fn total(&self, choices: &[BruteChoice<'w>]) -> Option<i64> {
        let retailers = self.world.retailers.len();
        let lines: Vec<LinePrices> = choices
            .iter()
            .filter(|choice| choice.part.is_some() && !choice.owned)
            .map(|choice| {
                let price = |retailer| self.price(choice.part.unwrap(), retailer);
                (0..retailers)
                    .map(|retailer| Some(Fils(price(retailer)? * i64::from(choice.quantity))))
                    .collect()
            })
            .collect();
        let rules: Vec<ShippingRule> = match self.request.scope {
            BudgetScope::Delivered => self.world.retailers.iter().map(|retailer| retailer.shipping).collect(),
            BudgetScope::PartsOnly => vec![ShippingRule::default(); retailers],
        };
        let basket = basket::find_cheapest(&lines, &rules, retailers)?;
        assert!(basket.is_proved);
        let shares = basket.split_by_retailer(&lines, &rules);
        Some(shares.iter().map(|share| share.parts.0 + share.delivery.unwrap_or_default().0).sum())
    }
}
