//! The state of an engine: the generation that answers, and what is needed to make another one.

use std::{
    path::PathBuf,
    sync::{Arc, PoisonError, RwLock, atomic::AtomicBool},
};

use super::generation::Generation;
use crate::config::SearchConfig;

/// State that all clones of an engine share.
pub(crate) struct EngineState {
    pub(crate) directory: PathBuf,
    pub(crate) config: SearchConfig,
    live: RwLock<Arc<Generation>>,
    pub(crate) rebuilding: AtomicBool,
}

impl EngineState {
    pub(crate) fn new(directory: PathBuf, config: SearchConfig, live: Generation) -> Self {
        Self { directory, config, live: RwLock::new(Arc::new(live)), rebuilding: AtomicBool::new(false) }
    }

    /// Returns the generation that answers.
    pub(crate) fn live(&self) -> Arc<Generation> {
        Arc::clone(&self.live.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes another generation answer from now on.
    pub(crate) fn switch_to(&self, generation: Generation) {
        *self.live.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(generation);
    }
}
