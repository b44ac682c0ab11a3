//! New alerts on budgets that wait for their first evaluation: one task works on them, one after the other.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::{budget::WatchedBudget, model::AlertId};

/// Maximum number of alerts that wait. Further ones wait for the next change of the catalogue instead.
const MAX_WAITING: usize = 1_000;

/// The alerts that wait. Clones share them.
#[derive(Clone, Default)]
pub(super) struct NewAlerts(Arc<Mutex<Queue>>);

#[derive(Default)]
struct Queue {
    waiting: VecDeque<NewAlert>,
    is_worked_on: bool,
}

/// An alert that was inserted.
pub(super) struct NewAlert {
    pub id: AlertId,
    pub watched: WatchedBudget,
    /// The version of the catalogue in which its builds were searched before its insertion.
    pub searched_version: u64,
}

/// The work on the alerts that wait, by one task at a time.
pub(super) struct Work(NewAlerts);

impl NewAlerts {
    /// Adds an alert. Returns the work where no task does it.
    pub(super) fn push(&self, alert: NewAlert) -> Option<Work> {
        let mut queue = self.lock();
        if queue.waiting.len() < MAX_WAITING {
            queue.waiting.push_back(alert);
        }
        let is_worked_on = std::mem::replace(&mut queue.is_worked_on, true);
        (!is_worked_on).then(|| Work(self.clone()))
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        // The queue is changed by single calls, so that a panic elsewhere leaves it whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Work {
    /// Takes the alert that has waited longest. Without one the work has ended: the next alert begins it anew.
    pub(super) fn take_next(&self) -> Option<NewAlert> {
        let mut queue = self.0.lock();
        let next = queue.waiting.pop_front();
        queue.is_worked_on = next.is_some();
        next
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        // After its end, another task may work on the queue already.
        if std::thread::panicking() {
            self.0.lock().is_worked_on = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::{
        budget::{BudgetScope, Constraints, UseKey},
        model::Fils,
    };

    use super::*;

    fn alert(searched_version: u64) -> NewAlert {
        let watched = WatchedBudget {
            budget: Fils(500_000),
            scope: BudgetScope::Delivered,
            use_key: UseKey::Office,
            retailers: Vec::new(),
            constraints: Constraints::default(),
            allow_unknown: true,
            min_utility: 0,
        };
        NewAlert { id: AlertId::random(), watched, searched_version }
    }

    #[test]
    fn one_task_works_on_all_alerts_and_few_wait() {
        let alerts = NewAlerts::default();
        let work = alerts.push(alert(0)).unwrap();
        for version in 1..2_000 {
            assert!(alerts.push(alert(version)).is_none());
        }
        let mut versions = Vec::new();
        while let Some(alert) = work.take_next() {
            versions.push(alert.searched_version);
        }
        assert!(versions.iter().copied().eq(0..1_000), "{versions:?}");
        assert!(alerts.push(alert(0)).is_some());
    }
}
