//! Products that a search leaves out, given by classes. The caller knows which class a product is of; the index
//! knows in which rows the products stand.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use domain::model::{Category, ProductId};
use tantivy::index::SegmentId;

/// Bits in a word of [`RowSet`].
const WORD_BITS: usize = u64::BITS as usize;

/// Number for products of one category that are always left out together.
pub type ProductClass = u32;

/// Reason why a class is in a [`ProductSet`]; the creator of the set defines its meaning. 0: not in the set.
pub type HideReason = u8;

/// Assigns classes to products.
pub trait Classifier: Send + Sync {
    /// Returns a number that changes whenever a product changes its class.
    fn version(&self) -> u64;

    /// Returns the classes of products of one category, in their order, and the version that they belong to.
    /// Products are named by [`id_bits`]. Unknown products get a class that is in no [`ProductSet`].
    fn classify(&self, category: Category, products: &[u64]) -> (u64, Vec<ProductClass>);
}

/// The classes of the index's rows: looked up once for each segment, and again when products change theirs.
pub struct ClassRows {
    classifier: Box<dyn Classifier>,
    cached: Mutex<HashMap<SegmentCategory, CachedClasses>>,
}

/// A category of a segment.
pub(crate) type SegmentCategory = (SegmentId, Category);

struct CachedClasses {
    version: u64,
    classes: Arc<[ProductClass]>,
}

/// A set of products, given by classes. Keeps the matching rows of each segment for the next request.
#[derive(Debug)]
pub struct ProductSet {
    class_rows: Arc<ClassRows>,
    /// Reason of each class, by category and class number; a class beyond the end is not in the set.
    reasons: HashMap<Category, Arc<[HideReason]>>,
    /// Rows never change within a segment.
    rows: Mutex<HashMap<SegmentCategory, Arc<RowSet>>>,
}

/// Rows of one category of a segment, a bit per row.
#[derive(Debug)]
pub(crate) struct RowSet {
    bits: Vec<u64>,
    classes: Arc<[ProductClass]>,
    reasons: Arc<[HideReason]>,
}

impl ClassRows {
    /// Returns an empty table; classes are looked up when a search needs them.
    pub fn new(classifier: impl Classifier + 'static) -> Self {
        Self { classifier: Box::new(classifier), cached: Mutex::default() }
    }

    fn classes(
        &self,
        key: SegmentCategory,
        products: impl FnOnce() -> Vec<u64>,
        is_live: impl Fn(SegmentId) -> bool,
    ) -> Arc<[ProductClass]> {
        let lock = || self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let version = self.classifier.version();
        if let Some(cached) = lock().get(&key).filter(|cached| cached.version == version) {
            return Arc::clone(&cached.classes);
        }
        let (version, classes) = self.classifier.classify(key.1, &products());
        let classes: Arc<[ProductClass]> = classes.into();
        let mut cached = lock();
        cached.retain(|(segment, _), _| is_live(*segment));
        cached.insert(key, CachedClasses { version, classes: Arc::clone(&classes) });
        classes
    }
}

impl fmt::Debug for ClassRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClassRows").finish_non_exhaustive()
    }
}

impl ProductSet {
    /// Returns the set of the products whose class has a reason other than 0, by category; `class_rows` knows the
    /// classes of products.
    pub fn new(
        class_rows: Arc<ClassRows>,
        reasons: impl IntoIterator<Item = (Category, Vec<HideReason>)>,
    ) -> Self {
        let any = reasons.into_iter().filter(|(_, classes)| classes.iter().any(|reason| *reason != 0));
        let reasons = any.map(|(category, classes)| (category, classes.into())).collect();
        Self { class_rows, reasons, rows: Mutex::default() }
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
            let rows = Arc::new(RowSet::from_classes(
                Arc::clone(reasons),
                self.class_rows.classes(key, products, &is_live),
            ));
            let mut cached = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
            cached.retain(|(segment, _), _| is_live(*segment));
            cached.insert(key, Arc::clone(&rows));
            rows
        }))
    }
}

impl RowSet {
    fn from_classes(reasons: Arc<[HideReason]>, classes: Arc<[ProductClass]>) -> Self {
        let is_marked =
            |class: &ProductClass| reasons.get(*class as usize).is_some_and(|reason| *reason != 0);
        let word = |classes: &[ProductClass]| {
            let bits = classes.iter().enumerate().map(|(bit, class)| u64::from(is_marked(class)) << bit);
            bits.fold(0, |word, bit| word | bit)
        };
        let bits = classes.chunks(WORD_BITS).map(word).collect();
        Self { bits, classes, reasons }
    }

    pub(crate) fn contains(&self, row: usize) -> bool {
        self.bits[row / WORD_BITS] >> (row % WORD_BITS) & 1 != 0
    }

    /// Returns the reason why a row is in the set; 0 where it is not.
    pub(crate) fn reason(&self, row: usize) -> HideReason {
        let reason = self.classes.get(row).and_then(|class| self.reasons.get(*class as usize));
        reason.copied().unwrap_or_default()
    }
}

/// Returns the half of a random id that tells products apart in columns.
pub fn id_bits(id: ProductId) -> u64 {
    id.0.as_u64_pair().1
}
