//! Statistics of the catalogue's prices by class of part, and of each retailer's prices by those of the others.
//!
//! All of it is whole numbers, and none of it depends on the order of the prices. The logarithm keeps the order of prices,
//! so the quantiles of the logarithms are those of the prices, and a distance between logarithms is a ratio.

use std::collections::{BTreeMap, HashMap};

use super::retailer_scales::{Ratio, Scale, compare_retailers};
use crate::{
    config::PriceScreen,
    model::{
        ClassEvidence, Fils, PriceClass, PriceEvidence, ProductId, RetailerId, describe_price_class,
        is_narrow,
    },
};

/// Maximum number of times that prices far from their class are left out. A price is far by a factor of 4 at least, so
/// real catalogues need two or three.
const MAX_ROUNDS: usize = 16;

/// The price that a retailer asks for an offer now, whether it is published or held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatedPrice {
    pub retailer: RetailerId,
    pub product: Option<ProductId>,
    pub class: Option<PriceClass>,
    pub price: Fils,
    /// Whether somebody has seen the price and let it stand: it was pinned or released, or an administrator chose the
    /// product. It is never held.
    pub is_trusted: bool,
    /// Whether other prices are compared with it. Those of sold-out offers are not: nobody can pay them.
    pub is_evidence: bool,
}

/// Verdict of the class and the retailer's other prices on a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClassVerdict {
    /// There are too few prices to compare with.
    Unknown,
    Near,
    FarFromClass,
    /// The retailer's prices as a whole are far from those of the others.
    OffScale,
}

/// Quantiles of the prices of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Quantiles {
    prices: i64,
    retailers: i64,
    lowest: i64,
    lower_quartile: i64,
    median: i64,
    upper_quartile: i64,
    highest: i64,
}

/// The prices of one class.
#[derive(Debug, Clone)]
struct ClassGroup {
    /// `None` where there are too few.
    all: Option<Quantiles>,
    of_retailers: HashMap<RetailerId, RetailerShare>,
}

/// The prices of one class, seen from a retailer.
#[derive(Debug, Clone, Copy)]
struct RetailerShare {
    /// Its own prices; `None` where they are too few.
    own: Option<Quantiles>,
    /// Those of the others; `None` where they are too few.
    others: Option<Quantiles>,
}

/// Statistics of the prices of a catalogue. Takes about 100 bytes a price while it is built, and then a few kilobytes a
/// class.
#[derive(Debug, Clone, Default)]
pub struct PriceStatistics {
    classes: HashMap<String, ClassGroup>,
    /// The retailers whose prices are off the scale of the others.
    scales: HashMap<RetailerId, Scale>,
}

impl PriceStatistics {
    /// Computes the statistics from all prices, published or held.
    ///
    /// 1. Find the retailers whose prices are off the scale of the others. Their prices are no evidence.
    /// 2. Find the prices that are far from their class, all at once, and compute the classes again without these, until
    ///    none is far. So no price that is held as far from its class is evidence.
    ///
    /// The evidence only shrinks, so the second step ends; and which prices remain is decided by the prices alone, never
    /// by which of them were published before.
    pub fn new(limits: &PriceScreen, prices: &[StatedPrice]) -> Self {
        let scales = compare_retailers(limits, prices);
        let mut evidence: Vec<&StatedPrice> = prices
            .iter()
            .filter(|stated| stated.is_evidence && !is_confirmed(&scales, stated.retailer))
            .collect();
        let mut statistics = Self { classes: group_by_class(limits, &evidence), scales };
        for _ in 0..MAX_ROUNDS {
            let count = evidence.len();
            evidence.retain(|stated| {
                let StatedPrice { retailer, class, price, .. } = stated;
                let verdict = statistics.screen_price(limits, *retailer, class.as_ref(), *price);
                stated.is_trusted || verdict != ClassVerdict::FarFromClass
            });
            if evidence.len() == count {
                break;
            }
            statistics.classes = group_by_class(limits, &evidence);
        }
        statistics
    }

    /// Whether the retailer's prices are off the scale of at least two others.
    pub(super) fn is_off_scale(&self, retailer: RetailerId) -> bool {
        is_confirmed(&self.scales, retailer)
    }

    /// Judges a price by the narrowest class that has enough prices: those of at least two other retailers, else those of
    /// the retailer itself. A single other retailer's say nothing: one of the two is wrong, and nothing tells which.
    pub fn screen_price(
        &self,
        limits: &PriceScreen,
        retailer: RetailerId,
        class: Option<&PriceClass>,
        price: Fils,
    ) -> ClassVerdict {
        if self.is_off_scale(retailer) {
            return ClassVerdict::OffScale;
        }
        match self.find_comparison(retailer, class) {
            None => ClassVerdict::Unknown,
            Some((level, quantiles)) if quantiles.is_far(limits, level, price) => ClassVerdict::FarFromClass,
            Some(_) => ClassVerdict::Near,
        }
    }

