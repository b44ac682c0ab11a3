//! A set of products, and which rows of the index they are.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use domain::model::ProductId;
use rustc_hash::FxHashSet;
use tantivy::index::SegmentId;

use crate::view::{Segment, View};

/// Bits in a word of [`RowSet`].
const WORD: usize = u64::BITS as usize;

/// A set of products by id. Asked about with one index again and again it remembers which rows the products are, so that
/// only the first time costs a look at ids.
#[derive(Debug, Default)]
pub struct ProductSet {
    id_bits: FxHashSet<u64>,
    /// Rows never change within a segment.
    rows: Mutex<HashMap<(SegmentId, usize), Arc<RowSet>>>,
}

/// Rows of one category of a segment, a bit a row.
#[derive(Debug)]
pub(crate) struct RowSet(Vec<u64>);

impl ProductSet {
    /// How many products there are.
    pub fn len(&self) -> usize {
        self.id_bits.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.id_bits.is_empty()
    }

    /// The rows of one category of a segment that are products of the set; `None` where there are none at all.
    pub(crate) fn rows(&self, view: &View, segment: &Segment, category: usize) -> Option<Arc<RowSet>> {
        if self.is_empty() {
            return None;
        }
        let place = (segment.reader.segment_id(), category);
        let known = self.rows.lock().unwrap_or_else(PoisonError::into_inner).get(&place).map(Arc::clone);
        Some(known.unwrap_or_else(|| {
            let rows = Arc::new(RowSet::of(&self.id_bits, segment, category));
            let mut known = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
            known.retain(|(id, _), _| view.has_segment(*id));
            known.insert(place, Arc::clone(&rows));
            rows
        }))
    }
}

impl FromIterator<ProductId> for ProductSet {
    fn from_iter<I: IntoIterator<Item = ProductId>>(ids: I) -> Self {
        let all: Vec<u64> = ids.into_iter().map(id_bits).collect();
        // From a list, because a set that does not know how many will come grows again and again.
        Self { id_bits: all.into_iter().collect(), rows: Mutex::default() }
    }
}

impl RowSet {
    fn of(products: &FxHashSet<u64>, segment: &Segment, category: usize) -> Self {
        let documents = &segment.columns.blocks[category].documents;
        let mut words = vec![0; documents.len().div_ceil(WORD)];
        let mut ids = [None; WORD];
        for (word, documents) in words.iter_mut().zip(documents.chunks(WORD)) {
            let ids = &mut ids[..documents.len()];
            segment.id_bits.first_vals(documents, ids);
            for (bit, id) in ids.iter().enumerate() {
                *word |= u64::from(id.is_some_and(|id| products.contains(&id))) << bit;
            }
        }
        Self(words)
    }

    pub(crate) fn contains(&self, row: usize) -> bool {
        self.0[row / WORD] >> (row % WORD) & 1 != 0
    }
}

/// The half of a random id that tells products apart in columns.
pub(crate) fn id_bits(id: ProductId) -> u64 {
    id.0.as_u64_pair().1
}
