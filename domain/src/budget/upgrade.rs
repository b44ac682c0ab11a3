//! "Upgrade my PC": which parts of a PC at home to replace first for a budget.
//!
//! A change replaces all parts of one class at home by one part in stock; everything else stays, costs nothing, and must
//! pass every rule with the new parts. A class without a part at home is unknown: nothing of it is bought, and no rule
//! about its absence applies, unless the PC may do without. A change gains at least `least_gain` points, and its parts keep all bounds of a sound build.
//!
//! 1. **One part:** for every class, the solver with that class open and every other class as it is at home.
//! 2. **Two parts:** the same for every pair of classes.
//! 3. **More:** the solver with every class open, in which the part at home is one more choice, for nothing. Several parts
//!    of one class at home (two drives) stay or are replaced together: each set of such classes is a problem of its own.
//!
//! Each answer is exact, because every set of classes that may change is a problem that the solver solves. An answer with more
//! changes is given only where it is better than the answers with fewer, so three changes are never advised where two do as
//! well.

use std::sync::Arc;

use serde::Serialize;

use super::{
    answer::Thoroughness,
    catalogue::Catalogue,
    choice::{CLASSES, Choice, Class},
    effort::Effort,
    found::FoundBuild,
    goal::Goal,
    problem::Problem,
    proof::Proof,
    request::{BudgetRequest, SolveError},
    rule_pairs::decides_omission,
    search::{Stop, search, search_above},
    solve::{BudgetBuild, check_budget},
    sound_table::Soundness,
};
use crate::model::{Category, Fils, ProductId};

/// The extent of an upgrade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum UpgradeKind {
    OnePart,
    TwoParts,
    More,
}

/// The best change of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Upgrade {
    pub kind: UpgradeKind,
    /// The PC after the change; the parts that stay are owned.
    pub build: BudgetBuild,
    /// Parts at home that the change replaces.
    pub replaced: Vec<ProductId>,
    /// Parts to buy.
    pub bought: Vec<ProductId>,
    /// Whether no change of this kind is better.
    pub proof: Proof,
}

/// The changes to make first, in the order of their number of parts; each is better than the one before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UpgradeAnswer {
    /// Utility of the PC as it is.
    pub utility: i64,
    pub upgrades: Vec<Upgrade>,
    /// The lowest sum, delivered, with which one part, or else two, gain enough; only where the budget buys nothing.
    pub enough: Option<Fils>,
    /// The classes of which no part at home is known.
    pub unknown: Vec<Category>,
    /// Whether some search did not prove its result, because its time or its effort ended first.
    pub is_cut_short: bool,
    /// Whether the answer would be the same with more time.
    pub is_final: bool,
}

/// Finds what to change first. The parts at home are the request's fixed parts.
///
/// # Errors
/// When the budget is out of range, or a part at home is unknown or no part of a build; see [`SolveError`].
pub fn find_upgrades(
    catalogue: &Catalogue,
    request: &BudgetRequest,
    thoroughness: Thoroughness,
    stop: &Stop<'_>,
) -> Result<UpgradeAnswer, SolveError> {
    check_budget(request.budget)?;
    let planner = Planner::new(catalogue, request, thoroughness)?;
    let utility = planner.utility_at_home();
    let unknown = planner.list_unknown_classes();
    let mut answer = UpgradeAnswer {
        utility,
        upgrades: Vec::new(),
        enough: None,
        unknown,
        is_cut_short: false,
        is_final: true,
    };
    let least_gain = planner.empty.utility_model.table.least_gain;
    for kind in [UpgradeKind::OnePart, UpgradeKind::TwoParts, UpgradeKind::More] {
        let before = answer.upgrades.last().map_or(answer.utility, |upgrade| upgrade.build.utility);
        let min_utility = before + least_gain;
        let found = planner.find_upgrade(kind, min_utility, stop);
        answer.is_cut_short |= !found.is_proved;
        answer.is_final &= !found.is_stopped;
        answer.upgrades.extend(found.upgrade);
    }
    if answer.upgrades.is_empty() && answer.is_final {
        let kinds = [UpgradeKind::OnePart, UpgradeKind::TwoParts];
        let found = |kind: UpgradeKind| planner.find_lowest_sum(kind, utility + least_gain, stop);
        let lowest = kinds.into_iter().find_map(found);
        // A search that was stopped may not have met the lowest sum: an answer without it is not kept.
        answer.is_final = !stop();
        answer.enough = lowest.filter(|_| answer.is_final);
    }
    Ok(answer)
}

/// The best change of a kind that was found.
struct FoundUpgrade {
    upgrade: Option<Upgrade>,
    is_proved: bool,
    is_stopped: bool,
}

/// The classes whose parts may change.
#[derive(Debug, Clone)]
enum ChangedClasses {
    One(Category),
    Two(Category, Category),
    /// All may; of the classes with several parts at home, those that are listed do, and the others do not.
    All {
        replaced: Vec<Category>,
    },
}

