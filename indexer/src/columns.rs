//! Columns in memory with everything that filters, counts and orders read of a product: category by category, most
//! popular first.
//!
//! A page of one category reads its columns from end to end. A changed price is written over the old one without
//! touching the text index.

use std::sync::Arc;

use domain::model::Fils;
use tantivy::{DocId, SegmentReader};

use crate::{
    SearchConfig, SearchError,
    entry::number_bits,
    facet_plan::SLOTS,
    fact_columns::FactColumns,
    prices::Prices,
    schema::column,
    vocabulary::{Fact, NONE, Vocabulary},
};

pub(crate) const SOLD: u8 = 1;
pub(crate) const IN_STOCK: u8 = 2;
pub(crate) const TABBY: u8 = 4;
/// The product was replaced or deleted; every search skips it.
pub(crate) const DEAD: u8 = 8;

/// Whole stars, 0 to 5, stand above the flags, from this bit on.
pub(crate) const STARS_SHIFT: u32 = 4;

/// Low bits of an entry of `Columns::places`: the row within the category. The high bits are the category.
const ROW_BITS: u32 = 27;
const ROW_MASK: u32 = (1 << ROW_BITS) - 1;
/// Number of categories that the five bits of `numbers` can name.
const CATEGORIES: usize = 32;

/// The rows of one segment.
#[derive(Debug, Clone)]
pub(crate) struct Columns {
    /// By category number.
    pub(crate) blocks: Vec<Block>,
    /// By document: category and row, packed.
    places: Arc<[u32]>,
    /// Number of deleted documents when `DEAD` was last written.
    deleted: u32,
}

/// The rows of one category, in the order of the documents.
#[derive(Debug, Clone, Default)]
pub(crate) struct Block {
    pub(crate) documents: Arc<[DocId]>,
    pub(crate) brands: Arc<[u16]>,
    pub(crate) facts: Arc<FactColumns>,
    /// The rows of each brand, one brand after the other, and the index at which each brand's rows begin.
    by_brand: Arc<(Vec<u32>, Vec<u32>)>,
    pub(crate) live: Arc<Live>,
}

/// Values that change without the text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Live {
    /// In fils; meaningless for a product that nobody sells.
    pub(crate) prices: Vec<u32>,
    /// Price with delivery, in fils.
    pub(crate) delivered: Vec<u32>,
    pub(crate) drops: Vec<u16>,
    /// The flags, and whole stars above them: one byte for everything that these facets count.
    pub(crate) flags: Vec<u8>,
    /// Stars times 50.
    pub(crate) ratings: Vec<u8>,
    /// Bits of the retailers that sell the product: a column for eight retailers, as many columns as are needed.
    pub(crate) shops: Vec<Vec<u8>>,
    /// Sorted prices of the products that are sold, and of those in stock: counts by price need no pass over the
    /// rows.
    pub(crate) sold: Prices,
    pub(crate) stocked: Prices,
    /// Number of rows that are not dead.
    pub(crate) alive: u32,
}

/// One product's values in `Live`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Values {
    pub(crate) price: u32,
    pub(crate) delivered: u32,
    pub(crate) drop: u16,
    pub(crate) flags: u8,
    pub(crate) rating: u8,
    pub(crate) shops: u64,
}

/// One product's row, as filters and readings see it.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) category: u8,
    block: &'a Block,
    index: usize,
}

impl Row<'_> {
    pub(crate) fn is_sold(&self) -> bool {
        self.flags() & SOLD != 0
    }

    pub(crate) fn is_in_stock(&self) -> bool {
        self.flags() & IN_STOCK != 0
    }

    pub(crate) fn brand(&self) -> u16 {
        self.block.brands[self.index]
    }

    /// Returns the price of the best offer, in fils; `None` when nobody sells the product.
    pub(crate) fn price(&self) -> Option<Fils> {
        self.is_sold().then(|| Fils(i64::from(self.block.live.prices[self.index])))
    }

    /// Returns the number of the set of values in a slot.
    pub(crate) fn slot(&self, slot: u8) -> u16 {
        let column = self.block.facts.column(usize::from(slot));
        column.map_or(NONE, |(column, place)| column.set(column.codes[self.index], place))
    }

    fn flags(&self) -> u8 {
        self.block.live.flags[self.index]
    }
}

