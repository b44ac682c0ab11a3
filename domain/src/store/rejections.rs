//! Rejected listings, which could not be read as offers: stored one by one, so that an operator sees more than a
//! number.

use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use crate::model::{Category, CrawlId, ProductId, RejectReason, RetailerId, Slug};

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
    /// What an administrator said that the listing is.
    pub category: Option<Category>,
    pub manufacturer: Option<String>,
    pub product_id: Option<ProductId>,
}

/// What administrators have decided about a rejected listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RejectionState {
    #[default]
    Open,
    /// Listed no more, while its reason and title stay the same.
    Dismissed,
    /// The crawl that can read it takes it in as what an administrator said.
    Assigned,
}

/// Filter of rejected listings; `None` matches all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RejectionFilter {
    pub retailer: Option<Slug>,
    pub reason: Option<RejectReason>,
    pub state: RejectionState,
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
        r#"select retailer as "retailer!: Slug", external_id as "external_id!", url, title,
               reason as "reason!: RejectReason", detail as "detail!", times_seen as "times_seen!", seen_at as "seen_at!",
               category as "category: Category", manufacturer, product_id as "product_id: ProductId"
           from rejected_listing
           where ($1::text is null or retailer = $1) and ($2::text is null or reason = $2) and state = $5
           order by seen_at desc, retailer, external_id offset $3 limit $4"#,
        filter.retailer.as_ref().map(Slug::as_str),
        filter.reason as Option<RejectReason>,
        offset,
        limit,
        filter.state as RejectionState,
    )
    .fetch_all(db)
    .await
}

/// Counts the rejected listings of a state, by retailer and reason, the largest number first.
pub async fn count(db: impl PgExecutor<'_>, state: RejectionState) -> sqlx::Result<Vec<RejectionCount>> {
    sqlx::query_as!(
        RejectionCount,
        r#"select retailer as "retailer!: Slug", reason as "reason!: RejectReason", count(*) as "offers!"
           from rejected_listing where state = $1
           group by retailer, reason order by count(*) desc, retailer, reason"#,
        state as RejectionState,
    )
    .fetch_all(db)
    .await
}

/// A listing that was rejected for a reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RejectedFor {
    pub(crate) retailer_id: RetailerId,
    pub(crate) reason: RejectReason,
    pub(crate) title: Option<String>,
}

/// Returns why a listing is rejected, and locks the rejection until the transaction ends.
pub(crate) async fn lock(
    tx: &mut PgTransaction<'_>,
    retailer: &Slug,
    external_id: &str,
) -> sqlx::Result<Option<RejectedFor>> {
    sqlx::query_as!(
        RejectedFor,
        r#"select retailer_id as "retailer_id: RetailerId", reason as "reason: RejectReason", title
           from rejected_offer join retailer on retailer.id = retailer_id
           where slug = $1 and external_id = $2 for update of rejected_offer"#,
        retailer.as_str(),
        external_id,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Stores that a rejection is dismissed. Returns whether it was not before.
pub(crate) async fn insert_dismissed(
    tx: &mut PgTransaction<'_>,
    external_id: &str,
    rejected: &RejectedFor,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into dismissed_rejection (retailer_id, external_id, reason, title) values ($1, $2, $3, $4)
         on conflict on constraint dismissed_rejection_pkey do update set title = excluded.title, dismissed_at = now()
         where dismissed_rejection.title is distinct from excluded.title",
        rejected.retailer_id as RetailerId,
        external_id,
        rejected.reason as RejectReason,
        rejected.title,
    )
    .execute(&mut **tx)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Takes the dismissal of a rejection back. Returns whether there was one.
pub(crate) async fn delete_dismissed(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    external_id: &str,
    reason: RejectReason,
) -> sqlx::Result<bool> {
    let deleted = sqlx::query!(
        "delete from dismissed_rejection where retailer_id = $1 and external_id = $2 and reason = $3",
        retailer_id as RetailerId,
        external_id,
        reason as RejectReason,
    )
    .execute(&mut **tx)
    .await?;
    Ok(deleted.rows_affected() == 1)
}
