//! A snapshot of the index, ready to be searched: the segments of the last commit with their columns, the patches
//! written over them since, and the vocabulary.

use std::{fs::File, sync::Arc};

use domain::model::ProductId;
use rustc_hash::FxHashMap;
use tantivy::{
    DocId, DocSet as _, Searcher, SegmentReader, TERMINATED,
    columnar::{Column, StrColumn},
    fastfield::AliveBitSet,
    index::{InvertedIndexReader, SegmentId},
    postings::TermInfo,
    schema::{
        Field, IndexRecordOption,
        document::{
            DeserializeError, DocumentDeserialize, DocumentDeserializer, ValueDeserialize, ValueDeserializer,
        },
    },
    store::StoreReader,
};
use tantivy_fst::Automaton;

use super::{
    cached_bitsets::CachedBitsets,
    card_codec::CardCodec,
    columns::{Columns, Row},
    frequent_words::FrequentWords,
    letter_words::LetterWords,
    patch_log::{ByteRange, read_range},
    patches::{Patch, Patches},
    schema::{Fields, column, id_term},
    term_cache::TermCache,
    vocabulary::Vocabulary,
};
use crate::{
    config::{SearchConfig, facet_plan::category_index},
    interface::{Result, SearchError},
};

/// Number of unpacked blocks of the doc store cached per segment.
const CACHED_BLOCKS: usize = 32;

/// Minimum number of documents of a segment whose terms are cached.
const MIN_CACHED_DOCUMENTS: u32 = 4_096;

/// A snapshot of the index: a search reads one view from start to end. A view never changes; every batch makes a new
/// one, with or without a commit.
pub(crate) struct View {
    pub(crate) segments: Vec<Segment>,
    pub(crate) vocabulary: Arc<Vocabulary>,
    pub(crate) fields: Fields,
    pub(crate) card_codec: CardCodec,
    /// The patch log, which holds the cards of patched products.
    log: Arc<File>,
    /// Keeps the files of the segments open.
    searcher: Option<Searcher>,
}

/// A segment with everything that queries read of it.
#[derive(Clone)]
pub(crate) struct Segment {
    pub(crate) reader: SegmentReader,
    /// The inverted index of each searched field, which tantivy finds behind a lock. A query looks up a hundred terms.
    inverted: Arc<FxHashMap<Field, Arc<InvertedIndexReader>>>,
    /// Terms that were looked up of late; `None` for a small segment, whose dictionary is as quick.
    term_cache: Option<Arc<TermCache>>,
    pub(crate) columns: Arc<Columns>,
    pub(crate) popularity_key: Column<u64>,
    /// Half of each product's id (`id_bits`).
    id_bits: Column<u64>,
    pub(crate) tokens: Column<u64>,
    pub(crate) names: Option<StrColumn>,
    /// Bitsets of the broad terms, which most of the work is done on.
    pub(crate) cached_bitsets: Arc<CachedBitsets>,
    /// The most frequent words of each short beginning.
    pub(crate) frequent: Arc<FrequentWords>,
    /// The words that may correct a misspelt one.
    letter_words: Arc<LetterWords>,
    fingerprint: Column<u64>,
    /// Positions of the cards that changed since indexing, in the patch log.
    patched_cards: Arc<FxHashMap<DocId, ByteRange>>,
    store: Arc<StoreReader>,
}

/// Address of a product in a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct DocAddress {
    pub(crate) segment: u32,
    pub(crate) document: DocId,
}

/// The only stored field of a document: the encoded `StoredProduct`.
struct StoredBytes(Vec<u8>);

impl View {
    /// Loads the view of a searcher. Segments that are in the previous view too keep their columns.
    pub(crate) fn load(
        searcher: Searcher,
        fields: Fields,
        config: &SearchConfig,
        card_codec: CardCodec,
        previous: Option<&View>,
        patches: &Patches,
    ) -> Result<Self> {
        let mut vocabulary = previous.map_or_else(
            || Arc::new(Vocabulary::new(category_index(domain::model::Category::Other) + 1)),
            |previous| Arc::clone(&previous.vocabulary),
        );
        let mut segments = Vec::with_capacity(searcher.segment_readers().len());
        for reader in searcher.segment_readers() {
            segments.push(match previous.and_then(|previous| previous.segment(reader.segment_id())) {
                Some(segment) => segment.reopen(reader)?,
                None => {
                    let columns = Arc::new(Columns::load(reader, &mut vocabulary, config)?);
                    let mut segment = Segment::open(reader, columns, &fields, config)?;
                    for (id, patch) in patches.iter() {
                        segment.apply_patch(id, patch, &fields, &mut vocabulary, config)?;
                    }
                    segment
                }
            });
        }
        // The largest segment first: ties then go to the segment that holds most of the catalogue.
        segments.sort_by_key(|segment| std::cmp::Reverse(segment.reader.max_doc()));
        Ok(Self {
            segments,
            vocabulary,
            fields,
            card_codec,
            log: Arc::clone(&patches.log.file),
            searcher: Some(searcher),
        })
    }

