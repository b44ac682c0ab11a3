//! Columns in memory with everything that filters, counts and orders read of a product: category by category, most
//! popular first.
//!
//! A page of one category reads its columns from end to end. A changed price is written over the old one without
//! touching the text index.

use std::sync::Arc;

use domain::model::Fils;
use tantivy::{DocId, SegmentReader};

use super::{
    chip_performance::ChipPerformance,
    fact_columns::FactColumns,
    mutable_columns::{DEAD, HAS_OFFER, IN_STOCK, MutableColumns, MutableValues},
    prices::SortedPrices,
    schema::column,
    vocabulary::{DecodedFact, NO_VALUE, Vocabulary},
};
use crate::{
    config::{SearchConfig, facet_plan::MAX_SLOTS},
    interface::Result,
};

/// Low bits of an entry of `Columns::row_locations`: the row within the category. The high bits are the category.
const ROW_BITS: u32 = 27;
const ROW_MASK: u32 = (1 << ROW_BITS) - 1;
/// Number of categories that the five bits of `column::PACKED_VALUES` can name.
const MAX_CATEGORIES: usize = 32;

/// The rows of one segment.
#[derive(Debug, Clone)]
pub(crate) struct Columns {
    /// By category number.
    pub(crate) tables: Vec<CategoryTable>,
    /// By document: category and row, packed.
    row_locations: Arc<[u32]>,
    /// Number of deleted documents when `DEAD` was last written.
    deleted: u32,
}

/// The rows of one category, in the order of the documents.
#[derive(Debug, Clone, Default)]
pub(crate) struct CategoryTable {
    pub(crate) documents: Arc<[DocId]>,
    pub(crate) brands: Arc<[u16]>,
    pub(crate) facts: Arc<FactColumns>,
    /// By row; empty where no product of the category has a known chip.
    performance: Arc<[ChipPerformance]>,
    /// The rows of each brand, one brand after the other, and the index at which each brand's rows begin.
    by_brand: Arc<(Vec<u32>, Vec<u32>)>,
    pub(crate) mutable: Arc<MutableColumns>,
}

/// One product's row, as filters and predicates see it.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) category: u8,
    table: &'a CategoryTable,
    index: usize,
}

impl Row<'_> {
    pub(crate) fn has_offer(&self) -> bool {
        self.flags() & HAS_OFFER != 0
    }

    pub(crate) fn is_in_stock(&self) -> bool {
        self.flags() & IN_STOCK != 0
    }

    pub(crate) fn brand(&self) -> u16 {
        self.table.brands[self.index]
    }

    /// Returns the price of the cheapest offer, in fils; `None` for a product without an offer.
    pub(crate) fn price(&self) -> Option<Fils> {
        self.has_offer().then(|| Fils(i64::from(self.table.mutable.prices[self.index])))
    }

    /// Returns the number of the value set in a slot.
    pub(crate) fn slot(&self, slot: u8) -> u16 {
        let column = self.table.facts.column(usize::from(slot));
        column.map_or(NO_VALUE, |(column, position)| {
            column.value_set_of(column.combinations[self.index], position)
        })
    }

    /// Returns the performance of the product's chip.
    pub(crate) fn performance(&self) -> ChipPerformance {
        self.table.performance(self.index)
    }

    fn flags(&self) -> u8 {
        self.table.mutable.flags[self.index]
    }
}

