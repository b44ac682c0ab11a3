//! Plain enumeration: every combination of choices, checked by the compatibility report and priced by the cheapest
//! basket.

use super::random::{CLASSES, World};
use crate::{
    basket::{self, LinePrices},
    budget::{
        BudgetBuild, BudgetRequest, BudgetScope, Catalogue, SolverPart, Soundness, constraints as constraint,
        soundness::{AskedCapacities, SoundBounds, SoundFacts},
        supply::{SupplySizes, is_included_enough},
        uses::Uses,
        utility::{Contribution, UtilityModel, whole},
    },
    compat::{Build, BuildEntry, Code, Outcome, Report, check},
    model::{Category, Fils, ProductId, ShippingRule, SpecKey, Stock},
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
    category: Category,
    part: Option<&'w SolverPart>,
    quantity: u32,
    owned: bool,
    contribution: Contribution,
    /// For each stage of `Soundness::ORDER` the values that its bounds read; `None` where the part alone keeps none.
    sound: [Option<SoundFacts>; 4],
    /// The watts of the supply that comes with a case.
    included_watts: Option<i64>,
}

pub(super) struct BruteForce<'w> {
    world: &'w World,
    request: &'w BudgetRequest,
    utility_model: UtilityModel<'w>,
    classes: Vec<Vec<BruteChoice<'w>>>,
    /// The sizes of supplies that are sold, for each stage of `Soundness::ORDER`.
    supplies: [SupplySizes; 4],
    /// The best build of each stage.
    pub best_by_stage: [Option<EnumeratedBuild>; 4],
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
        let mut brute = BruteForce {
            world,
            request,
            utility_model,
            classes: Vec::new(),
            supplies: Default::default(),
            best_by_stage: Default::default(),
            cheapest: None,
        };
        let mut fixed: Vec<BruteChoice<'w>> = Vec::new();
        for wanted in &request.constraints.keep {
            let part = world.parts.iter().find(|part| part.part.id == wanted.product_id).unwrap();
            let is_named = |choice: &&mut BruteChoice<'w>| choice.part.unwrap().part.id == part.part.id;
            match fixed.iter_mut().find(is_named) {
                Some(named) => named.quantity += wanted.quantity,
                None => fixed.push(brute.to_choice(catalogue, part, wanted.quantity, wanted.owned, false)),
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
        brute.supplies = std::array::from_fn(|stage| brute.list_supply_sizes(stage));
        brute
    }

    /// Returns the answer: the best build of the first stage that has one.
    pub(super) fn best(&self) -> Option<&EnumeratedBuild> {
        self.best_by_stage.iter().find_map(Option::as_ref)
    }

    fn bounds(&self, stage: usize) -> SoundBounds<'w> {
        let table = &Uses::embedded().unwrap().sound;
        SoundBounds { table, build_use: self.utility_model.build_use, stage: Soundness::ORDER[stage] }
    }

    fn list_supply_sizes(&self, stage: usize) -> SupplySizes {
        let is_sold = |choice: &&BruteChoice<'w>| {
            choice.category == Category::Psu && choice.sound[stage].is_some_and(|sound| sound.is_bound)
        };
        let sold = self.classes.iter().flatten().filter(is_sold);
        SupplySizes::of_watts(sold.map(|choice| choice.contribution.rated_watts))
    }

    fn to_choice(
        &self,
        catalogue: &Catalogue,
        part: &'w SolverPart,
        quantity: u32,
        owned: bool,
        is_open: bool,
    ) -> BruteChoice<'w> {
        let read = catalogue.part(catalogue.find(part.part.id).unwrap());
        let contribution = self.utility_model.compute_contribution(read.utility_inputs());
        let prices = (0..self.world.retailers.len()).filter_map(|retailer| self.price(part, retailer));
        let price = if owned { 0 } else { prices.min().unwrap_or(0) * i64::from(quantity) };
        let constraints = &self.request.constraints;
        let asked = AskedCapacities {
            memory: constraints.min_memory.is_some(),
            storage: constraints.min_storage.is_some(),
        };
        let sound = std::array::from_fn(|stage| {
            let bounds = self.bounds(stage);
            let is_sound = !is_open || bounds.is_sound_part(&read.parsed, &read.specs, asked);
            is_sound.then(|| bounds.read(&read.parsed, &contribution, price, is_open))
        });
        let included_watts = read.parsed.facts.number(SpecKey::IncludedPsuWattage).map(whole);
        let category = part.part.category;
        BruteChoice { category, part: Some(part), quantity, owned, contribution, sound, included_watts }
    }

    /// Gives the first part of each category the points of all parts of it, and the others none.
    fn set_points_together(&self, catalogue: &Catalogue, choices: &mut [BruteChoice<'w>]) {
        for category in Category::ALL {
            let is_own =
                |choice: &BruteChoice<'w>| choice.part.is_some_and(|part| part.part.category == category);
            let own = choices.iter().filter(|choice| is_own(choice));
            let read = |part: &SolverPart| Some(catalogue.part(catalogue.find(part.part.id)?));
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
        let empty = BruteChoice {
            category,
            part: None,
            quantity: 0,
            owned: false,
            contribution: Contribution::default(),
            sound: std::array::from_fn(|stage| Some(self.bounds(stage).read_absent(category))),
            included_watts: None,
        };
        let mut choices = if none { vec![empty] } else { Vec::new() };
        for part in self.world.parts.iter().filter(|part| part.part.category == category) {
            let read = catalogue.part(catalogue.find(part.part.id).unwrap());
            let refused = constraint::find_violation(read, constraints, self.utility_model.table.quiet)
                .or_else(|| {
                    constraint::find_capacity_violation(category, constraint::capacity_gb(read), constraints)
                });
            let sold = (0..self.world.retailers.len()).any(|retailer| self.price(part, retailer).is_some());
            if refused.is_none() && sold && self.utility_model.meets_minimum(read.utility_inputs()) {
                choices.push(self.to_choice(catalogue, part, 1, false, true));
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
                self.to_choice(catalogue, facts, part.quantity, part.owned, true)
            })
            .collect();
        self.set_points_together(catalogue, &mut choices);
        assert!(self.passes(&report(&choices)), "{build:?}");
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
        let is_worse_than =
            |best: &Option<EnumeratedBuild>| best.as_ref().is_some_and(|best| utility < best.utility);
        let is_worse = self.best_by_stage.iter().all(is_worse_than);
        if is_dear && (is_worse || total > self.request.budget.0) {
            return;
        }
        let report = report(choices);
        if !self.passes(&report) {
            return;
        }
        let ids = choices.iter().map(|choice| choice.part.map(|part| part.part.id)).collect();
        let plain = EnumeratedBuild { utility, total, ids };
        let order = |a: &EnumeratedBuild| (-a.utility, a.total, a.ids.clone());
        let cheap = |a: &EnumeratedBuild| (a.total, -a.utility, a.ids.clone());
        if self.cheapest.as_ref().is_none_or(|least| cheap(&plain) < cheap(least)) {
            self.cheapest = Some(plain.clone());
        }
        for stage in 0..Soundness::ORDER.len() {
            let best = &self.best_by_stage[stage];
            let is_better = best.as_ref().is_none_or(|best| order(&plain) < order(best));
            if total <= self.request.budget.0 && is_better && self.is_sound(stage, choices, &report) {
                self.best_by_stage[stage] = Some(plain.clone());
            }
        }
    }

    /// Whether a build keeps all bounds of a stage.
    fn is_sound(&self, stage: usize, choices: &[BruteChoice<'w>], report: &Report) -> bool {
        let bounds = self.bounds(stage);
        let read = |choice: &BruteChoice<'w>| Some((choice.category, choice.sound[stage]?));
        let Some(parts) = choices.iter().map(read).collect::<Option<Vec<_>>>() else { return false };
        let are_pairs_sound = parts.iter().enumerate().all(|(index, a)| {
            parts[index + 1..].iter().all(|b| bounds.is_sound_pair((a.0, &a.1), (b.0, &b.1)))
        });
        let supply = choices.iter().find(|choice| choice.category == Category::Psu);
        are_pairs_sound
            && supply.is_none_or(|supply| match (supply.part, supply.sound[stage]) {
                (_, Some(sound)) if !sound.is_bound => true,
                (None, _) => {
                    let included = choices.iter().filter_map(|choice| choice.included_watts).max();
                    is_included_enough(included, report.watts.recommended_psu)
                }
                (Some(_), _) => {
                    let watts = supply.contribution.rated_watts;
                    self.supplies[stage].is_sound(watts, report, bounds.table.supply_over)
                }
            })
    }

    fn passes(&self, report: &Report) -> bool {
        report.checks.iter().all(|check| match (check.code, check.outcome) {
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

fn report(choices: &[BruteChoice<'_>]) -> Report {
    let entries = choices.iter().filter_map(|choice| {
        let part = choice.part?;
        let slot = part.part.category;
        Some(BuildEntry { slot, part: part.part.clone(), quantity: u64::from(choice.quantity) })
    });
    let (build, refused) = Build::new(entries);
    assert!(refused.is_empty(), "{refused:?}");
    check(&build)
}
