//! Partitions rows of one category by the filter groups that they fail: reads one column after the other, then writes
//! each row into its bucket.
//!
//! The facet of a group, except stock and Tabby, is counted without the group's own filter: the counts by brand cover
//! all rows that pass every other filter. So three kinds of rows are needed:
//!
//! - A row that fails no group is a hit. All facets count it.
//! - A row that fails exactly one group is counted by the facet of that group alone. If the group is stock or Tabby, no
//!   facet counts the row (`counts_failing_rows`).
//! - A row that fails two or more groups is counted nowhere.
//!
//! One pass over the columns gives all of them:
//!
//! 1. Number the groups that are filtered (`active_groups`): bit `i` of a row's mask says that the row fails group
//!    `i`. Products to hide are one more group behind them, for which there is no facet.
//! 2. Start with an empty mask per row, for up to 1,024 rows (`Rows::MAX_ROWS`).
//! 3. Read one column after the other (flags, prices, brands, retailers, ratings, facts) and set the group's bit in
//!    the mask of every row that its filter refuses (`write_masks`).
//! 4. Look up the bucket of each mask in a table with one entry for each of the 256 masks, and write the row into its
//!    bucket (`partition`). A mask without a bit leads to the bucket "passed", the single bit of a counted group to the
//!    bucket of that group, the single bit of hidden products to the bucket "hidden", any other mask to [`UNCOUNTED`].
//!
//! A mask is a byte for up to six groups, and the processor then handles sixteen rows at a time. For more groups
//! it is four bytes, and each bucket is selected in a pass of its own (`Rows::select`).
//!
//! Worked example: the filters are brand ASUS (bit 0) and a price of at most 100 KWD (bit 1), and one product is
//! hidden (bit 2).
//!
//! | row | brand | price | mask | bucket |
//! |---|---|---|---|---|
//! | 0 | ASUS | 90 | 000 | passed: a hit, counted by every facet |
//! | 1 | MSI | 80 | 001 | fails brand: counted by the brand facet alone, which shows MSI with 1 |
//! | 2 | ASUS | 120 | 010 | fails price: counted by the price facet alone |
//! | 3 | MSI | 150 | 011 | nowhere |
//! | 4 | ASUS | 95 | 100 | hidden |

use super::{
    filter::{CompiledFilters, CompiledSpec, FilterGroup},
    rows::{FilteredRows, Mask, Rows},
};
use crate::{
    config::SearchConfig,
    interface::{Tier, product_set::RowSet},
    storage::{
        columns::CategoryTable,
        mutable_columns::{DEAD, HAS_OFFER, IN_STOCK, TABBY},
    },
};

/// Maximum number of bits for filter groups and hidden rows in a mask of one byte: bits 0 to 6. Only a dead row sets
/// bit 7 (`Mask::DEAD_ROW`), so no combination of failed groups equals its mask.
const MAX_BYTE_MASK_BITS: usize = 7;
/// Bucket of rows that count nowhere: they are dead, fail two or more filter groups, or fail one that is not
/// counted.
const UNCOUNTED: u8 = MAX_BYTE_MASK_BITS as u8 + 1;

