use std::{cmp::Ordering, sync::Arc};

use rustc_hash::FxHashMap;

use super::{
    choice::Choice,
    frontier::{Frontier, hull},
    goal::Bounds,
    merit::Merit,
    node::Node,
    problem::{Class, Problem},
};
use crate::model::Category;

/// The hull of a class beside parts of each signature and of each draw in W, by its number.
type HullBySignature = FxHashMap<(Option<u32>, i64), usize>;

/// Hulls and the bounds over several of them. Most parts share both.
#[derive(Default)]
struct BoundsByHulls {
    hulls: Vec<Vec<(i64, i64)>>,
    numbers: FxHashMap<Vec<(i64, i64)>, usize>,
    bounds: FxHashMap<Vec<usize>, Option<Arc<Frontier>>>,
}

impl BoundsByHulls {
    /// Returns the number of a hull; equal hulls have equal numbers.
    fn number(&mut self, hull: Vec<(i64, i64)>) -> usize {
        *self.numbers.entry(hull).or_insert_with_key(|hull| {
            self.hulls.push(hull.clone());
            self.hulls.len() - 1
        })
    }

    /// Returns the bound over the hulls of these numbers.
    fn bound(&mut self, numbers: Vec<usize>) -> Option<Arc<Frontier>> {
        let find = |numbers: &Vec<usize>| {
            let own = numbers.iter().filter_map(|number| self.hulls.get(*number));
            Frontier::of_hulls(own.map(Vec::as_slice)).map(Arc::new)
        };
        self.bounds.entry(numbers).or_insert_with_key(find).clone()
    }
}

/// A pair of processor and card, with nothing else decided.
pub(super) struct Opening {
    pub bounds: Bounds,
    /// The opening with the larger rank comes first.
    pub rank: (i64, i64),
    /// The indices of processor and card.
    pub cpu_gpu: [usize; 2],
    pub node: Option<Box<Node>>,
}

impl Opening {
    fn key(&self) -> ((i64, i64), std::cmp::Reverse<[usize; 2]>) {
        (self.rank, std::cmp::Reverse(self.cpu_gpu))
    }
}

