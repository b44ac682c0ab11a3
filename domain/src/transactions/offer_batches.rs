//! Storing of what a crawl read: offers with their price points, assignments by key, feed rows and due alerts.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use sqlx::PgTransaction;
use time::OffsetDateTime;

use super::price_screen::{FIRST_PRICE_REASONS, PriceContext, PriceVerdict, first_price_reason};
use crate::{
    model::{Fils, OfferDraft, OfferId, ProductId, RetailerId, Stock},
    store::{
        feed,
        key_matches::{self, Assignment, MatchKeys},
        learnt_values::RejectedValues,
        listing_assignments::{AssignedListing, AssignedListings},
        matches,
        offers::{
            self,
            rows::{OfferToStore, StoredOffer, content_digest, lock_stored, upsert},
        },
        price_alerts::{self, ChangedProduct},
        prices,
        quarantine::{self, HeldBefore, HeldDraft, HeldState},
    },
};

/// The counters of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BatchCounters {
    pub new: i32,
    pub changed: i32,
    pub unchanged: i32,
    /// New and changed offers that still wait for a product.
    pub unmatched: i32,
}

/// The drafts of a batch, in two classes: unchanged, and new or changed.
#[derive(Default)]
struct ClassifiedBatch<'a> {
    /// New and changed offers.
    to_store: Vec<OfferToStore<'a>>,
    unchanged: Vec<OfferId>,
    /// The external ids of those offers of `to_store` that get a price point at once: new offers, offers with another
    /// price or stock, and offers that the last crawl missed.
    needs_price_point: HashSet<&'a str>,
    /// What administrators said that listings are which no crawl could read so far.
    assigned: AssignedListings,
}

/// Stores a batch of one retailer's offers without screening. See [`store_screened_batch`].
pub async fn store_batch(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    drafts: &[OfferDraft],
    now: OffsetDateTime,
) -> sqlx::Result<BatchCounters> {
    let publish = |_: &PriceContext<'_>| PriceVerdict::<()>::Publish;
    store_screened_batch(tx, retailer_id, drafts, now, &publish).await.map(|(counters, _)| counters)
}