    /// Returns the same view with some products' patches applied, or with all of them.
    pub(crate) fn with_patches(
        &self,
        ids: Option<&[ProductId]>,
        patches: &Patches,
        config: &SearchConfig,
    ) -> Result<Self> {
        let (mut segments, mut vocabulary) = (self.segments.clone(), Arc::clone(&self.vocabulary));
        let patched: Vec<(ProductId, &Patch)> = match ids {
            Some(ids) => ids.iter().filter_map(|id| Some((*id, patches.of(*id)?))).collect(),
            None => patches.iter().collect(),
        };
        for segment in &mut segments {
            for (id, patch) in &patched {
                segment.apply_patch(*id, patch, &self.fields, &mut vocabulary, config)?;
            }
        }
        let log = Arc::clone(&patches.log.file);
        Ok(Self {
            segments,
            vocabulary,
            fields: self.fields,
            card_codec: self.card_codec.clone(),
            log,
            searcher: self.searcher.clone(),
        })
    }

    pub(crate) fn has_segment(&self, id: SegmentId) -> bool {
        self.segment(id).is_some()
    }

    fn segment(&self, id: SegmentId) -> Option<&Segment> {
        self.segments.iter().find(|segment| segment.reader.segment_id() == id)
    }

    /// Whether the product is in the index with this fingerprint.
    pub(crate) fn has_fingerprint(&self, id: ProductId, fingerprint: u64) -> Result<bool> {
        for segment in &self.segments {
            if let Some(document) = segment.find(id, &self.fields)? {
                return Ok(segment.fingerprint.first(document) == Some(fingerprint));
            }
        }
        Ok(false)
    }

    /// Returns the address of a product, if the view has it.
    pub(crate) fn find(&self, id: ProductId) -> Result<Option<DocAddress>> {
        for (segment_ord, segment) in self.segments.iter().enumerate() {
            if let Some(document) = segment.find(id, &self.fields)? {
                return Ok(Some(DocAddress { segment: segment_ord as u32, document }));
            }
        }
        Ok(None)
    }

    /// Returns the number of products with a patch.
    pub(crate) fn patched_products(&self) -> u64 {
        let count = |segment: &Segment| {
            let alive = segment.alive();
            // The entries of documents that were deleted or indexed again stay.
            let is_alive = |document: &&DocId| alive.is_none_or(|alive| alive.is_alive(**document));
            segment.patched_cards.keys().filter(is_alive).count() as u64
        };
        self.segments.iter().map(count).sum()
    }

    /// Returns the number of products.
    pub(crate) fn documents(&self) -> u64 {
        self.searcher.as_ref().map_or(0, Searcher::num_docs)
    }

    /// Returns the stored bytes of a product.
    pub(crate) fn stored(&self, address: DocAddress) -> Result<Vec<u8>> {
        let segment = &self.segments[address.segment as usize];
        if let Some(range) = segment.patched_cards.get(&address.document) {
            return Ok(self.card_codec.decode(&read_range(&self.log, *range)?)?);
        }
        let StoredBytes(bytes) = segment.store.get(address.document)?;
        Ok(self.card_codec.decode(&bytes)?)
    }

    /// Returns the words of the catalogue that an automaton accepts and that are `wanted`, with the number of
    /// documents that have them: of the words of letters alone that have at least four of them (`letter_words.rs`).
    pub(crate) fn words_accepted_by<A: Automaton>(
        &self,
        automaton: &A,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<FxHashMap<String, u64>>
    where
        A::State: Clone,
    {
        let mut found: FxHashMap<String, u64> = FxHashMap::default();
        for segment in &self.segments {
            segment.letter_words.for_each_accepted(automaton, |word, documents| {
                if wanted(word) {
                    *found.entry(word.to_owned()).or_default() += u64::from(documents);
                }
            });
        }
        Ok(found)
    }

    /// Returns the row of a product in the columns.
    pub(crate) fn row(&self, address: DocAddress) -> Row<'_> {
        self.segments[address.segment as usize].columns.row(address.document)
    }
}

impl Segment {
    fn open(
        reader: &SegmentReader,
        columns: Arc<Columns>,
        fields: &Fields,
        config: &SearchConfig,
    ) -> Result<Self> {
        let fast = reader.fast_fields();
        let mut letter_words = LetterWords::default();
        let listed = config.ranking.limits.prefix_terms;
        let frequent = FrequentWords::load(reader, fields, listed, |word, documents| {
            letter_words.push(word, documents);
        })?;
        let searched = fields.searched().into_iter();
        let inverted = searched.map(|field| -> Result<_> { Ok((field, reader.inverted_index(field)?)) });
        let is_large = reader.max_doc() >= MIN_CACHED_DOCUMENTS;
        Ok(Self {
            term_cache: is_large.then(|| Arc::new(TermCache::new())),
            inverted: Arc::new(inverted.collect::<Result<FxHashMap<_, _>, _>>()?),
            popularity_key: fast.u64(column::POPULARITY_KEY)?,
            id_bits: fast.u64(column::ID_BITS)?,
            tokens: fast.u64(column::TOKENS)?,
            fingerprint: fast.u64(column::FINGERPRINT)?,
            names: fast.str(column::NAME)?,
            store: Arc::new(reader.get_store_reader(CACHED_BLOCKS)?),
            columns,
            cached_bitsets: Arc::new(CachedBitsets::load(reader, fields)?),
            frequent: Arc::new(frequent),
            letter_words: Arc::new(letter_words),
            patched_cards: Arc::default(),
            reader: reader.clone(),
        })
    }

