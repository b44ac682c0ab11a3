//! The rating of every product's price, kept for lists: computed with [`crate::price_rating`], as a product's page does.

use std::collections::{BTreeMap, HashMap};

use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};

use crate::{
    model::{Fils, OfferId, ProductId},
    price_rating::{HISTORY_DAYS, NotablePrice, OfferHistory, PriceSummary},
    store::{feed, history, price_summaries},
};

/// Products rated in one transaction.
const PRODUCTS_PER_TRANSACTION: i64 = 500;
/// Age from which a rating is computed again, although the product did not change: its days move on.
const MAX_AGE: Duration = Duration::hours(20);

/// The counters of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RatingCounters {
    pub products: u64,
    /// Products of which lists say something else than before.
    pub changed: u64,
}

/// Rates every product that changed since its last rating, and those whose rating is old. Products of which lists say
/// something else than before are published to the indexes.
///
/// # Errors
/// On database errors: what was rated before stays stored.
pub async fn rate_due(db: &PgPool, now: OffsetDateTime) -> sqlx::Result<RatingCounters> {
    feed::identity(db).await?;
    let mut done = RatingCounters::default();
    let mut after = ProductId(uuid::Uuid::nil());
    loop {
        let mut tx = db.begin().await?;
        let batch =
            price_summaries::list_due(&mut *tx, after, now - MAX_AGE, PRODUCTS_PER_TRANSACTION).await?;
        let Some(last) = batch.last() else { return Ok(done) };
        after = *last;
        done.products += batch.len() as u64;
        done.changed += rate_batch(&mut tx, &batch, now).await?;
        tx.commit().await?;
    }
}

/// Returns the ratings of these products as of now, without storing them; those that are not in stock are left out.
///
/// # Errors
/// On database errors.
pub async fn rate(
    db: &PgPool,
    products: &[ProductId],
    now: OffsetDateTime,
) -> sqlx::Result<HashMap<ProductId, PriceSummary>> {
    let histories = load_histories(&mut *db.acquire().await?, products, now).await?;
    let rated = histories.into_iter().filter_map(|(id, offers)| Some((id, PriceSummary::of(&offers, now)?)));
    Ok(rated.collect())
}

/// Rates these products; returns how many of them lists say something else of.
async fn rate_batch(tx: &mut PgConnection, products: &[ProductId], now: OffsetDateTime) -> sqlx::Result<u64> {
    let seen_below = feed::read_seen_below(&mut *tx).await?;
    let before = price_summaries::find_many(&mut *tx, products).await?;
    let histories = load_histories(&mut *tx, products, now).await?;
    let rated: Vec<(ProductId, Option<PriceSummary>)> = products
        .iter()
        .map(|id| (*id, histories.get(id).and_then(|offers| PriceSummary::of(offers, now))))
        .collect();
    price_summaries::store(&mut *tx, &rated, now, &seen_below).await?;
    let changed: Vec<ProductId> = rated
        .iter()
        .filter(|(id, summary)| shown(before.get(id)) != shown(summary.as_ref()))
        .map(|(id, _)| *id)
        .collect();
    feed::append(&mut *tx, &changed).await?;
    Ok(changed.len() as u64)
}

/// Returns what lists show of a rating.
fn shown(summary: Option<&PriceSummary>) -> Option<(Fils, NotablePrice)> {
    let summary = summary?;
    Some((summary.price, summary.notable()?))
}

async fn load_histories(
    tx: &mut PgConnection,
    products: &[ProductId],
    now: OffsetDateTime,
) -> sqlx::Result<HashMap<ProductId, Vec<OfferHistory>>> {
    let since = now - Duration::days(HISTORY_DAYS.into());
    let mut offers_of: BTreeMap<(ProductId, OfferId), OfferHistory> = BTreeMap::new();
    for span in history::list_spans(tx, products, since).await? {
        let own = offers_of.entry((span.product_id, span.offer_id)).or_default();
        own.list_price = span.list_price;
        own.spans.push(span.to_price_span(now));
    }
    let mut histories: HashMap<ProductId, Vec<OfferHistory>> = HashMap::new();
    for ((product, _), own) in offers_of {
        histories.entry(product).or_default().push(own);
    }
    Ok(histories)
}
