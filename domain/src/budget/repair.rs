//! "Make it fit": the fewest swaps after which the parts of a build fit.
//!
//! A swap replaces one product by another one of its category in stock, in the same quantity. Memory and storage keep at
//! least their capacity. A build fits if no rule finds an error; warnings and unknown facts are allowed, and absent parts
//! are no errors.
//!
//! Sets of products to replace are tried by their size: first every single product, then every two. A set is skipped
//! without a search where the products that would stay already clash. For each other set the solver finds the nearest
//! build that fits. **Near** is the sum of the differences between the old and the new price of each swap, up or down: a
//! card of 20.000 in the place of one of 300.000 saves money, but is not the same PC. The answer has the sets of the
//! smallest size that works, the nearest first; where that is one set alone, also the sets of the next size that do
//! without it.
//!
//! Each answer is exact, because the solver searches every set of a size, with the distance in the place of the price.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;

use super::{
    catalogue::{Catalogue, CataloguePart},
    choice::{CLASSES, Choice, Class},
    constraints::capacity_gb,
    effort::{self, Effort},
    fit::{self, RulePolicy},
    found::FoundBuild,
    goal::Goal,
    problem::Problem,
    proof::Proof,
    request::{BudgetRequest, BudgetScope, Constraints, FixedPart, SolveError},
    search::{Stop, search},
    sound_table::Soundness,
    uses::UseKey,
};
use crate::{
    compat::{Build, Check, ParsedPart, check},
    model::{Category, Fils, ProductId},
};

/// The most repairs of an answer.
const MAX_REPAIRS: usize = 4;

/// A product that replaces another one, in the same quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replacement {
    pub out: ProductId,
    pub into: ProductId,
    pub quantity: u32,
    /// The lowest price of all pieces of the new product.
    pub price: Fils,
    /// The same of the old product; `None` where it is not in stock.
    pub price_before: Option<Fils>,
}

/// Swaps after which a build fits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Repair {
    pub swaps: Vec<Replacement>,
    /// Sum by which the new products cost more than the old ones, without delivery; old ones that are not in stock
    /// count nothing.
    pub price_change: Fils,
    /// The sum of the differences between old and new prices.
    pub distance: Fils,
}

/// The answer to a request for repairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairAnswer {
    /// Whether the build fits as it is.
    pub fits: bool,
    /// The fewest swaps first, then the nearest; empty where no products in stock make the build fit.
    pub repairs: Vec<Repair>,
    /// Whether some set was left out, because the time or the effort ended first.
    pub is_cut_short: bool,
    /// Whether the answer would be the same with more time.
    pub is_final: bool,
}

/// Returns the request for the repairs of a build.
pub fn repair_request(parts: Vec<FixedPart>) -> BudgetRequest {
    BudgetRequest {
        budget: Fils::MAX_PRICE,
        scope: BudgetScope::PartsOnly,
        // Of two builds that are equally near, the one with more points for games is the answer.
        use_key: UseKey::Gaming1440p,
        constraints: Constraints { keep: parts, ..Constraints::default() },
        policy: RulePolicy { allow_unknown: true, allow_warnings: true },
    }
}

/// Finds the fewest swaps after which a build fits. The build's parts are the request's fixed parts, all of them owned.
///
/// # Errors
/// When a part is unknown or no part of a build, or a slot of one holds several; see [`SolveError`].
pub fn find_repairs(
    catalogue: &Catalogue,
    request: &BudgetRequest,
    stop: &Stop<'_>,
) -> Result<RepairAnswer, SolveError> {
    let workshop = Workshop::new(catalogue, request)?;
    let mut answer = RepairAnswer { fits: false, repairs: Vec::new(), is_cut_short: false, is_final: true };
    if workshop.fits() {
        return Ok(RepairAnswer { fits: true, ..answer });
    }
    for size in 1..=workshop.replaceable.len() {
        let mut of_size = Vec::new();
        for set in list_sets(workshop.replaceable.len(), size) {
            let has_set = |repair: &Repair| workshop.includes(&set, repair);
            if answer.repairs.iter().any(has_set) {
                continue;
            }
            if stop() || workshop.effort.is_spent() {
                answer.is_cut_short = true;
                break;
            }
            of_size.extend(workshop.try_set(&set, stop));
        }
        answer.is_cut_short |= workshop.is_cut_short.get();
        of_size.sort_by_key(|repair| repair.distance);
        let is_second_size = !answer.repairs.is_empty();
        answer.repairs.extend(of_size);
        if answer.is_cut_short || is_second_size || answer.repairs.len() > 1 {
            break;
        }
    }
    answer.repairs.truncate(MAX_REPAIRS);
    // The effort ends a search at the same place each time.
    answer.is_final = !(workshop.is_stopped.get() || answer.is_cut_short && stop());
    Ok(answer)
}