impl Ord for Opening {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Opening {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Opening {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Opening {}

/// Visits every pair of processor and card that fit and leave money for all other classes, with its bounds.
///
/// Each side bounds the pair alone: a build with a processor has, of every other class, a choice that fits the
/// processor. So no build is better than the best that money buys of these, and none with at least `needed` points is
/// cheaper than the least money that buys the points.
pub(super) fn visit_openings(
    problem: &Problem<'_>,
    cap: i64,
    needed: i64,
    mut visit: impl FnMut([usize; 2], Bounds),
) {
    let [processors, cards, ..] = problem.classes() else { return };
    let [of_cpu, of_card] = [0, 1].map(|class| problem.bound_each(class));
    let ideal = ideal_card(cards);
    for (cpu, (processor, beside_cpu)) in processors.choices.iter().zip(of_cpu).enumerate() {
        // Most processors are ruled out by the best card at the price of the cheapest one.
        let money = cap - processor.price - ideal.price;
        let most_points = beside_cpu.as_ref().and_then(|beside| beside.max_points(money));
        if most_points.is_none_or(|points| points + problem.cpu_gpu_points(processor, &ideal) < needed) {
            continue;
        }
        for (gpu, (card, beside_card)) in cards.choices.iter().zip(of_card).enumerate() {
            let (Some(one), Some(other)) = (beside_cpu, beside_card) else { continue };
            let price = processor.price + card.price;
            let money = cap - price;
            if money < one.min_price().max(other.min_price()) {
                continue;
            }
            let (Some(one_buys), Some(other_buys)) = (one.max_points(money), other.max_points(money)) else {
                continue;
            };
            let points = problem.cpu_gpu_points(processor, card);
            let most_points = points + one_buys.min(other_buys);
            if most_points < needed || !problem.fits((0, cpu), (1, gpu)) {
                continue;
            }
            let least = |side: &Frontier| side.min_money(needed.saturating_sub(points));
            let Some(least) = least(one).zip(least(other)) else { continue };
            let least_price = price + least.0.max(least.1);
            visit([cpu, gpu], Bounds { most_points, least_price });
        }
    }
}

/// Returns a card that is as cheap as the cheapest and as good as the best of each merit.
fn ideal_card(cards: &Class) -> Choice {
    let highest = |merit: fn(&Merit) -> i64| cards.choices.iter().map(|card| merit(&card.merit)).max();
    let merit = Merit {
        points: highest(|merit| merit.points).unwrap_or_default(),
        graphics: highest(|merit| merit.graphics).unwrap_or_default(),
        ..Merit::default()
    };
    let price = cards.choices.iter().map(|card| card.price).min().unwrap_or_default();
    Choice { price, merit, ..Choice::none() }
}

/// Returns for each class after processor and card the bound over the other classes.
pub(super) fn bound_without_each(problem: &Problem<'_>) -> Vec<Option<Frontier>> {
    let rest = problem.classes().get(2..).unwrap_or_default();
    let classes: Vec<Vec<(i64, i64)>> = rest.iter().map(|class| problem.optimistic(class, 0)).collect();
    let without = |index: usize| {
        let others = classes.iter().enumerate().filter(|(other, _)| *other != index);
        Frontier::new(others.map(|(_, class)| class.iter().copied()))
    };
    (0..classes.len()).map(without).collect()
}

impl Problem<'_> {
    /// Returns for every choice of processor or card the bound over all other classes but these two, of the choices
    /// that fit; `None` where a class has none.
    fn bound_each(&self, class: usize) -> &[Option<Arc<Frontier>>] {
        let find = || self.classes().get(class).map(|own| self.find_bounds(class, own)).unwrap_or_default();
        self.prepared.sides.get(class).map(|side| side.get_or_init(find).as_slice()).unwrap_or_default()
    }

    fn find_bounds(&self, class: usize, own: &Class) -> Vec<Option<Arc<Frontier>>> {
        let others: Vec<(usize, &Arc<Class>)> = self.classes().iter().enumerate().skip(2).collect();
        // Hulls of each other class, by what decides which of its choices fit: most choices of this class share them.
        let mut known: Vec<HullBySignature> = vec![HullBySignature::default(); others.len()];
        let mut shared = BoundsByHulls::default();
        let mut bounds = Vec::with_capacity(own.choices.len());
        for (index, choice) in own.choices.iter().enumerate() {
            let numbers = others.iter().zip(&mut known).map(|((other, beside), known)| {
                let is_free = !self.are_related(own.category, beside.category);
                let signature = self.part(choice).map(|part| part.signatures.beside(beside.category));
                let watts = if beside.category == Category::Psu { choice.merit.watts } else { 0 };
                let key = (signature.filter(|_| !is_free), watts);
                let find = || {
                    let fits =
                        |index_beside: &usize| is_free || self.fits((class, index), (*other, *index_beside));
                    let listed = self.optimistic(beside, watts).into_iter().enumerate();
                    hull(listed.filter(|(index_beside, _)| fits(index_beside)).map(|(_, at_price)| at_price))
                };
                *known.entry(key).or_insert_with(|| shared.number(find()))
            });
            let numbers = numbers.collect();
            bounds.push(shared.bound(numbers));
        }
        bounds
    }

    /// Returns the price and points of every choice of a class, with the headroom over parts that draw at least some
    /// watts.
    pub(super) fn optimistic(&self, class: &Class, watts: i64) -> Vec<(i64, i64)> {
        let headroom = |choice: &Choice| match class.category {
            Category::Psu => self.utility_model.headroom_points(choice.merit.rated_watts, watts),
            _ => 0,
        };
        class.choices.iter().map(|choice| (choice.price, choice.merit.points + headroom(choice))).collect()
    }
}
