use std::{
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use domain::budget::Stop;
use tokio::{sync::Semaphore, task::spawn_blocking, time::timeout};

use crate::http::error::{ApiError, ApiResult};

/// Maximum time that a request waits for a slot.
const MAX_WAIT: Duration = Duration::from_secs(3);

/// Runs solvers: at most as many at a time as half of the processors, each for a limited time, so that other requests get
/// processors. A solver uses a second processor for some of its time.
#[derive(Clone)]
pub struct SolverPool {
    slots: Arc<Semaphore>,
}

impl Default for SolverPool {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self { slots: Arc::new(Semaphore::new((processors / 2).max(1))) }
    }
}

/// Stops the solver of a request whose caller is gone.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl SolverPool {
    /// Runs `solve` once a slot is free. `solve` is given a function that says when its time has ended.
    ///
    /// # Errors
    /// 503 when too many others wait.
    pub async fn run<T: Send + 'static>(
        &self,
        limit: Duration,
        solve: impl FnOnce(&Stop<'_>) -> T + Send + 'static,
    ) -> ApiResult<T> {
        let slot = timeout(MAX_WAIT, Arc::clone(&self.slots).acquire_owned()).await;
        let slot = slot.map_err(|_| ApiError::Timeout)?.map_err(|error| ApiError::Internal(error.into()))?;
        let stop = StopOnDrop(Arc::default());
        let stopped = Arc::clone(&stop.0);
        let solved = spawn_blocking(move || {
            let _slot = slot;
            let end = Instant::now() + limit;
            solve(&|| stopped.load(Ordering::Relaxed) || Instant::now() >= end)
        });
        solved.await.map_err(|error| ApiError::Internal(error.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn solver_stops_at_its_limit() {
        let pool = SolverPool::default();
        let started = Instant::now();
        let limit = Duration::from_millis(20);
        let stopped = pool.run(limit, |stop| {
            while !stop() {
                std::thread::yield_now();
            }
        });
        stopped.await.unwrap();
        assert!(started.elapsed() >= limit);
    }

    #[tokio::test]
    async fn solver_stops_when_its_caller_is_gone() {
        let pool = SolverPool { slots: Arc::new(Semaphore::new(1)) };
        let endless = pool.run(Duration::from_secs(3600), |stop| {
            while !stop() {
                std::thread::yield_now();
            }
        });
        assert!(timeout(Duration::from_millis(20), endless).await.is_err());
        // The only slot is free again.
        assert_eq!(pool.run(Duration::from_secs(1), |_| 7).await.unwrap(), 7);
    }
}
