//! The descent from a pair of processor and graphics card to whole builds: step 3 and 4 of [`super::search`].

use super::{
    effort,
    found::{DecidedSums, FoundBuild},
    goal::BuildBounds,
    knapsack_bound::KnapsackBound,
    price,
    refined_node::{OpenChoice, OpenClass, bound_open_classes},
    search::Search,
};

impl Search<'_, '_> {
    /// Decides the open classes: those with a single choice at once, then the class with the fewest choices by trying each,
    /// the most promising first.
    pub(super) fn descend(
        &mut self,
        open_classes: Vec<OpenClass>,
        so_far: DecidedSums,
        decided: &mut Vec<(usize, usize)>,
    ) {
        let before = decided.len();
        if let Some((open_classes, so_far)) = self.decide_single_choices(open_classes, so_far, decided) {
            match open_classes.is_empty() {
                true => self.consider_build(decided),
                false => self.try_choices(open_classes, &so_far, decided),
            }
        }
        decided.truncate(before);
    }

    /// Decides the classes that have one choice, until each open class has several. `None` where such a choice is refused,
    /// or no build with all of them can be the answer.
    fn decide_single_choices(
        &self,
        mut open_classes: Vec<OpenClass>,
        mut so_far: DecidedSums,
        decided: &mut Vec<(usize, usize)>,
    ) -> Option<(Vec<OpenClass>, DecidedSums)> {
        let is_single = |open_class: &OpenClass| open_class.open_choices.len() == 1;
        while let Some(index) = open_classes.iter().position(is_single) {
            let single = open_classes.swap_remove(index);
            let only = single.open_choices[0];
            let choice = (single.class_index, only.choice_index);
            if !self.trios_fit(choice, decided) {
                return None;
            }
            self.spend_on_classes(&open_classes);
            open_classes = self.problem.retain_fitting(&open_classes, choice)?;
            decided.push(choice);
            so_far = self.problem.add_choice(&so_far, choice, only.points);
        }
        if open_classes.is_empty() {
            let fees = self.problem.all_fees.bound_with_next(&so_far.cost_with_all_fees);
            let bounds = BuildBounds { max_points: so_far.points, min_cost: fees.min_with(&[]) };
            return (!self.can_prune(bounds)).then_some((open_classes, so_far));
        }
        Some((open_classes, so_far))
    }

    /// Decides the class with the fewest choices by trying each, the most promising first.
    fn try_choices(
        &mut self,
        mut open_classes: Vec<OpenClass>,
        so_far: &DecidedSums,
        decided: &mut Vec<(usize, usize)>,
    ) {
        let fewest = open_classes
            .iter()
            .enumerate()
            .min_by_key(|(_, open_class)| (open_class.open_choices.len(), open_class.class_index));
        let Some(fewest) = fewest.map(|(index, _)| index) else { return };
        let next_class = open_classes.swap_remove(fewest);
        self.spend_on_classes(&open_classes);
        self.effort.spend(next_class.open_choices.len());
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
            self.spend_on_classes(&open_classes);
            let Some(left) = self.problem.retain_fitting(&open_classes, next_choice) else {
                continue;
            };
            decided.push(next_choice);
            if left.is_empty() {
                self.consider_build(decided);
            } else {
                let sums = self.problem.add_choice(so_far, next_choice, open_choice.points);
                self.descend(left, sums, decided);
            }
            decided.pop();
        }
    }

    /// Counts a look at every choice of some classes.
    fn spend_on_classes(&self, open_classes: &[OpenClass]) {
        self.effort.spend(open_classes.iter().map(|open_class| open_class.open_choices.len()).sum());
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
            let (_, choice) = self.problem.get((open_class.class_index, open_choice.choice_index));
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
            let (_, choice) = self.problem.get((open_class.class_index, open_choice.choice_index));
            bounds.min_cost = bounds.min_cost.max(fees.min_with(&choice.prices));
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

    fn trios_fit(&self, own: (usize, usize), decided: &[(usize, usize)]) -> bool {
        self.problem.trios_fit(self.problem.get(own), decided)
    }

    /// Prices a whole build, compares it with the best one, and checks it by every rule. Stores the build if it is
    /// better and passes.
    fn consider_build(&mut self, decided: &[(usize, usize)]) {
        let mut choice_indices = vec![0; self.problem.classes().len()];
        for (class_index, choice_index) in decided {
            choice_indices[*class_index] = *choice_index;
        }
        let choices = self.problem.get_choices(&choice_indices);
        self.phase.note_surcharge(self.problem, &choices, &self.effort);
        let utility = self.problem.utility_model.utility(choices.iter().map(|choice| &choice.contribution));
        // Most whole builds are too dear once delivery is counted, and the rules take longest, so the rules come last.
        let priced = self.problem.price(&choices, self.max_cost_with(utility), &self.effort);
        if !price::is_proved(&priced) {
            let min_cost = choices.iter().map(|choice| choice.price).sum();
            let bounds = BuildBounds { max_points: utility, min_cost };
            self.unproved_builds = Some(self.unproved_builds.map_or(bounds, |others| others.union(bounds)));
        }
        let Ok(priced) = priced else { return };
        let ids = choices.iter().map(|choice| choice.id).collect();
        let found = FoundBuild { choice_indices, utility, priced, ids };
        let is_best = self.best.as_ref().is_none_or(|best| self.is_better(&found, best));
        if is_best {
            self.effort.spend(effort::RULES);
            if self.problem.passes(&choices) {
                self.best = Some(found);
            }
        }
    }
}
