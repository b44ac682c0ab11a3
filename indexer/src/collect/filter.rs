//! Filters compiled to numbers, to decide which filter groups a row fails.

use domain::model::{Category, Fils, SpecKey};

use crate::{
    config::{
        SearchConfig,
        facet_plan::{category_index, price_in_column},
    },
    interface::{ExcludedValues, Filters, Problem, Result, SearchError, Sort, SpecFilter, Tier},
    storage::{mutable_columns::RATING_UNITS_PER_STAR, retailer_set::RetailerSet, vocabulary::Vocabulary},
};

/// Maximum number of values of one filter group.
const MAX_VALUES: usize = 200;
/// Maximum number of filters on specs in one request; their groups follow the others, and all facet bits fit 32.
const MAX_SPECS: usize = 20;
/// Bits of `CompiledFilters::categories` that no category has; two, because a single one is taken for a category.
const NO_CATEGORY: u32 = 0b11 << 30;

/// A filter group: the filter on one field or on one spec, which a row passes or fails. A group has three numbers:
///
/// 1. its index in lists of all groups ([`FilterGroup::index`]): for a field the same in every request, for a spec 8
///    plus the position of its filter among the request's filters on specs ([`FilterGroup::of_spec`]);
/// 2. its facet bit, `1 << index`, in the set of facets that count a row ([`FilterGroup::facet_bit`]);
/// 3. its mask bit, numbered among the groups that the request filters (`CompiledFilters::active_groups`), so that the
///    mask of a row fits into one byte or four ([`Mask`](super::rows::Mask)).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FilterGroup(usize);

impl FilterGroup {
    pub(crate) const CATEGORY: Self = Self(0);
    pub(crate) const MANUFACTURER: Self = Self(1);
    pub(crate) const RETAILER: Self = Self(2);
    pub(crate) const PRICE: Self = Self(3);
    pub(crate) const TIER: Self = Self(4);
    pub(crate) const STOCK: Self = Self(5);
    pub(crate) const TABBY: Self = Self(6);
    pub(crate) const RATING: Self = Self(7);
    /// The first index of a filter on a spec.
    const FIRST_SPEC: usize = 8;

    /// Returns the group of a request's filter on a spec, by its position among them.
    pub(crate) const fn of_spec(position: usize) -> Self {
        Self(Self::FIRST_SPEC + position)
    }

    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index)
    }

    pub(crate) const fn index(self) -> usize {
        self.0
    }

    pub(crate) const fn facet_bit(self) -> u32 {
        1 << self.0
    }
}

/// Filters in the numbers of one vocabulary.
#[derive(Debug, Clone)]
pub(crate) struct CompiledFilters {
    /// A bit per category; 0 lets every category through.
    pub(crate) categories: u32,
    /// By the number of a manufacturer (`Vocabulary::brands`): whether it is allowed.
    pub(crate) manufacturers: Option<Vec<bool>>,
    pub(crate) retailers: Option<RetailerSet>,
    pub(crate) price: Option<(u32, u32)>,
    pub(crate) tiers: Option<[bool; 4]>,
    pub(crate) in_stock: bool,
    pub(crate) tabby: bool,
    pub(crate) min_rating: Option<u8>,
    pub(crate) specs: Vec<CompiledSpec>,
}

/// Constraints that the text of a query states: bounds, filters and an order. Their words are not searched.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TextConstraints {
    pub(crate) price_min: Option<Fils>,
    pub(crate) price_max: Option<Fils>,
    /// The amount that the bounds are around: the budget of a whole PC.
    pub(crate) price_around: Option<Fils>,
    pub(crate) in_stock: bool,
    pub(crate) sort: Option<Sort>,
    /// Categories that an order means; the filters of a request go before.
    pub(crate) categories: Vec<Category>,
    pub(crate) specs: Vec<(SpecKey, SpecFilter)>,
    /// Conditions that a part must meet to fit the part that it is for.
    pub(crate) fit_conditions: Vec<CompiledSpec>,
    /// Retailers by slug.
    pub(crate) retailers: Vec<String>,
    pub(crate) excluded: ExcludedValues,
    pub(crate) excluded_words: Vec<ExcludedWord>,
}

