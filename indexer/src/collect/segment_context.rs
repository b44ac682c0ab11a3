//! The segment that a clause or a document is evaluated in.

use tantivy::DocId;

use crate::storage::view::Segment;

/// A segment, with its index in the view that it belongs to.
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
