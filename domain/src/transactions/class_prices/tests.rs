use uuid::Uuid;

use super::*;
use crate::{
    config::Config,
    model::{Category, SpecKey, SpecValue, Specs},
};

fn limits() -> PriceScreen {
    Config::load().expect("the defaults").price_screen
}

fn retailer(number: u128) -> RetailerId {
    RetailerId(Uuid::from_u128(number))
}

fn card(chip: &str) -> PriceClass {
    let mut specs = Specs::new();
    specs.insert(SpecKey::GpuChipset, SpecValue::Text(chip.into())).expect("a chip");
    PriceClass::of(Category::Gpu, &specs).expect("a part")
}

fn stated(shop: u128, class: &PriceClass, fils: i64) -> StatedPrice {
    StatedPrice {
        retailer: retailer(shop),
        product: None,
        class: Some(class.clone()),
        price: Fils(fils),
        is_trusted: false,
        is_evidence: true,
    }
}

fn verdict(prices: &[StatedPrice], shop: u128, class: &PriceClass, fils: i64) -> ClassVerdict {
    let limits = limits();
    PriceStatistics::new(&limits, prices).screen_price(&limits, retailer(shop), Some(class), Fils(fils))
}

fn is_far(verdict: ClassVerdict) -> bool {
    verdict == ClassVerdict::FarFromClass
}

fn evidence(prices: &[StatedPrice], shop: u128, class: &PriceClass) -> ClassEvidence {
    let statistics = PriceStatistics::new(&limits(), prices);
    statistics
        .find_evidence(retailer(shop), Some(class))
        .and_then(|evidence| evidence.class)
        .expect("a class")
}

#[test]
fn price_far_from_its_chip_is_far_and_the_evidence_says_from_what() {
    let class = card("GeForce RTX 5080");
    let prices: Vec<_> = (0..14)
        .map(|step| stated(u128::from(step % 3 == 0), &class, 379_900 + i64::from(step) * 5_000))
        .collect();
    // A deposit, a separator that was misread, and a tenth of the price.
    for fils in [50_000, 399_900_000, 39_900] {
        assert!(is_far(verdict(&prices, 9, &class, fils)), "{fils}");
        assert_eq!(
            evidence(&prices, 9, &class).to_string(),
            "Video Card with GeForce RTX 5080: 14 prices from 379.900 to 444.900, median 409.900"
        );
    }
    for fils in [299_000, 385_000, 599_000, 900_000] {
        assert_eq!(verdict(&prices, 9, &class, fils), ClassVerdict::Near, "{fils}");
    }
}

#[test]
fn chip_with_few_prices_is_judged_by_the_category_and_that_one_more_leniently() {
    let [known, rare] = ["GeForce RTX 5060", "GeForce RTX 5090"].map(card);
    let mut prices: Vec<_> =
        (0..12).map(|step| stated(step, &known, 99_000 + step as i64 * 12_000)).collect();
    prices.push(stated(1, &rare, 899_000));
    assert_eq!(verdict(&prices, 2, &rare, 949_000), ClassVerdict::Near);
    assert!(is_far(verdict(&prices, 2, &rare, 949_000_000)));
    let class = PriceClass::of(Category::Mouse, &Specs::new()).expect("a part");
    assert!(is_far(verdict(&prices, 2, &class, 9_900_000)), "a mouse for 9,900 dinars");
    assert_eq!(evidence(&prices, 2, &class).category, None);
    assert_eq!(verdict(&prices[..5], 2, &rare, 949_000_000), ClassVerdict::Unknown);
}

#[test]
fn wide_class_judges_only_absurd_prices() {
    let class = card("Radeon");
    let prices: Vec<_> = (0..20).map(|step| stated(step % 4, &class, 10_000 << (step / 3))).collect();
    assert!(!is_far(verdict(&prices, 9, &class, 3_000_000)));
    assert!(is_far(verdict(&prices, 9, &class, 3_000_000_000)));
}

#[test]
fn one_wrong_price_does_not_move_its_class() {
    let class = card("Arc B580");
    let mut prices: Vec<_> =
        (0..7).map(|step| stated(step % 2, &class, 84_900 + step as i64 * 1_000)).collect();
    prices.push(stated(2, &class, 84_900_000));
    prices.push(stated(3, &class, 85));
    assert!(is_far(verdict(&prices, 2, &class, 84_900_000)) && is_far(verdict(&prices, 3, &class, 85)));
    assert_eq!(verdict(&prices, 4, &class, 89_000), ClassVerdict::Near);
    let class = evidence(&prices, 4, &class);
    assert_eq!((class.prices, class.lowest, class.highest), (7, Fils(84_900), Fils(90_900)));
}

/// Three shops of equal size; one reads "129,900" as 129,900 dinars.
fn shop_with_misread_separators(size: u32, others: u128) -> (Vec<StatedPrice>, Vec<PriceClass>) {
    let classes: Vec<_> = (0..size).map(|number| card(&format!("Chip {number}"))).collect();
    let mut prices = Vec::new();
    for (number, class) in classes.iter().enumerate() {
        let fils = 29_900 + number as i64 * 10_000;
        prices.extend((1..=others).map(|shop| stated(shop, class, fils + shop as i64 * 1_000)));
        prices.push(stated(0, class, fils * 1000));
    }
    (prices, classes)
}

