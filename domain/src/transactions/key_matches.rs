//! Matching of waiting offers to the products that their keys name exactly.

use std::collections::BTreeSet;

use sqlx::PgTransaction;

use crate::{
    model::{OfferId, ProductId},
    store::{
        feed,
        key_matches::{self, AssignedProduct, MatchKeys},
        price_alerts,
    },
};

/// Tries to match all waiting offers, as after an import of products. Returns the number of offers matched.
pub async fn match_waiting_by_key(tx: &mut PgTransaction<'_>) -> sqlx::Result<u64> {
    let mut after = OfferId(uuid::Uuid::nil());
    let mut matched = 0;
    loop {
        let waiting = key_matches::list_waiting(&mut **tx, after).await?;
        let Some((last, _)) = waiting.last() else { return Ok(matched) };
        after = *last;
        matched += match_waiting(tx, waiting).await?;
    }
}

/// Tries to match those of these offers that wait. Returns the number of offers matched.
pub async fn match_offers_by_key(tx: &mut PgTransaction<'_>, offers: &[OfferId]) -> sqlx::Result<u64> {
    let waiting = key_matches::list_waiting_of(&mut **tx, offers).await?;
    match_waiting(tx, waiting).await
}

async fn match_waiting(tx: &mut PgTransaction<'_>, waiting: Vec<(OfferId, MatchKeys)>) -> sqlx::Result<u64> {
    let (ids, keys): (Vec<OfferId>, Vec<MatchKeys>) = waiting.into_iter().unzip();
    let matches = key_matches::resolve(tx, &keys).await?;
    let found: Vec<(OfferId, AssignedProduct)> =
        ids.into_iter().zip(matches).filter_map(|(id, found)| Some((id, found?))).collect();
    store_matches(tx, &found).await
}

/// Stores the matches of offers that still wait, with the feed rows and due alerts of their products.
async fn store_matches(
    tx: &mut PgTransaction<'_>,
    found: &[(OfferId, AssignedProduct)],
) -> sqlx::Result<u64> {
    if found.is_empty() {
        return Ok(0);
    }
    let matched = key_matches::store_matches(tx, found).await?;
    let products: Vec<ProductId> = matched.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    feed::append(&mut **tx, &products).await?;
    price_alerts::evaluate(tx, None, &products).await?;
    Ok(matched.len() as u64)
}
