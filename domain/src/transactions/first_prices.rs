//! Decides at the end of a crawl over all prices that retailers state now, and publishes and holds accordingly. What a
//! crawl held, or published, by what was read before it is so corrected by what was read after.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::PgTransaction;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{
    class_prices::{PriceStatistics, StatedPrice},
    offer_batches::store_batch,
    price_screen::{FIRST_PRICE_REASONS, PriceVerdict},
    price_verdicts::{HoldReason, evaluate_prices},
};
use crate::{
    config::PriceScreen,
    model::{Fils, OfferDraft, OfferId, ProductId, RetailerId},
    store::{
        feed,
        offers::{self, EditableOffer, rows::lock_stored},
        price_alerts, prices,
        quarantine::{self, HeldDraft, HeldState},
        stated_prices::{self, StatedPriceRow},
    },
};

/// The offers whose prices were held or published, by retailer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChangedHolds {
    pub held: BTreeMap<RetailerId, BTreeSet<String>>,
    pub published: BTreeMap<RetailerId, BTreeSet<String>>,
}

/// Change to make to one offer.
enum Change {
    Hold { id: OfferId, price: Fils, reason: HoldReason },
    Publish { held_id: Uuid },
}

/// Returns the statistics by which first prices are screened. Reads a row for each published offer.
pub async fn load_statistics(
    tx: &mut PgTransaction<'_>,
    limits: &PriceScreen,
) -> sqlx::Result<PriceStatistics> {
    let rows = stated_prices::list(tx, &FIRST_PRICE_REASONS, limits.last_price_move_percent).await?;
    Ok(PriceStatistics::new(limits, &rows.iter().map(stated_price).collect::<Vec<_>>()))
}

/// Decides over all prices that retailers state now ([`evaluate_prices`]), whenever they were read: published prices that are
/// implausible are held, and held prices that are plausible are published. An offer of which another price is published
/// is left to the retailer's next crawl. Decisions run one after another ([`stated_prices::lock`]).
///
/// The month's partition must exist ([`prices::ensure_partitions`]).
pub async fn screen_first_prices(
    tx: &mut PgTransaction<'_>,
    limits: &PriceScreen,
    now: OffsetDateTime,
) -> sqlx::Result<ChangedHolds> {
    stated_prices::lock(tx).await?;
    let rows = stated_prices::list(tx, &FIRST_PRICE_REASONS, limits.last_price_move_percent).await?;
    let verdicts = evaluate_prices(limits, &rows.iter().map(stated_price).collect::<Vec<_>>());
    // By retailer and external id, the order in which all writers lock offers.
    let mut changes: BTreeMap<RetailerId, BTreeMap<String, Change>> = BTreeMap::new();
    for (row, verdict) in rows.into_iter().zip(verdicts) {
        let StatedPriceRow { retailer_id, external_id, price, .. } = row;
        let change = match (row.offer_id, row.held_id, verdict) {
            (Some(id), _, PriceVerdict::Hold(reason)) => Change::Hold { id, price, reason },
            (None, Some(held_id), PriceVerdict::Publish) => Change::Publish { held_id },
            (None, Some(held_id), PriceVerdict::Hold(reason)) => {
                let HoldReason { code, market, evidence } = reason;
                quarantine::update_reason(tx, held_id, code, market, evidence.as_ref()).await?;
                continue;
            }
            (Some(_), _, PriceVerdict::Publish) | (None, None, _) => continue,
        };
        changes.entry(retailer_id).or_default().insert(external_id, change);
    }
    let mut changed = ChangedHolds::default();
    for (retailer_id, changes) in changes {
        apply_verdicts(tx, retailer_id, changes, now, &mut changed).await?;
    }
    Ok(changed)
}

fn stated_price(row: &StatedPriceRow) -> StatedPrice {
    StatedPrice {
        retailer: row.retailer_id,
        product: row.product_id,
        class: row.class(),
        price: row.price,
        is_trusted: row.is_trusted,
        is_evidence: row.is_evidence,
    }
}

async fn apply_verdicts(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    changes: BTreeMap<String, Change>,
    now: OffsetDateTime,
    changed: &mut ChangedHolds,
) -> sqlx::Result<()> {
    let external_ids: Vec<&str> = changes.keys().map(String::as_str).collect();
    let stored = lock_stored(tx, retailer_id, &external_ids).await?;
    let (mut held, mut published): (Vec<OfferId>, Vec<OfferDraft>) = (Vec::new(), Vec::new());
    let mut products: BTreeSet<ProductId> = BTreeSet::new();
    for (external_id, change) in changes {
        let stored = stored.get(&external_id);
        match change {
            // A crawl may have read another price, or an administrator decided, since the prices were listed.
            Change::Hold { id, price, reason } => {
                let is_unchanged = stored.is_some_and(|stored| {
                    stored.price == price && !stored.has_ended && stored.pins.price.is_none()
                });
                if !is_unchanged {
                    continue;
                }
                products.extend(hold(tx, id, reason).await?);
                held.push(id);
                changed.held.entry(retailer_id).or_default().insert(external_id);
            }
            Change::Publish { held_id } => {
                let is_published = stored.is_some_and(|stored| !stored.has_ended || stored.deleted);
                if is_published || !quarantine::set_state(tx, held_id, HeldState::Superseded).await? {
                    continue;
                }
                published.extend(quarantine::find(&mut **tx, held_id).await?.map(|found| found.draft));
                changed.published.entry(retailer_id).or_default().insert(external_id);
            }
        }
    }
    offers::end_held(tx, &held).await?;
    prices::delete_points_of_current_price(tx, &held).await?;
    if !published.is_empty() {
        store_batch(tx, retailer_id, &published, now).await?;
    }
    let products: Vec<ProductId> = products.into_iter().collect();
    feed::append(&mut **tx, &products).await?;
    if !products.is_empty() && price_alerts::delete_due(tx, &products).await? > 0 {
        // The price of another offer may fire them too.
        price_alerts::evaluate(tx, Some(retailer_id), &products).await?;
    }
    Ok(())
}

/// Holds a published offer. Returns its product.
async fn hold(
    tx: &mut PgTransaction<'_>,
    id: OfferId,
    reason: HoldReason,
) -> sqlx::Result<Option<ProductId>> {
    let Some(EditableOffer { retailer_id, draft, product_id, .. }) = EditableOffer::lock(tx, id).await?
    else {
        return Ok(None);
    };
    let HoldReason { code, market, evidence } = reason;
    let held = HeldDraft { draft, last_retailer_price: None, market, product_id, evidence, reason: code };
    quarantine::hold(tx, retailer_id, None, &[held]).await?;
    Ok(product_id)
}
