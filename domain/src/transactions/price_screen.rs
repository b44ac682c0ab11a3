//! Decides which prices are published and which are held for an operator or an administrator.
//!
//! Held offers are stored apart ([`crate::store::quarantine`]); the last published price stays, and its age is shown. A
//! price is held in three cases:
//!
//! 1. The price is far from the market, which is the other retailers' prices of the product.
//! 2. The price moved far from the retailer's own last price, and the market does not confirm it.
//! 3. Nothing compares with the price, and it is far from its class of parts, or the retailer's other prices are off the
//!    scale of the other retailers' ([`super::class_prices`]).
//!
//! A price is screened when a crawl reads it, and in the first case once more when the matcher or a key gives its offer
//! its first product later ([`super::newly_matched_prices`]). An administrator who approves a match, or chooses a product,
//! has seen the price. At the end of a crawl, the first and the third case are decided over all prices at once
//! ([`super::first_prices`]), so that it does not matter which price was read first.

use super::class_prices::{ClassVerdict, PriceStatistics};
use crate::{
    config::PriceScreen,
    model::{Fils, OfferDraft, PriceClass, RetailerId},
    store::offers::Market,
};

/// The price is far from the retailer's own last price of this offer.
pub const FAR_FROM_LAST_PRICE: &str = "PRICE_FAR_FROM_OWN";
/// The price is far from other retailers' prices for the same product.
pub const FAR_FROM_MARKET: &str = "PRICE_FAR_FROM_MARKET";
/// Nothing compares with the price, and it is far from the prices of its class of parts.
pub const FAR_FROM_CLASS: &str = "PRICE_FAR_FROM_CLASS";
/// Nothing compares with the price, and the retailer's other prices are far off the scale of the other retailers'.
pub const OFF_SCALE: &str = "PRICES_OFF_SCALE";

/// The reasons that depend on other prices alone, and so are decided over all prices at once.
pub(crate) const FIRST_PRICE_REASONS: [&str; 3] = [FAR_FROM_MARKET, FAR_FROM_CLASS, OFF_SCALE];

/// The facts by which a new or changed price is screened.
#[derive(Debug, Clone, Copy)]
pub struct PriceContext<'a> {
    pub draft: &'a OfferDraft,
    /// The retailer's own last price of this offer, even where an administrator has pinned another one.
    pub last_retailer_price: Option<Fils>,
    pub market: Option<Market>,
    /// Why the offer is held at this very price, and not published at another one. It stays held until the end of the
    /// crawl ([`super::first_prices`]), or for good if somebody judged the price wrong.
    pub held_before: Option<&'static str>,
}

/// Whether a price may be published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PriceVerdict<R> {
    Publish,
    Hold(R),
}

/// Decides whether a new or changed price may be published.
pub fn screen_price(limits: &PriceScreen, context: &PriceContext<'_>) -> PriceVerdict<&'static str> {
    if let Some(reason) = context.held_before {
        return PriceVerdict::Hold(reason);
    }
    let price = context.draft.price;
    let far_from_market = context.market.is_some_and(|market| is_far_from_market(limits, price, market));
    if far_from_market {
        return PriceVerdict::Hold(FAR_FROM_MARKET);
    }
    let moved_far = context
        .last_retailer_price
        .is_some_and(|last| !is_within(price, last, limits.last_price_move_percent));
    let market_agrees =
        context.market.is_some_and(|market| is_within(price, market.median, limits.market_near_percent));
    if moved_far && !market_agrees { PriceVerdict::Hold(FAR_FROM_LAST_PRICE) } else { PriceVerdict::Publish }
}

/// Decides as [`screen_price`]; a first price that nothing compares with is judged by the statistics of the catalogue's
/// prices.
pub fn screen_with_class(
    limits: &PriceScreen,
    context: &PriceContext<'_>,
    retailer: RetailerId,
    statistics: &PriceStatistics,
) -> PriceVerdict<&'static str> {
    let verdict = screen_price(limits, context);
    if verdict != PriceVerdict::Publish || context.market.is_some() || context.last_retailer_price.is_some() {
        return verdict;
    }
    let class = class_of(context.draft);
    // An offer that is no part, or may be none, is on no page.
    let class_verdict = class.as_ref().map_or(ClassVerdict::Unknown, |class| {
        statistics.screen_price(limits, retailer, Some(class), context.draft.price)
    });
    match class_verdict {
        ClassVerdict::Unknown | ClassVerdict::Near => PriceVerdict::Publish,
        ClassVerdict::FarFromClass => PriceVerdict::Hold(FAR_FROM_CLASS),
        ClassVerdict::OffScale => PriceVerdict::Hold(OFF_SCALE),
    }
}

/// Returns the class of part whose prices the draft's is compared with; `None` for what is no part, or may be none.
pub fn class_of(draft: &OfferDraft) -> Option<PriceClass> {
    PriceClass::of(draft.category?, &draft.specs)
}

/// Returns the constant of a stored reason that is one of [`FIRST_PRICE_REASONS`].
pub(crate) fn first_price_reason(stored: &str) -> Option<&'static str> {
    FIRST_PRICE_REASONS.into_iter().find(|reason| *reason == stored)
}

/// Returns the median, of two the lower one.
pub(super) fn lower_median(mut prices: Vec<Fils>) -> Option<Fils> {
    prices.sort_unstable();
    prices.get(prices.len().checked_sub(1)? / 2).copied()
}

