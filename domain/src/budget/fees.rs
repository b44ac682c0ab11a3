//! Lower bounds of a basket that count delivery fees.
//!
//! 1. The bound adds the fee *f* of each **counted** retailer once. From every price *p* at that retailer it subtracts a
//!    **rebate**: the share *f × min(1, p / L)* of the fee, where delivery is free from the sum *L* on. A retailer that
//!    never delivers free gives no rebate.
//! 2. For every set *T* of counted retailers, the cost of some parts is the fees of *T*, and for each part its lowest price
//!    less rebate, at *T* or at a retailer that is not counted. To add a part takes one addition for each set.
//! 3. One more part from a retailer *r* makes the cost at least the least cost over all *T* that contain *r*, plus the price
//!    at *r* less its rebate. That takes one addition for each offer of the part.
//!
//! **Why this is a lower bound.** Take any basket, and let *T* be the counted retailers from which the basket buys. Let its
//! parts from one of them cost *t*. Below *L* the basket pays *t + f* there; rebates are not negative, so the bound counts
//! *t + f* or less. From *L* on the basket pays *t*; the rebates sum to *f* or more, so the bound counts *t* or less. At a
//! retailer that is not counted the basket pays *t* or more, and the bound counts *t*.
//!
//! **Two tables.** While classes are open, the search adds the lowest price of each open class to the cost of the decided
//! parts. With rebates that sum would not be a lower bound, because the parts of open classes would give rebates as well,
//! which the sum does not subtract. So there are two tables. [`FeeTable::of_unavoidable`] counts only retailers that never
//! deliver free, which give no rebates; it bounds builds with open classes. [`FeeTable::of_all`] counts the other retailers
//! too; it bounds builds of which only the last class is open.
//!
//! Example: *x* charges 2.000 below 20.000, *y* charges 1.000 always. A case costs 15.000 at *x* and 16.000 at *y*; the last
//! part, a cooler, costs 8.000 at *x* and 7.500 at *y*. The case costs 2.000 + 15.000 − 1.500 = 15.500 for {*x*}, 17.000 for
//! {*y*}, and 2.000 + 1.000 + 13.500 = 16.500 for both. With the cooler from *x* the two cost at least 15.500 + 8.000 − 800 =
//! 22.700 (the cheapest basket costs 23.000), with the cooler from *y* at least 16.500 + 7.500 = 24.000 (24.500).

use crate::model::{Fils, ShippingRule};

/// The most retailers in the table of all fees; those with the highest fees are counted. There are 2 to the power of this
/// sets.
const MAX_COUNTED: usize = 10;
/// The most retailers in the table of unavoidable fees. It is smaller, because every step of the search reads that table.
const MAX_UNAVOIDABLE: usize = 4;
/// The price that stands for "not sold by the retailers of this set", and the highest price that is counted (16,777
/// dinars): a higher one counts as this, so that bounds stay bounds. The sum of 128 such prices fits an `i32`.
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

/// The least cost of some parts for every set of counted retailers. The position of a set has one bit for each retailer.
#[derive(Debug, Clone)]
pub(super) struct CostByRetailerSet(Vec<i32>);

/// The least cost of some parts, by the retailer that sells one more.
#[derive(Debug)]
pub(super) struct NextPartBound<'t> {
    table: &'t FeeTable,
    /// For each counted retailer: the least cost where the basket buys from it.
    with: Vec<i64>,
    min_cost: i64,
}

impl FeeTable {
    /// The table of retailers that charge every basket: the [`MAX_UNAVOIDABLE`] with the highest fees.
    pub(super) fn of_unavoidable(shipping: &[ShippingRule]) -> FeeTable {
        let FeeTable(mut counted) = FeeTable::read(shipping);
        counted.retain(|counted| counted.free_over.is_none());
        counted.truncate(MAX_UNAVOIDABLE);
        FeeTable(counted)
    }

    /// The table of the [`MAX_COUNTED`] retailers with the highest fees, whether or not they deliver larger baskets free.
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
    pub(super) fn cost_of_no_parts(&self) -> CostByRetailerSet {
        let mut costs = vec![0_i32; 1 << self.0.len()];
        for (bit, counted) in self.0.iter().enumerate() {
            let fee = saturate(counted.fee);
            change_sets_with(&mut costs, bit, |cost| cost + fee);
        }
        CostByRetailerSet(costs)
    }

    /// Returns the cost with one more part, given by its prices at retailers; a part that is not bought has none.
    pub(super) fn add(&self, cost_so_far: &CostByRetailerSet, prices: &[(usize, i64)]) -> CostByRetailerSet {
        if prices.is_empty() {
            return cost_so_far.clone();
        }
        let elsewhere = prices.iter().filter(|(retailer, _)| self.find(*retailer).is_none());
        let lowest = elsewhere.map(|(_, price)| saturate(*price)).min().unwrap_or(NOT_SOLD);
        let mut costs = vec![lowest; cost_so_far.0.len()];
        for (retailer, price) in prices {
            if let Some((bit, counted)) = self.find(*retailer) {
                let price = saturate(counted.less_rebate(*price));
                change_sets_with(&mut costs, bit, |cost| cost.min(price));
            }
        }
        for (cost, before) in costs.iter_mut().zip(&cost_so_far.0) {
            *cost += before;
        }
        CostByRetailerSet(costs)
    }

    /// Returns the bound of baskets with these parts and one more.
    pub(super) fn bound_with_next(&self, cost_so_far: &CostByRetailerSet) -> NextPartBound<'_> {
        let min_cost = cost_so_far.0.iter().copied().min().unwrap_or_default();
        let with = (0..self.0.len()).map(|bit| i64::from(find_min_with(&cost_so_far.0, bit)));
        NextPartBound { table: self, with: with.collect(), min_cost: min_cost.into() }
    }

    fn find(&self, retailer: usize) -> Option<(usize, &CountedRetailer)> {
        self.0.iter().enumerate().find(|(_, counted)| counted.retailer == retailer)
    }
}

impl NextPartBound<'_> {
    /// Returns the least cost with one more part of these prices; no prices stand for a part that is not bought.
    pub(super) fn min_with(&self, prices: &[(usize, i64)]) -> i64 {
        let with = |(retailer, price): &(usize, i64)| match self.table.find(*retailer) {
            Some((bit, counted)) => self.with[bit] + counted.less_rebate(*price),
            None => self.min_cost + price,
        };
        prices.iter().map(with).min().unwrap_or(self.min_cost)
    }
}

impl CountedRetailer {
    /// Returns a price less its rebate.
    fn less_rebate(&self, price: i64) -> i64 {
        let Some(limit) = self.free_over else { return price };
        let rebate = i128::from(self.fee) * i128::from(price.clamp(0, limit));
        let rounded_up = (rebate + i128::from(limit) - 1) / i128::from(limit);
        price - i64::try_from(rounded_up).unwrap_or(self.fee)
    }
}

/// Returns an amount as an `i32`; [`NOT_SOLD`] where it is higher.
fn saturate(amount: i64) -> i32 {
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
fn find_min_with(values: &[i32], bit: usize) -> i32 {
    let half = 1 << bit;
    let halves = values.chunks_exact(2 * half).map(|pair| &pair[half..]);
    halves.flatten().copied().min().unwrap_or_default()
}
