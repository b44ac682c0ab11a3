//! Admission of requests. Beyond saturation some are refused at once, so that the others are answered in time.
//!
//! 1. Each class of requests has a number of slots, so that no class takes the processors and the connections to the
//!    database from another.
//! 2. A request without a free slot waits for a short time, and is refused when no slot gets free within it.
//! 3. While a request of a more important class waits, a less important one does not wait at all.

mod class;

use std::{
    num::NonZeroUsize,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use domain::config;
use strum::VariantArray as _;
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    task::yield_now,
    time::timeout,
};

pub use self::class::LoadClass;

/// Slots of a class for each processor, unless the configuration says how many there are.
const SLOTS_PER_PROCESSOR: usize = 4;

/// Slots of all classes.
pub struct Admission {
    search: ClassSlots,
    budget: ClassSlots,
    compatibility: ClassSlots,
    pages: ClassSlots,
    passwords: ClassSlots,
    admin: ClassSlots,
    writes: ClassSlots,
}

/// Slots of one class.
struct ClassSlots {
    free: Semaphore,
    max_wait: Duration,
    /// Number of requests that wait for a slot.
    waiting: AtomicUsize,
}

/// Counts a waiting request until it is dropped.
struct WaitingCount<'a>(&'a AtomicUsize);

impl<'a> WaitingCount<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for WaitingCount<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl ClassSlots {
    fn new(limit: config::LoadLimit) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let slots = match limit.slots {
            0 => processors * SLOTS_PER_PROCESSOR,
            count => count as usize,
        };
        Self {
            free: Semaphore::new(slots.min(Semaphore::MAX_PERMITS)),
            max_wait: Duration::from_millis(limit.wait_milliseconds.into()),
            waiting: AtomicUsize::new(0),
        }
    }
}

impl Admission {
    /// Reads the configuration.
    pub fn new(load: &config::Load) -> Self {
        Self {
            search: ClassSlots::new(load.search),
            budget: ClassSlots::new(load.budget),
            compatibility: ClassSlots::new(load.compatibility),
            pages: ClassSlots::new(load.pages),
            passwords: ClassSlots::new(load.passwords),
            admin: ClassSlots::new(load.admin),
            writes: ClassSlots::new(load.writes),
        }
    }

    /// Waits for a slot, which the request holds until it is answered. `None`: the request must be refused.
    pub async fn acquire_slot(&self, class: LoadClass) -> Option<SemaphorePermit<'_>> {
        let slot = self.wait_for_slot(class).await?;
        // Let the tasks that are ready run first. A search computes without a pause: if it began here, the requests behind
        // it would queue in the runtime, before they reach this function, where no wait is measured and none is refused.
        yield_now().await;
        Some(slot)
    }

    async fn wait_for_slot(&self, class: LoadClass) -> Option<SemaphorePermit<'_>> {
        let slots = self.slots_of(class);
        if let Ok(slot) = slots.free.try_acquire() {
            return Some(slot);
        }
        if self.has_more_important_waiting(class) {
            return None;
        }
        let _waiting = WaitingCount::new(&slots.waiting);
        timeout(slots.max_wait, slots.free.acquire()).await.ok()?.ok()
    }

    /// Returns whether a request of a more important class waits for a slot.
    fn has_more_important_waiting(&self, class: LoadClass) -> bool {
        let mut more_important = LoadClass::VARIANTS.iter().copied().filter(|other| *other > class);
        more_important.any(|other| self.slots_of(other).waiting.load(Ordering::Relaxed) > 0)
    }

    fn slots_of(&self, class: LoadClass) -> &ClassSlots {
        match class {
            LoadClass::Search => &self.search,
            LoadClass::Budget => &self.budget,
            LoadClass::Compatibility => &self.compatibility,
            LoadClass::Pages => &self.pages,
            LoadClass::Passwords => &self.passwords,
            LoadClass::Admin => &self.admin,
            LoadClass::Writes => &self.writes,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Instant};

    use super::*;

    fn admission() -> Admission {
        let limit = config::LoadLimit { slots: 1, wait_milliseconds: 200 };
        Admission::new(&config::Load {
            search: limit,
            budget: limit,
            compatibility: limit,
            pages: limit,
            passwords: limit,
            admin: limit,
            writes: limit,
        })
    }

    #[tokio::test]
    async fn request_is_refused_after_its_wait_and_other_classes_are_admitted() {
        let admission = admission();
        let held = admission.acquire_slot(LoadClass::Search).await.unwrap();
        let started = Instant::now();
        assert!(admission.acquire_slot(LoadClass::Search).await.is_none());
        assert!(started.elapsed() >= Duration::from_millis(200), "{:?}", started.elapsed());
        for class in LoadClass::VARIANTS.iter().copied().skip(1) {
            assert!(admission.acquire_slot(class).await.is_some(), "{class:?}");
        }
        drop(held);
        assert!(admission.acquire_slot(LoadClass::Search).await.is_some());
    }

    #[tokio::test]
    async fn request_that_waits_is_admitted_when_a_slot_gets_free() {
        let admission = Arc::new(admission());
        let held = admission.acquire_slot(LoadClass::Writes).await.unwrap();
        let other = Arc::clone(&admission);
        let waiting = tokio::spawn(async move { other.acquire_slot(LoadClass::Writes).await.is_some() });
        tokio::time::sleep(Duration::from_millis(10)).await;
        drop(held);
        assert!(waiting.await.unwrap());
    }

    #[tokio::test]
    async fn less_important_request_does_not_wait_while_a_more_important_one_does() {
        let admission = Arc::new(admission());
        let _held = admission.acquire_slot(LoadClass::Writes).await.unwrap();
        let _searching = admission.acquire_slot(LoadClass::Search).await.unwrap();
        let other = Arc::clone(&admission);
        tokio::spawn(async move { other.acquire_slot(LoadClass::Writes).await.is_some() });
        tokio::time::sleep(Duration::from_millis(1)).await;
        let started = Instant::now();
        assert!(admission.acquire_slot(LoadClass::Search).await.is_none());
        assert!(started.elapsed() < Duration::from_millis(100), "{:?}", started.elapsed());
    }
}
