//! CPU work that nobody waits for, on separate threads of low priority, so that crawls, pages and searches on the
//! same machine take precedence.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::LazyLock,
};

use anyhow::Context;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::oneshot;

/// Added to the niceness of the threads. With 10 they get about a tenth of the CPU time of other busy threads.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

static THREADS: LazyLock<Result<ThreadPool, String>> = LazyLock::new(|| {
    let pool = ThreadPoolBuilder::new()
        .num_threads(std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
        .thread_name(|number| format!("background-{number}"))
        .start_handler(|_| lower_priority());
    pool.build().map_err(|error| error.to_string())
});

/// Error of work that panicked.
#[derive(Debug, thiserror::Error)]
#[error("the background work panicked")]
pub struct WorkPanicked;

/// Runs CPU work as soon as a background thread is free; there are as many threads as processors.
///
/// # Errors
/// Fails when the threads cannot be started; the inner error says that the work panicked.
pub async fn run<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<Result<T, WorkPanicked>> {
    let threads =
        THREADS.as_ref().map_err(|error| anyhow::anyhow!("cannot start the background threads: {error}"))?;
    let (sender, receiver) = oneshot::channel();
    threads.spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(work)).map_err(|_| WorkPanicked);
        // The caller may be gone; then nobody receives the result.
        let _ = sender.send(done);
    });
    receiver.await.context("a background thread ended without a result")
}

#[cfg(target_os = "linux")]
fn lower_priority() {
    use rustix::{process, thread};
    // On Linux each thread has a priority of its own. A failure changes no result, only the priority.
    let myself = Some(thread::gettid());
    let lowered = process::getpriority_process(myself)
        .and_then(|niceness| process::setpriority_process(myself, niceness + NICENESS));
    if let Err(error) = lowered {
        tracing::debug!(%error, "Cannot lower the priority of a background thread");
    }
}

#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn background_work_reports_a_panic() {
        assert_eq!(run(|| 2 + 2).await.expect("threads").expect("done"), 4);
        assert!(run(|| panic!("bad bytes")).await.expect("threads").map(|(): ()| ()).is_err());
        assert_eq!(run(|| "still there").await.expect("threads").expect("done"), "still there");
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn background_threads_have_a_lower_priority() {
        use rustix::{process, thread};
        let niceness = || process::getpriority_process(Some(thread::gettid())).expect("a priority");
        let mine = niceness();
        let theirs = run(niceness).await.expect("threads").expect("done");
        assert_eq!(theirs, (mine + NICENESS).min(19));
    }
}
