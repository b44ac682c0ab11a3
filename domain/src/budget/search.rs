//! Branch and bound over builds.
//!
//! 1. Every pair of processor and card is an **opening**: these two decide most of the utility, and the terms that
//!    join parts (balance, headroom) become terms of single parts once they are chosen. The bound of an opening is the
//!    points of the two and of the best that the remaining money can buy of all other classes ([`Frontier`]).
//! 2. The opening with the best bound comes first. On its first turn an opening is **refined** ([`Node`]): its
//!    classes keep only the choices that fit processor and card by the rules, which tightens the bound. If another
//!    opening's bound is now better, that one is next.
//! 3. Otherwise its other classes are decided one by one, the class with the fewest choices first. A choice whose
//!    bound cannot beat the best build found is cut off; a pair or triple that no rule allows is cut off where its
//!    last part is chosen.
//! 4. A whole build is checked by every rule and priced by the cheapest basket.
//!
//! The search is exhaustive except for branches that the bound cuts off (proved in [`super::frontier`]), parts that
//! the rules refuse in every build ([`super::fit`]) and dominated parts ([`super::dominance`]). When it is stopped
//! early, the answer's gap is the best bound of the remaining openings, which no unvisited build exceeds.

use std::{cmp::Ordering, collections::BinaryHeap};

use super::{
    choice::Choice,
    fit,
    frontier::Frontier,
    node::Node,
    price::PricedBuild,
    slots::{Problem, Slot},
};
use crate::{
    compat::Build,
    model::{Category, ProductId},
};

/// Steps between two checks of the clock.
const STEPS_BETWEEN_LOOKS: u32 = 32;

/// The goal of a search. Ties are broken by the other criterion (lower cost, more points), then by the lower ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// The most points for at most this many fils.
    BestWithin(i64),
    /// The lowest cost for at least this many points.
    CheapestFrom(i64),
}

/// A whole build that passes every rule.
#[derive(Debug, Clone)]
pub(super) struct FoundBuild {
    /// The index of the choice in each slot.
    pub choices: Vec<usize>,
    pub utility: i64,
    pub priced: PricedBuild,
    ids: Vec<Option<ProductId>>,
}

/// Whether and how far an answer is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "proof", content = "bound", rename_all = "camelCase")]
pub enum Proof {
    /// No build is better.
    Optimal,
    /// The time ended first, but no build has more points. Only a cheaper one with as many may have been missed.
    PointsOptimal,
    /// The time ended first. No build has more points than this (or, when searching for the cheapest, costs fewer
    /// fils).
    Within(i64),
}

/// The result of a search.
pub(super) struct SearchResult {
    pub best: Option<FoundBuild>,
    pub proof: Proof,
}

/// Bounds of the builds in a part of the search space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub most_points: i64,
    pub least_price: i64,
}

/// A pair of processor and card, with nothing else decided.
struct Opening<'p> {
    bounds: Bounds,
    /// The opening with the larger rank comes first.
    rank: (i64, i64),
    /// The indices of processor and card.
    lead: [usize; 2],
    node: Option<Box<Node<'p>>>,
}

/// Searches until the best build is proved, or until `stop` returns true.
pub(super) fn search(problem: &Problem<'_>, goal: Goal, stop: &dyn Fn() -> bool) -> SearchResult {
    let mut search = Search { problem, goal, stop, others: Vec::new(), best: None, steps: 0, stopped: false };
    search.others = search.frontiers_without_one();
    let mut openings = search.openings();
    let mut bound = None;
    while let Some(opening) = openings.pop() {
        if search.is_hopeless(opening.bounds) {
            continue;
        }
        let bounds = opening.bounds;
        if let Some(refined) = search.advance(opening, openings.peek()) {
            openings.push(refined);
        }
        if search.stopped {
            let rest = openings.iter().map(|opening| opening.bounds).chain([bounds]);
            bound = rest
                .filter(|bounds| !search.is_hopeless(*bounds))
                .map(|bounds| goal.limit(bounds))
                .reduce(goal.wider());
            break;
        }
    }
    let points = search.best.as_ref().map(|best| best.utility);
    let proof = match (goal, bound) {
        (_, None) => Proof::Optimal,
        (Goal::BestWithin(_), Some(bound)) if points.is_some_and(|points| points >= bound) => {
            Proof::PointsOptimal
        }
        (_, Some(bound)) => Proof::Within(bound),
    };
    SearchResult { best: search.best, proof }
}

impl Goal {
    fn rank(self, bounds: Bounds) -> (i64, i64) {
        match self {
            Goal::BestWithin(_) => (bounds.most_points, -bounds.least_price),
            Goal::CheapestFrom(_) => (-bounds.least_price, bounds.most_points),
        }
    }

    fn limit(self, bounds: Bounds) -> i64 {
        match self {
            Goal::BestWithin(_) => bounds.most_points,
            Goal::CheapestFrom(_) => bounds.least_price,
        }
    }

