use proptest::{prelude::*, sample::Index};
use uuid::Uuid;

use super::*;
use crate::{
    config::Config,
    model::{Category, PriceClass, SpecKey, SpecValue, Specs},
};

fn limits() -> PriceScreen {
    Config::load().expect("the defaults").price_screen
}

fn drive(terabytes: i64) -> PriceClass {
    let mut specs = Specs::new();
    specs.insert(SpecKey::StorageKind, SpecValue::Text("SSD".into())).expect("a kind");
    specs.insert(SpecKey::StorageCapacity, SpecValue::Integer(terabytes * 1000)).expect("a capacity");
    PriceClass::of(Category::Storage, &specs).expect("a part")
}

fn stated(shop: u128, product: u128, terabytes: i64, fils: i64) -> StatedPrice {
    StatedPrice {
        retailer: RetailerId(Uuid::from_u128(shop)),
        product: (product > 0).then_some(ProductId(Uuid::from_u128(product))),
        class: Some(drive(terabytes)),
        price: Fils(fils),
        is_trusted: false,
        is_evidence: true,
    }
}

/// Seven drives of 2 TB, each of another product and of one of two shops.
fn catalogue() -> Vec<StatedPrice> {
    (0..7).map(|step| stated(100 + step % 2, 1000 + step, 2, 48_900 + step as i64 * 2_000)).collect()
}

fn codes(prices: &[StatedPrice]) -> Vec<Option<&'static str>> {
    let code = |verdict| match verdict {
        PriceVerdict::Publish => None,
        PriceVerdict::Hold(HoldReason { code, .. }) => Some(code),
    };
    evaluate_prices(&limits(), prices).into_iter().map(code).collect()
}

/// Judges these prices beside the catalogue.
fn beside_catalogue(mut prices: Vec<StatedPrice>) -> Vec<Option<&'static str>> {
    let count = prices.len();
    prices.extend(catalogue());
    let mut codes = codes(&prices);
    assert!(codes.split_off(count).iter().all(Option::is_none), "the catalogue is held");
    codes
}

#[test]
fn first_price_far_from_its_class_is_held() {
    assert_eq!(beside_catalogue(vec![stated(1, 1, 2, 52_000)]), [None]);
    assert_eq!(beside_catalogue(vec![stated(1, 1, 2, 52_000_000)]), [Some(FAR_FROM_CLASS)]);
    assert_eq!(beside_catalogue(vec![stated(1, 0, 2, 5_000)]), [Some(FAR_FROM_CLASS)]);
    let trusted = StatedPrice { is_trusted: true, ..stated(1, 1, 2, 52_000_000) };
    assert_eq!(beside_catalogue(vec![trusted]), [None]);
}

#[test]
fn of_two_prices_that_differ_too_much_the_one_nearer_to_the_class_wins() {
    // A wrong 6,474.6 beside the right 64.746, and beside one that is far as well.
    let [wrong, right] = [stated(1, 1, 2, 6_474_600), stated(2, 1, 2, 64_746)];
    assert_eq!(beside_catalogue(vec![wrong.clone(), right.clone()]), [Some(FAR_FROM_MARKET), None]);
    assert_eq!(beside_catalogue(vec![right, wrong.clone()]), [None, Some(FAR_FROM_MARKET)]);
    let far = stated(2, 1, 2, 1_000);
    assert_eq!(beside_catalogue(vec![wrong, far]), [Some(FAR_FROM_MARKET), Some(FAR_FROM_CLASS)]);
}

#[test]
fn of_two_prices_that_differ_too_much_both_are_held_where_the_class_does_not_say_which_is_wrong() {
    let [low, high] = [stated(1, 1, 2, 98_990), stated(2, 1, 2, 6_474_600)];
    assert_eq!(codes(&[low.clone(), high.clone()]), [Some(FAR_FROM_MARKET); 2]);
    assert_eq!(codes(&[high.clone(), low.clone()]), [Some(FAR_FROM_MARKET); 2]);
    // Both are as far from the class.
    let pair = vec![stated(1, 1, 2, 22_000), stated(2, 1, 2, 138_000)];
    assert_eq!(beside_catalogue(pair), [Some(FAR_FROM_MARKET); 2]);
    // A released price stands, and the other one is judged by it.
    let trusted = StatedPrice { is_trusted: true, ..high };
    assert_eq!(codes(&[low, trusted]), [Some(FAR_FROM_MARKET), None]);
}

