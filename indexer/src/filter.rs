//! Filters compiled to numbers: which groups does a row fail?

use domain::model::SpecKey;

use crate::{
    Filters, Problem, SearchConfig, SearchError, SpecFilter, Tier,
    columns::{Block, DEAD, IN_STOCK, SOLD, TABBY},
    facet_plan::{category_index, price_column},
    query::read::Constraints,
    rows::{Rows, Split},
    vocabulary::Vocabulary,
};

/// Values that one filter group takes.
const MAX_VALUES: usize = 200;
/// Filters on facts in one request; their bits follow those of the other groups.
const MAX_SPECS: usize = 20;

/// Bits of the groups a row may fail.
pub(crate) mod group {
    pub(crate) const CATEGORY: u32 = 1;
    pub(crate) const BRAND: u32 = 1 << 1;
    pub(crate) const SHOP: u32 = 1 << 2;
    pub(crate) const PRICE: u32 = 1 << 3;
    pub(crate) const TIER: u32 = 1 << 4;
    pub(crate) const STOCK: u32 = 1 << 5;
    pub(crate) const TABBY: u32 = 1 << 6;
    pub(crate) const RATING: u32 = 1 << 7;
    pub(crate) const FIRST_SPEC: u32 = 8;
}

/// Filters in the numbers of one vocabulary.
#[derive(Debug, Clone)]
pub(crate) struct CompiledFilters {
    /// A bit a category; 0 lets every category through.
    pub(crate) categories: u32,
    brands: Option<Vec<bool>>,
    shops: Option<u64>,
    price: Option<(u32, u32)>,
    tiers: Option<[bool; 4]>,
    in_stock: bool,
    tabby: bool,
    min_rating: Option<u8>,
    pub(crate) specs: Vec<CompiledSpec>,
}

/// A filter on one fact.
#[derive(Debug, Clone)]
pub(crate) struct CompiledSpec {
    pub(crate) key: SpecKey,
    /// By category: the slot, and which of its sets are let through. Categories without the fact are not.
    allowed: Vec<Option<(usize, Vec<bool>)>>,
}

