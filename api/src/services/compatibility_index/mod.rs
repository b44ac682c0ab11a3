//! Finds the products that do not fit a build, with the rules' filters over the facts of every part. The follower keeps
//! the facts current.
//!
//! 1. Each category has a `FitIndex`: parts with equal facts share one group.
//! 2. A request names a build and, optionally, categories. For each category the rules turn the build into a filter,
//!    which is a list of exclusions.
//! 3. The fit index evaluates the filter once per group and gives each hidden group the number of its exclusion.
//! 4. The search engine requests the groups of its rows from a `FitGroupLookup`, once per segment and again when the
//!    facts change, and hides the rows of hidden groups.
//! 5. The misfits are cached by build, categories and the version of the facts, because a visitor sends the same build
//!    with each change of the other filters.
//!
//! Example: a case takes cards up to 300 mm. The filter of the category GPU has the exclusion `length above 300`, so
//! the group of all 310 mm cards is hidden and the group of all 290 mm cards is shown.

mod build_part;
mod index;
mod numbers;

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak},
};

use domain::{
    compat::{Build, Exclusion, Filter, ParsedPart, Part},
    model::{Category, Product, ProductId},
};
use indexer::{GroupLookup, HideGroup, HideReasonNumber, ProductSet, RowGroups};
use moka::future::Cache;

pub use self::build_part::BuildPart;
use self::index::{FitIndex, NO_GROUP};

/// Maximum memory of the cache of misfits, in bytes.
const MAX_CACHE_BYTES: u64 = 8 << 20;
/// Estimated size of a cache entry, in bytes, besides one byte per group and one bit per product.
const ENTRY_BYTES: usize = 500;

/// Facts of every part that a rule reads. Clones share one table.
#[derive(Clone)]
pub struct PartFacts {
    table: Arc<RwLock<PartTable>>,
    cache: Cache<MisfitsKey, CachedMisfits>,
}

#[derive(Default)]
struct PartTable {
    /// Groups of the search index's rows; `None` until the parts are loaded.
    row_groups: Option<Arc<RowGroups>>,
    /// Version of the facts, increased with each change, so that outdated cache entries are not found.
    version: u64,
    /// Version at which all parts were loaded. Groups from an earlier load are meaningless.
    loaded_at_version: u64,
    by_category: HashMap<Category, FitIndex>,
}

/// Maps products to their groups, as long as the parts are not loaded anew.
struct FitGroupLookup {
    table: Weak<RwLock<PartTable>>,
    loaded_at_version: u64,
}

/// Products that do not fit a build, with the exclusions that give the reasons.
#[derive(Clone)]
pub struct Misfits {
    pub products: Arc<ProductSet>,
    exclusions: Arc<[Exclusion]>,
}

impl Misfits {
    /// Returns the exclusion that a reason in `products` stands for.
    pub fn exclusion(&self, reason: HideReasonNumber) -> Option<&Exclusion> {
        self.exclusions.get(usize::from(reason).checked_sub(1)?)
    }
}

#[derive(Clone)]
struct CachedMisfits {
    misfits: Misfits,
    /// Estimated size in memory, in bytes.
    bytes: u32,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct MisfitsKey {
    version: u64,
    build: Vec<BuildPart>,
    categories: Vec<Category>,
}

impl Default for PartFacts {
    fn default() -> Self {
        let weigh = |_: &MisfitsKey, cached: &CachedMisfits| cached.bytes;
        Self {
            table: Arc::default(),
            cache: Cache::builder().max_capacity(MAX_CACHE_BYTES).weigher(weigh).build(),
        }
    }
}

/// Returns a product's facts as the rules read them; `None` for categories that no rule reads.
pub fn to_part(product: &Product) -> Option<ParsedPart> {
    use Category::{Headset, Keyboard, Mouse, Other};
    if matches!(product.category, Keyboard | Mouse | Headset | Other) {
        return None;
    }
    Some(ParsedPart::new(&Part {
        id: product.id,
        category: product.category,
        name: product.name.clone(),
        specs: product.specs.clone(),
    }))
}

impl PartFacts {
    /// Returns whether the parts are loaded.
    pub fn is_loaded(&self) -> bool {
        self.read().row_groups.is_some()
    }

    /// Replaces all parts.
    pub fn replace(&self, PartTableDraft(new): PartTableDraft) {
        let mut table = self.write();
        let version = table.version + 1;
        let lookup = FitGroupLookup { table: Arc::downgrade(&self.table), loaded_at_version: version };
        let row_groups = Some(Arc::new(RowGroups::new(lookup)));
        *table = PartTable { row_groups, version, loaded_at_version: version, by_category: new.by_category };
        // Cache entries would keep the replaced groups in memory.
        self.cache.invalidate_all();
    }

    /// Applies changes of products: their facts, or `None` for products that are gone.
    pub fn update(&self, changes: Vec<(ProductId, Option<ParsedPart>)>) {
        let mut table = self.write();
        for (id, part) in changes {
            table.update(id, part);
        }
    }