impl ChangedClasses {
    /// Returns the sets of classes to try for a kind of upgrade. `known`: the classes with parts at home; `several`: those
    /// with several.
    fn list(kind: UpgradeKind, known: &[Category], several: &[Category]) -> Vec<ChangedClasses> {
        let pairs = || {
            known.iter().enumerate().flat_map(|(index, first)| {
                let others = known.iter().skip(index + 1);
                others.map(|second| ChangedClasses::Two(*first, *second))
            })
        };
        match kind {
            UpgradeKind::OnePart => known.iter().map(|category| ChangedClasses::One(*category)).collect(),
            UpgradeKind::TwoParts => pairs().collect(),
            UpgradeKind::More => {
                list_subsets(several).into_iter().map(|replaced| ChangedClasses::All { replaced }).collect()
            }
        }
    }

    fn must_change(&self, category: Category) -> bool {
        match self {
            ChangedClasses::One(one) => *one == category,
            ChangedClasses::Two(one, other) => *one == category || *other == category,
            ChangedClasses::All { replaced } => replaced.contains(&category),
        }
    }
}

/// Returns all subsets, the empty one first.
fn list_subsets(categories: &[Category]) -> Vec<Vec<Category>> {
    categories.iter().fold(vec![Vec::new()], |subsets, category| {
        let with_it = subsets.iter().map(|subset| subset.iter().copied().chain([*category]).collect());
        let with_it: Vec<Vec<Category>> = with_it.collect();
        subsets.into_iter().chain(with_it).collect()
    })
}

/// The parts at home, and what is in stock of every class.
struct Planner<'a> {
    request: &'a BudgetRequest,
    home: Vec<Class>,
    /// The choices in stock of each of `CLASSES`, without those at home.
    in_stock: Vec<Vec<Arc<Choice>>>,
    /// A problem without classes. Each problem to solve is a copy of it with classes.
    empty: Problem<'a>,
    /// The most effort of the searches for one kind of upgrade: changes of two parts, of which there are many, leave enough
    /// for more parts.
    max_effort: u64,
}

impl<'a> Planner<'a> {
    fn new(
        catalogue: &'a Catalogue,
        request: &'a BudgetRequest,
        thoroughness: Thoroughness,
    ) -> Result<Self, SolveError> {
        let empty = Problem::without_classes(catalogue, request, Soundness::Full)?;
        let home = empty.list_fixed_classes()?;
        let is_at_home =
            |choice: &Choice| home.iter().any(|class| class.choices.iter().any(|own| own.id == choice.id));
        let in_stock = CLASSES
            .iter()
            .map(|category| {
                let (mut choices, _) = empty.list_choices(*category);
                choices.retain(|choice| !is_at_home(choice));
                choices.into_iter().map(Arc::new).collect()
            })
            .collect();
        Ok(Self { request, in_stock, empty, home, max_effort: thoroughness.max_effort() })
    }

    fn utility_at_home(&self) -> i64 {
        let at_home = self.home.iter().flat_map(|class| &class.choices);
        self.empty.utility_model.utility(at_home.map(|choice| &choice.contribution))
    }

