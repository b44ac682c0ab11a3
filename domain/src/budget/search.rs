//! Branch and bound over builds.
//!
//! 1. **Pairs.** The first level of the search tree has one node for every pair of processor and graphics card
//!    ([`CpuGpuNode`]). Most of the utility depends on these two parts. Once they are decided, the points of every
//!    other part depend on that part alone: the graphics measure is known, and the headroom (the watts of the power
//!    supply divided by those that the build draws) becomes a term of the power supply (`config/budget/uses.toml` lists both). The
//!    upper bound of a node is the points of its pair, and the most points that the remaining money buys of all other
//!    classes ([`KnapsackBound`]). Two such bounds are computed, over the choices that fit the processor and over those
//!    that fit the graphics card; the lower one counts.
//! 2. **Refinement.** The node with the best bound comes first. When it comes up for the first time, it is refined
//!    ([`RefinedNode`]): every other class keeps only the choices that fit both the processor and the graphics card,
//!    which tightens the bound. If another node now has a better bound, that node comes next.
//! 3. **Descent.** Otherwise the search removes every choice for which some other class has no fitting choice, until no
//!    such choice is left. Then the classes are decided one after the other, the class with the fewest choices first.
//!    Each decision removes the choices of the open classes that do not fit it, and the bound is computed again over
//!    the choices that are left. A decision that empties a class is undone at once. The lower bound of the cost
//!    includes delivery fees ([`super::fees`]). A choice whose bound cannot beat the best build found is pruned, and so
//!    is a choice that completes a trio ([`super::signature::TRIOS`]) that some rule refuses.
//! 4. **Whole builds.** A whole build is priced by its cheapest basket, and compared with the best build found. If the
//!    new build is better, every rule checks it.
//!
//! In a short budget a good build comes first, then its delivery's cost is reserved ([`super::good_build`], [`Phase`]).
//!
//! Every bound has two sides: the most points for the money that is left, and the least money for the points that an
//! answer needs. An answer needs as many points as the best build found has, or as a search for the cheapest build
//! requires.
//!
//! The search is exhaustive except for branches that the bounds prune (proved in [`super::knapsack_bound`]), parts that
//! the rules refuse in every build ([`super::fit`]) and dominated parts ([`super::dominance`]). When the search is
//! stopped early, the result states the best bound of the remaining nodes, which no unvisited build exceeds. The bound
//! also covers whole builds whose cheapest basket is not proved, because the search for that basket ran out of steps.

use std::collections::BinaryHeap;

use super::{
    cpu_gpu_node::{CpuGpuNode, bound_without_each, visit_cpu_gpu_pairs},
    found::{DecidedSums, FoundBuild},
    goal::{BuildBounds, Goal},
    knapsack_bound::KnapsackBound,
    phase::Phase,
    price,
    problem::Problem,
    proof::Proof,
    refined_node::{OpenChoice, OpenClass, RefinedNode, bound_open_classes},
};

/// The number of steps between two calls of [`Stop`].
const STEPS_BETWEEN_STOP_CHECKS: u64 = 32;

/// Returns whether a search has to end. Searches of one answer that run in parallel share one `Stop`.
pub type Stop<'s> = dyn Fn() -> bool + Sync + 's;

/// The result of a search.
pub(super) struct SearchResult {
    pub best: Option<FoundBuild>,
    pub proof: Proof,
}

/// Searches until the best build is proved, or until `stop` returns true.
pub(super) fn search(problem: &Problem<'_>, goal: Goal, stop: &Stop<'_>) -> SearchResult {
    search_above(problem, goal, i64::MIN, stop)
}

/// As [`search`] for the goal `BestWithin`, among the builds with at least `min_utility` points.
pub(super) fn search_above(
    problem: &Problem<'_>,
    goal: Goal,
    min_utility: i64,
    stop: &Stop<'_>,
) -> SearchResult {
    Search::new(problem, goal, min_utility, stop).run()
}