#[test]
fn retailer_whose_every_price_is_a_thousand_times_too_high_is_off_scale() {
    let (prices, _) = shop_with_misread_separators(8, 2);
    let statistics = PriceStatistics::new(&limits(), &prices);
    let unknown = card("Chip that nobody else sells");
    for (shop, off) in [(0, true), (1, false), (2, false)] {
        assert_eq!(statistics.is_off_scale(retailer(shop)), off, "{shop}");
        let judged = statistics.screen_price(&limits(), retailer(shop), Some(&unknown), Fils(55_000));
        assert_eq!(judged == ClassVerdict::OffScale, off, "{shop}: {judged:?}");
    }
    let scale =
        statistics.find_evidence(retailer(0), None).and_then(|evidence| evidence.scale).expect("a scale");
    assert!(scale.compared == 8 && (900_000..=1_000_000).contains(&scale.times_permille), "{scale:?}");
}

#[test]
fn single_wrong_price_of_another_shop_puts_no_shop_off_scale() {
    let class = card("Radeon RX 9060 XT");
    let mut prices: Vec<_> = (0..30).map(|step| stated(0, &class, 129_000 + step * 500)).collect();
    prices.extend([stated(1, &class, 131), stated(2, &class, 130)]);
    let statistics = PriceStatistics::new(&limits(), &prices);
    assert!(!statistics.is_off_scale(retailer(0)));
    assert_eq!(
        statistics.screen_price(&limits(), retailer(0), Some(&class), Fils(131_000)),
        ClassVerdict::Near
    );
    // Another shop says which of the three are wrong.
    for shop in [1, 2] {
        assert!(!is_far(statistics.screen_price(&limits(), retailer(shop), Some(&class), Fils(131))));
    }
    prices.extend((0..6).map(|step| stated(3, &class, 130_000 + step * 500)));
    for shop in [1, 2] {
        assert!(is_far(verdict(&prices, shop, &class, 131)), "{shop}");
    }
    assert_eq!(verdict(&prices, 0, &class, 131_000), ClassVerdict::Near);
}

#[test]
fn of_two_retailers_on_different_scales_neither_condemns_the_other() {
    let (prices, classes) = shop_with_misread_separators(8, 1);
    let statistics = PriceStatistics::new(&limits(), &prices);
    for stated in &prices {
        assert!(!statistics.is_off_scale(stated.retailer));
        let judged = statistics.screen_price(&limits(), stated.retailer, stated.class.as_ref(), stated.price);
        assert_eq!(judged, ClassVerdict::Unknown, "{stated:?}");
    }
    // A third shop is not condemned by them either.
    let judged = statistics.screen_price(&limits(), retailer(7), classes.first(), Fils(31_000));
    assert_ne!(judged, ClassVerdict::FarFromClass);
}

#[test]
fn large_retailer_does_not_outvote_several_small_ones() {
    let class = card("GeForce RTX 5070 Ti");
    let mut prices: Vec<_> = (0..100).map(|step| stated(0, &class, 2_000 + step)).collect();
    for shop in 1..=5 {
        prices.extend((0..6).map(|step| stated(shop, &class, 279_000 + step * 1_000)));
    }
    assert!(!is_far(verdict(&prices, 1, &class, 281_000)));
    assert!(is_far(verdict(&prices, 9, &class, 2_000)));
}

#[test]
fn single_other_retailer_condemns_no_price() {
    let class = card("GeForce RTX 5090");
    let mut prices: Vec<_> = (0..300).map(|step| stated(0, &class, 20_000 + step)).collect();
    // One whose own prices are too few, or sold out, has only the other's beside it.
    prices.push(StatedPrice { is_evidence: false, ..stated(1, &class, 900_000) });
    prices.extend([stated(2, &class, 880_000), stated(2, &class, 940_000)]);
    for (shop, fils) in [(1, 900_000), (2, 880_000), (9, 910_000)] {
        assert!(!is_far(verdict(&prices, shop, &class, fils)), "{shop}");
    }
    // Its own prices do.
    prices.extend((0..6).map(|step| stated(2, &class, 890_000 + step * 1_000)));
    assert!(is_far(verdict(&prices, 2, &class, 90_000)));
    assert!(!is_far(verdict(&prices, 2, &class, 900_000)));
}

#[test]
fn price_far_from_its_class_is_evidence_for_none() {
    let class = card("Radeon RX 9070");
    let mut prices: Vec<_> =
        (0..27).map(|step| stated(step % 3, &class, 219_000 + step as i64 * 1_000)).collect();
    prices.extend((0..900).map(|step| stated(9, &class, 4_000 + step)));
    let class_evidence = evidence(&prices, 7, &class);
    assert_eq!((class_evidence.prices, class_evidence.retailers), (27, 3));
    assert!(is_far(verdict(&prices, 9, &class, 4_000)));
}

#[test]
fn no_retailer_has_more_than_half_of_a_class() {
    for counts in [[25, 300, 0], [1, 100_000, 0], [3, 2, 60], [9, 9, 900]] {
        let weights = price_weights(&counts);
        let shares: Vec<i64> = counts.iter().zip(&weights).map(|(count, weight)| count * weight).collect();
        let (largest, total) = (shares.iter().max().copied().unwrap_or_default(), shares.iter().sum::<i64>());
        // The weights of single prices are rounded down.
        assert!(largest * 2 <= total + total / 1000, "{counts:?}: {shares:?}");
        assert!(counts.iter().zip(&weights).all(|(count, weight)| (*count == 0) == (*weight == 0)));
    }
    assert!(price_weights(&[40]) > vec![0]);
}

#[test]
fn absurd_amounts_do_not_overflow() {
    let class = card("Overflow");
    let prices: Vec<_> = (0..9).map(|step| stated(step, &class, i64::MAX - step as i64)).collect();
    verdict(&prices, 1, &class, i64::MAX);
    let prices: Vec<_> = (0..9).map(|step| stated(step, &class, 1)).collect();
    assert!(is_far(verdict(&prices, 1, &class, i64::MAX)));
}
