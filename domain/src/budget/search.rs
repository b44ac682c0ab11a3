//! Branch and bound over builds.
//!
//! 1. **Pairs.** The first level of the search tree has one node for every pair of processor and graphics card
//!    ([`CpuGpuNode`]). Most of the utility depends on these two parts. Once they are chosen, the points of every other part
//!    depend on that part alone: `graphics` is known, and `headroom` becomes a term of the power supply. The upper bound of a
//!    node is the points of its pair, and the most points that the remaining money buys of all other classes
//!    ([`Frontier`]). Two such bounds are computed, over the choices that fit the processor and over those that fit the
//!    card; the lower one counts.
//! 2. **Refinement.** The node with the best bound comes first. When it comes up for the first time, it is refined
//!    ([`RefinedNode`]): every other class keeps only the choices that fit both the processor and the card, which tightens
//!    the bound. If another node now has a better bound, that node comes next.
//! 3. **Descent.** Otherwise choices that fit no choice of another class are removed until none is left to remove. Then the
//!    classes are decided one after the other, the class with the fewest choices first. Each decision removes the choices of
//!    the open classes that do not fit it, and the bound is computed again over the choices that are left. A decision that
//!    empties a class is undone at once. The lower bound of the cost includes delivery fees ([`super::fees`]). A choice whose
//!    bound cannot beat the best build found is pruned, and so is a choice that completes a trio that no rule allows.
//! 4. **Whole builds.** A whole build is priced by its cheapest basket. If it would be the best one, every rule checks it.
//!
//! Where the budget is short, the search first looks for a good build, so that the bounds prune more
//! ([`super::good_build`]).
//!
//! Every bound has two sides: the most points for the money that is left, and the least money for the points that an
//! answer needs. An answer needs as many points as the best build found has, or as a search for the cheapest build
//! requires.
//!
//! The search is exhaustive except for branches that the bounds prune (proved in [`super::frontier`]), parts that
//! the rules refuse in every build ([`super::fit`]) and dominated parts ([`super::dominance`]). When the search is stopped
//! early, the result states the best bound of the remaining nodes, which no unvisited build exceeds.

use std::collections::BinaryHeap;

use super::{
    cpu_gpu_node::{CpuGpuNode, bound_without_each, visit_pairs},
    found::{DecidedSums, FoundBuild},
    frontier::Frontier,
    goal::{Bounds, Goal},
    phase::Phase,
    problem::Problem,
    refined_node::{OpenChoice, OpenClass, RefinedNode, bound_open_classes},
};

/// The steps between two calls of [`Stop`].
const STEPS_BETWEEN_STOP_CHECKS: u64 = 32;

/// Returns whether a search has to end. Searches of one answer that run in parallel share one `Stop`.
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
    bounds_without_class: Vec<Option<Frontier>>,
    pub best: Option<FoundBuild>,
    pub phase: Phase,
    pub steps: u64,
    stopped: bool,
}

