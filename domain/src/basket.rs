//! The cheapest way to buy some parts over several shops, delivery included. Pure: no I/O.
//!
//! Delivery is free from a shop's limit on, so that moving a part to a dearer shop can make the basket cheaper: taking
//! the lowest price of every part is not enough. [`find_cheapest`] is exact. It decides for one shop after the other whether
//! it is left out, paid for, or bought from up to its limit, and then places the parts; both searches are cut off where
//! what is left cannot become cheaper than the best basket found. A part with its quantity is bought at one shop.

use crate::model::{Fils, ShippingRule};

/// How many steps a search may take. Builds of ten parts at ten shops need some hundreds.
const MAX_STEPS: u32 = 200_000;
/// Amounts are weighed in 1/256 fils: of equally cheap baskets the one from fewer shops wins.
const WEIGHT: i64 = 256;

/// The price of a part, times its quantity, at each shop; `None` where the shop does not have it.
pub type LinePrices = Vec<Option<Fils>>;

/// Where every line is bought, and what that costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Basket {
    /// The shop of each line.
    pub shop_of: Vec<usize>,
    /// Whether no cheaper basket exists; false only where the search had to be given up.
    pub proven: bool,
}

/// The part of a basket that one shop delivers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BasketShare {
    pub shop: usize,
    /// The indexes of its lines.
    pub lines: Vec<usize>,
    pub parts: Fils,
    /// `None` where the shop does not say; nothing is reckoned for it then.
    pub delivery: Option<Fils>,
}

impl Basket {
    /// What each shop delivers, in the order of the shops.
    pub fn split_by_retailer(&self, lines: &[LinePrices], rules: &[ShippingRule]) -> Vec<BasketShare> {
        let share = |(shop, rule): (usize, &ShippingRule)| {
            let own: Vec<usize> =
                (0..lines.len()).filter(|line| self.shop_of.get(*line) == Some(&shop)).collect();
            let price = |line: &usize| lines.get(*line)?.get(shop).copied().flatten();
            let parts = own.iter().filter_map(price).fold(Fils::ZERO, Fils::saturating_add);
            (!own.is_empty()).then(|| BasketShare { shop, delivery: rule.fee(parts), lines: own, parts })
        };
        rules.iter().enumerate().filter_map(share).collect()
    }
}

/// The cheapest basket from at most so many shops; `None` where those cannot sell every line.
pub fn find_cheapest(lines: &[LinePrices], rules: &[ShippingRule], most_shops: usize) -> Option<Basket> {
    let mut search = Search::new(lines, rules, most_shops);
    let mut ways = Vec::with_capacity(rules.len());
    search.decide(&mut ways);
    let proven = search.steps < MAX_STEPS;
    search.best.map(|(_, shop_of)| Basket { shop_of, proven })
}

/// Every line at its lowest price, whatever delivery costs; of equal prices at a shop that is bought from anyway.
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

/// How a shop takes part in a basket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RetailerUse {
    Closed,
    /// Its fee is paid, whatever is bought there.
    Paid(i64),
    /// Nothing is paid, and so much must be bought there.
    Free(i64),
}

struct Search<'a> {
    lines: &'a [LinePrices],
    rules: &'a [ShippingRule],
    most_shops: usize,
    /// The cheapest basket so far, with its weight.
    best: Option<(i64, Vec<usize>)>,
    steps: u32,
}

impl<'a> Search<'a> {
    fn new(lines: &'a [LinePrices], rules: &'a [ShippingRule], most_shops: usize) -> Self {
        Self { lines, rules, most_shops, best: None, steps: 0 }
    }

    fn price(&self, line: usize, shop: usize) -> Option<i64> {
        self.lines.get(line)?.get(shop).copied().flatten().map(|price| price.0)
    }

    /// Whether a search that can reach at best `weight` need not go on.
    fn cannot_improve(&self, weight: i64) -> bool {
        self.steps >= MAX_STEPS || self.best.as_ref().is_some_and(|(best, _)| weight >= *best)
    }

    /// Decides the way of the next shop, every way in turn.
    fn decide(&mut self, ways: &mut Vec<RetailerUse>) {
        self.steps += 1;
        let open = ways.iter().filter(|way| **way != RetailerUse::Closed).count();
        let Some(parts) = self.lowest_over(ways) else { return };
        let fees: i64 = ways.iter().map(|way| weight_of(*way)).sum();
        if open > self.most_shops || self.cannot_improve(parts * WEIGHT + fees) {
            return;
        }
        let Some(rule) = self.rules.get(ways.len()) else {
            return self.assign_lines(ways);
        };
        for way in self.ways_of(ways.len(), rule) {
            ways.push(way);
            self.decide(ways);
            ways.pop();
        }
    }

    /// The sum of every line's lowest price over the shops that are open or still to be decided.
    fn lowest_over(&self, ways: &[RetailerUse]) -> Option<i64> {
        let lowest = |line: &LinePrices| {
            let open =
                line.iter().enumerate().filter(|(shop, _)| ways.get(*shop) != Some(&RetailerUse::Closed));
            open.filter_map(|(_, price)| *price).min().map(|price| price.0)
        };
        self.lines.iter().map(lowest).sum()
    }

