use domain::{
    basket::{Basket, LinePrices, buy_each_at_lowest, find_cheapest},
    model::{Fils, ShippingRule},
};
use proptest::{collection::vec, option, prelude::*, sample::select};

fn rule(flat: impl Into<Option<i64>>, free_over: impl Into<Option<i64>>) -> ShippingRule {
    ShippingRule { flat: flat.into().map(Fils), free_over: free_over.into().map(Fils) }
}

fn line<const N: usize>(prices: [i64; N]) -> LinePrices {
    prices.into_iter().map(|price| (price > 0).then_some(Fils(price))).collect()
}

/// Returns a basket's cost with delivery, and the number of its retailers.
fn cost(basket: &Basket, lines: &[LinePrices], rules: &[ShippingRule]) -> (i64, usize) {
    let shares = basket.split_by_retailer(lines, rules);
    let sum = shares.iter().map(|share| share.parts.0 + share.delivery.unwrap_or(Fils::ZERO).0).sum::<i64>();
    (sum, shares.len())
}

/// Returns the best of all possible baskets, by trying each.
fn best_by_enumeration(
    lines: &[LinePrices],
    rules: &[ShippingRule],
    max_retailers: usize,
) -> Option<(i64, usize)> {
    let ways = rules.len().pow(u32::try_from(lines.len()).unwrap());
    (0..ways)
        .filter_map(|mut way| {
            let mut retailer_of = Vec::new();
            for line in lines {
                let retailer = way % rules.len();
                way /= rules.len();
                line.get(retailer).copied().flatten()?;
                retailer_of.push(retailer);
            }
            Some(cost(&Basket { retailer_of, is_proved: true }, lines, rules))
        })
        .filter(|(_, retailers)| *retailers <= max_retailers)
        .min()
}

fn retailers() -> impl Strategy<Value = Vec<ShippingRule>> {
    let fee = option::weighted(0.8, select(vec![0, 500, 1000, 2000, 2500]));
    let limit = option::weighted(0.7, select(vec![0, 3000, 10_000, 20_000, 45_000]));
    vec((fee, limit).prop_map(|(flat, free_over)| rule(flat, free_over)), 1..=4)
}

fn lines(retailers: usize) -> impl Strategy<Value = Vec<LinePrices>> {
    // Prices near each other, so that delivery decides; some just under a limit.
    let price = select(vec![900, 1000, 2900, 3000, 3100, 9000, 9900, 10_000, 10_500, 12_000, 19_000, 20_100]);
    vec(vec(option::weighted(0.75, price.prop_map(Fils)), retailers), 0..=6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn basket_agrees_with_enumeration(
        (rules, lines, most) in retailers().prop_flat_map(|rules| {
            let (count, lines) = (rules.len(), lines(rules.len()));
            (Just(rules), lines, 1..=count)
        }),
    ) {
        let found = find_cheapest(&lines, &rules, most);
        let reckoned = found.as_ref().map(|basket| cost(basket, &lines, &rules));
        prop_assert_eq!(reckoned, best_by_enumeration(&lines, &rules, most));
        prop_assert!(found.is_none_or(|basket| basket.is_proved));
    }

    #[test]
    fn lowest_price_basket_has_the_lowest_line_prices(
        (rules, lines) in retailers().prop_flat_map(|rules| {
            let lines = lines(rules.len());
            (Just(rules), lines)
        }),
    ) {
        let lowest = buy_each_at_lowest(&lines, &rules);
        let best = find_cheapest(&lines, &rules, rules.len());
        prop_assert_eq!(lowest.is_some(), best.is_some());
        if let (Some(lowest), Some(best)) = (lowest, best) {
            for (line, retailer) in lines.iter().zip(&lowest.retailer_of) {
                prop_assert_eq!(line[*retailer], line.iter().flatten().min().copied());
            }
            prop_assert!(cost(&best, &lines, &rules).0 <= cost(&lowest, &lines, &rules).0);
        }
    }
}

#[test]
fn dearer_part_wins_where_it_saves_delivery() {
    // 10 + 9.5 from two retailers costs 2 + 2 for delivery. Buying all from the first reaches the limit of 20.
    let rules = [rule(2000, 20_000), rule(2000, None)];
    let lines = [line([10_000, 12_000]), line([10_000, 9500])];
    let best = find_cheapest(&lines, &rules, 2).unwrap();
    assert_eq!((best.retailer_of.as_slice(), cost(&best, &lines, &rules)), ([0, 0].as_slice(), (20_000, 1)));
    let lowest = buy_each_at_lowest(&lines, &rules).unwrap();
    assert_eq!(
        (lowest.retailer_of.as_slice(), cost(&lowest, &lines, &rules)),
        ([0, 1].as_slice(), (23_500, 2))
    );
}

#[test]
fn equal_totals_prefer_fewer_retailers() {
    let rules = [rule(0, None), rule(0, None), rule(0, None)];
    let lines = [line([5000, 5000, 5000]), line([0, 7000, 7000]), line([0, 0, 3000])];
    assert_eq!(find_cheapest(&lines, &rules, 3).unwrap().retailer_of, [2, 2, 2]);
}

#[test]
fn unknown_delivery_is_excluded_and_reported() {
    let rules = [rule(None, None)];
    let lines = [line([5000])];
    let share = find_cheapest(&lines, &rules, 1).unwrap().split_by_retailer(&lines, &rules).remove(0);
    assert_eq!((share.parts, share.delivery), (Fils(5000), None));
}

#[test]
fn unsold_part_gives_no_basket() {
    let rules = [rule(0, None), rule(0, None)];
    let lines = [line([5000, 0]), line([0, 0])];
    assert_eq!(find_cheapest(&lines, &rules, 2), None);
    assert_eq!(find_cheapest(&[line([5000, 0]), line([0, 5000])], &rules, 1), None);
    assert_eq!(find_cheapest(&[], &rules, 2).unwrap().retailer_of, Vec::<usize>::new());
}

#[test]
fn full_build_at_twelve_retailers_is_proven_cheapest() {
    let rules: Vec<ShippingRule> = (0..12)
        .map(|retailer| {
            rule(1000 + 250 * (retailer % 4), (retailer % 3 > 0).then_some(20_000 + 5000 * retailer))
        })
        .collect();
    let lines: Vec<LinePrices> = (0i64..16)
        .map(|part| {
            let base = 8000 + part * part * 700;
            (0..12)
                .map(|retailer| {
                    ((part + retailer) % 5 != 0).then_some(Fils(base + (part * 7 + retailer * 13) % 29 * 60))
                })
                .collect()
        })
        .collect();
    let started = std::time::Instant::now();
    let best = find_cheapest(&lines, &rules, 12).unwrap();
    assert!(best.is_proved, "given up after {:?}", started.elapsed());
}
