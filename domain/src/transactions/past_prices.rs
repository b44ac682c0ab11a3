//! Past prices: their import, and the removal of prices with a future time.

use std::collections::HashSet;

use sqlx::PgTransaction;

use crate::{
    model::{ProductId, RetailerId},
    store::{
        feed,
        prices::{self, PastPrice},
    },
};

/// The counters of an import of past prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportCounters {
    pub stored: u64,
    /// Prices that were stored already.
    pub known: u64,
    /// Prices of an offer that the retailer does not have.
    pub unknown_offer: u64,
}

/// Stores past prices of one retailer. Running it again stores nothing twice.
pub async fn import(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    past: &[PastPrice],
) -> sqlx::Result<ImportCounters> {
    let (Some(first), Some(last)) =
        (past.iter().map(|price| price.observed_at).min(), past.iter().map(|price| price.observed_at).max())
    else {
        return Ok(ImportCounters::default());
    };
    prices::ensure_partitions(&mut **tx, first, last).await?;
    let found = prices::find_offers(tx, retailer_id, past).await?;
    let mut priced = Vec::new();
    let mut matched = HashSet::new();
    for row in &found {
        let index = usize::try_from(row.number - 1).unwrap_or(usize::MAX);
        let Some(price) = past.get(index) else { continue };
        matched.insert(index);
        priced.push((row.id, price));
    }
    let stored = prices::insert_past(tx, &priced).await?;
    if stored > 0 {
        let products: Vec<ProductId> = found.iter().filter_map(|row| row.product_id).collect();
        feed::append(&mut **tx, &products).await?;
    }
    Ok(ImportCounters {
        stored,
        known: priced.len() as u64 - stored,
        unknown_offer: (past.len() - matched.len()) as u64,
    })
}

/// The numbers of removed rows with a future time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct FutureCounters {
    pub points: u64,
    /// Offers that had such price points.
    pub offers: u64,
    pub products: u64,
}

/// Deletes price points with a future time (by the database's clock), which a machine with a wrong clock has written.
/// Other future times are set to now.
pub async fn delete_future(tx: &mut PgTransaction<'_>) -> sqlx::Result<FutureCounters> {
    let mut offers = prices::delete_future_points(tx).await?;
    prices::correct_future_times(tx).await?;
    let points = offers.len() as u64;
    offers.sort_unstable();
    offers.dedup();
    let products = prices::list_products(tx, &offers).await?;
    feed::append(&mut **tx, &products).await?;
    Ok(FutureCounters { points, offers: offers.len() as u64, products: products.len() as u64 })
}
