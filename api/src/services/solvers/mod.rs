//! Solvers of builds for a budget: how many work at a time, for whom, and for how long.
//!
//! 1. **Slots.** Half as many as there are processors search thoroughly. While they are taken, a request waits for
//!    [`SEARCH_WAIT`]; then it has a quick answer, by one of as many slots besides, which are held for milliseconds: a good
//!    build with its gap. What has no slot at the end of [`MAX_WAIT`] is refused; a client that has used little lately waits
//!    longer, for [`PATIENT_WAIT`].
//! 2. **Fairness.** A free slot goes to the client that has used the least time of solvers lately ([`fair_slots`]). A search
//!    that has had its turn ends early, with its gap, when a client waits that has used less; a turn is shorter against one
//!    that has used much less.
//! 3. **Seconds.** An address has seconds of solvers ([`client_time`]). When they are used up it has quick answers, and when
//!    half as many again are used too, none until some have come back.
//! 4. **Alerts** on budgets have one slot besides, whatever the number of processors. Whoever evaluates them pauses as long as
//!    each evaluation took, so that they hold it half of the time.

mod client_time;
mod fair_slots;
pub mod in_time;
mod run_limited;

use std::{
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use domain::{
    budget::{Stop, Thoroughness},
    config::RateLimit,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use self::{
    client_time::{Allowance, ClientTime, ClientTimes, InFlight},
    fair_slots::{FairSlot, FairSlots},
    run_limited::run_limited,
};
use crate::http::{
    error::{ApiError, ApiResult},
    limit::AddressKey,
};

/// Maximum time that a request waits for a thorough search: longer than the shortest turn.
const SEARCH_WAIT: Duration = Duration::from_millis(25);
/// Maximum time that a request waits for any slot. With the wait for its admission (`load.budget`), a refusal comes within
/// 50 ms.
const MAX_WAIT: Duration = Duration::from_millis(45);
/// The same for a client that has used less than [`LITTLE`] lately. It has the next free slot, so that hardly any is refused.
const PATIENT_WAIT: Duration = Duration::from_millis(200);
const LITTLE: Duration = Duration::from_millis(1_500);
/// Number of a client's requests that may wait for a thorough search or have one; as many further ones may have a quick
/// answer. A browser has one or two, and those of a household or a company share their address.
const MAX_IN_FLIGHT: usize = 4;

/// For whom a solver works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Client {
    Address(AddressKey),
    /// All who ask for a curve, which is computed once.
    Curves,
}

/// Runs solvers. Clones share the slots.
#[derive(Clone)]
pub struct SolverPool {
    searches: FairSlots,
    quick: FairSlots,
    alerts: Arc<Semaphore>,
    times: ClientTimes,
}

/// A request that is counted among its client's, and may have a slot.
pub struct Ticket<'p> {
    pool: &'p SolverPool,
    time: Arc<ClientTime>,
    used: Duration,
    is_thorough: bool,
    search_wait: Duration,
    /// When the wait for any slot ends.
    end: Instant,
    in_flight: InFlight,
}

/// A slot for one solver.
pub struct SolverSlot {
    pub thoroughness: Thoroughness,
    slot: FairSlot,
    client: Arc<ClientTime>,
    _in_flight: InFlight,
}

/// A slot of the alerts.
pub struct AlertSlot(OwnedSemaphorePermit);

impl SolverPool {
    /// Creates the slots; each client has so many seconds of them.
    pub fn new(seconds: RateLimit) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self::with_slots((processors / 2).max(1), seconds)
    }

    fn with_slots(count: usize, seconds: RateLimit) -> Self {
        Self {
            searches: FairSlots::new(count),
            quick: FairSlots::new(count),
            alerts: Arc::new(Semaphore::new(1)),
            times: ClientTimes::new(seconds),
        }
    }

    /// Waits for a slot, as [`Ticket::acquire`].
    ///
    /// # Errors
    /// As [`Self::enter`] and [`Ticket::acquire`].
    pub async fn acquire(&self, client: Client) -> ApiResult<SolverSlot> {
        self.enter(client)?.acquire().await
    }

    /// Counts a request of a client that is going to need a solver.
    ///
    /// # Errors
    /// 429 when the client has used its time, 503 when too many of its requests are in flight.
    pub fn enter(&self, client: Client) -> ApiResult<Ticket<'_>> {
        let time = self.times.of(client);
        let used = time.used();
        let (in_flight, others) = time.enter();
        let is_thorough = match client {
            Client::Curves => true,
            Client::Address(_) => match time.allowance(used) {
                Allowance::Nothing { seconds } => return Err(ApiError::TooOften { seconds }),
                _ if others >= 2 * MAX_IN_FLIGHT => return Err(ApiError::Overloaded),
                allowance => allowance == Allowance::Thorough && others < MAX_IN_FLIGHT,
            },
        };
        // The points of a curve may be found quickly: it does not wait for thorough searches.
        let search_wait = if client == Client::Curves { Duration::ZERO } else { SEARCH_WAIT };
        let end = Instant::now() + if used < LITTLE { PATIENT_WAIT } else { MAX_WAIT };
        Ok(Ticket { pool: self, time, used, is_thorough, search_wait, end, in_flight })
    }

    /// Waits for the slot of the alerts.
    ///
    /// # Errors
    /// Never: the slots are not closed.
    pub async fn acquire_for_alerts(&self) -> ApiResult<AlertSlot> {
        let slot = Arc::clone(&self.alerts).acquire_owned().await;
        slot.map(AlertSlot).map_err(|error| ApiError::Internal(error.into()))
    }
}

