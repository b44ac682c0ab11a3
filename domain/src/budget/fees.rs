//! Lower bounds of a basket that count delivery fees.
//!
//! 1. The bound adds the fee *f* of a retailer once, and subtracts from every price *p* there the share *f × min(1, p / L)*,
//!    which is taken back because from the sum *L* on delivery is free; nothing where there is no such sum.
//! 2. For every set *T* of counted retailers, some parts cost the fees of *T* and the sum of their lowest prices at *T* and
//!    at the retailers that are not counted, each price less what is taken back. One more part takes one addition for
//!    each set.
//! 3. With a last part from a retailer *r* they cost at least the lowest of this over all *T* that hold *r*, and the price
//!    at *r* less what is taken back. That takes one addition for each offer of the part.
//!
//! **Why this is a lower bound.** Take any basket, and let *T* be the counted retailers from which it buys. Let it buy for
//! *t* at one of them. Below *L* it pays *t + f* there; what is taken back is not negative, so *t + f* or less is counted.
//! From *L* on it pays *t*; at least *f* is taken back, so *t* or less is counted. At a retailer that is not counted it
//! pays *t* or more, and *t* is counted.
//!
//! **Two tables.** The bound of a whole build need not hold for some of its parts with the lowest price of each open
//! class added, because something may be taken back of these prices as well. So the table of [`FeeTable::of_unavoidable`] counts only
//! retailers that never deliver free, of which nothing is taken back; it bounds builds with open classes. The table of
//! [`FeeTable::of_all`] counts the others too, and bounds builds whose last class is tried.
//!
//! Example: *x* charges 2.000 below 20.000, *y* charges 1.000 always. A case costs 15.000 at *x* and 16.000 at *y*; the last
//! part, a cooler, costs 8.000 at *x* and 7.500 at *y*. For {*x*} the case counts 2.000 + 15.000 − 1.500 = 15.500, for {*y*}
//! 17.000, for both 2.000 + 1.000 + 13.500 = 16.500. With the cooler from *x* the two cost at least 15.500 + 8.000 − 800 =
//! 22.700 (23.000 in truth), with the cooler from *y* at least 16.500 + 7.500 = 24.000 (24.500 in truth).

use crate::model::{Fils, ShippingRule};

/// The most retailers whose fees are counted, those with the highest: there are two to this power sets.
const MAX_COUNTED: usize = 10;
/// As above, of the table from which every step is bounded.
const MAX_UNAVOIDABLE: usize = 4;
/// The price of a part that no retailer of a set sells, and the highest price that is counted. No basket reaches it, and 128
/// of them still fit an `i32`.
const NOT_SOLD: i32 = i32::MAX / 128;

/// The retailers whose fees are counted.
#[derive(Debug, Clone, Default)]
pub(super) struct FeeTable(Vec<CountedRetailer>);

#[derive(Debug, Clone, Copy)]
struct CountedRetailer {
    retailer: usize,
    /// In fils, above 0.
    fee: i64,
    /// The sum from which delivery is free.
    free_over: Option<i64>,
}

/// The least cost of some parts for every set of counted retailers: a set is a number with one bit for each.
#[derive(Debug, Clone)]
pub(super) struct FeeSets(Vec<i32>);

/// The least cost of some parts, by the retailer that sells one more.
#[derive(Debug)]
pub(super) struct LastPartBound<'t> {
    table: &'t FeeTable,
    /// For each counted retailer: the least cost where the basket buys from it.
    with: Vec<i64>,
    least: i64,
}

impl FeeTable {
    /// The table of the retailers that charge every basket.
    pub(super) fn of_unavoidable(shipping: &[ShippingRule]) -> FeeTable {
        let FeeTable(mut counted) = FeeTable::read(shipping);
        counted.retain(|counted| counted.free_over.is_none());
        counted.truncate(MAX_UNAVOIDABLE);
        FeeTable(counted)
    }

    /// The table of all retailers with a fee.
    pub(super) fn of_all(shipping: &[ShippingRule]) -> FeeTable {
        let FeeTable(mut counted) = FeeTable::read(shipping);
        counted.truncate(MAX_COUNTED);
        FeeTable(counted)
    }

