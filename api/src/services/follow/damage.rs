use std::time::{Duration, Instant};

use indexer::Engine;
use tokio::task::{JoinHandle, spawn_blocking};
use tracing::warn;

/// Interval of test searches, besides the users' searches.
const PROBE_EVERY: Duration = Duration::from_secs(5);
/// Intervals of checks of all index files: after a failure, and without one.
const CHECK_SUSPECT_EVERY: Duration = Duration::from_secs(10);
const CHECK_EVERY: Duration = Duration::from_secs(600);

/// Detects damage to the live index while the follower runs.
pub(super) struct DamageWatch {
    engine: Engine,
    probed: Instant,
    /// Time of the last check that a failure caused.
    suspected: Option<Instant>,
    /// Time of the last check for any reason.
    checked: Instant,
    check: Option<JoinHandle<Option<String>>>,
}

impl DamageWatch {
    /// Watches an engine whose files were just checked by opening them.
    pub(super) fn new(engine: Engine) -> Self {
        let now = Instant::now();
        Self { engine, probed: now, suspected: None, checked: now, check: None }
    }

    /// Starts or completes checks that are due; never blocks for long.
    pub(super) async fn step(&mut self) {
        if let Some(check) = self.check.take_if(|check| check.is_finished()) {
            // A check that panicked found nothing; the next one follows soon.
            if let Ok(Some(problem)) = check.await {
                warn!(
                    "The search index is damaged ({problem}): rebuilding it; until then searches use the parts that are readable"
                );
            }
        }
        if self.check.is_some() || self.engine.is_damaged() {
            return;
        }
        if self.probed.elapsed() >= PROBE_EVERY {
            self.probed = Instant::now();
            let engine = self.engine.clone();
            // The engine itself records a failure.
            let _ = spawn_blocking(move || engine.can_answer()).await;
        }
        let is_suspect = self.engine.is_suspect();
        let lately = |at: Instant| at.elapsed() < CHECK_SUSPECT_EVERY;
        let due = if is_suspect {
            !self.suspected.is_some_and(lately)
        } else {
            self.checked.elapsed() >= CHECK_EVERY
        };
        if due {
            self.checked = Instant::now();
            self.suspected = is_suspect.then_some(self.checked);
            let engine = self.engine.clone();
            self.check = Some(spawn_blocking(move || engine.find_damage()));
        }
    }
}
