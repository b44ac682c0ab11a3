//! What filters, counts and orders read of every product, packed in memory: 24 bytes a row and two a fact.

use std::sync::Arc;

use tantivy::SegmentReader;

use crate::{
    SearchConfig, SearchError,
    entry::number_bits,
    facet_plan::SLOTS,
    schema::column,
    vocabulary::{Fact, NONE, Vocabulary},
};

/// One product, as filters see it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Row {
    /// A bit for every shop that sells it.
    pub(crate) shops: u64,
    /// Fils; meaningless when not sold.
    pub(crate) price: u32,
    pub(crate) drop: u16,
    pub(crate) brand: u16,
    pub(crate) category: u8,
    pub(crate) flags: u8,
    /// Stars times 50.
    pub(crate) rating: u8,
}

pub(crate) const SOLD: u8 = 1;
pub(crate) const IN_STOCK: u8 = 2;
pub(crate) const TABBY: u8 = 4;

impl Row {
    pub(crate) fn is_sold(&self) -> bool {
        self.flags & SOLD != 0
    }

    pub(crate) fn is_in_stock(&self) -> bool {
        self.flags & IN_STOCK != 0
    }

    pub(crate) fn has_tabby(&self) -> bool {
        self.flags & TABBY != 0
    }

    fn unpack(numbers: u64) -> Self {
        let flag = |bit: u64, flag: u8| if numbers & bit != 0 { flag } else { 0 };
        Self {
            shops: 0,
            price: numbers as u32,
            drop: (numbers >> number_bits::DROP_SHIFT) as u16,
            brand: NONE,
            category: ((numbers >> number_bits::CATEGORY_SHIFT) & 0x1f) as u8,
            flags: flag(number_bits::SOLD, SOLD)
                | flag(number_bits::IN_STOCK, IN_STOCK)
                | flag(number_bits::TABBY, TABBY),
            rating: (numbers >> number_bits::RATING_SHIFT) as u8,
        }
    }
}

/// The rows of one segment, by document number.
#[derive(Debug)]
pub(crate) struct Columns {
    pub(crate) rows: Vec<Row>,
    /// `SLOTS` numbers a row: the set of values in each slot of the product's category.
    slots: Vec<u16>,
}

impl Columns {
    /// Reads the columns of a segment, teaching the vocabulary what it does not know yet.
    pub(crate) fn load(
        reader: &SegmentReader,
        vocabulary: &mut Arc<Vocabulary>,
        config: &SearchConfig,
    ) -> Result<Self, SearchError> {
        let documents = reader.max_doc() as usize;
        let numbers = reader.fast_fields().u64(column::NUMBERS)?;
        let mut rows = Vec::with_capacity(documents);
        rows.extend(
            (0..reader.max_doc()).map(|document| Row::unpack(numbers.first(document).unwrap_or_default())),
        );
        let mut slots = vec![NONE; documents * SLOTS];
        if let Some(facts) = reader.fast_fields().str(column::FACTS)? {
            let meanings = meanings(&facts, vocabulary, config)?;
            for document in 0..reader.max_doc() {
                let index = document as usize;
                for ordinal in facts.term_ords(document) {
                    match meanings.get(ordinal as usize).copied().unwrap_or(Fact::Unknown) {
                        Fact::Brand(brand) => rows[index].brand = brand,
                        Fact::Shop(shop) => rows[index].shops |= 1 << shop,
                        Fact::Slot { slot, set } => slots[index * SLOTS + usize::from(slot)] = set,
                        Fact::Unknown => {}
                    }
                }
            }
        }
        Ok(Self { rows, slots })
    }

    /// The sets of values of a row.
    pub(crate) fn slots(&self, document: u32) -> &[u16] {
        let start = document as usize * SLOTS;
        &self.slots[start..start + SLOTS]
    }
}

/// What each ordinal of the segment's own dictionary means.
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
