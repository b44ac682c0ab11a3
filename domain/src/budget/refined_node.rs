use super::{choice::Choice, knapsack_bound::KnapsackBound, problem::Problem};
use crate::model::Category;

/// A choice that a class still has.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenChoice {
    /// The index among the choices of the class.
    pub choice_index: usize,
    pub price: i64,
    /// Points, headroom included.
    pub points: i64,
}

/// A class that is not decided yet, with the choices that fit what is decided.
#[derive(Debug, Clone)]
pub(super) struct OpenClass {
    /// The index among the classes of the problem.
    pub class_index: usize,
    pub open_choices: Vec<OpenChoice>,
}

/// A pair of processor and graphics card, with the choices of every other class that fit both.
pub(super) struct RefinedNode {
    /// The indices of processor and graphics card among the choices of their classes.
    pub cpu_gpu: [usize; 2],
    pub open_classes: Vec<OpenClass>,
    /// Price and points of processor and graphics card.
    pub price: i64,
    pub points: i64,
    /// The bound over the open classes.
    pub open_classes_bound: KnapsackBound,
}

impl RefinedNode {
    /// Finds the choices that fit a processor and a graphics card; `None` where these two do not fit or a class is left
    /// empty.
    ///
    /// `is_promising` receives the index of a class, and the price and points of processor, graphics card and one
    /// choice of that class together. If it returns false, the choice is left out before the rules are evaluated.
    pub(super) fn refine(
        problem: &Problem<'_>,
        cpu_gpu: [usize; 2],
        is_promising: &dyn Fn(usize, i64, i64) -> bool,
    ) -> Option<Self> {
        let [cpu, gpu] = cpu_gpu;
        let ((_, processor), (_, graphics_card)) = (problem.get((0, cpu)), problem.get((1, gpu)));
        if !problem.fits((0, cpu), (1, gpu)) {
            return None;
        }
        let price = processor.price + graphics_card.price;
        let points = problem.cpu_gpu_points(processor, graphics_card);
        let mut open_classes = Vec::with_capacity(problem.classes().len());
        for class_index in 2..problem.classes().len() {
            let is_promising = |open_choice: OpenChoice| {
                is_promising(class_index, price + open_choice.price, points + open_choice.points)
            };
            let open_class = problem.list_open_choices(class_index, cpu_gpu, &is_promising);
            if open_class.open_choices.is_empty() {
                return None;
            }
            open_classes.push(open_class);
        }
        let open_classes_bound = bound_open_classes(&open_classes)?;
        Some(RefinedNode { cpu_gpu, open_classes, price, points, open_classes_bound })
    }
}

/// Returns the bound over some classes; `None` where one is empty.
pub(super) fn bound_open_classes(open_classes: &[OpenClass]) -> Option<KnapsackBound> {
    KnapsackBound::combined(open_classes.iter().map(|open_class| {
        open_class.open_choices.iter().map(|open_choice| (open_choice.price, open_choice.points))
    }))
}

impl Problem<'_> {
    /// Returns the category of a class and one of its choices, both given by their indices.
    pub(super) fn get(&self, (class_index, choice_index): (usize, usize)) -> (Category, &Choice) {
        let class = &self.classes()[class_index];
        (class.category, &class.choices[choice_index])
    }

    /// Returns the points of processor and graphics card together.
    pub(super) fn cpu_gpu_points(&self, processor: &Choice, graphics_card: &Choice) -> i64 {
        let own = processor.contribution.points + graphics_card.contribution.points;
        own + self
            .utility_model
            .graphics_points(graphics_card.contribution.graphics, processor.contribution.processor)
    }

    fn list_open_choices(
        &self,
        class_index: usize,
        cpu_gpu: [usize; 2],
        is_promising: &dyn Fn(OpenChoice) -> bool,
    ) -> OpenClass {
        let mut open_class = OpenClass { class_index, open_choices: Vec::new() };
        let decided = [(0, cpu_gpu[0]), (1, cpu_gpu[1])];
        let watts: i64 = decided.iter().map(|indices| self.get(*indices).1.contribution.watts).sum();
        let own = &self.classes()[class_index];
        for (choice_index, choice) in own.choices.iter().enumerate() {
            let headroom = match own.category {
                Category::Psu => self.utility_model.headroom_points(choice.contribution.rated_watts, watts),
                _ => 0,
            };
            let points = choice.contribution.points + headroom;
            let open_choice = OpenChoice { choice_index, price: choice.price, points };
            let fits = || decided.iter().all(|other| self.fits((class_index, choice_index), *other));
            if is_promising(open_choice) && fits() && self.trios_fit((own.category, choice), &decided) {
                open_class.open_choices.push(open_choice);
            }
        }
        open_class
    }
}
