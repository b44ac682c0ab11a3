//! Tasks that work in the background until the process stops. One that panics is started again; meanwhile the health says
//! so.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use metrics::counter;
use tokio::{sync::watch, task::JoinHandle, time::Instant};
use tracing::error;

/// The background tasks of this process that fail. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct BackgroundTasks {
    failing: Arc<Mutex<BTreeSet<&'static str>>>,
    times: Times,
}

#[derive(Debug, Clone, Copy)]
struct Times {
    /// Pause before a task is started again, doubled with each failure up to the maximum.
    first_pause: Duration,
    max_pause: Duration,
    /// A task that has worked for so long is well again.
    well_after: Duration,
}

/// A task that ends with whoever waits for it: the handle that [`BackgroundTasks::start`] returns may be aborted.
struct AbortOnDrop(JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Default for Times {
    fn default() -> Self {
        let [first_pause, max_pause, well_after] = [1, 60, 120].map(Duration::from_secs);
        Self { first_pause, max_pause, well_after }
    }
}

impl BackgroundTasks {
    /// Returns the names of the tasks that have failed in the last minutes, in alphabetical order.
    pub fn failing(&self) -> Vec<&'static str> {
        self.failing.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }

    /// Starts a task that works until `stopping` turns true. When it panics, or ends before, it is made and started again
    /// after a pause.
    pub fn start<F>(
        &self,
        name: &'static str,
        stopping: watch::Receiver<bool>,
        make: impl FnMut() -> F + Send + 'static,
    ) -> JoinHandle<()>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        tokio::spawn(self.clone().supervise(name, stopping, make))
    }

    async fn supervise<F>(
        self,
        name: &'static str,
        mut stopping: watch::Receiver<bool>,
        mut make: impl FnMut() -> F + Send,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let mut pause = self.times.first_pause;
        loop {
            let started = Instant::now();
            let task = AbortOnDrop(tokio::spawn(make()));
            let why = match self.watch(name, task).await {
                Ok(()) if is_stopping(&stopping) => return,
                Ok(()) => "it ended".to_owned(),
                Err(error) => error.to_string(),
            };
            self.set_failing(name, true);
            counter!("background_task_failures_total", "task" => name).increment(1);
            if started.elapsed() >= self.times.well_after {
                pause = self.times.first_pause;
            }
            error!(
                "The background task {name:?} failed ({why}): it is started again in {} s",
                pause.as_secs()
            );
            // An error means that the sender is gone: stop as well.
            if tokio::time::timeout(pause, stopping.wait_for(|stop| *stop)).await.is_ok() {
                return;
            }
            pause = (pause * 2).min(self.times.max_pause);
        }
    }

    /// Waits for a task to end. After some time without a failure it counts as well again.
    async fn watch(&self, name: &'static str, mut task: AbortOnDrop) -> Result<(), tokio::task::JoinError> {
        tokio::select! {
            ended = &mut task.0 => return ended,
            () = tokio::time::sleep(self.times.well_after) => self.set_failing(name, false),
        }
        (&mut task.0).await
    }

    fn set_failing(&self, name: &'static str, is_failing: bool) {
        let mut failing = self.failing.lock().unwrap_or_else(PoisonError::into_inner);
        if is_failing {
            failing.insert(name);
        } else {
            failing.remove(name);
        }
    }
}

fn is_stopping(stopping: &watch::Receiver<bool>) -> bool {
    *stopping.borrow() || stopping.has_changed().is_err()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Starts a task that panics in its first `panics` lives.
    fn start(
        tasks: &BackgroundTasks,
        panics: usize,
    ) -> (Arc<AtomicUsize>, watch::Sender<bool>, JoinHandle<()>) {
        let (stop, stopping) = watch::channel(false);
        let lives = Arc::new(AtomicUsize::new(0));
        let (counted, waiting) = (Arc::clone(&lives), stopping.clone());
        let make = move || {
            let life = counted.fetch_add(1, Ordering::Relaxed);
            let mut stopping = waiting.clone();
            async move {
                assert!(life >= panics, "panics on purpose");
                let _ = stopping.wait_for(|stop| *stop).await;
            }
        };
        (lives, stop, tasks.start("mails", stopping, make))
    }

    fn tasks(first_pause: u64, well_after: u64) -> BackgroundTasks {
        let [first_pause, well_after] = [first_pause, well_after].map(Duration::from_millis);
        let times = Times { first_pause, max_pause: 4 * first_pause, well_after };
        BackgroundTasks { times, ..BackgroundTasks::default() }
    }

    #[tokio::test]
    async fn task_that_panics_is_started_again_and_named_until_it_is_well() {
        let tasks = tasks(20, 300);
        let (lives, stop, task) = start(&tasks, 3);
        let started = Instant::now();
        while lives.load(Ordering::Relaxed) < 4 {
            tokio::time::sleep(Duration::from_millis(5)).await;
            assert!(lives.load(Ordering::Relaxed) < 2 || tasks.failing() == ["mails"]);
        }
        // The pauses were 20, 40 and 80 ms.
        assert!(started.elapsed() >= Duration::from_millis(140), "{:?}", started.elapsed());
        assert_eq!(tasks.failing(), ["mails"]);
        while !tasks.failing().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(started.elapsed() >= Duration::from_millis(440), "{:?}", started.elapsed());
        stop.send_replace(true);
        task.await.unwrap();
        assert_eq!(lives.load(Ordering::Relaxed), 4);
    }

    #[tokio::test]
    async fn task_ends_when_its_handle_is_aborted() {
        let tasks = tasks(20, 300);
        let (lives, stop, task) = start(&tasks, 0);
        while lives.load(Ordering::Relaxed) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        task.abort();
        assert!(task.await.unwrap_err().is_cancelled());
        // The task holds a receiver until it ends.
        tokio::time::timeout(Duration::from_secs(10), stop.closed()).await.unwrap();
    }

    #[tokio::test]
    async fn process_that_stops_does_not_wait_for_a_task_that_fails() {
        let tasks = tasks(3_600_000, 3_600_000);
        let (_, stop, task) = start(&tasks, usize::MAX);
        while tasks.failing().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        stop.send_replace(true);
        task.await.unwrap();
    }
}
