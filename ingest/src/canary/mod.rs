//! Canaries: a few products of a retailer that each crawl looks at first. Where what their pages had is gone from most of
//! them, the retailer has changed its pages: the crawl stores nothing and says what has changed, by field.
//!
//! A crawl chooses them itself, among the products that it read completely. It keeps at most [`KEPT`] canaries and
//! [`MAX_CANDIDATES`] candidates, with at most nine short values each.

pub(crate) mod places;
mod verdict;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
};

use domain::{
    model::{Fils, OfferDraft, RejectReason, Stock},
    store::canaries::{Canary, FoundField, PageStructure},
};
use url::Url;

use crate::{
    platforms::SelectorFields,
    raw_offer::{RawOffer, RejectedListing, Rejection, RetailerResponse},
};
use places::PageValues;
pub(crate) use verdict::PageChange;

/// Number of canaries of a retailer.
pub(crate) const KEPT: usize = 5;
/// Number of products of a crawl among which canaries are chosen.
const MAX_CANDIDATES: usize = 20;
/// The place of fields of a retailer that is read by lists.
const LIST: &str = "the product list";

/// Observations of a retailer's canaries in a crawl, and the products that may become canaries.
#[derive(Debug, Default)]
pub struct Watch {
    /// By external id.
    known: BTreeMap<String, Canary>,
    /// External ids of the canaries by their page.
    by_page: HashMap<String, Vec<String>>,
    reads_pages: bool,
    seen: Mutex<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    looks: BTreeMap<String, Look>,
    /// Canaries whose page is gone, or that say nothing about the structure.
    without_verdict: BTreeSet<String>,
    candidates: BTreeMap<String, Candidate>,
}

/// A canary as this crawl finds it.
#[derive(Debug, Default)]
struct Look {
    structure: PageStructure,
    /// Fields that were there and are not now.
    lost: BTreeMap<String, Now>,
    /// Set when the offer was accepted.
    accepted: Option<Accepted>,
}

/// State in which a lost field is found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Now {
    Nowhere,
    Unreadable(String),
}

#[derive(Debug)]
struct Candidate {
    page_url: Option<String>,
    structure: PageStructure,
    accepted: Option<Accepted>,
}

#[derive(Debug, Clone)]
struct Accepted {
    title: String,
    price: Fils,
    stock: Stock,
}

impl Watch {
    /// Watches these canaries; `reads_pages` tells whether the retailer is read by product pages.
    pub(crate) fn new(canaries: Vec<Canary>, reads_pages: bool) -> Self {
        let mut by_page: HashMap<String, Vec<String>> = HashMap::new();
        for canary in &canaries {
            if let Some(page) = &canary.page_url {
                by_page.entry(page.clone()).or_default().push(canary.external_id.clone());
            }
        }
        let known = canaries.into_iter().map(|canary| (canary.external_id.clone(), canary)).collect();
        Self { known, by_page, reads_pages, seen: Mutex::default() }
    }

    /// Moves the pages of the canaries to the front.
    pub(crate) fn sort_pages(&self, mut pages: Vec<Url>) -> Vec<Url> {
        pages.sort_by_key(|page| !self.by_page.contains_key(page.as_str()));
        pages
    }

    /// Looks at a product page, where it is that of a canary or may become one.
    pub(crate) fn look_at_page(
        &self,
        page: &Url,
        html: &str,
        response: &RetailerResponse,
        rules: Option<&SelectorFields>,
    ) {
        let Some(ids) = self.by_page.get(page.as_str()) else {
            return self.consider(page, html, response, rules);
        };
        let read = PageValues::read(html);
        for canary in ids.iter().filter_map(|id| self.known.get(id)) {
            let look = match &read {
                Ok(values) => look_at(canary, values, response, rules),
                Err(why) => {
                    Look { lost: lose_all(canary, |_| Now::Unreadable(why.clone())), ..Look::default() }
                }
            };
            self.lock().looks.insert(canary.external_id.clone(), look);
        }
    }

