//! Decides over all prices that retailers state now which are published and which are held. The decision is a function of
//! the set of prices: it does not depend on the order in which they were read.

use std::collections::{BTreeMap, HashMap};

use super::{
    class_prices::{ClassVerdict, PriceStatistics, StatedPrice},
    price_screen::{
        FAR_FROM_CLASS, FAR_FROM_MARKET, OFF_SCALE, PriceVerdict, is_far_from_market, lower_median,
    },
};
use crate::{
    config::PriceScreen,
    model::{Fils, PriceEvidence, ProductId, RetailerId},
    store::offers::Market,
};

/// Of two prices of a product that differ too much, the one wins whose ratio to the nearer quartile of its class is this
/// many times nearer to 1 than that of the other.
const NEARER_TIMES: i64 = 2;

/// Why a price is held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoldReason {
    pub code: &'static str,
    pub market: Option<Market>,
    pub evidence: Option<PriceEvidence>,
}

/// Decides about each of these prices, which are all that retailers state now, in their order.
///
/// A trusted price is published. Any other is judged by the other retailers that sell the product, without those whose
/// prices are off the scale of the others:
///
/// | other retailers | rule |
/// |---|---|
/// | 2 or more | held if it is far from the median of all, its own included |
/// | 1 | published if the two are near each other; else the one clearly nearer to the quartiles of its class is judged by the class, and the other is held; if none is clearly nearer, both are held |
/// | none | held if it is far from its class, or if the retailer's prices are off the scale of the others |
pub fn evaluate_prices(limits: &PriceScreen, prices: &[StatedPrice]) -> Vec<PriceVerdict<HoldReason>> {
    let statistics = PriceStatistics::new(limits, prices);
    let markets = group_by_product(&statistics, prices);
    let none = BTreeMap::new();
    prices
        .iter()
        .map(|stated| {
            let market = stated.product.and_then(|product| markets.get(&product)).unwrap_or(&none);
            let others = market.iter().filter(|(retailer, _)| **retailer != stated.retailer);
            let others: Vec<&StatedPrice> = others.map(|(_, stated)| *stated).collect();
            let judged = PriceScreening { limits, statistics: &statistics, stated };
            match judged.verdict(&others) {
                Some(reason) if !stated.is_trusted => PriceVerdict::Hold(reason),
                _ => PriceVerdict::Publish,
            }
        })
        .collect()
}

/// Returns the lowest price of each retailer for each product, without retailers whose prices are off the scale.
fn group_by_product<'a>(
    statistics: &PriceStatistics,
    prices: &'a [StatedPrice],
) -> HashMap<ProductId, BTreeMap<RetailerId, &'a StatedPrice>> {
    let mut markets: HashMap<ProductId, BTreeMap<RetailerId, &StatedPrice>> = HashMap::new();
    let counts = |stated: &&StatedPrice| {
        stated.is_evidence && (stated.is_trusted || !statistics.is_off_scale(stated.retailer))
    };
    for stated in prices.iter().filter(counts) {
        let Some(product) = stated.product else { continue };
        markets
            .entry(product)
            .or_default()
            .entry(stated.retailer)
            .and_modify(|lowest| {
                // A trusted price counts before others, and of equal prices the one with the lower class does, so
                // that the order of the prices never decides.
                let key = |price: &StatedPrice| (!price.is_trusted, price.price, price.class.clone());
                if key(stated) < key(lowest) {
                    *lowest = stated;
                }
            })
            .or_insert(stated);
    }
    markets
}

struct PriceScreening<'a> {
    limits: &'a PriceScreen,
    statistics: &'a PriceStatistics,
    stated: &'a StatedPrice,
}

impl PriceScreening<'_> {
    /// Returns why the price must be held, given the lowest price of each other retailer for the same product.
    fn verdict(&self, others: &[&StatedPrice]) -> Option<HoldReason> {
        let &Self { limits, stated, .. } = self;
        match others {
            [] => self.screen_by_class(None),
            [other] => {
                let market = Market { median: other.price, retailers: 1 };
                if is_near(limits, stated.price, other.price) {
                    None
                } else if self.is_clearly_nearer_than(other) {
                    self.screen_by_class(Some(market))
                } else {
                    Some(self.hold(FAR_FROM_MARKET, Some(market)))
                }
            }
            _ => {
                let mut prices: Vec<Fils> = others.iter().map(|other| other.price).collect();
                prices.push(stated.price);
                let market = Market { median: lower_median(prices)?, retailers: others.len() as i64 };
                is_far_from_market(limits, stated.price, market)
                    .then(|| self.hold(FAR_FROM_MARKET, Some(market)))
            }
        }
    }

    fn screen_by_class(&self, market: Option<Market>) -> Option<HoldReason> {
        let StatedPrice { retailer, class, price, .. } = self.stated;
        let code = match self.statistics.screen_price(self.limits, *retailer, class.as_ref(), *price) {
            ClassVerdict::Unknown | ClassVerdict::Near => return None,
            ClassVerdict::FarFromClass => FAR_FROM_CLASS,
            ClassVerdict::OffScale => OFF_SCALE,
        };
        Some(self.hold(code, market))
    }

    fn hold(&self, code: &'static str, market: Option<Market>) -> HoldReason {
        let StatedPrice { retailer, class, .. } = self.stated;
        HoldReason { code, market, evidence: self.statistics.find_evidence(*retailer, class.as_ref()) }
    }

    fn is_clearly_nearer_than(&self, other: &StatedPrice) -> bool {
        let distance =
            |price: &StatedPrice| self.statistics.distance(price.retailer, price.class.as_ref(), price.price);
        match (distance(self.stated), distance(other)) {
            (Some(own), Some(others)) => !other.is_trusted && others.is_at_least(NEARER_TIMES, own),
            _ => false,
        }
    }
}

/// Whether two prices of one product are within the limits for one other retailer, whichever of the two is judged.
fn is_near(limits: &PriceScreen, one: Fils, other: Fils) -> bool {
    let is_far =
        |price: Fils, median: Fils| is_far_from_market(limits, price, Market { median, retailers: 1 });
    !is_far(one, other) && !is_far(other, one)
}

#[cfg(test)]
mod tests;
