//! The lower bound with fees, compared with the cheapest basket.

use super::random::Random;
use crate::{
    basket,
    budget::fees::FeeTable,
    model::{Fils, ShippingRule},
};

/// Compares the bound with the cheapest basket of random lines, with free delivery from some sum and without.
#[test]
fn no_basket_is_cheaper_than_the_bound() {
    let (mut random, mut reached) = (Random(5), [0, 0]);
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
                let mut sold: Vec<usize> = (0..retailers).filter(|_| random.chance(60)).collect();
                if sold.is_empty() {
                    sold.push(0);
                }
                sold.into_iter().map(|retailer| (retailer, usual + random.between(0, 2_500))).collect()
            })
            .collect();
        let bounds = [FeeTable::of_unavoidable(&rules), FeeTable::of_all(&rules)].map(|table| {
            let (last, others) = lines.split_last().expect("a line");
            let cost = others.iter().fold(table.cost_of_no_parts(), |cost, line| table.add(&cost, line));
            table.bound_with_next(&cost).min_with(last)
        });
        let at = |line: &Vec<(usize, i64)>, retailer: usize| {
            line.iter().find(|(other, _)| *other == retailer).map(|(_, price)| Fils(*price))
        };
        let prices: Vec<basket::LinePrices> =
            lines.iter().map(|line| (0..retailers).map(|retailer| at(line, retailer)).collect()).collect();
        let found = basket::find_cheapest(&prices, &rules, retailers).expect("a basket");
        let shares = found.split_by_retailer(&prices, &rules);
        let total: i64 =
            shares.iter().map(|share| share.parts.0 + share.delivery.unwrap_or_default().0).sum();
        for (bound, reached) in bounds.into_iter().zip(&mut reached) {
            assert!(bound <= total, "{bound}, not {total}: {rules:?} {lines:?}");
            *reached += usize::from(bound == total);
        }
    }
    assert!(reached.iter().all(|reached| *reached > 500), "the bounds are reached {reached:?} times");
}
