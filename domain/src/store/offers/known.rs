use std::collections::HashMap;

use sqlx::PgExecutor;

use crate::model::{Fils, RetailerId};

/// The last published prices of these offers of a shop, by external id; offers that it never had are absent.
pub async fn last_prices(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    external_ids: &[String],
) -> sqlx::Result<HashMap<String, Fils>> {
    let rows = sqlx::query!(
        r#"select external_id, price_fils as "price: Fils" from offer
           where retailer_id = $1 and external_id = any($2::text[])"#,
        retailer_id as RetailerId,
        external_ids,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.external_id, row.price)).collect())
}

/// The external ids of a shop's live offers that have one of these ids or addresses.
pub async fn external_ids_among(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    ids_or_urls: &[String],
) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select external_id from offer
         where retailer_id = $1 and ended_at is null and (external_id = any($2::text[]) or url = any($2::text[]))",
        retailer_id as RetailerId,
        ids_or_urls,
    )
    .fetch_all(db)
    .await
}

/// How a crawl's catch relates to what the shop had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlap {
    /// Live offers that the crawl did not bring itself.
    pub live_before: i64,
    /// Of those: met again.
    pub met_again: i64,
}

/// Compares a finished crawl with the offers that were live before it began.
pub async fn overlap(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    seen: &[String],
    began: time::OffsetDateTime,
) -> sqlx::Result<Overlap> {
    sqlx::query_as!(
        Overlap,
        r#"select count(*) as "live_before!", count(*) filter (where external_id = any($2::text[])) as "met_again!"
           from offer where retailer_id = $1 and ended_at is null and created_at < $3"#,
        retailer_id as RetailerId,
        seen,
        began,
    )
    .fetch_one(db)
    .await
}
