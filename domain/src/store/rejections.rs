//! Rejected listings, which could not be read as offers: stored one by one, so that an operator sees more than a
//! number.

use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::model::{CrawlId, RejectReason, RetailerId, Slug};

/// A listing that a crawl could not read as an offer, to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRejection {
    /// The retailer's id of the listing, or an address.
    pub external_id: String,
    pub url: Option<String>,
    pub title: Option<String>,
    pub reason: RejectReason,
    /// The reason in words.
    pub detail: String,
}

/// A rejected listing as stored.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RejectedOffer {
    pub retailer: Slug,
    pub external_id: String,
    pub url: Option<String>,
    pub title: Option<String>,
    pub reason: RejectReason,
    pub detail: String,
    pub times_seen: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub seen_at: OffsetDateTime,
}

/// Filter of rejected listings; `None` matches all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RejectionFilter {
    pub retailer: Option<Slug>,
    pub reason: Option<RejectReason>,
}

/// The number of a retailer's rejected listings for one reason.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct RejectionCount {
    pub retailer: Slug,
    pub reason: RejectReason,
    pub offers: i64,
}

/// Stores the listings that a crawl rejected. Of several with one external id, the last counts.
pub async fn record(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    crawl_id: CrawlId,
    rejections: &[NewRejection],
) -> sqlx::Result<()> {
    let mut last = std::collections::BTreeMap::new();
    for rejection in rejections {
        last.insert(rejection.external_id.as_str(), rejection);
    }
    if last.is_empty() {
        return Ok(());
    }
    let text = |of: fn(&NewRejection) -> Option<String>| -> Vec<Option<String>> {
        last.values().map(|rejection| of(rejection)).collect()
    };
    sqlx::query!(
        "insert into rejected_offer (retailer_id, crawl_id, external_id, url, title, reason, detail)
         select $1, $2, external_id, url, title, reason, detail
         from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
             as rejection (external_id, url, title, reason, detail)
         on conflict on constraint rejected_offer_pkey do update set
             crawl_id = excluded.crawl_id, url = excluded.url, title = coalesce(excluded.title, rejected_offer.title),
             reason = excluded.reason, detail = excluded.detail, times_seen = rejected_offer.times_seen + 1,
             seen_at = now()",
        retailer_id as RetailerId,
        crawl_id as CrawlId,
        &text(|rejection| Some(rejection.external_id.clone())) as &[Option<String>],
        &text(|rejection| rejection.url.clone()) as &[Option<String>],
        &text(|rejection| rejection.title.clone()) as &[Option<String>],
        &text(|rejection| Some(rejection.reason.as_str().to_owned())) as &[Option<String>],
        &text(|rejection| Some(rejection.detail.clone())) as &[Option<String>],
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Deletes the rejections of listings that are readable again.
pub async fn delete(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    external_ids: &[String],
) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from rejected_offer where retailer_id = $1 and external_id = any($2::text[])",
        retailer_id as RetailerId,
        external_ids,
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected())
}

/// Deletes the rejections that a complete crawl did not meet again.
pub async fn delete_missed(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    crawl_id: CrawlId,
) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from rejected_offer where retailer_id = $1 and crawl_id is distinct from $2",
        retailer_id as RetailerId,
        crawl_id as CrawlId,
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected())
}

/// Returns a page of rejected listings, the latest first.
pub async fn list(
    db: impl PgExecutor<'_>,
    filter: &RejectionFilter,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<RejectedOffer>> {
    sqlx::query_as!(
        RejectedOffer,
        r#"select slug as "retailer: Slug", external_id, url, title, reason as "reason: RejectReason", detail, times_seen,
               seen_at
           from rejected_offer join retailer on retailer.id = retailer_id
           where ($1::text is null or slug = $1) and ($2::text is null or reason = $2)
           order by seen_at desc, slug, external_id offset $3 limit $4"#,
        filter.retailer.as_ref().map(Slug::as_str),
        filter.reason as Option<RejectReason>,
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Counts rejected listings by retailer and reason, the largest number first.
pub async fn count(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<RejectionCount>> {
    sqlx::query_as!(
        RejectionCount,
        r#"select slug as "retailer: Slug", reason as "reason: RejectReason", count(*) as "offers!"
           from rejected_offer join retailer on retailer.id = retailer_id
           group by slug, reason order by count(*) desc, slug, reason"#,
    )
    .fetch_all(db)
    .await
}