impl CompiledFilters {
    /// Splits rows of one category into those that pass, those that fail a single group, and those that are only
    /// hidden.
    pub(crate) fn partition_rows(
        &self,
        category: usize,
        table: &CategoryTable,
        (rows, hidden): (Rows<'_>, Option<&RowSet>),
        config: &SearchConfig,
        filtered: &mut FilteredRows,
    ) {
        let active_groups = self.active_groups();
        filtered.clear();
        if active_groups.len() < MAX_BYTE_MASK_BITS {
            let mut masks = std::mem::take(&mut filtered.small_masks);
            self.write_masks(&active_groups, category, table, rows, config, &mut masks);
            if let Some(hidden) = hidden {
                rows.set_bit_of_rows_in(&mut masks, hidden, u8::bit(active_groups.len()));
            }
            self.partition_masks(&active_groups, &masks, rows, filtered);
            filtered.small_masks = masks;
        } else {
            let mut masks = std::mem::take(&mut filtered.large_masks);
            self.write_masks(&active_groups, category, table, rows, config, &mut masks);
            if let Some(hidden) = hidden {
                let bit = u32::bit(active_groups.len());
                rows.set_bit_of_rows_in(&mut masks, hidden, bit);
                rows.select(&masks, bit, &mut filtered.hidden);
            }
            rows.select(&masks, 0, &mut filtered.passed);
            for (position, group) in active_groups.iter().enumerate() {
                if let Some(failed) =
                    filtered.failed.get_mut(group.index()).filter(|_| counts_failing_rows(*group))
                {
                    rows.select(&masks, u32::bit(position), failed);
                }
            }
            filtered.large_masks = masks;
        }
    }

    /// Writes each row into the bucket of rows that pass, that fail one counted group, or that are only hidden.
    fn partition_masks(
        &self,
        active_groups: &[FilterGroup],
        masks: &[u8],
        rows: Rows<'_>,
        filtered: &mut FilteredRows,
    ) {
        let mut buckets = [UNCOUNTED; 256];
        buckets[0] = 0;
        let hidden_bucket = active_groups.len() + 1;
        buckets[usize::from(u8::bit(active_groups.len()))] = hidden_bucket as u8;
        for (position, group) in active_groups.iter().enumerate() {
            if filtered.failed.len() > group.index() && counts_failing_rows(*group) {
                buckets[usize::from(u8::bit(position))] = position as u8 + 1;
            }
        }
        let FilteredRows { partitioned, passed, failed, hidden, .. } = filtered;
        partitioned.resize(Rows::MAX_ROWS * BUCKETS, 0);
        let ends = match rows {
            Rows::Consecutive(from, _) => {
                partition(masks, &buckets, partitioned, |index| (from + index) as u32)
            }
            Rows::Listed(rows) => partition(masks, &buckets, partitioned, |index| rows[index]),
        };
        // Streams are consecutive runs of rows: one behind the other they are in ascending order again.
        let collect = |bucket: usize, out: &mut Vec<u32>| {
            for (stream, ends) in ends.iter().enumerate() {
                out.extend_from_slice(&partitioned[bucket_start(stream, bucket)..ends[bucket]]);
            }
        };
        collect(0, passed);
        for (position, group) in active_groups.iter().enumerate() {
            if let Some(failed) = failed.get_mut(group.index()) {
                collect(position + 1, failed);
            }
        }
        collect(hidden_bucket, hidden);
    }

    /// Returns the groups that are filtered. A group's position in this list is its bit in a row's mask.
    fn active_groups(&self) -> Vec<FilterGroup> {
        let groups = [
            (self.categories != 0, FilterGroup::CATEGORY),
            (self.manufacturers.is_some(), FilterGroup::MANUFACTURER),
            (self.retailers.is_some(), FilterGroup::RETAILER),
            (self.price.is_some(), FilterGroup::PRICE),
            (self.tiers.is_some(), FilterGroup::TIER),
            (self.in_stock, FilterGroup::STOCK),
            (self.tabby, FilterGroup::TABBY),
            (self.min_rating.is_some(), FilterGroup::RATING),
        ];
        let filtered = groups.into_iter().filter(|(is_filtered, _)| *is_filtered);
        let specs = (0..self.specs.len()).map(FilterGroup::of_spec);
        filtered.map(|(_, group)| group).chain(specs).collect()
    }

    /// Writes each row's mask: the bits of the groups that it fails.
    fn write_masks<M: Mask>(
        &self,
        active_groups: &[FilterGroup],
        category: usize,
        table: &CategoryTable,
        rows: Rows<'_>,
        config: &SearchConfig,
        masks: &mut Vec<M>,
    ) {
        let none = M::default();
        let mask_bit =
            |group: FilterGroup| active_groups.iter().position(|other| *other == group).map_or(none, M::bit);
        let mutable = &table.mutable;
        let is_other_category = self.categories != 0 && self.categories & (1 << category) == 0;
        masks.clear();
        masks.resize(rows.len(), if is_other_category { mask_bit(FilterGroup::CATEGORY) } else { none });
        let (price_bit, tier_bit) = (mask_bit(FilterGroup::PRICE), mask_bit(FilterGroup::TIER));
        rows.set_bits_by_table(
            masks,
            &mutable.flags,
            &self.masks_by_flags(
                mask_bit(FilterGroup::STOCK),
                mask_bit(FilterGroup::TABBY),
                price_bit,
                tier_bit,
            ),
        );
        self.set_price_bits(&mutable.prices, (price_bit, tier_bit), rows, config, masks);
        if let Some(allowed) = &self.manufacturers {
            let manufacturer_bit = mask_bit(FilterGroup::MANUFACTURER);
            rows.set_bits_by_value(masks, &table.brands, |manufacturer| {
                if allowed.get(usize::from(manufacturer)) == Some(&true) { none } else { manufacturer_bit }
            });
        }
        if let Some(wanted) = &self.retailers {
            let retailer_bit = mask_bit(FilterGroup::RETAILER);
            let mut sells = vec![0_u8; rows.len()];
            for (column, wanted) in
                mutable.retailers.iter().zip(wanted.bytes()).filter(|(_, wanted)| **wanted != 0)
            {
                rows.set_bits_by_value(&mut sells, column, |retailers| retailers & wanted);
            }
            masks
                .iter_mut()
                .zip(sells)
                .for_each(|(mask, sells)| *mask |= if sells == 0 { retailer_bit } else { none });
        }
        if let Some(min) = self.min_rating {
            let rating_bit = mask_bit(FilterGroup::RATING);
            rows.set_bits_by_value(
                masks,
                &mutable.ratings,
                |rating| if rating < min { rating_bit } else { none },
            );
        }
        for (position, spec) in self.specs.iter().enumerate() {
            spec.set_bit_of_failing(category, table, rows, mask_bit(FilterGroup::of_spec(position)), masks);
        }
    }

    /// Sets the bits of rows whose price is outside the requested range, or in none of the requested tiers.
    fn set_price_bits<M: Mask>(
        &self,
        prices: &[u32],
        (price_bit, tier_bit): (M, M),
        rows: Rows<'_>,
        config: &SearchConfig,
        masks: &mut [M],
    ) {
        let none = M::default();
        if let Some((min, max)) = self.price {
            rows.set_bits_by_value(
                masks,
                prices,
                |price| if price < min || price > max { price_bit } else { none },
            );
        }
        if let Some(tiers) = self.tiers {
            rows.set_bits_by_value(masks, prices, |price| {
                if tiers[config.facets.tier(price) as usize] { none } else { tier_bit }
            });
        }
    }

    /// Returns the mask of each value of the flags. A product without an offer has no price, so it fails price and
    /// tier.
    fn masks_by_flags<M: Mask>(&self, stock: M, tabby: M, price: M, tier: M) -> [M; 256] {
        std::array::from_fn(|flags| {
            let flags = flags as u8;
            if flags & DEAD != 0 {
                return M::DEAD_ROW;
            }
            let mut mask = M::default();
            for (is_asked, flag, bit) in [
                (self.in_stock, IN_STOCK, stock),
                (self.tabby, TABBY, tabby),
                (self.price.is_some(), HAS_OFFER, price),
                (self.tiers.is_some(), HAS_OFFER, tier),
            ] {
                if is_asked && flags & flag == 0 {
                    mask |= bit;
                }
            }
            mask
        })
    }

    /// Counts the rows of a category that is not requested and that pass every other filter.
    ///
    /// Prices and stock alone are counted in the sorted prices, without reading a row. A brand is counted over the
    /// brand's rows. Only the remaining filters need a pass over the whole category.
    pub(crate) fn count_other_category(
        &self,
        category: usize,
        table: &CategoryTable,
        config: &SearchConfig,
    ) -> u32 {
        let active_groups = self.active_groups();
        let category_position = active_groups.iter().position(|group| *group == FilterGroup::CATEGORY);
        let category_bit = category_position.map_or(0, u32::bit);
        let mut masks: Vec<u32> = Vec::new();
        let mut count = |rows: Rows<'_>| {
            self.write_masks(&active_groups, category, table, rows, config, &mut masks);
            // Every row fails the category group here, so only the other groups count.
            masks.iter().filter(|mask| **mask & !category_bit == 0).count() as u32
        };
        let is_listed = |allowed: &&Vec<bool>| {
            // Where only some are excluded, reading the whole category is faster than most of its manufacturers.
            allowed.iter().filter(|is_allowed| **is_allowed).count() * 2 <= allowed.len()
        };
        if let Some(allowed) = self.manufacturers.as_ref().filter(is_listed) {
            let allowed = allowed.iter().enumerate().filter(|(_, is_allowed)| **is_allowed);
            return allowed
                .flat_map(|(number, _)| table.of_brand(number as u16).chunks(Rows::MAX_ROWS))
                .map(|rows| count(Rows::Listed(rows)))
                .sum();
        }
        if self.manufacturers.is_some()
            || self.retailers.is_some()
            || self.min_rating.is_some()
            || self.tabby
            || !self.specs.is_empty()
        {
            return Rows::chunks(table.len()).map(count).sum();
        }
        let mutable = &table.mutable;
        let prices = if self.in_stock { &mutable.in_stock_prices } else { &mutable.offered_prices };
        let (min, max) = self.price.unwrap_or((0, u32::MAX));
        match self.tiers {
            Some(tiers) => Tier::ALL
                .iter()
                .filter(|tier| tiers[**tier as usize])
                .map(|tier| {
                    let (from, to) = config.facets.tier_bounds(*tier);
                    prices.count_between(min.max(from), max.min(to))
                })
                .sum(),
            None if self.price.is_some() || self.in_stock => prices.count_between(min, max),
            None => mutable.alive_rows,
        }
    }
}

