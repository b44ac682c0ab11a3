use std::collections::BTreeMap;

use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, types::Json};

use crate::model::RetailerId;

/// The HTTP validators of a response, at least one of the two.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Validator {
    pub etag: Option<String>,
    pub last_modified: Option<String>,
}

/// A response as the retailer last sent it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CachedResponse {
    pub validator: Validator,
    pub content_type: String,
    /// The headers that adapters need, by name.
    pub headers: BTreeMap<String, String>,
    /// The body, compressed with gzip.
    pub body: Vec<u8>,
}

/// Returns the validator of a cached response, without the body.
pub async fn find_validator(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    url: &str,
) -> sqlx::Result<Option<Validator>> {
    sqlx::query_as!(
        Validator,
        "select etag, last_modified from remembered_page where retailer_id = $1 and url_digest = $2",
        retailer_id as RetailerId,
        digest(url),
    )
    .fetch_optional(db)
    .await
}

/// Returns a whole response, and marks it as used, which protects it from pruning.
pub async fn find(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    url: &str,
) -> sqlx::Result<Option<CachedResponse>> {
    // The mark is written at most once a day: a crawl that finds nothing new should write nothing.
    let row = sqlx::query!(
        r#"with used as (
               update remembered_page set used_at = now()
               where retailer_id = $1 and url_digest = $2 and used_at < now() - interval '1 day'
           )
           select etag, last_modified, content_type, headers as "headers: Json<BTreeMap<String, String>>", body
           from remembered_page where retailer_id = $1 and url_digest = $2"#,
        retailer_id as RetailerId,
        digest(url),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| CachedResponse {
        validator: Validator { etag: row.etag, last_modified: row.last_modified },
        content_type: row.content_type,
        headers: row.headers.0,
        body: row.body,
    }))
}

/// Stores a response, replacing the one stored for its address.
pub async fn upsert(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    url: &str,
    response: &CachedResponse,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into remembered_page (retailer_id, url_digest, url, etag, last_modified, content_type, headers, body)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (retailer_id, url_digest) do update set etag = excluded.etag,
             last_modified = excluded.last_modified, content_type = excluded.content_type,
             headers = excluded.headers, body = excluded.body, used_at = now()",
        retailer_id as RetailerId,
        digest(url),
        url,
        response.validator.etag,
        response.validator.last_modified,
        response.content_type,
        Json(&response.headers) as _,
        response.body,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Deletes a response.
pub async fn delete(db: impl PgExecutor<'_>, retailer_id: RetailerId, url: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from remembered_page where retailer_id = $1 and url_digest = $2",
        retailer_id as RetailerId,
        digest(url),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns the total bytes of a retailer's stored bodies.
pub async fn total_bytes(db: impl PgExecutor<'_>, retailer_id: RetailerId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select coalesce(sum(body_bytes), 0)::bigint as "total!" from remembered_page where retailer_id = $1"#,
        retailer_id as RetailerId,
    )
    .fetch_one(db)
    .await
}

/// Deletes responses that no crawl has used for this many days, and returns their number.
pub async fn prune(db: impl PgExecutor<'_>, days: i32) -> sqlx::Result<u64> {
    let pruned =
        sqlx::query!("delete from remembered_page where used_at < now() - make_interval(days => $1)", days)
            .execute(db)
            .await?;
    Ok(pruned.rows_affected())
}

fn digest(url: &str) -> Vec<u8> {
    Sha256::digest(url.as_bytes()).to_vec()
}