/// A word that no name may have.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ExcludedWord {
    pub(crate) text: String,
    /// The words of the query that exclude it.
    pub(crate) phrase: String,
    /// Whether these words already are an understood part, which excludes a fact.
    pub(crate) is_understood: bool,
}

/// A filter on one spec.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CompiledSpec {
    pub(crate) key: SpecKey,
    /// By category: the slot of the spec (its number among the specs of the category), and by the number of a value
    /// set, whether products with that value set pass; `None` for a category without the spec.
    pub(crate) allowed: Vec<Option<(usize, Vec<bool>)>>,
    /// Whether products of a category without the spec pass: they have no excluded value.
    pub(crate) passes_without: bool,
}

impl TextConstraints {
    /// Whether a product can fail the constraints.
    pub(crate) fn is_filter(&self) -> bool {
        self.in_stock
            || self.price_min.is_some()
            || self.price_max.is_some()
            || !self.categories.is_empty()
            || !self.specs.is_empty()
            || !self.fit_conditions.is_empty()
            || !self.retailers.is_empty()
            || self.excluded != ExcludedValues::default()
    }
}

impl CompiledFilters {
    /// Checks and compiles filters. A name or value that no product has matches nothing. Errors name the field as
    /// the API does.
    pub(crate) fn compile(filters: &Filters, vocabulary: &Vocabulary, config: &SearchConfig) -> Result<Self> {
        check_filters(filters)?;
        let manufacturers = (!filters.manufacturers.is_empty()).then(|| {
            let mut allowed = vec![false; vocabulary.brands.len()];
            set_manufacturers(&mut allowed, &filters.manufacturers, vocabulary, true);
            allowed
        });
        let retailers = (!filters.retailers.is_empty()).then(|| vocabulary.retailer_set(&filters.retailers));
        let price = (filters.price_min.is_some() || filters.price_max.is_some()).then(|| {
            (
                filters.price_min.map_or(0, price_in_column),
                filters.price_max.map_or(u32::MAX, price_in_column),
            )
        });
        let tiers = (!filters.tiers.is_empty()).then(|| Tier::ALL.map(|tier| filters.tiers.contains(&tier)));
        let mut compiled = Self {
            categories: category_bits(&filters.categories),
            manufacturers,
            retailers,
            price,
            tiers,
            in_stock: filters.in_stock,
            tabby: filters.tabby,
            min_rating: filters
                .min_rating
                .map(|stars| (stars * f32::from(RATING_UNITS_PER_STAR)).round() as u8),
            specs: Vec::new(),
        };
        for (key, filter) in &filters.specs {
            compiled.add_spec(CompiledSpec::compile(*key, filter, vocabulary, config)?);
        }
        compiled.exclude(&filters.excluded, vocabulary);
        Ok(compiled)
    }

    /// Takes excluded values from what the groups of these values let through.
    fn exclude(&mut self, excluded: &ExcludedValues, vocabulary: &Vocabulary) {
        if !excluded.categories.is_empty() {
            let refused = category_bits(&excluded.categories);
            let wanted = if self.categories == 0 { category_bits(&Category::ALL) } else { self.categories };
            let left = wanted & !refused;
            // 0 would let every category through.
            self.categories = if left == 0 { NO_CATEGORY } else { left };
        }
        if !excluded.manufacturers.is_empty() {
            let allowed = self.manufacturers.get_or_insert_with(|| vec![true; vocabulary.brands.len()]);
            set_manufacturers(allowed, &excluded.manufacturers, vocabulary, false);
        }
        if !excluded.retailers.is_empty() {
            let others = vocabulary.retailers.iter().filter(|slug| !excluded.retailers.contains(slug));
            self.retain_retailers(vocabulary.retailer_set(others));
        }
    }

    /// Lets only products of these retailers through, of those that pass so far.
    fn retain_retailers(&mut self, mut retailers: RetailerSet) {
        if let Some(before) = &self.retailers {
            retailers.retain(before);
        }
        self.retailers = Some(retailers);
    }

