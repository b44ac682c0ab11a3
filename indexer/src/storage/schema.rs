//! The index's fields, as typed handles, and how values are written in them.

use domain::model::ProductId;
use tantivy::{
    IndexSettings, IndexSortByField, Order,
    schema::{
        BytesOptions, Field, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions,
    },
    store::Compressor,
};

use crate::{interface::id_bits, text::fold::fold};

/// Rises with every change of what is written; an index of another version is rebuilt.
pub(crate) const SCHEMA_VERSION: u32 = 9;

/// Splits at spaces only: all analysis happens before tantivy sees a word.
pub(crate) const SPACE_TOKENIZER: &str = "whitespace";

/// Names of the columns that are read by name.
pub(crate) mod column {
    pub(crate) const FACTS: &str = "facts";
    /// On disk the column is called `numbers`; part numbers are the field `number`.
    pub(crate) const PACKED_VALUES: &str = "numbers";
    pub(crate) const DELIVERED: &str = "delivered";
    pub(crate) const PERFORMANCE: &str = "performance";
    pub(crate) const POPULARITY_KEY: &str = "order";
    pub(crate) const ID_BITS: &str = "id_bits";
    pub(crate) const TOKENS: &str = "tokens";
    pub(crate) const NAME: &str = "name";
    pub(crate) const FINGERPRINT: &str = "print";
}

/// Separates the parts of a fact in the `facts` column.
pub(crate) const SEPARATOR: char = '\u{1f}';

/// Flags above the 20 bits of a word's hash in the `tokens` column.
pub(crate) mod token_flag {
    pub(crate) const MODEL: u32 = 1 << 20;
    pub(crate) const MANUFACTURER: u32 = 1 << 21;
    /// The word is not of the name but of the manufacturer, the model or an alias.
    pub(crate) const NOT_IN_NAME: u32 = 1 << 22;
    /// A word of the Arabic name.
    pub(crate) const ARABIC: u32 = 1 << 23;
    /// A word of the name that tells the product from its siblings (`write/identity.rs`).
    pub(crate) const IDENTITY: u32 = 1 << 24;
}

/// Bits of the column `PACKED_VALUES`. The lowest 32 are the price in fils.
pub(crate) mod packed_bits {
    pub(crate) const DROP_SHIFT: u32 = 32;
    pub(crate) const RATING_SHIFT: u32 = 48;
    pub(crate) const CATEGORY_SHIFT: u32 = 56;
    pub(crate) const HAS_OFFER: u64 = 1 << 61;
    pub(crate) const IN_STOCK: u64 = 1 << 62;
    pub(crate) const TABBY: u64 = 1 << 63;
}

/// A handle for every field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    /// Half of the product's id, for replacing and deleting.
    pub(crate) id: Field,
    /// Whole folded words; the first word of name and model again behind `^`.
    pub(crate) word: Field,
    /// Glued forms, parts, stems and singulars of the words, and words of aliases and facts.
    pub(crate) form: Field,
    /// Transliteration keys of the words (`text/sound.rs`).
    pub(crate) sound: Field,
    /// Part numbers without dashes, and GTINs behind `=`.
    pub(crate) number: Field,
    /// The first one, two and three characters of every word.
    pub(crate) edge: Field,
    /// Category, brand and facts, as filters know them.
    pub(crate) filter: Field,
    /// Brand, retailers and facts again, for the columns in memory.
    pub(crate) facts: Field,
    /// Price, drop, rating, category and flags in one number (`packed_bits`).
    pub(crate) packed_values: Field,
    /// The price with delivery, in fils.
    pub(crate) delivered: Field,
    /// Performance indices of the chip (`ChipPerformance`); absent where they are not known.
    pub(crate) performance: Field,
    /// Popularity, then stock; documents are stored in descending order of it.
    pub(crate) popularity_key: Field,
    pub(crate) id_bits: Field,
    /// The words of the name in order, then those of the Arabic name, the manufacturer, the model and the aliases: as
    /// hashes with flags, for exact scoring.
    pub(crate) tokens: Field,
    /// The folded name, for sorting.
    pub(crate) name: Field,
    /// Fingerprint of the popularity and of everything that is searched.
    pub(crate) fingerprint: Field,
    /// Bytes that a hit returns.
    pub(crate) stored: Field,
}

