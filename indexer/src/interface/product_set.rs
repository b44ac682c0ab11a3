//! Products that a search leaves out, given by groups. The caller says which group each product is in; the index
//! knows the rows of the products.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use domain::model::{Category, ProductId};
use tantivy::index::SegmentId;

/// Bits in a word of [`RowSet`].
const WORD_BITS: usize = u64::BITS as usize;

/// Number of a group of products of one category, for instance of those whose facts are equal for the caller. A search
/// leaves out all products of a group or none. Groups of filters (`FilterGroup`) are something else.
pub type HideGroup = u32;

/// Number of the reason why a group is in a [`ProductSet`]; the creator of the set defines its meaning. 0: not in the set.
pub type HideReasonNumber = u8;

/// Tells which group each product is in.
pub trait GroupLookup: Send + Sync {
    /// Returns a number that changes whenever a product changes its group.
    fn version(&self) -> u64;

    /// Returns the groups of products of one category, in their order, and the version that they belong to.
    /// Products are named by [`id_bits`]. Unknown products get a group that is in no [`ProductSet`].
    fn find_groups(&self, category: Category, products: &[u64]) -> (u64, Vec<HideGroup>);
}

/// The groups of the index's rows: looked up once for each segment, and again when products change theirs.
pub struct RowGroups {
    lookup: Box<dyn GroupLookup>,
    cached: Mutex<HashMap<SegmentCategory, CachedGroups>>,
}

/// A category of a segment.
pub(crate) type SegmentCategory = (SegmentId, Category);

struct CachedGroups {
    version: u64,
    groups: Arc<[HideGroup]>,
}

/// A set of products, given by groups. Keeps the matching rows of each segment for the next request.
#[derive(Debug)]
pub struct ProductSet {
    row_groups: Arc<RowGroups>,
    /// Reason of each group, by category and group number; a group beyond the end is not in the set.
    reasons: HashMap<Category, Arc<[HideReasonNumber]>>,
    /// Rows never change within a segment.
    rows: Mutex<HashMap<SegmentCategory, Arc<RowSet>>>,
}

/// Rows of one category of a segment, a bit per row.
#[derive(Debug)]
pub(crate) struct RowSet {
    bits: Vec<u64>,
    groups: Arc<[HideGroup]>,
    reasons: Arc<[HideReasonNumber]>,
}

impl RowGroups {
    /// Returns an empty table; groups are looked up when a search needs them.
    pub fn new(lookup: impl GroupLookup + 'static) -> Self {
        Self { lookup: Box::new(lookup), cached: Mutex::default() }
    }

    fn groups(
        &self,
        key: SegmentCategory,
        products: impl FnOnce() -> Vec<u64>,
        is_live: impl Fn(SegmentId) -> bool,
    ) -> Arc<[HideGroup]> {
        let lock = || self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let version = self.lookup.version();
        if let Some(cached) = lock().get(&key).filter(|cached| cached.version == version) {
            return Arc::clone(&cached.groups);
        }
        let (version, groups) = self.lookup.find_groups(key.1, &products());
        let groups: Arc<[HideGroup]> = groups.into();
        let mut cached = lock();
        cached.retain(|(segment, _), _| is_live(*segment));
        cached.insert(key, CachedGroups { version, groups: Arc::clone(&groups) });
        groups
    }
}

impl fmt::Debug for RowGroups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowGroups").finish_non_exhaustive()
    }
}

impl ProductSet {
    /// Returns the set of the products whose group has a reason other than 0, by category; `row_groups` looks up
    /// the groups of products.
    pub fn new(
        row_groups: Arc<RowGroups>,
        reasons: impl IntoIterator<Item = (Category, Vec<HideReasonNumber>)>,
    ) -> Self {
        let any = reasons.into_iter().filter(|(_, by_group)| by_group.iter().any(|reason| *reason != 0));
        let reasons = any.map(|(category, by_group)| (category, by_group.into())).collect();
        Self { row_groups, reasons, rows: Mutex::default() }
    }

    /// Returns the rows of one category of a segment that are in the set; `None` where the set has none of the
    /// category. `products` returns the products of the rows, in their order; rows of segments that are no longer
    /// live are forgotten.
    pub(crate) fn rows(
        &self,
        key: SegmentCategory,
        products: impl FnOnce() -> Vec<u64>,
        is_live: impl Fn(SegmentId) -> bool,
    ) -> Option<Arc<RowSet>> {
        let reasons = self.reasons.get(&key.1)?;
        let cached = self.rows.lock().unwrap_or_else(PoisonError::into_inner).get(&key).map(Arc::clone);
        Some(cached.unwrap_or_else(|| {
            let rows = Arc::new(RowSet::from_groups(
                Arc::clone(reasons),
                self.row_groups.groups(key, products, &is_live),
            ));
            let mut cached = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
            cached.retain(|(segment, _), _| is_live(*segment));
            cached.insert(key, Arc::clone(&rows));
            rows
        }))
    }
}

impl RowSet {
    fn from_groups(reasons: Arc<[HideReasonNumber]>, groups: Arc<[HideGroup]>) -> Self {
        let is_in_set = |group: &HideGroup| reasons.get(*group as usize).is_some_and(|reason| *reason != 0);
        let word = |groups: &[HideGroup]| {
            let bits = groups.iter().enumerate().map(|(bit, group)| u64::from(is_in_set(group)) << bit);
            bits.fold(0, |word, bit| word | bit)
        };
        let bits = groups.chunks(WORD_BITS).map(word).collect();
        Self { bits, groups, reasons }
    }

    pub(crate) fn contains(&self, row: usize) -> bool {
        self.bits[row / WORD_BITS] >> (row % WORD_BITS) & 1 != 0
    }

    /// Returns the reason why a row is in the set; 0 where it is not.
    pub(crate) fn reason(&self, row: usize) -> HideReasonNumber {
        let reason = self.groups.get(row).and_then(|group| self.reasons.get(*group as usize));
        reason.copied().unwrap_or_default()
    }
}

/// Returns the half of a random id that tells products apart in columns.
pub fn id_bits(id: ProductId) -> u64 {
    id.0.as_u64_pair().1
}
