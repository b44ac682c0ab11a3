//! The state of a running crawl: it stores drafts in batches, counts them, and decides at the end whether the crawl
//! counts as complete.

use std::collections::HashSet;

use super::{
    CrawlEnd, CrawlReport, IngestContext, ParsedDraft, ReadingNotes,
    crawl_screen::{CrawlTotals, screen_crawl},
    parse_ahead::{ParsedOffer, ParsedResponse},
    report::RejectionReasons,
};
use crate::{
    extract::text::plain_text,
    platforms::{Coverage, Unread},
    progress::Bar,
    raw_offer::{RejectedListing, Rejection},
    retailer_file::RetailerFile,
};
use domain::{
    config::PriceScreen,
    model::{CrawlId, OfferDraft, RejectReason, RetailerId, Stock},
    store::{
        clock,
        crawls::{CrawlCounters, CrawlState},
        offers::{self, LiveOffer, OfferObservation},
        quarantine::{self, HeldDraft},
        rejections::{self, NewRejection},
    },
    transactions::{
        missed_offers, offer_batches,
        price_screen::{FAR_FROM_LAST_PRICE, screen_price},
    },
};
use time::Duration;
use url::Url;

/// Maximum number of rejections that one crawl stores in detail; the rest, for instance of a garbage product feed, is
/// only counted.
const MAX_STORED_REJECTIONS: usize = 10_000;
/// Maximum length of each text of a stored rejection, in characters.
const MAX_TEXT_CHARS: usize = 500;

/// State of a running crawl: offers found, counters, and rows that wait to be stored.
pub(super) struct RunningCrawl<'a> {
    context: &'a IngestContext,
    file: &'a RetailerFile,
    retailer_id: RetailerId,
    crawl_id: CrawlId,
    bar: &'a Bar,
    /// Number of the retailer's live offers when the crawl began.
    live_before: i64,
    /// Drafts that no batch has stored yet.
    unstored: Vec<ParsedDraft>,
    /// Ids of the offers that were accepted. A sold-out offer with neither a stated nor a stored price is rejected and
    /// removed from the set.
    accepted_ids: HashSet<String>,
    /// Ids or addresses of listings that exist but were rejected; their offers are not ended.
    rejected_ids_and_urls: Vec<String>,
    /// Product pages that were read, or that are gone: their offers that were not found no longer exist.
    product_pages: HashSet<String>,
    counters: CrawlCounters,
    /// Ids of offers whose price is held for review.
    held_ids: HashSet<String>,
    /// Number of prices held for being far from the retailer's own last price, without those that somebody had
    /// judged wrong before (`ingest quarantine drop`).
    far_moves: i64,
    reasons: RejectionReasons,
    notes: ReadingNotes,
    /// Rejections that are not stored yet.
    rejections: Vec<NewRejection>,
    /// Number of rejections stored in detail so far.
    stored_rejections: usize,
}

impl<'a> RunningCrawl<'a> {
    pub(super) async fn start(
        context: &'a IngestContext,
        file: &'a RetailerFile,
        retailer_id: RetailerId,
        crawl_id: CrawlId,
        bar: &'a Bar,
    ) -> sqlx::Result<Self> {
        Ok(Self {
            context,
            file,
            retailer_id,
            crawl_id,
            bar,
            live_before: offers::count_live(&context.db, retailer_id).await?,
            unstored: Vec::new(),
            accepted_ids: HashSet::new(),
            rejected_ids_and_urls: Vec::new(),
            product_pages: HashSet::new(),
            counters: CrawlCounters::default(),
            held_ids: HashSet::new(),
            far_moves: 0,
            reasons: RejectionReasons::default(),
            notes: ReadingNotes::default(),
            rejections: Vec::new(),
            stored_rejections: 0,
        })
    }

    /// Returns the number of offers found so far: accepted or rejected.
    pub(super) fn count_found(&self) -> usize {
        self.accepted_ids.len() + self.rejected_ids_and_urls.len()
    }

    pub(super) fn counters(&self) -> CrawlCounters {
        self.counters
    }

