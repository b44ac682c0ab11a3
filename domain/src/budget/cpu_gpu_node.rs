use std::{cmp::Ordering, sync::Arc};

use rustc_hash::FxHashMap;

use super::{
    choice::{Choice, Class},
    goal::BuildBounds,
    knapsack_bound::{KnapsackBound, hull},
    problem::Problem,
    refined_node::RefinedNode,
    soundness::Ask,
    utility::Contribution,
};
use crate::model::Category;

/// The id of the hull of a class, by signature (the number of the facts that the rules read, [`super::signature`]) and
/// power draw in W of the part of another class that the choices must fit, and what it asks of them to be sound.
type HullIdBySignature = FxHashMap<(Option<u32>, i64, Option<Ask>), usize>;

/// Hulls of single classes, and bounds over several hulls. Most parts share both, so each is computed once.
#[derive(Default)]
struct KnapsackBoundsByHulls {
    hulls: Vec<Vec<(i64, i64)>>,
    hull_ids: FxHashMap<Vec<(i64, i64)>, usize>,
    bounds: FxHashMap<Vec<usize>, Option<Arc<KnapsackBound>>>,
}

impl KnapsackBoundsByHulls {
    /// Returns the id of a hull: its position in `hulls`. Equal hulls have equal ids.
    fn intern(&mut self, hull: Vec<(i64, i64)>) -> usize {
        *self.hull_ids.entry(hull).or_insert_with_key(|hull| {
            self.hulls.push(hull.clone());
            self.hulls.len() - 1
        })
    }

    /// Returns the bound over the hulls of these ids.
    fn bound(&mut self, hull_ids: Vec<usize>) -> Option<Arc<KnapsackBound>> {
        let find = |hull_ids: &Vec<usize>| {
            KnapsackBound::of_hulls(hull_ids.iter().map(|id| &self.hulls[*id])).map(Arc::new)
        };
        self.bounds.entry(hull_ids).or_insert_with_key(find).clone()
    }
}

/// A node on the first level of the search tree: a pair of processor and graphics card, with nothing else decided.
pub(super) struct CpuGpuNode {
    pub bounds: BuildBounds,
    /// The node with the higher rank comes first.
    pub rank: (i64, i64),
    /// The indices of processor and graphics card among the choices of their classes.
    pub cpu_gpu: [usize; 2],
    /// `None` until the node comes up for the first time.
    pub refined: Option<Box<RefinedNode>>,
}

impl CpuGpuNode {
    fn key(&self) -> ((i64, i64), std::cmp::Reverse<[usize; 2]>) {
        (self.rank, std::cmp::Reverse(self.cpu_gpu))
    }
}

