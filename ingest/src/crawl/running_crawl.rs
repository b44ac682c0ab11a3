//! The state of a running crawl: it stores drafts in batches, counts them, and decides at the end whether the crawl
//! counts as complete.

mod ending;
mod observations;
mod own_list;
mod rejected_names;

use std::{collections::HashSet, sync::Arc};

use self::rejected_names::RejectedNames;
use super::{
    CrawlEnd, CrawlReport, IngestContext, PageToRead, ParsedDraft, PriceEnds, ReadingNotes,
    crawl_screen::{FirstPriceScreen, screen_first_prices},
    fault::CrawlFault,
    parse_ahead::{ParsedOffer, ParsedResponse},
    rejections::{new_rejection, reject_without_price},
    report::RejectionReasons,
};
use crate::{
    canary::{PageChange, Watch},
    platforms::{Coverage, Unread},
    progress::Bar,
    raw_offer::RejectedListing,
    retailer_file::RetailerFile,
};
use domain::{
    config::PriceScreen,
    model::{CrawlId, CrawlProblem, OfferDraft, RetailerId, Stock},
    store::{
        clock,
        crawls::{CrawlCounters, CrawlState},
        offers,
        quarantine::{self, HeldDraft},
        rejections::{self, NewRejection},
    },
    transactions::{
        missed_offers, offer_batches,
        price_screen::{FAR_FROM_LAST_PRICE, PriceContext},
    },
};
use time::OffsetDateTime;

/// Maximum number of rejections that one crawl stores in detail; the rest, for instance of a garbage product feed, is
/// only counted.
const MAX_STORED_REJECTIONS: usize = 10_000;
/// Maximum number of rejections that the retailer itself is told in detail, where it handed them in.
const MAX_FIRST_REJECTED: usize = 100;

/// State of a running crawl: offers found, counters, and rows that wait to be stored.
pub(super) struct RunningCrawl<'a> {
    context: &'a IngestContext,
    file: &'a RetailerFile,
    retailer_id: RetailerId,
    crawl_id: CrawlId,
    watch: Arc<Watch>,
    /// Change on the retailer's pages: nothing more is stored.
    change: Option<PageChange>,
    bar: &'a Bar,
    /// Number of the retailer's live offers when the crawl began.
    live_before: i64,
    /// Drafts that no batch has stored yet.
    unstored: Vec<ParsedDraft>,
    /// Ids of the offers that were accepted. A sold-out offer with neither a stated nor a stored price is rejected and
    /// removed from the set.
    accepted_ids: HashSet<String>,
    /// Listings that exist but were rejected; their offers are not ended.
    rejected_names: RejectedNames,
    /// Offers that the retailer's own list of all its offers marks as deleted.
    deleted_ids: HashSet<String>,
    /// Product pages that were read, or that are gone: their offers that were not found no longer exist.
    product_pages: HashSet<String>,
    counters: CrawlCounters,
    /// Ids of offers whose price is held for review.
    held_ids: HashSet<String>,
    /// Number of prices held for being far from the retailer's own last price, without those that somebody had
    /// judged wrong before (`ingest quarantine drop`).
    far_moves: i64,
    /// When prices end that the retailer states for a time.
    price_ends: PriceEnds,
    first_prices: FirstPriceScreen,
    reasons: RejectionReasons,
    notes: ReadingNotes,
    /// Rejections that are not stored yet.
    rejections: Vec<NewRejection>,
    /// Number of rejections stored in detail so far.
    stored_rejections: usize,
    /// The first rejections, for the retailer that handed them in.
    first_rejected: Vec<RejectedListing>,
    /// Whether the offers come from the retailer's own list of all its offers: what it leaves out no longer exists.
    is_own_list: bool,
}

impl<'a> RunningCrawl<'a> {
    pub(super) async fn start(
        context: &'a IngestContext,
        file: &'a RetailerFile,
        retailer_id: RetailerId,
        crawl_id: CrawlId,
        watch: Arc<Watch>,
        bar: &'a Bar,
    ) -> sqlx::Result<Self> {
        Ok(Self {
            context,
            file,
            retailer_id,
            crawl_id,
            watch,
            change: None,
            bar,
            live_before: offers::count_live(&context.db, retailer_id).await?,
            unstored: Vec::new(),
            accepted_ids: HashSet::new(),
            rejected_names: RejectedNames::default(),
            deleted_ids: HashSet::new(),
            product_pages: HashSet::new(),
            counters: CrawlCounters::default(),
            held_ids: HashSet::new(),
            far_moves: 0,
            price_ends: PriceEnds::default(),
            first_prices: FirstPriceScreen::new(context.config.price_screen, retailer_id),
            reasons: RejectionReasons::default(),
            notes: ReadingNotes::default(),
            rejections: Vec::new(),
            stored_rejections: 0,
            first_rejected: Vec::new(),
            is_own_list: false,
        })
    }

    /// Returns the number of offers found so far: accepted or rejected.
    pub(super) fn count_found(&self) -> usize {
        self.accepted_ids.len() + usize::try_from(self.counters.rejected).unwrap_or(usize::MAX)
    }

    pub(super) fn counters(&self) -> CrawlCounters {
        self.counters
    }

