use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{Arc, atomic::Ordering},
};

use domain::model::{Category, SpecKey};

use crate::{
    config::{CompiledRules, SearchConfig, facet_plan::category_index},
    interface::{
        Change, IndexError, SearchError, SearchRequest, SearchResponse, SearchRules, SuggestRequest,
        SuggestResponse,
    },
    search::{search_rules, suggest},
    storage::{engine_state::EngineState, generation::Generation},
    write::{changes, rebuild::Rebuild},
};

/// A searchable set of products. Clones share it; every method may be called from any thread.
#[derive(Clone)]
pub struct Engine {
    state: Arc<EngineState>,
}

/// Result of `Engine::open`.
pub struct OpenOutcome {
    pub engine: Engine,
    /// The text that was stored with the last batch: how far the index has followed the change feed. The engine does
    /// not read it. `None` when the index is empty and must be rebuilt.
    pub feed_position: Option<String>,
}

/// Size of the engine, for health pages and metrics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineStats {
    pub documents: u64,
    /// Bytes on disk.
    pub bytes: u64,
    /// Rises with every rebuild.
    pub generation: u64,
    pub segments: usize,
    /// Number of products with a patch: their price, stock or card lies in the patch log until they are indexed again.
    pub patched: u64,
}

impl Engine {
    /// Opens the generation that `CURRENT` names under `directory`. A generation that is missing, damaged or of another
    /// schema is set aside and an empty engine opens instead. [`IndexError::Busy`] when another process has the
    /// generation open.
    pub fn open(directory: &Path, config: SearchConfig) -> Result<OpenOutcome, IndexError> {
        let (generation, feed_position) = Generation::open_current(directory, &config)?;
        let state = EngineState::new(directory.to_owned(), config, generation);
        Ok(OpenOutcome { engine: Engine { state: Arc::new(state) }, feed_position })
    }

    /// Applies the changes and stores the feed position with them; all of them are searchable when this returns.
    /// Blocks until the changes are on disk: in the patch log if all of them are patches, else by a commit. On an error
    /// the changes may be on disk, but are not searchable yet; applying them again is safe.
    pub fn apply(&self, changes: Vec<Change>, feed_position: &str) -> Result<(), IndexError> {
        let live = self.live();
        live.damage.record_failures(|| changes::apply(&live, &changes, feed_position, &self.state.config))
    }

    /// Starts a new generation beside the live one, which keeps answering and taking changes. [`IndexError::Busy`]
    /// while another rebuild runs.
    pub fn rebuild(&self) -> Result<Rebuild, IndexError> {
        if self.state.rebuilding.swap(true, Ordering::AcqRel) {
            return Err(IndexError::Busy);
        }
        Rebuild::start(&self.state).inspect_err(|_| self.state.rebuilding.store(false, Ordering::Release))
    }

    /// Returns the hits, facet counts and interpretation of a request, by the rules that hold. CPU-bound for about a
    /// millisecond; reads the mapped index, and the cards of the hits from the doc store and from the patch log.
    pub fn search(&self, request: &SearchRequest) -> Result<SearchResponse, SearchError> {
        self.search_by_rules(request, &self.state.rules())
    }

    /// Searches by other rules than those that hold.
    pub fn search_by_rules(
        &self,
        request: &SearchRequest,
        rules: &CompiledRules,
    ) -> Result<SearchResponse, SearchError> {
        let live = self.live();
        live.damage.record_failures(|| search_rules::search(&live.view(), rules, request))
    }

    /// Compiles rules, for [`set_rules`](Self::set_rules) and [`search_by_rules`](Self::search_by_rules). Takes milliseconds.
    pub fn compile_rules(&self, rules: SearchRules) -> CompiledRules {
        CompiledRules::compile(&self.state.config, rules)
    }

    /// Makes other rules hold. Searches that run finish by the rules from before.
    pub fn set_rules(&self, rules: CompiledRules) {
        self.state.switch_rules(rules);
    }

    /// Returns the path to which the text of a request leads, by the rules that hold.
    pub fn find_redirect(&self, request: &SearchRequest) -> Option<String> {
        self.state.rules().find_redirect(request).map(str::to_owned)
    }

    /// Whether words can be the words of a synonym.
    pub fn is_phrase(&self, words: &str) -> bool {
        self.state.config.lexicon.is_phrase(words)
    }

    /// Returns what the text may be the beginning of.
    pub fn suggest(&self, request: &SuggestRequest) -> Result<SuggestResponse, SearchError> {
        let live = self.live();
        let rules = self.state.rules();
        live.damage.record_failures(|| suggest::suggest(&live.view(), &rules.config, request))
    }

    /// Whether the live generation answers: searches its most popular products.
    pub fn can_answer(&self) -> bool {
        let request = SearchRequest { page: 1, limit: 10, ..SearchRequest::default() };
        catch_unwind(AssertUnwindSafe(|| self.search(&request))).is_ok_and(|found| found.is_ok())
    }

    /// Whether something failed, since the last check for damage, that damage would explain.
    pub fn is_suspect(&self) -> bool {
        self.live().damage.is_suspected()
    }

    /// Checks the live generation's files and returns what is wrong with them. Blocks while it reads the whole
    /// index.
    pub fn find_damage(&self) -> Option<String> {
        let live = self.live();
        live.damage.check_damage(|| live.find_wrong_checksum())
    }

    /// Whether damage was found, so that another generation is needed.
    pub fn is_damaged(&self) -> bool {
        self.live().damage.is_found()
    }

    /// Whether products of a category can be filtered by a fact.
    pub fn is_filterable(&self, category: Category, key: SpecKey) -> bool {
        self.state
            .config
            .facets
            .slots_of_spec(key)
            .any(|(slot_category, _)| slot_category == category_index(category))
    }

    /// Returns sizes and the generation's number.
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
    pub(crate) fn view(&self) -> Arc<crate::storage::view::View> {
        self.live().view()
    }

    fn live(&self) -> Arc<Generation> {
        self.state.live()
    }
}