    fn consider(&self, page: &Url, html: &str, response: &RetailerResponse, rules: Option<&SelectorFields>) {
        let ([offer], []) = (response.offers.as_slice(), response.rejected.as_slice()) else { return };
        if self.lock().candidates.len() >= MAX_CANDIDATES {
            return;
        }
        let Ok(values) = PageValues::read(html) else { return };
        let structure = values.structure(offer, rules);
        let candidate = Candidate { page_url: Some(page.to_string()), structure, accepted: None };
        self.lock().candidates.insert(offer.external_id.trim().to_owned(), candidate);
    }

    /// Notes that a page was visited: canaries of a page that is gone have no verdict.
    pub(crate) fn note_page(&self, page: &str) {
        let Some(ids) = self.by_page.get(page) else { return };
        let mut seen = self.lock();
        for id in ids {
            if !seen.looks.contains_key(id) {
                seen.without_verdict.insert(id.clone());
            }
        }
    }

    /// Notes what became of an offer.
    pub(crate) fn note_outcome(&self, external_id: &str, outcome: Result<&OfferDraft, &RejectedListing>) {
        match (self.known.get(external_id), outcome) {
            (Some(canary), Ok(draft)) => self.note_accepted(canary, draft),
            (Some(canary), Err(rejected)) => self.note_rejected(canary, &rejected.rejection),
            (None, Ok(draft)) if draft.stock != Stock::Out && draft.price > Fils::ZERO => {
                self.note_candidate(draft)
            }
            (None, _) => {}
        }
    }

    fn note_accepted(&self, canary: &Canary, draft: &OfferDraft) {
        let mut seen = self.lock();
        let look = seen.looks.entry(canary.external_id.clone()).or_insert_with(|| {
            let structure = structure_of(draft);
            let lost = canary.structure.keys().filter(|name| !structure.contains_key(*name));
            let lost = lost.map(|name| (name.clone(), Now::Nowhere)).collect();
            Look { structure, lost, accepted: None }
        });
        if draft.stock == Stock::Out {
            // Sold-out products often have no price.
            look.lost.remove("price");
        }
        if draft.stock == Stock::Unknown && canary.stock != Stock::Unknown && !look.lost.contains_key("stock")
        {
            let words = look.structure.get("stock").map_or_else(String::new, |found| found.value.clone());
            look.lost.insert("stock".to_owned(), Now::Unreadable(words));
        }
        look.accepted = Some(accepted(draft));
    }

    fn note_rejected(&self, canary: &Canary, rejection: &Rejection) {
        let field = match rejection.reason {
            RejectReason::Price | RejectReason::SeveralPrices | RejectReason::Currency => "price",
            RejectReason::Incomplete => "title",
            // Says nothing about the structure: the product is another one now, or not in our form for once.
            RejectReason::NotNew
            | RejectReason::SoldOut
            | RejectReason::PartPayment
            | RejectReason::NoProduct
            | RejectReason::Unreadable => {
                self.lock().without_verdict.insert(canary.external_id.clone());
                return;
            }
        };
        let mut seen = self.lock();
        let look = seen.looks.entry(canary.external_id.clone()).or_default();
        look.lost.entry(field.to_owned()).or_insert_with(|| Now::Unreadable(rejection.detail.clone()));
    }

    fn note_candidate(&self, draft: &OfferDraft) {
        let mut seen = self.lock();
        let has_room = !self.reads_pages && seen.candidates.len() < MAX_CANDIDATES;
        match seen.candidates.get_mut(&draft.external_id) {
            Some(candidate) => candidate.accepted = Some(accepted(draft)),
            None if has_room => {
                let candidate = Candidate {
                    page_url: None,
                    structure: structure_of(draft),
                    accepted: Some(accepted(draft)),
                };
                seen.candidates.insert(draft.external_id.clone(), candidate);
            }
            None => {}
        }
    }

