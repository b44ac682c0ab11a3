//! Decides whether a crawl that read every page counts as complete, so that it may end offers.
//!
//! If a crawl holds too many prices for being far from the retailer's own last prices, or misses too many offers, the
//! crawl itself is held: it ends no offer.

use domain::config::PriceScreen;

/// Totals of a whole crawl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct CrawlTotals {
    /// Number of the retailer's live offers when the crawl began. Ended offers that the crawl finds again are not among
    /// them.
    pub(super) live_before: i64,
    /// Number of these offers that the crawl did not find.
    pub(super) missed: i64,
    /// Prices held for being far from the retailer's own last price, without those that somebody had
    /// judged wrong before (`ingest quarantine drop`).
    pub(super) far_moves: i64,
}

/// Why a crawl that read every page does not count as complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum CrawlHoldReason {
    #[error("{missed} of the {live} offers of the retailer are missing: none of them was ended")]
    MissedOffers { missed: i64, live: i64 },
    #[error("{moved} of {live} prices changed too much at once: they are held")]
    MovedPrices { moved: i64, live: i64 },
}

/// Decides whether a crawl passes as complete, so that the offers that it did not find count as missed.
///
/// # Errors
/// The reason why the crawl does not count as complete.
pub(super) fn screen_crawl(limits: &PriceScreen, totals: CrawlTotals) -> Result<(), CrawlHoldReason> {
    let live = totals.live_before;
    if live < limits.crawl_least_offers {
        return Ok(());
    }
    if totals.missed * 100 > live * limits.crawl_lost_percent {
        return Err(CrawlHoldReason::MissedOffers { missed: totals.missed, live });
    }
    if totals.far_moves * 100 > live * limits.crawl_moved_percent {
        return Err(CrawlHoldReason::MovedPrices { moved: totals.far_moves, live });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use domain::config::Config;

    use super::*;

    #[test]
    fn crawl_that_loses_over_30_percent_of_its_offers_or_moves_over_20_percent_of_its_prices_is_held() {
        let limits = Config::load().expect("the defaults").price_screen;
        let totals = |missed, far_moves| CrawlTotals { live_before: 100, missed, far_moves };
        assert_eq!(screen_crawl(&limits, totals(30, 20)), Ok(()));
        assert_eq!(
            screen_crawl(&limits, totals(31, 0)),
            Err(CrawlHoldReason::MissedOffers { missed: 31, live: 100 })
        );
        assert_eq!(
            screen_crawl(&limits, totals(0, 21)),
            Err(CrawlHoldReason::MovedPrices { moved: 21, live: 100 })
        );
        let small = CrawlTotals { live_before: 9, missed: 9, far_moves: 9 };
        assert_eq!(screen_crawl(&limits, small), Ok(()));
    }
}
