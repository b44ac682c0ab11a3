//! Branch and bound over builds.
//!
//! 1. Every pair of processor and card is an **opening**: these two decide most of the utility, and the terms that
//!    join parts (balance, headroom) become terms of single parts once they are chosen. The bound of an opening is the
//!    points of the two and of the best that the remaining money can buy of all other classes ([`Frontier`]): of their
//!    choices that fit the processor, or of those that fit the card, whichever is less.
//! 2. The opening with the best bound comes first. On its first turn an opening is **refined** ([`Node`]): its
//!    classes keep only the choices that fit processor and card by the rules, which tightens the bound. If another
//!    opening's bound is now better, that one is next.
//! 3. Otherwise choices that fit no choice of another class are removed, again and again, and the classes are decided
//!    one by one, the class with the fewest choices first. Every decision removes the choices of the open classes that
//!    do not fit it; a decision that leaves a class empty is taken back at once, and the bound is found anew over what
//!    is left. The cost of the decided parts includes the fees that no purchase makes free, and where the last class is
//!    tried those of all retailers ([`super::fees`]). A choice
//!    whose bound cannot beat the best build found is cut off; a trio that no rule allows is cut off where its last
//!    part is chosen.
//! 4. A whole build is priced by the cheapest basket, and checked by every rule where it would be the best.
//!
//! Where the budget is short, a good build is found before, so that the bounds cut off more ([`super::good_build`]).
//!
//! Every bound has two sides: the most points for the money that is left, and the least money for the points that an
//! answer needs: as many as the best build found has, or as a search for the cheapest build asks for.
//!
//! The search is exhaustive except for branches that the bounds cut off (proved in [`super::frontier`]), parts that
//! the rules refuse in every build ([`super::fit`]) and dominated parts ([`super::dominance`]). When it is stopped
//! early, the result states the best bound of the remaining openings, which no unvisited build exceeds.

use std::collections::BinaryHeap;

use super::{
    found::{Decided, FoundBuild},
    frontier::Frontier,
    goal::{Bounds, Goal},
    good_build::Phase,
    node::{Node, OpenChoice, OpenClass, bound_open_classes},
    opening::{Opening, bound_without_each, visit_openings},
    problem::Problem,
};

/// Steps between two checks of the clock.
const STEPS_BETWEEN_LOOKS: u64 = 32;

/// Says whether a search has to end. Searches of one answer that run at the same time share it.
pub type Stop<'s> = dyn Fn() -> bool + Sync + 's;

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

/// Searches until the best build is proved, or until `stop` returns true.
pub(super) fn search(problem: &Problem<'_>, goal: Goal, stop: &Stop<'_>) -> SearchResult {
    search_above(problem, goal, i64::MIN, stop)
}

/// As [`search`], among the builds with at least `floor` points.
pub(super) fn search_above(problem: &Problem<'_>, goal: Goal, floor: i64, stop: &Stop<'_>) -> SearchResult {
    Search::new(problem, goal, floor, stop).run()
}

/// As [`search`], with a build that meets the goal's limit and is known already.
pub(super) fn search_from(
    problem: &Problem<'_>,
    goal: Goal,
    known: FoundBuild,
    stop: &Stop<'_>,
) -> SearchResult {
    let mut search = Search::new(problem, goal, i64::MIN, stop);
    search.best = Some(known);
    search.run()
}

pub(super) struct Search<'s, 'p> {
    pub problem: &'s Problem<'p>,
    pub goal: Goal,
    pub floor: i64,
    stop: &'s Stop<'s>,
    /// For each class after processor and card: the bound over the other classes.
    others: Vec<Option<Frontier>>,
    pub best: Option<FoundBuild>,
    pub phase: Phase,
    pub steps: u64,
    stopped: bool,
}

impl<'s, 'p> Search<'s, 'p> {
    fn new(problem: &'s Problem<'p>, goal: Goal, floor: i64, stop: &'s Stop<'s>) -> Self {
        let others = bound_without_each(problem);
        Search {
            problem,
            goal,
            floor,
            stop,
            others,
            best: None,
            phase: Phase::Exhaustive,
            steps: 0,
            stopped: false,
        }
    }

    fn run(mut self) -> SearchResult {
        if matches!(self.goal, Goal::BestWithin(_)) {
            self.find_good_build();
        }
        let bound = self.search_openings();
        let points = self.best.as_ref().map(|best| best.utility);
        let proof = match (self.goal, bound) {
            (_, None) => Proof::Optimal,
            (Goal::BestWithin(_), Some(bound)) if points.is_some_and(|points| points >= bound) => {
                Proof::PointsOptimal
            }
            (_, Some(bound)) => Proof::Within(bound),
        };
        SearchResult { best: self.best, proof }
    }

