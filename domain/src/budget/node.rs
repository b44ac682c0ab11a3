use std::sync::Arc;

use super::{
    choice::Choice,
    fit,
    frontier::Frontier,
    pairs::{PairTable, PairTables},
    problem::{Class, Problem},
    signature::TRIOS,
};
use crate::model::Category;

/// Pairs of classes that some rule compares. Other pairs are not looked up here: each whole build is checked by every rule,
/// so no invalid one gets through.
const COMPARED_CLASSES: [(Category, Category); 15] = [
    (Category::Cpu, Category::Motherboard),
    (Category::Cpu, Category::Ram),
    (Category::Cpu, Category::CpuCooler),
    (Category::Cpu, Category::Psu),
    (Category::Gpu, Category::Psu),
    (Category::Gpu, Category::Case),
    (Category::Gpu, Category::Monitor),
    (Category::Motherboard, Category::Ram),
    (Category::Motherboard, Category::Storage),
    (Category::Motherboard, Category::Psu),
    (Category::Motherboard, Category::Case),
    (Category::Ram, Category::CpuCooler),
    (Category::Case, Category::CpuCooler),
    (Category::Case, Category::Psu),
    (Category::Case, Category::Storage),
];

/// A choice that a class still has.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenChoice {
    /// Index into the class's choices.
    pub choice: usize,
    pub price: i64,
    /// Points, headroom included.
    pub points: i64,
}

/// A class that is not decided yet, with the choices that fit what is decided.
#[derive(Debug, Clone)]
pub(super) struct OpenClass {
    pub class: usize,
    pub open_choices: Vec<OpenChoice>,
}

/// A pair of processor and card with the choices of every other class that fit both.
pub(super) struct Node {
    /// The indices of the processor's and the card's choice.
    pub cpu_gpu: [usize; 2],
    pub open_classes: Vec<OpenClass>,
    /// Price and points of processor and card.
    pub price: i64,
    pub points: i64,
    /// The bound over the open classes.
    pub rest: Frontier,
}

impl Node {
    /// Finds the choices that fit a processor and a card; `None` where these two do not fit or a class is left empty.
    /// `is_promising` receives a class, and the price and points of processor, card and one of the class's choices
    /// together, and returns whether an answer may hold the three. Other choices are left out before the rules are
    /// evaluated.
    pub(super) fn refine(
        problem: &Problem<'_>,
        cpu_gpu: [usize; 2],
        is_promising: &dyn Fn(usize, i64, i64) -> bool,
    ) -> Option<Self> {
        let [cpu, gpu] = cpu_gpu;
        let ((_, processor), (_, card)) = (problem.get(0, cpu)?, problem.get(1, gpu)?);
        if !problem.fits((0, cpu), (1, gpu)) {
            return None;
        }
        let price = processor.price + card.price;
        let points = problem.cpu_gpu_points(processor, card);
        let mut open_classes = Vec::with_capacity(problem.classes().len());
        for (class, _) in problem.classes().iter().enumerate().skip(2) {
            let is_promising = |open_choice: OpenChoice| {
                is_promising(class, price + open_choice.price, points + open_choice.points)
            };
            let open_class = problem.list_open_choices(class, cpu_gpu, &is_promising);
            if open_class.open_choices.is_empty() {
                return None;
            }
            open_classes.push(open_class);
        }
        let rest = bound_open_classes(&open_classes)?;
        Some(Node { cpu_gpu, open_classes, price, points, rest })
    }
}

/// Returns the bound over some classes; `None` where one is empty.
pub(super) fn bound_open_classes(open_classes: &[OpenClass]) -> Option<Frontier> {
    Frontier::combined(open_classes.iter().map(|open_class| {
        open_class.open_choices.iter().map(|open_choice| (open_choice.price, open_choice.points))
    }))
}

