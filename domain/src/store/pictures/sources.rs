use sqlx::{PgExecutor, PgPool, PgTransaction};

use super::StoredPicture;
use crate::{
    model::{Picture, PictureHash, RetailerId},
    store::cached_responses::Validator,
};

/// The longest pause between attempts to fetch a failing address, in hours.
const MAX_RETRY_HOURS: i32 = 7 * 24;

/// An address that is due to be fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueSource {
    pub address: String,
    /// The validator of the last picture; `None` where there is none.
    pub validator: Option<Validator>,
}

/// The outcome of fetching an address.
#[derive(Debug, Clone, PartialEq)]
pub enum SourceOutcome {
    /// A picture was fetched, and its files and row are written.
    Fetched { hash: PictureHash, validator: Option<Validator> },
    /// The retailer answered that the picture has not changed.
    Unchanged,
    /// The response is not a picture that can be shown.
    Refused { reason: String },
    /// There was no usable response; the last picture stays.
    Failed { reason: String },
}

/// A retailer's addresses, counted by their state.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceCounts {
    pub retailer: String,
    pub waiting: i64,
    pub fetched: i64,
    pub refused: i64,
    pub failed: i64,
}

/// A reason why addresses of a retailer have no picture.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct RefusalCount {
    pub retailer: String,
    pub reason: String,
    pub count: i64,
    /// One of the addresses.
    pub example: String,
}

/// Adds the addresses that a retailer's live offers show and that are not stored yet. Offers that are not parts are
/// left out, because they are on no page. Returns the number of new addresses.
pub async fn add_sources(db: impl PgExecutor<'_>, retailer_id: RetailerId) -> sqlx::Result<u64> {
    let added = sqlx::query!(
        "insert into picture_source (retailer_id, address)
         select distinct retailer_id, image_url from offer
         where retailer_id = $1 and ended_at is null and image_url is not null and octet_length(image_url) <= 2000
             and (product_id is not null or category <> 'OTHER')
         on conflict do nothing",
        retailer_id as RetailerId,
    )
    .execute(db)
    .await?;
    Ok(added.rows_affected())
}

/// Returns the next due addresses of a retailer that a live offer shows, new ones first.
pub async fn list_due(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    limit: i64,
) -> sqlx::Result<Vec<DueSource>> {
    let rows = sqlx::query!(
        r#"select address, etag, last_modified, picture_hash is not null as "has_picture!" from picture_source as source
           where retailer_id = $1 and next_check_at <= now() and exists (
               select from offer where offer.retailer_id = source.retailer_id and image_url = address and ended_at is null)
           order by state <> 'WAITING', next_check_at, address limit $2"#,
        retailer_id as RetailerId,
        limit,
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let validator = Validator { etag: row.etag, last_modified: row.last_modified };
            let is_known = row.has_picture && validator != Validator::default();
            DueSource { address: row.address, validator: is_known.then_some(validator) }
        })
        .collect())
}

/// Returns the number of a retailer's due addresses.
pub async fn count_waiting(db: impl PgExecutor<'_>, retailer_id: RetailerId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from picture_source as source
           where retailer_id = $1 and next_check_at <= now() and exists (
               select from offer where offer.retailer_id = source.retailer_id and image_url = address and ended_at is null)"#,
        retailer_id as RetailerId,
    )
    .fetch_one(db)
    .await
}

/// Stores the outcome of fetching an address, and the time of the next attempt: after `refresh_days`, or after a
/// failure in an hour, doubling up to a week.
pub async fn record(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    address: &str,
    outcome: &SourceOutcome,
    refresh_days: i32,
) -> sqlx::Result<()> {
    let (state, reason) = match outcome {
        SourceOutcome::Fetched { .. } | SourceOutcome::Unchanged => ("FETCHED", None),
        SourceOutcome::Refused { reason } => ("REFUSED", Some(reason.as_str())),
        SourceOutcome::Failed { reason } => ("FAILED", Some(reason.as_str())),
    };
    let (hash, validator) = match outcome {
        SourceOutcome::Fetched { hash, validator } => {
            (Some(hash.as_str()), validator.clone().unwrap_or_default())
        }
        _ => (None, Validator::default()),
    };
    sqlx::query!(
        "update picture_source set state = $3, reason = $4, checked_at = now(),
             picture_hash = case $3 when 'REFUSED' then null else coalesce($5, picture_hash) end,
             etag = case when $5::text is null and $3 <> 'REFUSED' then etag else $6 end,
             last_modified = case when $5::text is null and $3 <> 'REFUSED' then last_modified else $7 end,
             attempts = case $3 when 'FAILED' then attempts + 1 else 0 end,
             next_check_at = now() + case $3
                 when 'FAILED' then make_interval(hours => least((2 ^ least(attempts, 10))::integer, $9))
                 else make_interval(days => $8) end
         where retailer_id = $1 and address = $2",
        retailer_id as RetailerId,
        address,
        state,
        reason,
        hash,
        validator.etag,
        validator.last_modified,
        refresh_days,
        MAX_RETRY_HOURS,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Returns a stored picture.
pub async fn find_stored(db: impl PgExecutor<'_>, hash: &PictureHash) -> sqlx::Result<Option<StoredPicture>> {
    sqlx::query_as!(
        StoredPicture,
        r#"select picture_json(hash) as "picture!: Picture", bytes, plain, lettering, quality from picture where hash = $1"#,
        hash.as_str(),
    )
    .fetch_optional(db)
    .await
}

/// Returns the number of stored pictures and their bytes.
pub async fn count_stored(db: impl PgExecutor<'_>) -> sqlx::Result<(i64, i64)> {
    let row = sqlx::query!(
        r#"select count(*) as "count!", coalesce(sum(bytes), 0)::bigint as "bytes!" from picture"#
    )
    .fetch_one(db)
    .await?;
    Ok((row.count, row.bytes))
}

/// Returns each retailer's addresses counted by state.
pub async fn count_sources(db: &PgPool) -> sqlx::Result<Vec<SourceCounts>> {
    sqlx::query_as!(
        SourceCounts,
        r#"select retailer.slug as retailer, count(*) filter (where state = 'WAITING') as "waiting!",
               count(*) filter (where state = 'FETCHED') as "fetched!",
               count(*) filter (where state = 'REFUSED') as "refused!",
               count(*) filter (where state = 'FAILED') as "failed!"
           from picture_source join retailer on retailer.id = retailer_id group by retailer.slug order by retailer.slug"#,
    )
    .fetch_all(db)
    .await
}

/// Returns the reasons why addresses have no picture, the most frequent first.
pub async fn list_refusals(db: &PgPool, limit: i64) -> sqlx::Result<Vec<RefusalCount>> {
    sqlx::query_as!(
        RefusalCount,
        r#"select retailer.slug as retailer, reason as "reason!", count(*) as "count!", min(address) as "example!"
           from picture_source join retailer on retailer.id = retailer_id
           where reason is not null group by retailer.slug, reason order by count(*) desc, retailer.slug, reason limit $1"#,
        limit,
    )
    .fetch_all(db)
    .await
}
