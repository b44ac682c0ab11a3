use proptest::prelude::*;
use time::macros::datetime;

use super::*;

const NOW: OffsetDateTime = datetime!(2026-11-29 17:23 UTC);

/// Spans as days before now: from, until, fils.
fn spans(days: &[(i64, i64, i64)]) -> Vec<PriceSpan> {
    let at = |days: i64| NOW - Duration::days(days);
    days.iter()
        .map(|(from, until, fils)| PriceSpan { from: at(*from), until: at(*until), price: Fils(*fils) })
        .collect()
}

fn rated(days: &[(i64, i64, i64)]) -> RatedPrice {
    match rate(&find_lowest(&spans(days)), NOW) {
        PriceRating::Rated(rated) => rated,
        other => panic!("{other:?}"),
    }
}

fn raised(lowest_before: i64, days_ago: i64) -> ClaimedPrice {
    let fell_at = NOW - Duration::days(days_ago);
    ClaimedPrice::Raised { lowest_before: Fils(lowest_before), fell_at }
}

#[test]
fn usual_price_weighs_by_time_and_not_by_points() {
    let mut days = vec![(90, 21, 199_000)];
    days.extend((1..=20).map(|day| (day + 1, day, 300_000 + day)));
    days.push((1, 0, 189_000));
    let rated = rated(&days);
    assert_eq!((rated.price, rated.usual), (Fils(189_000), Fils(199_000)));
    assert_eq!((rated.lowest_in_days, rated.level()), (Some(90), PriceLevel::Lowest));
    assert_eq!((rated.cheaper_percent, rated.low_days_percent), (0, 2));
}

#[test]
fn example_of_the_module_holds() {
    let rated = rated(&[(90, 30, 199_000), (20, 1, 209_000), (1, 0, 189_000)]);
    assert_eq!((rated.usual, rated.lowest_in_days), (Fils(199_000), Some(90)));
    assert_eq!(find_daily_lowest(&spans(&[(90, 30, 1), (20, 0, 1)])).len(), 82);
}

#[test]
fn lowest_price_needs_a_history_as_long_and_a_dearer_time() {
    let lowest = |days: &[(i64, i64, i64)]| rated(days).lowest_in_days;
    assert_eq!(lowest(&[(365, 2, 200), (2, 0, 150)]), Some(365));
    assert_eq!(lowest(&[(364, 2, 200), (2, 0, 150)]), Some(90));
    assert_eq!(lowest(&[(400, 300, 100), (300, 2, 200), (2, 0, 150)]), Some(90));
    assert_eq!(lowest(&[(400, 60, 100), (60, 2, 200), (2, 0, 150)]), Some(30));
    assert_eq!(lowest(&[(400, 20, 100), (20, 2, 200), (2, 0, 150)]), None);
    assert_eq!(lowest(&[(29, 2, 200), (2, 0, 150)]), None);
    // It was as low before: no other price was lower.
    assert_eq!(lowest(&[(120, 60, 150), (60, 2, 200), (2, 0, 150)]), Some(90));
    assert_eq!(lowest(&[(400, 0, 150)]), None);
}

#[test]
fn price_is_compared_with_the_usual_one() {
    let level = |now| rated(&[(60, 5, 200), (5, 4, 100), (4, 0, now)]).level();
    assert_eq!(
        [190, 200, 210].map(level),
        [PriceLevel::BelowUsual, PriceLevel::Usual, PriceLevel::AboveUsual]
    );
    let dear = rated(&[(60, 5, 200), (5, 4, 100), (4, 0, 210)]);
    assert_eq!((dear.cheaper_percent, dear.low_days_percent), (93, 100));
}

#[test]
fn short_history_is_said_to_be_short() {
    let short = |days: &[(i64, i64, i64)]| rate(&find_lowest(&spans(days)), NOW);
    let expected = PriceRating::NotEnoughHistory { price: Fils(150), stock_days: 13 };
    assert_eq!(short(&[(12, 2, 200), (2, 0, 150), (40, 39, 170)]), expected);
    assert!(matches!(short(&[(13, 2, 200), (2, 0, 150), (40, 39, 170)]), PriceRating::Rated(_)));
    // Only the days of the window count.
    assert!(matches!(short(&[(300, 91, 200), (1, 0, 150)]), PriceRating::NotEnoughHistory { .. }));
    assert_eq!(short(&[(300, 1, 200)]), PriceRating::NotInStock);
    assert_eq!(short(&[]), PriceRating::NotInStock);
}