impl Columns {
    /// Reads the columns of a segment; brands, retailers and fact values that are new go into the vocabulary.
    pub(crate) fn load(
        reader: &SegmentReader,
        vocabulary: &mut Arc<Vocabulary>,
        config: &SearchConfig,
    ) -> Result<Self> {
        let packed_values = reader.fast_fields().u64(column::PACKED_VALUES)?;
        let delivered = reader.fast_fields().u64(column::DELIVERED)?;
        // A segment in which no product has a known chip has no such column.
        let performance = reader.fast_fields().column_opt::<u64>(column::PERFORMANCE)?;
        let facets = &config.facets;
        let mut builders: Vec<CategoryTableBuilder> = (0..MAX_CATEGORIES)
            .map(|category| {
                CategoryTableBuilder::new(facets.slots(category).len(), facets.counted_slots(category))
            })
            .collect();
        let mut row_locations = Vec::with_capacity(reader.max_doc() as usize);
        for document in 0..reader.max_doc() {
            let (values, category) = MutableValues::unpack(
                packed_values.first(document).unwrap_or_default(),
                delivered.first(document).unwrap_or_default() as u32,
            );
            row_locations.push((category as u32) << ROW_BITS | builders[category].documents.len() as u32);
            builders[category].push(document, values);
            if let Some(packed) = performance.as_ref().and_then(|column| column.first(document)) {
                builders[category].set_performance(ChipPerformance::unpack(packed));
            }
        }
        if let Some(column) = reader.fast_fields().str(column::FACTS)? {
            let facts = decode_facts(&column, vocabulary, config)?;
            for (document, location) in row_locations.iter().enumerate() {
                let (builder, row) =
                    (&mut builders[(location >> ROW_BITS) as usize], (location & ROW_MASK) as usize);
                for ordinal in column.term_ords(document as DocId) {
                    builder
                        .set_fact(row, facts.get(ordinal as usize).copied().unwrap_or(DecodedFact::Unknown));
                }
            }
        }
        let tables = builders.into_iter().map(CategoryTableBuilder::build).collect();
        let mut columns = Self { tables, row_locations: row_locations.into(), deleted: 0 };
        columns.mark_deleted(reader);
        Ok(columns)
    }

    /// Marks the documents that were deleted since as dead.
    pub(crate) fn mark_deleted(&mut self, reader: &SegmentReader) {
        let Some(alive) = reader.alive_bitset().filter(|_| reader.num_deleted_docs() != self.deleted) else {
            return;
        };
        self.deleted = reader.num_deleted_docs();
        for document in (0..reader.max_doc()).filter(|document| alive.is_deleted(*document)) {
            self.set(document, MutableValues { flags: DEAD, ..MutableValues::default() });
        }
    }

    /// Writes a product's new values over its old ones; a dead row stays dead.
    pub(crate) fn set(&mut self, document: DocId, values: MutableValues) {
        let (category, row) = self.locate(document);
        let mutable = Arc::make_mut(&mut self.tables[category].mutable);
        if mutable.flags[row] & DEAD == 0 {
            mutable.set(row, values);
        }
    }

    /// Returns a product's category and its row in that category.
    pub(crate) fn locate(&self, document: DocId) -> (usize, usize) {
        let location = self.row_locations[document as usize];
        ((location >> ROW_BITS) as usize, (location & ROW_MASK) as usize)
    }

    /// Returns a product's row.
    pub(crate) fn row(&self, document: DocId) -> Row<'_> {
        let (category, index) = self.locate(document);
        Row { category: category as u8, table: &self.tables[category], index }
    }
}

impl CategoryTable {
    pub(crate) fn len(&self) -> usize {
        self.documents.len()
    }

    /// Returns the performance of a row's chip.
    pub(crate) fn performance(&self, row: usize) -> ChipPerformance {
        self.performance.get(row).copied().unwrap_or_default()
    }

    /// Returns the rows of one brand, ascending.
    pub(crate) fn of_brand(&self, brand: u16) -> &[u32] {
        let (rows, starts) = &*self.by_brand;
        let brand = usize::from(brand);
        match (starts.get(brand), starts.get(brand + 1)) {
            (Some(start), Some(end)) => &rows[*start as usize..*end as usize],
            _ => &[],
        }
    }
}

/// The rows of one category while they are being read.
struct CategoryTableBuilder {
    documents: Vec<DocId>,
    brands: Vec<u16>,
    slots: Vec<Vec<u16>>,
    /// Up to the last row with a known chip.
    performance: Vec<ChipPerformance>,
    /// Number of slots whose facets pages show, with counts; they come first.
    counted: usize,
    mutable: MutableColumns,
}

impl CategoryTableBuilder {
    fn new(slots: usize, counted: usize) -> Self {
        Self {
            documents: Vec::new(),
            brands: Vec::new(),
            slots: vec![Vec::new(); slots.min(MAX_SLOTS)],
            performance: Vec::new(),
            counted,
            mutable: MutableColumns::default(),
        }
    }