    /// Returns the classes whose number of parts at home meets a condition.
    fn list_classes(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<Category> {
        let count =
            |category: &Category| self.home.iter().filter(|class| class.category == *category).count();
        CLASSES.iter().copied().filter(|category| is_wanted(count(category))).collect()
    }

    fn list_unknown_classes(&self) -> Vec<Category> {
        self.list_classes(|parts| parts == 0)
    }

    /// Returns the best change of a kind with at least `min_utility` points.
    fn find_upgrade(&self, kind: UpgradeKind, min_utility: i64, stop: &Stop<'_>) -> FoundUpgrade {
        let mut best: Option<(Problem<'_>, FoundBuild)> = None;
        let (mut bound, mut is_proved, mut is_stopped) = (i64::MIN, true, false);
        let effort = Effort::new(match kind {
            UpgradeKind::OnePart => self.max_effort / 4,
            UpgradeKind::TwoParts => self.max_effort / 2,
            UpgradeKind::More => self.max_effort,
        });
        let (known, several) = (self.list_classes(|parts| parts > 0), self.list_classes(|parts| parts > 1));
        for changed in ChangedClasses::list(kind, &known, &several) {
            is_stopped |= stop();
            if is_stopped || effort.is_spent() {
                // Nothing is known of the changes that are left out.
                (bound, is_proved) = (i64::MAX, false);
                break;
            }
            let Some(problem) = self.build_problem(&changed, &effort) else { continue };
            let min_utility = best.as_ref().map_or(min_utility, |(_, found)| found.utility);
            let goal = Goal::BestWithin(self.request.budget.0);
            let searched = search_above(&problem, goal, min_utility, stop);
            effort.spend(usize::try_from(searched.effort).unwrap_or(usize::MAX));
            is_stopped |= searched.is_stopped;
            match searched.proof {
                Proof::Optimal => {}
                Proof::PointsOptimal => is_proved = false,
                Proof::BoundedBy(max_points) => (bound, is_proved) = (bound.max(max_points), false),
            }
            let is_better = |found: &FoundBuild| {
                best.as_ref().is_none_or(|(_, best)| {
                    let order = |found: &FoundBuild| (-found.utility, found.priced.total);
                    order(found) < order(best)
                })
            };
            if let Some(found) = searched.best.filter(is_better) {
                best = Some((problem, found));
            }
        }
        let upgrade = best.map(|(problem, found)| {
            let proof = match is_proved {
                true => Proof::Optimal,
                false if bound <= found.utility => Proof::PointsOptimal,
                false => Proof::BoundedBy(bound),
            };
            self.to_upgrade(problem.to_budget_build(&found), proof)
        });
        FoundUpgrade { upgrade, is_proved, is_stopped }
    }

    /// Returns the lowest cost of a change of a kind with at least `min_utility` points, whatever the budget.
    fn find_lowest_sum(&self, kind: UpgradeKind, min_utility: i64, stop: &Stop<'_>) -> Option<Fils> {
        let effort = Effort::new(self.max_effort / 4);
        let known = self.list_classes(|parts| parts > 0);
        let mut lowest: Option<i64> = None;
        for changed in ChangedClasses::list(kind, &known, &[]) {
            if stop() || effort.is_spent() {
                break;
            }
            let Some(problem) = self.build_problem(&changed, &effort) else { continue };
            let searched = search(&problem, Goal::CheapestWithAtLeast(min_utility), stop);
            effort.spend(usize::try_from(searched.effort).unwrap_or(usize::MAX));
            let total = searched.best.map(|found| found.priced.total);
            lowest = lowest.into_iter().chain(total).min();
        }
        lowest.map(Fils)
    }

    fn to_upgrade(&self, build: BudgetBuild, proof: Proof) -> Upgrade {
        let stays = |id: ProductId| build.parts.iter().any(|part| part.owned && part.product_id == id);
        let at_home = self.home.iter().flat_map(|class| &class.choices).filter_map(|choice| choice.id);
        let replaced = at_home.filter(|id| !stays(*id)).collect();
        let bought: Vec<ProductId> =
            build.parts.iter().filter(|part| !part.owned).map(|part| part.product_id).collect();
        let kind = match bought.len() {
            0 | 1 => UpgradeKind::OnePart,
            2 => UpgradeKind::TwoParts,
            _ => UpgradeKind::More,
        };
        Upgrade { kind, build, replaced, bought, proof }
    }

    /// Returns the problem in which some classes change; `None` where nothing of such a class is in stock.
    fn build_problem(&self, changed: &ChangedClasses, effort: &Effort) -> Option<Problem<'a>> {
        let (mut classes, mut further) = (Vec::new(), Vec::new());
        for (category, in_stock) in CLASSES.iter().zip(&self.in_stock) {
            let mut own = self.home.iter().filter(|class| class.category == *category);
            let mut choices: Vec<Arc<Choice>> = Vec::new();
            if changed.must_change(*category) {
                choices.clone_from(in_stock);
            } else {
                let at_home = own.next();
                let is_single = at_home.is_some() && own.clone().next().is_none();
                choices.extend(at_home.map_or_else(
                    || vec![self.empty.choice_of_absent(*category, &self.home)],
                    |class| class.choices.clone(),
                ));
                if matches!(changed, ChangedClasses::All { .. }) && is_single {
                    choices.extend(in_stock.iter().cloned());
                }
                further.extend(own.map(|class| Class::new(*category, class.choices.clone())));
            }
            if choices.is_empty() {
                return None;
            }
            classes.push(Class::new(*category, choices));
        }
        let others = self.home.iter().filter(|class| !CLASSES.contains(&class.category));
        further.extend(others.map(|class| Class::new(class.category, class.choices.clone())));
        classes.extend(further);
        // To list what fits takes some looks at every choice.
        effort.spend(4 * classes.iter().map(|class| class.choices.len()).sum::<usize>());
        let problem = self.empty.with_classes(classes);
        Some(Problem { max_effort: effort.left(), ..problem })
    }
}

impl Problem<'_> {
    /// Returns the choice of a class of which a PC has no known part: no part, where the PC may do without one (a
    /// processor with graphics or a cooler of its own, a case with a supply), so that the PC still does after the change;
    /// else a part of which nothing is known.
    pub(super) fn choice_of_absent(&self, category: Category, known: &[Class]) -> Arc<Choice> {
        let mut choices =
            known.iter().flat_map(|class| class.choices.iter().map(|choice| (class.category, choice)));
        let may_be_absent =
            choices.any(|(own, choice)| decides_omission(own, category) && self.can_omit(category, choice));
        Arc::new(if may_be_absent { Choice::none() } else { Choice::unknown() })
    }
}