    fn ways_of(&self, shop: usize, rule: &ShippingRule) -> Vec<RetailerUse> {
        let prices: Vec<i64> = (0..self.lines.len()).filter_map(|line| self.price(line, shop)).collect();
        let all: i64 = prices.iter().sum();
        let mut ways = Vec::with_capacity(3);
        if !prices.is_empty() {
            let flat = rule.flat.unwrap_or(Fils::ZERO).0;
            match rule.free_over {
                Some(limit) if flat > 0 && limit.0 <= all => ways.push(RetailerUse::Free(limit.0)),
                _ => {}
            }
            ways.push(RetailerUse::Paid(flat));
        }
        ways.push(RetailerUse::Closed);
        ways
    }

    /// Places the lines, the one with the most to lose first.
    fn assign_lines(&mut self, ways: &[RetailerUse]) {
        let choices = |line: usize| -> Vec<(i64, usize)> {
            let open = (0..ways.len()).filter(|shop| ways.get(*shop) != Some(&RetailerUse::Closed));
            let mut found: Vec<_> = open.filter_map(|shop| Some((self.price(line, shop)?, shop))).collect();
            found.sort_unstable();
            found
        };
        let mut order: Vec<(usize, Vec<(i64, usize)>)> =
            (0..self.lines.len()).map(|line| (line, choices(line))).collect();
        order.sort_by_key(|(line, found)| {
            let regret = match found.as_slice() {
                [first, second, ..] => second.0 - first.0,
                _ => i64::MAX,
            };
            (std::cmp::Reverse(regret), *line)
        });
        let mut placing = LineAssignment::new(ways, order);
        placing.place(self, 0, 0);
    }

    /// Keeps a whole basket when it is cheaper than the best so far. A shop that was opened may have gone unused.
    fn record_best(&mut self, shop_of: &[usize], totals: &[i64]) {
        let mut weight = 0;
        for ((shop, total), rule) in totals.iter().enumerate().zip(self.rules) {
            if shop_of.contains(&shop) {
                let fee = rule.fee(Fils(*total)).unwrap_or(Fils::ZERO);
                weight += (total + fee.0) * WEIGHT + 1;
            }
        }
        if self.best.as_ref().is_none_or(|(best, _)| weight < *best) {
            self.best = Some((weight, shop_of.to_vec()));
        }
    }
}

fn weight_of(way: RetailerUse) -> i64 {
    match way {
        RetailerUse::Closed => 0,
        RetailerUse::Paid(fee) => fee * WEIGHT + 1,
        RetailerUse::Free(_) => 1,
    }
}

/// The lines being placed, when it is decided which shops are open.
struct LineAssignment<'a> {
    ways: &'a [RetailerUse],
    /// The lines in the order they are placed, with the open shops that have each, cheapest first.
    order: Vec<(usize, Vec<(i64, usize)>)>,
    /// For each place in the order: the least that it and those behind it cost.
    least: Vec<i64>,
    /// For each place in the order: the most that each shop can still sell.
    reach: Vec<Vec<i64>>,
    fees: i64,
    shop_of: Vec<usize>,
    totals: Vec<i64>,
}

impl<'a> LineAssignment<'a> {
    fn new(ways: &'a [RetailerUse], order: Vec<(usize, Vec<(i64, usize)>)>) -> Self {
        let mut least = vec![0];
        let mut reach = vec![vec![0; ways.len()]];
        for (_, choices) in order.iter().rev() {
            let cheapest = choices.first().map_or(0, |(price, _)| *price);
            least.push(least.last().copied().unwrap_or(0) + cheapest);
            let mut further = reach.last().cloned().unwrap_or_default();
            for (price, shop) in choices {
                if let Some(most) = further.get_mut(*shop) {
                    *most += price;
                }
            }
            reach.push(further);
        }
        least.reverse();
        reach.reverse();
        let fees = ways.iter().map(|way| weight_of(*way)).sum();
        Self { fees, shop_of: vec![0; order.len()], totals: vec![0; ways.len()], ways, order, least, reach }
    }

    fn place(&mut self, search: &mut Search<'_>, place: usize, spent: i64) {
        search.steps += 1;
        let still = self.least.get(place).copied().unwrap_or(0);
        if search.cannot_improve((spent + still) * WEIGHT + self.fees) || !self.limits_in_reach(place) {
            return;
        }
        let Some((line, choices)) = self.order.get(place).cloned() else {
            return search.record_best(&self.shop_of, &self.totals);
        };
        for (price, shop) in choices {
            self.put(line, shop, price);
            self.place(search, place + 1, spent + price);
            self.put(line, shop, -price);
        }
    }

    fn put(&mut self, line: usize, shop: usize, price: i64) {
        if let Some(total) = self.totals.get_mut(shop) {
            *total += price;
        }
        if let Some(chosen) = self.shop_of.get_mut(line) {
            *chosen = shop;
        }
    }

    /// Whether every shop that must deliver free can still come to its limit.
    fn limits_in_reach(&self, place: usize) -> bool {
        let Some(reach) = self.reach.get(place) else { return true };
        self.ways.iter().zip(&self.totals).zip(reach).all(|((way, total), reach)| match way {
            RetailerUse::Free(limit) => total + reach >= *limit,
            _ => true,
        })
    }
}
