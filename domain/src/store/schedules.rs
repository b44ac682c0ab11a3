//! The times at which scheduled tasks last ran.

use std::collections::HashMap;

use sqlx::PgExecutor;
use time::OffsetDateTime;

use super::jobs;

/// Returns when the tasks with these deduplication keys were last queued or ran, by key. A crawl that a command ran
/// counts like that of a job. Tasks that never ran are absent.
pub async fn list_last_runs(
    db: impl PgExecutor<'_>,
    dedup_keys: &[String],
) -> sqlx::Result<HashMap<String, OffsetDateTime>> {
    let rows = sqlx::query!(
        r#"select key as "key!", max(ran_at) as "ran_at!" from (
               select dedup_key as key, greatest(created_at, started_at, finished_at) as ran_at from job
               where dedup_key = any($1::text[])
               union all
               select $2 || ' ' || slug, started_at from crawl join retailer on retailer.id = retailer_id
               where kind = 'CRAWL') as run
           where key = any($1) group by key"#,
        dedup_keys,
        jobs::CRAWL,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.key, row.ran_at)).collect())
}
