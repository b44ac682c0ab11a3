use std::time::{Duration, Instant};

use domain::store::feed::{BlockingTransaction, Cursor};

/// Status of the index relative to the database.
#[derive(Debug, Clone)]
pub struct IndexStatus {
    /// Whether there is an index to answer from.
    pub ready: bool,
    /// Whether a new generation is being built.
    pub rebuilding: bool,
    /// Whether the last attempt to follow failed.
    pub failing: bool,
    /// The transaction that keeps committed changes from the index, when it has done so for seconds.
    pub blocked_by: Option<BlockingTransaction>,
    /// The last change that the index holds; `None` while there is no index. It falls when a rebuilt index takes over.
    pub applied: Option<Cursor>,
    caught_up_at: Option<Instant>,
}

impl IndexStatus {
    pub(super) fn new(applied: Option<Cursor>) -> Self {
        Self {
            ready: applied.is_some(),
            rebuilding: false,
            failing: false,
            blocked_by: None,
            applied,
            caught_up_at: None,
        }
    }

    /// Returns the time since the index last held every change; `None` before the first time.
    pub fn lag(&self) -> Option<Duration> {
        self.caught_up_at.map(|at| at.elapsed())
    }

    /// Records that the index holds every change up to `queried_at`, the time of the query that found no further ones.
    pub(super) fn record_caught_up(&mut self, queried_at: Instant) {
        self.ready = true;
        self.blocked_by = None;
        self.caught_up_at = Some(queried_at);
    }

    /// Records that changes of this age are committed but not readable yet: the index holds everything before them.
    pub(super) fn record_delayed(&mut self, queried_at: Instant, age: Duration) {
        let complete_until = queried_at.checked_sub(age);
        self.caught_up_at = self.caught_up_at.max(complete_until);
    }
}