#[test]
fn two_prices_that_agree_confirm_each_other_against_the_class() {
    let pair = vec![stated(1, 1, 2, 400_000), stated(2, 1, 2, 430_000)];
    assert_eq!(beside_catalogue(pair), [None, None]);
}

#[test]
fn of_three_prices_the_one_far_from_the_median_is_held() {
    let prices = [13_000, 135_000, 140_000, 139_000].map(|fils| stated(fils as u128, 1, 2, fils));
    assert_eq!(codes(&prices[..3]), [Some(FAR_FROM_MARKET), None, None]);
    assert_eq!(codes(&prices), [Some(FAR_FROM_MARKET), None, None, None]);
}

#[test]
fn misread_shop_is_held_and_holds_no_honest_price() {
    let mut prices = Vec::new();
    for number in 1..=8 {
        let fils = 20_000 + number * 3_000;
        prices.extend([1, 2].map(|shop| stated(shop, number as u128, number, fils)));
        prices.push(stated(3, number as u128, number, fils * 1000));
    }
    // Of these nothing else is known.
    prices.push(stated(3, 0, 64, 900_000_000));
    prices.push(stated(1, 0, 32, 300_000));
    let held: Vec<usize> =
        (0..).zip(codes(&prices)).filter(|(_, code)| code.is_some()).map(|(place, _)| place).collect();
    assert_eq!(held, [2, 5, 8, 11, 14, 17, 20, 23, 24]);
    assert_eq!(codes(&prices)[24], Some(OFF_SCALE));
}

fn graphics_card(shop: u128, fils: i64) -> StatedPrice {
    let mut specs = Specs::new();
    specs.insert(SpecKey::GpuChipset, SpecValue::Text("GeForce RTX 5090".into())).expect("a chip");
    specs.insert(SpecKey::GpuVram, SpecValue::Integer(32)).expect("a size");
    StatedPrice { class: PriceClass::of(Category::Gpu, &specs), ..stated(shop, 0, 1, fils) }
}

