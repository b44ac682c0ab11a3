//! Statements that only a list which the retailer itself handed in can make.

use domain::{store::clock, transactions::missed_offers};

use super::RunningCrawl;
use crate::raw_offer::RejectedListing;

impl RunningCrawl<'_> {
    /// Says that the offers were the retailer's own list of all its offers: what it leaves out no longer exists.
    pub(in crate::crawl) fn set_own_list(&mut self) {
        self.is_own_list = true;
    }

    /// Returns the first rejections.
    pub(in crate::crawl) fn take_first_rejected(&mut self) -> Vec<RejectedListing> {
        std::mem::take(&mut self.first_rejected)
    }

    /// Says which offers a list of all offers marks as deleted: they end with those that it leaves out, where the list as a
    /// whole passes.
    pub(in crate::crawl) fn set_deleted(&mut self, ids: Vec<String>) {
        for id in &ids {
            self.accepted_ids.remove(id);
        }
        self.deleted_ids.extend(ids);
    }

    /// Ends offers that the retailer says are gone.
    pub(in crate::crawl) async fn end_deleted(&mut self, ids: &[String]) -> anyhow::Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        let mut tx = self.context.db.begin().await?;
        let now = clock::now(&mut *tx).await?;
        let ended = missed_offers::end_deleted(&mut tx, self.retailer_id, ids, now).await?;
        tx.commit().await?;
        for id in ids {
            self.accepted_ids.remove(id);
        }
        self.counters.ended += i32::try_from(ended).unwrap_or(i32::MAX);
        Ok(())
    }
}