impl Ord for CpuGpuNode {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for CpuGpuNode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for CpuGpuNode {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for CpuGpuNode {}

/// Visits every pair of processor and graphics card that fit and leave money for all other classes, with its bounds.
///
/// A bound over the choices that fit the processor holds for the pair, because a build with this processor has one of
/// these choices in every other class. So the build has no more points than the remaining money buys of these choices,
/// and a build of at least `min_points` costs no less than these choices cost for the points that are missing. The same
/// holds for the choices that fit the graphics card. Of the two bounds, the tighter one counts.
pub(super) fn visit_cpu_gpu_pairs(
    problem: &Problem<'_>,
    max_cost: i64,
    min_points: i64,
    mut visit: impl FnMut([usize; 2], BuildBounds),
) -> usize {
    let [processors, graphics_cards, ..] = problem.classes() else { return 0 };
    let mut looks = 0;
    let [bounds_beside_cpu, bounds_beside_graphics_card] =
        [0, 1].map(|class_index| problem.bound_beside_each_choice(class_index));
    let ideal = ideal_graphics_card(graphics_cards);
    for (cpu, (processor, beside_cpu)) in processors.choices.iter().zip(bounds_beside_cpu).enumerate() {
        // Most processors are ruled out by the best graphics card at the price of the cheapest one.
        let money = max_cost - processor.price - ideal.price;
        let max_points = beside_cpu.as_ref().and_then(|beside| beside.max_points(money));
        if max_points.is_none_or(|points| points + problem.cpu_gpu_points(processor, &ideal) < min_points) {
            continue;
        }
        looks += graphics_cards.choices.len();
        for (gpu, (graphics_card, beside_graphics_card)) in
            graphics_cards.choices.iter().zip(bounds_beside_graphics_card).enumerate()
        {
            let (Some(one), Some(other)) = (beside_cpu, beside_graphics_card) else { continue };
            let price = processor.price + graphics_card.price;
            let money = max_cost - price;
            if money < one.min_price().max(other.min_price()) {
                continue;
            }
            let (Some(one_buys), Some(other_buys)) = (one.max_points(money), other.max_points(money)) else {
                continue;
            };
            let points = problem.cpu_gpu_points(processor, graphics_card);
            let max_points = points + one_buys.min(other_buys);
            if max_points < min_points || !problem.fits((0, cpu), (1, gpu)) {
                continue;
            }
            let min_money = |side: &KnapsackBound| side.min_money(min_points.saturating_sub(points));
            let Some((money_one, money_other)) = min_money(one).zip(min_money(other)) else { continue };
            let min_cost = price + money_one.max(money_other);
            visit([cpu, gpu], BuildBounds { max_points, min_cost });
        }
    }
    looks
}

/// Returns an imagined graphics card with the lowest price and the highest contribution of all graphics cards.
fn ideal_graphics_card(graphics_cards: &Class) -> Choice {
    let highest = |component: fn(&Contribution) -> i64| {
        graphics_cards.choices.iter().map(|graphics_card| component(&graphics_card.contribution)).max()
    };
    let contribution = Contribution {
        points: highest(|contribution| contribution.points).unwrap_or_default(),
        graphics: highest(|contribution| contribution.graphics).unwrap_or_default(),
        ..Contribution::default()
    };
    let price =
        graphics_cards.choices.iter().map(|graphics_card| graphics_card.price).min().unwrap_or_default();
    Choice { price, contribution, ..Choice::none() }
}

/// Returns for each class after processor and graphics card the bound over the others of these classes.
pub(super) fn bound_without_each(problem: &Problem<'_>) -> Vec<Option<KnapsackBound>> {
    let other_classes = problem.classes().get(2..).unwrap_or_default();
    let classes: Vec<Vec<(i64, i64)>> =
        other_classes.iter().map(|class| problem.list_prices_and_points(class, 0)).collect();
    let without = |index: usize| {
        let others = classes.iter().enumerate().filter(|(other, _)| *other != index);
        KnapsackBound::new(others.map(|(_, class)| class.iter().copied()))
    };
    (0..classes.len()).map(without).collect()
}

impl Problem<'_> {
    /// Returns for every processor (class 0) or every graphics card (class 1) a bound over the classes after these two,
    /// counting only the choices that fit it; `None` where a class has no such choice.
    fn bound_beside_each_choice(&self, class_index: usize) -> &[Option<Arc<KnapsackBound>>] {
        self.prepared.cpu_gpu_bounds[class_index]
            .get_or_init(|| self.find_bounds(class_index, &self.classes()[class_index]))
    }

    fn find_bounds(&self, class_index: usize, class: &Class) -> Vec<Option<Arc<KnapsackBound>>> {
        let others: Vec<(usize, &Arc<Class>)> = self.classes().iter().enumerate().skip(2).collect();
        // Hulls of each other class, by signature and draw: these decide which choices fit, and most choices of this
        // class share them.
        let mut hull_ids_by_class: Vec<HullIdBySignature> = vec![HullIdBySignature::default(); others.len()];
        let mut shared = KnapsackBoundsByHulls::default();
        let mut bounds = Vec::with_capacity(class.choices.len());
        for (choice_index, choice) in class.choices.iter().enumerate() {
            let hull_ids = others.iter().zip(&mut hull_ids_by_class).map(|((other, beside), hull_id_of)| {
                let is_unrelated = !self.are_related(class.category, beside.category);
                let signature = self.part(choice).map(|part| part.signatures.beside(beside.category));
                let watts = if beside.category == Category::Psu { choice.contribution.watts } else { 0 };
                let ask = choice.sound.ask_of(class.category, beside.category);
                let key = (signature.filter(|_| !is_unrelated), watts, ask);
                let find = || {
                    let fits = |index_beside: &usize| {
                        is_unrelated || self.fits((class_index, choice_index), (*other, *index_beside))
                    };
                    let listed = self.list_prices_and_points(beside, watts).into_iter().enumerate();
                    let fitting = listed.filter(|(index_beside, _)| fits(index_beside));
                    hull(fitting.map(|(_, price_and_points)| price_and_points))
                };
                *hull_id_of.entry(key).or_insert_with(|| shared.intern(find()))
            });
            let hull_ids = hull_ids.collect();
            bounds.push(shared.bound(hull_ids));
        }
        bounds
    }

    /// Returns the price and the utility points of every choice of a class. A power supply counts the headroom that it has if processor
    /// and graphics card draw `watts`.
    pub(super) fn list_prices_and_points(&self, class: &Class, watts: i64) -> Vec<(i64, i64)> {
        let headroom = |choice: &Choice| match class.category {
            Category::Psu => self.utility_model.headroom_points(choice.contribution.rated_watts, watts),
            _ => 0,
        };
        let choices = class.choices.iter();
        choices.map(|choice| (choice.price, choice.contribution.points + headroom(choice))).collect()
    }
}
