//! Splits rows of one category by the filter groups that they fail: a column at a time over many rows, then each
//! row to its bucket.
//!
//! Facet counts ignore their own group's filter: the counts by brand cover all rows that pass every other filter. A
//! row that fails no group is a hit and counts in every group. A row that fails exactly one group counts in that
//! group alone. A row that fails two or more counts nowhere. One pass over the columns therefore gives the hits and
//! the counts of all groups:
//!
//! 1. Number the groups that are filtered (`active`): bit `i` of a row's mask says that the row fails group `i`.
//!    Products to hide are one more group behind them, for which there is no facet.
//! 2. Start with an empty mask per row, for up to 1,024 rows (`Rows::MOST`).
//! 3. Read one column after the other (flags, prices, brands, retailers, ratings, facts) and set the group's bit in
//!    the mask of every row that its filter refuses (`mark`).
//! 4. Look every mask up in a table of 256 buckets and write the row into its bucket (`scatter`): no bit is
//!    "passed", the single bit of a counted group is that group's bucket, the single bit of hidden products is
//!    "hidden", anything else is [`NOWHERE`].
//!
//! A mask is a byte for up to six groups, and the processor then marks sixteen rows at a time. For more groups it
//! is four bytes, and each bucket is picked in a pass of its own (`Rows::pick`).
//!
//! Worked example: the filters are brand ASUS (bit 0) and a price of at most 100 KWD (bit 1), and one product is
//! hidden (bit 2).
//!
//! | row | brand | price | mask | bucket |
//! |---|---|---|---|---|
//! | 0 | ASUS | 90 | 000 | passed: a hit, counted in every group |
//! | 1 | MSI | 80 | 001 | fails brand: counted by brand alone, so MSI shows 1 |
//! | 2 | ASUS | 120 | 010 | fails price: counted by price alone |
//! | 3 | MSI | 150 | 011 | nowhere |
//! | 4 | ASUS | 95 | 100 | hidden |

use std::ops::BitOrAssign;

use crate::{
    SearchConfig, Tier,
    columns::{Block, DEAD, IN_STOCK, SOLD, TABBY},
    filter::{CompiledFilters, CompiledSpec, group},
    product_set::RowSet,
    rows::{Rows, Split},
};

/// The groups that a row fails, a bit for each group that is filtered; all bits for a row that is gone. Nearly
/// always a byte, which the processor marks for sixteen rows at a time.
pub(crate) trait Mask: Copy + Default + PartialEq + BitOrAssign {
    const GONE: Self;

    fn bit(index: usize) -> Self;
}

impl Mask for u8 {
    const GONE: Self = Self::MAX;

    fn bit(index: usize) -> Self {
        1 << index
    }
}

impl Mask for u32 {
    const GONE: Self = Self::MAX;

    fn bit(index: usize) -> Self {
        1 << index
    }
}

/// Bits that a byte's mask may use, the last of them for hidden rows. The eighth bit stays free, so that a row that is
/// gone fails more than all groups together.
const SMALL: usize = 7;
/// Bucket of rows that count nowhere: they are gone, fail two or more filter groups, or fail one that is not
/// counted.
const NOWHERE: u8 = SMALL as u8 + 1;

