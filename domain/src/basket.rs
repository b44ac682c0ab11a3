//! The cheapest way to buy some parts from several retailers, delivery included. Pure: no I/O.
//!
//! Delivery is free from a retailer's limit on, so moving a part to a dearer retailer can make the basket cheaper.
//! Taking the lowest price of every part is therefore not enough. [`find_cheapest`] is a branch and bound in two
//! searches. It finds the cheapest basket, unless it takes more than `MAX_STEPS` steps: then it returns the best basket
//! found, and [`Basket::is_proved`] is false.
//!
//! 1. For one retailer after the other, decide whether the basket leaves it out, pays its fee, or buys at least so
//!    much from it that delivery is free (`Search::decide`).
//! 2. Once every retailer is decided, assign each line to one of the open retailers (`LineAssignment::assign_from`).
//!
//! Both searches cut a branch whose lower bound is not below the cheapest basket found so far, or is above a good basket
//! that is found before by leaving out retailers one by one. A line, which is a part with its quantity, is bought from
//! one retailer.
//!
//! Example: two lines cost 10.000 and 15.000 KWD at retailer A, and 9.500 and 16.000 KWD at retailer B. Each charges
//! 2.000 and delivers free from 25.000 on. The lowest prices cost 9.500 + 15.000 + 2 × 2.000 = 28.500. Both lines
//! from A cost 25.000 with free delivery: the answer.

mod line_assignment;

use self::line_assignment::LineAssignment;
use crate::model::{Fils, ShippingRule};

/// The most steps that one search may take. Builds of ten parts at ten retailers need some hundreds.
const MAX_STEPS: u32 = 200_000;
/// Costs are compared in units of 1/256 fils, plus one unit for each retailer: of equally cheap baskets, the one with
/// fewer retailers wins.
const WEIGHT: i64 = 256;

/// The price of one line (unit price times quantity) at each retailer; `None` where the retailer does not sell the
/// part.
pub type LinePrices = Vec<Option<Fils>>;

/// The retailer of every line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Basket {
    /// The index of the retailer that sells each line.
    pub retailer_of: Vec<usize>,
    /// Whether the search proved that no cheaper basket exists; false only when it ran out of steps.
    pub is_proved: bool,
}

/// Why a search returns no basket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoBasket {
    /// No basket within the limit sells every line.
    NoneExists,
    /// The search ran out of steps before it found one, so one may exist.
    OutOfSteps,
}

/// The part of a basket that one retailer delivers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BasketShare {
    pub retailer: usize,
    /// The indexes of the lines.
    pub lines: Vec<usize>,
    /// The price of these lines together.
    pub parts: Fils,
    /// `None` where the retailer states no fee; the basket's cost then includes none.
    pub delivery: Option<Fils>,
}

impl Basket {
    /// Splits the basket by retailer, in the order of the retailers; those that sell nothing are left out.
    pub fn split_by_retailer(&self, lines: &[LinePrices], rules: &[ShippingRule]) -> Vec<BasketShare> {
        let share = |(retailer, rule): (usize, &ShippingRule)| {
            let own: Vec<usize> =
                (0..lines.len()).filter(|line| self.retailer_of[*line] == retailer).collect();
            let parts = own.iter().filter_map(|line| lines[*line][retailer]);
            let parts = parts.fold(Fils::ZERO, Fils::saturating_add);
            (!own.is_empty()).then(|| BasketShare { retailer, delivery: rule.fee(parts), lines: own, parts })
        };
        rules.iter().enumerate().filter_map(share).collect()
    }
}

/// Returns the cheapest basket from at most `max_retailers` retailers; `None` where they cannot sell every line, or where
/// the search ran out of steps before it found such a basket.
pub fn find_cheapest(lines: &[LinePrices], rules: &[ShippingRule], max_retailers: usize) -> Option<Basket> {
    find(&mut Search::new(lines, rules, max_retailers)).ok()
}

/// The result of a search within limits, and the steps that it took.
pub struct SearchedBasket {
    /// Without a basket, the error says whether none exists or the search ran out of steps.
    pub basket: Result<Basket, NoBasket>,
    pub steps: u32,
}

/// Searches the cheapest basket that costs at most `limit`, in at most `max_steps` steps. The limit cuts the search off
/// early, and changes nothing else.
pub fn find_cheapest_within(
    lines: &[LinePrices],
    rules: &[ShippingRule],
    limit: Fils,
    max_steps: u32,
) -> SearchedBasket {
    let mut search = Search::new(lines, rules, rules.len());
    // The ceiling is one fils above the limit, so a basket of exactly the limit stays below it (with fewer than 256
    // retailers).
    search.ceiling = limit.0.saturating_add(1).saturating_mul(WEIGHT);
    search.max_steps = max_steps.min(MAX_STEPS);
    let basket = find(&mut search);
    SearchedBasket { basket, steps: search.steps }
}