    /// Searches one opening after the other, the best first. When stopped, returns the limit of what is left.
    pub(super) fn search_openings(&mut self) -> Option<i64> {
        // Without a build there are tens of thousands of openings, so the best one is searched before they are listed: a
        // build rules out most of them.
        let first = if self.best.is_none() { self.find_best_opening() } else { None };
        let searched = first.as_ref().map(|opening| opening.cpu_gpu);
        if let Some(opening) = first {
            let bounds = opening.bounds;
            self.advance(opening, None);
            if self.must_end() {
                return self.find_limit([bounds]);
            }
        }
        let mut openings = self.list_openings(searched);
        while let Some(opening) = openings.pop() {
            if self.is_behind(opening.rank) {
                // The heap holds no opening of a higher rank.
                break;
            }
            if self.is_hopeless(opening.bounds) {
                continue;
            }
            let bounds = opening.bounds;
            if let Some(refined) = self.advance(opening, openings.peek()) {
                openings.push(refined);
            }
            if self.must_end() {
                return self.find_limit(openings.iter().map(|opening| opening.bounds).chain([bounds]));
            }
        }
        None
    }

    /// Returns the limit of builds within these bounds that can still be the answer; `None` where none can.
    fn find_limit(&self, bounds: impl IntoIterator<Item = Bounds>) -> Option<i64> {
        let left = bounds.into_iter().filter(|bounds| !self.is_hopeless(*bounds));
        left.map(|bounds| self.goal.bound_of(bounds)).reduce(self.goal.looser_bound())
    }

    fn find_best_opening(&self) -> Option<Opening> {
        let mut best: Option<Opening> = None;
        visit_openings(self.problem, self.bound_cap(), self.needed(), |cpu_gpu, bounds| {
            let opening = Opening { bounds, rank: self.goal.rank(bounds), cpu_gpu, node: None };
            if best.as_ref().is_none_or(|best| *best < opening) && !self.is_hopeless(bounds) {
                best = Some(opening);
            }
        });
        best
    }

    /// Returns the openings that an answer may hold, without the one that is searched already.
    fn list_openings(&self, searched: Option<[usize; 2]>) -> BinaryHeap<Opening> {
        let mut openings = Vec::new();
        visit_openings(self.problem, self.bound_cap(), self.needed(), |cpu_gpu, bounds| {
            if Some(cpu_gpu) != searched && !self.is_hopeless(bounds) {
                openings.push(Opening { bounds, rank: self.goal.rank(bounds), cpu_gpu, node: None });
            }
        });
        BinaryHeap::from(openings)
    }

    /// Whether an answer may hold processor, card and one choice of a class that together have this price and these
    /// points.
    fn is_promising(&self, class: usize, price: i64, points: i64) -> bool {
        let Some(Some(others)) = class.checked_sub(2).and_then(|index| self.others.get(index)) else {
            return true;
        };
        self.bounds(price, points, others).is_some_and(|bounds| !self.is_hopeless(bounds))
    }

    /// Returns the bounds of the builds whose decided parts have this price and these points; `rest` is the bound over
    /// the open classes. `None` where none of these builds can be the answer.
    fn bounds(&self, price: i64, points: i64, rest: &Frontier) -> Option<Bounds> {
        let most_points = points + rest.max_points(self.bound_cap() - price)?;
        let least_price = price + rest.min_money(self.needed().saturating_sub(points))?;
        Some(Bounds { most_points, least_price })
    }

    /// Refines an opening, and searches it unless another opening now has a better bound.
    fn advance(&mut self, opening: Opening, next: Option<&Opening>) -> Option<Opening> {
        let node = match opening.node {
            Some(node) => node,
            // Finding the fitting choices takes long, so the clock is checked before each.
            None if (self.stop)() => {
                self.stopped = true;
                return None;
            }
            None => Box::new(Node::refine(self.problem, opening.cpu_gpu, &|class, price, points| {
                self.is_promising(class, price, points)
            })?),
        };
        let bounds = self.bounds(node.price, node.points, &node.rest)?;
        let bounds = Bounds { most_points: bounds.most_points.min(opening.bounds.most_points), ..bounds };
        if self.is_hopeless(bounds) {
            return None;
        }
        let opening =
            Opening { bounds, rank: self.goal.rank(bounds), cpu_gpu: opening.cpu_gpu, node: Some(node) };
        // Without a build the bounds cut off nothing, so the first opening is searched at once.
        if self.best.is_some() && next.is_some_and(|next| *next > opening) {
            return Some(opening);
        }
        let mut node = opening.node?;
        if !self.problem.make_consistent(&mut node.open_classes) {
            return None;
        }
        let mut chosen: Vec<(usize, usize)> = vec![(0, node.cpu_gpu[0]), (1, node.cpu_gpu[1])];
        let nothing = self.problem.nothing_decided();
        let sums = chosen.iter().fold(nothing, |sums, choice| self.problem.decide(&sums, *choice, 0));
        self.descend(node.open_classes, &Decided { points: node.points, ..sums }, &mut chosen);
        None
    }

