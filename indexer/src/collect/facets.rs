//! Facet counts, made in the pass that finds the hits. A facet is counted without the filter of its own group, except
//! `availability`: the filters on stock and Tabby hold in it too. With `inStock=true`, its value `tabby` counts only
//! products in stock; with the filter on Tabby, `inStock` counts only products with Tabby.
//!
//! All facets count the rows that pass all filters. The facet of a group also counts the rows that fail this group
//! alone, except those of stock and Tabby (`filter_rows.rs` partitions the rows and says why).
//!
//! To read a row as rarely as possible, several facets are derived from one table of counts: stock, Tabby and stars
//! from one byte of flags, tiers from the price buckets, eight retailers from one byte of bits, and facts that share a
//! column from its combinations.

use domain::model::Category;

use super::{
    facet_groups::{by_count, counts_by_value, push_values, range_facet},
    filter::{CompiledFilters, FilterGroup},
    rows::FilteredRows,
};
use crate::{
    config::SearchConfig,
    interface::{Bucket, Facet, FacetKind, SearchRequest, Tier},
    storage::{
        columns::CategoryTable,
        mutable_columns::{HAS_OFFER, IN_STOCK, MutableColumns, STARS_SHIFT, TABBY},
        vocabulary::Vocabulary,
    },
};

/// Facet bits of rows that pass every filter: they count in every group.
const ALL_GROUPS: u32 = u32::MAX;

/// Number of combinations of flags and stars.
const FLAG_COMBINATIONS: usize = 128;

/// Facet counts while they are being made.
pub(crate) struct FacetCounts {
    categories: [u32; 32],
    brands: Vec<u32>,
    /// By eight retailers, then by their byte of bits; `counts_by_retailer` turns this into counts by retailer.
    retailers: Vec<[u32; 256]>,
    /// Rows that pass, by price bucket; the tiers are read off these counts too.
    passed_prices: Vec<u32>,
    /// Rows that fail only the price filter, by price bucket.
    failed_prices: Vec<u32>,
    price_range: (u32, u32),
    tiers: [u32; 4],
    /// Rows that pass, by their byte of flags and stars.
    flag_counts: Vec<u32>,
    /// Rows that fail only the rating filter, by their byte of flags and stars.
    failed_flag_counts: Vec<u32>,
    /// The category whose facts are counted, and its counts by slot and value set.
    fact_counts: Option<(usize, Vec<Vec<u32>>)>,
    /// Rows that pass, by the combinations of each fact column. Their numbers differ between segments, so
    /// `resolve_combinations` resolves them after each segment.
    combination_counts: Vec<Vec<u32>>,
    /// Scratch: prices of those of the rows being counted that have an offer.
    row_prices: Vec<u32>,
    /// By slot: the facet bit of the filter on the fact, or 0.
    fact_facet_bits: Vec<u32>,
}

impl FacetCounts {
    /// Returns empty counts; `specs_category` is the category whose specs are counted.
    pub(crate) fn new(
        specs_category: Option<usize>,
        filters: &CompiledFilters,
        vocabulary: &Vocabulary,
        config: &SearchConfig,
    ) -> Self {
        let plan = specs_category.map(|category| config.facets.slots(category)).unwrap_or_default();
        let fact_counts = specs_category.map(|category| {
            let sets = (0..plan.len())
                .map(|slot| vec![0; vocabulary.slot(category, slot).map_or(0, |slot| slot.sets.len())]);
            (category, sets.collect())
        });
        Self {
            categories: [0; 32],
            brands: vec![0; vocabulary.brands.len()],
            retailers: vec![[0; 256]; vocabulary.retailers.len().div_ceil(8)],
            passed_prices: vec![0; config.facets.price_buckets],
            failed_prices: vec![0; config.facets.price_buckets],
            price_range: (u32::MAX, 0),
            tiers: [0; 4],
            flag_counts: vec![0; FLAG_COMBINATIONS],
            failed_flag_counts: vec![0; FLAG_COMBINATIONS],
            fact_counts,
            combination_counts: Vec::new(),
            row_prices: Vec::new(),
            fact_facet_bits: plan
                .iter()
                .map(|slot| filters.spec_group(slot.key).map_or(0, FilterGroup::facet_bit))
                .collect(),
        }
    }

