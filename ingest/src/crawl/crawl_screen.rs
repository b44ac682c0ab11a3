//! Decides whether a crawl that read every page counts as complete, so that it may end offers.
//!
//! If a crawl holds too many prices for being far from the retailer's own last prices, or misses too many offers, the
//! crawl itself is held: it ends no offer.
//!
//! At the end of a crawl, it is also decided which first prices are published and which are held.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    config::PriceScreen,
    model::{OfferDraft, RetailerId},
    store::{clock, offers, quarantine::HeldDraft},
    transactions::{
        class_prices::PriceStatistics,
        first_prices,
        price_screen::{PriceContext, PriceVerdict, class_of, screen_price, screen_with_class},
    },
};
use sqlx::PgPool;

/// Screens the prices of a crawl; first prices by statistics of the catalogue's prices, which are read when the first batch
/// with an offer that is not stored yet comes. They cost a few hundred milliseconds for 60,000 offers.
pub(super) struct FirstPriceScreen {
    limits: PriceScreen,
    retailer_id: RetailerId,
    statistics: Option<PriceStatistics>,
}

impl FirstPriceScreen {
    pub(super) fn new(limits: PriceScreen, retailer_id: RetailerId) -> Self {
        Self { limits, retailer_id, statistics: None }
    }

    /// Reads the statistics if these drafts need them.
    pub(super) async fn load_for(&mut self, db: &PgPool, drafts: &[OfferDraft]) -> sqlx::Result<()> {
        if self.statistics.is_some() {
            return Ok(());
        }
        let ids: Vec<String> = drafts.iter().map(|draft| draft.external_id.clone()).collect();
        if offers::list_last_prices(db, self.retailer_id, &ids).await?.len() < ids.len() {
            let mut tx = db.begin().await?;
            self.statistics = Some(first_prices::load_statistics(&mut tx, &self.limits).await?);
        }
        Ok(())
    }

    pub(super) fn screen(&self, context: &PriceContext<'_>) -> PriceVerdict<&'static str> {
        match &self.statistics {
            Some(statistics) => screen_with_class(&self.limits, context, self.retailer_id, statistics),
            None => screen_price(&self.limits, context),
        }
    }

    /// Adds to held prices what the statistics say of them.
    pub(super) fn add_evidence(&self, held: &mut [HeldDraft<&'static str>]) {
        let Some(statistics) = &self.statistics else { return };
        for held in held.iter_mut().filter(|held| held.evidence.is_none()) {
            held.evidence = statistics.find_evidence(self.retailer_id, class_of(&held.draft).as_ref());
        }
    }
}

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

/// Decides over the first prices of all retailers again, now that those of this crawl are known
/// ([`first_prices::screen_first_prices`]). Returns how many more of the retailer's prices are held than before. A crawl that
/// read nothing new does so too: the one before may have been killed between its last batch and here.
pub(super) async fn screen_first_prices(
    db: &PgPool,
    retailer_id: RetailerId,
    limits: &PriceScreen,
) -> anyhow::Result<i32> {
    let mut tx = db.begin().await?;
    let now = clock::now(&mut *tx).await?;
    let changed = first_prices::screen_first_prices(&mut tx, limits, now).await?;
    tx.commit().await?;
    let count = |offers: &BTreeMap<RetailerId, BTreeSet<String>>| {
        let offers = offers.get(&retailer_id).map_or(0, BTreeSet::len);
        i32::try_from(offers).unwrap_or(i32::MAX)
    };
    Ok(count(&changed.held) - count(&changed.published))
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
