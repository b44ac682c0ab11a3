//! Linking of waiting offers to the products that their keys name exactly.

use std::collections::BTreeSet;

use sqlx::PgTransaction;

use crate::{
    model::{OfferId, ProductId},
    store::{
        feed,
        key_matches::{self, ExactLink, LinkKeys},
        price_alerts,
    },
};

/// Tries to link all waiting offers, as after an import of products. Returns the number of offers linked.
pub async fn link_exact(tx: &mut PgTransaction<'_>) -> sqlx::Result<u64> {
    let mut after = OfferId(uuid::Uuid::nil());
    let mut joined = 0;
    loop {
        let waiting = key_matches::list_waiting(&mut **tx, after).await?;
        let Some((last, _)) = waiting.last() else { return Ok(joined) };
        after = *last;
        joined += link_waiting(tx, waiting).await?;
    }
}

/// Tries to link those of these offers that wait. Returns the number of offers linked.
pub async fn link_exact_offers(tx: &mut PgTransaction<'_>, offers: &[OfferId]) -> sqlx::Result<u64> {
    let waiting = key_matches::list_waiting_of(&mut **tx, offers).await?;
    link_waiting(tx, waiting).await
}

async fn link_waiting(tx: &mut PgTransaction<'_>, waiting: Vec<(OfferId, LinkKeys)>) -> sqlx::Result<u64> {
    let (ids, keys): (Vec<OfferId>, Vec<LinkKeys>) = waiting.into_iter().unzip();
    let links = key_matches::resolve(tx, &keys).await?;
    let found: Vec<(OfferId, ExactLink)> =
        ids.into_iter().zip(links).filter_map(|(id, link)| Some((id, link?))).collect();
    join(tx, &found).await
}

/// Links offers that still wait, and records the change of their products in the feed.
async fn join(tx: &mut PgTransaction<'_>, found: &[(OfferId, ExactLink)]) -> sqlx::Result<u64> {
    if found.is_empty() {
        return Ok(0);
    }
    let joined = key_matches::link_waiting(tx, found).await?;
    let products: Vec<ProductId> = joined.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    feed::append(&mut **tx, &products).await?;
    price_alerts::evaluate(tx, None, &products).await?;
    Ok(joined.len() as u64)
}
