//! Counts of every filter group, each made without the group's own filter, in the pass that finds the hits.

use domain::model::Category;

use crate::{
    Bucket, Facet, FacetKind, SearchConfig, Tier, ValueCount,
    columns::Row,
    filter::{CompiledFilters, group},
    vocabulary::{SlotVocabulary, Vocabulary},
};

/// Values shown of a group; nobody scrolls further.
const MAX_VALUES: usize = 100;

/// The counts while they are made.
pub(crate) struct Counts {
    categories: [u32; 32],
    brands: Vec<u32>,
    shops: [u32; 64],
    prices: Vec<u32>,
    price_range: (u32, u32),
    tiers: [u32; 4],
    in_stock: u32,
    tabby: u32,
    /// By whole stars, 0 to 5.
    ratings: [u32; 6],
    /// The category whose facts are counted, and its slots' sets.
    facts: Option<(usize, Vec<Vec<u32>>)>,
    /// The group bit of each slot, 0 where nothing is filtered.
    fact_groups: Vec<u32>,
}

impl Counts {
    /// Nothing counted yet; facts are those of one category.
    pub(crate) fn new(
        facts_of: Option<usize>,
        filters: &CompiledFilters,
        vocabulary: &Vocabulary,
        config: &SearchConfig,
    ) -> Self {
        let plan = facts_of.map(|category| config.facets.slots(category)).unwrap_or_default();
        let facts = facts_of.map(|category| {
            let sets = (0..plan.len())
                .map(|slot| vec![0; vocabulary.slot(category, slot).map_or(0, |slot| slot.sets.len())]);
            (category, sets.collect())
        });
        Self {
            categories: [0; 32],
            brands: vec![0; vocabulary.brands.len()],
            shops: [0; 64],
            prices: vec![0; config.facets.price_buckets],
            price_range: (u32::MAX, 0),
            tiers: [0; 4],
            in_stock: 0,
            tabby: 0,
            ratings: [0; 6],
            facts,
            fact_groups: plan.iter().map(|slot| filters.spec_group(slot.key).unwrap_or(0)).collect(),
        }
    }

    /// Counts a row that fails no group, or one: then it counts in that group alone. Others must not come here.
    pub(crate) fn add(&mut self, failed: u32, row: &Row, slots: &[u16], config: &SearchConfig) {
        let counts = |group: u32| failed & !group == 0;
        if counts(group::CATEGORY) {
            self.categories[usize::from(row.category)] += 1;
        }
        if counts(group::BRAND)
            && let Some(count) = self.brands.get_mut(usize::from(row.brand))
        {
            *count += 1;
        }
        if counts(group::SHOP) {
            let mut shops = row.shops;
            while shops != 0 {
                self.shops[shops.trailing_zeros() as usize] += 1;
                shops &= shops - 1;
            }
        }
        if row.is_sold() {
            self.add_price(failed, row.price, config);
        }
        if counts(group::STOCK) && row.is_in_stock() {
            self.in_stock += 1;
        }
        if counts(group::TABBY) && row.has_tabby() {
            self.tabby += 1;
        }
        if counts(group::RATING) {
            self.ratings[usize::from(row.rating / 50).min(5)] += 1;
        }
        if let Some((category, facts)) = &mut self.facts
            && *category == usize::from(row.category)
        {
            for ((counts, group), set) in facts.iter_mut().zip(&self.fact_groups).zip(slots) {
                if failed & !group == 0
                    && let Some(count) = counts.get_mut(usize::from(*set))
                {
                    *count += 1;
                }
            }
        }
    }

    fn add_price(&mut self, failed: u32, price: u32, config: &SearchConfig) {
        if failed & !group::PRICE == 0 {
            let bucket = (price / config.facets.price_step) as usize;
            let last = self.prices.len() - 1;
            self.prices[bucket.min(last)] += 1;
            self.price_range = (self.price_range.0.min(price), self.price_range.1.max(price));
        }
        if failed & !group::TIER == 0 {
            self.tiers[config.facets.tier(price) as usize] += 1;
        }
    }