impl CompiledFilters {
    /// Checks and compiles; names and values that no product has match nothing.
    pub(crate) fn compile(
        filters: &Filters,
        vocabulary: &Vocabulary,
        config: &SearchConfig,
    ) -> Result<Self, SearchError> {
        check(filters)?;
        let brands = (!filters.manufacturers.is_empty()).then(|| {
            let mut allowed = vec![false; vocabulary.brands.len()];
            filters
                .manufacturers
                .iter()
                .filter_map(|name| vocabulary.brand(name))
                .for_each(|brand| allowed[usize::from(brand)] = true);
            allowed
        });
        let shops = (!filters.retailers.is_empty()).then(|| {
            filters.retailers.iter().filter_map(|slug| vocabulary.shop(slug)).fold(0, |bits, bit| bits | bit)
        });
        let price = (filters.price_min.is_some() || filters.price_max.is_some()).then(|| {
            (filters.price_min.map_or(0, price_column), filters.price_max.map_or(u32::MAX, price_column))
        });
        let tiers = (!filters.tiers.is_empty()).then(|| Tier::ALL.map(|tier| filters.tiers.contains(&tier)));
        let specs = filters
            .specs
            .iter()
            .map(|(key, filter)| CompiledSpec::compile(*key, filter, vocabulary, config))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            categories: filters
                .categories
                .iter()
                .fold(0, |bits, category| bits | 1 << category_index(*category)),
            brands,
            shops,
            price,
            tiers,
            in_stock: filters.in_stock,
            tabby: filters.tabby,
            min_rating: filters.min_rating.map(|stars| (stars * 50.0).round() as u8),
            specs,
        })
    }

    /// Adds what the text asked for; bounds that exclude each other let nothing through.
    pub(crate) fn narrow(&mut self, constraints: &Constraints) {
        self.in_stock |= constraints.in_stock;
        if constraints.price_min.is_some() || constraints.price_max.is_some() {
            let (min, max) = self.price.unwrap_or((0, u32::MAX));
            let own_min = constraints.price_min.map_or(0, price_column);
            let own_max = constraints.price_max.map_or(u32::MAX, price_column);
            self.price = Some((min.max(own_min), max.min(own_max)));
        }
    }

    /// Whether rows of the category can pass.
    pub(crate) fn takes(&self, category: usize) -> bool {
        self.categories == 0 || self.categories & (1 << category) != 0
    }

    /// Sorts rows of one category into those that pass and those that fail a single group.
    pub(crate) fn split(
        &self,
        category: usize,
        block: &Block,
        rows: Rows<'_>,
        config: &SearchConfig,
        split: &mut Split,
    ) {
        let Split { passed, failed, masks } = split;
        self.mark(category, block, rows, config, masks);
        rows.pick(masks, 0, passed);
        let counted = self.counted_apart();
        for (index, failed) in failed.iter_mut().enumerate() {
            if counted & (1 << index) == 0 {
                failed.clear();
            } else {
                rows.pick(masks, 1 << index, failed);
            }
        }
    }

    /// The groups that rows can fail and still be counted in. What fails only stock or Tabby has neither to be counted by.
    fn counted_apart(&self) -> u32 {
        let groups = [
            (self.categories != 0, group::CATEGORY),
            (self.brands.is_some(), group::BRAND),
            (self.shops.is_some(), group::SHOP),
            (self.price.is_some(), group::PRICE),
            (self.tiers.is_some(), group::TIER),
            (self.min_rating.is_some(), group::RATING),
        ];
        let specs = ((1 << self.specs.len()) - 1) << group::FIRST_SPEC;
        groups
            .into_iter()
            .filter(|(is_filtered, _)| *is_filtered)
            .fold(specs, |bits, (_, group)| bits | group)
    }

    /// The bits of the groups that each row fails; every bit for a row that is gone.
    fn mark(
        &self,
        category: usize,
        block: &Block,
        rows: Rows<'_>,
        config: &SearchConfig,
        masks: &mut Vec<u32>,
    ) {
        let live = &block.live;
        let strange = self.categories != 0 && self.categories & (1 << category) == 0;
        masks.clear();
        masks.resize(rows.len(), if strange { group::CATEGORY } else { 0 });
        let stock = if self.in_stock { IN_STOCK } else { 0 };
        let tabby = if self.tabby { TABBY } else { 0 };
        rows.mark(masks, &live.flags, |flags| {
            let gone = if flags & DEAD != 0 { u32::MAX } else { 0 };
            let stock = if flags & stock != stock { group::STOCK } else { 0 };
            gone | stock | if flags & tabby != tabby { group::TABBY } else { 0 }
        });
        if let Some((min, max)) = self.price {
            rows.mark(masks, &live.prices, |price| if price < min || price > max { group::PRICE } else { 0 });
            rows.mark(masks, &live.flags, |flags| if flags & SOLD == 0 { group::PRICE } else { 0 });
        }
        if let Some(tiers) = self.tiers {
            rows.mark(masks, &live.prices, |price| {
                if tiers[config.facets.tier(price) as usize] { 0 } else { group::TIER }
            });
            rows.mark(masks, &live.flags, |flags| if flags & SOLD == 0 { group::TIER } else { 0 });
        }
        if let Some(brands) = &self.brands {
            rows.mark(masks, &block.brands, |brand| {
                if brands.get(usize::from(brand)).copied().unwrap_or(false) { 0 } else { group::BRAND }
            });
        }
        if let Some(wanted) = self.shops {
            rows.mark(masks, &live.shops, |shops| if shops & wanted == 0 { group::SHOP } else { 0 });
        }
        if let Some(min) = self.min_rating {
            rows.mark(masks, &live.ratings, |rating| if rating < min { group::RATING } else { 0 });
        }
        for (index, spec) in self.specs.iter().enumerate() {
            spec.mark(category, block, rows, 1 << (group::FIRST_SPEC as usize + index), masks);
        }
    }

    /// How many rows of a category that is not asked for satisfy everything else.
    pub(crate) fn count_strange(&self, category: usize, block: &Block, config: &SearchConfig) -> u32 {
        let mut masks = Vec::new();
        let mut count = |rows: Rows<'_>| {
            self.mark(category, block, rows, config, &mut masks);
            masks.iter().filter(|mask| **mask & !group::CATEGORY == 0).count() as u32
        };
        if let Some(brands) = &self.brands {
            let asked = brands.iter().enumerate().filter(|(_, asked)| **asked);
            return asked
                .flat_map(|(brand, _)| block.of_brand(brand as u16).chunks(Rows::MOST))
                .map(|rows| count(Rows::Listed(rows)))
                .sum();
        }
        if self.shops.is_some() || self.min_rating.is_some() || self.tabby || !self.specs.is_empty() {
            return Rows::spans(block.len()).map(count).sum();
        }
        let live = &block.live;
        let prices = if self.in_stock { &live.stocked } else { &live.sold };
        let (min, max) = self.price.unwrap_or((0, u32::MAX));
        match self.tiers {
            Some(tiers) => Tier::ALL
                .iter()
                .filter(|tier| tiers[**tier as usize])
                .map(|tier| {
                    let (from, to) = config.facets.tier_bounds(*tier);
                    prices.within(min.max(from), max.min(to))
                })
                .sum(),
            None if self.price.is_some() || self.in_stock => prices.within(min, max),
            None => live.alive,
        }
    }

    /// How many groups there are, filtered or not.
    pub(crate) fn groups(&self) -> usize {
        group::FIRST_SPEC as usize + self.specs.len()
    }

    /// The bit of the filter on a fact, when there is one.
    pub(crate) fn spec_group(&self, key: SpecKey) -> Option<u32> {
        self.specs
            .iter()
            .position(|spec| spec.key == key)
            .map(|index| 1 << (group::FIRST_SPEC as usize + index))
    }
}

