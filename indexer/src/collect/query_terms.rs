//! The words that a query asks for, as hashes.

use rustc_hash::FxHashSet;

/// The bits of a word's hash in a token of a product.
pub(super) const HASH_BITS: u32 = 0x000f_ffff;
/// Set on a product's words that the query asks for, beside the flags of `token_flag`.
pub(super) const IN_QUERY: u32 = 1 << 31;

/// A few hashes out of a million. For nearly every word of a product one bit already tells that it is none of them.
pub(crate) struct QueryTerms {
    bits: [u64; Self::BUCKETS],
    hashes: FxHashSet<u32>,
}

impl QueryTerms {
    const BUCKETS: usize = 64;

    pub(crate) fn of(hashes: impl Iterator<Item = u32>) -> Self {
        let mut terms = Self { bits: [0; Self::BUCKETS], hashes: hashes.collect() };
        for hash in &terms.hashes {
            terms.bits[Self::bucket(*hash)] |= 1 << (hash % 64);
        }
        terms
    }

    fn bucket(hash: u32) -> usize {
        (hash / 64) as usize % Self::BUCKETS
    }

    pub(crate) fn contains(&self, hash: u32) -> bool {
        self.bits[Self::bucket(hash)] & (1 << (hash % 64)) != 0 && self.hashes.contains(&hash)
    }
}
