//! The problem that the search solves: a request with the choices of every class of parts. A fixed part is a class with
//! one choice.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    catalogue::{Catalogue, CataloguePart},
    choice::{CLASSES, Choice, Class},
    constraints, effort,
    fees::FeeTable,
    fit,
    prepared::{ListKey, Prepared, ProblemKey},
    request::{BudgetRequest, BudgetScope, FixedPart, SolveError},
    rule_pairs::is_compared,
    sound_table::Soundness,
    soundness::SoundBounds,
    uses::Uses,
    utility::UtilityModel,
};
use crate::{
    compat::{MAX_PARTS, MAX_QUANTITY, holds_several},
    model::{Category, Fils, ProductId, ShippingRule},
};

/// A request over a catalogue, with the choices of every class.
pub(super) struct Problem<'a> {
    pub catalogue: &'a Catalogue,
    pub utility_model: UtilityModel<'a>,
    pub request: &'a BudgetRequest,
    /// The bounds of a sound build that every build of this problem keeps.
    pub soundness: Soundness,
    /// The retailers' delivery rules; without fees where the budget covers parts alone.
    pub shipping: Vec<ShippingRule>,
    /// The fees of retailers that never deliver free, and the fees of all retailers.
    pub unavoidable_fees: FeeTable,
    pub all_fees: FeeTable,
    pub prepared: Prepared,
    /// The most effort of one search.
    pub max_effort: u64,
}

impl<'a> Problem<'a> {
    /// Reads a request: constraints, fixed parts, and the remaining choices of every class.
    pub(super) fn new(
        catalogue: &'a Catalogue,
        request: &'a BudgetRequest,
        soundness: Soundness,
    ) -> Result<Self, SolveError> {
        Problem::read(catalogue, request, soundness, &[])
    }