#[test]
fn claimed_price_is_checked_against_the_thirty_days_before_the_fall() {
    let check = |days: &[(i64, i64, i64)], claimed| check_claimed_price(&spans(days), Fils(claimed), NOW);
    // Raised for a week, then back.
    assert_eq!(check(&[(100, 10, 200), (10, 3, 250), (3, 0, 200)], 250), raised(200, 3));
    assert_eq!(check(&[(100, 10, 200), (10, 3, 250), (3, 0, 180)], 250), raised(200, 3));
    assert_eq!(check(&[(100, 10, 200), (10, 3, 250), (3, 0, 180)], 200), ClaimedPrice::Confirmed);
    // Raised more than thirty days before: the price of then is the price before.
    assert_eq!(check(&[(100, 34, 200), (34, 3, 250), (3, 0, 200)], 250), ClaimedPrice::Confirmed);
    assert_eq!(check(&[(100, 32, 200), (32, 3, 250), (3, 0, 200)], 250), raised(200, 3));
    // A claim above every price that was asked.
    assert_eq!(check(&[(100, 3, 250), (3, 0, 200)], 260), raised(250, 3));
}

#[test]
fn reduction_in_steps_counts_from_the_first_one() {
    let check = |days: &[(i64, i64, i64)], claimed| check_claimed_price(&spans(days), Fils(claimed), NOW);
    assert_eq!(check(&[(100, 20, 300), (20, 5, 250), (5, 0, 200)], 300), ClaimedPrice::Confirmed);
    // Two reductions a month apart.
    assert_eq!(check(&[(200, 35, 300), (35, 5, 250), (5, 0, 200)], 300), raised(250, 5));
    // Sold out between, at the same price: no step.
    assert_eq!(check(&[(100, 20, 300), (20, 15, 200), (10, 0, 200)], 300), ClaimedPrice::Confirmed);
}

#[test]
fn claimed_price_without_a_history_is_unknown() {
    let check = |days: &[(i64, i64, i64)]| check_claimed_price(&spans(days), Fils(250), NOW);
    assert_eq!(check(&[(100, 0, 200)]), ClaimedPrice::Unknown);
    assert_eq!(check(&[(100, 3, 150), (3, 0, 200)]), ClaimedPrice::Unknown);
    assert_eq!(check(&[(20, 3, 260), (3, 0, 200)]), ClaimedPrice::Unknown);
    // Sold out for the thirty days before.
    assert_eq!(check(&[(100, 40, 220), (3, 0, 200)]), ClaimedPrice::Unknown);
    assert_eq!(check(&[(100, 3, 200)]), ClaimedPrice::Unknown);
    assert_eq!(check(&[]), ClaimedPrice::Unknown);
}

#[test]
fn share_between_never_and_always_is_neither() {
    assert_eq!((percent(0, 1000), percent(1, 1000), percent(15, 1000)), (0, 1, 2));
    assert_eq!((percent(999, 1000), percent(1000, 1000), percent(0, 0)), (99, 100, 0));
}

// The same, minute by minute: minute 0 is the last one before now.

const DAY: usize = 24 * 60;

/// Minutes of an offer, and its price in them if it was in stock. Those of an offer are the latest first.
type Minutes = (usize, Option<i64>);

fn minutes() -> impl Strategy<Value = Vec<Minutes>> {
    let price = prop::option::weighted(0.8, (0_i64..6).prop_map(|step| 150_000 + 10_000 * step));
    let length = prop_oneof![1_usize..2 * DAY, DAY..20 * DAY, 20 * DAY..90 * DAY];
    prop::collection::vec((length, price), 0..10)
}

fn to_spans(offer: &[Minutes]) -> Vec<PriceSpan> {
    let at = |minute: usize| NOW - Duration::minutes(i64::try_from(minute).unwrap());
    let mut start = 0;
    let mut spans = Vec::new();
    for (length, price) in offer {
        let (until, from) = (at(start), at(start + length));
        spans.extend(price.map(|fils| PriceSpan { from, until, price: Fils(fils) }));
        start += length;
    }
    spans.reverse();
    spans
}

fn expand(offer: &[Minutes]) -> Vec<Option<i64>> {
    offer.iter().flat_map(|(length, price)| std::iter::repeat_n(*price, *length)).collect()
}

