//! Price and stock of an offer, as a pure function of the offer and the day.

use domain::model::Fils;
use time::Date;

use super::seed;

/// Day on which prices are the tables' own; earlier ones are a little higher, as with real parts.
const REFERENCE_DAY: i32 = 2_461_366; // 2026-11-21 as a Julian day
/// Length of a promotion: one is drawn for each week.
const PROMOTION_DAYS: i64 = 7;

/// Stock of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stock {
    /// In stock; with the count where the shop shows it.
    In {
        left: Option<i64>,
    },
    /// On back-order: can be ordered, but is not in stock.
    BackOrder,
    /// Can be ordered before it can be had anywhere.
    PreOrder,
    Out,
}

/// Price and stock of an offer on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quote {
    pub price: Fils,
    /// Price before the promotion, during one.
    pub list_price: Option<Fils>,
    pub stock: Stock,
}

/// Inputs of an offer's prices: its own seed and its level on the reference day.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    pub(super) seed: u64,
    pub(super) base: Fils,
}

const SALT_PERIOD: u64 = 1;
const SALT_PHASE: u64 = 2;
const SALT_SWING: u64 = 3;
const SALT_DRIFT: u64 = 4;
const SALT_STEP: u64 = 5;
const SALT_PROMOTION: u64 = 6;
const SALT_DISCOUNT: u64 = 7;
const SALT_STOCK: u64 = 8;
const SALT_LEFT: u64 = 9;
const SALT_ENDING: u64 = 10;

/// Returns the offer's price and stock on `date`.
pub(super) fn quote(level: Level, date: Date) -> Quote {
    let day = i64::from(date.to_julian_day());
    let regular = regular_price(level, day);
    let week = (day + seed::below(level.seed, SALT_PHASE, 1, 7)) / PROMOTION_DAYS;
    let discount = match seed::below(level.seed, SALT_PROMOTION, week, 14) {
        0 => 50 + seed::below(level.seed, SALT_DISCOUNT, week, 130),
        _ => 0,
    };
    let price = round_to_price_ending(level.seed, regular.0 * (1000 - discount) / 1000);
    Quote { price, list_price: (price < regular).then_some(regular), stock: stock(level.seed, day) }
}

/// Returns the price without promotions: constant for some days, then stepping, with a slow swing and a decline over
/// the months.
fn regular_price(level: Level, day: i64) -> Fils {
    let period = 5 + seed::below(level.seed, SALT_PERIOD, 0, 13);
    let step = (day + seed::below(level.seed, SALT_PHASE, 0, 17)) / period;
    let swing = 15 + seed::below(level.seed, SALT_SWING, 0, 35);
    let wave = triangle(step + seed::below(level.seed, SALT_SWING, 1, 12), 12);
    let jitter = seed::below(level.seed, SALT_STEP, step, 31) - 15;
    let age = (i64::from(REFERENCE_DAY) - step * period).clamp(-365, 365);
    let drift = age * seed::below(level.seed, SALT_DRIFT, 0, 60) / 100;
    round_to_price_ending(level.seed, level.base.0 * (1000 + swing * wave / 100 + jitter + drift) / 1000)
}

/// Returns a triangle wave between -100 and 100 with the given period.
fn triangle(step: i64, period: i64) -> i64 {
    let position = step.rem_euclid(period) * 400 / period;
    if position < 200 { position - 100 } else { 300 - position }
}

fn stock(offer: u64, day: i64) -> Stock {
    let period = 3 + seed::below(offer, SALT_PERIOD, 1, 7);
    let step = (day + seed::below(offer, SALT_PHASE, 2, 11)) / period;
    match seed::below(offer, SALT_STOCK, step, 100) {
        0..79 => match seed::below(offer, SALT_LEFT, step, 4) {
            0 => Stock::In { left: Some(1 + seed::below(offer, SALT_LEFT, day, 9)) },
            _ => Stock::In { left: None },
        },
        79..83 => Stock::BackOrder,
        _ => Stock::Out,
    }
}

/// Rounds as Kuwaiti retailers price: whole dinars, .500 or .900, with quarters under ten dinars.
fn round_to_price_ending(offer: u64, fils: i64) -> Fils {
    if fils < 10_000 {
        return Fils((fils / 250 * 250).max(500));
    }
    let endings: &[i64] =
        if fils < 200_000 { &[0, 500, 900, 900, 500, 0, 950, 750] } else { &[0, 0, 900, 500] };
    Fils(fils / 1000 * 1000 + seed::pick(offer, SALT_ENDING, endings).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use time::{Duration, macros::date};

    use super::*;

    const TODAY: Date = date!(2026 - 11 - 21);

    #[test]
    fn reference_day_is_the_named_date() {
        assert_eq!(TODAY.to_julian_day(), REFERENCE_DAY);
    }

    #[test]
    fn demo_prices_move_over_months_and_stay_near_their_level() {
        for number in 0..200 {
            let level = Level { seed: seed::of(&number.to_string()), base: Fils(120_000) };
            let quotes: Vec<Quote> = (0..180).map(|age| quote(level, TODAY - Duration::days(age))).collect();
            let distinct: std::collections::BTreeSet<Fils> = quotes.iter().map(|quote| quote.price).collect();
            assert!(distinct.len() > 3, "offer {number} has only {} prices", distinct.len());
            for quote in &quotes {
                assert!((85_000..=160_000).contains(&quote.price.0), "offer {number}: {}", quote.price);
                assert!(quote.list_price.is_none_or(|list| list > quote.price));
            }
        }
    }

    #[test]
    fn demo_prices_of_a_day_never_change() {
        let level = Level { seed: 42, base: Fils(33_000) };
        assert_eq!(quote(level, TODAY), quote(level, TODAY));
    }

    #[test]
    fn prices_end_like_price_tags() {
        for number in 0..500 {
            let level = Level { seed: seed::of(&number.to_string()), base: Fils(4_000 + number * 977) };
            assert_eq!(quote(level, TODAY).price.0 % 50, 0);
        }
    }
}