/// Returns all sets of `size` of the numbers below `count`, each in ascending order.
fn list_sets(count: usize, size: usize) -> Sets {
    Sets { count, next: (size <= count).then(|| (0..size).collect()) }
}

/// The sets of a size, in lexicographic order.
struct Sets {
    count: usize,
    next: Option<Vec<usize>>,
}

impl Iterator for Sets {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let current = self.next.take()?;
        let size = current.len();
        let most = |place: usize| self.count - size + place;
        let raised = current.iter().enumerate().rposition(|(place, number)| *number < most(place));
        self.next = raised.map(|raised| {
            let first = current[raised] + 1;
            current[..raised].iter().copied().chain(first..first + size - raised).collect()
        });
        Some(current)
    }
}

/// The parts of the build, and what may replace each of them.
struct Workshop<'a> {
    parts: Vec<Class>,
    /// The places of the products in `parts` that may be replaced, with the choices for each.
    replaceable: Vec<(usize, Vec<Arc<Choice>>)>,
    /// A problem without classes. Each problem to solve is a copy of it with classes.
    empty: Problem<'a>,
    effort: Effort,
    is_cut_short: std::cell::Cell<bool>,
    is_stopped: std::cell::Cell<bool>,
}

impl<'a> Workshop<'a> {
    fn new(catalogue: &'a Catalogue, request: &'a BudgetRequest) -> Result<Self, SolveError> {
        let empty = Problem::without_classes(catalogue, request, Soundness::Unbounded)?;
        let parts = empty.list_fixed_classes()?;
        let replaceable = parts.iter().enumerate().filter_map(|(place, class)| {
            let is_replaceable = CLASSES.contains(&class.category);
            is_replaceable.then(|| (place, empty.list_replacements(class.category, &class.choices[0])))
        });
        let replaceable = replaceable.collect();
        Ok(Self {
            parts,
            replaceable,
            empty,
            effort: Effort::new(effort::MAX_EFFORT),
            is_cut_short: std::cell::Cell::new(false),
            is_stopped: std::cell::Cell::new(false),
        })
    }

    /// Whether no rule finds an error between the parts as they are.
    fn fits(&self) -> bool {
        let report = check(&Build::from_parsed(self.read_parts(self.parts.iter())));
        let is_error = |check: &Check| {
            !check.code.is_about_missing_part() && fit::refuses(check, self.empty.request.policy)
        };
        !report.checks.iter().any(is_error)
    }

    /// Whether a set of replaceable products includes all that a repair replaces.
    fn includes(&self, set: &[usize], repair: &Repair) -> bool {
        let id = |index: &usize| self.parts[self.replaceable[*index].0].choices[0].id;
        repair.swaps.iter().all(|swap| set.iter().any(|index| id(index) == Some(swap.out)))
    }

    /// Returns the nearest repair that replaces exactly these of the replaceable products.
    fn try_set(&self, set: &[usize], stop: &Stop<'_>) -> Option<Repair> {
        let replaced = |place: usize| {
            let mut own = set.iter().map(|index| &self.replaceable[*index]);
            own.find(|(other, _)| *other == place).map(|(_, choices)| choices)
        };
        self.effort.spend(effort::RULES);
        let kept = self.parts.iter().enumerate().filter(|(place, _)| replaced(*place).is_none());
        if fit::find_clash(self.read_parts(kept.map(|(_, class)| class)), self.empty.request.policy).is_some()
        {
            return None;
        }
        let open = self.parts.iter().enumerate().map(|(place, class)| {
            let choices = replaced(place).unwrap_or(&class.choices);
            Class::new(class.category, choices.clone())
        });
        let classes = self.complete(open.collect());
        if classes.iter().any(|class| class.choices.is_empty()) {
            return None;
        }
        self.effort.spend(4 * classes.iter().map(|class| class.choices.len()).sum::<usize>());
        let problem = Problem { max_effort: self.effort.left(), ..self.empty.with_classes(classes) };
        if problem.classes().iter().any(|class| class.choices.is_empty()) {
            return None;
        }
        let searched = search(&problem, Goal::CheapestWithAtLeast(0), stop);
        self.effort.spend(usize::try_from(searched.effort).unwrap_or(usize::MAX));
        self.is_stopped.set(self.is_stopped.get() || searched.is_stopped);
        self.is_cut_short.set(self.is_cut_short.get() || searched.proof != Proof::Optimal);
        searched.best.map(|found| self.to_repair(&problem, &found))
    }