impl CompiledSpec {
    fn compile(
        key: SpecKey,
        filter: &SpecFilter,
        vocabulary: &Vocabulary,
        config: &SearchConfig,
    ) -> Result<Self, SearchError> {
        let mut allowed = vec![None; domain::model::Category::ALL.len()];
        let mut is_filterable = false;
        for (category, slot) in config.facets.places(key) {
            is_filterable = true;
            let Some(values) = vocabulary.slot(category, slot) else { continue };
            let passes: Vec<bool> = match filter {
                SpecFilter::AnyOf(texts) => {
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
            let sets =
                values.sets.iter().map(|set| set.iter().any(|number| passes[usize::from(*number)])).collect();
            allowed[category] = Some((slot, sets));
        }
        if is_filterable {
            Ok(Self { key, allowed })
        } else {
            Err(SearchError::invalid(format!("spec.{key}"), Problem::NotFilterable))
        }
    }

    fn mark(&self, category: usize, block: &Block, rows: Rows<'_>, bit: u32, masks: &mut [u32]) {
        let column = self.allowed.get(category).and_then(Option::as_ref);
        match column.and_then(|(slot, sets)| Some((block.slots.get(*slot)?, sets))) {
            Some((column, sets)) => rows.mark(masks, column, |set| {
                if sets.get(usize::from(set)).copied().unwrap_or(false) { 0 } else { bit }
            }),
            None => masks.iter_mut().for_each(|mask| *mask |= bit),
        }
    }
}

/// Refuses what no honest page asks for, naming the field as the wire does.
fn check(filters: &Filters) -> Result<(), SearchError> {
    let counts = [
        ("category", filters.categories.len()),
        ("manufacturer", filters.manufacturers.len()),
        ("retailer", filters.retailers.len()),
        ("tier", filters.tiers.len()),
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

fn check_spec(key: SpecKey, filter: &SpecFilter) -> Result<(), SearchError> {
    match filter {
        SpecFilter::AnyOf(values) if values.len() > MAX_VALUES => {
            Err(SearchError::invalid(format!("spec.{key}"), Problem::TooMany { max: MAX_VALUES }))
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