    /// Adds the constraints that the text states. Of two bounds on the price the stricter one holds; bounds that
    /// exclude each other let nothing through.
    pub(crate) fn add_constraints(
        &mut self,
        constraints: &TextConstraints,
        vocabulary: &Vocabulary,
        config: &SearchConfig,
    ) -> Result<()> {
        self.in_stock |= constraints.in_stock;
        if self.categories == 0 {
            self.categories = category_bits(&constraints.categories);
        }
        if constraints.price_min.is_some() || constraints.price_max.is_some() {
            let (min, max) = self.price.unwrap_or((0, u32::MAX));
            let text_min = constraints.price_min.map_or(0, price_in_column);
            let text_max = constraints.price_max.map_or(u32::MAX, price_in_column);
            self.price = Some((min.max(text_min), max.min(text_max)));
        }
        if !constraints.retailers.is_empty() {
            self.retain_retailers(vocabulary.retailer_set(&constraints.retailers));
        }
        for (key, filter) in &constraints.specs {
            // A constraint on a spec that no listing filters by is ignored.
            if config.facets.slots_of_spec(*key).next().is_some() {
                self.add_spec(CompiledSpec::compile(*key, filter, vocabulary, config)?);
            }
        }
        constraints.fit_conditions.iter().cloned().for_each(|spec| self.add_spec(spec));
        self.exclude(&constraints.excluded, vocabulary);
        Ok(())
    }

    /// Adds a filter on a spec; a product must pass all filters on the same spec. A filter beyond [`MAX_SPECS`] changes
    /// nothing: no category has so many specs, so that no product passes the others.
    pub(crate) fn add_spec(&mut self, spec: CompiledSpec) {
        let Some(existing) = self.specs.iter_mut().find(|existing| existing.key == spec.key) else {
            if self.specs.len() < MAX_SPECS {
                self.specs.push(spec);
            }
            return;
        };
        for (allowed, other) in existing.allowed.iter_mut().zip(spec.allowed) {
            *allowed = match (allowed.take(), other) {
                (Some((slot, sets)), Some((_, others))) => {
                    Some((slot, sets.into_iter().zip(others).map(|(set, other)| set && other).collect()))
                }
                (Some(own), None) if spec.passes_without => Some(own),
                (None, Some(other)) if existing.passes_without => Some(other),
                _ => None,
            };
        }
        existing.passes_without &= spec.passes_without;
    }

    /// Whether nothing is filtered.
    pub(crate) fn is_unrestricted(&self) -> bool {
        let Self { categories, manufacturers, retailers, price, tiers, in_stock, tabby, min_rating, specs } =
            self;
        *categories == 0
            && (manufacturers.is_none() && retailers.is_none() && price.is_none() && tiers.is_none())
            && (!in_stock && !tabby && min_rating.is_none() && specs.is_empty())
    }

    /// Whether rows of the category can pass.
    pub(crate) fn allows_category(&self, category: usize) -> bool {
        self.categories == 0 || self.categories & (1 << category) != 0
    }

    /// Returns the number of groups, filtered or not.
    pub(crate) fn group_count(&self) -> usize {
        FilterGroup::of_spec(self.specs.len()).index()
    }

    /// Returns the group of the filter on a spec, if there is one.
    pub(crate) fn spec_group(&self, key: SpecKey) -> Option<FilterGroup> {
        self.specs.iter().position(|spec| spec.key == key).map(FilterGroup::of_spec)
    }
}

