//! The lower bound of a basket with the fees that no purchase makes free.
//!
//! A retailer with a fee and without a sum from which it delivers free is **charged**: whoever buys there pays the fee.
//! Up to [`MAX_CHARGED`] such retailers, those with the highest fees, are counted; all others deliver free here.
//!
//! 1. For every set *T* of charged retailers, a part costs *m(T)*, its lowest price at *T* and at the others.
//! 2. Some parts together cost at least the lowest, over all *T*, of the fees of *T* and the sum of their *m(T)*.
//!
//! **Why this is a lower bound.** Take any basket, and let *T* be the charged retailers from which it buys. It pays the
//! fees of *T* whole, for every part at least *m(T)*, and for other deliveries at least 0. What holds for a whole build
//! holds for the parts that are decided, with the lowest price of each open class added: *m(T)* is no less than that.
//!
//! Example: a case costs 10.000 at *x*, which charges 2.000, and 11.000 at *y*, which delivers free from 20.000 on; a
//! cooler costs 8.000 at *x* and 8.500 at *y*. Without *x* the two cost 19.500; with *x* they cost 18.000 and the fee:
//! 20.000. So they cost at least 19.500, where the lowest prices alone gave 18.000.
//!
//! The sums are kept for every set *T* while parts are decided, so one more part takes one addition for each set.

use crate::model::{Fils, ShippingRule};

/// The most retailers whose fees are counted.
const MAX_CHARGED: usize = 4;
/// The number of sets of so many retailers.
const SETS: usize = 1 << MAX_CHARGED;
/// The price of a part that no retailer of a set sells: above every sum, and small enough that no sum overflows.
pub(super) const NOT_SOLD: i64 = i64::MAX / 1_024;

/// The charged retailers with their fees, the highest first.
#[derive(Debug, Clone, Default)]
pub(super) struct ChargedRetailers(Vec<(usize, i64)>);

/// The least cost of some parts for every set of charged retailers: a set is a number with one bit for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CostBySet([i64; SETS]);

impl ChargedRetailers {
    pub(super) fn new(shipping: &[ShippingRule]) -> ChargedRetailers {
        let fee = |rule: &ShippingRule| rule.flat.filter(|fee| *fee > Fils::ZERO && rule.free_over.is_none());
        let charged = shipping.iter().enumerate().filter_map(|(index, rule)| Some((index, fee(rule)?.0)));
        let mut charged: Vec<(usize, i64)> = charged.collect();
        charged.sort_by_key(|(index, fee)| (std::cmp::Reverse(*fee), *index));
        charged.truncate(MAX_CHARGED);
        ChargedRetailers(charged)
    }

    /// Returns the cost of no parts: the fees of each set.
    pub(super) fn fees(&self) -> CostBySet {
        let mut costs = [0; SETS];
        for (set, cost) in costs.iter_mut().enumerate() {
            let own = self.0.iter().enumerate().filter(|(bit, _)| set & (1_usize << *bit) != 0);
            *cost = own.map(|(_, (_, fee))| *fee).sum();
        }
        CostBySet(costs)
    }

    /// Returns the lowest price of a part for each set, without fees.
    pub(super) fn lowest_prices(&self, prices: &[(usize, i64)]) -> CostBySet {
        let mut lowest = [NOT_SOLD; SETS];
        for (retailer, price) in prices {
            let bit = self.0.iter().position(|(charged, _)| charged == retailer);
            for (set, cost) in lowest.iter_mut().enumerate() {
                if bit.is_none_or(|bit| set & (1_usize << bit) != 0) {
                    *cost = (*cost).min(*price);
                }
            }
        }
        CostBySet(lowest)
    }
}

impl CostBySet {
    /// The cost of a part that is not bought.
    pub(super) const NOTHING: CostBySet = CostBySet([0; SETS]);

    /// Returns the cost with one more part.
    pub(super) fn with(&self, part: &CostBySet) -> CostBySet {
        let mut costs = self.0;
        for (cost, more) in costs.iter_mut().zip(&part.0) {
            *cost += more;
        }
        CostBySet(costs)
    }

    /// Returns the least cost with one more part, whatever the set.
    pub(super) fn least_with(&self, part: &CostBySet) -> i64 {
        self.0.iter().zip(&part.0).map(|(cost, more)| cost + more).min().unwrap_or_default()
    }

    /// Returns the least cost, whatever the set.
    pub(super) fn least(&self) -> i64 {
        self.0.iter().copied().min().unwrap_or_default()
    }
}