    /// Returns what [`Self::screen_price`] compares a price with; where it is nothing, the prices of the single other retailer.
    /// `None` where there are none either.
    pub fn find_evidence(&self, retailer: RetailerId, class: Option<&PriceClass>) -> Option<PriceEvidence> {
        let reference =
            self.find_comparison(retailer, class).or_else(|| self.find_reference(retailer, class));
        let evidence = PriceEvidence {
            class: reference.map(|(level, quantiles)| describe(level, quantiles)),
            scale: self.scales.get(&retailer).filter(|scale| scale.is_confirmed).map(|scale| scale.evidence),
        };
        (evidence != PriceEvidence::default()).then_some(evidence)
    }

    /// Returns the ratio of a price to the nearer quartile of its class, at least 1; 1 between the quartiles. Where neither
    /// two other retailers nor the retailer itself have enough prices of the class, those of the single other one count.
    /// `None` where the class has too few prices.
    pub(super) fn distance(
        &self,
        retailer: RetailerId,
        class: Option<&PriceClass>,
        price: Fils,
    ) -> Option<Ratio> {
        let (_, quantiles) = self.find_reference(retailer, class)?;
        let nearest = price.0.clamp(quantiles.lower_quartile, quantiles.upper_quartile);
        Some(Ratio::new(price.0, nearest).at_least_one())
    }

    /// Returns the narrowest class whose prices may condemn one of the retailer's, with them.
    fn find_comparison<'a>(
        &self,
        retailer: RetailerId,
        class: Option<&'a PriceClass>,
    ) -> Option<(&'a str, Quantiles)> {
        class?.levels().find_map(|level| Some((level, self.comparison_at(level, retailer)?)))
    }

    /// Returns the narrowest class with prices that one of the retailer's can be compared with.
    fn find_reference<'a>(
        &self,
        retailer: RetailerId,
        class: Option<&'a PriceClass>,
    ) -> Option<(&'a str, Quantiles)> {
        class?.levels().find_map(|level| {
            let single = || {
                let others = self.classes.get(level)?.share_of(retailer).others;
                others.filter(|_| !self.scales.contains_key(&retailer))
            };
            Some((level, self.comparison_at(level, retailer).or_else(single)?))
        })
    }

    fn comparison_at(&self, level: &str, retailer: RetailerId) -> Option<Quantiles> {
        let RetailerShare { own, others } = self.classes.get(level)?.share_of(retailer);
        // Where the retailer and the only other one are on different scales, its own prices are no evidence either.
        let own = own.filter(|_| !self.scales.contains_key(&retailer));
        others.filter(|others| others.retailers > 1).or(own)
    }
}

/// A price of a class, with the place of its retailer among those of the class.
type PriceOfRetailer = (i64, usize);

/// Returns the weight of one price of each retailer, given the numbers of their prices. The weight of a retailer with n
/// prices is the root of n: many prices are better evidence than few. But it is at most the sum of the others': nobody has
/// more than half of a class, whatever they list, so that nobody alone moves both of its quartiles.
fn price_weights(counts: &[i64]) -> Vec<i64> {
    let root = |count: &i64| (count * 1_000_000).isqrt() * 1_000_000;
    let total: i64 = counts.iter().map(root).sum();
    let weight = |count: &i64| {
        let root = root(count);
        // The weight of a retailer that is alone in a class does not matter.
        let capped = if total > root { root.min(total - root) } else { root };
        capped / (*count).max(1)
    };
    counts.iter().map(weight).collect()
}

impl Quantiles {
    /// Computes the quantiles of prices in ascending order; `counts` are the numbers of prices by retailer, 0 for those
    /// that do not count. `None` where the prices are fewer than a class needs.
    fn new(limits: &PriceScreen, prices: &[PriceOfRetailer], counts: &[i64]) -> Option<Self> {
        let count: i64 = counts.iter().sum();
        if count < limits.class_least_prices.max(2) {
            return None;
        }
        let weights = price_weights(counts);
        let total: i64 = counts.iter().zip(&weights).map(|(count, weight)| count * weight).sum();
        let (mut cumulated, mut quartiles, mut lowest, mut highest) = (0, [None; 3], None, 0);
        for (price, place) in prices {
            if counts.get(*place).is_none_or(|count| *count == 0) {
                continue;
            }
            cumulated += weights.get(*place).copied().unwrap_or_default();
            for (quarters, quartile) in (1..).zip(&mut quartiles) {
                if cumulated * 4 >= total * quarters {
                    quartile.get_or_insert(*price);
                }
            }
            lowest.get_or_insert(*price);
            highest = *price;
        }
        let [lower_quartile, median, upper_quartile] = quartiles;
        Some(Self {
            prices: count,
            retailers: counts.iter().filter(|count| **count > 0).count() as i64,
            lowest: lowest?,
            lower_quartile: lower_quartile?,
            median: median?,
            upper_quartile: upper_quartile?,
            highest,
        })
    }

