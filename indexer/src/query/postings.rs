//! Reading terms' postings: one after the other, or only which of some documents are in them.

use tantivy::{
    DocId,
    index::InvertedIndexReader,
    postings::TermInfo,
    schema::{Field, IndexRecordOption},
};

use super::sets::behind;
use crate::{SearchError, view::Segment};

/// Postings of more documents than so many for each that is looked for are sought in, others gone along.
const SPARSE: usize = 16;

/// Opens the postings of terms one after the other, each field only once in a row.
pub(crate) fn each_term(
    terms: &[(Field, TermInfo)],
    segment: &Segment,
    mut take: impl FnMut(&InvertedIndexReader, Field, &TermInfo) -> Result<(), SearchError>,
) -> Result<(), SearchError> {
    for terms in terms.chunk_by(|left, right| left.0 == right.0) {
        let inverted = segment.reader.inverted_index(terms[0].0)?;
        terms.iter().try_for_each(|(field, info)| take(&inverted, *field, info))?;
    }
    Ok(())
}

/// Which of the documents are in a term's postings.
pub(crate) fn sought(
    inverted: &InvertedIndexReader,
    info: &TermInfo,
    documents: &[DocId],
) -> Result<Vec<DocId>, SearchError> {
    let mut postings = inverted.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
    let mut found = Vec::new();
    if info.doc_freq as usize <= documents.len().saturating_mul(SPARSE) {
        // Nearly every block holds one of them: then going along is quicker than seeking.
        let mut rest = documents;
        while let Some(last) = postings.docs().last().filter(|_| !rest.is_empty()) {
            let (now, later) = rest.split_at(behind(rest, last + 1));
            push_shared(now, postings.docs(), &mut found);
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
            Some(_) => at += behind(&postings.docs()[at..], *document),
        }
        if postings.docs().get(at) == Some(document) {
            found.push(*document);
        }
    }
    Ok(found)
}

/// Appends what is in both lists, going along both at once: which of them goes on cannot be guessed, so it is reckoned.
fn push_shared(left: &[DocId], right: &[DocId], found: &mut Vec<DocId>) {
    let (mut at, mut other_at) = (0, 0);
    while let (Some(one), Some(other)) = (left.get(at), right.get(other_at)) {
        if one == other {
            found.push(*one);
        }
        at += usize::from(one <= other);
        other_at += usize::from(other <= one);
    }
}
