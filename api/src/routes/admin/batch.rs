//! Batch actions: each id succeeds or fails alone, and failures are reported.

use std::{
    collections::BTreeSet,
    future::Future,
    str::FromStr,
    time::{Duration, Instant},
};

use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::{ApiError, ApiResult};

/// Maximum number of ids per call: the ids are processed one after the other while the caller waits.
const MAX_IDS: usize = 1_000;
/// Time after which no further id is started, so that the call reports its results before its own timeout.
const MAX_BATCH_TIME: Duration = Duration::from_secs(6);

/// An id whose action failed.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchFailure {
    pub id: String,
    /// Reason, to show to the administrator.
    pub error: String,
    #[schema(example = "MATCH_DECIDED")]
    pub code: &'static str,
}

/// Outcome of a batch: number of successes, and the failures.
pub(super) struct BatchOutcome {
    pub(super) done: usize,
    pub(super) failed: Vec<BatchFailure>,
}

/// Parses the ids, without duplicates, in the requested order.
///
/// # Errors
/// 422 for no ids, too many, or a malformed id.
pub(super) fn read_ids<T: FromStr + Ord + Copy>(field: &str, ids: &[String]) -> ApiResult<Vec<T>> {
    if ids.is_empty() || ids.len() > MAX_IDS {
        return Err(ApiError::field(field, format!("must hold 1 to {MAX_IDS} ids")));
    }
    let mut seen = BTreeSet::new();
    let mut read = Vec::with_capacity(ids.len());
    for id in ids {
        let id = id.parse::<T>().map_err(|_| ApiError::field(field, format!("{id:?} is no id")))?;
        if seen.insert(id) {
            read.push(id);
        }
    }
    Ok(read)
}

/// Runs the action for each id, one after the other. A client error (4xx) of one id does not stop the others. Ids that
/// are not reached within [`MAX_BATCH_TIME`] fail with `TIMEOUT` and may be sent again.
///
/// # Errors
/// Returns the first server error (5xx) at once, because the remaining ids would fail as well.
pub(super) async fn run_each<T: ToString + Copy, W: Future<Output = ApiResult<()>>>(
    ids: Vec<T>,
    work: impl FnMut(T) -> W,
) -> ApiResult<BatchOutcome> {
    each_within(MAX_BATCH_TIME, ids, work).await
}

async fn each_within<T: ToString + Copy, W: Future<Output = ApiResult<()>>>(
    max_time: Duration,
    ids: Vec<T>,
    mut work: impl FnMut(T) -> W,
) -> ApiResult<BatchOutcome> {
    let began = Instant::now();
    let mut outcome = BatchOutcome { done: 0, failed: Vec::new() };
    for id in ids {
        let refused = if began.elapsed() >= max_time {
            ApiError::Timeout
        } else {
            match work(id).await {
                Ok(()) => {
                    outcome.done += 1;
                    continue;
                }
                Err(error) if error.status_and_code().0.is_server_error() => return Err(error),
                Err(error) => error,
            }
        };
        outcome.failed.push(BatchFailure {
            id: id.to_string(),
            error: refused.to_string(),
            code: refused.status_and_code().1,
        });
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::error::AdminError;

    #[tokio::test]
    async fn batch_reports_items_past_the_time_limit() {
        let max_time = Duration::from_millis(500);
        let work = |id: u32| async move {
            match id {
                2 => return Err(ApiError::Admin(AdminError::MatchDecided)),
                3 => tokio::time::sleep(max_time).await,
                _ => {}
            }
            Ok(())
        };
        let Ok(outcome) = each_within(max_time, (1..=5).collect(), work).await else {
            panic!("unexpected error")
        };
        assert_eq!(outcome.done, 2);
        let failed: Vec<_> = outcome.failed.iter().map(|one| (one.id.as_str(), one.code)).collect();
        assert_eq!(failed, [("2", "MATCH_DECIDED"), ("4", "TIMEOUT"), ("5", "TIMEOUT")]);
    }
}
