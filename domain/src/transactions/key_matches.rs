//! Matching of waiting offers to the products that their keys name exactly.

use std::collections::BTreeSet;

use sqlx::PgTransaction;

use super::{automatic_matches::MatchedOffers, newly_matched_prices::hold_far_prices};
use crate::{
    config::PriceScreen,
    model::{OfferId, ProductId},
    store::{
        feed,
        key_matches::{self, Assignment, MatchKeys},
        price_alerts,
    },
};

/// Tries to match all waiting offers, as after an import of products. Their prices are screened by `limits`.
pub async fn match_waiting_by_key(
    tx: &mut PgTransaction<'_>,
    limits: &PriceScreen,
) -> sqlx::Result<MatchedOffers> {
    let mut after = OfferId(uuid::Uuid::nil());
    let mut matched = MatchedOffers::default();
    loop {
        let waiting = key_matches::list_waiting(&mut **tx, after).await?;
        let Some((last, _)) = waiting.last() else { return Ok(matched) };
        after = *last;
        matched += match_waiting(tx, limits, waiting).await?;
    }
}

async fn match_waiting(
    tx: &mut PgTransaction<'_>,
    limits: &PriceScreen,
    waiting: Vec<(OfferId, MatchKeys)>,
) -> sqlx::Result<MatchedOffers> {
    let (ids, keys): (Vec<OfferId>, Vec<MatchKeys>) = waiting.into_iter().unzip();
    let assignments = key_matches::find_assignments(tx, &keys).await?;
    let assignments: Vec<(OfferId, Assignment)> =
        ids.into_iter().zip(assignments).filter_map(|(id, assignment)| Some((id, assignment?))).collect();
    store_assignments(tx, limits, &assignments).await
}

/// Stores the assignments of offers that still wait, with the feed rows and due alerts of their products.
async fn store_assignments(
    tx: &mut PgTransaction<'_>,
    limits: &PriceScreen,
    assignments: &[(OfferId, Assignment)],
) -> sqlx::Result<MatchedOffers> {
    if assignments.is_empty() {
        return Ok(MatchedOffers::default());
    }
    let matched = key_matches::store_assignments(tx, assignments).await?;
    let offers: Vec<OfferId> = matched.iter().map(|(offer, _)| *offer).collect();
    let held = hold_far_prices(tx, limits, &offers).await?;
    let products: BTreeSet<ProductId> = matched.iter().map(|(_, product)| *product).collect();
    let products: Vec<ProductId> = products.into_iter().collect();
    feed::append(&mut **tx, &products).await?;
    price_alerts::evaluate(tx, None, &products).await?;
    Ok(MatchedOffers { matched: matched.len() as u64, held })
}