    /// Reads all retailers with a fee, the highest first.
    fn read(shipping: &[ShippingRule]) -> FeeTable {
        let read = |(retailer, rule): (usize, &ShippingRule)| {
            let fee = rule.flat.filter(|fee| *fee > Fils::ZERO)?.0;
            Some(CountedRetailer { retailer, fee, free_over: rule.free_over.map(|limit| limit.0.max(1)) })
        };
        let mut counted: Vec<CountedRetailer> = shipping.iter().enumerate().filter_map(read).collect();
        counted.sort_by_key(|counted| (std::cmp::Reverse(counted.fee), counted.retailer));
        FeeTable(counted)
    }

    /// Returns the cost of no parts: the fees of each set.
    pub(super) fn fees(&self) -> FeeSets {
        let mut costs = vec![0_i32; 1 << self.0.len()];
        for (bit, counted) in self.0.iter().enumerate() {
            let fee = narrow(counted.fee);
            change_sets_with(&mut costs, bit, |cost| cost + fee);
        }
        FeeSets(costs)
    }

    /// Returns the cost with one more part, given by its prices at retailers; a part that is not bought has none.
    pub(super) fn add(&self, sets: &FeeSets, prices: &[(usize, i64)]) -> FeeSets {
        if prices.is_empty() {
            return sets.clone();
        }
        let elsewhere = prices.iter().filter(|(retailer, _)| self.find(*retailer).is_none());
        let lowest = elsewhere.map(|(_, price)| narrow(*price)).min().unwrap_or(NOT_SOLD);
        let mut costs = vec![lowest; sets.0.len()];
        for (retailer, price) in prices {
            if let Some((bit, counted)) = self.find(*retailer) {
                let price = narrow(counted.take_back(*price));
                change_sets_with(&mut costs, bit, |cost| cost.min(price));
            }
        }
        for (cost, before) in costs.iter_mut().zip(&sets.0) {
            *cost += before;
        }
        FeeSets(costs)
    }

    /// Returns the bound of baskets with these parts and one more.
    pub(super) fn bound_with_last(&self, sets: &FeeSets) -> LastPartBound<'_> {
        let least = sets.0.iter().copied().min().unwrap_or_default();
        let with = (0..self.0.len()).map(|bit| i64::from(find_least_with(&sets.0, bit)));
        LastPartBound { table: self, with: with.collect(), least: least.into() }
    }

    fn find(&self, retailer: usize) -> Option<(usize, &CountedRetailer)> {
        self.0.iter().enumerate().find(|(_, counted)| counted.retailer == retailer)
    }
}

impl LastPartBound<'_> {
    /// Returns the least cost with a last part of these prices; no prices stand for a part that is not
    /// bought.
    pub(super) fn least_with(&self, prices: &[(usize, i64)]) -> i64 {
        let with = |(retailer, price): &(usize, i64)| match self.table.find(*retailer) {
            Some((bit, counted)) => {
                self.with.get(bit).copied().unwrap_or(self.least) + counted.take_back(*price)
            }
            None => self.least + price,
        };
        prices.iter().map(with).min().unwrap_or(self.least)
    }
}

impl CountedRetailer {
    /// Returns a price less the part of the fee that it takes back.
    fn take_back(&self, price: i64) -> i64 {
        let Some(limit) = self.free_over else { return price };
        let taken = i128::from(self.fee) * i128::from(price.clamp(0, limit));
        let rounded_up = (taken + i128::from(limit) - 1) / i128::from(limit);
        price - i64::try_from(rounded_up).unwrap_or(self.fee)
    }
}

/// Returns an amount as it is counted: a lower one where it is too high to be added.
fn narrow(amount: i64) -> i32 {
    i32::try_from(amount).unwrap_or(NOT_SOLD).min(NOT_SOLD)
}

/// Changes the values of the sets that hold the retailer of a bit.
fn change_sets_with(values: &mut [i32], bit: usize, change: impl Fn(i32) -> i32) {
    let half = 1 << bit;
    for pair in values.chunks_exact_mut(2 * half) {
        for value in pair.iter_mut().skip(half) {
            *value = change(*value);
        }
    }
}

/// Returns the least value of the sets that hold the retailer of a bit.
fn find_least_with(values: &[i32], bit: usize) -> i32 {
    let half = 1 << bit;
    let halves = values.chunks_exact(2 * half).filter_map(|pair| pair.get(half..));
    halves.flatten().copied().min().unwrap_or_default()
}
