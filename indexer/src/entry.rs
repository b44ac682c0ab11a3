//! Turns a product into the document that tantivy indexes.

use std::hash::{Hash, Hasher};

use domain::model::{Fils, ProductId};
use rustc_hash::FxHasher;
use tantivy::TantivyDocument;

use crate::{
    Document, SearchConfig,
    entry_facts::{Fact, FactMemo},
    facet_plan::{category_index, price_column},
    product_set::id_bits,
    schema::Fields,
    text::{
        fold::{fold, fold_char},
        forms,
        memo::{Memo, Place, TextId},
    },
};

/// Part numbers, GTINs or aliases read per product; no honest product has more.
const MAX_LIST: usize = 32;
/// Initial capacity of a document, in bytes.
const ENTRY_BYTES: usize = 1500;
/// Words of a name that are indexed.
const MAX_NAME_WORDS: usize = 40;
/// Separates the parts of a fact in the `facts` column.
pub(crate) const SEPARATOR: char = '\u{1f}';

/// Flags above the 20 bits of a word's hash in the `tokens` column.
pub(crate) mod token_flag {
    pub(crate) const MODEL: u32 = 1 << 20;
    pub(crate) const MAKER: u32 = 1 << 21;
    /// The word is not of the name but of the manufacturer, the model or an alias.
    pub(crate) const EXTRA: u32 = 1 << 22;
    /// A word of the Arabic name.
    pub(crate) const ARABIC: u32 = 1 << 23;
}

/// Bits of the `numbers` column. The lowest 32 are the price in fils.
pub(crate) mod number_bits {
    pub(crate) const DROP_SHIFT: u32 = 32;
    pub(crate) const RATING_SHIFT: u32 = 48;
    pub(crate) const CATEGORY_SHIFT: u32 = 56;
    pub(crate) const SOLD: u64 = 1 << 61;
    pub(crate) const IN_STOCK: u64 = 1 << 62;
    pub(crate) const TABBY: u64 = 1 << 63;
}

/// Returns the 20-bit hash by which the `tokens` column knows a word: a million values, of which a query asks for a
/// few.
pub(crate) fn word_hash(word: &str) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    for byte in word.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    (hash ^ (hash >> 20)) & 0x000f_ffff
}

/// Returns the term of a filter's value in the inverted index.
pub(crate) fn filter_term(group: &str, value: &str) -> String {
    let value: Vec<String> = fold(value).split_whitespace().map(str::to_owned).collect();
    format!("{group}:{}", value.join("_"))
}

/// A product as tantivy indexes it, without the bytes that are stored of it.
pub(crate) struct Entry {
    pub(crate) document: TantivyDocument,
    /// Fingerprint of everything that is searched: a product with another fingerprint must be indexed anew.
    pub(crate) print: u64,
}

/// Turns products into entries, one after the other, and remembers what recurs in them.
pub(crate) struct Analyst<'a> {
    fields: Fields,
    config: &'a SearchConfig,
    memo: Memo<'a>,
    facts: FactMemo,
    terms: Terms,
    text: String,
}

/// The terms of one product, as numbers of the memo.
#[derive(Default)]
struct Terms {
    name: Vec<Place>,
    other: Vec<Place>,
    word: Vec<TextId>,
    form: Vec<TextId>,
    sound: Vec<TextId>,
    edge: Vec<TextId>,
    tokens: Vec<u32>,
}

impl<'a> Analyst<'a> {
    pub(crate) fn new(fields: Fields, config: &'a SearchConfig) -> Self {
        let (memo, facts) = (Memo::new(&config.lexicon.analyzer), FactMemo::default());
        Self { fields, config, memo, facts, terms: Terms::default(), text: String::new() }
    }