    /// Returns the canaries that are still as they were, as this crawl found them.
    pub(crate) fn list_verified(&self) -> Vec<Canary> {
        let seen = self.lock();
        let verified = self.known.values().filter_map(|canary| {
            let look = seen.looks.get(&canary.external_id).filter(|look| look.lost.is_empty())?;
            let Accepted { title, price, stock } = look.accepted.clone()?;
            let structure = look.structure.clone();
            let page_url = canary.page_url.clone();
            let external_id = canary.external_id.clone();
            (stock != Stock::Out).then_some(Canary { external_id, page_url, structure, price, stock, title })
        });
        verified.take(KEPT).collect()
    }

    /// Returns the products that may become canaries.
    pub(crate) fn list_candidates(&self) -> BTreeMap<String, Canary> {
        let mut seen = self.lock();
        let complete =
            std::mem::take(&mut seen.candidates).into_iter().filter_map(|(external_id, candidate)| {
                let Accepted { title, price, stock } = candidate.accepted?;
                let is_complete =
                    ["title", "price"].iter().all(|name| candidate.structure.contains_key(*name));
                let Candidate { page_url, structure, .. } = candidate;
                let canary =
                    Canary { external_id: external_id.clone(), page_url, structure, price, stock, title };
                is_complete.then_some((external_id, canary))
            });
        complete.collect()
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks for the fields of a canary on its page as it is now.
fn look_at(
    canary: &Canary,
    values: &PageValues,
    response: &RetailerResponse,
    rules: Option<&SelectorFields>,
) -> Look {
    let has_id = |offer: &&RawOffer| offer.external_id.trim() == canary.external_id;
    let structure = response.offers.iter().find(has_id).map(|offer| values.structure(offer, rules));
    let is_absent = structure.is_none();
    let structure = structure.unwrap_or_default();
    let mut lost = BTreeMap::new();
    for (name, was) in canary.structure.iter().filter(|(name, _)| !structure.contains_key(*name)) {
        match values.value_at(&was.place, name, rules) {
            None => lost.insert(name.clone(), Now::Nowhere),
            // The page is refused for another reason, or for another field.
            Some(_) if is_absent => None,
            Some(value) => lost.insert(name.clone(), Now::Unreadable(value)),
        };
    }
    if let ([other], true) = (response.offers.as_slice(), is_absent) {
        // The same product under another id would be a new offer, and the old one would end.
        lost.retain(|name, _| !places::fields(other).iter().any(|(found, _)| found == name));
        lost.insert("id".to_owned(), Now::Unreadable(other.external_id.clone()));
    }
    Look { structure, lost, accepted: None }
}

fn lose_all(canary: &Canary, now: impl Fn(&str) -> Now) -> BTreeMap<String, Now> {
    canary.structure.keys().map(|name| (name.clone(), now(name))).collect()
}

/// Returns the structure of an offer that a list states.
fn structure_of(draft: &OfferDraft) -> PageStructure {
    let stock = (draft.stock != Stock::Unknown).then(|| draft.stock.as_str().to_owned());
    let stated = [
        ("title", draft.title_en.clone().or_else(|| draft.title_ar.clone())),
        ("price", (draft.price > Fils::ZERO).then(|| draft.price.to_string())),
        ("stock", stock),
        ("brand", draft.stated_brand.clone()),
        ("sku", draft.sku.clone()),
        ("picture", draft.image_url.clone()),
        ("category", draft.retailer_categories.first().cloned()),
    ];
    let found = |(name, value): (&str, Option<String>)| {
        Some((name.to_owned(), FoundField { place: LIST.to_owned(), value: value? }))
    };
    stated.into_iter().filter_map(found).collect()
}

fn accepted(draft: &OfferDraft) -> Accepted {
    let title = draft.title_en.clone().or_else(|| draft.title_ar.clone()).unwrap_or_default();
    Accepted { title, price: draft.price, stock: draft.stock }
}