/// Stores a batch of one retailer's offers: the offers, their price points, their assignments by key, the feed rows and
/// the price alerts that become due, all in the caller's transaction.
///
/// 1. Lock the stored offers, and apply pinned fields to the drafts, and what an administrator said about a listing while
///    it was rejected.
/// 2. Classify the drafts: unchanged offers, and new or changed ones. An unchanged offer writes at most one price
///    point a day.
/// 3. Match new or changed offers without a product by their keys.
/// 4. Pass every new or changed price to `screen`, and the prices of offers that come back or get another product.
///    Held offers are returned and not stored; their last published state stays.
/// 5. Store the rest, append the affected products to the feed, and evaluate their price alerts.
///
/// The month's partition must exist ([`prices::ensure_partitions`]). Of several drafts with one external id, the last
/// counts.
pub async fn store_screened_batch<R>(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    drafts: &[OfferDraft],
    now: OffsetDateTime,
    screen: &(impl Fn(&PriceContext<'_>) -> PriceVerdict<R> + Sync),
) -> sqlx::Result<(BatchCounters, Vec<HeldDraft<R>>)> {
    let drafts = RejectedValues::load(&mut **tx).await?.strip(drafts);
    let drafts: HashMap<&str, &OfferDraft> =
        drafts.iter().map(|draft| (draft.external_id.as_str(), draft)).collect();
    let mut external_ids: Vec<&str> = drafts.keys().copied().collect();
    external_ids.sort_unstable();
    // Locks the assigned products: products are locked before offers, as in merges.
    let assigned = AssignedListings::load(tx, retailer_id, &drafts).await?;
    let stored_offers = lock_stored(tx, retailer_id, &external_ids).await?;

    let (mut pinned_drafts, ended_price_pins) = apply_pins(&drafts, &stored_offers);
    assigned.apply(&drafts, &mut pinned_drafts);
    let mut classified = ClassifiedBatch { assigned, ..ClassifiedBatch::default() };
    for draft in external_ids.iter().filter_map(|id| drafts.get(id).copied()) {
        let stored = stored_offers.get(&draft.external_id);
        if !stored.is_some_and(|stored| stored.deleted) {
            classified.classify(pinned_drafts.get(draft.external_id.as_str()).unwrap_or(draft), stored);
        }
    }
    classified.match_by_key(tx, &stored_offers).await?;
    let held = screen_and_take_held(tx, retailer_id, &mut classified, &stored_offers, screen).await?;
    unpin_published_prices(tx, &ended_price_pins, &held).await?;
    let counters = store(tx, retailer_id, classified, &stored_offers, now).await?;
    Ok((counters, held))
}

/// Returns the drafts of offers with pinned fields as they are to be stored, and the offers whose pinned price ends
/// because the retailer's own price has changed.
fn apply_pins<'a>(
    drafts: &HashMap<&str, &OfferDraft>,
    stored_offers: &'a HashMap<String, StoredOffer>,
) -> (HashMap<String, OfferDraft>, Vec<(&'a str, OfferId)>) {
    let mut pinned_drafts = HashMap::new();
    let mut ended_price_pins = Vec::new();
    for (external_id, stored) in stored_offers.iter().filter(|(_, stored)| !stored.pins.is_empty()) {
        let Some(draft) = drafts.get(external_id.as_str()) else { continue };
        let (draft, ends_price_pin) = stored.pins.apply(draft);
        ended_price_pins.extend(ends_price_pin.then_some((external_id.as_str(), stored.id)));
        pinned_drafts.insert(external_id.clone(), draft);
    }
    (pinned_drafts, ended_price_pins)
}

/// Unpins the prices whose pin has ended. While the retailer's new price is held, the pinned price stays published, and
/// its pin remembers the retailer's last price.
async fn unpin_published_prices<R>(
    tx: &mut PgTransaction<'_>,
    ended_price_pins: &[(&str, OfferId)],
    held: &[HeldDraft<R>],
) -> sqlx::Result<()> {
    let held: HashSet<&str> = held.iter().map(|held| held.draft.external_id.as_str()).collect();
    let unpinned: Vec<OfferId> = ended_price_pins
        .iter()
        .filter(|(external_id, _)| !held.contains(external_id))
        .map(|(_, id)| *id)
        .collect();
    if unpinned.is_empty() { Ok(()) } else { offers::unpin_prices(tx, &unpinned).await }
}

impl<'a> ClassifiedBatch<'a> {
    fn classify(&mut self, draft: &'a OfferDraft, stored: Option<&StoredOffer>) {
        let digest = content_digest(draft);
        let assigned = self.assigned.get(&draft.external_id);
        let by_admin = assigned.and_then(AssignedListing::assignment);
        match stored {
            Some(stored) if assigned.is_none() && stored.is_unchanged_by(draft, &digest) => {
                self.unchanged.push(stored.id);
            }
            Some(stored) => {
                if stored.price != draft.price || stored.stock != draft.stock || !stored.was_in_last_crawl {
                    self.needs_price_point.insert(&draft.external_id);
                }
                let assignment = by_admin.or_else(|| stored.surviving_assignment(&digest));
                self.to_store.push(OfferToStore::new(draft, digest, assignment));
            }
            None => {
                self.needs_price_point.insert(&draft.external_id);
                self.to_store.push(OfferToStore::new(draft, digest, by_admin));
            }
        }
    }

    /// Matches offers without a product to the product that their keys name exactly, unless an administrator has
    /// rejected that pair: the offer's price is not screened against that product's.
    async fn match_by_key(
        &mut self,
        tx: &mut PgTransaction<'_>,
        stored_offers: &HashMap<String, StoredOffer>,
    ) -> sqlx::Result<()> {
        let unmatched: Vec<&mut OfferToStore<'_>> =
            self.to_store.iter_mut().filter(|offer| offer.assignment.is_none()).collect();
        let keys: Vec<MatchKeys> = unmatched.iter().map(|offer| offer.keys.clone()).collect();
        let assignments = key_matches::find_assignments(tx, &keys).await?;
        let stored_id = |offer: &OfferToStore<'_>| Some(stored_offers.get(&offer.draft.external_id)?.id);
        let stored: Vec<OfferId> = unmatched
            .iter()
            .zip(&assignments)
            .filter(|(_, assignment)| assignment.is_some())
            .filter_map(|(offer, _)| stored_id(offer))
            .collect();
        let rejected = if stored.is_empty() {
            BTreeSet::new()
        } else {
            matches::list_rejected_pairs_of(tx, &stored).await?
        };
        for (offer, assignment) in unmatched.into_iter().zip(assignments) {
            let id = stored_id(offer);
            offer.assignment = assignment
                .filter(|assigned| id.is_none_or(|id| !rejected.contains(&(id, assigned.product_id))));
        }
        Ok(())
    }
}

/// Removes the offers that `screen` holds from the new and changed ones.
async fn screen_and_take_held<R>(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    classified: &mut ClassifiedBatch<'_>,
    stored_offers: &HashMap<String, StoredOffer>,
    screen: &(impl Fn(&PriceContext<'_>) -> PriceVerdict<R> + Sync),
) -> sqlx::Result<Vec<HeldDraft<R>>> {
    // An offer that has ended has no published price, and one that gets a product now has none on that product's page:
    // they are screened, also at an old price. A price that an administrator has pinned is not screened.
    let published_price = |offer: &OfferToStore<'_>| {
        let is_published = |stored: &&StoredOffer| {
            let product = |assignment: Option<Assignment>| assignment.map(|assigned| assigned.product_id);
            let gets_product =
                offer.assignment.is_some() && product(offer.assignment) != product(stored.assignment());
            stored.pins.price.is_some() || !(stored.has_ended || gets_product)
        };
        stored_offers.get(&offer.draft.external_id).filter(is_published).map(|stored| stored.price)
    };
    let with_new_price: Vec<&OfferToStore<'_>> = classified
        .to_store
        .iter()
        .filter(|offer| published_price(offer) != Some(offer.draft.price))
        .collect();
    let products: BTreeSet<ProductId> = with_new_price
        .iter()
        .filter_map(|offer| offer.assignment)
        .map(|assigned| assigned.product_id)
        .collect();
    let markets = offers::list_markets(tx, retailer_id, &products.into_iter().collect::<Vec<_>>()).await?;
    let external_ids: Vec<&str> = with_new_price.iter().map(|offer| &*offer.draft.external_id).collect();
    let held_before =
        quarantine::list_held_before(tx, retailer_id, &external_ids, &FIRST_PRICE_REASONS).await?;
    let mut held = Vec::new();
    for OfferToStore { draft, assignment, .. } in with_new_price {
        let market = assignment.and_then(|assigned| markets.get(&assigned.product_id)).copied();
        let stored = stored_offers.get(&draft.external_id);
        let before = find_held_before(&held_before, stored, draft);
        let context = PriceContext {
            draft,
            last_retailer_price: last_published_price(&held_before, stored, draft),
            market,
            held_before: before.and_then(|before| first_price_reason(&before.reason)),
        };
        if let PriceVerdict::Hold(reason) = screen(&context) {
            held.push(HeldDraft {
                draft: (*draft).clone(),
                last_retailer_price: context.last_retailer_price,
                market: before.map_or(market, |before| before.market),
                product_id: assignment.map(|assigned| assigned.product_id),
                evidence: before.and_then(|before| before.evidence.clone()),
                reason,
            });
        }
    }
    let held_ids: HashSet<&str> = held.iter().map(|held| held.draft.external_id.as_str()).collect();
    classified.to_store.retain(|offer| !held_ids.contains(offer.draft.external_id.as_str()));
    Ok(held)
}

/// Earlier holds of offers, by external id and price.
type HeldPrices = HashMap<(String, Fils), HeldBefore>;

/// Returns why an offer that is not published is held at the price of this draft, if it is.
fn find_held_before<'a>(
    held_before: &'a HeldPrices,
    stored: Option<&StoredOffer>,
    draft: &OfferDraft,
) -> Option<&'a HeldBefore> {
    let before = held_before.get(&(draft.external_id.clone(), draft.price))?;
    let is_published = stored.is_some_and(|stored| !stored.has_ended);
    (!is_published && before.state != HeldState::Superseded).then_some(before)
}

/// Returns the retailer's own last price, even where an administrator has set another one. A price that was held after it
/// had been published, and ended the offer, is none to compare with.
fn last_published_price(
    held_before: &HeldPrices,
    stored: Option<&StoredOffer>,
    draft: &OfferDraft,
) -> Option<Fils> {
    let stored = stored?;
    let price = stored.retailer_price();
    let was_held = stored.has_ended && held_before.contains_key(&(draft.external_id.clone(), price));
    (!was_held).then_some(price)
}

async fn store(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    classified: ClassifiedBatch<'_>,
    stored_offers: &HashMap<String, StoredOffer>,
    now: OffsetDateTime,
) -> sqlx::Result<BatchCounters> {
    let is_new = |offer: &&OfferToStore<'_>| !stored_offers.contains_key(&offer.draft.external_id);
    let new = classified.to_store.iter().filter(is_new).count();
    let unmatched = classified.to_store.iter().filter(|offer| offer.assignment.is_none()).count();
    for offer in &classified.to_store {
        if let Some(stored) = stored_offers.get(&offer.draft.external_id) {
            classified.assigned.approve_match(tx, stored.id, &offer.draft.external_id).await?;
        }
    }
    let upserted = upsert(tx, retailer_id, &classified.to_store, now).await?;
    classified.assigned.pin(tx, retailer_id, &upserted).await?;
    let (with_point, without_point): (Vec<_>, Vec<_>) = upserted
        .into_iter()
        .partition(|(_, external_id)| classified.needs_price_point.contains(external_id.as_str()));
    let ids = |offers: Vec<(OfferId, String)>| offers.into_iter().map(|(id, _)| id);
    prices::insert_points(&mut **tx, &ids(with_point).collect::<Vec<_>>(), None, now).await?;
    let same_price: Vec<OfferId> = ids(without_point).chain(classified.unchanged.iter().copied()).collect();
    prices::insert_daily_point(&mut **tx, &same_price, now).await?;
    let changed = find_changed_products(&classified.to_store, stored_offers);
    feed::append(&mut **tx, &changed.iter().map(|one| one.id).collect::<Vec<_>>()).await?;
    price_alerts::evaluate_batch(tx, retailer_id, &changed).await?;
    Ok(BatchCounters {
        new: count(new),
        changed: count(classified.to_store.len() - new),
        unchanged: count(classified.unchanged.len()),
        unmatched: count(unmatched),
    })
}

/// Returns the products of changed offers, those that they belonged to before included. Held offers change nothing.
fn find_changed_products(
    offers: &[OfferToStore<'_>],
    stored_offers: &HashMap<String, StoredOffer>,
) -> Vec<ChangedProduct> {
    let mut changed = BTreeMap::new();
    for offer in offers {
        let stored = stored_offers.get(&offer.draft.external_id);
        let before = stored.and_then(StoredOffer::assignment).map(|assigned| assigned.product_id);
        let now = offer.assignment.map(|assigned| assigned.product_id);
        let is_restocked = before != now
            || stored.is_none_or(|stored| stored.has_ended || stored.stock != offer.draft.stock);
        for id in before.into_iter().chain(now) {
            let product =
                changed.entry(id).or_insert(ChangedProduct { id, lowest_price: None, is_restocked: false });
            product.is_restocked |= is_restocked;
            // Also for the product before: an administrator's assignment to it may stay.
            if offer.draft.stock == Stock::In {
                let price = offer.draft.price;
                product.lowest_price = Some(product.lowest_price.map_or(price, |lowest| lowest.min(price)));
            }
        }
    }
    changed.into_values().collect()
}

/// Converts the length of a batch, which is far smaller than `i32::MAX`.
fn count(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}