    /// Adds the offers of a response, and stores when a batch is full.
    pub(super) async fn add_response(&mut self, response: ParsedResponse) -> anyhow::Result<()> {
        self.counters.pages += 1;
        self.notes.add(response.notes);
        self.product_pages.extend(response.product_pages);
        response.rejected.into_iter().for_each(|rejected| self.reject(rejected));
        for offer in response.offers {
            self.add_offer(offer);
            if self.unstored.len() >= self.context.config.ingest.batch_size.max(1) {
                self.flush().await?;
            }
        }
        if self.rejections.len() >= self.context.config.ingest.batch_size.max(1) {
            self.store_rejections().await?;
        }
        self.bar.set_message(format!("{} pages, {} offers", self.counters.pages, self.accepted_ids.len()));
        Ok(())
    }

    fn add_offer(&mut self, offer: ParsedOffer) {
        // The retailer lists the same offer in two places.
        if self.accepted_ids.contains(offer.external_id.trim()) {
            return;
        }
        match offer.outcome {
            Ok(parsed) => {
                self.accepted_ids.insert(parsed.draft().external_id.clone());
                self.unstored.push(parsed);
            }
            Err(rejected) => self.reject(rejected),
        }
    }

    fn reject(&mut self, rejected: RejectedListing) {
        let RejectedListing { id_or_url, rejection, .. } = &rejected;
        self.counters.rejected += 1;
        self.reasons.record(id_or_url, &rejection.detail);
        self.rejected_ids_and_urls.push(id_or_url.clone());
        tracing::debug!(retailer = %self.file.slug, what = id_or_url, reason = %rejection, "Rejected an offer");
        if self.stored_rejections < MAX_STORED_REJECTIONS {
            self.stored_rejections += 1;
            self.rejections.push(new_rejection(rejected));
        }
    }

    /// Stores the rejections first, and then, in a transaction of their own, the drafts that no batch has stored yet.
    pub(super) async fn flush(&mut self) -> anyhow::Result<()> {
        let parsed = std::mem::take(&mut self.unstored);
        let drafts = self.replace_sold_out_prices(parsed).await?;
        self.store_rejections().await?;
        if drafts.is_empty() {
            return Ok(());
        }
        let limits = &self.context.config.price_screen;
        let mut tx = self.context.db.begin().await?;
        let now = clock::now(&mut *tx).await?;
        let (counters, held) =
            offer_batches::store_screened_batch(&mut tx, self.retailer_id, &drafts, now, &|context| {
                screen_price(limits, context)
            })
            .await?;
        let judged_wrong_before =
            quarantine::hold(&mut tx, self.retailer_id, Some(self.crawl_id), &held).await?;
        let published_ids = find_published(&drafts, &held);
        quarantine::supersede(&mut *tx, self.retailer_id, &published_ids).await?;
        let stored_ids: Vec<String> = drafts.iter().map(|draft| draft.external_id.clone()).collect();
        rejections::delete(&mut *tx, self.retailer_id, &stored_ids).await?;
        tx.commit().await?;
        self.counters.accepted += to_i32(drafts.len());
        self.counters.new += counters.new;
        self.counters.changed += counters.changed;
        self.counters.unchanged += counters.unchanged;
        self.counters.unmatched += counters.unmatched;
        self.counters.held += to_i32(held.len());
        self.held_ids.extend(held.iter().map(|held| held.draft.external_id.clone()));
        let is_new_move = |held: &&HeldDraft<&str>| {
            held.reason == FAR_FROM_LAST_PRICE && !judged_wrong_before.contains(&held.draft.external_id)
        };
        self.far_moves += held.iter().filter(is_new_move).count() as i64;
        Ok(())
    }

    async fn store_rejections(&mut self) -> anyhow::Result<()> {
        let rejections = std::mem::take(&mut self.rejections);
        rejections::record(&self.context.db, self.retailer_id, self.crawl_id, &rejections).await?;
        Ok(())
    }