    pub(crate) fn entry(&mut self, document: &Document) -> Entry {
        let fields = self.fields;
        let mut out = TantivyDocument::with_capacity(ENTRY_BYTES);
        self.add_words(document, &mut out);
        let filters = self.add_facts(document, &mut out);
        out.add_bytes(fields.id, &id_bits(document.id).to_be_bytes());
        let numbers = document.part_numbers.iter().take(MAX_LIST);
        for number in numbers.filter_map(|number| forms::part_number(number)) {
            out.add_text(fields.number, number);
        }
        for gtin in document.gtins.iter().take(MAX_LIST).filter_map(|gtin| forms::gtin(gtin)) {
            out.add_text(fields.number, gtin);
        }
        out.add_u64(fields.numbers, pack_numbers(document));
        out.add_u64(fields.delivered, delivered_column(document).into());
        out.add_u64(fields.order, order(document));
        out.add_u64(fields.id_bits, id_bits(document.id));
        self.text.clear();
        document.name.chars().for_each(|character| fold_char(character, &mut self.text));
        out.add_text(fields.name, &self.text);
        let print = print(document, filters);
        out.add_u64(fields.print, print);
        Entry { document: out, print }
    }

    fn add_words(&mut self, document: &Document, out: &mut TantivyDocument) {
        let Self { memo, terms, .. } = self;
        memo.breathe();
        terms.clear();
        let (mut maker, mut model) = (Vec::new(), Vec::new());
        memo.words(&document.name, MAX_NAME_WORDS, &mut terms.name);
        memo.words(&document.manufacturer, MAX_NAME_WORDS, &mut maker);
        memo.words(&document.model, MAX_NAME_WORDS, &mut model);
        let contains = |words: &[Place], word: &Place| words.iter().any(|other| other.id == word.id);
        let name = std::mem::take(&mut terms.name);
        for word in &name {
            let of_model = if contains(&model, word) { token_flag::MODEL } else { 0 };
            let of_maker = if contains(&maker, word) { token_flag::MAKER } else { 0 };
            terms.add(memo, *word, of_model | of_maker);
        }
        terms.rows(memo, &name);
        let mut other = std::mem::take(&mut terms.other);
        if let Some(name_ar) = &document.name_ar {
            memo.words(name_ar, MAX_NAME_WORDS, &mut other);
            other.iter().for_each(|word| terms.add(memo, *word, token_flag::ARABIC));
            terms.rows(memo, &other);
        }
        for (words, flag) in [(&maker, token_flag::MAKER), (&model, token_flag::MODEL)] {
            let extra = words.iter().filter(|word| !contains(&name, word));
            extra.for_each(|word| terms.add(memo, *word, token_flag::EXTRA | flag));
            terms.rows(memo, words);
        }
        for alias in document.aliases.iter().take(MAX_LIST) {
            other.clear();
            memo.words(alias, MAX_NAME_WORDS, &mut other);
            memo.forms(&other, &mut terms.form);
            let extra = other.iter().filter(|word| !contains(&name, word) && !contains(&model, word));
            extra.for_each(|word| terms.add(memo, *word, token_flag::EXTRA));
        }
        (terms.name, terms.other) = (name, other);
        terms.write(memo, &self.fields, &mut self.text, out);
    }

    /// Adds filter terms to the inverted index, and the same facts to the columns: `b` brand, `r` retailer, `s`
    /// values of a slot. Returns a hash of the category, the brand and the fact values, not of the retailers.
    fn add_facts(&mut self, document: &Document, out: &mut TantivyDocument) -> u64 {
        let Self { fields, config, facts, text, .. } = self;
        let category = category_index(document.category);
        let mut hasher = FxHasher::default();
        text.clear();
        text.push_str(facts.category(document.category));
        let mut add = |fact: &Fact, text: &mut String| {
            out.add_text(fields.facts, &fact.column);
            text.push_str(&fact.terms);
        };
        let maker = document.manufacturer.trim();
        if !maker.is_empty() {
            add(facts.maker(maker), text);
        }
        for (slot, plan) in config.facets.slots(category).iter().enumerate() {
            if let Some(fact) =
                document.specs.get(plan.key).and_then(|value| facts.slot(category, slot, plan, value))
            {
                add(fact, text);
            }
        }
        (category, maker, &*text).hash(&mut hasher);
        out.add_text(fields.filter, &*text);
        for retailer in &document.retailers {
            out.add_text(fields.facts, shop_fact(&retailer.slug));
        }
        hasher.finish()
    }
}