    fn push(&mut self, document: DocId, values: MutableValues) {
        self.documents.push(document);
        self.brands.push(NO_VALUE);
        self.slots.iter_mut().for_each(|slot| slot.push(NO_VALUE));
        self.mutable.prices.push(values.price);
        self.mutable.delivered.push(values.delivered);
        self.mutable.drop_basis_points.push(values.drop_basis_points);
        self.mutable.flags.push(values.packed_flags());
        self.mutable.ratings.push(values.rating);
    }

    /// Sets the performance of the row that was pushed last.
    fn set_performance(&mut self, performance: ChipPerformance) {
        self.performance.resize(self.documents.len().saturating_sub(1), ChipPerformance::default());
        self.performance.push(performance);
    }

    fn set_fact(&mut self, row: usize, fact: DecodedFact) {
        match fact {
            DecodedFact::Brand(brand) => self.brands[row] = brand,
            DecodedFact::Retailer(retailer) => {
                self.mutable.add_retailer(row, retailer);
            }
            DecodedFact::Slot { slot, set } => {
                if let Some(slot) = self.slots.get_mut(usize::from(slot)) {
                    slot[row] = set;
                }
            }
            DecodedFact::Unknown => {}
        }
    }

    fn build(mut self) -> CategoryTable {
        let mutable = &mut self.mutable;
        let with = |bit: u8| {
            mutable
                .prices
                .iter()
                .zip(&mutable.flags)
                .filter(move |(_, flags)| **flags & bit == bit)
                .map(|(price, _)| *price)
                .collect()
        };
        let (offered_prices, in_stock_prices) = (with(HAS_OFFER), with(HAS_OFFER | IN_STOCK));
        (mutable.offered_prices, mutable.in_stock_prices) =
            (SortedPrices::new(offered_prices), SortedPrices::new(in_stock_prices));
        mutable.alive_rows = mutable.prices.len() as u32;
        mutable.prices.shrink_to_fit();
        mutable.delivered.shrink_to_fit();
        mutable.drop_basis_points.shrink_to_fit();
        mutable.flags.shrink_to_fit();
        mutable.ratings.shrink_to_fit();
        CategoryTable {
            by_brand: Arc::new(group_by_brand(&self.brands)),
            documents: self.documents.into(),
            brands: self.brands.into(),
            facts: Arc::new(FactColumns::of(&self.slots, self.counted)),
            performance: self.performance.into(),
            mutable: Arc::new(self.mutable),
        }
    }
}

/// Returns the rows ordered by brand, and the index at which each brand's rows begin.
fn group_by_brand(brands: &[u16]) -> (Vec<u32>, Vec<u32>) {
    let largest = brands.iter().copied().max().map_or(0, usize::from);
    let mut starts = vec![0_u32; largest + 2];
    brands.iter().for_each(|brand| starts[usize::from(*brand) + 1] += 1);
    for brand in 1..starts.len() {
        starts[brand] += starts[brand - 1];
    }
    let mut next = starts.clone();
    let mut rows = vec![0_u32; brands.len()];
    for (row, brand) in brands.iter().enumerate() {
        let next = &mut next[usize::from(*brand)];
        rows[*next as usize] = row as u32;
        *next += 1;
    }
    (rows, starts)
}

/// Returns the meaning of each ordinal of the segment's own dictionary.
fn decode_facts(
    column: &tantivy::columnar::StrColumn,
    vocabulary: &mut Arc<Vocabulary>,
    config: &SearchConfig,
) -> Result<Vec<DecodedFact>> {
    let mut facts = Vec::with_capacity(column.num_terms());
    let mut stream = column.dictionary().stream()?;
    while stream.advance() {
        let Ok(text) = std::str::from_utf8(stream.key()) else {
            facts.push(DecodedFact::Unknown);
            continue;
        };
        let fact = match vocabulary.lookup(text) {
            Some(fact) => fact,
            None => Arc::make_mut(vocabulary).intern(text, &config.facets, &config.lexicon),
        };
        facts.push(fact);
    }
    Ok(facts)
}
