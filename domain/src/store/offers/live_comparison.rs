use std::collections::HashMap;

use futures::TryStreamExt;
use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::model::{Fils, OfferId, RetailerId};

/// Returns the retailer's own last prices of these offers, by external id: a pinned price is an administrator's. Offers
/// that the retailer never had are absent.
pub async fn list_last_prices(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    external_ids: &[String],
) -> sqlx::Result<HashMap<String, Fils>> {
    let rows = sqlx::query!(
        r#"select external_id, coalesce((pinned #>> '{price,shop_price}')::bigint, price_fils) as "price!: Fils" from offer
           where retailer_id = $1 and external_id = any($2::text[])"#,
        retailer_id as RetailerId,
        external_ids,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.external_id, row.price)).collect())
}

/// Returns the number of a retailer's live offers.
pub async fn count_live(db: impl PgExecutor<'_>, retailer_id: RetailerId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from offer where retailer_id = $1 and ended_at is null"#,
        retailer_id as RetailerId,
    )
    .fetch_one(db)
    .await
}

/// Returns the ids of those of these offers that live.
pub async fn list_live_ids(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    external_ids: &[String],
) -> sqlx::Result<Vec<OfferId>> {
    sqlx::query_scalar!(
        r#"select id as "id: OfferId" from offer
           where retailer_id = $1 and external_id = any($2::text[]) and ended_at is null"#,
        retailer_id as RetailerId,
        external_ids,
    )
    .fetch_all(db)
    .await
}

/// The offers of a finished crawl compared with the retailer's live offers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LiveComparison {
    /// Every live offer that the crawl did not find.
    pub missed: Vec<OfferId>,
    /// Every live offer that the retailer's own complete list leaves out.
    pub gone: Vec<OfferId>,
    /// Every live offer that the crawl found, but whose price it could not read or held for review.
    pub unconfirmed: Vec<OfferId>,
}

/// The observation of a live offer by a crawl.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferObservation {
    Missed,
    /// The retailer itself says, by a list of all its offers, that the offer no longer exists.
    Gone,
    /// The offer still exists, but its price could not be read or was held.
    Unconfirmed,
    Confirmed,
}

/// A live offer as a finished crawl may have met it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiveOffer<'a> {
    pub external_id: &'a str,
    pub url: &'a str,
    /// The page that shows the offer; `url` for most offers.
    pub page_url: &'a str,
    /// When the price was last confirmed, where a later complete crawl could not.
    pub unconfirmed_since: Option<OffsetDateTime>,
}

/// Compares a finished crawl with the retailer's live offers, which `observe` receives one by one.
///
/// The rows are streamed and looked up here. An array of all ids that the crawl found would be searched from end to end
/// for each row, because Postgres plans such a query without knowing the array.
pub async fn compare_with_live(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    observe: impl Fn(LiveOffer<'_>) -> OfferObservation,
) -> sqlx::Result<LiveComparison> {
    let mut live = sqlx::query!(
        r#"select id as "id: OfferId", external_id, url, coalesce(page_url, url) as "page_url!", unconfirmed_since
           from offer where retailer_id = $1 and ended_at is null"#,
        retailer_id as RetailerId,
    )
    .fetch(db);
    let mut comparison = LiveComparison::default();
    while let Some(offer) = live.try_next().await? {
        let found = LiveOffer {
            external_id: &offer.external_id,
            url: &offer.url,
            page_url: &offer.page_url,
            unconfirmed_since: offer.unconfirmed_since,
        };
        match observe(found) {
            OfferObservation::Missed => comparison.missed.push(offer.id),
            OfferObservation::Gone => comparison.gone.push(offer.id),
            OfferObservation::Unconfirmed => comparison.unconfirmed.push(offer.id),
            OfferObservation::Confirmed => {}
        }
    }
    Ok(comparison)
}
