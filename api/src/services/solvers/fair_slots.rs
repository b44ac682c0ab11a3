//! Slots that are shared fairly: a free slot goes to whoever waits and has used the least lately.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::{sync::oneshot, time::timeout};

/// The time that a slot's holder may use it before it has to yield to somebody who has used less.
const TURN: Duration = Duration::from_millis(100);
/// The same before it has to yield to somebody who has used less by [`MUCH`].
const SHORT_TURN: Duration = Duration::from_millis(20);
const MUCH: Duration = Duration::from_millis(500);
/// The value of [`Shared::least_waiting`] while nobody waits.
const NOBODY: u64 = u64::MAX;

/// A number of slots. Clones share them.
#[derive(Clone)]
pub(super) struct FairSlots(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    /// The least use, in microseconds, among those that wait.
    least_waiting: AtomicU64,
}

struct Queue {
    free: usize,
    next_ticket: u64,
    waiting: Vec<Waiting>,
}

struct Waiting {
    ticket: u64,
    used: Duration,
    sender: oneshot::Sender<FairSlot>,
}

/// A slot, free again when it is dropped.
pub(super) struct FairSlot {
    shared: Arc<Shared>,
    /// The time that the holder had used before.
    used: Duration,
    taken: Instant,
    /// False for a slot that nobody received.
    is_held: bool,
}

/// Leaves the queue when the caller got a slot, waited too long, or is gone.
struct LeaveOnDrop<'a> {
    shared: &'a Shared,
    ticket: u64,
}

impl FairSlots {
    /// Creates free slots.
    pub(super) fn new(count: usize) -> Self {
        let queue = Mutex::new(Queue { free: count, next_ticket: 0, waiting: Vec::new() });
        Self(Arc::new(Shared { queue, least_waiting: AtomicU64::new(NOBODY) }))
    }

    /// Waits for a slot, at most so long. `used` is what the caller has used lately: of all who wait, the one with the
    /// least comes first, and of several the one that has waited longest.
    pub(super) async fn acquire(&self, used: Duration, max_wait: Duration) -> Option<FairSlot> {
        let (ticket, receiver) = {
            let mut queue = self.0.lock();
            if queue.free > 0 {
                queue.free -= 1;
                return Some(FairSlot::new(&self.0, used));
            }
            let (sender, receiver) = oneshot::channel();
            let ticket = queue.next_ticket;
            queue.next_ticket += 1;
            queue.waiting.push(Waiting { ticket, used, sender });
            self.0.note_least(&queue);
            (ticket, receiver)
        };
        let _leave = LeaveOnDrop { shared: &self.0, ticket };
        timeout(max_wait, receiver).await.ok()?.ok()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // The queue is changed by single calls, so that a panic elsewhere leaves it whole.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note_least(&self, queue: &Queue) {
        let least = queue.waiting.iter().map(|waiting| to_micros(waiting.used)).min();
        self.least_waiting.store(least.unwrap_or(NOBODY), Ordering::Relaxed);
    }

    /// Gives a slot to the next one that waits, or marks it as free.
    fn pass_on(self: &Arc<Self>) {
        let mut queue = self.lock();
        while let Some(next) = queue.pop_next() {
            let slot = FairSlot::new(self, next.used);
            match next.sender.send(slot) {
                Ok(()) => return self.note_least(&queue),
                // The caller has just given up.
                Err(mut refused) => refused.is_held = false,
            }
        }
        queue.free += 1;
        self.note_least(&queue);
    }
}

impl Queue {
    fn pop_next(&mut self) -> Option<Waiting> {
        let waiting = self.waiting.iter().enumerate();
        let next =
            waiting.min_by_key(|(_, waiting)| (waiting.used, waiting.ticket)).map(|(index, _)| index)?;
        Some(self.waiting.swap_remove(next))
    }
}

impl FairSlot {
    fn new(shared: &Arc<Shared>, used: Duration) -> Self {
        Self { shared: Arc::clone(shared), used, taken: Instant::now(), is_held: true }
    }

