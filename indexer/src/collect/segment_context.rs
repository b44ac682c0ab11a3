//! The segment in which clauses are evaluated.

use tantivy::DocId;

use crate::storage::view::Segment;

/// The segment in which documents are evaluated.
#[derive(Clone, Copy)]
pub(super) struct SegmentContext<'a> {
    pub(super) segment: &'a Segment,
    /// Index of the segment in its view.
    pub(super) index: usize,
}

impl SegmentContext<'_> {
    pub(super) fn end(self) -> DocId {
        self.segment.reader.max_doc()
    }
}