    /// Whether a price is far outside the quartiles: by the factor of the level, or by the square of the ratio of the
    /// quartiles, whichever is more. So a class of many kinds judges only absurd prices, and of one retailer alone, who may
    /// sell cheap parts and one dear one, only those that were misread by a power of ten or more.
    fn is_far(&self, limits: &PriceScreen, level: &str, price: Fils) -> bool {
        let factor = match (is_narrow(level), self.retailers > 1) {
            (true, _) => limits.class_factor,
            (false, true) => limits.category_factor,
            (false, false) => limits.category_factor.saturating_mul(limits.scale_factor),
        };
        let [price, factor] = [price.0, factor.max(1)].map(i128::from);
        let [low, high] = [self.lower_quartile, self.upper_quartile].map(i128::from);
        let [low_cubed, high_cubed] = [low, high].map(|quartile| quartile.saturating_pow(3));
        let is_over =
            price > high.saturating_mul(factor) && price.saturating_mul(low.saturating_pow(2)) > high_cubed;
        let is_under =
            price.saturating_mul(factor) < low && price.saturating_mul(high.saturating_pow(2)) < low_cubed;
        is_over || is_under
    }
}

fn describe(level: &str, quantiles: Quantiles) -> ClassEvidence {
    let (category, facts) = describe_price_class(level);
    ClassEvidence {
        category,
        facts,
        prices: quantiles.prices,
        retailers: quantiles.retailers,
        lowest: Fils(quantiles.lowest),
        median: Fils(quantiles.median),
        highest: Fils(quantiles.highest),
    }
}

/// Sorts the prices into their classes and the wider ones.
fn group_by_class(limits: &PriceScreen, prices: &[&StatedPrice]) -> HashMap<String, ClassGroup> {
    let mut by_level: HashMap<&str, Vec<(i64, RetailerId)>> = HashMap::new();
    for stated in prices {
        for level in stated.class.iter().flat_map(PriceClass::levels) {
            by_level.entry(level).or_default().push((stated.price.0, stated.retailer));
        }
    }
    let group = |(level, mut prices): (&str, Vec<(i64, RetailerId)>)| {
        prices.sort_unstable();
        (level.to_owned(), ClassGroup::new(limits, &prices))
    };
    by_level.into_iter().map(group).collect()
}

impl ClassGroup {
    /// `prices` are in ascending order.
    fn new(limits: &PriceScreen, prices: &[(i64, RetailerId)]) -> Self {
        let mut by_retailer: BTreeMap<RetailerId, i64> = BTreeMap::new();
        for (_, retailer) in prices {
            *by_retailer.entry(*retailer).or_default() += 1;
        }
        let counts: Vec<i64> = by_retailer.values().copied().collect();
        let places: HashMap<RetailerId, usize> = by_retailer.into_keys().zip(0..).collect();
        let prices: Vec<PriceOfRetailer> =
            prices.iter().filter_map(|(price, retailer)| Some((*price, *places.get(retailer)?))).collect();
        let quantiles = |counts: &[i64]| Quantiles::new(limits, &prices, counts);
        let share = |(retailer, place): (&RetailerId, &usize)| {
            let only = |is_own: bool| {
                let counted = counts.iter().zip(0..);
                counted
                    .map(|(count, of)| if (of == *place) == is_own { *count } else { 0 })
                    .collect::<Vec<_>>()
            };
            (*retailer, RetailerShare { own: quantiles(&only(true)), others: quantiles(&only(false)) })
        };
        Self { all: quantiles(&counts), of_retailers: places.iter().map(share).collect() }
    }

    fn share_of(&self, retailer: RetailerId) -> RetailerShare {
        let absent = RetailerShare { own: None, others: self.all };
        self.of_retailers.get(&retailer).copied().unwrap_or(absent)
    }
}

fn is_confirmed(scales: &HashMap<RetailerId, Scale>, retailer: RetailerId) -> bool {
    scales.get(&retailer).is_some_and(|scale| scale.is_confirmed)
}

#[cfg(test)]
mod tests;
