//! Turns of which each key has one at a time.

use std::{
    collections::HashSet,
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
};

/// The keys whose turn is taken, in this process.
#[derive(Debug)]
pub(super) struct Turns<K>(Arc<Mutex<HashSet<K>>>);

impl<K> Default for Turns<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K> Clone for Turns<K> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K: Hash + Eq + Copy> Turns<K> {
    /// Takes the turn of a key until it is dropped; `None` where it is taken.
    pub(super) fn take(&self, key: K) -> Option<Turn<K>> {
        let is_free = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key);
        is_free.then(|| Turn { all: self.clone(), key })
    }
}

/// A turn that is taken.
#[derive(Debug)]
pub(super) struct Turn<K: Hash + Eq + Copy> {
    all: Turns<K>,
    key: K,
}

impl<K: Hash + Eq + Copy> Drop for Turn<K> {
    fn drop(&mut self) {
        self.all.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_one_turn_at_a_time() {
        let turns = Turns::default();
        let first = turns.take(1);
        assert!(first.is_some() && turns.take(1).is_none() && turns.clone().take(1).is_none());
        assert!(turns.take(2).is_some());
        drop(first);
        assert!(turns.take(1).is_some());
        assert!(turns.take(1).is_some(), "the one before was dropped at once");
    }
}
