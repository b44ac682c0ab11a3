use std::sync::Arc;

use super::{
    choice::{Choice, Class},
    effort::Effort,
    fit,
    pairs::{PairTable, PairTables},
    problem::Problem,
    refined_node::{OpenChoice, OpenClass},
    rule_pairs::{decides_omission, is_compared},
    signature::{POWER_TRIO, TRIOS},
    supply::SupplySizes,
};
use crate::model::Category;

impl Problem<'_> {
    /// Removes every choice for which some other class has no fitting choice, until no such choice is left. Returns
    /// whether every class still has a choice.
    ///
    /// A build has one choice of every class, and any two of them fit. So no build holds a removed choice.
    pub(super) fn make_consistent(&self, open_classes: &mut [OpenClass], effort: &Effort) -> bool {
        loop {
            let before: usize = open_classes.iter().map(|open_class| open_class.open_choices.len()).sum();
            for index in 0..open_classes.len() {
                let own = &open_classes[index];
                let is_supported = |open_choice: &&OpenChoice| {
                    let indices = (own.class_index, open_choice.choice_index);
                    let mut others = open_classes.iter().enumerate().filter(|(other, _)| *other != index);
                    others.all(|(_, other)| {
                        let fits = |beside: &OpenChoice| {
                            effort.spend(1);
                            self.fits(indices, (other.class_index, beside.choice_index))
                        };
                        !self.may_clash(own.class_index, other.class_index)
                            || other.open_choices.iter().any(fits)
                    })
                };
                open_classes[index].open_choices =
                    own.open_choices.iter().filter(is_supported).copied().collect();
            }
            let after: usize = open_classes.iter().map(|open_class| open_class.open_choices.len()).sum();
            if open_classes.iter().any(|open_class| open_class.open_choices.is_empty()) {
                return false;
            }
            if after == before {
                return true;
            }
        }
    }

    /// Drops every choice that the settled parts refuse together, and every choice for which some other class has no fitting
    /// choice, and sorts the remaining choices of each class, the cheapest first. If a class is left empty, there is no
    /// build; returns the category of the first one that the settled parts leave empty.
    pub(super) fn drop_unsupported(&mut self) -> Option<Category> {
        self.prepared.classes = Arc::new(self.prepared.classes_before_consistency.clone());
        self.prepared.pairs = Arc::new(PairTables::new(self.classes().len()));
        let open_choice = |(choice_index, choice): (usize, &Arc<Choice>)| OpenChoice {
            choice_index,
            price: choice.price,
            points: choice.contribution.points,
        };
        let classes = self.classes().iter().enumerate();
        let mut open_classes: Vec<OpenClass> = classes
            .map(|(class_index, class)| OpenClass {
                class_index,
                open_choices: class.choices.iter().enumerate().map(open_choice).collect(),
            })
            .collect();
        let settled = self.list_settled_parts(&open_classes);
        let emptied = self.drop_refused_by_settled(&settled, &mut open_classes);
        self.prepared.settled = Arc::new(settled);
        self.prepared.supply = Arc::new(SupplySizes::of(self.classes().iter().map(Arc::as_ref)));
        self.make_consistent(&mut open_classes, &Effort::new(u64::MAX));
        let left: Vec<Vec<usize>> = open_classes
            .into_iter()
            .map(|OpenClass { mut open_choices, .. }| {
                open_choices
                    .sort_by_key(|open_choice| (open_choice.price, std::cmp::Reverse(open_choice.points)));
                open_choices.into_iter().map(|open_choice| open_choice.choice_index).collect()
            })
            .collect();
        let classes = self.classes().iter().zip(&left).map(|(class, left)| {
            let choices = left.iter().map(|index| Arc::clone(&class.choices[*index]));
            Arc::new(Class::new(class.category, choices.collect()))
        });
        let classes = classes.collect();
        self.prepared.pairs = Arc::new(self.prepared.pairs.select(&left));
        self.prepared.cpu_gpu_bounds = Arc::default();
        self.prepared.classes = Arc::new(classes);
        emptied
    }

    /// Returns the open classes without the choices that do not fit the decided choice, which is given by the
    /// indices of class and choice; `None` where a class is left empty.
    pub(super) fn retain_fitting(
        &self,
        open_classes: &[OpenClass],
        decided: (usize, usize),
    ) -> Option<Vec<OpenClass>> {
        let mut left = Vec::with_capacity(open_classes.len());
        for open_class in open_classes {
            let class_index = open_class.class_index;
            if !self.may_clash(class_index, decided.0) {
                left.push(open_class.clone());
                continue;
            }
            let fits =
                |open_choice: &&OpenChoice| self.fits((class_index, open_choice.choice_index), decided);
            let open_choices: Vec<OpenChoice> =
                open_class.open_choices.iter().filter(fits).copied().collect();
            if open_choices.is_empty() {
                return None;
            }
            left.push(OpenClass { class_index, open_choices });
        }
        Some(left)
    }

    /// Whether two choices of different classes fit, each given by the indices of class and choice. Each answer is
    /// computed once.
    pub(super) fn fits(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
        let (first, second) = (self.get(a), self.get(b));
        if !self.sound_bounds().is_sound_pair((first.0, &first.1.sound), (second.0, &second.1.sound)) {
            return false;
        }
        let make = || {
            let new = || PairTable::new(self.signatures(a.0, second.0), self.signatures(b.0, first.0));
            let classes = [a.0, b.0].map(|index| self.classes()[index].as_ref());
            let is_related = self.are_related(first.0, second.0);
            is_related.then(|| self.catalogue.prepared_cache.table(classes, new))
        };
        self.prepared.pairs.lookup_or_insert(a, b, make, || self.choices_fit(first, second))
    }

    /// Returns the signature ([`super::signature`]) of each choice of a class beside parts of a category: choices with
    /// equal ones have the same findings there.
    fn signatures(&self, class_index: usize, beside: Category) -> impl Iterator<Item = Option<u32>> {
        self.classes()[class_index]
            .choices
            .iter()
            .map(move |choice| self.part(choice).map(|part| part.signatures.beside(beside)))
    }

    /// Whether some choices of two classes may not fit.
    fn may_clash(&self, a: usize, b: usize) -> bool {
        self.are_related(self.classes()[a].category, self.classes()[b].category)
    }

    /// Whether some rule compares parts of two categories, or one of them decides if the other may be left out.
    pub(super) fn are_related(&self, a: Category, b: Category) -> bool {
        is_compared(a, b) || decides_omission(a, b) || decides_omission(b, a)
    }

    /// Whether two choices fit: no rule refuses the two parts whatever else is chosen, or, where one choice is no part,
    /// the other part allows the omission.
    pub(super) fn choices_fit(&self, a: (Category, &Choice), b: (Category, &Choice)) -> bool {
        match (a.1.part, b.1.part) {
            _ if a.1.is_unknown || b.1.is_unknown => true,
            (Some(_), Some(_)) => !is_compared(a.0, b.0) || self.pair_fits(a.1, b.1),
            (None, Some(_)) => !decides_omission(b.0, a.0) || self.can_omit(a.0, b.1),
            (Some(_), None) => !decides_omission(a.0, b.0) || self.can_omit(b.0, a.1),
            (None, None) => true,
        }
    }

    /// Whether every trio that a choice completes fits, and two findings about absent parts pass: the display output
    /// without a graphics card, and the power without a supply of its own.
    pub(super) fn trios_fit(&self, own: (Category, &Choice), decided: &[(usize, usize)]) -> bool {
        let find = |category: Category| {
            if category == own.0 {
                return Some(own.1);
            }
            let mut beside = decided.iter().map(|indices| self.get(*indices));
            beside.find(|(other, _)| *other == category).map(|(_, choice)| choice)
        };
        let trios = TRIOS.iter().enumerate().filter(|(_, trio)| trio.contains(&own.0));
        let fits =
            trios.map(|(index, trio)| (index, trio.map(find))).all(|(index, [a, b, c])| match (a, b, c) {
                (Some(a), Some(b), Some(c)) => {
                    let is_fed =
                        index != POWER_TRIO || self.is_fed([a, b, c].map(|choice| self.part(choice)));
                    let may_be_sound = || index != POWER_TRIO || self.may_be_sound_supply([a, b, c], None);
                    is_fed && may_be_sound() && self.trio_fits(index, [a, b, c])
                }
                _ => true,
            });
        fits && match own.0 {
            Category::Motherboard => {
                self.has_display_output([find(Category::Cpu), find(Category::Gpu)], own.1)
            }
            Category::Case | Category::Psu => self.has_enough_power(&find),
            _ => true,
        }
    }

    /// Whether a build without a graphics card has a display output: the processor's graphics, on an output of the
    /// board.
    fn has_display_output(&self, cpu_gpu: [Option<&Choice>; 2], board: &Choice) -> bool {
        let [Some(cpu), Some(graphics_card)] = cpu_gpu else { return true };
        let parts = (self.part(cpu), self.part(board));
        match (graphics_card.part, parts) {
            _ if graphics_card.is_unknown => true,
            (None, (Some(cpu), Some(board))) => self.catalogue.fit_cache.has_display_output(
                self.request.policy,
                [cpu.fact_group, board.fact_group],
                [&cpu.parsed, &board.parsed],
            ),
            _ => true,
        }
    }

    /// Whether the supply that comes with a case is enough where a build has no other one.
    fn has_enough_power<'c>(&self, find: &dyn Fn(Category) -> Option<&'c Choice>) -> bool {
        let (Some(psu), Some(case)) = (find(Category::Psu), find(Category::Case)) else { return true };
        if psu.part.is_some() || psu.is_unknown {
            return true;
        }
        if let (Some(cpu), Some(gpu)) = (find(Category::Cpu), find(Category::Gpu))
            && !self.may_be_sound_supply([cpu, gpu, psu], Some(case))
        {
            return false;
        }
        let parts = [find(Category::Cpu), find(Category::Gpu), Some(case)].map(|choice| self.part(choice?));
        let of_parts = parts.into_iter().flatten().map(|part| part.parsed.clone());
        self.is_fed(parts) && fit::has_enough_power(of_parts, self.request.policy)
    }
}
