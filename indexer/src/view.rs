//! One committed state of the index, ready to be searched: segments with their columns, and the vocabulary.

use std::sync::Arc;

use tantivy::{
    DocId, Searcher, SegmentReader, TantivyDocument,
    columnar::{Column, StrColumn},
    fastfield::AliveBitSet,
    index::SegmentId,
    schema::{OwnedValue, Value},
    store::StoreReader,
};

use crate::{
    SearchConfig, SearchError,
    columns::Columns,
    facet_plan::category_index,
    schema::{Fields, column},
    vocabulary::Vocabulary,
};

/// Blocks of cards kept unpacked for each segment.
const CACHED_BLOCKS: usize = 32;

/// A state of the index. Never changes; a commit makes a new one.
pub(crate) struct View {
    pub(crate) segments: Vec<Segment>,
    pub(crate) vocabulary: Arc<Vocabulary>,
    pub(crate) fields: Fields,
    /// Holds the files of the segments open.
    searcher: Option<Searcher>,
}

/// A segment with everything that queries read of it.
pub(crate) struct Segment {
    pub(crate) reader: SegmentReader,
    pub(crate) columns: Arc<Columns>,
    pub(crate) order: Column<u64>,
    pub(crate) id_bits: Column<u64>,
    pub(crate) tokens: Column<u64>,
    pub(crate) names: Option<StrColumn>,
    store: StoreReader,
}

/// A product's place in a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) segment: u32,
    pub(crate) document: DocId,
}

impl View {
    /// The view of a searcher; columns of segments that the view before had too are taken over.
    pub(crate) fn load(
        searcher: Searcher,
        fields: Fields,
        config: &SearchConfig,
        before: Option<&View>,
    ) -> Result<Self, SearchError> {
        let mut vocabulary = before.map_or_else(
            || Arc::new(Vocabulary::new(category_index(domain::model::Category::Other) + 1)),
            |before| Arc::clone(&before.vocabulary),
        );
        let mut segments = Vec::with_capacity(searcher.segment_readers().len());
        for reader in searcher.segment_readers() {
            let known = before.and_then(|before| before.columns_of(reader.segment_id()));
            let columns = match known {
                Some(columns) => columns,
                None => Arc::new(Columns::load(reader, &mut vocabulary, config)?),
            };
            segments.push(Segment::open(reader, columns)?);
        }
        // The largest first: ties then go to the segment that holds most of the catalogue.
        segments.sort_by_key(|segment| std::cmp::Reverse(segment.reader.max_doc()));
        Ok(Self { segments, vocabulary, fields, searcher: Some(searcher) })
    }

    fn columns_of(&self, id: SegmentId) -> Option<Arc<Columns>> {
        self.segments
            .iter()
            .find(|segment| segment.reader.segment_id() == id)
            .map(|segment| Arc::clone(&segment.columns))
    }

    /// How many products there are.
    pub(crate) fn documents(&self) -> u64 {
        self.searcher.as_ref().map_or(0, Searcher::num_docs)
    }

    /// The stored bytes of a product.
    pub(crate) fn stored(&self, place: Place) -> Result<Vec<u8>, SearchError> {
        let segment = &self.segments[place.segment as usize];
        let document: TantivyDocument = segment.store.get(place.document)?;
        match document.get_first(self.fields.stored).map(|value| OwnedValue::from(value.as_value())) {
            Some(OwnedValue::Bytes(bytes)) => Ok(bytes),
            _ => Err(SearchError::Unreadable("a product has no stored card".into())),
        }
    }
}

impl Segment {
    fn open(reader: &SegmentReader, columns: Arc<Columns>) -> Result<Self, SearchError> {
        let fast = reader.fast_fields();
        Ok(Self {
            order: fast.u64(column::ORDER)?,
            id_bits: fast.u64(column::ID_BITS)?,
            tokens: fast.u64(column::TOKENS)?,
            names: fast.str(column::NAME)?,
            store: reader.get_store_reader(CACHED_BLOCKS)?,
            columns,
            reader: reader.clone(),
        })
    }

    /// Which documents have not been replaced or deleted; `None` when all are alive.
    pub(crate) fn alive(&self) -> Option<&AliveBitSet> {
        self.reader.alive_bitset()
    }
}