    /// Adds the offers of a response, and stores when a batch is full.
    pub(super) async fn add_response(&mut self, response: ParsedResponse) -> anyhow::Result<()> {
        self.counters.pages += 1;
        self.notes.add(response.notes);
        response.product_pages.iter().for_each(|page| self.watch.note_page(page));
        self.product_pages.extend(response.product_pages);
        for rejected in response.rejected {
            self.watch.note_outcome(&rejected.id_or_url, Err(&rejected));
            self.reject(rejected);
        }
        for offer in response.offers {
            self.add_offer(offer);
            if self.unstored.len() >= self.context.config.ingest.batch_size.max(1) {
                if self.find_change() {
                    return Ok(());
                }
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
        self.watch.note_outcome(offer.external_id.trim(), offer.outcome.as_ref().map(ParsedDraft::draft));
        match offer.outcome {
            Ok(parsed) => {
                let draft = parsed.draft();
                if let Some(end) = offer.price_valid_until {
                    let url = draft.page_url.clone().unwrap_or_else(|| draft.url.clone());
                    let page = PageToRead { url, category: draft.category };
                    self.price_ends.add(OffsetDateTime::now_utc(), end, page);
                }
                self.accepted_ids.insert(draft.external_id.clone());
                self.unstored.push(parsed);
            }
            Err(rejected) => self.reject(rejected),
        }
    }

    fn reject(&mut self, rejected: RejectedListing) {
        let RejectedListing { id_or_url, rejection, .. } = &rejected;
        self.counters.rejected = self.counters.rejected.saturating_add(1);
        self.reasons.record(id_or_url, &rejection.detail);
        self.rejected_names.add(id_or_url);
        tracing::debug!(retailer = %self.file.slug, what = id_or_url, reason = %rejection, "Rejected an offer");
        if self.first_rejected.len() < MAX_FIRST_REJECTED {
            self.first_rejected.push(rejected.clone());
        }
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
        self.first_prices.load_for(&self.context.db, &drafts).await?;
        let mut tx = self.context.db.begin().await?;
        let now = clock::now(&mut *tx).await?;
        let screen = |context: &PriceContext<'_>| self.first_prices.screen(context);
        let (counters, mut held) =
            offer_batches::store_screened_batch(&mut tx, self.retailer_id, &drafts, now, &screen).await?;
        self.first_prices.add_evidence(&mut held);
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
        let is_refresh = matches!(ending, CrawlEnd::Refreshed(_));
        let (state, fault, stopped_on_request) = self.decide(ending, limits).await?;
        if matches!(state, CrawlState::Partial | CrawlState::Held) {
            self.mark_read().await?;
        }
        let is_unchanged = self.counters.new + self.counters.changed + self.counters.held == 0;
        if !(is_refresh && is_unchanged) {
            let more_held = screen_first_prices(&self.context.db, self.retailer_id, limits).await?;
            self.counters.held = (self.counters.held + more_held).max(0);
        }
        let (error, problem) = fault.map(|fault| (fault.sentence, fault.problem)).unzip();
        Ok(CrawlReport {
            retailer: self.file.slug.clone(),
            state,
            counters: self.counters,
            not_modified: 0,
            seconds: 0.0,
            error,
            problem: problem.flatten(),
            stopped_on_request,
            pages_changed: self.change.is_some(),
            is_busy: false,
            price_ends: std::mem::take(&mut self.price_ends),
            rejected: std::mem::take(&mut self.reasons),
            notes: std::mem::take(&mut self.notes),
        })
    }

    /// Returns the state of the crawl, why it is not complete, and whether it stopped on request.
    async fn decide(
        &mut self,
        ending: CrawlEnd,
        limits: &PriceScreen,
    ) -> anyhow::Result<(CrawlState, Option<CrawlFault>, bool)> {
        Ok(match ending {
            CrawlEnd::LimitReached => (CrawlState::Partial, None, true),
            CrawlEnd::Refreshed(failures) => (CrawlState::Partial, failures.map(CrawlFault::from), true),
            CrawlEnd::Stopped => {
                let fault = CrawlFault::new("stopped before its end", CrawlProblem::new("STOPPED"));
                (CrawlState::Partial, Some(fault), true)
            }
            CrawlEnd::PagesChanged => {
                let fault = |change: &PageChange| {
                    CrawlFault::new(self.explain(change), CrawlProblem::new("PAGES_CHANGED"))
                };
                (CrawlState::Held, self.change.as_ref().map(fault), false)
            }
            CrawlEnd::AdapterFinished(Err(error)) if self.accepted_ids.is_empty() => {
                (CrawlState::Failed, Some(CrawlFault::from(&error)), false)
            }
            CrawlEnd::AdapterFinished(Err(error)) => {
                (CrawlState::Partial, Some(CrawlFault::from(&error)), false)
            }
            CrawlEnd::AdapterFinished(Ok(Coverage::Complete)) => {
                let (state, fault) = self.end_offers(&Unread::default(), limits).await?;
                (state, fault, false)
            }
            CrawlEnd::AdapterFinished(Ok(Coverage::Except(unread))) if self.accepted_ids.is_empty() => {
                (CrawlState::Failed, Some(CrawlFault::from(&unread)), false)
            }
            CrawlEnd::AdapterFinished(Ok(Coverage::Except(unread))) => {
                let (state, fault) = self.end_offers(&unread, limits).await?;
                (state, fault.or_else(|| Some(CrawlFault::from(&unread))), false)
            }
        })
    }

    /// Stores that the prices of the accepted offers were read, which only a complete crawl tells by itself.
    async fn mark_read(&self) -> anyhow::Result<()> {
        let published = self.accepted_ids.difference(&self.held_ids).cloned().collect::<Vec<_>>();
        let now = clock::now(&self.context.db).await?;
        missed_offers::mark_read(&self.context.db, self.retailer_id, &published, now).await?;
        Ok(())
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
