use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
};

use domain::model::{Category, SpecKey};

use crate::{
    Change, IndexError, Rebuild, SearchConfig, SearchError, SearchRequest, SearchResponse, SuggestRequest,
    SuggestResponse, facet_plan::category_index, generation::Generation, search, suggest,
};

/// A searchable set of products. Clones share it; every method may be called from any thread.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

/// What all clones share.
pub(crate) struct Inner {
    pub(crate) directory: PathBuf,
    pub(crate) config: SearchConfig,
    live: RwLock<Arc<Generation>>,
    pub(crate) rebuilding: AtomicBool,
}

/// What `Engine::open` found.
pub struct Opened {
    pub engine: Engine,
    /// The cursor of the last commit; `None` when the index is empty and must be rebuilt.
    pub cursor: Option<String>,
}

/// The engine's size, for health pages and metrics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineStats {
    pub documents: u64,
    /// On disk.
    pub bytes: u64,
    /// Counts up with every rebuild.
    pub generation: u64,
    pub segments: usize,
    /// Products whose price, stock or card lies beside the index, until a rebuild folds them in.
    pub patched: u64,
}

impl Engine {
    /// Opens the newest generation under `directory`; what is missing, damaged or of another schema is set aside and
    /// an empty engine opened instead. [`IndexError::Busy`] when another process has it.
    pub fn open(directory: &Path, config: SearchConfig) -> Result<Opened, IndexError> {
        let (generation, cursor) = Generation::open_current(directory, &config)?;
        let inner = Inner {
            directory: directory.to_owned(),
            config,
            live: RwLock::new(Arc::new(generation)),
            rebuilding: AtomicBool::new(false),
        };
        Ok(Opened { engine: Engine { inner: Arc::new(inner) }, cursor })
    }

    /// Applies the changes and stores the cursor with them; all is searchable when this returns. Blocks for a commit.
    /// On an error nothing is applied.
    pub fn apply(&self, changes: Vec<Change>, cursor: &str) -> Result<(), IndexError> {
        let live = self.live();
        live.damage.watch(|| live.apply(&changes, cursor, &self.inner.config))
    }

    /// Starts a new generation beside the live one, which goes on answering and taking changes. One at a time.
    pub fn rebuild(&self) -> Result<Rebuild, IndexError> {
        if self.inner.rebuilding.swap(true, Ordering::AcqRel) {
            return Err(IndexError::Busy);
        }
        Rebuild::start(&self.inner).inspect_err(|_| self.inner.rebuilding.store(false, Ordering::Release))
    }

    /// The hits, counts and reading of one request. Bound to a core for about a millisecond; no I/O but the mapped index.
    pub fn search(&self, request: &SearchRequest) -> Result<SearchResponse, SearchError> {
        let live = self.live();
        live.damage.watch(|| search::search(&live.view(), &self.inner.config, request))
    }

    /// What the text may be about to become.
    pub fn suggest(&self, request: &SuggestRequest) -> Result<SuggestResponse, SearchError> {
        let live = self.live();
        live.damage.watch(|| suggest::suggest(&live.view(), &self.inner.config, request))
    }

    /// Whether the live generation answers: reads its most popular products.
    pub fn answers(&self) -> bool {
        let request = SearchRequest { page: 1, limit: 10, ..SearchRequest::default() };
        catch_unwind(AssertUnwindSafe(|| self.search(&request))).is_ok_and(|found| found.is_ok())
    }

    /// Whether something failed, since damage was last looked for, that damage would explain.
    pub fn is_suspect(&self) -> bool {
        self.live().damage.is_suspected()
    }

    /// Looks for damage to the live generation's files; says what is wrong. Blocks while it reads the whole index.
    pub fn find_damage(&self) -> Option<String> {
        let live = self.live();
        live.damage.find(|| live.find_wrong_checksum())
    }

    /// Whether damage was found: another generation is wanted.
    pub fn is_damaged(&self) -> bool {
        self.live().damage.is_found()
    }

    /// Whether products of a category can be filtered by a fact.
    pub fn filters_by(&self, category: Category, key: SpecKey) -> bool {
        self.inner.config.facets.places(key).any(|(place, _)| place == category_index(category))
    }

    /// Sizes and the generation's number.
    pub fn stats(&self) -> EngineStats {
        let live = self.live();
        let view = live.view();
        EngineStats {
            documents: view.documents(),
            bytes: live.bytes(),
            generation: live.number,
            segments: view.segments.len(),
            patched: view.patched_products(),
        }
    }

    #[cfg(test)]
    pub(crate) fn view(&self) -> Arc<crate::view::View> {
        self.live().view()
    }

    fn live(&self) -> Arc<Generation> {
        self.inner.live()
    }
}

impl Inner {
    /// The generation that answers.
    pub(crate) fn live(&self) -> Arc<Generation> {
        Arc::clone(&self.live.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Lets another generation answer from now on.
    pub(crate) fn switch(&self, generation: Generation) {
        *self.live.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(generation);
    }
}