/// As [`search`], starting from a build that meets the goal's limit.
pub(super) fn search_from(
    problem: &Problem<'_>,
    goal: Goal,
    initial_best: FoundBuild,
    stop: &Stop<'_>,
) -> SearchResult {
    let mut search = Search::new(problem, goal, i64::MIN, stop);
    search.best = Some(initial_best);
    search.run()
}

/// The state of one search.
pub(super) struct Search<'s, 'p> {
    pub problem: &'s Problem<'p>,
    pub goal: Goal,
    pub min_utility: i64,
    stop: &'s Stop<'s>,
    /// For each class after processor and graphics card: the bound over the other classes.
    bounds_without_class: Vec<Option<KnapsackBound>>,
    pub best: Option<FoundBuild>,
    pub phase: Phase,
    pub steps: u64,
    stopped: bool,
    /// Bounds of the whole builds whose cheapest basket is not proved.
    unproved_builds: Option<BuildBounds>,
}

impl<'s, 'p> Search<'s, 'p> {
    fn new(problem: &'s Problem<'p>, goal: Goal, min_utility: i64, stop: &'s Stop<'s>) -> Self {
        let bounds_without_class = bound_without_each(problem);
        Search {
            problem,
            goal,
            min_utility,
            stop,
            bounds_without_class,
            best: None,
            phase: Phase::Exhaustive,
            steps: 0,
            stopped: false,
            unproved_builds: None,
        }
    }

    fn run(mut self) -> SearchResult {
        if matches!(self.goal, Goal::BestWithin(_)) {
            self.find_good_build();
        }
        let left = self.search_nodes();
        let unproved = self.unproved_builds.and_then(|bounds| self.find_loosest_bound([bounds]));
        let bound = left.into_iter().chain(unproved).reduce(self.goal.looser_bound());
        let proof = Proof::of(self.goal, self.best.as_ref().map(|best| best.utility), bound);
        SearchResult { best: self.best, proof }
    }