impl CompiledSpec {
    fn compile(
        key: SpecKey,
        filter: &SpecFilter,
        vocabulary: &Vocabulary,
        config: &SearchConfig,
    ) -> Result<Self> {
        let mut allowed = vec![None; Category::ALL.len()];
        let mut is_filterable = false;
        let excludes = matches!(filter, SpecFilter::NoneOf(_));
        for (category, slot) in config.facets.slots_of_spec(key) {
            is_filterable = true;
            let Some(values) = vocabulary.slot(category, slot) else { continue };
            let passes: Vec<bool> = match filter {
                SpecFilter::AnyOf(texts) | SpecFilter::NoneOf(texts) => {
                    let wanted: Vec<u16> = texts.iter().filter_map(|text| values.value(text)).collect();
                    (0..values.values.len()).map(|number| wanted.contains(&(number as u16))).collect()
                }
                SpecFilter::Range { min, max } => values
                    .values
                    .iter()
                    .map(|value| {
                        value.number.is_some_and(|number| {
                            min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max)
                        })
                    })
                    .collect(),
            };
            let has_value = |set: &Vec<u16>| set.iter().any(|number| passes[usize::from(*number)]);
            let set_passes = values.sets.iter().map(|set| has_value(set) != excludes).collect();
            allowed[category] = Some((slot, set_passes));
        }
        if is_filterable {
            Ok(Self { key, allowed, passes_without: excludes })
        } else {
            Err(SearchError::invalid(format!("spec.{key}"), Problem::NotFilterable))
        }
    }
}

/// Returns a bit for each category.
fn category_bits(categories: &[Category]) -> u32 {
    categories.iter().fold(0, |bits, category| bits | 1 << category_index(*category))
}

/// Sets whether the named manufacturers pass.
fn set_manufacturers(allowed: &mut [bool], names: &[String], vocabulary: &Vocabulary, passes: bool) {
    for number in names.iter().filter_map(|name| vocabulary.brand(name)) {
        if let Some(allowed) = allowed.get_mut(usize::from(number)) {
            *allowed = passes;
        }
    }
}

/// Returns the error for filters that are out of bounds, with the field's name in the API.
fn check_filters(filters: &Filters) -> Result<()> {
    let counts = [
        ("category", filters.categories.len()),
        ("manufacturer", filters.manufacturers.len()),
        ("retailer", filters.retailers.len()),
        ("tier", filters.tiers.len()),
        ("-category", filters.excluded.categories.len()),
        ("-manufacturer", filters.excluded.manufacturers.len()),
        ("-retailer", filters.excluded.retailers.len()),
    ];
    for (field, count) in counts {
        if count > MAX_VALUES {
            return Err(SearchError::invalid(field, Problem::TooMany { max: MAX_VALUES }));
        }
    }
    if filters.specs.len() > MAX_SPECS {
        return Err(SearchError::invalid("spec", Problem::TooMany { max: MAX_SPECS }));
    }
    for (field, price) in [("minPrice", filters.price_min), ("maxPrice", filters.price_max)] {
        if price.is_some_and(|price| price.0 < 0) {
            return Err(SearchError::invalid(
                field,
                Problem::OutOfRange { min: 0, max: i64::from(u32::MAX / 1000) },
            ));
        }
    }
    if let (Some(min), Some(max)) = (filters.price_min, filters.price_max)
        && min > max
    {
        return Err(SearchError::invalid("minPrice", Problem::Reversed));
    }
    match filters.min_rating {
        Some(stars) if !stars.is_finite() => {
            return Err(SearchError::invalid("minRating", Problem::NotANumber));
        }
        Some(stars) if !(0.0..=5.0).contains(&stars) => {
            return Err(SearchError::invalid("minRating", Problem::OutOfRange { min: 0, max: 5 }));
        }
        _ => {}
    }
    filters.specs.iter().try_for_each(|(key, filter)| check_spec(*key, filter))
}

fn check_spec(key: SpecKey, filter: &SpecFilter) -> Result<()> {
    match filter {
        SpecFilter::AnyOf(values) if values.len() > MAX_VALUES => {
            Err(SearchError::invalid(format!("spec.{key}"), Problem::TooMany { max: MAX_VALUES }))
        }
        SpecFilter::NoneOf(values) if values.len() > MAX_VALUES => {
            Err(SearchError::invalid(format!("-spec.{key}"), Problem::TooMany { max: MAX_VALUES }))
        }
        SpecFilter::Range { min, max }
            if [min, max].into_iter().flatten().any(|bound| !bound.is_finite()) =>
        {
            Err(SearchError::invalid(format!("spec.{key}"), Problem::NotANumber))
        }
        SpecFilter::Range { min: Some(min), max: Some(max) } if min > max => {
            Err(SearchError::invalid(format!("spec.{key}.min"), Problem::Reversed))
        }
        _ => Ok(()),
    }
}
