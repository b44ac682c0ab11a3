//! The lower bound with fees, compared with the cheapest basket.

use super::random::Random;
use crate::{
    basket,
    budget::fees::{ChargedRetailers, NOT_SOLD},
    model::{Fils, ShippingRule},
};

/// Compares the bound with the cheapest basket of random lines, with free delivery from some sum and without.
#[test]
fn no_basket_is_cheaper_than_the_bound() {
    let (mut random, mut reached) = (Random(5), 0);
    for _ in 0..5_000 {
        let retailers = 1 + random.below(7);
        let rules: Vec<ShippingRule> = (0..retailers)
            .map(|_| ShippingRule {
                flat: random.chance(85).then(|| Fils(random.between(0, 2_000))),
                free_over: random.chance(40).then(|| Fils(random.between(1_000, 20_000))),
            })
            .collect();
        let lines: Vec<Vec<(usize, i64)>> = (0..1 + random.below(5))
            .map(|_| {
                let usual = random.between(1_000, 10_000);
                let sold: Vec<usize> = (0..retailers).filter(|_| random.chance(60)).collect();
                sold.into_iter().map(|retailer| (retailer, usual + random.between(0, 2_500))).collect()
            })
            .collect();
        let charged = ChargedRetailers::new(&rules);
        let costs = lines.iter().map(|line| charged.lowest_prices(line));
        let bound = costs.fold(charged.fees(), |sum, line| sum.with(&line)).least();
        let at = |line: &Vec<(usize, i64)>, retailer: usize| {
            line.iter().find(|(other, _)| *other == retailer).map(|(_, price)| Fils(*price))
        };
        let prices: Vec<basket::LinePrices> =
            lines.iter().map(|line| (0..retailers).map(|retailer| at(line, retailer)).collect()).collect();
        let Some(found) = basket::find_cheapest(&prices, &rules, retailers) else {
            assert!(bound >= NOT_SOLD, "{lines:?}");
            continue;
        };
        let shares = found.split_by_retailer(&prices, &rules);
        let total: i64 =
            shares.iter().map(|share| share.parts.0 + share.delivery.unwrap_or_default().0).sum();
        assert!(bound <= total, "{rules:?} {lines:?}");
        reached += usize::from(bound == total);
    }
    assert!(reached > 500, "the bound is reached {reached} times");
}