    /// Counts rows of one category: those that pass in every facet, those that fail one group in that group's facet.
    pub(crate) fn add(
        &mut self,
        category: usize,
        table: &CategoryTable,
        filtered: &FilteredRows,
        config: &SearchConfig,
    ) {
        self.add_rows(ALL_GROUPS, category, table, &filtered.passed, config);
        for (index, rows) in filtered.failed.iter().enumerate().filter(|(_, rows)| !rows.is_empty()) {
            self.add_rows(FilterGroup::from_index(index).facet_bit(), category, table, rows, config);
        }
    }

    /// Counts products of a category that is not requested and that pass every other filter.
    pub(crate) fn add_other_category(&mut self, category: usize, count: u32) {
        self.categories[category] += count;
    }

    fn add_rows(
        &mut self,
        facet_bits: u32,
        category: usize,
        table: &CategoryTable,
        rows: &[u32],
        config: &SearchConfig,
    ) {
        let counts = |group: FilterGroup| facet_bits & group.facet_bit() != 0;
        let mutable = &table.mutable;
        if counts(FilterGroup::CATEGORY) {
            self.categories[category] += rows.len() as u32;
        }
        if counts(FilterGroup::MANUFACTURER) {
            count_column_values(&mut self.brands, rows, &table.brands);
        }
        if counts(FilterGroup::RETAILER) {
            let retailers = self.retailers.iter_mut().zip(&mutable.retailers);
            retailers.for_each(|(counts, column)| count_column_values(counts, rows, column));
        }
        self.add_prices(facet_bits, mutable, rows, config);
        if facet_bits == ALL_GROUPS {
            count_column_values(&mut self.flag_counts, rows, &mutable.flags);
        } else if counts(FilterGroup::RATING) {
            count_column_values(&mut self.failed_flag_counts, rows, &mutable.flags);
        }
        if self.fact_counts.as_ref().is_some_and(|(of, _)| *of == category) {
            self.add_facts(facet_bits, table, rows);
        }
    }

    fn add_facts(&mut self, facet_bits: u32, table: &CategoryTable, rows: &[u32]) {
        if facet_bits == ALL_GROUPS {
            let columns = table.facts.counted();
            self.combination_counts.resize_with(columns.len(), Vec::new);
            for (counts, column) in self.combination_counts.iter_mut().zip(columns) {
                counts.resize(column.len(), 0);
                count_column_values(counts, rows, &column.combinations);
            }
            return;
        }
        // Rows that fail the filter on a fact count in that fact alone.
        let Some((_, fact_counts)) = &mut self.fact_counts else { return };
        for (slot, counts) in fact_counts
            .iter_mut()
            .enumerate()
            .filter(|(slot, _)| self.fact_facet_bits[*slot] & facet_bits != 0)
        {
            let Some((column, position)) = table.facts.column(slot) else { continue };
            for row in rows {
                let value_set = column.value_set_of(column.combinations[*row as usize], position);
                if let Some(count) = counts.get_mut(usize::from(value_set)) {
                    *count += 1;
                }
            }
        }
    }

    /// Resolves the combinations that were counted in a segment into counts of value sets.
    pub(crate) fn resolve_combinations(&mut self, tables: &[CategoryTable]) {
        let Some((category, fact_counts)) = &mut self.fact_counts else { return };
        let combination_counts = std::mem::take(&mut self.combination_counts);
        for (column, counts) in tables[*category].facts.counted().iter().zip(combination_counts) {
            for (combination, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
                for (slot, value_set) in column.value_sets_by_slot(combination) {
                    if let Some(sum) =
                        fact_counts.get_mut(slot).and_then(|counts| counts.get_mut(usize::from(value_set)))
                    {
                        *sum += count;
                    }
                }
            }
        }
    }