fn find(search: &mut Search<'_>) -> Result<Basket, NoBasket> {
    let good = search.find_good_basket().filter(|(weight, _)| *weight < search.ceiling);
    if let Some((weight, _)) = &good {
        // Another basket that costs as much is still found, so that the answer is the first one of the lowest cost.
        search.ceiling = weight + 1;
    }
    let mut uses = Vec::with_capacity(search.rules.len());
    search.decide(&mut uses);
    let is_proved = search.steps < search.max_steps;
    match search.best.take().or(good) {
        Some((_, retailer_of)) => Ok(Basket { retailer_of, is_proved }),
        None if is_proved => Err(NoBasket::NoneExists),
        None => Err(NoBasket::OutOfSteps),
    }
}

/// Returns the basket that buys every line at its lowest price, whatever delivery costs. Where several retailers have
/// the lowest price, the choice with the cheapest delivery wins.
pub fn buy_each_at_lowest(lines: &[LinePrices], rules: &[ShippingRule]) -> Option<Basket> {
    let lowest: Vec<Fils> =
        lines.iter().map(|line| line.iter().flatten().min().copied()).collect::<Option<_>>()?;
    let only_lowest: Vec<LinePrices> = lines
        .iter()
        .zip(&lowest)
        .map(|(line, lowest)| line.iter().map(|price| price.filter(|price| price == lowest)).collect())
        .collect();
    find_cheapest(&only_lowest, rules, rules.len())
}

/// How a basket uses a retailer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RetailerUse {
    Closed,
    /// The fee is paid, whatever the amount bought.
    Paid(i64),
    /// Delivery is free, which requires at least this much to be bought, in fils.
    Free(i64),
}

struct Search<'a> {
    lines: &'a [LinePrices],
    /// The price of each line at every retailer that sells it, the lowest first.
    offers: Vec<Vec<(i64, usize)>>,
    rules: &'a [ShippingRule],
    max_retailers: usize,
    /// The cheapest basket so far, with its weighted cost in 1/256 fils.
    best: Option<(i64, Vec<usize>)>,
    /// Baskets of this weighted cost or more are of no interest.
    ceiling: i64,
    steps: u32,
    max_steps: u32,
}

impl<'a> Search<'a> {
    fn new(lines: &'a [LinePrices], rules: &'a [ShippingRule], max_retailers: usize) -> Self {
        let sold = |(retailer, price): (usize, &Option<Fils>)| price.map(|price| (price.0, retailer));
        let sort = |line: &LinePrices| {
            let mut offers: Vec<(i64, usize)> = line.iter().enumerate().filter_map(sold).collect();
            offers.sort_unstable();
            offers
        };
        let offers = lines.iter().map(sort).collect();
        Self {
            lines,
            offers,
            rules,
            max_retailers,
            best: None,
            ceiling: i64::MAX,
            steps: 0,
            max_steps: MAX_STEPS,
        }
    }

    /// Returns a basket that is cheap, if not the cheapest, with its weighted cost: it starts at the lowest price of every
    /// line, and leaves out one retailer after the other for as long as that makes it cheaper. `None` where it has too
    /// many retailers.
    fn find_good_basket(&self) -> Option<(i64, Vec<usize>)> {
        let mut closed = vec![false; self.rules.len()];
        let mut good = self.buy_without(&closed)?;
        loop {
            let mut better = None;
            for retailer in (0..closed.len()).filter(|retailer| good.1.contains(retailer)) {
                let mut closed_too = closed.clone();
                closed_too[retailer] = true;
                if let Some(found) = self.buy_without(&closed_too)
                    && better.as_ref().map_or(good.0, |(best, _): &((i64, _), _)| best.0) > found.0
                {
                    better = Some((found, closed_too));
                }
            }
            let Some(found) = better else { break };
            (good, closed) = found;
        }
        let used = (0..closed.len()).filter(|retailer| good.1.contains(retailer)).count();
        (used <= self.max_retailers).then_some(good)
    }

    /// Buys every line at its lowest price at the retailers that are not closed; returns the weighted cost, and the
    /// retailer of every line. `None` where a line has no price.
    fn buy_without(&self, closed: &[bool]) -> Option<(i64, Vec<usize>)> {
        let mut totals = vec![0; closed.len()];
        let mut retailer_of = Vec::with_capacity(self.lines.len());
        for offers in &self.offers {
            let (price, retailer) = *offers.iter().find(|(_, retailer)| !closed[*retailer])?;
            totals[retailer] += price;
            retailer_of.push(retailer);
        }
        Some((self.weigh(&retailer_of, &totals), retailer_of))
    }

    /// Returns the weighted cost of a basket with what each retailer sells in it. The fee of a retailer that sells
    /// nothing is not counted.
    fn weigh(&self, retailer_of: &[usize], totals: &[i64]) -> i64 {
        let totals = totals.iter().enumerate().zip(self.rules);
        let sold = totals.filter(|((retailer, _), _)| retailer_of.contains(retailer));
        let weight = |total: i64, rule: &ShippingRule| {
            (total + rule.fee(Fils(total)).unwrap_or(Fils::ZERO).0) * WEIGHT + 1
        };
        sold.map(|((_, total), rule)| weight(*total, rule)).sum()
    }

