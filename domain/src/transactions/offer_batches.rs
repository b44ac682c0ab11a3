//! Storing of what a crawl read: offers with their price points, exact links, feed rows and due alerts.

use std::collections::{BTreeSet, HashMap, HashSet};

use sqlx::PgTransaction;
use time::OffsetDateTime;

use crate::{
    model::{Fils, OfferDraft, OfferId, ProductId, RetailerId},
    store::{
        feed,
        key_matches::{self, LinkKeys},
        offers::{
            self, Market,
            rows::{NewOffer, StoredOffer, content_digest, lock_stored, upsert},
        },
        price_alerts, prices,
        quarantine::HeldDraft,
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

/// The facts by which a new or changed price is screened.
#[derive(Debug, Clone, Copy)]
pub struct PriceContext<'a> {
    pub draft: &'a OfferDraft,
    /// The last published price of this offer.
    pub own: Option<Fils>,
    pub market: Option<Market>,
}

/// Whether a price may be published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PriceVerdict<R> {
    Publish,
    Hold(R),
}

/// The drafts of a batch, sorted by their difference from the stored offers.
#[derive(Default)]
struct SortedBatch<'a> {
    new_offers: Vec<NewOffer<'a>>,
    unchanged: Vec<OfferId>,
    /// External ids of new offers, and of changed ones with a new price or stock or that were not live.
    moved: HashSet<&'a str>,
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

/// Stores a batch of one retailer's offers: the offers, their price points, their exact links, the feed rows and the
/// price alerts that fire, all in the caller's transaction.
///
/// 1. Lock the stored offers, and apply pinned fields to the drafts.
/// 2. Sort the drafts into unchanged offers and new or changed ones. An unchanged offer writes only the day's proof
///    of life.
/// 3. Link new or changed offers without a product by their exact keys.
/// 4. Pass every new or changed price to `screen`. Held offers are returned and not stored; their last published
///    state stays.
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
    let drafts: HashMap<&str, &OfferDraft> =
        drafts.iter().map(|draft| (draft.external_id.as_str(), draft)).collect();
    let mut external_ids: Vec<&str> = drafts.keys().copied().collect();
    external_ids.sort_unstable();
    let known = lock_stored(tx, retailer_id, &external_ids).await?;

    let pinned = apply_pins(tx, &drafts, &known).await?;
    let mut sorted = SortedBatch::default();
    for draft in external_ids.iter().filter_map(|id| drafts.get(id).copied()) {
        let known = known.get(&draft.external_id);
        if !known.is_some_and(|known| known.deleted) {
            sorted.sort_draft(pinned.get(draft.external_id.as_str()).unwrap_or(draft), known);
        }
    }
    sorted.link(tx).await?;
    let held = hold_screened(tx, retailer_id, &mut sorted, &known, screen).await?;
    let counters = store(tx, retailer_id, sorted, &known, now).await?;
    Ok((counters, held))
}

/// Returns the drafts of offers with pinned fields as they are to be stored. A pinned price ends when the retailer's
/// own price changes.
async fn apply_pins(
    tx: &mut PgTransaction<'_>,
    drafts: &HashMap<&str, &OfferDraft>,
    known: &HashMap<String, StoredOffer>,
) -> sqlx::Result<HashMap<String, OfferDraft>> {
    let mut laid = HashMap::new();
    let mut moved: Vec<OfferId> = Vec::new();
    for (external_id, known) in known.iter().filter(|(_, known)| !known.pins.is_empty()) {
        let Some(draft) = drafts.get(external_id.as_str()) else { continue };
        let (draft, ended) = known.pins.apply(draft);
        moved.extend(ended.then_some(known.id));
        laid.insert(external_id.clone(), draft);
    }
    if !moved.is_empty() {
        offers::unpin_prices(tx, &moved).await?;
    }
    Ok(laid)
}

impl<'a> SortedBatch<'a> {
    fn sort_draft(&mut self, draft: &'a OfferDraft, known: Option<&StoredOffer>) {
        let digest = content_digest(draft);
        match known {
            Some(known) if known.matches_draft(draft, &digest) => self.unchanged.push(known.id),
            Some(known) => {
                if known.price != draft.price || known.stock != draft.stock || !known.live {
                    self.moved.insert(&draft.external_id);
                }
                let link = known.surviving_link(&digest);
                self.new_offers.push(NewOffer::new(draft, digest, link));
            }
            None => {
                self.moved.insert(&draft.external_id);
                self.new_offers.push(NewOffer::new(draft, digest, None));
            }
        }
    }