impl Values {
    /// Unpacks the values and the category from the number that a document carries.
    pub(crate) fn unpack(numbers: u64, delivered: u32) -> (Self, usize) {
        let flag = |bit: u64, flag: u8| if numbers & bit != 0 { flag } else { 0 };
        let values = Self {
            price: numbers as u32,
            delivered,
            drop: (numbers >> number_bits::DROP_SHIFT) as u16,
            flags: flag(number_bits::SOLD, SOLD)
                | flag(number_bits::IN_STOCK, IN_STOCK)
                | flag(number_bits::TABBY, TABBY),
            rating: (numbers >> number_bits::RATING_SHIFT) as u8,
            shops: 0,
        };
        (values, ((numbers >> number_bits::CATEGORY_SHIFT) & 0x1f) as usize)
    }
}

impl Values {
    fn flags_and_stars(&self) -> u8 {
        self.flags | (self.rating / 50).min(5) << STARS_SHIFT
    }
}

impl Columns {
    /// Reads the columns of a segment; brands, retailers and fact values that are new go into the vocabulary.
    pub(crate) fn load(
        reader: &SegmentReader,
        vocabulary: &mut Arc<Vocabulary>,
        config: &SearchConfig,
    ) -> Result<Self, SearchError> {
        let numbers = reader.fast_fields().u64(column::NUMBERS)?;
        let delivered = reader.fast_fields().u64(column::DELIVERED)?;
        let facets = &config.facets;
        let mut drafts: Vec<Draft> = (0..CATEGORIES)
            .map(|category| Draft::new(facets.slots(category).len(), facets.counted(category)))
            .collect();
        let mut places = Vec::with_capacity(reader.max_doc() as usize);
        for document in 0..reader.max_doc() {
            let (values, category) = Values::unpack(
                numbers.first(document).unwrap_or_default(),
                delivered.first(document).unwrap_or_default() as u32,
            );
            places.push((category as u32) << ROW_BITS | drafts[category].documents.len() as u32);
            drafts[category].push(document, values);
        }
        if let Some(facts) = reader.fast_fields().str(column::FACTS)? {
            let meanings = meanings(&facts, vocabulary, config)?;
            for (document, place) in places.iter().enumerate() {
                let (draft, row) = (&mut drafts[(place >> ROW_BITS) as usize], (place & ROW_MASK) as usize);
                for ordinal in facts.term_ords(document as DocId) {
                    draft.learn(row, meanings.get(ordinal as usize).copied().unwrap_or(Fact::Unknown));
                }
            }
        }
        let blocks = drafts.into_iter().map(Draft::finish).collect();
        let mut columns = Self { blocks, places: places.into(), deleted: 0 };
        columns.bury(reader);
        Ok(columns)
    }

    /// Marks the documents that were deleted since as dead.
    pub(crate) fn bury(&mut self, reader: &SegmentReader) {
        let Some(alive) = reader.alive_bitset().filter(|_| reader.num_deleted_docs() != self.deleted) else {
            return;
        };
        self.deleted = reader.num_deleted_docs();
        for document in (0..reader.max_doc()).filter(|document| alive.is_deleted(*document)) {
            self.set(document, Values { flags: DEAD, ..Values::default() });
        }
    }

    /// Writes a product's new values over its old ones; a dead row stays dead.
    pub(crate) fn set(&mut self, document: DocId, values: Values) {
        let (category, row) = self.place(document);
        let live = Arc::make_mut(&mut self.blocks[category].live);
        if live.flags[row] & DEAD == 0 {
            live.set(row, values);
        }
    }

    /// Returns a product's category and its row in that category.
    pub(crate) fn place(&self, document: DocId) -> (usize, usize) {
        let place = self.places[document as usize];
        ((place >> ROW_BITS) as usize, (place & ROW_MASK) as usize)
    }

    /// Returns a product's row.
    pub(crate) fn row(&self, document: DocId) -> Row<'_> {
        let (category, index) = self.place(document);
        Row { category: category as u8, block: &self.blocks[category], index }
    }
}

