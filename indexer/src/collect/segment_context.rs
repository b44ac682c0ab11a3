//! The segment that a clause or a document is evaluated in.

use tantivy::DocId;

use crate::storage::view::Segment;

/// A segment, with its place in the view that it belongs to.
#[derive(Clone, Copy)]
pub(super) struct SegmentContext<'a> {
    pub(super) segment: &'a Segment,
    /// The segment's position in [`View::segments`](crate::storage::view::View), tantivy's segment ordinal.
    pub(super) segment_ord: usize,
}

impl SegmentContext<'_> {
    /// Returns the first document id behind those of the segment.
    pub(super) fn end(self) -> DocId {
        self.segment.reader.max_doc()
    }
}
