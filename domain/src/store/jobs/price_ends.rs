//! Jobs that read a retailer again at the moments at which prices end.

use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::model::Slug;

/// A job of a moment at which prices end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceEndJob {
    pub run_at: OffsetDateTime,
    /// When a worker last began it.
    pub started_at: Option<OffsetDateTime>,
    pub is_queued: bool,
}

/// Returns the deduplication key of a retailer's job of one moment.
pub fn price_end_key(retailer: &Slug, moment: OffsetDateTime) -> String {
    format!("{}{}", key_prefix(retailer), moment.unix_timestamp())
}

/// Slugs have no spaces, so that no retailer's keys begin with those of another.
fn key_prefix(retailer: &Slug) -> String {
    format!("price-end {retailer} ")
}

/// Returns the jobs of a retailer that are not deleted yet.
pub async fn list_price_ends(db: impl PgExecutor<'_>, retailer: &Slug) -> sqlx::Result<Vec<PriceEndJob>> {
    sqlx::query_as!(
        PriceEndJob,
        r#"select run_at, started_at, state = 'QUEUED' as "is_queued!" from job where starts_with(dedup_key, $1)"#,
        key_prefix(retailer),
    )
    .fetch_all(db)
    .await
}

/// Deletes the jobs of a retailer that wait.
pub async fn delete_queued_price_ends(db: impl PgExecutor<'_>, retailer: &Slug) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from job where state = 'QUEUED' and starts_with(dedup_key, $1)",
        key_prefix(retailer),
    )
    .execute(db)
    .await?;
    Ok(())
}