    fn add_prices(&mut self, facet_bits: u32, mutable: &MutableColumns, rows: &[u32], config: &SearchConfig) {
        let counts = |group: FilterGroup| facet_bits & group.facet_bit() != 0;
        if !counts(FilterGroup::PRICE) && !counts(FilterGroup::TIER) {
            return;
        }
        let passes = facet_bits == ALL_GROUPS;
        let mut row_prices = std::mem::take(&mut self.row_prices);
        row_prices.resize(rows.len(), 0);
        let mut count = 0;
        for row in rows {
            row_prices[count] = mutable.prices[*row as usize];
            count += usize::from(mutable.flags[*row as usize] & HAS_OFFER);
        }
        row_prices.truncate(count);
        if counts(FilterGroup::PRICE) {
            let buckets = if passes { &mut self.passed_prices } else { &mut self.failed_prices };
            let last = buckets.len() - 1;
            for price in &row_prices {
                buckets[config.facets.price_bucket(*price).min(last)] += 1;
            }
            let (min, max) = self.price_range;
            self.price_range = (
                row_prices.iter().copied().fold(min, u32::min),
                row_prices.iter().copied().fold(max, u32::max),
            );
        }
        // Tiers of passing rows are read off the price buckets at the end, where the tiers' borders are borders of
        // buckets.
        if counts(FilterGroup::TIER) && !(passes && config.facets.tier_buckets.is_some()) {
            let from = Tier::ALL.map(|tier| {
                let (first, _) = config.facets.tier_bounds(tier);
                row_prices.iter().map(|price| u32::from(*price >= first)).sum::<u32>()
            });
            for (tier, count) in self.tiers.iter_mut().enumerate() {
                *count += from[tier] - from.get(tier + 1).copied().unwrap_or(0);
            }
        }
        self.row_prices = row_prices;
    }

    /// Returns the counts by tier.
    fn tier_counts(&self, config: &SearchConfig) -> [u32; 4] {
        let mut tiers = self.tiers;
        if let Some([second, third, fourth]) = config.facets.tier_buckets {
            let borders = [0, second, third, fourth, self.passed_prices.len()];
            for (count, borders) in tiers.iter_mut().zip(borders.windows(2)) {
                *count += self.passed_prices[borders[0]..borders[1]].iter().sum::<u32>();
            }
        }
        tiers
    }