    /// Whether its holder has had a turn, and somebody waits who has used less.
    pub(super) fn must_yield(&self) -> bool {
        let held = self.held();
        let least = Duration::from_micros(self.shared.least_waiting.load(Ordering::Relaxed));
        let more = (self.used + held).saturating_sub(least);
        let turn = if more < MUCH { TURN } else { SHORT_TURN };
        !more.is_zero() && held >= turn
    }

    /// How long it is held by now.
    pub(super) fn held(&self) -> Duration {
        self.taken.elapsed()
    }
}

impl Drop for FairSlot {
    fn drop(&mut self) {
        if self.is_held {
            self.shared.pass_on();
        }
    }
}

impl Drop for LeaveOnDrop<'_> {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.waiting.retain(|waiting| waiting.ticket != self.ticket);
        self.shared.note_least(&queue);
    }
}

fn to_micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(NOBODY - 1).min(NOBODY - 1)
}

#[cfg(test)]
mod tests {
    use tokio::task::yield_now;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[tokio::test]
    async fn free_slot_goes_to_whoever_has_used_the_least() {
        let slots = FairSlots::new(1);
        let held = slots.acquire(seconds(0), LONG).await.unwrap();
        let (sender, mut order) = tokio::sync::mpsc::unbounded_channel();
        for used in [5, 1, 3, 1] {
            let (slots, sender) = (slots.clone(), sender.clone());
            tokio::spawn(async move {
                let slot = slots.acquire(seconds(used), LONG).await.unwrap();
                sender.send(used).unwrap();
                drop(slot);
            });
            yield_now().await;
        }
        drop((held, sender));
        let mut got = Vec::new();
        while let Some(used) = order.recv().await {
            got.push(used);
        }
        assert_eq!(got, [1, 1, 3, 5]);
    }

    #[tokio::test]
    async fn slot_of_a_caller_that_gave_up_is_not_lost() {
        let slots = FairSlots::new(1);
        let held = slots.acquire(seconds(0), LONG).await.unwrap();
        let waiting = tokio::spawn({
            let slots = slots.clone();
            async move { slots.acquire(seconds(0), LONG).await.is_some() }
        });
        yield_now().await;
        waiting.abort();
        assert!(slots.acquire(seconds(0), Duration::from_millis(1)).await.is_none());
        drop(held);
        assert!(slots.acquire(seconds(0), Duration::ZERO).await.is_some());
    }

    #[tokio::test]
    async fn holder_that_has_used_much_more_yields_sooner() {
        let slots = FairSlots::new(2);
        let [little, much] = [0, 2].map(seconds);
        let (little, much) =
            (slots.acquire(little, LONG).await.unwrap(), slots.acquire(much, LONG).await.unwrap());
        let waiting = tokio::spawn({
            let slots = slots.clone();
            async move { slots.acquire(seconds(0), LONG).await.is_some() }
        });
        yield_now().await;
        tokio::time::sleep(SHORT_TURN).await;
        assert!(much.must_yield());
        // Where the machine is busy, its turn may have ended meanwhile.
        assert!(!little.must_yield() || little.held() >= TURN);
        drop(much);
        assert!(waiting.await.unwrap());
    }

    #[tokio::test]
    async fn holder_yields_after_its_turn_to_whoever_has_used_less() {
        let slots = FairSlots::new(1);
        let slot = slots.acquire(seconds(2), LONG).await.unwrap();
        tokio::time::sleep(TURN).await;
        assert!(!slot.must_yield());
        let wait = |used: u64| {
            let slots = slots.clone();
            tokio::spawn(async move { slots.acquire(seconds(used), LONG).await.is_some() })
        };
        let more = wait(3);
        yield_now().await;
        assert!(!slot.must_yield());
        let less = wait(1);
        yield_now().await;
        assert!(slot.must_yield());
        drop(slot);
        assert!(less.await.unwrap() && more.await.unwrap());
    }
}