    /// Replaces the price of each sold-out offer, stated or not, by its last stored price: nobody can pay the price that
    /// a page shows for a sold-out product. Without a stored price the stated one stays; an offer with neither is
    /// rejected.
    async fn replace_sold_out_prices(&mut self, parsed: Vec<ParsedDraft>) -> anyhow::Result<Vec<OfferDraft>> {
        let is_sold_out = |draft: &OfferDraft| draft.stock == Stock::Out;
        let sold_out = parsed.iter().map(ParsedDraft::draft).filter(|draft| is_sold_out(draft));
        let sold_out_ids: Vec<String> = sold_out.map(|draft| draft.external_id.clone()).collect();
        if sold_out_ids.is_empty() {
            return Ok(parsed.into_iter().map(ParsedDraft::into_draft).collect());
        }
        let last_prices = offers::list_last_prices(&self.context.db, self.retailer_id, &sold_out_ids).await?;
        let mut priced = Vec::with_capacity(parsed.len());
        for offer in parsed {
            let states_price = matches!(offer, ParsedDraft::Priced(_));
            let mut draft = offer.into_draft();
            match last_prices.get(&draft.external_id).filter(|_| is_sold_out(&draft)) {
                Some(price) => {
                    draft.price = *price;
                    draft.list_price = draft.list_price.filter(|list| list > price);
                }
                None if states_price => {}
                None => {
                    self.accepted_ids.remove(&draft.external_id);
                    self.reject(reject_without_price(&draft));
                    continue;
                }
            }
            priced.push(draft);
        }
        Ok(priced)
    }

    /// Decides about the crawl as a whole; after a complete crawl, ends the offers that it missed a second time. `limits`
    /// are those beyond which the crawl is held.
    pub(super) async fn finish(
        &mut self,
        ending: CrawlEnd,
        limits: &PriceScreen,
    ) -> anyhow::Result<CrawlReport> {
        let (state, error, stopped_on_request) = match ending {
            CrawlEnd::LimitReached => (CrawlState::Partial, None, true),
            CrawlEnd::Refreshed(failures) => (CrawlState::Partial, failures, true),
            CrawlEnd::Stopped => (CrawlState::Partial, Some("stopped before its end".to_owned()), true),
            CrawlEnd::AdapterFinished(Err(error)) if self.accepted_ids.is_empty() => {
                (CrawlState::Failed, Some(error.to_string()), false)
            }
            CrawlEnd::AdapterFinished(Err(error)) => (CrawlState::Partial, Some(error.to_string()), false),
            CrawlEnd::AdapterFinished(Ok(Coverage::Complete)) => {
                let (state, error) = self.end_offers(&Unread::default(), limits).await?;
                (state, error, false)
            }
            CrawlEnd::AdapterFinished(Ok(Coverage::Except(unread))) if self.accepted_ids.is_empty() => {
                (CrawlState::Failed, Some(unread.to_string()), false)
            }
            CrawlEnd::AdapterFinished(Ok(Coverage::Except(unread))) => {
                let (state, error) = self.end_offers(&unread, limits).await?;
                (state, error.or_else(|| Some(unread.to_string())), false)
            }
        };
        if matches!(state, CrawlState::Partial | CrawlState::Held) {
            self.mark_read().await?;
        }
        Ok(CrawlReport {
            retailer: self.file.slug.clone(),
            state,
            counters: self.counters,
            not_modified: 0,
            seconds: 0.0,
            error,
            stopped_on_request,
            is_busy: false,
            rejected: std::mem::take(&mut self.reasons),
            notes: std::mem::take(&mut self.notes),
        })
    }

    /// Stores that the prices of the accepted offers were read, which only a complete crawl tells by itself.
    async fn mark_read(&self) -> anyhow::Result<()> {
        let published = self.accepted_ids.difference(&self.held_ids).cloned().collect::<Vec<_>>();
        let now = clock::now(&self.context.db).await?;
        offers::mark_read(&self.context.db, self.retailer_id, &published, now).await?;
        Ok(())
    }

    fn check_not_empty(&self) -> Option<String> {
        match (self.accepted_ids.is_empty(), self.reasons.most_frequent()) {
            (false, _) => None,
            (true, None) => Some("the retailer lists no offers".to_owned()),
            (true, Some(example)) => Some(format!("not one offer could be read; for example {example}")),
        }
    }

    /// Decides about a crawl that the retailer's adapter ended by itself. Returns its state, and the reason where it does
    /// not count as complete.
    async fn end_offers(
        &mut self,
        unread: &Unread,
        limits: &PriceScreen,
    ) -> anyhow::Result<(CrawlState, Option<String>)> {
        if let Some(why) = self.check_not_empty() {
            return Ok((CrawlState::Failed, Some(why)));
        }
        if !unread.is_within(limits.crawl_failed_percent) {
            return Ok((CrawlState::Partial, None));
        }
        Ok(match self.end_missed(unread, limits).await? {
            None => (CrawlState::Complete, None),
            Some(reason) => (CrawlState::Held, Some(reason)),
        })
    }

