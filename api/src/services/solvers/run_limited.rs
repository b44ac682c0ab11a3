//! Runs a solver for at most a time, and for no caller who is gone.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use domain::budget::Stop;
use tokio::task::spawn_blocking;

use crate::http::error::{ApiError, ApiResult};

/// Stops the solver of a request whose caller is gone.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs a solver on a thread of its own until its time has ended, or its caller is gone.
pub(super) async fn run_limited<T: Send + 'static>(
    limit: Duration,
    solve: impl FnOnce(&Stop<'_>) -> T + Send + 'static,
) -> ApiResult<T> {
    let stop = StopOnDrop(Arc::default());
    let stopped = Arc::clone(&stop.0);
    let solved = spawn_blocking(move || {
        let end = Instant::now() + limit;
        solve(&|| stopped.load(Ordering::Relaxed) || Instant::now() >= end)
    });
    solved.await.map_err(|error| ApiError::Internal(error.into()))
}
