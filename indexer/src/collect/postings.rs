//! Reads posting lists: whole terms one after the other, or only which of some documents a term has
//! (`intersect_postings`).
//!
//! `intersect_postings` intersects sorted documents with a posting list, which tantivy unpacks a block at a time:
//!
//! 1. Compare lengths. A term with at most [`READ_ALONG_FACTOR`] documents per document sought is read along; a
//!    longer one is sought in.
//! 2. Read along: nearly every block holds a document sought, so no block can be left out. Take the documents up to
//!    the block's last one, append those that both lists have, and go on to the next block.
//! 3. Seek: jump to the block that may hold the next document, without unpacking the blocks between, or move on
//!    within the current block, and compare.
//!
//! Worked example: the documents 5, 900 and 40,000. A term of 40 documents is read along, because 40 ≤ 3 · 16. A
//! term of 50,000 documents is sought in: only the blocks that may hold 5, 900 and 40,000 are unpacked.

use tantivy::{
    DocId,
    index::InvertedIndexReader,
    postings::TermInfo,
    schema::{Field, IndexRecordOption},
};

use super::doc_id_set::gallop_to;
use crate::{interface::Result, storage::view::Segment};

/// A term with more documents than this per document sought is sought in; a shorter one is read along.
const READ_ALONG_FACTOR: usize = 16;

/// Opens the posting lists of terms one after the other, and each field once for a run of its terms.
pub(crate) fn for_each_term(
    terms: &[(Field, TermInfo)],
    segment: &Segment,
    mut visit: impl FnMut(&InvertedIndexReader, Field, &TermInfo) -> Result<()>,
) -> Result<()> {
    for terms in terms.chunk_by(|left, right| left.0 == right.0) {
        let inverted = segment.inverted(terms[0].0)?;
        terms.iter().try_for_each(|(field, info)| visit(inverted, *field, info))?;
    }
    Ok(())
}

/// Returns the documents that are in a term's posting list.
pub(crate) fn intersect_postings(
    inverted: &InvertedIndexReader,
    info: &TermInfo,
    documents: &[DocId],
) -> Result<Vec<DocId>> {
    let mut postings = inverted.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
    let mut found = Vec::new();
    if info.doc_freq as usize <= documents.len().saturating_mul(READ_ALONG_FACTOR) {
        // Nearly every block holds one of the documents: reading along is quicker than seeking.
        let mut rest = documents;
        while let Some(last) = postings.docs().last().filter(|_| !rest.is_empty()) {
            let (now, later) = rest.split_at(gallop_to(rest, last + 1));
            push_common(now, postings.docs(), &mut found);
            rest = later;
            postings.advance();
        }
        return Ok(found);
    }
    let mut at = 0;
    for document in documents {
        match postings.docs().last() {
            None => break,
            Some(last) if last < document => at = postings.seek(*document),
            Some(_) => at += gallop_to(&postings.docs()[at..], *document),
        }
        if postings.docs().get(at) == Some(document) {
            found.push(*document);
        }
    }
    Ok(found)
}

/// Appends the documents of both lists. Both positions advance by arithmetic instead of a branch: the processor
/// cannot predict which of the two goes on.
fn push_common(left: &[DocId], right: &[DocId], found: &mut Vec<DocId>) {
    let (mut at, mut other_at) = (0, 0);
    while let (Some(one), Some(other)) = (left.get(at), right.get(other_at)) {
        if one == other {
            found.push(*one);
        }
        at += usize::from(one <= other);
        other_at += usize::from(other <= one);
    }
}