/// Whether a price is far from the median of the other retailers' prices. With few other retailers the limits are wider
/// by `market_few_factor`, because nothing says which price is wrong, and the order in which the retailers were read
/// must not decide. The median of two prices is the lower one, so with two the upper limit alone is wider.
///
/// | other retailers | `market_low_percent` | `market_high_percent` |
/// |---|---|---|
/// | 1 | divided by the factor | times the factor |
/// | 2 | as set | times the factor |
/// | 3 or more | as set | as set |
pub(super) fn is_far_from_market(limits: &PriceScreen, price: Fils, market: Market) -> bool {
    let [price, median] = [price, market.median].map(|fils| i128::from(fils.0));
    let factor_below =
        |count: i64| i128::from(if market.retailers < count { limits.market_few_factor.max(1) } else { 1 });
    price * 100 * factor_below(2) < median * i128::from(limits.market_low_percent)
        || price * 100 > median * i128::from(limits.market_high_percent) * factor_below(3)
}

/// Whether `price` differs from `base` by at most this many percent of `base`.
fn is_within(price: Fils, base: Fils, percent: i64) -> bool {
    let [price, base] = [price, base].map(|fils| i128::from(fils.0));
    (price - base).abs() * 100 <= base * i128::from(percent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        config::Config,
        model::{Specs, Stock},
    };

    fn limits() -> PriceScreen {
        Config::load().expect("the defaults").price_screen
    }

    fn verdict(price: i64, last: Option<i64>, market: Option<(i64, i64)>) -> PriceVerdict<&'static str> {
        let draft = OfferDraft {
            external_id: "a".into(),
            title_en: Some("A card".into()),
            title_ar: None,
            url: "https://shop.example/a".into(),
            page_url: None,
            unsure: None,
            retailer_categories: Vec::new(),
            image_url: None,
            category: None,
            manufacturer: None,
            stated_brand: None,
            model: None,
            part_numbers: Vec::new(),
            sku: None,
            gtins: Vec::new(),
            non_part_reason: None,
            specs: Specs::new(),
            price: Fils(price),
            list_price: None,
            stock: Stock::In,
            stock_left: None,
        };
        let context = PriceContext {
            draft: &draft,
            last_retailer_price: last.map(Fils),
            market: market.map(|(median, retailers)| Market { median: Fils(median), retailers }),
            held_before: None,
        };
        screen_price(&limits(), &context)
    }

    #[test]
    fn ordinary_price_changes_are_published() {
        assert_eq!(verdict(100_000, None, None), PriceVerdict::Publish);
        assert_eq!(verdict(80_000, Some(100_000), None), PriceVerdict::Publish);
        assert_eq!(verdict(150_000, Some(100_000), Some((110_000, 3))), PriceVerdict::Publish);
    }

    #[test]
    fn limits_hold_to_the_fils() {
        assert_eq!(verdict(150_000, Some(100_000), None), PriceVerdict::Publish);
        assert_eq!(verdict(150_001, Some(100_000), None), PriceVerdict::Hold(FAR_FROM_LAST_PRICE));
        assert_eq!(verdict(250_000, None, Some((100_000, 3))), PriceVerdict::Publish);
        assert_eq!(verdict(250_001, None, Some((100_000, 3))), PriceVerdict::Hold(FAR_FROM_MARKET));
        assert_eq!(verdict(40_000, None, Some((100_000, 3))), PriceVerdict::Publish);
        assert_eq!(verdict(39_999, None, Some((100_000, 3))), PriceVerdict::Hold(FAR_FROM_MARKET));
    }

    #[test]
    fn price_ten_times_too_low_or_high_is_held() {
        assert_eq!(verdict(10_000, Some(100_000), None), PriceVerdict::Hold(FAR_FROM_LAST_PRICE));
        assert_eq!(verdict(1_000_000, Some(100_000), None), PriceVerdict::Hold(FAR_FROM_LAST_PRICE));
        assert_eq!(verdict(10_000, None, Some((100_000, 2))), PriceVerdict::Hold(FAR_FROM_MARKET));
        assert_eq!(verdict(1_000_000, None, Some((100_000, 1))), PriceVerdict::Hold(FAR_FROM_MARKET));
    }

    #[test]
    fn large_price_change_towards_the_market_is_published() {
        assert_eq!(verdict(105_000, Some(300_000), Some((100_000, 3))), PriceVerdict::Publish);
        assert_eq!(
            verdict(160_000, Some(400_000), Some((100_000, 3))),
            PriceVerdict::Hold(FAR_FROM_LAST_PRICE)
        );
    }

    #[test]
    fn few_retailers_widen_the_market_limits() {
        for (price, retailers, held) in [
            (35_000, 1, false),
            (15_000, 1, true),
            (35_000, 2, true),
            (300_000, 1, false),
            (300_000, 2, false),
            (300_000, 3, true),
            (600_000, 2, true),
        ] {
            let expected = if held { PriceVerdict::Hold(FAR_FROM_MARKET) } else { PriceVerdict::Publish };
            assert_eq!(
                verdict(price, None, Some((100_000, retailers))),
                expected,
                "{price} among {retailers}"
            );
        }
    }

    #[test]
    fn absurd_amounts_do_not_overflow() {
        assert_eq!(verdict(i64::MAX, Some(1), Some((1, 1))), PriceVerdict::Hold(FAR_FROM_MARKET));
    }
}
