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
//! Beside the time, a search is limited by its [`Effort`], which is the same on every machine.

use std::collections::BinaryHeap;

use super::{
    cpu_gpu_node::{CpuGpuNode, bound_without_each, visit_cpu_gpu_pairs},
    effort::Effort,
    found::{DecidedSums, FoundBuild},
    goal::{BuildBounds, Goal},
    knapsack_bound::KnapsackBound,
    phase::Phase,
    problem::Problem,
    proof::Proof,
    refined_node::RefinedNode,
    request::SolveError,
};

/// The number of steps between two calls of [`Stop`].
const STEPS_BETWEEN_STOP_CHECKS: u64 = 32;

/// Returns whether a search has to end. Searches of one answer that run in parallel share one `Stop`.
pub type Stop<'s> = dyn Fn() -> bool + Sync + 's;

/// The result of a search.
pub(super) struct SearchResult {
    pub best: Option<FoundBuild>,
    pub proof: Proof,
    /// Whether `stop` ended the search. The result of any other search is the same whenever it is repeated.
    pub is_stopped: bool,
    /// The effort that it took.
    pub effort: u64,
}

impl SearchResult {
    /// Returns the best build.
    ///
    /// # Errors
    /// Says why there is none.
    pub(super) fn into_best(self) -> Result<FoundBuild, SolveError> {
        let why = self.why_no_build();
        self.best.ok_or(why)
    }

    /// Returns why a search without a result found none.
    pub(super) fn why_no_build(&self) -> SolveError {
        match self.proof {
            Proof::Optimal => SolveError::NoBuild,
            _ if self.is_stopped => SolveError::OutOfTime,
            _ => SolveError::OutOfEffort,
        }
    }
}

/// Searches until the best build is proved, the problem's effort is spent, or `stop` returns true.
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
    pub effort: Effort,
    stopped: bool,
    /// Bounds of the whole builds whose cheapest basket is not proved.
    pub unproved_builds: Option<BuildBounds>,
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
            effort: Effort::new(problem.max_effort),
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
        SearchResult { best: self.best, proof, is_stopped: self.stopped, effort: self.effort.spent() }
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
        let looks = visit_cpu_gpu_pairs(self.problem, max_cost, min_points, |cpu_gpu, bounds| {
            if !self.can_prune(bounds) {
                visit(CpuGpuNode { bounds, rank: self.goal.rank(bounds), cpu_gpu, refined: None });
            }
        });
        self.effort.spend(looks);
    }

    /// Whether a build can still be the answer if its processor, its graphics card and one choice of another class
    /// together have this price and these points.
    fn is_promising(&self, class_index: usize, price: i64, points: i64) -> bool {
        // Processor and graphics card come first.
        let Some(other_classes_bound) = &self.bounds_without_class[class_index - 2] else { return true };
        self.bound_builds(price, points, other_classes_bound).is_some_and(|bounds| !self.can_prune(bounds))
    }

    /// Returns the bounds of the builds whose decided parts cost at least so much and have these points, and whose open
    /// classes are bounded by `open_classes_bound`. `None` where none of these builds can be the answer.
    pub(super) fn bound_builds(
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
            None => {
                self.effort
                    .spend(self.problem.classes().iter().skip(2).map(|class| class.choices.len()).sum());
                Box::new(RefinedNode::refine(self.problem, node.cpu_gpu, &|index, price, points| {
                    self.is_promising(index, price, points)
                })?)
            }
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
        if !self.problem.make_consistent(&mut refined.open_classes, &self.effort) {
            return None;
        }
        let mut decided: Vec<(usize, usize)> = vec![(0, refined.cpu_gpu[0]), (1, refined.cpu_gpu[1])];
        let empty = self.problem.empty_sums();
        let sums = decided.iter().fold(empty, |sums, choice| self.problem.add_choice(&sums, *choice, 0));
        self.descend(refined.open_classes, DecidedSums { points: refined.points, ..sums }, &mut decided);
        None
    }

    /// Whether the search is stopped, its effort spent, or its phase over.
    pub(super) fn must_end(&self) -> bool {
        self.stopped || self.effort.is_spent() || self.phase.is_over(self.steps)
    }

    pub(super) fn step(&mut self) {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_STOP_CHECKS) && (self.stop)() {
            self.stopped = true;
        }
    }
}
