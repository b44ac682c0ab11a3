use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
};

use domain::model::{Category, SpecKey};
use tantivy::{Index, IndexWriter, merge_policy::NoMergePolicy};

use crate::{
    Change, Document, IndexError, SearchConfig, SearchError, SearchRequest, SearchResponse, SuggestRequest,
    SuggestResponse,
    entry::entry,
    facet_plan::category_index,
    generation::{self, Generation},
    schema::{self, Fields},
    search, suggest,
};

/// Threads and memory of a rebuild, which takes the whole catalogue.
const REBUILD_THREADS: usize = 2;
const REBUILD_ARENA: usize = 160 << 20;

/// A searchable set of products. Clones share it; every method may be called from any thread.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

struct Inner {
    directory: PathBuf,
    config: SearchConfig,
    live: RwLock<Arc<Generation>>,
    rebuilding: AtomicBool,
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
        self.live().apply(&changes, cursor, &self.inner.config)
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
        search::search(&self.live().view(), &self.inner.config, request)
    }

    /// What the text may be about to become.
    pub fn suggest(&self, request: &SuggestRequest) -> Result<SuggestResponse, SearchError> {
        suggest::suggest(&self.live().view(), &self.inner.config, request)
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
        }
    }

    fn live(&self) -> Arc<Generation> {
        Arc::clone(&self.inner.live.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A new generation being filled beside the live one. Dropped without `finish`, it leaves nothing behind.
pub struct Rebuild {
    inner: Arc<Inner>,
    number: u64,
    path: PathBuf,
    fields: Fields,
    index: Index,
    /// Taken by `finish`.
    writer: Option<IndexWriter>,
}

impl Rebuild {
    fn start(inner: &Arc<Inner>) -> Result<Self, IndexError> {
        let number = generation::next_number(&inner.directory)?;
        let path = generation::path_of(&inner.directory, number);
        let index = generation::create_index(&path)?;
        let writer: IndexWriter =
            index.writer_with_num_threads(REBUILD_THREADS, REBUILD_ARENA).map_err(generation::busy)?;
        // One merge at the end instead of many on the way.
        writer.set_merge_policy(Box::new(NoMergePolicy));
        let (_, fields) = schema::build();
        Ok(Self { inner: Arc::clone(inner), number, path, fields, index, writer: Some(writer) })
    }

    /// Adds one product; each id once.
    pub fn add(&mut self, document: Document) -> Result<(), IndexError> {
        if let Some(writer) = &self.writer {
            writer.add_document(entry(&document, &self.fields, &self.inner.config))?;
        }
        Ok(())
    }

    /// Commits with the cursor and switches: the next search sees this generation only. Changes applied since
    /// `rebuild` are not in it: follow the feed from the cursor that stood when the reading of products began.
    pub fn finish(mut self, cursor: &str) -> Result<(), IndexError> {
        let Some(mut writer) = self.writer.take() else { return Ok(()) };
        generation::commit(&mut writer, cursor, &self.inner.config)?;
        let segments = self.index.searchable_segment_ids()?;
        if segments.len() > 1 {
            writer.merge(&segments).wait()?;
        }
        writer.garbage_collect_files().wait()?;
        writer.wait_merging_threads()?;
        let (generation, _) = Generation::open(&self.path, self.number, &self.inner.config)?;
        generation::write_current(&self.inner.directory, self.number)?;
        *self.inner.live.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(generation);
        // Searches that still run hold the old files open; their names may go.
        generation::remove_others(&self.inner.directory, self.number);
        Ok(())
    }
}

impl Drop for Rebuild {
    fn drop(&mut self) {
        let live = Arc::clone(&self.inner.live.read().unwrap_or_else(PoisonError::into_inner));
        if live.number != self.number {
            drop(self.writer.take());
            generation::remove(&self.path);
        }
        self.inner.rebuilding.store(false, Ordering::Release);
    }
}
