use std::time::{Duration, Instant};

/// How the index stands to the database.
#[derive(Debug, Clone)]
pub struct IndexStatus {
    /// Whether there is an index to answer from.
    pub ready: bool,
    /// Whether a new generation is being built.
    pub rebuilding: bool,
    /// Whether the last try to follow failed.
    pub failing: bool,
    caught_up_at: Option<Instant>,
}

impl IndexStatus {
    pub(super) fn new(ready: bool) -> Self {
        Self { ready, rebuilding: false, failing: false, caught_up_at: None }
    }

    /// How long ago the index was last known to hold everything; `None` before the first time.
    pub fn lag(&self) -> Option<Duration> {
        self.caught_up_at.map(|at| at.elapsed())
    }

    /// `asked` is when the database was asked what there is that the index does not hold.
    pub(super) fn caught_up(&mut self, asked: Instant) {
        self.ready = true;
        self.caught_up_at = Some(asked);
    }
}