    /// The groups in display order; groups without a count are left out.
    pub(crate) fn finish(self, vocabulary: &Vocabulary, config: &SearchConfig) -> Vec<Facet> {
        let mut facets = Vec::new();
        facets.extend(self.price_facet(config));
        let tiers = Tier::ALL.iter().map(|tier| (tier.as_str().to_owned(), self.tiers[*tier as usize]));
        push_values(&mut facets, "tier", tiers, false);
        let brands =
            vocabulary.brands.iter().zip(&self.brands).skip(1).map(|(name, count)| (name.clone(), *count));
        push_values(&mut facets, "manufacturer", brands, true);
        let shops = vocabulary.shops.iter().zip(&self.shops).map(|(slug, count)| (slug.clone(), *count));
        push_values(&mut facets, "retailer", shops, true);
        let availability = [("inStock", self.in_stock), ("tabby", self.tabby)];
        push_values(
            &mut facets,
            "availability",
            availability.into_iter().map(|(name, count)| (name.to_owned(), count)),
            false,
        );
        let at_least = |stars: usize| self.ratings[stars..].iter().sum::<u32>();
        push_values(
            &mut facets,
            "rating",
            [4, 3, 2, 1].into_iter().map(|stars| (stars.to_string(), at_least(stars))),
            false,
        );
        let categories = Category::ALL
            .iter()
            .zip(&self.categories)
            .map(|(category, count)| (category.as_str().to_owned(), *count));
        push_values(&mut facets, "category", categories, true);
        if let Some((category, sets)) = &self.facts {
            for (slot, (plan, counts)) in config.facets.slots(*category).iter().zip(sets).enumerate() {
                let Some(values) = vocabulary.slot(*category, slot) else { continue };
                let group = format!("spec.{}", plan.key);
                let counts = value_counts(values, counts);
                if plan.borders.is_empty() {
                    push_values(
                        &mut facets,
                        &group,
                        counts.map(|(value, count)| (values.values[value].text.clone(), count)),
                        true,
                    );
                } else {
                    facets.extend(range_facet(group, &plan.borders, values, counts));
                }
            }
        }
        facets
    }

    fn price_facet(&self, config: &SearchConfig) -> Option<Facet> {
        let (min, max) = self.price_range;
        if min > max {
            return None;
        }
        let step = f64::from(config.facets.price_step);
        let last = self.prices.len() - 1;
        let buckets =
            self.prices.iter().enumerate().filter(|(_, count)| **count > 0).map(|(index, count)| Bucket {
                from: index as f64 * step,
                to: if index == last {
                    f64::from(max).max((index + 1) as f64 * step)
                } else {
                    (index + 1) as f64 * step
                },
                count: u64::from(*count),
            });
        let kind = FacetKind::Range { min: f64::from(min), max: f64::from(max), buckets: buckets.collect() };
        Some(Facet { group: "price".to_owned(), kind })
    }
}

/// The counts of single values from those of the sets they are in.
fn value_counts<'a>(
    values: &'a SlotVocabulary,
    sets: &[u32],
) -> impl Iterator<Item = (usize, u32)> + use<'a> {
    let mut counts = vec![0_u32; values.values.len()];
    for (set, count) in values.sets.iter().zip(sets).filter(|(_, count)| **count > 0) {
        set.iter().for_each(|value| counts[usize::from(*value)] += count);
    }
    counts.into_iter().enumerate()
}

fn push_values(
    facets: &mut Vec<Facet>,
    group: &str,
    counts: impl Iterator<Item = (String, u32)>,
    by_count: bool,
) {
    let mut values: Vec<ValueCount> = counts
        .filter(|(_, count)| *count > 0)
        .map(|(value, count)| ValueCount { value, count: u64::from(count) })
        .collect();
    if by_count {
        values.sort_by(|left, right| right.count.cmp(&left.count).then_with(|| left.value.cmp(&right.value)));
        values.truncate(MAX_VALUES);
    }
    if !values.is_empty() {
        facets.push(Facet { group: group.to_owned(), kind: FacetKind::Values(values) });
    }
}

fn range_facet(
    group: String,
    borders: &[f64],
    values: &SlotVocabulary,
    counts: impl Iterator<Item = (usize, u32)>,
) -> Option<Facet> {
    let mut buckets = vec![0_u64; borders.len() + 1];
    let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
    for (value, count) in counts.filter(|(_, count)| *count > 0) {
        let Some(number) = values.values[value].number else { continue };
        buckets[borders.partition_point(|border| *border <= number)] += u64::from(count);
        (min, max) = (min.min(number), max.max(number));
    }
    if min > max {
        return None;
    }
    let bounds: Vec<f64> = std::iter::once(min.min(borders[0]))
        .chain(borders.iter().copied())
        .chain([max.max(borders[borders.len() - 1])])
        .collect();
    let buckets = bounds.windows(2).zip(&buckets).filter(|(_, count)| **count > 0);
    let buckets =
        buckets.map(|(bounds, count)| Bucket { from: bounds[0], to: bounds[1], count: *count }).collect();
    Some(Facet { group, kind: FacetKind::Range { min, max, buckets } })
}