impl Block {
    pub(crate) fn len(&self) -> usize {
        self.documents.len()
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

impl Live {
    fn set(&mut self, row: usize, values: Values) {
        let before = (self.prices[row], self.flags[row]);
        self.alive -= u32::from(values.flags & DEAD != 0);
        self.prices[row] = values.price;
        self.delivered[row] = values.delivered;
        self.drops[row] = values.drop;
        self.flags[row] = values.flags_and_stars();
        self.ratings[row] = values.rating;
        self.set_shops(row, values.shops);
        for (prices, bit) in [(&mut self.sold, SOLD), (&mut self.stocked, SOLD | IN_STOCK)] {
            let had = before.1 & bit == bit;
            let has = values.flags & bit == bit;
            prices.replace(had.then_some(before.0), has.then_some(values.price));
        }
    }

    /// Writes the bits of the retailers that sell a product.
    fn set_shops(&mut self, row: usize, shops: u64) {
        let bytes = shops.to_le_bytes();
        let columns = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        let rows = self.flags.len();
        self.shops.resize_with(self.shops.len().max(columns), || vec![0; rows]);
        self.shops.iter_mut().zip(bytes).for_each(|(column, byte)| column[row] = byte);
    }

    /// Returns the bits of the retailers that sell a product.
    fn shops_of(&self, row: usize) -> u64 {
        let mut bytes = [0; 8];
        bytes.iter_mut().zip(&self.shops).for_each(|(byte, column)| *byte = column[row]);
        u64::from_le_bytes(bytes)
    }
}

/// A block while it is being read.
struct Draft {
    documents: Vec<DocId>,
    brands: Vec<u16>,
    slots: Vec<Vec<u16>>,
    /// Number of slots that pages count; they come first.
    counted: usize,
    live: Live,
}

impl Draft {
    fn new(slots: usize, counted: usize) -> Self {
        Self {
            documents: Vec::new(),
            brands: Vec::new(),
            slots: vec![Vec::new(); slots.min(SLOTS)],
            counted,
            live: Live::default(),
        }
    }

    fn push(&mut self, document: DocId, values: Values) {
        self.documents.push(document);
        self.brands.push(NONE);
        self.slots.iter_mut().for_each(|slot| slot.push(NONE));
        self.live.prices.push(values.price);
        self.live.delivered.push(values.delivered);
        self.live.drops.push(values.drop);
        self.live.flags.push(values.flags_and_stars());
        self.live.ratings.push(values.rating);
    }

    fn learn(&mut self, row: usize, fact: Fact) {
        match fact {
            Fact::Brand(brand) => self.brands[row] = brand,
            Fact::Shop(shop) => self.live.set_shops(row, self.live.shops_of(row) | 1 << shop),
            Fact::Slot { slot, set } => {
                if let Some(slot) = self.slots.get_mut(usize::from(slot)) {
                    slot[row] = set;
                }
            }
            Fact::Unknown => {}
        }
    }

    fn finish(mut self) -> Block {
        let live = &mut self.live;
        let with = |bit: u8| {
            live.prices
                .iter()
                .zip(&live.flags)
                .filter(move |(_, flags)| **flags & bit == bit)
                .map(|(price, _)| *price)
                .collect()
        };
        let (sold, stocked) = (with(SOLD), with(SOLD | IN_STOCK));
        (live.sold, live.stocked) = (Prices::new(sold), Prices::new(stocked));
        live.alive = live.prices.len() as u32;
        live.prices.shrink_to_fit();
        live.delivered.shrink_to_fit();
        live.drops.shrink_to_fit();
        live.flags.shrink_to_fit();
        live.ratings.shrink_to_fit();
        Block {
            by_brand: Arc::new(group(&self.brands)),
            documents: self.documents.into(),
            brands: self.brands.into(),
            facts: Arc::new(FactColumns::of(&self.slots, self.counted)),
            live: Arc::new(self.live),
        }
    }
}

/// Returns the rows ordered by brand, and the index at which each brand's rows begin.
fn group(brands: &[u16]) -> (Vec<u32>, Vec<u32>) {
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
fn meanings(
    facts: &tantivy::columnar::StrColumn,
    vocabulary: &mut Arc<Vocabulary>,
    config: &SearchConfig,
) -> Result<Vec<Fact>, SearchError> {
    let mut meanings = Vec::with_capacity(facts.num_terms());
    let mut stream = facts.dictionary().stream()?;
    while stream.advance() {
        let Ok(text) = std::str::from_utf8(stream.key()) else {
            meanings.push(Fact::Unknown);
            continue;
        };
        let fact = match vocabulary.find(text) {
            Some(fact) => fact,
            None => Arc::make_mut(vocabulary).learn(text, &config.facets, &config.lexicon),
        };
        meanings.push(fact);
    }
    Ok(meanings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shops_beyond_the_eighth_have_columns_of_their_own() {
        let mut live = Live { flags: vec![0; 3], ..Live::default() };
        let many = 1 | 1 << 9 | 1 << 63;
        live.set_shops(1, many);
        assert_eq!([0, 1, 2].map(|row| live.shops_of(row)), [0, many, 0]);
        live.set_shops(1, 2);
        assert_eq!((live.shops_of(1), live.shops.len()), (2, 8));
    }
}