/// Returns the fingerprint of a product's popularity and of everything that is searched of it. The analysed words
/// need not be part of it: they follow from the texts and the configuration, and another configuration rebuilds the
/// index.
fn print(document: &Document, filters: u64) -> u64 {
    let mut hasher = FxHasher::default();
    (&document.name, &document.name_ar, &document.manufacturer, &document.model).hash(&mut hasher);
    (&document.part_numbers, &document.gtins, &document.aliases, filters).hash(&mut hasher);
    document.popularity.max(0.0).to_bits().hash(&mut hasher);
    hasher.finish() >> 32
}

impl Terms {
    fn clear(&mut self) {
        let Self { name, other, word, form, sound, edge, tokens } = self;
        [name, other].into_iter().for_each(Vec::clear);
        [word, form, sound, edge, tokens].into_iter().for_each(Vec::clear);
    }

    fn add(&mut self, memo: &mut Memo<'_>, word: Place, flags: u32) {
        let known = memo.known(word.id);
        self.tokens.push(known.hash | flags);
        self.word.push(word.id);
        self.sound.extend(known.sound);
        self.edge.extend_from_slice(&known.edges);
    }

    /// Adds the terms that depend on the words' order: glued forms, and the first word behind `^`.
    fn rows(&mut self, memo: &mut Memo<'_>, words: &[Place]) {
        memo.forms(words, &mut self.form);
        if let Some(first) = words.first() {
            self.word.push(memo.known(first.id).first);
        }
    }

    fn write(&mut self, memo: &Memo<'_>, fields: &Fields, text: &mut String, out: &mut TantivyDocument) {
        for list in [&mut self.word, &mut self.form, &mut self.sound, &mut self.edge] {
            list.sort_unstable();
            list.dedup();
        }
        self.form.retain(|form| self.word.binary_search(form).is_err());
        for (field, list) in [
            (fields.edge, &self.edge),
            (fields.word, &self.word),
            (fields.form, &self.form),
            (fields.sound, &self.sound),
        ] {
            text.clear();
            for id in list {
                text.push_str(memo.text(*id));
                text.push(' ');
            }
            out.add_text(field, &*text);
        }
        for token in &self.tokens {
            out.add_u64(fields.tokens, u64::from(*token));
        }
    }
}

/// Returns the sort key of documents: popularity first, then being in stock.
pub(crate) fn order(document: &Document) -> u64 {
    // The bits of a positive float ascend with its value.
    let popularity = u64::from(document.popularity.max(0.0).to_bits());
    (popularity << 1) | u64::from(document.in_stock)
}

/// Returns a retailer's entry in the `facts` column.
pub(crate) fn shop_fact(slug: &str) -> String {
    format!("r{slug}")
}

/// Returns the price with delivery as columns hold it, in fils; the plain price where delivery is not known.
pub(crate) fn delivered_column(document: &Document) -> u32 {
    price_column(document.delivered.or(document.price).unwrap_or(Fils::ZERO))
}

/// Packs price, drop, rating, category and flags into one number (`number_bits`).
pub(crate) fn pack_numbers(document: &Document) -> u64 {
    use number_bits::{CATEGORY_SHIFT, DROP_SHIFT, IN_STOCK, RATING_SHIFT, SOLD, TABBY};
    let rating = document.rating.map_or(0, |rating| (rating.clamp(0.0, 5.0) * 50.0).round() as u64);
    let mut packed = u64::from(price_column(document.price.unwrap_or(Fils::ZERO)))
        | (u64::from(document.drop_bp) << DROP_SHIFT)
        | (rating << RATING_SHIFT)
        | ((category_index(document.category) as u64) << CATEGORY_SHIFT);
    for (is_set, flag) in [
        (document.price.is_some(), SOLD),
        (document.in_stock && document.price.is_some(), IN_STOCK),
        (document.retailers.iter().any(|retailer| retailer.tabby), TABBY),
    ] {
        if is_set {
            packed |= flag;
        }
    }
    packed
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
    fn filter_terms_are_one_word() {
        assert_eq!(filter_term("psuEfficiency", "80+ Gold"), "psuEfficiency:80+_gold");
    }
}