    /// Returns the classes in the order of a build, with those of which it has no part. A supply may be chosen later, also
    /// where the case comes with one; a processor that needs no card or cooler is replaced by one that needs none either.
    fn complete(&self, mut own: Vec<Class>) -> Vec<Class> {
        let mut classes = Vec::with_capacity(CLASSES.len() + own.len());
        for category in CLASSES {
            let class = match own.iter().position(|class| class.category == category) {
                Some(index) => own.remove(index),
                None if category == Category::Psu => Class::new(category, vec![Arc::new(Choice::unknown())]),
                None => Class::new(category, vec![self.empty.choice_of_absent(category, &self.parts)]),
            };
            classes.push(class);
        }
        classes.extend(own);
        classes
    }

    fn read_parts<'c>(&self, classes: impl Iterator<Item = &'c Class>) -> Vec<ParsedPart> {
        let choices = classes.flat_map(|class| &class.choices);
        let read = choices.filter_map(|choice| {
            let parsed = self.empty.part(choice)?.parsed.clone();
            Some(ParsedPart { quantity: choice.quantity, ..parsed })
        });
        read.collect()
    }

    /// Lists the swaps of a found build. A product of the build that it lacks was replaced by the new one of its category;
    /// of several of a category, each by the one in its class.
    fn to_repair(&self, problem: &Problem<'_>, found: &FoundBuild) -> Repair {
        let mut new: Vec<(Category, &Choice)> = Vec::new();
        let mut kept: Vec<ProductId> = Vec::new();
        for (index, choice_index) in found.choice_indices.iter().enumerate() {
            let (category, choice) = problem.get((index, *choice_index));
            match choice.owned {
                true => kept.extend(choice.id),
                false if choice.part.is_some() => new.push((category, choice)),
                false => {}
            }
        }
        let mut swaps = Vec::new();
        for class in &self.parts {
            let own = &class.choices[0];
            if own.id.is_some_and(|id| kept.contains(&id)) {
                continue;
            }
            let Some(place) = new.iter().position(|(category, _)| *category == class.category) else {
                continue;
            };
            let (_, choice) = new.remove(place);
            swaps.extend(self.to_replacement(own, choice));
        }
        let sum = |amount: &dyn Fn(&Replacement) -> i64| Fils(swaps.iter().map(amount).sum());
        let change = |swap: &Replacement| swap.price.0 - swap.price_before.map_or(0, |before| before.0);
        Repair { price_change: sum(&change), distance: sum(&|swap: &Replacement| change(swap).abs()), swaps }
    }

    fn to_replacement(&self, own: &Choice, choice: &Choice) -> Option<Replacement> {
        let price = |choice: &Choice| {
            let read = self.empty.as_bought(choice.part?, self.empty.part(choice)?, own.quantity)?;
            Some(Fils(read.price))
        };
        Some(Replacement {
            out: own.id?,
            into: choice.id?,
            quantity: own.quantity,
            price: price(choice)?,
            price_before: price(own),
        })
    }
}

impl Problem<'_> {
    /// Returns a part as a choice to buy; `None` where it is not in stock.
    fn as_bought(&self, index: usize, part: &CataloguePart, quantity: u32) -> Option<Choice> {
        Some(self.to_choice(index, part, quantity, false)).filter(|choice| !choice.prices.is_empty())
    }

    /// Returns what may replace a product, with the distance in the place of the price: of all parts with equal facts the
    /// nearest.
    fn list_replacements(&self, category: Category, own: &Choice) -> Vec<Arc<Choice>> {
        let Some((index, part)) = own.part.zip(self.part(own)) else { return Vec::new() };
        let before = self.as_bought(index, part, own.quantity).map_or(0, |choice| choice.price);
        let capacity = capacity_gb(part);
        let mut nearest: BTreeMap<u32, Choice> = BTreeMap::new();
        for (index, part) in self.catalogue.list_category(category) {
            if Some(part.parsed.id) == own.id || capacity_gb(part) < capacity {
                continue;
            }
            let Some(choice) = self.as_bought(index, part, own.quantity) else { continue };
            // The difference and one more: every part that is bought has a price above 0.
            let distance = (choice.price - before).abs() + 1;
            let choice = Choice { price: distance, prices: vec![(0, distance)], ..choice };
            let rank = |choice: &Choice| (choice.price, choice.id);
            match nearest.get(&choice.fact_group) {
                Some(other) if rank(other) <= rank(&choice) => {}
                _ => {
                    nearest.insert(choice.fact_group, choice);
                }
            }
        }
        nearest.into_values().map(Arc::new).collect()
    }
}