    /// Returns the same segment after a commit that may have deleted some of its documents.
    fn reopen(&self, reader: &SegmentReader) -> Result<Self> {
        if reader.num_deleted_docs() == self.reader.num_deleted_docs() {
            return Ok(self.clone());
        }
        let mut segment = Self { reader: reader.clone(), ..self.clone() };
        Arc::make_mut(&mut segment.columns).mark_deleted(reader);
        Ok(segment)
    }

    /// Returns the inverted index of a searched field.
    pub(crate) fn inverted(&self, field: Field) -> Result<&InvertedIndexReader> {
        let inverted = self.inverted.get(&field).map(Arc::as_ref);
        inverted.ok_or_else(|| SearchError::Unreadable("a field has no inverted index".into()))
    }

    /// Returns the dictionary's entry of a term, if it has one.
    pub(crate) fn term(&self, field: Field, term: &str) -> Result<Option<TermInfo>> {
        let read = || -> Result<Option<TermInfo>> { Ok(self.inverted(field)?.terms().get(term.as_bytes())?) };
        match &self.term_cache {
            Some(cache) => cache.get_or_read(field, term, read),
            None => read(),
        }
    }

    /// Returns the document of a product, if the segment has it alive.
    fn find(&self, id: ProductId, fields: &Fields) -> Result<Option<DocId>> {
        let inverted = self.inverted(fields.id)?;
        let Some(mut postings) = inverted.read_postings(&id_term(fields, id), IndexRecordOption::Basic)?
        else {
            return Ok(None);
        };
        let mut document = postings.doc();
        while document != TERMINATED && self.alive().is_some_and(|alive| alive.is_deleted(document)) {
            document = postings.advance();
        }
        Ok((document != TERMINATED).then_some(document))
    }

    /// Applies a patch to a product, if the segment has it.
    fn apply_patch(
        &mut self,
        id: ProductId,
        patch: &Patch,
        fields: &Fields,
        vocabulary: &mut Arc<Vocabulary>,
        config: &SearchConfig,
    ) -> Result<()> {
        if let Some(document) = self.find(id, fields)? {
            let values = patch.values(vocabulary, config);
            Arc::make_mut(&mut self.columns).set(document, values);
            Arc::make_mut(&mut self.patched_cards).insert(document, patch.range);
        }
        Ok(())
    }

    /// Returns the products of a category's rows, in their order, each by the half of its id that
    /// the column `id_bits` holds.
    pub(crate) fn products_of(&self, category: usize) -> Vec<u64> {
        let documents = &self.columns.tables[category].documents;
        let mut products = vec![None; documents.len()];
        self.id_bits.first_vals(documents, &mut products);
        products.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Returns the half of a product's id that the column `id_bits` holds.
    pub(crate) fn product_of(&self, document: DocId) -> u64 {
        self.id_bits.first(document).unwrap_or_default()
    }

    /// Returns the position of a product's name among the segment's names in order.
    pub(crate) fn name_ordinal(&self, document: DocId) -> u32 {
        let ordinal = self.names.as_ref().and_then(|names| names.ords().first(document));
        u32::try_from(ordinal.unwrap_or_default()).unwrap_or(u32::MAX)
    }

    /// Returns the most popular product that is alive.
    pub(crate) fn first_alive(&self) -> Option<DocId> {
        let alive = self.alive();
        (0..self.reader.max_doc()).find(|document| alive.is_none_or(|alive| alive.is_alive(*document)))
    }

    /// Returns the documents that have not been replaced or deleted; `None` when all are alive.
    pub(crate) fn alive(&self) -> Option<&AliveBitSet> {
        self.reader.alive_bitset()
    }
}

impl DocumentDeserialize for StoredBytes {
    fn deserialize<'de, D: DocumentDeserializer<'de>>(mut document: D) -> Result<Self, DeserializeError> {
        let field = document.next_field::<Self>()?;
        field.map(|(_, bytes)| bytes).ok_or_else(|| DeserializeError::custom("a product has no stored card"))
    }
}

impl ValueDeserialize for StoredBytes {
    fn deserialize<'de, D: ValueDeserializer<'de>>(value: D) -> Result<Self, DeserializeError> {
        value.deserialize_bytes().map(Self)
    }
}
