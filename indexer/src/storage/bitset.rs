//! Bitset over the documents of one segment: a million documents are 125 KB, which the processor ANDs and ORs in
//! microseconds.

use tantivy::DocId;

/// Sets of less than this part of a segment are lists: lists are quicker to walk, and to look up one by one.
pub(crate) const BITSET_FRACTION: u32 = 64;

/// A bit for every document of a segment.
#[derive(Debug, Clone)]
pub(crate) struct Bitset {
    words: Vec<u64>,
}

impl Bitset {
    /// Returns an empty set for a segment of `end` documents.
    pub(crate) fn new(end: DocId) -> Self {
        Self { words: vec![0; (end as usize).div_ceil(64)] }
    }

    pub(crate) fn insert(&mut self, document: DocId) {
        self.words[document as usize / 64] |= 1 << (document % 64);
    }

    pub(crate) fn contains(&self, document: DocId) -> bool {
        self.words[document as usize / 64] & (1 << (document % 64)) != 0
    }

    pub(crate) fn union_with(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    pub(crate) fn intersect_with(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    pub(crate) fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// ORs the part of the set from document `from` on into `bits`, which begin there. `from` is the first document
    /// of a word.
    pub(crate) fn union_part(&self, from: DocId, bits: &mut [u64]) {
        let part = self.words.get(from as usize / 64..).unwrap_or_default();
        bits.iter_mut().zip(part).for_each(|(word, other)| *word |= other);
    }

    /// Returns the documents in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = DocId> + '_ {
        documents(&self.words)
    }
}

/// Returns the positions of the set bits, in ascending order.
pub(crate) fn documents(words: &[u64]) -> impl Iterator<Item = DocId> + '_ {
    words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(|(index, word)| {
        let first = (index * 64) as DocId;
        let mut word = *word;
        std::iter::from_fn(move || {
            let next = (word != 0).then(|| first + word.trailing_zeros());
            word &= word.wrapping_sub(1);
            next
        })
    })
}
