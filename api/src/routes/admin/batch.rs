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

impl BatchFailure {
    fn new(id: impl ToString, error: &ApiError) -> Self {
        BatchFailure { id: id.to_string(), error: error.to_string(), code: error.status_and_code().1 }
    }
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

/// Runs the action for each id, one after the other. A client error (4xx) of one id does not stop the others. A server
/// error (5xx) does, because the remaining ids would fail as well: they fail with its code. Ids that are not reached
/// within [`MAX_BATCH_TIME`] fail with `TIMEOUT`. Both may be sent again.
///
/// # Errors
/// Returns a server error that nothing came before: then there is nothing to report.
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
    let mut ids = ids.into_iter();
    while let Some(id) = ids.next() {
        if began.elapsed() >= max_time {
            outcome.failed.push(BatchFailure::new(id, &ApiError::Timeout));
            continue;
        }
        match work(id).await {
            Ok(()) => outcome.done += 1,
            Err(error) if !error.status_and_code().0.is_server_error() => {
                outcome.failed.push(BatchFailure::new(id, &error));
            }
            Err(error) if outcome.done == 0 && outcome.failed.is_empty() => return Err(error),
            Err(error) => {
                let unfinished = std::iter::once(id).chain(ids.by_ref());
                outcome.failed.extend(unfinished.map(|id| BatchFailure::new(id, &error)));
            }
        }
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

    #[tokio::test]
    async fn server_error_ends_the_batch_and_loses_no_success() {
        let work = |fails_from: u32| {
            move |id: u32| async move {
                if id < fails_from { Ok(()) } else { Err(ApiError::from(sqlx::Error::PoolTimedOut)) }
            }
        };
        let ids: Vec<u32> = (1..=4).collect();
        let outcome = run_each(ids.clone(), work(3)).await.ok();
        let counted = outcome
            .map(|outcome| (outcome.done, outcome.failed.into_iter().map(|one| one.id).collect::<Vec<_>>()));
        assert_eq!(counted, Some((2, vec!["3".to_owned(), "4".to_owned()])));
        assert!(run_each(ids, work(1)).await.is_err());
    }
}