impl Ticket<'_> {
    /// Waits for a slot at most so long from now, not [`MAX_WAIT`]: for work that many requests share.
    pub fn with_max_wait(self, max_wait: Duration) -> Self {
        Self { end: Instant::now() + max_wait, ..self }
    }

    /// Waits for a slot: for a thorough search, or for a quick answer where none is free in time.
    ///
    /// # Errors
    /// 503 when too many others wait.
    pub async fn acquire(self) -> ApiResult<SolverSlot> {
        let Self { pool, time, used, is_thorough, search_wait, end, in_flight } = self;
        let left = || end.saturating_duration_since(Instant::now());
        let mut granted = None;
        if is_thorough {
            let slot = pool.searches.acquire(used, search_wait.min(left())).await;
            granted = slot.map(|slot| (Thoroughness::Thorough, slot));
        }
        if granted.is_none() {
            let slot = pool.quick.acquire(used, left()).await;
            granted = slot.map(|slot| (Thoroughness::Quick, slot));
        }
        let (thoroughness, slot) = granted.ok_or(ApiError::Overloaded)?;
        Ok(SolverSlot { thoroughness, slot, client: time, _in_flight: in_flight })
    }
}

impl SolverSlot {
    /// Runs a solver, and charges its time to the client. `solve` is given a function that says when its time has ended.
    ///
    /// # Errors
    /// When it panicked.
    pub async fn run<T: Send + 'static>(
        self,
        limit: Duration,
        solve: impl FnOnce(Thoroughness, &Stop<'_>) -> T + Send + 'static,
    ) -> ApiResult<T> {
        run_limited(limit, move |stop| {
            // A search that was told to stop has left something out, also when whoever waited has given up since.
            let has_yielded = AtomicBool::new(false);
            let must_stop = || {
                if self.slot.must_yield() {
                    has_yielded.store(true, Ordering::Relaxed);
                }
                has_yielded.load(Ordering::Relaxed) || stop()
            };
            solve(self.thoroughness, &must_stop)
        })
        .await
    }
}

impl Drop for SolverSlot {
    fn drop(&mut self) {
        self.client.charge(self.slot.held());
    }
}

