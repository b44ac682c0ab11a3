//! Rate limit and circuit breaker of one host.

use std::{sync::Mutex, time::Duration};

use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::Instant,
};

use super::FetchError;

/// Number of requests in a row, each with all its attempts, that fail before the circuit opens: where the failures are
/// the host's ([`FetchError::concerns_host`]), or the host has answered nothing yet.
const OPEN_AFTER: u32 = 5;
/// The same for any failures, such as a 500, of a host that has answered before: bad pages are often neighbours, and
/// only very many in a row mean that no page works any more.
const OPEN_AFTER_ANY: u32 = 50;
/// Time for which the circuit stays open before one request may try again.
const COOL_DOWN: Duration = Duration::from_secs(60);

/// Rate limit of one host: requests start at least `interval` apart, and at most so many run at once.
#[derive(Debug)]
pub(super) struct Pace {
    slots: Semaphore,
    cool_down: Duration,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    interval: Duration,
    next_start: Instant,
    /// Whether a request has succeeded.
    has_answered: bool,
    /// Failures since the last success, and those among them that were the host's.
    failures: u32,
    host_failures: u32,
    last_failure: String,
    /// End of the cool-down, while the circuit is open and refuses requests.
    open_until: Option<Instant>,
}

/// Why a host is not requested now.
#[derive(Debug)]
pub(super) struct CircuitOpen {
    pub(super) failures: u32,
    pub(super) last: String,
}

impl Pace {
    pub(super) fn new(requests_per_second: f64, concurrency: usize) -> Self {
        Self {
            slots: Semaphore::new(concurrency.max(1)),
            cool_down: COOL_DOWN,
            state: Mutex::new(State {
                interval: interval(requests_per_second),
                next_start: Instant::now(),
                has_answered: false,
                failures: 0,
                host_failures: 0,
                last_failure: String::new(),
                open_until: None,
            }),
        }
    }

    /// Slows down to the delay of robots.txt; never speeds up.
    pub(super) fn slow_to(&self, delay: Duration) {
        let mut state = self.lock();
        state.interval = state.interval.max(delay);
    }

    /// Waits for the host's turn. The caller holds the returned permit until the body is read.
    pub(super) async fn acquire(&self) -> Result<SemaphorePermit<'_>, CircuitOpen> {
        let permit = self.slots.acquire().await.map_err(|_| self.circuit_open())?;
        let start = {
            let mut state = self.lock();
            if let Some(until) = state.open_until {
                if Instant::now() < until {
                    return Err(CircuitOpen { failures: state.failures, last: state.last_failure.clone() });
                }
                // Half open: this request tries, the others wait for the next cool-down.
                state.open_until = Some(Instant::now() + self.cool_down);
            }
            let start = state.next_start.max(Instant::now());
            state.next_start = start + state.interval;
            start
        };
        tokio::time::sleep_until(start).await;
        Ok(permit)
    }

    /// Delays all later requests, as a Retry-After demands.
    pub(super) fn pause(&self, pause: Duration) {
        let mut state = self.lock();
        state.next_start = state.next_start.max(Instant::now() + pause);
    }

    pub(super) fn record_success(&self) {
        let mut state = self.lock();
        state.has_answered = true;
        state.failures = 0;
        state.host_failures = 0;
        state.open_until = None;
    }

    pub(super) fn record_failure(&self, error: &FetchError) {
        let mut state = self.lock();
        state.failures += 1;
        state.host_failures += u32::from(error.concerns_host());
        state.last_failure = error.to_string();
        let open_after_any = if state.has_answered { OPEN_AFTER_ANY } else { OPEN_AFTER };
        if state.host_failures >= OPEN_AFTER || state.failures >= open_after_any {
            state.open_until = Some(Instant::now() + self.cool_down);
        }
    }

    fn circuit_open(&self) -> CircuitOpen {
        let state = self.lock();
        CircuitOpen { failures: state.failures, last: state.last_failure.clone() }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        // A poisoned lock only means that a thread panicked while holding it; the numbers inside stay valid.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Returns the pause between requests; 1,000 s for a rate that is no number.
fn interval(requests_per_second: f64) -> Duration {
    let rate = if requests_per_second.is_nan() { 0.0 } else { requests_per_second };
    Duration::from_secs_f64(1.0 / rate.clamp(0.001, 10_000.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn requests_start_an_interval_apart() {
        let pace = Pace::new(100.0, 8);
        let began = Instant::now();
        for _ in 0..5 {
            drop(pace.acquire().await.expect("a turn"));
        }
        assert!(began.elapsed() >= Duration::from_millis(40), "{:?}", began.elapsed());
    }

    #[test]
    fn any_rate_gives_a_pause() {
        let rates = [f64::NAN, f64::NEG_INFINITY, -1.0, 0.0, 4.0, 1e300, f64::INFINITY];
        let pauses = rates.map(|rate| interval(rate).as_micros());
        assert_eq!(pauses, [1_000_000_000, 1_000_000_000, 1_000_000_000, 1_000_000_000, 250_000, 100, 100]);
    }

    fn failure(status: u16) -> FetchError {
        FetchError::Status { url: "https://shop.example/p/1".parse().expect("an address"), status }
    }

    /// Returns the number of failures after which the circuit is open.
    async fn failures_until_open(pace: &Pace, status: u16) -> u32 {
        for failures in 1..1_000 {
            pace.record_failure(&failure(status));
            if pace.acquire().await.is_err() {
                return failures;
            }
        }
        u32::MAX
    }

    #[tokio::test]
    async fn circuit_opens_for_a_failing_host_and_closes_again() {
        let pace = Pace { cool_down: Duration::from_millis(200), ..Pace::new(10_000.0, 1) };
        assert_eq!(failures_until_open(&pace, 500).await, OPEN_AFTER);
        assert_eq!(pace.acquire().await.expect_err("open").failures, OPEN_AFTER);
        tokio::time::sleep(Duration::from_millis(210)).await;
        drop(pace.acquire().await.expect("one try"));
        assert!(pace.acquire().await.is_err());
        pace.record_success();
        assert!(pace.acquire().await.is_ok());
    }

    #[tokio::test]
    async fn failures_of_pages_open_the_circuit_later_than_those_of_the_host() {
        let pace = Pace::new(10_000.0, 1);
        pace.record_success();
        assert_eq!(failures_until_open(&pace, 503).await, OPEN_AFTER);
        pace.record_success();
        assert_eq!(failures_until_open(&pace, 500).await, OPEN_AFTER_ANY);
        pace.record_success();
        for _ in 1..OPEN_AFTER_ANY {
            pace.record_failure(&failure(500));
        }
        pace.record_success();
        assert!(pace.acquire().await.is_ok());
    }
}