    /// Counts a miss for each offer that the crawl would have found if it still existed, and ends those that were missed
    /// a second time. Where the crawl does not count as complete, counts no miss and returns the reason.
    async fn end_missed(&mut self, unread: &Unread, limits: &PriceScreen) -> anyhow::Result<Option<String>> {
        let mut tx = self.context.db.begin().await?;
        let now = clock::now(&mut *tx).await?;
        let long_ago = now - Duration::days(self.context.config.offers.in_stock_days.get().into());
        let unread_or_rejected: HashSet<&str> = self
            .rejected_ids_and_urls
            .iter()
            .map(String::as_str)
            .chain(unread.product_pages.iter().map(Url::as_str))
            .collect();
        let observe = |offer: LiveOffer<'_>| {
            let is_held = self.held_ids.contains(offer.external_id);
            if self.accepted_ids.contains(offer.external_id) && !is_held {
                return OfferObservation::Confirmed;
            }
            let names = [offer.external_id, offer.url, offer.page_url];
            let is_listed = is_held || names.iter().any(|name| unread_or_rejected.contains(name));
            // Where part of a list is unknown, only the offer's own page tells that the offer no longer exists, or the time
            // for which it was on none of the list's pages, among which products move.
            let is_absent = !unread.may_hide_any_offer()
                || self.product_pages.contains(offer.page_url)
                || (unread.limit.is_none() && offer.unconfirmed_since.is_some_and(|since| since < long_ago));
            if is_listed || !is_absent { OfferObservation::Unconfirmed } else { OfferObservation::Missed }
        };
        let comparison = offers::compare_with_live(&mut *tx, self.retailer_id, observe).await?;
        let totals = CrawlTotals {
            live_before: self.live_before,
            missed: comparison.missed.len() as i64,
            far_moves: self.far_moves,
        };
        if let Err(reason) = screen_crawl(limits, totals) {
            return Ok(Some(reason.to_string()));
        }
        let ended =
            missed_offers::end_missed(&mut tx, self.retailer_id, self.crawl_id, &comparison, now).await?;
        rejections::delete_missed(&mut *tx, self.retailer_id, self.crawl_id).await?;
        tx.commit().await?;
        self.counters.ended = i32::try_from(ended).unwrap_or(i32::MAX);
        Ok(None)
    }
}

/// Converts a rejection for storage: a retailer's texts may have any length and contain control characters.
fn new_rejection(RejectedListing { id_or_url, rejection, title, url }: RejectedListing) -> NewRejection {
    let plain = |text: String, limit: usize| -> String {
        text.chars().filter(|letter| !letter.is_control()).take(limit).collect()
    };
    NewRejection {
        external_id: plain(id_or_url, MAX_TEXT_CHARS),
        url: url.map(|url| plain(url, MAX_TEXT_CHARS)),
        // Decoded like a stored title, so that administrators see no entities and tags.
        title: title.map(|title| plain(plain_text(&title), MAX_TEXT_CHARS)).filter(|title| !title.is_empty()),
        reason: rejection.reason,
        detail: plain(rejection.detail, MAX_TEXT_CHARS),
    }
}

fn reject_without_price(draft: &OfferDraft) -> RejectedListing {
    let why = "the offer is sold out and was never seen with a price";
    RejectedListing {
        id_or_url: draft.external_id.clone(),
        rejection: Rejection::new(RejectReason::SoldOut, why),
        title: draft.title_en.clone().or_else(|| draft.title_ar.clone()),
        url: Some(draft.url.clone()),
    }
}

fn find_published(drafts: &[OfferDraft], held: &[HeldDraft<&'static str>]) -> Vec<String> {
    let held: HashSet<&str> = held.iter().map(|held| held.draft.external_id.as_str()).collect();
    let ids = drafts.iter().map(|draft| draft.external_id.as_str());
    ids.filter(|id| !held.contains(id)).map(str::to_owned).collect()
}

fn to_i32(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}
