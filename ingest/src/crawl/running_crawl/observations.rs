//! Observations of a crawl before it decides: whether the retailer has changed its pages, and which offers it has not met.

use std::sync::{Mutex, PoisonError};

use domain::store::offers::{self, LiveOffer, OfferObservation};

use super::RunningCrawl;
use crate::canary::PageChange;

impl RunningCrawl<'_> {
    /// Returns whether the retailer's pages have changed, as far as the crawl has met the canaries. Once they have, what is
    /// not stored yet is dropped, so that offers stay as they were.
    pub(in crate::crawl) fn find_change(&mut self) -> bool {
        if self.change.is_none() {
            self.change = self.watch.find_change();
        }
        if self.change.is_some() {
            self.unstored.clear();
            self.accepted_ids.clear();
        }
        self.change.is_some()
    }

    /// Whether the retailer's pages have changed, once all canaries were met.
    pub(in crate::crawl) fn finds_change_early(&mut self) -> bool {
        self.change.is_some() || (self.watch.is_settled() && self.find_change())
    }

    pub(super) fn explain(&self, change: &PageChange) -> String {
        let slug = &self.file.slug;
        format!(
            "{change}. Its offers stay as they were; `ingest retailer mend {slug}` proposes a change of its file"
        )
    }

    /// Returns the pages of live offers that were neither accepted nor rejected, at most `limit` of them, at random.
    pub(in crate::crawl) async fn choose_unmet_pages(&self, limit: usize) -> sqlx::Result<Vec<String>> {
        let unmet = Mutex::new(Vec::new());
        let observe = |offer: LiveOffer<'_>| {
            let names = [offer.external_id, offer.url, offer.page_url];
            let is_rejected = names.iter().any(|name| self.rejected_names.contains(name));
            if !self.accepted_ids.contains(offer.external_id) && !is_rejected {
                unmet.lock().unwrap_or_else(PoisonError::into_inner).push(offer.page_url.to_owned());
            }
            OfferObservation::Confirmed
        };
        offers::compare_with_live(&self.context.db, self.retailer_id, observe).await?;
        let mut unmet = unmet.into_inner().unwrap_or_else(PoisonError::into_inner);
        unmet.sort_unstable();
        unmet.dedup();
        unmet.sort_by_cached_key(|_| rand::random::<u64>());
        unmet.truncate(limit);
        Ok(unmet)
    }

    /// Adds product pages that are gone.
    pub(in crate::crawl) fn add_product_pages(&mut self, gone: Vec<String>) {
        self.product_pages.extend(gone);
    }
}