impl Problem<'_> {
    /// Returns the category of a class and the choice at an index.
    pub(super) fn get(&self, class: usize, choice: usize) -> Option<(Category, &Choice)> {
        let class = self.classes().get(class)?;
        Some((class.category, class.choices.get(choice)?.as_ref()))
    }

    /// Returns the points of processor and card together.
    pub(super) fn cpu_gpu_points(&self, processor: &Choice, card: &Choice) -> i64 {
        let own = processor.merit.points + card.merit.points;
        own + self.utility_model.graphics_points(card.merit.graphics, processor.merit.processor)
    }

    fn list_open_choices(
        &self,
        class: usize,
        cpu_gpu: [usize; 2],
        is_promising: &dyn Fn(OpenChoice) -> bool,
    ) -> OpenClass {
        let mut open_class = OpenClass { class, open_choices: Vec::new() };
        let chosen = [(0, cpu_gpu[0]), (1, cpu_gpu[1])];
        let beside = || chosen.iter().filter_map(|(class, choice)| self.get(*class, *choice));
        let watts: i64 = beside().map(|(_, choice)| choice.merit.watts).sum();
        let Some(own) = self.classes().get(class) else { return open_class };
        for (index, choice) in own.choices.iter().enumerate() {
            let headroom = match own.category {
                Category::Psu => self.utility_model.headroom_points(choice.merit.rated_watts, watts),
                _ => 0,
            };
            let open_choice =
                OpenChoice { choice: index, price: choice.price, points: choice.merit.points + headroom };
            let fits = || chosen.iter().all(|other| self.fits((class, index), *other));
            if is_promising(open_choice) && fits() && self.trios_fit((own.category, choice), &chosen) {
                open_class.open_choices.push(open_choice);
            }
        }
        open_class
    }

    /// Removes the choices that fit no choice of another class, until none is left to remove. Returns whether every
    /// class still has a choice.
    ///
    /// A build has one choice of every class, each two of which fit, so no build holds a removed choice.
    pub(super) fn make_consistent(&self, open_classes: &mut [OpenClass]) -> bool {
        loop {
            let before: usize = open_classes.iter().map(|open_class| open_class.open_choices.len()).sum();
            for index in 0..open_classes.len() {
                let Some(class) = open_classes.get(index).map(|open_class| open_class.class) else {
                    continue;
                };
                let supported = |open_choice: &OpenChoice| {
                    let others = open_classes.iter().enumerate().filter(|(other, _)| *other != index);
                    others.filter(|(_, other)| self.may_clash(class, other.class)).all(|(_, other)| {
                        let fits = |beside: &OpenChoice| {
                            self.fits((class, open_choice.choice), (other.class, beside.choice))
                        };
                        other.open_choices.iter().any(fits)
                    })
                };
                let own = open_classes
                    .get(index)
                    .map(|open_class| open_class.open_choices.as_slice())
                    .unwrap_or_default();
                let left: Vec<OpenChoice> =
                    own.iter().filter(|open_choice| supported(open_choice)).copied().collect();
                if let Some(open_class) = open_classes.get_mut(index) {
                    open_class.open_choices = left;
                }
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

    /// Keeps in every listed class the choices that fit at least one choice of each other class, the cheapest first.
    /// A class that is left empty means that there is no build.
    pub(super) fn drop_unsupported(&mut self) {
        self.prepared.classes = Arc::new(self.prepared.listed.clone());
        self.prepared.pairs = Arc::new(PairTables::new(self.classes().len()));
        let open_choice = |(choice, own): (usize, &Arc<Choice>)| OpenChoice {
            choice,
            price: own.price,
            points: own.merit.points,
        };
        let classes = self.classes().iter().enumerate();
        let mut open_classes: Vec<OpenClass> = classes
            .map(|(class, own)| OpenClass {
                class,
                open_choices: own.choices.iter().enumerate().map(open_choice).collect(),
            })
            .collect();
        self.make_consistent(&mut open_classes);
        let left: Vec<Vec<usize>> = open_classes
            .into_iter()
            .map(|OpenClass { mut open_choices, .. }| {
                open_choices
                    .sort_by_key(|open_choice| (open_choice.price, std::cmp::Reverse(open_choice.points)));
                open_choices.into_iter().map(|open_choice| open_choice.choice).collect()
            })
            .collect();
        let classes = self.classes().iter().zip(&left).map(|(class, left)| {
            let choices = left.iter().filter_map(|choice| class.choices.get(*choice).cloned());
            Arc::new(Class::new(class.category, choices.collect()))
        });
        let classes = classes.collect();
        self.prepared.pairs = Arc::new(self.prepared.pairs.select(&left));
        self.prepared.sides = Arc::default();
        self.prepared.classes = Arc::new(classes);
    }

    /// Returns the classes without the choices that do not fit a choice of another class; `None` where a class is left
    /// empty.
    pub(super) fn keep_fitting(
        &self,
        open_classes: &[OpenClass],
        chosen: (usize, usize),
    ) -> Option<Vec<OpenClass>> {
        let mut left = Vec::with_capacity(open_classes.len());
        for open_class in open_classes {
            if !self.may_clash(open_class.class, chosen.0) {
                left.push(open_class.clone());
                continue;
            }
            let fits = |open_choice: &&OpenChoice| self.fits((open_class.class, open_choice.choice), chosen);
            let open_choices: Vec<OpenChoice> =
                open_class.open_choices.iter().filter(fits).copied().collect();
            if open_choices.is_empty() {
                return None;
            }
            left.push(OpenClass { class: open_class.class, open_choices });
        }
        Some(left)
    }

    /// Whether two choices of different classes, each given by class and index, go together; looked up once per problem.
    pub(super) fn fits(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
        let (Some(first), Some(second)) = (self.get(a.0, a.1), self.get(b.0, b.1)) else { return false };
        let make = || {
            let new = || PairTable::new(self.signatures(a.0, second.0), self.signatures(b.0, first.0));
            let classes = [self.classes().get(a.0)?, self.classes().get(b.0)?];
            let is_related = self.are_related(first.0, second.0);
            is_related.then(|| self.catalogue.prepared.table(classes.map(Arc::as_ref), new))
        };
        self.prepared.pairs.lookup_or_insert(a, b, make, || self.choices_fit(first, second))
    }

    /// Returns the signature of each choice of a class beside parts of a category.
    fn signatures(&self, class: usize, beside: Category) -> impl Iterator<Item = Option<u32>> {
        let choices = self.classes().get(class).into_iter().flat_map(|class| &class.choices);
        choices.map(move |choice| self.part(choice).map(|part| part.signatures.beside(beside)))
    }

    /// Whether some choices of two classes may not go together.
    fn may_clash(&self, a: usize, b: usize) -> bool {
        let category = |class: usize| self.classes().get(class).map(|class| class.category);
        category(a).zip(category(b)).is_none_or(|(a, b)| self.are_related(a, b))
    }

    /// Whether some rule may compare parts of two categories, or one of them decides if the other may be left out.
    pub(super) fn are_related(&self, a: Category, b: Category) -> bool {
        is_compared(a, b) || decides(a, b) || decides(b, a)
    }

    /// Whether two choices go together, as far as the findings are final: both parts fit, or, where one choice is
    /// "none", the other part allows the omission.
    pub(super) fn choices_fit(&self, a: (Category, &Choice), b: (Category, &Choice)) -> bool {
        match (a.1.part, b.1.part) {
            (Some(_), Some(_)) => !is_compared(a.0, b.0) || self.pair_fits(a.1, b.1),
            (None, Some(_)) => !decides(b.0, a.0) || self.can_omit(a.0, b.1),
            (Some(_), None) => !decides(a.0, b.0) || self.can_omit(b.0, a.1),
            (None, None) => true,
        }
    }

    /// Whether every trio that a choice completes fits, and every finding that an absent part makes final passes.
    pub(super) fn trios_fit(&self, own: (Category, &Choice), chosen: &[(usize, usize)]) -> bool {
        let find = |category: Category| {
            if category == own.0 {
                return Some(own.1);
            }
            let mut beside = chosen.iter().filter_map(|(class, choice)| self.get(*class, *choice));
            beside.find(|(other, _)| *other == category).map(|(_, choice)| choice)
        };
        let trios = TRIOS.iter().enumerate().filter(|(_, trio)| trio.contains(&own.0));
        let fits =
            trios.map(|(index, trio)| (index, trio.map(find))).all(|(index, [a, b, c])| match (a, b, c) {
                (Some(a), Some(b), Some(c)) => self.trio_fits(index, [a, b, c]),
                _ => true,
            });
        fits && match own.0 {
            Category::Motherboard => self.shows_picture([find(Category::Cpu), find(Category::Gpu)], own.1),
            Category::Case | Category::Psu => self.has_enough_power(&find),
            _ => true,
        }
    }

    /// Whether a board shows the picture of the processor where a build has no card.
    fn shows_picture(&self, cpu_gpu: [Option<&Choice>; 2], board: &Choice) -> bool {
        let [Some(cpu), Some(card)] = cpu_gpu else { return true };
        let parts = (self.part(cpu), self.part(board));
        match (card.part, parts) {
            (None, (Some(cpu), Some(board))) => self.catalogue.fits.shows_picture(
                self.request.policy,
                [cpu.group, board.group],
                [&cpu.chosen, &board.chosen],
            ),
            _ => true,
        }
    }

    /// Whether the supply that comes with a case is enough where a build has no other one.
    fn has_enough_power<'c>(&self, find: &dyn Fn(Category) -> Option<&'c Choice>) -> bool {
        let (Some(psu), Some(case)) = (find(Category::Psu), find(Category::Case)) else { return true };
        if psu.part.is_some() {
            return true;
        }
        let compared = [find(Category::Cpu), find(Category::Gpu), Some(case)];
        let parts = compared.into_iter().flatten().filter_map(|choice| self.part(choice));
        fit::has_enough_power(parts.map(|part| part.chosen.clone()), self.request.policy)
    }
}

pub(super) fn is_compared(a: Category, b: Category) -> bool {
    COMPARED_CLASSES.contains(&(a, b)) || COMPARED_CLASSES.contains(&(b, a))
}

/// Whether a part of this category decides if a build may omit another category.
fn decides(category: Category, absent: Category) -> bool {
    matches!(
        (category, absent),
        (Category::Cpu, Category::Gpu | Category::CpuCooler) | (Category::Case, Category::Psu)
    )
}
