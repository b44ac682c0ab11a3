use sqlx::PgExecutor;
use time::{Duration, OffsetDateTime};

use crate::model::JobId;

/// Outcome for a job that could not run yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Postponement {
    /// Whether the job could run until now.
    pub is_first: bool,
    /// Whether the job has waited for so long that it is parked.
    pub is_parked: bool,
}

/// Returns a running job to the queue, due at `run_at`, because it cannot run yet; the attempt does not count. A job that
/// has been postponed for `max_wait` is parked, for the reason `why`. Returns `None` when the job is no longer this
/// worker's.
pub async fn postpone(
    db: impl PgExecutor<'_>,
    id: JobId,
    worker: &str,
    run_at: OffsetDateTime,
    max_wait: Duration,
    why: &str,
) -> sqlx::Result<Option<Postponement>> {
    sqlx::query_as!(
        Postponement,
        r#"with waiting as (
               select id, not counters ? 'waitsSince' as is_first,
                   coalesce((counters ->> 'waitsSince')::timestamptz, now()) as since,
                   coalesce((counters ->> 'waitsSince')::timestamptz <= now() - make_interval(secs => $4), false) as is_parked
               from job where id = $1 and worker = $2 and state = 'RUNNING' for update)
           update job set state = case when is_parked then 'PARKED' else 'QUEUED' end,
               lease_until = null, worker = null, attempts = greatest(attempts - 1, 0), run_at = $3,
               finished_at = case when is_parked then now() end,
               last_error = case when is_parked then $5 else last_error end,
               counters = case when is_parked then counters - 'waitsSince'
                   else counters || jsonb_build_object('waitsSince', since) end
           from waiting where job.id = waiting.id
           returning is_first as "is_first!", is_parked as "is_parked!""#,
        id as JobId,
        worker,
        run_at,
        max_wait.as_seconds_f64(),
        why,
    )
    .fetch_optional(db)
    .await
}