/// Number of streams in which [`partition`] writes rows.
///
/// Rows go to their buckets without a branch, because the processor cannot predict which rows pass. The cost is a
/// chain of dependent steps: where a row goes in its bucket is known only after the row before it has advanced the
/// bucket's end. Each stream owns a quarter of the rows and ends of its own, so that four such chains run at the
/// same time.
const STREAMS: usize = 4;
const BUCKETS: usize = UNCOUNTED as usize + 1;
/// Maximum number of rows in a stream, and so in each of its buckets.
const MAX_STREAM_ROWS: usize = Rows::MAX_ROWS / STREAMS;

/// Returns the index at which a stream's bucket begins.
fn bucket_start(stream: usize, bucket: usize) -> usize {
    (stream * BUCKETS + bucket) * MAX_STREAM_ROWS
}

/// Writes each row into the bucket that its mask leads to. Returns the index at which each stream's buckets end.
///
/// 1. Cut the rows into [`STREAMS`] consecutive runs of equal length; the last ones may be shorter or empty.
/// 2. Write one row of each run by turns, as far as the shortest run goes.
/// 3. Write what is left of the longer runs, one run after the other.
///
/// Worked example: 10 rows are the runs 0–2, 3–5, 6–8 and 9. By turns come rows 0, 3, 6 and 9; then 1, 2, then 4,
/// 5, then 7, 8. If all pass, bucket 0 holds 0, 1, 2 in the first stream, 3, 4, 5 in the second, 6, 7, 8 in the
/// third and 9 in the fourth.
fn partition(
    masks: &[u8],
    buckets: &[u8; 256],
    out: &mut [u32],
    row: impl Fn(usize) -> u32,
) -> [[usize; BUCKETS]; STREAMS] {
    let mut ends = std::array::from_fn(|stream| std::array::from_fn(|bucket| bucket_start(stream, bucket)));
    let mut write_row = |stream: usize, index: usize| {
        let ends: &mut [usize; BUCKETS] = &mut ends[stream];
        let end = &mut ends[usize::from(buckets[usize::from(masks[index])])];
        out[*end] = row(index);
        *end += 1;
    };
    let length = masks.len().div_ceil(STREAMS);
    let last = masks.len().saturating_sub(length * (STREAMS - 1));
    for index in 0..last {
        (0..STREAMS).for_each(|stream| write_row(stream, stream * length + index));
    }
    for stream in 0..STREAMS {
        let (from, to) = (stream * length + last, masks.len().min((stream + 1) * length));
        (from..to).for_each(|index| write_row(stream, index));
    }
    ends
}

/// Whether the facet of a group counts the rows that fail only this group. The facets of stock and Tabby do not: they
/// show how many products are in stock (have Tabby), and a row that fails the filter is not (has not).
fn counts_failing_rows(group: FilterGroup) -> bool {
    group != FilterGroup::STOCK && group != FilterGroup::TABBY
}

impl CompiledSpec {
    fn set_bit_of_failing<M: Mask>(
        &self,
        category: usize,
        table: &CategoryTable,
        rows: Rows<'_>,
        bit: M,
        masks: &mut [M],
    ) {
        let column = self.allowed.get(category).and_then(Option::as_ref);
        match column.and_then(|(slot, set_passes)| Some((table.facts.column(*slot)?, set_passes))) {
            Some(((column, position), set_passes)) => {
                // Several facts share a column, which holds the number of each row's combination of value sets.
                rows.set_bits_by_value(masks, &column.combinations, |combination| {
                    let value_set = usize::from(column.value_set_of(combination, position));
                    if set_passes.get(value_set).copied().unwrap_or(false) { M::default() } else { bit }
                })
            }
            None if self.passes_without => {}
            None => masks.iter_mut().for_each(|mask| *mask |= bit),
        }
    }
}
