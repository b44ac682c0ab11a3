//! Matching of waiting offers to the products that their keys name exactly.

use std::collections::BTreeSet;

use sqlx::PgTransaction;

use crate::{
    model::{OfferId, ProductId},
    store::{
        feed,
        key_matches::{self, Assignment, MatchKeys},
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
    let assignments = key_matches::find_assignments(tx, &keys).await?;
    let assignments: Vec<(OfferId, Assignment)> =
        ids.into_iter().zip(assignments).filter_map(|(id, assignment)| Some((id, assignment?))).collect();
    store_assignments(tx, &assignments).await
}

/// Stores the assignments of offers that still wait, with the feed rows and due alerts of their products.
async fn store_assignments(
    tx: &mut PgTransaction<'_>,
    assignments: &[(OfferId, Assignment)],
) -> sqlx::Result<u64> {
    if assignments.is_empty() {
        return Ok(0);
    }
    let matched = key_matches::store_assignments(tx, assignments).await?;
    let products: Vec<ProductId> = matched.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    feed::append(&mut **tx, &products).await?;
    price_alerts::evaluate(tx, None, &products).await?;
    Ok(matched.len() as u64)
}