impl AlertSlot {
    /// Runs a solver, as [`SolverSlot::run`].
    ///
    /// # Errors
    /// When it panicked.
    pub async fn run<T: Send + 'static>(
        self,
        limit: Duration,
        solve: impl FnOnce(&Stop<'_>) -> T + Send + 'static,
    ) -> ApiResult<T> {
        run_limited(limit, move |stop| {
            let _slot = self.0;
            solve(stop)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;
    use crate::http::limit::ClientAddress;

    fn pool(burst: u32) -> SolverPool {
        let limit = RateLimit { burst: burst.try_into().unwrap(), seconds: 1_000.try_into().unwrap() };
        SolverPool::with_slots(1, limit)
    }

    fn client(number: u8) -> Client {
        Client::Address(ClientAddress(IpAddr::V4(Ipv4Addr::new(203, 0, 113, number))).key())
    }

    /// A search that ends only when it must.
    fn endless(_: Thoroughness, stop: &Stop<'_>) {
        while !stop() {
            std::thread::yield_now();
        }
    }

    #[tokio::test]
    async fn solver_stops_at_its_limit() {
        let started = Instant::now();
        let limit = Duration::from_millis(20);
        pool(10).acquire(client(1)).await.unwrap().run(limit, endless).await.unwrap();
        assert!(started.elapsed() >= limit);
    }

    #[tokio::test]
    async fn solver_stops_when_its_caller_is_gone() {
        let pool = pool(10);
        let slot = pool.acquire(client(1)).await.unwrap();
        let gone =
            tokio::time::timeout(Duration::from_millis(20), slot.run(Duration::from_secs(3600), endless));
        assert!(gone.await.is_err());
        // The only slot is free again.
        assert_eq!(pool.acquire(client(1)).await.unwrap().thoroughness, Thoroughness::Thorough);
    }

    #[tokio::test]
    async fn request_without_a_slot_is_answered_quickly_or_refused_at_once() {
        let pool = pool(10);
        let _search = pool.acquire(client(1)).await.unwrap();
        let started = Instant::now();
        let quick = pool.acquire(client(2)).await.unwrap();
        assert_eq!(quick.thoroughness, Thoroughness::Quick);
        assert!(started.elapsed() >= SEARCH_WAIT);
        pool.times.of(client(3)).charge(2 * LITTLE);
        let (started, mut least) = (Instant::now(), Duration::MAX);
        while least > Duration::from_millis(50) && started.elapsed() < Duration::from_secs(5) {
            let asked = Instant::now();
            assert!(matches!(pool.acquire(client(3)).await, Err(ApiError::Overloaded)));
            least = least.min(asked.elapsed());
        }
        // The least of several: the tests beside this one need processors too.
        assert!(least <= Duration::from_millis(50), "{least:?}");
        // A client that has read from the database meanwhile does not wait as long again.
        let ticket = pool.enter(client(3)).unwrap();
        tokio::time::sleep(MAX_WAIT).await;
        let at_once = tokio::time::timeout(MAX_WAIT, ticket.acquire()).await;
        assert!(matches!(at_once, Ok(Err(ApiError::Overloaded))));
        let patient = pool.enter(client(3)).unwrap().with_max_wait(Duration::from_secs(60));
        let (patient, ()) = tokio::join!(patient.acquire(), async { drop(quick) });
        assert_eq!(patient.unwrap().thoroughness, Thoroughness::Quick);
    }

    #[tokio::test]
    async fn client_without_time_has_quick_answers_and_then_none() {
        let pool = pool(1);
        let mut had = Vec::new();
        for _ in 0..4 {
            match pool.acquire(client(1)).await {
                Ok(slot) => {
                    had.push(slot.thoroughness);
                    slot.run(Duration::from_millis(400), endless).await.unwrap();
                }
                Err(error) => assert!(matches!(error, ApiError::TooOften { .. }), "{error}"),
            }
        }
        // After 1,200 ms of 1 s the quick answers begin, and end after 1,600 ms.
        let [thorough, quick] = [Thoroughness::Thorough, Thoroughness::Quick];
        assert_eq!(had, [thorough, thorough, thorough, quick]);
        assert!(matches!(pool.acquire(client(1)).await, Err(ApiError::TooOften { .. })));
        assert_eq!(pool.acquire(client(2)).await.unwrap().thoroughness, thorough);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn others_are_answered_while_one_client_takes_all_it_can() {
        let pool = pool(1_000);
        pool.times.of(client(1)).charge(Duration::from_secs(2));
        let mut attack = tokio::task::JoinSet::new();
        for _ in 0..32 {
            let pool = pool.clone();
            attack.spawn(async move {
                loop {
                    match pool.acquire(client(1)).await {
                        Ok(slot) => {
                            let quick = slot.thoroughness == Thoroughness::Quick;
                            let limit = Duration::from_millis(if quick { 5 } else { 5_000 });
                            drop(slot.run(limit, endless).await);
                        }
                        Err(_) => tokio::time::sleep(Duration::from_millis(1)).await,
                    }
                }
            });
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
        let (mut thorough, mut answered) = (0, 0);
        for number in 0..20 {
            let started = Instant::now();
            let acquired = pool.acquire(client(2 + number % 2)).await;
            // Not the promised time: the tests beside this one need processors too.
            assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
            let Ok(slot) = acquired else { continue };
            answered += 1;
            thorough += u32::from(slot.thoroughness == Thoroughness::Thorough);
            slot.run(Duration::from_millis(5), endless).await.unwrap();
        }
        assert!(thorough >= 5 && answered >= 10, "{thorough} searches and {answered} answers of 20");
        attack.shutdown().await;
    }

    #[tokio::test]
    async fn search_that_had_to_yield_stays_stopped_when_nobody_waits_any_more() {
        let pool = pool(1_000);
        pool.times.of(client(1)).charge(Duration::from_secs(2));
        let slot = pool.acquire(client(1)).await.unwrap();
        let solved = slot.run(Duration::from_secs(30), |_, stop| {
            while !stop() {
                std::thread::yield_now();
            }
            // Meanwhile the other one gives up.
            std::thread::sleep(Duration::from_millis(600));
            stop()
        });
        let other = pool.searches.acquire(Duration::ZERO, Duration::from_millis(300));
        let (is_stopped, slot_of_other) = tokio::join!(solved, other);
        assert!(is_stopped.unwrap() && slot_of_other.is_none());
    }

    #[tokio::test]
    async fn alerts_take_no_slot_of_requests() {
        let pool = pool(10);
        let alert = pool.acquire_for_alerts().await.unwrap();
        assert_eq!(pool.acquire(client(1)).await.unwrap().thoroughness, Thoroughness::Thorough);
        let second = tokio::time::timeout(Duration::from_millis(20), pool.acquire_for_alerts());
        assert!(second.await.is_err());
        alert.run(Duration::from_secs(1), |_| ()).await.unwrap();
        assert!(pool.acquire_for_alerts().await.is_ok());
    }
}