impl CompiledFilters {
    /// Splits rows of one category into those that pass, those that fail a single group, and those that are only
    /// hidden.
    pub(crate) fn split(
        &self,
        category: usize,
        block: &Block,
        (rows, hidden): (Rows<'_>, Option<&RowSet>),
        config: &SearchConfig,
        split: &mut Split,
    ) {
        let active = self.active();
        split.clear();
        if active.len() < SMALL {
            let mut masks = std::mem::take(&mut split.small);
            self.mark(&active, category, block, rows, config, &mut masks);
            if let Some(hidden) = hidden {
                rows.mark_set(&mut masks, hidden, u8::bit(active.len()));
            }
            self.scatter(&active, &masks, rows, split);
            split.small = masks;
        } else {
            let mut masks = std::mem::take(&mut split.large);
            self.mark(&active, category, block, rows, config, &mut masks);
            if let Some(hidden) = hidden {
                let bit = u32::bit(active.len());
                rows.mark_set(&mut masks, hidden, bit);
                rows.pick(&masks, bit, &mut split.hidden);
            }
            rows.pick(&masks, 0, &mut split.passed);
            for (index, group) in active.iter().enumerate() {
                if split.failed.len() > *group && counts_apart(*group) {
                    rows.pick(&masks, u32::bit(index), &mut split.failed[*group]);
                }
            }
            split.large = masks;
        }
    }

    /// Writes each row into the bucket of rows that pass, that fail one counted group, or that are only hidden.
    fn scatter(&self, active: &[usize], masks: &[u8], rows: Rows<'_>, split: &mut Split) {
        let mut places = [NOWHERE; 256];
        places[0] = 0;
        let hidden_place = active.len() + 1;
        places[usize::from(u8::bit(active.len()))] = hidden_place as u8;
        for (index, group) in active.iter().enumerate() {
            if split.failed.len() > *group && counts_apart(*group) {
                places[usize::from(u8::bit(index))] = index as u8 + 1;
            }
        }
        let Split { scattered, passed, failed, hidden, .. } = split;
        scattered.resize(Rows::MOST * PLACES, 0);
        let ends = match rows {
            Rows::Span(from, _) => scatter(masks, &places, scattered, |index| (from + index) as u32),
            Rows::Listed(rows) => scatter(masks, &places, scattered, |index| rows[index]),
        };
        // Streams are consecutive runs of rows: one behind the other they are in ascending order again.
        let collect = |place: usize, out: &mut Vec<u32>| {
            for (stream, ends) in ends.iter().enumerate() {
                out.extend_from_slice(&scattered[first_of(stream, place)..ends[place]]);
            }
        };
        collect(0, passed);
        for (index, group) in active.iter().enumerate() {
            if let Some(failed) = failed.get_mut(*group) {
                collect(index + 1, failed);
            }
        }
        collect(hidden_place, hidden);
    }

    /// Returns the groups that are filtered, by number.
    fn active(&self) -> Vec<usize> {
        let groups = [
            (self.categories != 0, group::CATEGORY),
            (self.brands.is_some(), group::BRAND),
            (self.shops.is_some(), group::SHOP),
            (self.price.is_some(), group::PRICE),
            (self.tiers.is_some(), group::TIER),
            (self.in_stock, group::STOCK),
            (self.tabby, group::TABBY),
            (self.min_rating.is_some(), group::RATING),
        ];
        let filtered = groups.into_iter().filter(|(is_filtered, _)| *is_filtered);
        let specs = (0..self.specs.len()).map(|index| group::FIRST_SPEC as usize + index);
        filtered.map(|(_, group)| group.trailing_zeros() as usize).chain(specs).collect()
    }

    /// Writes each row's mask: the bits of the groups that it fails.
    fn mark<M: Mask>(
        &self,
        active: &[usize],
        category: usize,
        block: &Block,
        rows: Rows<'_>,
        config: &SearchConfig,
        masks: &mut Vec<M>,
    ) {
        let none = M::default();
        let bit_of = |group: usize| active.iter().position(|other| *other == group).map_or(none, M::bit);
        let bit = |group: u32| bit_of(group.trailing_zeros() as usize);
        let live = &block.live;
        let strange = self.categories != 0 && self.categories & (1 << category) == 0;
        masks.clear();
        masks.resize(rows.len(), if strange { bit(group::CATEGORY) } else { none });
        let (price_bit, tier_bit) = (bit(group::PRICE), bit(group::TIER));
        rows.mark(
            masks,
            &live.flags,
            &self.flag_masks(bit(group::STOCK), bit(group::TABBY), price_bit, tier_bit),
        );
        self.mark_prices(&live.prices, (price_bit, tier_bit), rows, config, masks);
        if let Some(brands) = &self.brands {
            let brand_bit = bit(group::BRAND);
            rows.mark_by(masks, &block.brands, |brand| {
                if brands.get(usize::from(brand)).copied().unwrap_or(false) { none } else { brand_bit }
            });
        }
        if let Some(wanted) = self.shops {
            let shop_bit = bit(group::SHOP);
            let mut sells = vec![0_u8; rows.len()];
            for (column, wanted) in
                live.shops.iter().zip(wanted.to_le_bytes()).filter(|(_, wanted)| *wanted != 0)
            {
                rows.mark_by(&mut sells, column, |shops| shops & wanted);
            }
            masks
                .iter_mut()
                .zip(sells)
                .for_each(|(mask, sells)| *mask |= if sells == 0 { shop_bit } else { none });
        }
        if let Some(min) = self.min_rating {
            let rating_bit = bit(group::RATING);
            rows.mark_by(masks, &live.ratings, |rating| if rating < min { rating_bit } else { none });
        }
        for (index, spec) in self.specs.iter().enumerate() {
            spec.mark(category, block, rows, bit_of(group::FIRST_SPEC as usize + index), masks);
        }
    }

    /// Marks rows whose price is outside the requested range, or in none of the requested tiers.
    fn mark_prices<M: Mask>(
        &self,
        prices: &[u32],
        (price_bit, tier_bit): (M, M),
        rows: Rows<'_>,
        config: &SearchConfig,
        masks: &mut [M],
    ) {
        let none = M::default();
        if let Some((min, max)) = self.price {
            rows.mark_by(masks, prices, |price| if price < min || price > max { price_bit } else { none });
        }
        if let Some(tiers) = self.tiers {
            rows.mark_by(masks, prices, |price| {
                if tiers[config.facets.tier(price) as usize] { none } else { tier_bit }
            });
        }
    }

    /// Returns the mask of each value of the flags. A product that nobody sells has no price, so it fails price and
    /// tier.
    fn flag_masks<M: Mask>(&self, stock: M, tabby: M, price: M, tier: M) -> [M; 256] {
        std::array::from_fn(|flags| {
            let flags = flags as u8;
            if flags & DEAD != 0 {
                return M::GONE;
            }
            let mut mask = M::default();
            for (is_asked, flag, bit) in [
                (self.in_stock, IN_STOCK, stock),
                (self.tabby, TABBY, tabby),
                (self.price.is_some(), SOLD, price),
                (self.tiers.is_some(), SOLD, tier),
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
    pub(crate) fn count_strange(&self, category: usize, block: &Block, config: &SearchConfig) -> u32 {
        let active = self.active();
        let only = active.iter().position(|group| *group == group::CATEGORY.trailing_zeros() as usize);
        let only = only.map_or(0, u32::bit);
        let mut masks: Vec<u32> = Vec::new();
        let mut count = |rows: Rows<'_>| {
            self.mark(&active, category, block, rows, config, &mut masks);
            masks.iter().filter(|mask| **mask & !only == 0).count() as u32
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
}

/// Number of streams in which [`scatter`] writes rows.
///
/// Rows go to their buckets without a branch, because the processor cannot predict which rows pass. The cost is a
/// chain of dependent steps: where a row goes in its bucket is known only after the row before it has advanced the
/// bucket's end. Each stream owns a quarter of the rows and ends of its own, so that four such chains run at the
/// same time.
const STREAMS: usize = 4;
const PLACES: usize = NOWHERE as usize + 1;
/// Maximum number of rows in a stream, and so in each of its buckets.
const STREAM: usize = Rows::MOST / STREAMS;

/// Returns the index at which a stream's bucket begins.
fn first_of(stream: usize, place: usize) -> usize {
    (stream * PLACES + place) * STREAM
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
fn scatter(
    masks: &[u8],
    places: &[u8; 256],
    out: &mut [u32],
    row: impl Fn(usize) -> u32,
) -> [[usize; PLACES]; STREAMS] {
    let mut ends = std::array::from_fn(|stream| std::array::from_fn(|place| first_of(stream, place)));
    let mut offer = |stream: usize, index: usize| {
        let ends: &mut [usize; PLACES] = &mut ends[stream];
        let end = &mut ends[usize::from(places[usize::from(masks[index])])];
        out[*end] = row(index);
        *end += 1;
    };
    let length = masks.len().div_ceil(STREAMS);
    let last = masks.len().saturating_sub(length * (STREAMS - 1));
    for index in 0..last {
        (0..STREAMS).for_each(|stream| offer(stream, stream * length + index));
    }
    for stream in 0..STREAMS {
        let (from, to) = (stream * length + last, masks.len().min((stream + 1) * length));
        (from..to).for_each(|index| offer(stream, index));
    }
    ends
}

/// Whether rows that fail only this group are counted in it. A row that fails only stock (or Tabby) is not in stock
/// (has no Tabby), so there is nothing to count.
fn counts_apart(index: usize) -> bool {
    (group::STOCK | group::TABBY) & 1_u32.checked_shl(index as u32).unwrap_or(0) == 0
}

impl CompiledSpec {
    fn mark<M: Mask>(&self, category: usize, block: &Block, rows: Rows<'_>, bit: M, masks: &mut [M]) {
        let column = self.allowed.get(category).and_then(Option::as_ref);
        match column.and_then(|(slot, sets)| Some((block.facts.column(*slot)?, sets))) {
            Some(((column, place), sets)) => rows.mark_by(masks, &column.codes, |code| {
                let set = usize::from(column.set(code, place));
                if sets.get(set).copied().unwrap_or(false) { M::default() } else { bit }
            }),
            None => masks.iter_mut().for_each(|mask| *mask |= bit),
        }
    }
}