/// The lowest price in each minute.
fn lowest_by_minute(offers: &[Vec<Minutes>]) -> Vec<Option<i64>> {
    let mut lowest: Vec<Option<i64>> = Vec::new();
    for prices in offers.iter().map(|offer| expand(offer)) {
        lowest.resize(lowest.len().max(prices.len()), None);
        for (minute, price) in prices.into_iter().enumerate() {
            lowest[minute] = [lowest[minute], price].into_iter().flatten().min();
        }
    }
    lowest
}

fn rate_by_minute(lowest: &[Option<i64>]) -> PriceRating {
    let Some(price) = lowest.first().copied().flatten() else { return PriceRating::NotInStock };
    let window = &lowest[..lowest.len().min(90 * DAY)];
    let mut sorted: Vec<i64> = window.iter().copied().flatten().collect();
    sorted.sort_unstable();
    if sorted.len() < 14 * DAY {
        let stock_days = u16::try_from(sorted.len() / DAY).unwrap();
        return PriceRating::NotEnoughHistory { price: Fils(price), stock_days };
    }
    let share = |part: usize, whole: usize| {
        let exact = 100.0 * part as f64 / whole as f64;
        let least = if part == 0 { 0.0 } else { 1.0 };
        exact.round().clamp(least, if part == whole { 100.0 } else { 99.0 }) as u8
    };
    let mut day_lows: BTreeMap<Date, i64> = BTreeMap::new();
    for (minute, fils) in window.iter().enumerate().filter_map(|(minute, fils)| Some((minute, (*fils)?))) {
        let day = (NOW - Duration::minutes(i64::try_from(minute).unwrap() + 1)).date();
        let low = day_lows.entry(day).or_insert(fils);
        *low = fils.min(*low);
    }
    let is_lowest = |days: &u16| {
        let length = usize::from(*days) * DAY;
        let prices = || lowest.iter().take(length).copied().flatten();
        lowest.iter().skip(length - 1).any(Option::is_some)
            && prices().all(|fils| fils >= price)
            && prices().any(|fils| fils > price)
    };
    PriceRating::Rated(RatedPrice {
        price: Fils(price),
        lowest_in_days: [365, 90, 30].into_iter().find(is_lowest),
        usual: Fils(sorted[(sorted.len() - 1) / 2]),
        cheaper_percent: share(sorted.partition_point(|fils| *fils < price), sorted.len()),
        low_days_percent: share(day_lows.values().filter(|low| **low <= price).count(), day_lows.len()),
    })
}

fn check_claim_by_minute(own: &[Option<i64>], claimed: i64) -> ClaimedPrice {
    let Some(mut later) = own.first().copied().flatten() else { return ClaimedPrice::Unknown };
    // The oldest minute of the price that follows, and of the price after the fall.
    let (mut oldest, mut fall): (usize, Option<usize>) = (0, None);
    for (minute, price) in own.iter().enumerate().filter_map(|(minute, price)| Some((minute, (*price)?))) {
        if price > later {
            if fall.is_some_and(|fall| oldest - fall >= 30 * DAY) {
                break;
            }
            fall = Some(oldest);
        } else if price < later {
            break;
        }
        (later, oldest) = (price, minute);
    }
    let Some(fall) = fall else { return ClaimedPrice::Unknown };
    let before = &own[fall + 1..];
    let lowest = before.iter().take(30 * DAY).copied().flatten().min();
    let is_covered = before.iter().skip(30 * DAY - 1).any(Option::is_some);
    match lowest {
        Some(lowest) if lowest < claimed => ClaimedPrice::Raised {
            lowest_before: Fils(lowest),
            fell_at: NOW - Duration::minutes(i64::try_from(fall).unwrap() + 1),
        },
        Some(_) if is_covered => ClaimedPrice::Confirmed,
        _ => ClaimedPrice::Unknown,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn rating_equals_that_of_every_minute(offers in prop::collection::vec(minutes(), 0..4)) {
        let spans: Vec<PriceSpan> = offers.iter().flat_map(|offer| to_spans(offer)).collect();
        let timeline = find_lowest(&spans);
        prop_assert!(timeline.windows(2).all(|pair| pair[0].until <= pair[1].from));
        prop_assert_eq!(rate(&timeline, NOW), rate_by_minute(&lowest_by_minute(&offers)));
    }

    #[test]
    fn claim_is_checked_as_by_every_minute(offer in minutes(), step in 0_i64..8) {
        let claimed = 145_000 + 10_000 * step;
        let checked = check_claimed_price(&to_spans(&offer), Fils(claimed), NOW);
        prop_assert_eq!(checked, check_claim_by_minute(&expand(&offer), claimed));
    }
}