    /// Whether a branch with this lower bound (in 1/256 fils) need not be searched.
    fn cannot_improve(&self, weight: i64) -> bool {
        self.steps >= self.max_steps || weight >= self.best.as_ref().map_or(self.ceiling, |(best, _)| *best)
    }

    /// Decides the use of the next retailer by trying each of its uses.
    fn decide(&mut self, uses: &mut Vec<RetailerUse>) {
        self.steps += 1;
        let open = uses.iter().filter(|retailer_use| **retailer_use != RetailerUse::Closed).count();
        let Some(parts) = self.lowest_over(uses) else { return };
        let fees: i64 = uses.iter().map(|retailer_use| weight_of(*retailer_use)).sum();
        if open > self.max_retailers || self.cannot_improve(parts * WEIGHT + fees) {
            return;
        }
        let Some(rule) = self.rules.get(uses.len()) else {
            return self.assign_lines(uses);
        };
        for retailer_use in self.possible_uses(uses.len(), rule) {
            uses.push(retailer_use);
            self.decide(uses);
            uses.pop();
        }
    }

    /// Returns the sum of every line's lowest price over the retailers that are open or not yet decided; `None` where
    /// a line has none.
    fn lowest_over(&self, uses: &[RetailerUse]) -> Option<i64> {
        let is_open = |(_, retailer): &&(i64, usize)| uses.get(*retailer) != Some(&RetailerUse::Closed);
        let lowest = |offers: &Vec<(i64, usize)>| Some(offers.iter().find(is_open)?.0);
        self.offers.iter().map(lowest).sum()
    }

    fn possible_uses(&self, retailer: usize, rule: &ShippingRule) -> Vec<RetailerUse> {
        let prices: Vec<Fils> = self.lines.iter().filter_map(|line| line[retailer]).collect();
        let all: i64 = prices.iter().map(|price| price.0).sum();
        let mut uses = Vec::with_capacity(3);
        if !prices.is_empty() {
            let flat = rule.flat.unwrap_or(Fils::ZERO).0;
            match rule.free_over {
                Some(limit) if flat > 0 && limit.0 <= all => uses.push(RetailerUse::Free(limit.0)),
                _ => {}
            }
            uses.push(RetailerUse::Paid(flat));
        }
        uses.push(RetailerUse::Closed);
        uses
    }

    /// Assigns the lines to the open retailers, the line with the largest step from its cheapest to its second
    /// cheapest price first.
    fn assign_lines(&mut self, uses: &[RetailerUse]) {
        let is_open = |(_, retailer): &&(i64, usize)| uses[*retailer] != RetailerUse::Closed;
        let open = |offers: &Vec<(i64, usize)>| offers.iter().filter(is_open).copied().collect();
        let mut order: Vec<(usize, Vec<(i64, usize)>)> = self.offers.iter().map(open).enumerate().collect();
        order.sort_by_key(|(line, found)| {
            let regret = match found.as_slice() {
                [first, second, ..] => second.0 - first.0,
                _ => i64::MAX,
            };
            (std::cmp::Reverse(regret), *line)
        });
        let mut assignment = LineAssignment::new(uses, order);
        assignment.assign_from(self, 0, 0);
    }

    /// Records a complete basket if it is cheaper than the best so far. A retailer that was opened may have sold nothing.
    fn record_best(&mut self, retailer_of: &[usize], totals: &[i64]) {
        let weight = self.weigh(retailer_of, totals);
        if weight < self.best.as_ref().map_or(self.ceiling, |(best, _)| *best) {
            self.best = Some((weight, retailer_of.to_vec()));
        }
    }
}

/// Returns the weighted delivery cost of one retailer.
fn weight_of(retailer_use: RetailerUse) -> i64 {
    match retailer_use {
        RetailerUse::Closed => 0,
        RetailerUse::Paid(fee) => fee * WEIGHT + 1,
        RetailerUse::Free(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_without_steps_does_not_say_that_no_basket_exists() {
        let lines = [vec![Some(Fils(5_000)), Some(Fils(4_000))], vec![Some(Fils(6_000)), Some(Fils(7_000))]];
        let rules = [ShippingRule { flat: Some(Fils(1_000)), free_over: Some(Fils(11_000)) }; 2];
        // Both lines from the first retailer cost 11.000 with free delivery.
        let search = |ceiling: i64, max_steps: u32| {
            find(&mut Search { ceiling: ceiling * WEIGHT, max_steps, ..Search::new(&lines, &rules, 2) })
        };
        assert_eq!(search(11_001, 1_000).map(|basket| basket.is_proved), Ok(true));
        assert_eq!(search(11_000, 1_000), Err(NoBasket::NoneExists));
        assert_eq!(search(11_001, 1).map(|basket| basket.is_proved), Ok(false));
        assert_eq!(search(11_000, 1), Err(NoBasket::OutOfSteps));
    }
}
