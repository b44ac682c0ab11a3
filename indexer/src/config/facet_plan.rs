//! The facts that are filtered on and counted, from `config/search/facets.toml`.

use std::collections::BTreeMap;

use domain::model::{Category, Fils, SpecKey};
use serde::Deserialize;

use crate::interface::{IndexError, Tier};

/// Maximum number of facts that one category is filtered on; each costs two bytes per product in memory.
pub(crate) const MAX_SLOTS: usize = 16;

/// Fractional bits of `price_factor`.
const PRICE_SHIFT: u32 = 40;

/// The file as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FacetsFile {
    tiers: TierBorders,
    price: PriceGroup,
    values: BTreeMap<Category, Vec<SpecKey>>,
    ranges: BTreeMap<Category, Vec<RangeFacet>>,
    searched: BTreeMap<Category, Vec<SpecKey>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TierBorders {
    mid_range: i64,
    high_end: i64,
    enthusiast: i64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceGroup {
    step: i64,
    buckets: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RangeFacet {
    key: SpecKey,
    borders: Vec<f64>,
}

/// The facts of every category in their slots, and the price buckets and tiers.
#[derive(Debug, Clone)]
pub(crate) struct FacetPlan {
    /// By category index.
    slots: Vec<Vec<SlotPlan>>,
    tier_borders: [u32; 3],
    /// The price buckets at which the tiers begin, all but the first; `None` unless every tier begins at a bucket's
    /// border.
    pub(crate) tier_buckets: Option<[usize; 3]>,
    pub(crate) price_step: u32,
    /// Fixed-point reciprocal of the price step: a price times this, shifted right by `PRICE_SHIFT`, is the price
    /// divided by the step.
    price_factor: u64,
    pub(crate) price_buckets: usize,
}

/// One fact that a category is filtered on.
#[derive(Debug, Clone)]
pub(crate) struct SlotPlan {
    pub(crate) key: SpecKey,
    /// Ascending bucket borders; empty where every value is counted on its own.
    pub(crate) borders: Vec<f64>,
    /// Whether pages show its counts; other facts are only searched. Counted slots come first.
    pub(crate) is_counted: bool,
}

/// Returns a category's index in tables.
pub(crate) fn category_index(category: Category) -> usize {
    category as usize
}

impl FacetPlan {
    pub(crate) fn build(file: FacetsFile) -> Result<Self, IndexError> {
        let mut slots = vec![Vec::new(); Category::ALL.len()];
        for (category, keys) in file.values {
            let counted = |key| SlotPlan { key, borders: Vec::new(), is_counted: true };
            slots[category_index(category)].extend(keys.into_iter().map(counted));
        }
        for (category, ranges) in file.ranges {
            for RangeFacet { key, borders } in ranges {
                if borders.is_empty() || !borders.is_sorted() {
                    return Err(config_error(format!("ranges.{category}: {key} needs ascending borders")));
                }
                slots[category_index(category)].push(SlotPlan { key, borders, is_counted: true });
            }
        }
        for (category, keys) in file.searched {
            let slots: &mut Vec<SlotPlan> = &mut slots[category_index(category)];
            for key in keys {
                if slots.iter().any(|slot| slot.key == key) {
                    return Err(config_error(format!("searched.{category}: {key} is counted already")));
                }
                slots.push(SlotPlan { key, borders: Vec::new(), is_counted: false });
            }
        }
        if slots.iter().any(|slots| slots.len() > MAX_SLOTS) {
            return Err(config_error(format!("at most {MAX_SLOTS} facts a category")));
        }
        let dinars = |amount: i64| {
            u32::try_from(amount * 1000).map_err(|_| config_error(format!("{amount} dinars is no price")))
        };
        let borders =
            [dinars(file.tiers.mid_range)?, dinars(file.tiers.high_end)?, dinars(file.tiers.enthusiast)?];
        if !borders.is_sorted() || file.price.step < 1 || file.price.buckets < 1 {
            return Err(config_error(
                "tiers must ascend; price.step and price.buckets must be at least 1".to_owned(),
            ));
        }
        let price_step = dinars(file.price.step)?;
        Ok(Self {
            slots,
            tier_borders: borders,
            tier_buckets: tier_buckets(borders, price_step, file.price.buckets),
            price_step,
            price_factor: (1 << PRICE_SHIFT) / u64::from(price_step) + 1,
            price_buckets: file.price.buckets,
        })
    }

    /// Returns the number of a category's counted slots; they come first.
    pub(crate) fn counted_slots(&self, category: usize) -> usize {
        self.slots(category).iter().take_while(|slot| slot.is_counted).count()
    }

    /// Returns the facts of a category, by slot.
    pub(crate) fn slots(&self, category: usize) -> &[SlotPlan] {
        self.slots.get(category).map_or(&[], Vec::as_slice)
    }

    /// Returns every category and slot that holds the spec.
    pub(crate) fn slots_of_spec(&self, key: SpecKey) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.slots.iter().enumerate().flat_map(move |(category, slots)| {
            slots.iter().position(|slot| slot.key == key).map(|slot| (category, slot))
        })
    }

    /// Returns the bucket of a price in fils, without a division. Only for prices far beyond the last bucket may
    /// the result be one off.
    pub(crate) fn price_bucket(&self, price: u32) -> usize {
        ((u64::from(price) * self.price_factor) >> PRICE_SHIFT) as usize
    }

    /// Returns the tier of a price in fils.
    pub(crate) fn tier(&self, price: u32) -> Tier {
        let [first, second, third] = self.tier_borders;
        Tier::ALL[usize::from(price >= first) + usize::from(price >= second) + usize::from(price >= third)]
    }

    /// Returns the lowest and the highest price of a tier, in fils.
    pub(crate) fn tier_bounds(&self, tier: Tier) -> (u32, u32) {
        let tier = tier as usize;
        let first = tier.checked_sub(1).map_or(0, |before| self.tier_borders[before]);
        (first, self.tier_borders.get(tier).map_or(u32::MAX, |border| border.saturating_sub(1)))
    }
}

fn tier_buckets(borders: [u32; 3], step: u32, buckets: usize) -> Option<[usize; 3]> {
    let are_borders = borders.iter().all(|border| border % step == 0 && ((border / step) as usize) < buckets);
    are_borders.then(|| borders.map(|border| (border / step) as usize))
}

/// Returns a price as columns hold it, in fils; values outside of `u32` are clamped.
pub(crate) fn price_in_column(price: Fils) -> u32 {
    u32::try_from(price.0.max(0)).unwrap_or(u32::MAX)
}

fn config_error(problem: String) -> IndexError {
    IndexError::config("facets.toml", problem)
}
