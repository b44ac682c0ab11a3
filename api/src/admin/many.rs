//! Wishes for several things at once: each is met for itself, and what could not be is told.

use std::{collections::BTreeSet, future::Future, str::FromStr};

use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ApiError, ApiResult};

/// The most ids of one call: they are done one after the other, while somebody waits.
const MOST_IDS: usize = 1_000;

/// One that could not be done.
#[derive(Debug, Serialize, ToSchema)]
pub struct Failure {
    pub id: String,
    /// Why, for a person.
    pub error: String,
    #[schema(example = "MATCH_DECIDED")]
    pub code: &'static str,
}

/// What became of them.
pub(super) struct Outcome {
    pub(super) done: usize,
    pub(super) failed: Vec<Failure>,
}

/// Ids, each once, in the order asked.
///
/// # Errors
/// 422 for none, for too many, and for what is no id.
pub(super) fn read_ids<T: FromStr + Ord + Copy>(field: &str, ids: &[String]) -> ApiResult<Vec<T>> {
    if ids.is_empty() || ids.len() > MOST_IDS {
        return Err(ApiError::field(field, format!("must hold 1 to {MOST_IDS} ids")));
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

/// Does it for each, one after the other. What fails for a reason of its own holds up no other.
///
/// # Errors
/// When the fault is ours: the rest would fail as well.
pub(super) async fn each<T: ToString + Copy, W: Future<Output = ApiResult<()>>>(
    ids: Vec<T>,
    mut work: impl FnMut(T) -> W,
) -> ApiResult<Outcome> {
    let mut outcome = Outcome { done: 0, failed: Vec::new() };
    for id in ids {
        match work(id).await {
            Ok(()) => outcome.done += 1,
            Err(error) if error.status_and_code().0.is_server_error() => return Err(error),
            Err(error) => outcome.failed.push(Failure {
                id: id.to_string(),
                error: error.to_string(),
                code: error.status_and_code().1,
            }),
        }
    }
    Ok(outcome)
}
