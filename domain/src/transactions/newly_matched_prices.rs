//! Screening of prices that were stored before their offers had a product, and so a market.

use std::collections::BTreeMap;

use sqlx::PgTransaction;

use super::price_screen::{FAR_FROM_MARKET, is_far_from_market};
use crate::{
    config::PriceScreen,
    model::OfferId,
    store::{
        offers::{self, EditableOffer, Market},
        prices,
        quarantine::{self, HeldDraft},
    },
};

/// Holds those of these offers whose prices are far from the market of the product that they have just been matched to.
/// Each of them had no product until now. Returns the number of held offers.
///
/// A held offer ends, keeps its product, and loses the price points of its current price, which would be the product's.
/// The offer is published when an administrator or an operator releases it, or a crawl reads a price that passes the screen.
pub(super) async fn hold_far_prices(
    tx: &mut PgTransaction<'_>,
    limits: &PriceScreen,
    matched: &[OfferId],
) -> sqlx::Result<u64> {
    if matched.is_empty() {
        return Ok(0);
    }
    let far: BTreeMap<OfferId, Market> = offers::list_newly_matched(tx, matched)
        .await?
        .into_iter()
        .filter_map(|offer| Some((offer.id, offer.price, offer.market()?)))
        .filter(|(_, price, market)| is_far_from_market(limits, *price, *market))
        .map(|(id, _, market)| (id, market))
        .collect();
    for (id, market) in &far {
        let Some(EditableOffer { retailer_id, draft, product_id, .. }) = EditableOffer::lock(tx, *id).await?
        else {
            continue;
        };
        let held = HeldDraft {
            draft,
            last_retailer_price: None,
            market: Some(*market),
            product_id,
            evidence: None,
            reason: FAR_FROM_MARKET,
        };
        quarantine::hold(tx, retailer_id, None, &[held]).await?;
    }
    let held: Vec<OfferId> = far.into_keys().collect();
    offers::end_held(tx, &held).await?;
    prices::delete_points_of_current_price(tx, &held).await?;
    Ok(held.len() as u64)
}