    /// Decides the class with the fewest choices by trying each, the most promising first. `so_far` holds the sums over
    /// the decided parts.
    fn descend(
        &mut self,
        mut open_classes: Vec<OpenClass>,
        so_far: &Decided,
        chosen: &mut Vec<(usize, usize)>,
    ) {
        let smallest = open_classes
            .iter()
            .enumerate()
            .min_by_key(|(_, open_class)| (open_class.open_choices.len(), open_class.class));
        let Some(smallest) = smallest.map(|(index, _)| index) else { return self.finish(chosen) };
        let own = open_classes.swap_remove(smallest);
        let Some(rest) = bound_open_classes(&open_classes) else { return };
        let open_choices = self.rank_choices(&own, so_far, &rest);
        let open_choices =
            if open_classes.is_empty() { self.count_fees(&own, open_choices, so_far) } else { open_choices };
        for (bounds, open_choice) in open_choices {
            self.step();
            if self.must_end() {
                return;
            }
            if self.is_hopeless(bounds) || !self.trios_fit(own.class, open_choice.choice, chosen) {
                continue;
            }
            let Some(left) = self.problem.keep_fitting(&open_classes, (own.class, open_choice.choice)) else {
                continue;
            };
            chosen.push((own.class, open_choice.choice));
            if left.is_empty() {
                self.finish(chosen);
            } else {
                let sums = self.problem.decide(so_far, (own.class, open_choice.choice), open_choice.points);
                self.descend(left, &sums, chosen);
            }
            chosen.pop();
        }
    }

    /// Returns the choices of a class that an answer may hold, the most promising first. `rest` is the bound over the
    /// classes that stay open.
    fn rank_choices(
        &self,
        open_class: &OpenClass,
        so_far: &Decided,
        rest: &Frontier,
    ) -> Vec<(Bounds, OpenChoice)> {
        let fees = self.problem.unavoidable_fees.bound_with_last(&so_far.unavoidable_fees);
        let bounds = |open_choice: &OpenChoice| {
            let (_, choice) = self.problem.get(open_class.class, open_choice.choice)?;
            Some((
                self.bounds(fees.least_with(&choice.prices), so_far.points + open_choice.points, rest)?,
                *open_choice,
            ))
        };
        self.keep_promising(open_class.open_choices.iter().filter_map(bounds).collect())
    }

    /// Returns the choices of the last class that an answer may hold once every retailer's fee is counted.
    fn count_fees(
        &self,
        open_class: &OpenClass,
        mut open_choices: Vec<(Bounds, OpenChoice)>,
        so_far: &Decided,
    ) -> Vec<(Bounds, OpenChoice)> {
        if open_choices.is_empty() {
            return open_choices;
        }
        let fees = self.problem.all_fees.bound_with_last(&so_far.all_fees);
        for (bounds, open_choice) in &mut open_choices {
            let prices = self
                .problem
                .get(open_class.class, open_choice.choice)
                .map(|(_, choice)| choice.prices.as_slice());
            bounds.least_price = bounds.least_price.max(fees.least_with(prices.unwrap_or_default()));
        }
        self.keep_promising(open_choices)
    }

    /// Returns the choices that an answer may hold, the most promising first.
    fn keep_promising(&self, mut open_choices: Vec<(Bounds, OpenChoice)>) -> Vec<(Bounds, OpenChoice)> {
        open_choices.retain(|(bounds, _)| !self.is_hopeless(*bounds));
        open_choices.sort_by_key(|(bounds, open_choice)| {
            (std::cmp::Reverse(self.goal.rank(*bounds)), open_choice.choice)
        });
        open_choices
    }

    fn trios_fit(&self, class: usize, choice: usize, chosen: &[(usize, usize)]) -> bool {
        self.problem.get(class, choice).is_some_and(|own| self.problem.trios_fit(own, chosen))
    }

    /// Checks a whole build by every rule, prices it, and stores it if it is the best.
    fn finish(&mut self, chosen: &[(usize, usize)]) {
        let mut choices = vec![0; self.problem.classes().len()];
        for (class, choice) in chosen {
            if let Some(place) = choices.get_mut(*class) {
                *place = *choice;
            }
        }
        let Some(picked) = self.problem.pick(&choices) else { return };
        self.phase.note_build(self.problem, &picked);
        let utility = self.problem.utility_model.utility(picked.iter().map(|choice| &choice.merit));
        // Most builds that come here are too dear once delivery is counted, and the rules take longest: they come last.
        let Some(priced) = self.problem.price(&picked, self.limit(utility)) else { return };
        let ids = picked.iter().map(|choice| choice.id).collect();
        let found = FoundBuild { choices, utility, priced, ids };
        let enters = self.best.as_ref().is_none_or(|best| self.is_better(&found, best));
        if enters && self.problem.passes(&picked) {
            self.best = Some(found);
        }
    }

    /// Whether the search is stopped, or its phase is over.
    fn must_end(&self) -> bool {
        self.stopped || self.phase.is_over(self.steps)
    }

    fn step(&mut self) {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && (self.stop)() {
            self.stopped = true;
        }
    }
}
