use std::time::{Duration, Instant};

use indexer::Engine;
use tokio::task::{JoinHandle, spawn_blocking};
use tracing::warn;

/// Time between two questions whether the index answers, when nobody else asks it.
const PROBE_EVERY: Duration = Duration::from_secs(5);
/// Time between two checks of all its files: when something has failed, and when nothing has.
const CHECK_SUSPECT_EVERY: Duration = Duration::from_secs(10);
const CHECK_EVERY: Duration = Duration::from_secs(600);

/// Looks for damage to the live index, beside the following.
pub(super) struct DamageWatch {
    engine: Engine,
    probed: Instant,
    /// When the files were last checked because something had failed.
    suspected: Option<Instant>,
    /// When they were last checked for whatever reason.
    checked: Instant,
    check: Option<JoinHandle<Option<String>>>,
}

impl DamageWatch {
    /// A watch of an engine whose files were just checked by opening them.
    pub(super) fn new(engine: Engine) -> Self {
        let now = Instant::now();
        Self { engine, probed: now, suspected: None, checked: now, check: None }
    }

    /// Goes on looking; never waits for long.
    pub(super) async fn step(&mut self) {
        if let Some(check) = self.check.take_if(|check| check.is_finished()) {
            // A check that broke found nothing; the next one is due soon.
            if let Ok(Some(problem)) = check.await {
                warn!(
                    "The search index is damaged ({problem}): it is built anew, and answers as far as it can be read"
                );
            }
        }
        if self.check.is_some() || self.engine.is_damaged() {
            return;
        }
        if self.probed.elapsed() >= PROBE_EVERY {
            self.probed = Instant::now();
            let engine = self.engine.clone();
            // A failure is noted by the engine itself.
            let _ = spawn_blocking(move || engine.answers()).await;
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