impl<'s, 'p> Search<'s, 'p> {
    fn new(problem: &'s Problem<'p>, goal: Goal, floor: i64, stop: &'s Stop<'s>) -> Self {
        let bounds_without_class = bound_without_each(problem);
        Search {
            problem,
            goal,
            floor,
            stop,
            bounds_without_class,
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
        let bound = self.search_nodes();
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

    /// Searches one node after the other, the best first. When stopped, returns the bound of the nodes that are left.
    pub(super) fn search_nodes(&mut self) -> Option<i64> {
        // While no build is known, tens of thousands of nodes would be listed. So the best node is searched before: its
        // build rules out most of the others.
        let first = if self.best.is_none() { self.find_best_node() } else { None };
        let searched = first.as_ref().map(|node| node.cpu_gpu);
        if let Some(node) = first {
            let bounds = node.bounds;
            self.advance(node, None);
            if self.must_end() {
                return self.find_open_bound([bounds]);
            }
        }
        let mut nodes = self.list_nodes(searched);
        while let Some(node) = nodes.pop() {
            if self.ranks_behind_best(node.rank) {
                // The heap holds no node of a higher rank.
                break;
            }
            if self.can_prune(node.bounds) {
                continue;
            }
            let bounds = node.bounds;
            if let Some(refined) = self.advance(node, nodes.peek()) {
                nodes.push(refined);
            }
            if self.must_end() {
                return self.find_open_bound(nodes.iter().map(|node| node.bounds).chain([bounds]));
            }
        }
        None
    }

    /// Returns the loosest bound of the open nodes that may still hold the answer; `None` where no node may.
    fn find_open_bound(&self, bounds: impl IntoIterator<Item = Bounds>) -> Option<i64> {
        let left = bounds.into_iter().filter(|bounds| !self.can_prune(*bounds));
        left.map(|bounds| self.goal.bound_of(bounds)).reduce(self.goal.looser_bound())
    }

    /// Returns the node of the best bound; `None` where no node may hold an answer.
    fn find_best_node(&self) -> Option<CpuGpuNode> {
        let mut best: Option<CpuGpuNode> = None;
        visit_pairs(self.problem, self.max_price_less_reserve(), self.min_points(), |cpu_gpu, bounds| {
            let node = CpuGpuNode { bounds, rank: self.goal.rank(bounds), cpu_gpu, refined: None };
            if best.as_ref().is_none_or(|best| *best < node) && !self.can_prune(bounds) {
                best = Some(node);
            }
        });
        best
    }

    /// Returns the nodes that may hold the answer, without the one that is searched already.
    fn list_nodes(&self, searched: Option<[usize; 2]>) -> BinaryHeap<CpuGpuNode> {
        let mut nodes = Vec::new();
        visit_pairs(self.problem, self.max_price_less_reserve(), self.min_points(), |cpu_gpu, bounds| {
            if Some(cpu_gpu) != searched && !self.can_prune(bounds) {
                nodes.push(CpuGpuNode { bounds, rank: self.goal.rank(bounds), cpu_gpu, refined: None });
            }
        });
        BinaryHeap::from(nodes)
    }

    /// Whether an answer may hold processor, card and one choice of a class that together have this price and these
    /// points.
    fn is_promising(&self, class: usize, price: i64, points: i64) -> bool {
        let position = class.checked_sub(2);
        let Some(Some(others)) = position.and_then(|index| self.bounds_without_class.get(index)) else {
            return true;
        };
        self.bounds(price, points, others).is_some_and(|bounds| !self.can_prune(bounds))
    }

    /// Returns the bounds of the builds whose decided parts have this price and these points; `rest` is the bound over
    /// the open classes. `None` where none of these builds can be the answer.
    fn bounds(&self, price: i64, points: i64, rest: &Frontier) -> Option<Bounds> {
        let max_points = points + rest.max_points(self.max_price_less_reserve() - price)?;
        let min_price = price + rest.min_money(self.min_points().saturating_sub(points))?;
        Some(Bounds { max_points, min_price })
    }

    /// Refines a node, and searches it unless the next node now has a better bound. Returns a node that is still to be
    /// searched.
    fn advance(&mut self, node: CpuGpuNode, next: Option<&CpuGpuNode>) -> Option<CpuGpuNode> {
        let refined = match node.refined {
            Some(refined) => refined,
            // Refining a node takes long, so `stop` is called before each.
            None if (self.stop)() => {
                self.stopped = true;
                return None;
            }
            None => Box::new(RefinedNode::refine(self.problem, node.cpu_gpu, &|class, price, points| {
                self.is_promising(class, price, points)
            })?),
        };
        let bounds = self.bounds(refined.price, refined.points, &refined.rest)?;
        let bounds = Bounds { max_points: bounds.max_points.min(node.bounds.max_points), ..bounds };
        if self.can_prune(bounds) {
            return None;
        }
        let node = CpuGpuNode {
            bounds,
            rank: self.goal.rank(bounds),
            cpu_gpu: node.cpu_gpu,
            refined: Some(refined),
        };
        // While no build is known, the bounds prune nothing, so the first node is searched at once.
        if self.best.is_some() && next.is_some_and(|next| *next > node) {
            return Some(node);
        }
        let mut refined = node.refined?;
        if !self.problem.make_consistent(&mut refined.open_classes) {
            return None;
        }
        let mut chosen: Vec<(usize, usize)> = vec![(0, refined.cpu_gpu[0]), (1, refined.cpu_gpu[1])];
        let empty = self.problem.empty_sums();
        let sums = chosen.iter().fold(empty, |sums, choice| self.problem.add_choice(&sums, *choice, 0));
        self.descend(refined.open_classes, &DecidedSums { points: refined.points, ..sums }, &mut chosen);
        None
    }

    /// Decides the class with the fewest choices by trying each, the most promising first. `so_far` holds the sums over
    /// the decided parts.
    fn descend(
        &mut self,
        mut open_classes: Vec<OpenClass>,
        so_far: &DecidedSums,
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
            if self.can_prune(bounds) || !self.trios_fit(own.class, open_choice.choice, chosen) {
                continue;
            }
            let own_choice = (own.class, open_choice.choice);
            let Some(left) = self.problem.retain_fitting(&open_classes, own_choice) else {
                continue;
            };
            chosen.push(own_choice);
            if left.is_empty() {
                self.finish(chosen);
            } else {
                let sums = self.problem.add_choice(so_far, own_choice, open_choice.points);
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
        so_far: &DecidedSums,
        rest: &Frontier,
    ) -> Vec<(Bounds, OpenChoice)> {
        let fees = self.problem.unavoidable_fees.bound_with_last(&so_far.cost_with_unavoidable_fees);
        let bounds = |open_choice: &OpenChoice| {
            let (_, choice) = self.problem.get(open_class.class, open_choice.choice)?;
            Some((
                self.bounds(fees.least_with(&choice.prices), so_far.points + open_choice.points, rest)?,
                *open_choice,
            ))
        };
        self.sort_promising(open_class.open_choices.iter().filter_map(bounds).collect())
    }

    /// Returns the choices of the last class that an answer may hold once every retailer's fee is counted.
    fn count_fees(
        &self,
        open_class: &OpenClass,
        mut open_choices: Vec<(Bounds, OpenChoice)>,
        so_far: &DecidedSums,
    ) -> Vec<(Bounds, OpenChoice)> {
        if open_choices.is_empty() {
            return open_choices;
        }
        let fees = self.problem.all_fees.bound_with_last(&so_far.cost_with_all_fees);
        for (bounds, open_choice) in &mut open_choices {
            let prices = self
                .problem
                .get(open_class.class, open_choice.choice)
                .map(|(_, choice)| choice.prices.as_slice());
            bounds.min_price = bounds.min_price.max(fees.least_with(prices.unwrap_or_default()));
        }
        self.sort_promising(open_choices)
    }

    /// Returns the choices that an answer may hold, the most promising first.
    fn sort_promising(&self, mut open_choices: Vec<(Bounds, OpenChoice)>) -> Vec<(Bounds, OpenChoice)> {
        open_choices.retain(|(bounds, _)| !self.can_prune(*bounds));
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
        let utility = self.problem.utility_model.utility(picked.iter().map(|choice| &choice.contribution));
        // Most whole builds are too dear once delivery is counted, and the rules take longest, so the rules come last.
        let Some(priced) = self.problem.price(&picked, self.max_price_with(utility)) else { return };
        let ids = picked.iter().map(|choice| choice.id).collect();
        let found = FoundBuild { choices, utility, priced, ids };
        let is_best = self.best.as_ref().is_none_or(|best| self.is_better(&found, best));
        if is_best && self.problem.passes(&picked) {
            self.best = Some(found);
        }
    }

    /// Whether the search is stopped, or its phase is over.
    fn must_end(&self) -> bool {
        self.stopped || self.phase.is_over(self.steps)
    }

    fn step(&mut self) {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_STOP_CHECKS) && (self.stop)() {
            self.stopped = true;
        }
    }
}
