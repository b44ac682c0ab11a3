//! A cache of what requests read from a catalogue. Every change of an offer, a fact or a retailer empties it.
//!
//! A slider sends the same request with one budget after the other, and many shoppers state no constraint. So the
//! results of both steps of reading a request are cached: the list of choices of each category (by [`ListKey`]: the
//! use, and the constraints that concern the category), and whole problems without their budget ([`Prepared`]). The
//! least recently used entries leave first.

use std::sync::{
    Arc, Mutex, MutexGuard, OnceLock, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use super::{
    choice::Class,
    knapsack_bound::KnapsackBound,
    pairs::{PairTable, PairTables},
    request::{BudgetRequest, Constraints},
    settled::SettledParts,
    sound_table::Soundness,
    supply::SupplySizes,
};
use crate::model::{Category, Fils};

/// For each choice of a class, the bound over the choices of other classes that fit it; `None` where a class has none.
pub(super) type KnapsackBoundByChoice = OnceLock<Vec<Option<Arc<KnapsackBound>>>>;

/// The most lists in the cache. A list of the largest category takes some hundreds of kilobytes.
const MAX_LISTS: usize = 208;
/// The most tables of pairs in the cache, of some ten kilobytes each.
const MAX_TABLES: usize = 896;
/// The most problems in the cache, of some hundred kilobytes each.
const MAX_PROBLEMS: usize = 24;

/// A problem without its budget: the choices of every class, and what the search has computed about them.
#[derive(Debug, Clone, Default)]
pub(super) struct Prepared {
    /// The first class is the processor, the second the graphics card.
    pub classes: Arc<Vec<Arc<Class>>>,
    /// The classes before choices without a fitting one in another class are dropped.
    pub classes_before_consistency: Vec<Arc<Class>>,
    pub pairs: Arc<PairTables>,
    pub settled: Arc<SettledParts>,
    pub supply: Arc<SupplySizes>,
    /// The bounds beside each processor, and those beside each graphics card.
    pub cpu_gpu_bounds: Arc<[KnapsackBoundByChoice; 2]>,
}

/// The key of a list: the part of a request that decides the choices of a category.
#[derive(Debug, PartialEq)]
pub(super) struct ListKey(Category, BudgetRequest, Soundness);

/// The key of a problem: the request without its budget, and the bounds that its builds keep.
#[derive(Debug, PartialEq)]
pub(super) struct ProblemKey(BudgetRequest, Soundness);

/// The lists and problems of one state of a catalogue.
#[derive(Debug, Default)]
pub(super) struct PreparedCache {
    lists: Mutex<LruCache<ListKey, Arc<Class>>>,
    /// By the ids of two lists.
    tables: Mutex<LruCache<[u64; 2], Arc<PairTable>>>,
    next_list_id: AtomicU64,
    problems: Mutex<LruCache<ProblemKey, Prepared>>,
}

/// Values by key, the least recently used first.
#[derive(Debug)]
struct LruCache<K, V>(Vec<(K, V)>);

impl ListKey {
    pub(super) fn new(category: Category, request: &BudgetRequest, soundness: Soundness) -> ListKey {
        let Constraints { retailers, tabby, color, size, quiet, wifi, .. } = request.constraints.clone();
        let mut own = Constraints { retailers, tabby, ..Constraints::default() };
        match category {
            Category::Cpu => own.cpu_manufacturer.clone_from(&request.constraints.cpu_manufacturer),
            Category::Gpu => {
                own.gpu_manufacturer.clone_from(&request.constraints.gpu_manufacturer);
                own.color = color;
            }
            Category::Motherboard => (own.size, own.wifi) = (size, wifi),
            Category::Case => (own.size, own.color) = (size, color),
            Category::CpuCooler => (own.quiet, own.color) = (quiet, color),
            Category::Psu => own.quiet = quiet,
            Category::Ram => own.min_memory = request.constraints.min_memory,
            Category::Storage => own.min_storage = request.constraints.min_storage,
            _ => {}
        }
        ListKey(category, BudgetRequest { constraints: own, ..without_budget(request) }, soundness)
    }
}

impl ProblemKey {
    pub(super) fn new(request: &BudgetRequest, soundness: Soundness) -> ProblemKey {
        ProblemKey(without_budget(request), soundness)
    }
}

fn without_budget(request: &BudgetRequest) -> BudgetRequest {
    BudgetRequest { budget: Fils::ZERO, ..request.clone() }
}

impl PreparedCache {
    /// Returns the list of choices of a category, and calls `list` where the cache lacks it. Two callers may call
    /// `list` at the same time; both lists are equal.
    pub(super) fn list<E>(
        &self,
        key: ListKey,
        list: impl FnOnce() -> Result<Class, E>,
    ) -> Result<Arc<Class>, E> {
        if let Some(cached) = lock(&self.lists).get(&key) {
            return Ok(cached);
        }
        let list_id = self.next_list_id.fetch_add(1, Ordering::Relaxed);
        let class = Arc::new(Class { list_id: Some(list_id), ..list()? });
        lock(&self.lists).put(key, Arc::clone(&class), MAX_LISTS);
        Ok(class)
    }

    /// Returns the table of two classes. All requests that read the same two lists share it.
    pub(super) fn table(&self, classes: [&Class; 2], make: impl FnOnce() -> PairTable) -> Arc<PairTable> {
        let [Some(first), Some(second)] = classes.map(|class| class.list_id) else { return Arc::new(make()) };
        let key = [first, second];
        if let Some(cached) = lock(&self.tables).get(&key) {
            return cached;
        }
        let table = Arc::new(make());
        lock(&self.tables).put(key, Arc::clone(&table), MAX_TABLES);
        table
    }

    pub(super) fn problem(&self, key: &ProblemKey) -> Option<Prepared> {
        lock(&self.problems).get(key)
    }

    pub(super) fn store_problem(&self, key: ProblemKey, prepared: Prepared) {
        lock(&self.problems).put(key, prepared, MAX_PROBLEMS);
    }
}

/// A catalogue is cloned in order to change the clone, so the clone starts with an empty cache.
impl Clone for PreparedCache {
    fn clone(&self) -> Self {
        PreparedCache::default()
    }
}

impl<K, V> Default for LruCache<K, V> {
    fn default() -> Self {
        LruCache(Vec::new())
    }
}

impl<K: PartialEq, V: Clone> LruCache<K, V> {
    fn get(&mut self, key: &K) -> Option<V> {
        let position = self.0.iter().rposition(|(cached, _)| cached == key)?;
        let used = self.0.remove(position);
        let value = used.1.clone();
        self.0.push(used);
        Some(value)
    }

    fn put(&mut self, key: K, value: V, max_entries: usize) {
        self.0.retain(|(cached, _)| *cached != key);
        if self.0.len() >= max_entries {
            self.0.remove(0);
        }
        self.0.push((key, value));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Entries are written whole; a panic elsewhere leaves none half written.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
