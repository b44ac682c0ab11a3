//! Bitsets over the documents of one segment: a million documents are 125 KB, which the processor ANDs and ORs in
//! microseconds.

use fixedbitset::Block;
use tantivy::DocId;

/// Sets of less than this part of a segment are lists: lists are quicker to walk, and to look up one by one.
pub(crate) const BITSET_FRACTION: u32 = 64;

/// Returns the positions of the set bits, in ascending order. `FixedBitSet::ones` counts them as fast, but lists them
/// slower: 16,000 of a million documents take 64 µs instead of 25, and 500,000 take 720 µs instead of 560.
pub(crate) fn documents(words: &[Block]) -> impl Iterator<Item = DocId> + '_ {
    words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(|(index, word)| {
        let first = index as DocId * Block::BITS;
        let mut word = *word;
        std::iter::from_fn(move || {
            let next = (word != 0).then(|| first + word.trailing_zeros());
            word &= word.wrapping_sub(1);
            next
        })
    })
}
