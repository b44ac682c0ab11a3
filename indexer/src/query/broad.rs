//! Broad terms: terms of many products are kept as a bitset in each segment, because unpacking their posting lists
//! costs more than everything else about a query.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tantivy::{
    SegmentReader,
    index::InvertedIndexReader,
    postings::TermInfo,
    schema::{Field, IndexRecordOption},
};

use super::{bits::Bits, sets::LIST_PART};
use crate::{SearchError, schema::Fields};

/// Smaller segments have no bitsets: their posting lists are short enough.
const SMALLEST_SEGMENT: u32 = 4_096;
/// Maximum number of terms kept per segment, the broadest ones; each costs an eighth of a byte per product.
const MOST: usize = 192;

/// The broad terms of one segment.
#[derive(Debug, Default)]
pub(crate) struct Broad(FxHashMap<(Field, usize), Arc<Bits>>);

impl Broad {
    /// Finds the broad terms in a segment's dictionaries and unpacks them.
    pub(crate) fn load(reader: &SegmentReader, fields: &Fields) -> Result<Self, SearchError> {
        let end = reader.max_doc();
        if end < SMALLEST_SEGMENT {
            return Ok(Self::default());
        }
        let mut found: Vec<(Field, TermInfo)> = Vec::new();
        for field in [fields.word, fields.form, fields.edge, fields.filter] {
            let inverted = reader.inverted_index(field)?;
            let mut stream = inverted.terms().stream()?;
            while stream.advance() {
                if stream.value().doc_freq > end / LIST_PART {
                    found.push((field, stream.value().clone()));
                }
            }
        }
        found.sort_by_key(|(_, info)| std::cmp::Reverse(info.doc_freq));
        found.truncate(MOST);
        let mut broad = FxHashMap::default();
        for (field, info) in found {
            let mut bits = Bits::new(end);
            each_block(&*reader.inverted_index(field)?, &info, |block| {
                block.iter().for_each(|document| bits.insert(*document));
            })?;
            broad.insert((field, info.postings_range.start), Arc::new(bits));
        }
        Ok(Self(broad))
    }

    /// Returns all documents of a term, if it is a broad one.
    pub(crate) fn get(&self, field: Field, info: &TermInfo) -> Option<&Arc<Bits>> {
        self.0.get(&(field, info.postings_range.start))
    }
}

/// Unpacks a term's documents, a block at a time.
pub(crate) fn each_block(
    inverted: &InvertedIndexReader,
    info: &TermInfo,
    mut take: impl FnMut(&[u32]),
) -> Result<(), SearchError> {
    let mut postings = inverted.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
    while !postings.docs().is_empty() {
        take(postings.docs());
        postings.advance();
    }
    Ok(())
}