    /// Reads a request that differs from this one by a constraint on parts of some categories. The choices of all other
    /// categories are reused.
    pub(super) fn with_constraint<'b>(
        &self,
        request: &'b BudgetRequest,
        constrained: &[Category],
    ) -> Result<Problem<'b>, SolveError>
    where
        'a: 'b,
    {
        let before_consistency = self.prepared.classes_before_consistency.iter();
        let reused: Vec<&Arc<Class>> =
            before_consistency.filter(|class| !constrained.contains(&class.category)).collect();
        let problem = Problem::read(self.catalogue, request, self.soundness, &reused)?;
        Ok(Problem { max_effort: self.max_effort, ..problem })
    }

    fn read(
        catalogue: &'a Catalogue,
        request: &'a BudgetRequest,
        soundness: Soundness,
        reused: &[&Arc<Class>],
    ) -> Result<Self, SolveError> {
        let mut problem = Problem::without_classes(catalogue, request, soundness)?;
        let key = ProblemKey::new(request, soundness);
        if let Some(prepared) = catalogue.prepared_cache.problem(&key) {
            return Ok(Problem { prepared, ..problem });
        }
        let fixed = problem.list_fixed_classes()?;
        problem.refuse_clashes(&fixed)?;
        problem.prepared.classes_before_consistency = problem.list_classes(fixed, reused)?;
        problem.refuse_unfit_fixed_parts()?;
        let emptied = problem.drop_unsupported();
        if let Some(category) = emptied.filter(|_| !request.constraints.keep.is_empty()) {
            let constraints = problem.find_excluding_constraints(category);
            return Err(SolveError::NoneFitsAllFixed { category, constraints });
        }
        catalogue.prepared_cache.store_problem(key, problem.prepared.clone());
        Ok(problem)
    }

    /// Returns a problem whose classes are still to be filled.
    pub(super) fn without_classes(
        catalogue: &'a Catalogue,
        request: &'a BudgetRequest,
        soundness: Soundness,
    ) -> Result<Self, SolveError> {
        let table = Uses::embedded().map_err(|_| SolveError::Table)?;
        let build_use = table.get(request.use_key).ok_or(SolveError::Table)?;
        let utility_model = UtilityModel { table, build_use };
        let shipping = match request.scope {
            BudgetScope::Delivered => {
                catalogue.retailers().iter().map(|retailer| retailer.shipping).collect()
            }
            BudgetScope::PartsOnly => vec![ShippingRule::default(); catalogue.retailers().len()],
        };
        if let Some(retailer) =
            request.constraints.retailers.iter().find(|retailer| **retailer >= catalogue.retailers().len())
        {
            return Err(SolveError::UnknownRetailer { retailer: *retailer });
        }
        Ok(Problem {
            catalogue,
            utility_model,
            request,
            soundness,
            unavoidable_fees: FeeTable::of_unavoidable(&shipping),
            all_fees: FeeTable::of_all(&shipping),
            shipping,
            prepared: Prepared::default(),
            max_effort: effort::MAX_EFFORT,
        })
    }

    /// Returns the same request with other classes.
    pub(super) fn with_classes(&self, classes: Vec<Class>) -> Problem<'a> {
        let Problem { catalogue, utility_model, request, soundness, .. } = *self;
        let mut problem = Problem {
            catalogue,
            utility_model,
            request,
            soundness,
            unavoidable_fees: self.unavoidable_fees.clone(),
            all_fees: self.all_fees.clone(),
            shipping: self.shipping.clone(),
            prepared: Prepared {
                classes_before_consistency: classes.into_iter().map(Arc::new).collect(),
                ..Prepared::default()
            },
            max_effort: self.max_effort,
        };
        problem.drop_unsupported();
        problem
    }

    /// Returns the bounds of a sound build for the use.
    pub(super) fn sound_bounds(&self) -> SoundBounds<'a> {
        let UtilityModel { table, build_use } = self.utility_model;
        SoundBounds { table: &table.sound, build_use, stage: self.soundness }
    }

    /// Returns the part of a choice.
    pub(super) fn part(&self, choice: &Choice) -> Option<&'a CataloguePart> {
        Some(self.catalogue.part(choice.part?))
    }

    /// Returns a class for each fixed part, or why a part cannot be a fixed one.
    pub(super) fn list_fixed_classes(&self) -> Result<Vec<Class>, SolveError> {
        let mut seen: BTreeSet<ProductId> = BTreeSet::new();
        let mut fixed: Vec<(Category, Choice)> = Vec::new();
        for wanted in self.request.constraints.list_fixed_products().iter().take(MAX_PARTS) {
            let product_id = wanted.product_id;
            let index = self.catalogue.find(product_id).ok_or(SolveError::UnknownPart { product_id })?;
            let part = self.catalogue.part(index);
            let category = part.parsed.category;
            if category == Category::Other {
                return Err(SolveError::NotForBuilds { product_id, category });
            }
            let single = !holds_several(category) && fixed.iter().any(|(other, _)| *other == category);
            if single || !seen.insert(product_id) {
                return Err(SolveError::SlotTaken { product_id, category });
            }
            fixed.push((category, self.to_fixed_choice(index, part, wanted)?));
        }
        self.set_points_together(&mut fixed);
        let to_class = |(category, choice)| Class::new(category, vec![Arc::new(choice)]);
        let fixed: Vec<Class> = fixed.into_iter().map(to_class).collect();
        self.refuse_low_capacity(&fixed)?;
        Ok(fixed)
    }

    fn to_fixed_choice(
        &self,
        index: usize,
        part: &CataloguePart,
        wanted: &FixedPart,
    ) -> Result<Choice, SolveError> {
        let FixedPart { product_id, quantity, owned } = *wanted;
        let max_quantity = if holds_several(part.parsed.category) { MAX_QUANTITY } else { 1 };
        if quantity == 0 || u64::from(quantity) > max_quantity {
            return Err(SolveError::Quantity { product_id, quantity });
        }
        if let Some(constraint) =
            constraints::find_violation(part, &self.request.constraints, self.utility_model.table.quiet)
        {
            return Err(SolveError::FixedAgainstConstraint { product_id, constraint });
        }
        let mut choice = self.to_choice(index, part, quantity, false);
        if owned {
            let sound = self.sound_bounds().read(&part.parsed, &choice.contribution, 0, false);
            choice = Choice { owned, price: 0, prices: Vec::new(), sound, ..choice };
        } else if choice.prices.is_empty() {
            return Err(SolveError::FixedNotSold { product_id });
        }
        Ok(choice)
    }

    /// Gives the first fixed part of each category the points of all fixed parts of that category, and the others none.
    /// Several drives stay in a build together or not at all, so it does not matter which of them has the points.
    fn set_points_together(&self, fixed: &mut [(Category, Choice)]) {
        for category in Category::ALL {
            let own = fixed.iter().filter(|(other, _)| *other == category);
            let parts: Vec<_> = own
                .filter_map(|(_, choice)| Some((self.part(choice)?.utility_inputs(), choice.quantity)))
                .collect();
            let mut points = self.utility_model.points_together(&parts);
            for (_, choice) in fixed.iter_mut().filter(|(other, _)| *other == category) {
                choice.contribution.points = std::mem::take(&mut points);
            }
        }
    }

    /// Refuses fixed parts with too little memory or storage. The minimum applies to the sum over all fixed parts.
    fn refuse_low_capacity(&self, fixed: &[Class]) -> Result<(), SolveError> {
        for category in [Category::Ram, Category::Storage] {
            let own =
                || fixed.iter().filter(|class| class.category == category).flat_map(|class| &class.choices);
            let gigabytes = |choice: &Arc<Choice>| {
                self.part(choice).map_or(0, constraints::capacity_gb) * i64::from(choice.quantity)
            };
            let Some(product_id) = own().find_map(|choice| choice.id) else { continue };
            let refusal = constraints::find_capacity_violation(
                category,
                own().map(gigabytes).sum(),
                &self.request.constraints,
            );
            if let Some(constraint) = refusal {
                return Err(SolveError::FixedAgainstConstraint { product_id, constraint });
            }
        }
        Ok(())
    }

    fn refuse_clashes(&self, fixed: &[Class]) -> Result<(), SolveError> {
        let parts = fixed.iter().flat_map(|class| &class.choices).filter_map(|choice| {
            let mut part = self.part(choice)?.parsed.clone();
            part.quantity = choice.quantity;
            Some(part)
        });
        match fit::find_clash(parts.collect(), self.request.policy) {
            Some(check) => Err(SolveError::FixedClash { check: Box::new(check) }),
            None => Ok(()),
        }
    }

    /// Returns the classes of a build: [`CLASSES`], the monitor if the request asks for one, and one more class for
    /// every further fixed part. The classes in `reused` need not be listed again.
    fn list_classes(
        &self,
        mut fixed: Vec<Class>,
        reused: &[&Arc<Class>],
    ) -> Result<Vec<Arc<Class>>, SolveError> {
        let mut classes = Vec::with_capacity(CLASSES.len() + 1 + fixed.len());
        let monitor = self.request.constraints.monitor.then_some(Category::Monitor);
        for category in CLASSES.into_iter().chain(monitor) {
            let class = match fixed.iter().position(|class| class.category == category) {
                Some(index) => Arc::new(fixed.remove(index)),
                None => match reused.iter().find(|class| class.category == category) {
                    Some(class) => Arc::clone(class),
                    None => {
                        let key = ListKey::new(category, self.request, self.soundness);
                        self.catalogue.prepared_cache.list(key, || self.list_class(category))?
                    }
                },
            };
            classes.push(class);
        }
        classes.extend(fixed.into_iter().map(Arc::new));
        Ok(classes)
    }

    /// Checks that every fixed part fits some choice of every open class. The error names the constraints that exclude
    /// other parts of the class.
    fn refuse_unfit_fixed_parts(&self) -> Result<(), SolveError> {
        let is_fixed = |choice: &Arc<Choice>| {
            self.request.constraints.keep.iter().any(|part| Some(part.product_id) == choice.id)
        };
        let (fixed, open): (Vec<&Arc<Class>>, Vec<&Arc<Class>>) = self
            .prepared
            .classes_before_consistency
            .iter()
            .partition(|class| class.choices.iter().any(is_fixed));
        for choice in fixed.iter().flat_map(|class| &class.choices) {
            for class in &open {
                if class.choices.iter().any(|other| self.pair_fits(choice, other)) {
                    continue;
                }
                let Some(product_id) = choice.id else { continue };
                let constraints = self.find_excluding_constraints(class.category);
                return Err(SolveError::NoneFitsFixed { product_id, category: class.category, constraints });
            }
        }
        Ok(())
    }

    /// Whether two choices fit: no rule refuses the pair whatever else is chosen ([`fit`]). The finding is cached by the
    /// two parts' signatures ([`super::signature`]), where a rule compares the two.
    pub(super) fn pair_fits(&self, a: &Choice, b: &Choice) -> bool {
        let (Some(first), Some(second)) = (self.part(a), self.part(b)) else { return true };
        let parts = [&first.parsed, &second.parsed];
        let [one, other] = parts.map(|part| part.category);
        let fit_keys = if is_compared(one, other) {
            [first.signatures.beside(other), second.signatures.beside(one)]
        } else {
            [a.fact_group, b.fact_group]
        };
        self.catalogue.fit_cache.parts_fit(self.request.policy, &fit_keys, &parts)
    }

    /// Whether the three choices of a trio of [`TRIOS`](super::signature::TRIOS) fit: no rule refuses them whatever
    /// else is chosen.
    pub(super) fn trio_fits(&self, trio: usize, choices: [&Choice; 3]) -> bool {
        let [Some(a), Some(b), Some(c)] = choices.map(|choice| self.part(choice)) else { return true };
        let parts = [a, b, c];
        let fit_keys = parts.map(|part| part.signatures.in_trio(trio));
        self.catalogue.fit_cache.parts_fit(self.request.policy, &fit_keys, &parts.map(|part| &part.parsed))
    }

    /// Whether a build with this choice may omit another class.
    pub(super) fn can_omit(&self, category: Category, beside: &Choice) -> bool {
        let part = self.part(beside);
        part.is_none_or(|part| self.catalogue.fit_cache.can_omit(category, part.fact_group, &part.parsed))
    }

    /// Returns the classes with the choices that the search tries.
    pub(super) fn classes(&self) -> &[Arc<Class>] {
        &self.prepared.classes
    }

    /// Returns the budget of the request.
    pub(super) fn budget(&self) -> Fils {
        self.request.budget
    }
}
