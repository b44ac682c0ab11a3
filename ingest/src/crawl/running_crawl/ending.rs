//! The decision about offers at the end of a crawl that its adapter ended by itself.

use std::collections::HashSet;

use domain::{
    config::PriceScreen,
    model::CrawlProblem,
    store::{
        clock,
        crawls::{self, CrawlState},
        offers::{self, LiveOffer, OfferObservation},
        rejections,
    },
    transactions::missed_offers,
};
use time::Duration;
use url::Url;

use super::RunningCrawl;
use crate::{
    crawl::{
        crawl_screen::{CrawlTotals, screen_crawl},
        fault::CrawlFault,
        rejected_share,
    },
    platforms::Unread,
};

impl RunningCrawl<'_> {
    fn check_not_empty(&self) -> Option<CrawlFault> {
        match (self.accepted_ids.is_empty(), self.reasons.most_frequent()) {
            (false, _) => None,
            (true, None) => {
                Some(CrawlFault::new("the retailer lists no offers", CrawlProblem::new("NO_OFFERS")))
            }
            (true, Some(example)) => Some(CrawlFault::new(
                format!("not one offer could be read; for example {example}"),
                CrawlProblem::new("NOTHING_READABLE"),
            )),
        }
    }

    /// Decides about a crawl that the retailer's adapter ended by itself. Returns its state, and the reason where it does
    /// not count as complete.
    pub(super) async fn end_offers(
        &mut self,
        unread: &Unread,
        limits: &PriceScreen,
    ) -> anyhow::Result<(CrawlState, Option<CrawlFault>)> {
        if let Some(why) = self.check_not_empty() {
            return Ok((CrawlState::Failed, Some(why)));
        }
        if !unread.is_within(limits.crawl_failed_percent) {
            return Ok((CrawlState::Partial, None));
        }
        let before =
            crawls::sum_last_complete(&self.context.db, self.retailer_id, rejected_share::COMPARED_CRAWLS)
                .await?;
        let example = self.reasons.most_frequent();
        if let Some(reason) = rejected_share::find_growth(limits, &self.counters, before, example) {
            return Ok((CrawlState::Held, Some(reason)));
        }
        Ok(match self.end_missed(unread, limits).await? {
            None => (CrawlState::Complete, None),
            Some(reason) => (CrawlState::Held, Some(reason)),
        })
    }

    /// Counts a miss for each offer that the crawl would have found if it still existed, and ends those that were missed
    /// a second time. Where the crawl does not count as complete, counts no miss and returns the reason.
    async fn end_missed(
        &mut self,
        unread: &Unread,
        limits: &PriceScreen,
    ) -> anyhow::Result<Option<CrawlFault>> {
        let mut tx = self.context.db.begin().await?;
        let now = clock::now(&mut *tx).await?;
        let long_ago = now - Duration::days(self.context.config.offers.in_stock_days.get().into());
        let unread_pages: HashSet<&str> = unread.product_pages.iter().map(Url::as_str).collect();
        let observe = |offer: LiveOffer<'_>| {
            if self.deleted_ids.contains(offer.external_id) {
                return OfferObservation::Gone;
            }
            let is_held = self.held_ids.contains(offer.external_id);
            if self.accepted_ids.contains(offer.external_id) && !is_held {
                return OfferObservation::Confirmed;
            }
            let names = [offer.external_id, offer.url, offer.page_url];
            let may_be_listed =
                |name: &&str| self.rejected_names.contains(name) || unread_pages.contains(*name);
            let is_listed =
                is_held || self.rejected_names.may_hide_any_offer() || names.iter().any(may_be_listed);
            // Where part of a list is unknown, only the offer's own page tells that the offer no longer exists, or the time
            // for which it was on none of the list's pages, among which products move: what lies behind the list's limit must
            // not keep it for ever.
            let is_absent = !unread.may_hide_any_offer()
                || self.product_pages.contains(offer.page_url)
                || offer.unconfirmed_since.is_some_and(|since| since < long_ago);
            if is_listed || !is_absent {
                OfferObservation::Unconfirmed
            } else if self.is_own_list {
                OfferObservation::Gone
            } else {
                OfferObservation::Missed
            }
        };
        let comparison = offers::compare_with_live(&mut *tx, self.retailer_id, observe).await?;
        let totals = CrawlTotals {
            live_before: self.live_before,
            missed: (comparison.missed.len() + comparison.gone.len()) as i64,
            far_moves: self.far_moves,
        };
        if let Err(reason) = screen_crawl(limits, totals) {
            return Ok(Some(reason.into()));
        }
        let ended =
            missed_offers::end_missed(&mut tx, self.retailer_id, self.crawl_id, &comparison, now).await?;
        rejections::delete_missed(&mut *tx, self.retailer_id, self.crawl_id).await?;
        tx.commit().await?;
        self.counters.ended += i32::try_from(ended).unwrap_or(i32::MAX);
        Ok(None)
    }
}
