use super::{choice::Choice, frontier::Frontier, slots::Problem};
use crate::model::Category;

/// Rules that compare three parts. Each is checked as soon as the third part is chosen, so that the search need not
/// complete a build only to refuse it.
const TRIOS: [[Category; 3]; 3] = [
    [Category::Cpu, Category::Gpu, Category::Psu],
    [Category::Cpu, Category::Motherboard, Category::Storage],
    [Category::Gpu, Category::CpuCooler, Category::Case],
];

/// Pairs of classes that some rule compares. Other pairs are not looked up, which loses nothing: every rule checks
/// the whole build.
const COMPARED: [(Category, Category); 14] = [
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
];

/// One class of a node: its choices that fit processor and card.
pub(super) struct Class {
    pub slot: usize,
    /// Indices into the slot's choices.
    pub choices: Vec<usize>,
    /// Lowest price and points of each choice, headroom included.
    pub worth: Vec<(i64, i64)>,
}

/// A pair of processor and card with the choices that fit both, the class with the fewest choices first.
pub(super) struct Node<'p> {
    /// The indices of processor and card.
    pub lead: [usize; 2],
    pub classes: Vec<Class>,
    /// Price and points of processor and card.
    pub price: i64,
    pub points: i64,
    /// For each depth: the bound over the classes from there on.
    after: Vec<Frontier>,
    problem: std::marker::PhantomData<&'p ()>,
}

impl Node<'_> {
    /// Finds the choices that fit a processor and a card; `None` where these two do not fit or a class is left empty.
    /// `is_promising` receives a slot, and the price and points of processor, card and one of the slot's choices
    /// together, and returns whether an answer may hold the three. Other choices are left out before the rules are
    /// evaluated.
    pub(super) fn refine(
        problem: &Problem<'_>,
        lead: [usize; 2],
        is_promising: &dyn Fn(usize, i64, i64) -> bool,
    ) -> Option<Self> {
        let [cpu, gpu] = lead;
        let ((_, processor), (_, card)) = (problem.get(0, cpu)?, problem.get(1, gpu)?);
        if !problem.choices_fit((Category::Cpu, processor), (Category::Gpu, card)) {
            return None;
        }
        let price = processor.price + card.price;
        let points = problem.lead_points(processor, card);
        let mut classes = Vec::with_capacity(problem.slots.len());
        for (slot, _) in problem.slots.iter().enumerate().skip(2) {
            let is_promising = |worth: (i64, i64)| is_promising(slot, price + worth.0, points + worth.1);
            let class = problem.class(slot, [(0, cpu), (1, gpu)], &is_promising);
            if class.choices.is_empty() {
                return None;
            }
            classes.push(class);
        }
        classes.sort_by_key(|class| (class.choices.len(), class.slot));
        let mut after = Vec::with_capacity(classes.len() + 1);
        for depth in 0..=classes.len() {
            let rest: Vec<Vec<(i64, i64)>> =
                classes.iter().skip(depth).map(|class| class.worth.clone()).collect();
            after.push(Frontier::new(&rest)?);
        }
        Some(Node { lead, classes, price, points, after, problem: std::marker::PhantomData })
    }

    /// Returns the most points that a sum of money buys of the classes from a depth on.
    pub(super) fn max_points(&self, depth: usize, money: i64) -> Option<i64> {
        self.after.get(depth)?.max_points(money)
    }

    /// Returns the lowest total price of the classes from a depth on.
    pub(super) fn min_price(&self, depth: usize) -> i64 {
        self.after.get(depth).map_or(0, Frontier::min_price)
    }
}

impl Problem<'_> {
    /// Returns the category of a slot and the choice at an index.
    pub(super) fn get(&self, slot: usize, choice: usize) -> Option<(Category, &Choice)> {
        let slot = self.slots.get(slot)?;
        Some((slot.category, slot.choices.get(choice)?))
    }

    /// Returns the points of processor and card together.
    pub(super) fn lead_points(&self, processor: &Choice, card: &Choice) -> i64 {
        let own = processor.merit.points + card.merit.points;
        own + self.scale.graphics_points(card.merit.graphics, processor.merit.processor)
    }

    fn class(
        &self,
        slot: usize,
        lead: [(usize, usize); 2],
        is_promising: &dyn Fn((i64, i64)) -> bool,
    ) -> Class {
        let mut class = Class { slot, choices: Vec::new(), worth: Vec::new() };
        let beside: Vec<(Category, &Choice)> =
            lead.iter().filter_map(|(slot, choice)| self.get(*slot, *choice)).collect();
        let watts: i64 = beside.iter().map(|(_, choice)| choice.merit.watts).sum();
        let Some(own) = self.slots.get(slot) else { return class };
        for (index, choice) in own.choices.iter().enumerate() {
            let headroom = match own.category {
                Category::Psu => self.scale.headroom_points(choice.merit.wattage, watts),
                _ => 0,
            };
            let worth = (choice.price, choice.merit.points + headroom);
            let fits = || beside.iter().all(|other| self.choices_fit((own.category, choice), *other));
            if is_promising(worth) && fits() {
                class.choices.push(index);
                class.worth.push(worth);
            }
        }
        class
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

    /// Whether every trio that a choice completes fits.
    pub(super) fn triples_fit(&self, own: (Category, &Choice), chosen: &[(usize, usize)]) -> bool {
        let find = |category: Category| {
            chosen
                .iter()
                .filter_map(|(slot, choice)| self.get(*slot, *choice))
                .find(|(other, _)| *other == category)
        };
        TRIOS.iter().filter(|trio| trio.contains(&own.0)).all(|trio| {
            let [a, b, c] = trio.map(|category| if category == own.0 { Some(own) } else { find(category) });
            match (a, b, c) {
                (Some(a), Some(b), Some(c)) => self.triple_fits([a.1, b.1, c.1]),
                _ => true,
            }
        })
    }
}

fn is_compared(a: Category, b: Category) -> bool {
    COMPARED.contains(&(a, b)) || COMPARED.contains(&(b, a))
}

/// Whether a part of this category decides if a build may omit another category.
fn decides(category: Category, absent: Category) -> bool {
    matches!(
        (category, absent),
        (Category::Cpu, Category::Gpu | Category::CpuCooler) | (Category::Case, Category::Psu)
    )
}
