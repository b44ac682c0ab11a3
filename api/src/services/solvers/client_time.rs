//! The time that solvers have worked for each client lately: a token bucket of seconds, not of requests.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use domain::config::RateLimit;
use moka::sync::Cache;

use super::Client;

/// Maximum number of clients that are remembered, about 150 bytes each.
const MAX_CLIENTS: u64 = 100_000;

/// The time of each client. Clones share it.
#[derive(Clone)]
pub(super) struct ClientTimes {
    limit: RateLimit,
    clients: Cache<Client, Arc<ClientTime>>,
}

/// The time of one client.
pub(super) struct ClientTime {
    limit: RateLimit,
    bucket: Mutex<Bucket>,
    in_flight: AtomicUsize,
}

struct Bucket {
    used: Duration,
    at: Instant,
}

/// The answers that a client may still have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Allowance {
    /// Thorough searches.
    Thorough,
    /// Quick answers: its time for searches is used up.
    Quick,
    /// Nothing for so many seconds.
    Nothing { seconds: u64 },
}

/// A request of a client that is being answered, until it is dropped.
pub(super) struct InFlight(Arc<ClientTime>);

impl ClientTimes {
    /// Creates the times: as many seconds as `burst` says at once, and one more every `seconds` seconds.
    pub(super) fn new(limit: RateLimit) -> Self {
        // A client that has used nothing for so long has all its time again.
        let full = Duration::from_secs(u64::from(limit.seconds.get()) * u64::from(limit.burst.get()) * 2);
        let clients = Cache::builder().max_capacity(MAX_CLIENTS).time_to_idle(full).build();
        Self { limit, clients }
    }

    /// Returns the time of a client.
    pub(super) fn of(&self, client: Client) -> Arc<ClientTime> {
        let bucket = || Mutex::new(Bucket { used: Duration::ZERO, at: Instant::now() });
        let new = || {
            Arc::new(ClientTime { limit: self.limit, bucket: bucket(), in_flight: AtomicUsize::default() })
        };
        self.clients.get_with(client, new)
    }
}

impl ClientTime {
    /// The time that was used lately: all of it, less what has come back since.
    pub(super) fn used(&self) -> Duration {
        self.refill().used
    }

    /// Adds time that a solver has worked.
    pub(super) fn charge(&self, time: Duration) {
        let mut bucket = self.refill();
        bucket.used = bucket.used.saturating_add(time);
    }

    /// Returns what the client may have, having used so much. Quick answers go on for half of the time for searches.
    pub(super) fn allowance(&self, used: Duration) -> Allowance {
        let burst = Duration::from_secs(self.limit.burst.get().into());
        if used < burst {
            return Allowance::Thorough;
        }
        match used.checked_sub(burst + burst / 2) {
            None => Allowance::Quick,
            Some(over) => Allowance::Nothing { seconds: (over * self.limit.seconds.get()).as_secs() + 1 },
        }
    }

    /// Counts a request that is being answered. Returns it with the number of the client's others.
    pub(super) fn enter(self: &Arc<Self>) -> (InFlight, usize) {
        let others = self.in_flight.fetch_add(1, Ordering::Relaxed);
        (InFlight(Arc::clone(self)), others)
    }

    fn refill(&self) -> MutexGuard<'_, Bucket> {
        let mut bucket = self.bucket.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let back = now.saturating_duration_since(bucket.at) / self.limit.seconds.get();
        *bucket = Bucket { used: bucket.used.saturating_sub(back), at: now };
        bucket
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_has_seconds_of_solvers_not_requests() {
        let limit = RateLimit { burst: 10.try_into().unwrap(), seconds: 4.try_into().unwrap() };
        let times = ClientTimes::new(limit);
        let time = times.of(Client::Curves);
        for _ in 0..1_000 {
            assert_eq!(time.allowance(time.used()), Allowance::Thorough);
            time.charge(Duration::from_micros(1));
        }
        time.charge(Duration::from_secs(12));
        assert_eq!(time.allowance(time.used()), Allowance::Quick);
        time.charge(Duration::from_secs(5));
        // 2 s above 15, each of which comes back in 4 s.
        match time.allowance(time.used()) {
            Allowance::Nothing { seconds } => assert!((8..=9).contains(&seconds), "{seconds}"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn used_time_comes_back() {
        let limit = RateLimit { burst: 10.try_into().unwrap(), seconds: 1.try_into().unwrap() };
        let time = ClientTimes::new(limit).of(Client::Curves);
        time.charge(Duration::from_millis(20));
        std::thread::sleep(Duration::from_millis(25));
        assert_eq!(time.used(), Duration::ZERO);
    }
}