    /// Finds the products that do not fit the build, in the given categories, or in all when none is given. Unknown
    /// products of the build are ignored. `None` until the parts are loaded.
    pub async fn find_misfits(&self, build: &[BuildPart], categories: &[Category]) -> Option<Misfits> {
        let key = self.cache_key(build, categories)?;
        if let Some(cached) = self.cache.get(&key).await {
            return Some(cached.misfits);
        }
        let cached = self.read().compute_misfits(&key)?;
        self.cache.insert(key, cached.clone()).await;
        Some(cached.misfits)
    }

    /// Returns the parts with their facts, in the order of the ids, without unknown ids. `None` until the parts are
    /// loaded.
    pub fn find(&self, ids: impl IntoIterator<Item = ProductId>) -> Option<Vec<ParsedPart>> {
        let table = self.read();
        table.row_groups.is_some().then(|| ids.into_iter().filter_map(|id| table.find(id)).collect())
    }

    fn cache_key(&self, build: &[BuildPart], categories: &[Category]) -> Option<MisfitsKey> {
        let table = self.read();
        let (mut build, mut categories) = (build.to_vec(), categories.to_vec());
        build.sort_unstable();
        categories.sort_unstable();
        table.row_groups.is_some().then_some(MisfitsKey { version: table.version, build, categories })
    }

    fn read(&self) -> RwLockReadGuard<'_, PartTable> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, PartTable> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table of parts while it is loaded. Parts are packed as they arrive, because all of them unpacked take many times
/// the memory.
#[derive(Default)]
pub struct PartTableDraft(PartTable);

impl PartTableDraft {
    /// Applies changes of products: their facts, or `None` for products that are gone.
    pub fn update(&mut self, changes: impl IntoIterator<Item = (ProductId, Option<ParsedPart>)>) {
        changes.into_iter().for_each(|(id, part)| self.0.update(id, part));
    }
}

impl Extend<ParsedPart> for PartTableDraft {
    fn extend<T: IntoIterator<Item = ParsedPart>>(&mut self, parts: T) {
        for part in parts {
            self.0.by_category.entry(part.category).or_default().upsert(part.id, &part.facts);
        }
    }
}

impl FromIterator<ParsedPart> for PartTableDraft {
    fn from_iter<T: IntoIterator<Item = ParsedPart>>(parts: T) -> Self {
        let mut draft = Self::default();
        draft.extend(parts);
        draft
    }
}

impl PartTable {
    fn find(&self, id: ProductId) -> Option<ParsedPart> {
        self.by_category.iter().find_map(|(category, index)| {
            let facts = index.facts(id)?;
            Some(ParsedPart { id, category: *category, name: String::new(), quantity: 1, facts })
        })
    }

    fn update(&mut self, id: ProductId, part: Option<ParsedPart>) {
        let category = part.as_ref().map(|part| part.category);
        let mut changed = false;
        for (other, index) in &mut self.by_category {
            changed |= Some(*other) != category && index.remove(id);
        }
        if let Some(part) = part {
            changed |= self.by_category.entry(part.category).or_default().upsert(id, &part.facts);
        }
        // Most changes concern prices, which no rule reads; cache entries stay valid.
        self.version += u64::from(changed);
    }

    fn compute_misfits(&self, key: &MisfitsKey) -> Option<CachedMisfits> {
        let chosen = key.build.iter().filter_map(|BuildPart { id, quantity }| {
            Some(ParsedPart { quantity: *quantity, ..self.find(*id)? })
        });
        let build = chosen.fold(Build::default(), |build, part| build.with(part));
        let is_requested = |(category, _): &(&Category, &FitIndex)| {
            key.categories.is_empty() || key.categories.contains(category)
        };
        let mut bytes = ENTRY_BYTES;
        let mut exclusions = Vec::new();
        let hidden = self.by_category.iter().filter(is_requested).map(|(category, index)| {
            let filter = Filter::for_category(&build, *category);
            let hidden = index.hide_groups(&filter, exclusions.len() + 1);
            exclusions.extend(filter.exclusions);
            bytes += hidden.len() + index.len() / 8;
            (*category, hidden)
        });
        let products = Arc::new(ProductSet::new(Arc::clone(self.row_groups.as_ref()?), hidden));
        let misfits = Misfits { products, exclusions: exclusions.into() };
        Some(CachedMisfits { misfits, bytes: u32::try_from(bytes).unwrap_or(u32::MAX) })
    }
}

impl GroupLookup for FitGroupLookup {
    fn version(&self) -> u64 {
        self.table.upgrade().map_or(0, |table| table.read().unwrap_or_else(PoisonError::into_inner).version)
    }

    fn find_groups(&self, category: Category, products: &[u64]) -> (u64, Vec<HideGroup>) {
        let Some(table) = self.table.upgrade() else { return (0, vec![NO_GROUP; products.len()]) };
        let table = table.read().unwrap_or_else(PoisonError::into_inner);
        let index =
            table.by_category.get(&category).filter(|_| table.loaded_at_version == self.loaded_at_version);
        let group = |product: &u64| index.map_or(NO_GROUP, |index| index.group_of(*product));
        (table.version, products.iter().map(group).collect())
    }
}