impl Fields {
    /// Returns the fields with an inverted index.
    pub(crate) fn searched(&self) -> [Field; 7] {
        [self.id, self.word, self.form, self.sound, self.number, self.edge, self.filter]
    }
}

/// Returns the schema and its handles.
pub(crate) fn build() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let words = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer(SPACE_TOKENIZER)
            .set_index_option(IndexRecordOption::Basic)
            .set_fieldnorms(false),
    );
    let number = NumericOptions::default().set_fast();
    let fast_text = TextOptions::default().set_fast("raw");
    let fields = Fields {
        id: builder.add_bytes_field("id", BytesOptions::default().set_indexed()),
        word: builder.add_text_field("word", words.clone()),
        form: builder.add_text_field("form", words.clone()),
        sound: builder.add_text_field("sound", words.clone()),
        number: builder.add_text_field("number", words.clone()),
        edge: builder.add_text_field("edge", words.clone()),
        filter: builder.add_text_field("filter", words),
        facts: builder.add_text_field(column::FACTS, fast_text.clone()),
        packed_values: builder.add_u64_field(column::PACKED_VALUES, number.clone()),
        delivered: builder.add_u64_field(column::DELIVERED, number.clone()),
        performance: builder.add_u64_field(column::PERFORMANCE, number.clone()),
        popularity_key: builder.add_u64_field(column::POPULARITY_KEY, number.clone()),
        id_bits: builder.add_u64_field(column::ID_BITS, number.clone()),
        tokens: builder.add_u64_field(column::TOKENS, number),
        name: builder.add_text_field(column::NAME, fast_text),
        fingerprint: builder.add_u64_field(column::FINGERPRINT, NumericOptions::default().set_fast()),
        stored: builder.add_bytes_field("stored", BytesOptions::default().set_stored()),
    };
    (builder.build(), fields)
}

/// Returns the settings of a segment: documents in order of popularity. Stored products are not compressed, as each
/// is packed already, and lie in small blocks, as a page reads twenty of them from all over the store.
pub(crate) fn ordered_settings() -> IndexSettings {
    IndexSettings {
        sort_by_field: Some(IndexSortByField {
            field: column::POPULARITY_KEY.to_owned(),
            order: Order::Desc,
        }),
        docstore_compression: Compressor::None,
        docstore_blocksize: 1024,
        ..IndexSettings::default()
    }
}

/// Returns the same settings without an order, for products that arrive in it: to order them again, tantivy would
/// write every stored product twice.
pub(crate) fn unordered_settings() -> IndexSettings {
    IndexSettings { sort_by_field: None, ..ordered_settings() }
}

/// Returns the term of a filter's value in the inverted index.
pub(crate) fn filter_term(group: &str, value: &str) -> String {
    let value: Vec<String> = fold(value).split_whitespace().map(str::to_owned).collect();
    format!("{group}:{}", value.join("_"))
}

/// Returns a retailer's entry in the `facts` column.
pub(crate) fn retailer_fact(slug: &str) -> String {
    format!("r{slug}")
}

/// Returns the term that names one product: the half of its id that tells products apart. Half, because a
/// dictionary of a million random texts is most of the cost of writing an index.
pub(crate) fn id_term(fields: &Fields, id: ProductId) -> tantivy::Term {
    tantivy::Term::from_field_bytes(fields.id, &id_bits(id).to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filter_terms_contain_no_spaces() {
        assert_eq!(filter_term("psuEfficiency", "80+ Gold"), "psuEfficiency:80+_gold");
    }
}