    fn wider(self) -> fn(i64, i64) -> i64 {
        match self {
            Goal::BestWithin(_) => i64::max,
            Goal::CheapestFrom(_) => i64::min,
        }
    }
}

struct Search<'s, 'p> {
    problem: &'s Problem<'p>,
    goal: Goal,
    stop: &'s dyn Fn() -> bool,
    /// For each slot after processor and card: the bound over the other slots.
    others: Vec<Option<Frontier>>,
    best: Option<FoundBuild>,
    steps: u32,
    stopped: bool,
}

impl<'s> Search<'s, '_> {
    fn openings(&self) -> BinaryHeap<Opening<'s>> {
        let [processors, cards, rest @ ..] = self.problem.slots.as_slice() else { return BinaryHeap::new() };
        let classes: Vec<Vec<(i64, i64)>> = rest.iter().map(|slot| self.optimistic(slot)).collect();
        let Some(rest) = Frontier::new(&classes) else { return BinaryHeap::new() };
        let mut openings = BinaryHeap::new();
        for (cpu, processor) in processors.choices.iter().enumerate() {
            for (gpu, card) in cards.choices.iter().enumerate() {
                let price = processor.price + card.price;
                let points = self.problem.lead_points(processor, card);
                let Some(more) = rest.max_points(self.cap() - price) else { continue };
                let bounds = Bounds { most_points: points + more, least_price: price + rest.min_price() };
                if !self.is_hopeless(bounds) {
                    openings.push(Opening {
                        bounds,
                        rank: self.goal.rank(bounds),
                        lead: [cpu, gpu],
                        node: None,
                    });
                }
            }
        }
        openings
    }

    fn frontiers_without_one(&self) -> Vec<Option<Frontier>> {
        let rest = self.problem.slots.get(2..).unwrap_or_default();
        let classes: Vec<Vec<(i64, i64)>> = rest.iter().map(|slot| self.optimistic(slot)).collect();
        let without = |index: usize| {
            let others = classes.iter().enumerate().filter(|(other, _)| *other != index);
            Frontier::new(&others.map(|(_, class)| class.clone()).collect::<Vec<_>>())
        };
        (0..classes.len()).map(without).collect()
    }

    /// Whether an answer may hold processor, card and one choice of a slot that together have this price and these
    /// points.
    fn is_promising(&self, slot: usize, price: i64, points: i64) -> bool {
        let Some(Some(others)) = slot.checked_sub(2).and_then(|index| self.others.get(index)) else {
            return true;
        };
        let Some(more) = others.max_points(self.cap() - price) else { return false };
        let bounds = Bounds { most_points: points + more, least_price: price + others.min_price() };
        !self.is_hopeless(bounds)
    }

    /// Returns the price and points of every choice of a slot, with the headroom for a processor and a card that draw
    /// nothing.
    fn optimistic(&self, slot: &Slot) -> Vec<(i64, i64)> {
        let headroom = |choice: &Choice| match slot.category {
            Category::Psu => self.problem.scale.headroom_points(choice.merit.wattage, 0),
            _ => 0,
        };
        slot.choices.iter().map(|choice| (choice.price, choice.merit.points + headroom(choice))).collect()
    }

    /// Refines an opening, and searches it unless another opening now has a better bound.
    fn advance(&mut self, opening: Opening<'s>, next: Option<&Opening<'s>>) -> Option<Opening<'s>> {
        let node = match opening.node {
            Some(node) => node,
            // Finding the fitting choices takes long, so the clock is checked before each.
            None if (self.stop)() => {
                self.stopped = true;
                return None;
            }
            None => Box::new(Node::refine(self.problem, opening.lead, &|slot, price, points| {
                self.is_promising(slot, price, points)
            })?),
        };
        let more = node.max_points(0, self.cap() - node.price);
        let bounds = Bounds {
            most_points: (node.points + more?).min(opening.bounds.most_points),
            least_price: node.price + node.min_price(0),
        };
        if self.is_hopeless(bounds) {
            return None;
        }
        let opening = Opening { bounds, rank: self.goal.rank(bounds), lead: opening.lead, node: Some(node) };
        // Without a build the bounds cut off nothing, so the first opening is searched at once.
        if self.best.is_some() && next.is_some_and(|next| *next > opening) {
            return Some(opening);
        }
        let node = opening.node?;
        let mut chosen: Vec<(usize, usize)> = vec![(0, node.lead[0]), (1, node.lead[1])];
        self.descend(&node, 0, (node.price, node.points), &mut chosen);
        None
    }

    /// Decides the class at `depth` of a node by trying each choice, the most promising first.
    fn descend(
        &mut self,
        node: &Node<'s>,
        depth: usize,
        so_far: (i64, i64),
        chosen: &mut Vec<(usize, usize)>,
    ) {
        let Some(class) = node.classes.get(depth) else {
            return self.finish(chosen);
        };
        let least_after = node.min_price(depth + 1);
        let mut ways: Vec<(Bounds, usize)> = Vec::new();
        for (index, (price, points)) in class.worth.iter().enumerate() {
            let spent = so_far.0 + price;
            let Some(more) = node.max_points(depth + 1, self.cap() - spent) else { continue };
            let bounds = Bounds { most_points: so_far.1 + points + more, least_price: spent + least_after };
            if !self.is_hopeless(bounds) {
                ways.push((bounds, index));
            }
        }
        ways.sort_by_key(|(bounds, index)| (std::cmp::Reverse(self.goal.rank(*bounds)), *index));
        for (bounds, index) in ways {
            self.step();
            if self.stopped {
                return;
            }
            let (Some(choice), Some(worth)) = (class.choices.get(index), class.worth.get(index)) else {
                continue;
            };
            if self.is_hopeless(bounds) || !self.fits(class.slot, *choice, chosen) {
                continue;
            }
            chosen.push((class.slot, *choice));
            self.descend(node, depth + 1, (so_far.0 + worth.0, so_far.1 + worth.1), chosen);
            chosen.pop();
        }
    }

    /// Whether a choice fits the chosen parts, as far as pairs and triples decide. Its fit with processor and card
    /// was checked before.
    fn fits(&self, slot: usize, choice: usize, chosen: &[(usize, usize)]) -> bool {
        let Some((category, choice)) = self.problem.get(slot, choice) else { return false };
        let others = || chosen.iter().skip(2).filter_map(|(slot, choice)| self.problem.get(*slot, *choice));
        others().all(|(other, beside)| self.problem.choices_fit((category, choice), (other, beside)))
            && self.problem.triples_fit((category, choice), chosen)
    }

    /// Checks a whole build by every rule, prices it, and stores it if it is the best.
    fn finish(&mut self, chosen: &[(usize, usize)]) {
        let mut choices = vec![0; self.problem.slots.len()];
        for (slot, choice) in chosen {
            if let Some(place) = choices.get_mut(*slot) {
                *place = *choice;
            }
        }
        let Some(found) = self.problem.found(choices) else { return };
        let bounds = Bounds { most_points: found.utility, least_price: found.priced.total };
        let enters =
            !self.is_hopeless(bounds) && self.best.as_ref().is_none_or(|best| self.is_better(&found, best));
        if enters {
            self.best = Some(found);
        }
    }

    fn is_better(&self, a: &FoundBuild, b: &FoundBuild) -> bool {
        let rank = |found: &FoundBuild| {
            self.goal.rank(Bounds { most_points: found.utility, least_price: found.priced.total })
        };
        rank(a).cmp(&rank(b)).then_with(|| b.ids.cmp(&a.ids)) == Ordering::Greater
    }

    /// Returns the highest cost at which a build is still of interest.
    fn cap(&self) -> i64 {
        match (self.goal, &self.best) {
            (Goal::BestWithin(budget), _) => budget,
            (Goal::CheapestFrom(_), Some(best)) => best.priced.total,
            (Goal::CheapestFrom(_), None) => i64::MAX / 4,
        }
    }

    /// Whether no build within these bounds can be the answer.
    fn is_hopeless(&self, bounds: Bounds) -> bool {
        let floor = match (self.goal, &self.best) {
            (Goal::CheapestFrom(floor), _) => floor,
            (Goal::BestWithin(_), Some(best)) => best.utility,
            (Goal::BestWithin(_), None) => i64::MIN,
        };
        if bounds.least_price > self.cap() || bounds.most_points < floor {
            return true;
        }
        self.best.as_ref().is_some_and(|best| {
            let best = Bounds { most_points: best.utility, least_price: best.priced.total };
            self.goal.rank(bounds) < self.goal.rank(best)
        })
    }

    fn step(&mut self) {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && (self.stop)() {
            self.stopped = true;
        }
    }
}

impl Problem<'_> {
    /// Returns a whole build of one choice per slot, checked and priced; `None` where a rule refuses it.
    pub(super) fn found(&self, choices: Vec<usize>) -> Option<FoundBuild> {
        let picked: Vec<&Choice> = self
            .slots
            .iter()
            .zip(&choices)
            .map(|(slot, choice)| slot.choices.get(*choice))
            .collect::<Option<_>>()?;
        let parts = picked.iter().filter_map(|choice| {
            let mut chosen = self.part(choice)?.chosen.clone();
            chosen.quantity = choice.quantity;
            Some(chosen)
        });
        if !fit::passes(&Build::from_chosen(parts), self.request.policy) {
            return None;
        }
        let priced = self.price(&picked)?;
        let utility = self.scale.utility(picked.iter().map(|choice| &choice.merit));
        let ids = picked.iter().map(|choice| choice.id).collect();
        Some(FoundBuild { choices, utility, priced, ids })
    }
}

impl Opening<'_> {
    fn key(&self) -> ((i64, i64), std::cmp::Reverse<[usize; 2]>) {
        (self.rank, std::cmp::Reverse(self.lead))
    }
}

impl Ord for Opening<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Opening<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Opening<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Opening<'_> {}
