//! Actions on several ids at once: each id succeeds or fails alone, and failures are reported.

use std::{
    collections::BTreeSet,
    future::Future,
    str::FromStr,
    time::{Duration, Instant},
};

use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ApiError, ApiResult};

/// The most ids of one call: they are done one after the other, while somebody waits.
const MAX_IDS: usize = 1_000;
/// After so long nothing further is begun, so that what was done is told before the call's own time is over.
const PATIENCE: Duration = Duration::from_secs(6);

/// One that could not be done.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchFailure {
    pub id: String,
    /// Why, for a person.
    pub error: String,
    #[schema(example = "MATCH_DECIDED")]
    pub code: &'static str,
}

/// What became of them.
pub(super) struct BatchOutcome {
    pub(super) done: usize,
    pub(super) failed: Vec<BatchFailure>,
}

/// Ids, each once, in the order asked.
///
/// # Errors
/// 422 for none, for too many, and for what is no id.
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

/// Does it for each, one after the other. What fails for a reason of its own holds up no other; what was not reached in time
/// failed for that, and may be asked for again.
///
/// # Errors
/// When the fault is ours: the rest would fail as well.
pub(super) async fn run_each<T: ToString + Copy, W: Future<Output = ApiResult<()>>>(
    ids: Vec<T>,
    work: impl FnMut(T) -> W,
) -> ApiResult<BatchOutcome> {
    each_within(PATIENCE, ids, work).await
}

async fn each_within<T: ToString + Copy, W: Future<Output = ApiResult<()>>>(
    patience: Duration,
    ids: Vec<T>,
    mut work: impl FnMut(T) -> W,
) -> ApiResult<BatchOutcome> {
    let began = Instant::now();
    let mut outcome = BatchOutcome { done: 0, failed: Vec::new() };
    for id in ids {
        let refused = if began.elapsed() >= patience {
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

    #[tokio::test]
    async fn batch_reports_items_past_the_time_limit() {
        let patience = Duration::from_millis(500);
        let work = |id: u32| async move {
            match id {
                2 => return Err(ApiError::MatchDecided),
                3 => tokio::time::sleep(patience).await,
                _ => {}
            }
            Ok(())
        };
        let Ok(outcome) = each_within(patience, (1..=5).collect(), work).await else {
            panic!("no fault of ours")
        };
        assert_eq!(outcome.done, 2);
        let failed: Vec<_> = outcome.failed.iter().map(|one| (one.id.as_str(), one.code)).collect();
        assert_eq!(failed, [("2", "MATCH_DECIDED"), ("4", "TIMEOUT"), ("5", "TIMEOUT")]);
    }
}
