use std::cmp::Ordering;

use super::{
    choice::Choice,
    frontier::Frontier,
    node::Node,
    search::Bounds,
    slots::{Problem, Slot},
};
use crate::model::Category;

/// Pairs of choices up to which the bounds of each side are worth their time; beyond it they take longer than the
/// search that they shorten.
const MAX_SIDE_PAIRS: usize = 300_000;

/// A pair of processor and card, with nothing else decided.
pub(super) struct Opening {
    pub bounds: Bounds,
    /// The opening with the larger rank comes first.
    pub rank: (i64, i64),
    /// The indices of processor and card.
    pub lead: [usize; 2],
    pub node: Option<Box<Node>>,
}

impl Opening {
    fn key(&self) -> ((i64, i64), std::cmp::Reverse<[usize; 2]>) {
        (self.rank, std::cmp::Reverse(self.lead))
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

/// Returns every pair of processor and card that fit and leave money for all other classes, with its bounds.
///
/// Each side bounds the pair alone: a build with a processor has, of every other class, a choice that fits the
/// processor. So no build is better than the best that money buys of these, and none is cheaper than their cheapest.
pub(super) fn list_openings(problem: &Problem<'_>, cap: i64) -> Vec<([usize; 2], Bounds)> {
    let of_cpu = problem.bound_each(0);
    let of_card = problem.bound_each(1);
    let mut openings = Vec::new();
    for (cpu, (processor, beside_cpu)) in of_cpu.iter().enumerate() {
        for (gpu, (card, beside_card)) in of_card.iter().enumerate() {
            let (Some(one), Some(other)) = (beside_cpu, beside_card) else { continue };
            let price = processor.price + card.price;
            let money = cap - price;
            if money < one.min_price().max(other.min_price()) || !problem.fits((0, cpu), (1, gpu)) {
                continue;
            }
            let (Some(one_buys), Some(other_buys)) = (one.max_points(money), other.max_points(money)) else {
                continue;
            };
            let most_points = problem.lead_points(processor, card) + one_buys.min(other_buys);
            let least_price = price + one.min_price().max(other.min_price());
            openings.push(([cpu, gpu], Bounds { most_points, least_price }));
        }
    }
    openings
}

impl Problem<'_> {
    /// Returns every choice of processor or card with the bound over all other classes but these two, of the choices
    /// that fit; no bound where a class has none.
    fn bound_each(&self, slot: usize) -> Vec<(&Choice, Option<Frontier>)> {
        let Some(own) = self.slots.get(slot) else { return Vec::new() };
        let beside: usize = self.slots.iter().skip(2).map(|slot| slot.choices.len()).sum();
        let is_small = own.choices.len().saturating_mul(beside) <= MAX_SIDE_PAIRS;
        if !is_small {
            let rest = Frontier::new(self.slots.iter().skip(2).map(|slot| self.optimistic(slot, 0)));
            return own.choices.iter().map(|choice| (choice, rest.clone())).collect();
        }
        let bound = |index: usize, choice: &Choice| {
            let others = self.slots.iter().enumerate().skip(2);
            Frontier::new(others.map(|(other, slot_beside)| {
                let worth = self.optimistic(slot_beside, choice.merit.watts).into_iter().enumerate();
                let fits = move |beside: usize| self.fits((slot, index), (other, beside));
                worth.filter(move |(beside, _)| fits(*beside)).map(|(_, worth)| worth)
            }))
        };
        own.choices.iter().enumerate().map(|(index, choice)| (choice, bound(index, choice))).collect()
    }

    /// Returns the price and points of every choice of a slot, with the headroom over parts that draw at least some
    /// watts.
    pub(super) fn optimistic(&self, slot: &Slot, watts: i64) -> Vec<(i64, i64)> {
        let headroom = |choice: &Choice| match slot.category {
            Category::Psu => self.scale.headroom_points(choice.merit.wattage, watts),
            _ => 0,
        };
        slot.choices.iter().map(|choice| (choice.price, choice.merit.points + headroom(choice))).collect()
    }
}