    /// Links offers without a product to the product that their keys name exactly.
    async fn link(&mut self, tx: &mut PgTransaction<'_>) -> sqlx::Result<()> {
        let waiting: Vec<&mut NewOffer<'_>> =
            self.new_offers.iter_mut().filter(|offer| offer.link.is_none()).collect();
        let keys: Vec<LinkKeys> = waiting.iter().map(|offer| offer.keys.clone()).collect();
        let links = key_matches::resolve(tx, &keys).await?;
        for (offer, link) in waiting.into_iter().zip(links) {
            offer.link = link;
        }
        Ok(())
    }
}

/// Removes the offers that `screen` holds from the new and changed ones.
async fn hold_screened<R>(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    sorted: &mut SortedBatch<'_>,
    known: &HashMap<String, StoredOffer>,
    screen: &(impl Fn(&PriceContext<'_>) -> PriceVerdict<R> + Sync),
) -> sqlx::Result<Vec<HeldDraft<R>>> {
    // Screened against the retailer's own last price, even where an administrator has set another one.
    let own = |draft: &OfferDraft| known.get(&draft.external_id).map(StoredOffer::retailer_price);
    let published = |draft: &OfferDraft| known.get(&draft.external_id).map(|known| known.price);
    let priced: Vec<&NewOffer<'_>> =
        sorted.new_offers.iter().filter(|offer| published(offer.draft) != Some(offer.draft.price)).collect();
    let products: BTreeSet<ProductId> =
        priced.iter().filter_map(|offer| offer.link).map(|link| link.product_id).collect();
    let markets = offers::list_markets(tx, retailer_id, &products.into_iter().collect::<Vec<_>>()).await?;
    let mut held = Vec::new();
    for NewOffer { draft, link, .. } in priced {
        let market = link.and_then(|link| markets.get(&link.product_id)).copied();
        let context = PriceContext { draft, own: own(draft), market };
        if let PriceVerdict::Hold(reason) = screen(&context) {
            held.push(HeldDraft { draft: (*draft).clone(), own: context.own, market, reason });
        }
    }
    let names: HashSet<&str> = held.iter().map(|held| held.draft.external_id.as_str()).collect();
    sorted.new_offers.retain(|offer| !names.contains(offer.draft.external_id.as_str()));
    Ok(held)
}

async fn store(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    sorted: SortedBatch<'_>,
    known: &HashMap<String, StoredOffer>,
    now: OffsetDateTime,
) -> sqlx::Result<BatchCounters> {
    let new = sorted.new_offers.iter().filter(|offer| !known.contains_key(&offer.draft.external_id)).count();
    let waiting = sorted.new_offers.iter().filter(|offer| offer.link.is_none()).count();
    let stored = upsert(tx, retailer_id, &sorted.new_offers, now).await?;
    let (moved, same): (Vec<_>, Vec<_>) =
        stored.into_iter().partition(|(_, external_id)| sorted.moved.contains(external_id.as_str()));
    let ids = |stored: Vec<(OfferId, String)>| stored.into_iter().map(|(id, _)| id);
    prices::insert_current(&mut **tx, &ids(moved).collect::<Vec<_>>(), now).await?;
    let alive: Vec<OfferId> = ids(same).chain(sorted.unchanged.iter().copied()).collect();
    prices::insert_proof_of_life(&mut **tx, &alive, now).await?;
    // Also the products that changed offers belonged to before. Held offers change nothing.
    let before = sorted.new_offers.iter().filter_map(|offer| known.get(&offer.draft.external_id)?.link);
    let links = before.chain(sorted.new_offers.iter().filter_map(|offer| offer.link));
    let touched: BTreeSet<ProductId> = links.map(|link| link.product_id).collect();
    let touched: Vec<ProductId> = touched.into_iter().collect();
    feed::append(&mut **tx, &touched).await?;
    price_alerts::evaluate(tx, Some(retailer_id), &touched).await?;
    Ok(BatchCounters {
        new: count(new),
        changed: count(sorted.new_offers.len() - new),
        unchanged: count(sorted.unchanged.len()),
        unmatched: count(waiting),
    })
}

/// Converts the length of a batch, which is far smaller than `i32::MAX`.
fn count(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}