    /// Searches one node after the other, the best first. When stopped, returns the bound of the nodes that are left.
    pub(super) fn search_nodes(&mut self) -> Option<i64> {
        // While no build is known, tens of thousands of nodes would be listed. So the best node is searched first,
        // before the list is made: the build found in it rules out most of the other nodes.
        let first = if self.best.is_none() { self.find_best_node() } else { None };
        let searched = first.as_ref().map(|node| node.cpu_gpu);
        if let Some(node) = first {
            let bounds = node.bounds;
            self.refine_or_search(node, None);
            if self.must_end() {
                return self.find_loosest_bound([bounds]);
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
            if let Some(refined) = self.refine_or_search(node, nodes.peek()) {
                nodes.push(refined);
            }
            if self.must_end() {
                return self.find_loosest_bound(nodes.iter().map(|node| node.bounds).chain([bounds]));
            }
        }
        None
    }

    /// Returns the loosest bound of the nodes that may still hold the answer; `None` where no node may.
    fn find_loosest_bound(&self, bounds: impl IntoIterator<Item = BuildBounds>) -> Option<i64> {
        let left = bounds.into_iter().filter(|bounds| !self.can_prune(*bounds));
        left.map(|bounds| self.goal.bound_of(bounds)).reduce(self.goal.looser_bound())
    }

    /// Returns the node of the best bound; `None` where no node may hold an answer.
    fn find_best_node(&self) -> Option<CpuGpuNode> {
        let mut best: Option<CpuGpuNode> = None;
        self.visit_nodes(|node| {
            if best.as_ref().is_none_or(|best| *best < node) {
                best = Some(node);
            }
        });
        best
    }

    /// Returns the nodes that may hold the answer, without the one that is searched already.
    fn list_nodes(&self, searched: Option<[usize; 2]>) -> BinaryHeap<CpuGpuNode> {
        let mut nodes = Vec::new();
        self.visit_nodes(|node| {
            if Some(node.cpu_gpu) != searched {
                nodes.push(node);
            }
        });
        BinaryHeap::from(nodes)
    }

    /// Visits the nodes that may hold the answer.
    fn visit_nodes(&self, mut visit: impl FnMut(CpuGpuNode)) {
        let (max_cost, min_points) = (self.max_cost_less_reserve(), self.min_points());
        visit_cpu_gpu_pairs(self.problem, max_cost, min_points, |cpu_gpu, bounds| {
            if !self.can_prune(bounds) {
                visit(CpuGpuNode { bounds, rank: self.goal.rank(bounds), cpu_gpu, refined: None });
            }
        });
    }

    /// Whether a build can still be the answer if its processor, its graphics card and one choice of another class
    /// together have this price and these points.
    fn is_promising(&self, class_index: usize, price: i64, points: i64) -> bool {
        let position = class_index.checked_sub(2);
        let other_classes_bound = position.and_then(|position| self.bounds_without_class.get(position));
        let Some(Some(other_classes_bound)) = other_classes_bound else { return true };
        self.bound_builds(price, points, other_classes_bound).is_some_and(|bounds| !self.can_prune(bounds))
    }

    /// Returns the bounds of the builds whose decided parts cost at least so much and have these points, and whose open
    /// classes are bounded by `open_classes_bound`. `None` where none of these builds can be the answer.
    fn bound_builds(
        &self,
        cost: i64,
        points: i64,
        open_classes_bound: &KnapsackBound,
    ) -> Option<BuildBounds> {
        let max_points = points + open_classes_bound.max_points(self.max_cost_less_reserve() - cost)?;
        let min_cost = cost + open_classes_bound.min_money(self.min_points().saturating_sub(points))?;
        Some(BuildBounds { max_points, min_cost })
    }

    /// Refines a node, and searches it unless the next node now has a better bound. Returns a node that is still to be
    /// searched.
    fn refine_or_search(&mut self, node: CpuGpuNode, next: Option<&CpuGpuNode>) -> Option<CpuGpuNode> {
        let refined = match node.refined {
            Some(refined) => refined,
            // Refining a node takes long, so `stop` is called before each.
            None if (self.stop)() => {
                self.stopped = true;
                return None;
            }
            None => Box::new(RefinedNode::refine(self.problem, node.cpu_gpu, &|index, price, points| {
                self.is_promising(index, price, points)
            })?),
        };
        let bounds = self.bound_builds(refined.price, refined.points, &refined.open_classes_bound)?;
        let bounds = BuildBounds { max_points: bounds.max_points.min(node.bounds.max_points), ..bounds };
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
        let mut decided: Vec<(usize, usize)> = vec![(0, refined.cpu_gpu[0]), (1, refined.cpu_gpu[1])];
        let empty = self.problem.empty_sums();
        let sums = decided.iter().fold(empty, |sums, choice| self.problem.add_choice(&sums, *choice, 0));
        self.descend(refined.open_classes, &DecidedSums { points: refined.points, ..sums }, &mut decided);
        None
    }

    /// Decides the class with the fewest choices by trying each, the most promising first. `so_far` holds the sums over
    /// the decided parts.
    fn descend(
        &mut self,
        mut open_classes: Vec<OpenClass>,
        so_far: &DecidedSums,
        decided: &mut Vec<(usize, usize)>,
    ) {
        let smallest = open_classes
            .iter()
            .enumerate()
            .min_by_key(|(_, open_class)| (open_class.open_choices.len(), open_class.class_index));
        let Some(smallest) = smallest.map(|(index, _)| index) else { return self.consider_build(decided) };
        let next_class = open_classes.swap_remove(smallest);
        let Some(open_classes_bound) = bound_open_classes(&open_classes) else { return };
        let mut open_choices = self.rank_choices(&next_class, so_far, &open_classes_bound);
        if open_classes.is_empty() {
            open_choices = self.tighten_with_all_fees(&next_class, open_choices, so_far);
        }
        for (bounds, open_choice) in open_choices {
            self.step();
            if self.must_end() {
                return;
            }
            let next_choice = (next_class.class_index, open_choice.choice_index);
            if self.can_prune(bounds) || !self.trios_fit(next_choice, decided) {
                continue;
            }
            let Some(left) = self.problem.retain_fitting(&open_classes, next_choice) else {
                continue;
            };
            decided.push(next_choice);
            if left.is_empty() {
                self.consider_build(decided);
            } else {
                let sums = self.problem.add_choice(so_far, next_choice, open_choice.points);
                self.descend(left, &sums, decided);
            }
            decided.pop();
        }
    }

    /// Returns the choices of a class that an answer may hold, the most promising first. `open_classes_bound` bounds
    /// the classes that stay open.
    fn rank_choices(
        &self,
        open_class: &OpenClass,
        so_far: &DecidedSums,
        open_classes_bound: &KnapsackBound,
    ) -> Vec<(BuildBounds, OpenChoice)> {
        let fees = self.problem.unavoidable_fees.bound_with_next(&so_far.cost_with_unavoidable_fees);
        let bounds = |open_choice: &OpenChoice| {
            let (_, choice) = self.problem.get(open_class.class_index, open_choice.choice_index)?;
            let cost = fees.min_with(&choice.prices);
            let points = so_far.points + open_choice.points;
            Some((self.bound_builds(cost, points, open_classes_bound)?, *open_choice))
        };
        self.sort_promising(open_class.open_choices.iter().filter_map(bounds).collect())
    }

    /// Raises the lower cost bounds of the last class's choices by counting every retailer's fee. Returns the choices
    /// that an answer may still hold, the most promising first.
    fn tighten_with_all_fees(
        &self,
        open_class: &OpenClass,
        mut open_choices: Vec<(BuildBounds, OpenChoice)>,
        so_far: &DecidedSums,
    ) -> Vec<(BuildBounds, OpenChoice)> {
        if open_choices.is_empty() {
            return open_choices;
        }
        let fees = self.problem.all_fees.bound_with_next(&so_far.cost_with_all_fees);
        for (bounds, open_choice) in &mut open_choices {
            let prices = self
                .problem
                .get(open_class.class_index, open_choice.choice_index)
                .map(|(_, choice)| choice.prices.as_slice());
            bounds.min_cost = bounds.min_cost.max(fees.min_with(prices.unwrap_or_default()));
        }
        self.sort_promising(open_choices)
    }

    /// Returns the choices that an answer may hold, the most promising first.
    fn sort_promising(
        &self,
        mut open_choices: Vec<(BuildBounds, OpenChoice)>,
    ) -> Vec<(BuildBounds, OpenChoice)> {
        open_choices.retain(|(bounds, _)| !self.can_prune(*bounds));
        open_choices.sort_by_key(|(bounds, open_choice)| {
            (std::cmp::Reverse(self.goal.rank(*bounds)), open_choice.choice_index)
        });
        open_choices
    }

    fn trios_fit(&self, (class_index, choice_index): (usize, usize), decided: &[(usize, usize)]) -> bool {
        self.problem.get(class_index, choice_index).is_some_and(|own| self.problem.trios_fit(own, decided))
    }

    /// Prices a whole build, compares it with the best one, and checks it by every rule. Stores the build if it is
    /// better and passes.
    fn consider_build(&mut self, decided: &[(usize, usize)]) {
        let mut choice_indices = vec![0; self.problem.classes().len()];
        for (class_index, choice_index) in decided {
            if let Some(index) = choice_indices.get_mut(*class_index) {
                *index = *choice_index;
            }
        }
        let Some(choices) = self.problem.get_choices(&choice_indices) else { return };
        self.phase.note_surcharge(self.problem, &choices);
        let utility = self.problem.utility_model.utility(choices.iter().map(|choice| &choice.contribution));
        // Most whole builds are too dear once delivery is counted, and the rules take longest, so the rules come last.
        let priced = self.problem.price(&choices, self.max_cost_with(utility));
        if !price::is_proved(&priced) {
            let min_cost = choices.iter().map(|choice| choice.price).sum();
            let bounds = BuildBounds { max_points: utility, min_cost };
            self.unproved_builds = Some(self.unproved_builds.map_or(bounds, |others| others.union(bounds)));
        }
        let Ok(priced) = priced else { return };
        let ids = choices.iter().map(|choice| choice.id).collect();
        let found = FoundBuild { choice_indices, utility, priced, ids };
        let is_best = self.best.as_ref().is_none_or(|best| self.is_better(&found, best));
        if is_best && self.problem.passes(&choices) {
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