/// Judges honest prices, of shops with these numbers of them, beside those that shop 9 lists to have them held. Returns the
/// numbers of honest and of its own prices that are held.
fn flooded(honest: &[usize], fils: i64, flood: usize, low: i64) -> (usize, usize) {
    let shops = (1..).zip(honest);
    let mut prices: Vec<StatedPrice> = shops
        .flat_map(|(shop, count)| {
            (0..*count).map(move |step| graphics_card(shop, fils + step as i64 * fils / 200))
        })
        .collect();
    let count = prices.len();
    prices.extend((0..flood).map(|_| graphics_card(9, low)));
    let mut codes = codes(&prices);
    let own = codes.split_off(count);
    let held = |codes: &[Option<&'static str>]| codes.iter().filter(|code| code.is_some()).count();
    (held(&codes), held(&own))
}

#[test]
fn shop_that_floods_a_class_has_no_honest_price_held() {
    // Nothing says which of the two is wrong.
    assert_eq!(flooded(&[25], 900_000, 300, 20_000), (0, 0));
    // The others are too few to say it.
    assert_eq!(flooded(&[3, 2], 150_000, 60, 4_000), (0, 0));
    assert_eq!(flooded(&[9, 9, 9], 150_000, 900, 4_000), (0, 900));
    // Upwards as well.
    assert_eq!(flooded(&[25], 20_000, 300, 900_000), (0, 0));
    assert_eq!(flooded(&[9, 9, 9], 4_000, 900, 150_000), (0, 900));
    assert_eq!(flooded(&[1, 1, 1, 1, 1, 1, 1], 150_000, 5_000, 4_000), (0, 5_000));
}

#[test]
fn of_two_prices_of_a_product_neither_wins_by_the_number_of_its_shops_prices() {
    let product = |price: StatedPrice| StatedPrice { product: Some(ProductId(Uuid::from_u128(1))), ..price };
    let mut prices = vec![product(graphics_card(1, 900_000)), product(graphics_card(9, 20_000))];
    prices.extend((0..25).map(|step| graphics_card(1, 890_000 + step * 1_000)));
    prices.extend((0..300).map(|_| graphics_card(9, 20_000)));
    assert_eq!(codes(&prices)[..2], [Some(FAR_FROM_MARKET); 2]);
    // A shop with few prices of the class is compared with those of the other one.
    let mut few = vec![product(graphics_card(1, 900_000)), product(graphics_card(2, 90_000_000))];
    few.extend((0..7).map(|step| graphics_card(1, 890_000 + step * 1_000)));
    assert_eq!(codes(&few)[..2], [None, Some(FAR_FROM_MARKET)]);
    // A third shop's prices say it.
    prices.extend((0..6).map(|step| graphics_card(2, 880_000 + step * 1_000)));
    assert_eq!(codes(&prices)[..2], [None, Some(FAR_FROM_MARKET)]);
}

fn any_price() -> impl Strategy<Value = StatedPrice> {
    let fils = prop_oneof![20_000..90_000_i64, Just(64_746_i64), 1_000..90_000_000_i64];
    (0..4_u128, 0..5_u128, 1..3_i64, fils, 0..12_u8, any::<bool>()).prop_map(
        |(shop, product, terabytes, fils, trusted, counts)| StatedPrice {
            is_trusted: trusted == 0,
            is_evidence: counts || trusted > 1,
            ..stated(shop, product, terabytes, fils)
        },
    )
}

proptest! {
    /// Whatever shops state, the order in which it was read decides nothing.
    #[test]
    fn verdicts_do_not_depend_on_the_order(
        prices in proptest::collection::vec(any_price(), 0..60),
        swaps in proptest::collection::vec((any::<Index>(), any::<Index>()), 60),
    ) {
        let judged = evaluate_prices(&limits(), &prices);
        let mut shuffled: Vec<(StatedPrice, PriceVerdict<HoldReason>)> = prices.into_iter().zip(judged).collect();
        for (one, other) in swaps {
            if !shuffled.is_empty() {
                let (one, other) = (one.index(shuffled.len()), other.index(shuffled.len()));
                shuffled.swap(one, other);
            }
        }
        let (prices, expected): (Vec<_>, Vec<_>) = shuffled.into_iter().unzip();
        prop_assert_eq!(evaluate_prices(&limits(), &prices), expected);
    }

    /// Prices of one class: whatever a single shop lists, at most those prices of others are held that are held without it.
    #[test]
    fn one_shop_has_no_price_of_the_others_held(
        honest in proptest::collection::vec((1..5_u128, 140_000..160_000_i64), 1..40),
        flood in proptest::collection::vec(1_000..90_000_000_i64, 0..200),
    ) {
        let mut prices: Vec<StatedPrice> =
            honest.into_iter().map(|(shop, fils)| graphics_card(shop, fils)).collect();
        let count = prices.len();
        prices.extend(flood.into_iter().map(|fils| graphics_card(9, fils)));
        prop_assert!(codes(&prices).into_iter().take(count).all(|code| code.is_none()));
    }

    /// Trusted prices are never held, and no amount panics.
    #[test]
    fn trusted_prices_are_published(fils in proptest::collection::vec(1..i64::MAX, 1..40)) {
        let prices: Vec<StatedPrice> = (0..).zip(fils).map(|(place, fils)| StatedPrice {
            is_trusted: place % 3 == 0,
            ..stated(place % 5, place % 4, 1, fils)
        }).collect();
        for (stated, verdict) in prices.iter().zip(evaluate_prices(&limits(), &prices)) {
            prop_assert!(!stated.is_trusted || verdict == PriceVerdict::Publish);
        }
    }
}
