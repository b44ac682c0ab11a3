//! Damage to the files of the live generation. Files are checked when they are opened; a disk may fail later.

use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::atomic::{AtomicBool, Ordering},
};

use crate::interface::{IndexError, Result, SearchError};

/// Signs of damage to one generation.
#[derive(Default)]
pub(crate) struct DamageMonitor {
    /// Something failed in a way that damage would explain.
    suspected: AtomicBool,
    /// The files could not be read, which only damage explains.
    unreadable: AtomicBool,
    found: AtomicBool,
}

/// An error that may come from damaged files.
pub(crate) trait ReadError {
    fn is_read_error(&self) -> bool;
}

impl ReadError for SearchError {
    fn is_read_error(&self) -> bool {
        matches!(self, Self::Unreadable(_))
    }
}

impl ReadError for IndexError {
    fn is_read_error(&self) -> bool {
        matches!(self, Self::Read(_))
    }
}

impl DamageMonitor {
    /// Runs code that reads the index, and records failures. A panic is recorded and goes on: reading damaged bytes
    /// may panic anywhere, but so may a bug of our own, which no other index would heal.
    pub(crate) fn record_failures<T, E: ReadError>(
        &self,
        read: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        match catch_unwind(AssertUnwindSafe(read)) {
            Ok(done) => done.inspect_err(|error| {
                if error.is_read_error() {
                    self.unreadable.store(true, Ordering::Release);
                    self.suspected.store(true, Ordering::Release);
                }
            }),
            Err(panic) => {
                self.suspected.store(true, Ordering::Release);
                resume_unwind(panic)
            }
        }
    }

    pub(crate) fn is_suspected(&self) -> bool {
        self.suspected.load(Ordering::Acquire)
    }

    pub(crate) fn is_found(&self) -> bool {
        self.found.load(Ordering::Acquire)
    }

    /// Runs `check`, which returns the damage that it finds; `None` clears the suspicion.
    pub(crate) fn check_damage(&self, check: impl FnOnce() -> Option<String>) -> Option<String> {
        // Cleared first, so that a failure during the check is suspected again.
        self.suspected.store(false, Ordering::Release);
        let unreadable = self.unreadable.swap(false, Ordering::AcqRel);
        let problem = catch_unwind(AssertUnwindSafe(check))
            .unwrap_or_else(|_| Some("checking its files broke".to_owned()))
            .or_else(|| unreadable.then(|| "a file of the index is unreadable".to_owned()));
        if problem.is_some() {
            self.found.store(true, Ordering::Release);
        }
        problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::Problem;

    #[test]
    fn only_read_failures_raise_suspicion() {
        let damage = DamageMonitor::default();
        let invalid = || Err::<(), _>(SearchError::invalid("page", Problem::NotANumber));
        assert!(damage.record_failures(invalid).is_err() && !damage.is_suspected());
        let full = || Err::<(), _>(IndexError::Write(std::io::ErrorKind::StorageFull.into()));
        assert!(damage.record_failures(full).is_err() && !damage.is_suspected());
        let unreadable = || Err::<(), _>(SearchError::Unreadable("torn".into()));
        assert!(damage.record_failures(unreadable).is_err() && damage.is_suspected());
    }

    #[test]
    fn unreadable_files_are_damage_and_a_panic_alone_is_not() {
        let panicked = DamageMonitor::default();
        let read = || -> Result<()> { panic!("a panic unrelated to the files") };
        assert!(catch_unwind(AssertUnwindSafe(|| panicked.record_failures(read))).is_err());
        assert!(panicked.is_suspected());
        assert_eq!(panicked.check_damage(|| None), None);
        assert!(!panicked.is_suspected() && !panicked.is_found());
        assert!(panicked.check_damage(|| Some("a checksum".to_owned())).is_some() && panicked.is_found());

        let torn = DamageMonitor::default();
        let _ = torn.record_failures(|| Err::<(), _>(SearchError::Unreadable("torn".into())));
        assert!(torn.check_damage(|| None).is_some() && torn.is_found());
    }
}
