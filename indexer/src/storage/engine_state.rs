//! The state of an engine: the generation that answers, and what is needed to make another one.

use std::{
    path::PathBuf,
    sync::{Arc, PoisonError, RwLock, atomic::AtomicBool},
};

use super::generation::Generation;
use crate::{
    config::{CompiledRules, SearchConfig},
    interface::SearchRules,
};

/// State that all clones of an engine share.
pub(crate) struct EngineState {
    pub(crate) directory: PathBuf,
    pub(crate) config: SearchConfig,
    live: RwLock<Arc<Generation>>,
    /// The rules of administrators, with the configuration that has their synonyms. Writes use `config`, which never changes.
    rules: RwLock<Arc<CompiledRules>>,
    pub(crate) rebuilding: AtomicBool,
}

impl EngineState {
    pub(crate) fn new(directory: PathBuf, config: SearchConfig, live: Generation) -> Self {
        let rules = CompiledRules::compile(&config, SearchRules::default());
        Self {
            directory,
            config,
            live: RwLock::new(Arc::new(live)),
            rules: RwLock::new(Arc::new(rules)),
            rebuilding: AtomicBool::new(false),
        }
    }

    /// Returns the rules that hold.
    pub(crate) fn rules(&self) -> Arc<CompiledRules> {
        Arc::clone(&self.rules.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes other rules hold from now on.
    pub(crate) fn switch_rules(&self, rules: CompiledRules) {
        *self.rules.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(rules);
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
