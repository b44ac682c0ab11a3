//! Processor work that nobody waits for: on threads of its own and of low priority, so that crawls, pages and searches
//! on the same machine go first.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::LazyLock,
};

use anyhow::Context;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::oneshot;

/// Added to the niceness of the threads: with 10 they get about a tenth of what others get who want the processor too.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

static THREADS: LazyLock<Result<ThreadPool, String>> = LazyLock::new(|| {
    let pool = ThreadPoolBuilder::new()
        .num_threads(std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
        .thread_name(|number| format!("background-{number}"))
        .start_handler(|_| lower_priority());
    pool.build().map_err(|error| error.to_string())
});

/// The work panicked.
#[derive(Debug, thiserror::Error)]
#[error("it failed on the way")]
pub struct WorkPanicked;

/// Does processor work as soon as a background thread is free; as many at once as there are processors.
///
/// # Errors
/// Fails when the threads cannot be started; the inner error says that the work panicked.
pub async fn run<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<Result<T, WorkPanicked>> {
    let threads = THREADS.as_ref().map_err(|error| anyhow::anyhow!("no background threads: {error}"))?;
    let (sender, receiver) = oneshot::channel();
    threads.spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(work)).map_err(|_| WorkPanicked);
        // The caller may have gone: nobody receives the result then.
        let _ = sender.send(done);
    });
    receiver.await.context("a background thread ended")
}

#[cfg(target_os = "linux")]
fn lower_priority() {
    use rustix::{process, thread};
    // A thread has a priority of its own on Linux. Without it the work is as right, only less polite.
    let myself = Some(thread::gettid());
    let lowered = process::getpriority_process(myself)
        .and_then(|niceness| process::setpriority_process(myself, niceness + NICENESS));
    if let Err(error) = lowered {
        tracing::debug!(%error, "a background thread keeps its priority");
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
    async fn its_threads_have_a_lower_priority_than_this_one() {
        use rustix::{process, thread};
        let niceness = || process::getpriority_process(Some(thread::gettid())).expect("a priority");
        let mine = niceness();
        let theirs = run(niceness).await.expect("threads").expect("done");
        assert_eq!(theirs, (mine + NICENESS).min(19));
    }
}
