//! Settings of what crawls and refreshes make of the pages that they read.

use std::num::NonZeroU16;

use serde::Deserialize;

/// Limits beyond which a price is held until an administrator or an operator decides, and a crawl ends no offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceScreen {
    /// A price that moved by more than this many percent of the offer's last price is held.
    pub last_price_move_percent: i64,
    /// A price under this many percent of the other retailers' median is held.
    pub market_low_percent: i64,
    /// A price over this many percent of the other retailers' median is held.
    pub market_high_percent: i64,
    /// With too few other retailers to outvote a wrong one, a price must be this many times as far off to be held.
    pub market_few_factor: i64,
    /// The least number of prices of a class of parts by which another one is judged.
    pub class_least_prices: i64,
    /// A price must be this many times over the upper quartile of its class, or under the lower one, to be held, where
    /// the class has the facts that decide about the price.
    pub class_factor: i64,
    /// As `class_factor`, where the class is wider: a whole category, or all parts.
    pub category_factor: i64,
    /// A retailer whose prices are this many times those of the others, or that fraction, is taken to be misread.
    pub scale_factor: i64,
    /// A large move is accepted when it ends within this many percent of the other retailers' median.
    pub market_near_percent: i64,
    /// A crawl that could not read more than this many percent of the retailer's pages (rounded up) ends no offer.
    pub crawl_failed_percent: u32,
    /// A crawl that misses more than this many percent of a retailer's live offers ends none of them.
    pub crawl_lost_percent: i64,
    /// A crawl is itself marked as held when the prices held for being far from the offer's own last price are more
    /// than this many percent of the retailer's live offers.
    pub crawl_moved_percent: i64,
    /// Retailers with fewer live offers than this are too small for the two percentages above.
    pub crawl_least_offers: i64,
}

/// Limits on reading a retailer's offers again between its crawls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refresh {
    /// Pages read of a retailer at a time.
    pub pages: i64,
    /// Offers whose price was confirmed within this many hours are skipped.
    pub fresh_hours: u16,
}

/// How long an offer counts as it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offers {
    /// An offer that was not read for this many days is no longer in stock.
    pub in_stock_days: NonZeroU16,
}
