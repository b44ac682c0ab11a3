//! Broad terms: terms of many products are kept as a bitset in each segment, because unpacking their posting lists
//! costs more than everything else about a query.

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use tantivy::{
    SegmentReader,
    index::InvertedIndexReader,
    postings::TermInfo,
    schema::{Field, IndexRecordOption},
};

use super::{bitset::BITSET_FRACTION, schema::Fields};
use crate::interface::Result;

/// Smaller segments have no bitsets: their posting lists are short enough.
const MIN_SEGMENT_DOCUMENTS: u32 = 4_096;
/// Maximum number of terms kept per segment, the broadest ones; each costs an eighth of a byte per product.
const MAX_TERMS: usize = 192;

/// The broad terms of one segment.
#[derive(Debug, Default)]
pub(crate) struct CachedBitsets(FxHashMap<(Field, usize), Arc<FixedBitSet>>);

impl CachedBitsets {
    /// Finds the broad terms in a segment's dictionaries and unpacks them.
    pub(crate) fn load(reader: &SegmentReader, fields: &Fields) -> Result<Self> {
        let end = reader.max_doc();
        if end < MIN_SEGMENT_DOCUMENTS {
            return Ok(Self::default());
        }
        let mut found: Vec<(Field, TermInfo)> = Vec::new();
        for field in [fields.word, fields.form, fields.edge, fields.filter] {
            let inverted = reader.inverted_index(field)?;
            let mut stream = inverted.terms().stream()?;
            while stream.advance() {
                if stream.value().doc_freq > end / BITSET_FRACTION {
                    found.push((field, stream.value().clone()));
                }
            }
        }
        found.sort_by_key(|(_, info)| std::cmp::Reverse(info.doc_freq));
        found.truncate(MAX_TERMS);
        let mut broad = FxHashMap::default();
        for (field, info) in found {
            let mut bits = FixedBitSet::with_capacity(end as usize);
            for_each_block(&*reader.inverted_index(field)?, &info, |block| {
                block.iter().for_each(|document| bits.insert(*document as usize));
            })?;
            broad.insert((field, info.postings_range.start), Arc::new(bits));
        }
        Ok(Self(broad))
    }

    /// Returns all documents of a term, if it is a broad one.
    pub(crate) fn get(&self, field: Field, info: &TermInfo) -> Option<&Arc<FixedBitSet>> {
        self.0.get(&(field, info.postings_range.start))
    }
}

/// Unpacks a term's documents, a block at a time.
pub(crate) fn for_each_block(
    inverted: &InvertedIndexReader,
    info: &TermInfo,
    mut visit: impl FnMut(&[u32]),
) -> Result<()> {
    let mut postings = inverted.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
    while !postings.docs().is_empty() {
        visit(postings.docs());
        postings.advance();
    }
    Ok(())
}