    /// Returns the counts by retailer.
    fn counts_by_retailer(&self) -> impl Iterator<Item = u32> + '_ {
        self.retailers.iter().flat_map(|counts| {
            (0..8).map(|bit| {
                let with = counts.iter().enumerate().filter(|(retailers, _)| retailers & (1 << bit) != 0);
                with.map(|(_, count)| count).sum()
            })
        })
    }

    /// Returns the number of passing rows with a flag.
    fn count_flagged(&self, flag: u8) -> u32 {
        let flag_counts =
            self.flag_counts.iter().enumerate().filter(|(flags, _)| *flags & usize::from(flag) != 0);
        flag_counts.map(|(_, count)| count).sum()
    }

    /// Returns the number of rows with at least `stars` whole stars, whichever rating is filtered on.
    fn count_rated_at_least(&self, stars: usize) -> u32 {
        let from = stars << STARS_SHIFT;
        self.flag_counts[from..].iter().chain(&self.failed_flag_counts[from..]).sum()
    }

    /// Returns the groups always in the same order, without groups that have no counts.
    pub(crate) fn into_facets(
        self,
        vocabulary: &Vocabulary,
        config: &SearchConfig,
        request: &SearchRequest,
    ) -> Vec<Facet> {
        let filters = &request.filters;
        let mut facets = Vec::new();
        facets.extend(self.price_facet(config));
        let tiers = self.tier_counts(config);
        let tiers = Tier::ALL.iter().map(|tier| (tier.as_str(), tiers[*tier as usize]));
        push_values(&mut facets, "tier", tiers, None);
        let brands =
            vocabulary.brands.iter().zip(&self.brands).skip(1).map(|(name, count)| (name.as_str(), *count));
        let chosen = filters.chosen_manufacturers();
        push_values(&mut facets, "manufacturer", brands, by_count(request, "manufacturer", &chosen));
        let retailers = vocabulary
            .retailers
            .iter()
            .zip(self.counts_by_retailer())
            .map(|(slug, count)| (slug.as_str(), count));
        let chosen = filters.chosen_retailers();
        push_values(&mut facets, "retailer", retailers, by_count(request, "retailer", &chosen));
        let availability = [("inStock", self.count_flagged(IN_STOCK)), ("tabby", self.count_flagged(TABBY))];
        push_values(&mut facets, "availability", availability.into_iter(), None);
        push_values(
            &mut facets,
            "rating",
            [4, 3, 2, 1].into_iter().map(|stars| (stars.to_string(), self.count_rated_at_least(stars))),
            None,
        );
        let categories =
            Category::ALL.iter().zip(&self.categories).map(|(category, count)| (category.as_str(), *count));
        push_values(&mut facets, "category", categories, by_count(request, "category", &[]));
        self.push_facts(&mut facets, vocabulary, config, request);
        facets
    }

    /// Adds the groups of the facts of the one category whose facts are counted, if there is one.
    fn push_facts(
        &self,
        facets: &mut Vec<Facet>,
        vocabulary: &Vocabulary,
        config: &SearchConfig,
        request: &SearchRequest,
    ) {
        let Some((category, sets)) = &self.fact_counts else { return };
        for (slot, (plan, counts)) in config.facets.slots(*category).iter().zip(sets).enumerate() {
            if !plan.is_counted {
                continue;
            }
            let Some(values) = vocabulary.slot(*category, slot) else { continue };
            let group = format!("spec.{}", plan.key);
            let counts = counts_by_value(values, counts);
            let chosen = request.filters.chosen_texts(plan.key);
            if plan.borders.is_empty() {
                push_values(
                    facets,
                    &group,
                    counts.map(|(value, count)| (values.values[value].text.as_str(), count)),
                    by_count(request, &group, &chosen),
                );
            } else {
                facets.extend(range_facet(group, &plan.borders, values, counts));
            }
        }
    }

    fn price_facet(&self, config: &SearchConfig) -> Option<Facet> {
        let (min, max) = self.price_range;
        if min > max {
            return None;
        }
        let step = f64::from(config.facets.price_step);
        let last = self.passed_prices.len() - 1;
        let counts =
            self.passed_prices.iter().zip(&self.failed_prices).map(|(passed, failed)| passed + failed);
        let buckets = counts.enumerate().filter(|(_, count)| *count > 0).map(|(index, count)| Bucket {
            from: index as f64 * step,
            to: if index == last {
                f64::from(max).max((index + 1) as f64 * step)
            } else {
                (index + 1) as f64 * step
            },
            count: u64::from(count),
        });
        let kind = FacetKind::Range { min: f64::from(min), max: f64::from(max), buckets: buckets.collect() };
        Some(Facet { group: "price".to_owned(), kind, more: 0 })
    }
}

/// Number of streams in which `count_column_values` counts, by turns: each stream has a table of its own. Adding to
/// the same counter again and again makes each addition wait for the one before; neighbouring rows in different
/// tables do not wait for each other. `filter_rows.rs` writes its buckets in streams for the same reason.
const STREAMS: usize = 4;

/// Counts the numbers that rows have in a column. `counts` has a counter for every number of the column: a view's
/// vocabulary has every brand of the view's segments, a fact column states the number of its combinations, a byte of
/// retailers has 256 values, and a byte of flags and stars is below [`FLAG_COMBINATIONS`].
///
/// Tables of up to 256 counters are counted in [`STREAMS`] streams. All numbers there are below 256, so `% 256` changes
/// none of them; it spares the bounds check. Larger tables, and fewer than 64 rows, are counted directly.
fn count_column_values<T: Copy + Into<usize>>(counts: &mut [u32], rows: &[u32], column: &[T]) {
    if counts.len() > 256 || rows.len() < 64 {
        for row in rows {
            if let Some(count) = counts.get_mut(column[*row as usize].into()) {
                *count += 1;
            }
        }
        return;
    }
    let mut streams = [[0_u32; 256]; STREAMS];
    let mut fours = rows.chunks_exact(STREAMS);
    for four in &mut fours {
        for (stream, row) in streams.iter_mut().zip(four) {
            stream[column[*row as usize].into() % 256] += 1;
        }
    }
    for row in fours.remainder() {
        streams[0][column[*row as usize].into() % 256] += 1;
    }
    for (number, count) in counts.iter_mut().enumerate() {
        *count += streams.iter().map(|stream| stream[number]).sum::<u32>();
    }
}
