//! From a product to what tantivy stores of it.

use std::hash::{Hash, Hasher};

use domain::model::{Fils, ProductId};
use rustc_hash::FxHasher;
use tantivy::TantivyDocument;

use crate::{
    Document, SearchConfig,
    facet_plan::{category_index, price_column},
    request::id_bits,
    schema::Fields,
    stored::Stored,
    text::{analyzer::Word, fold::fold, forms, sound},
};

/// Longer lists of part numbers and aliases than a product honestly has.
const MAX_LIST: usize = 32;
/// Words of a name that are looked at.
const MAX_NAME_WORDS: usize = 40;
/// Separates the parts of a fact.
pub(crate) const SEPARATOR: char = '\u{1f}';

/// Flags above the 24 bits of a word's hash in the `tokens` column.
pub(crate) mod token_flag {
    pub(crate) const MODEL: u32 = 1 << 24;
    pub(crate) const MAKER: u32 = 1 << 25;
    /// Not a word of the name: of the maker, model or an alias.
    pub(crate) const EXTRA: u32 = 1 << 26;
    /// A word of the Arabic name.
    pub(crate) const ARABIC: u32 = 1 << 27;
}

/// Bits of the `numbers` column.
pub(crate) mod number_bits {
    pub(crate) const DROP_SHIFT: u32 = 32;
    pub(crate) const RATING_SHIFT: u32 = 48;
    pub(crate) const CATEGORY_SHIFT: u32 = 56;
    pub(crate) const SOLD: u64 = 1 << 61;
    pub(crate) const IN_STOCK: u64 = 1 << 62;
    pub(crate) const TABBY: u64 = 1 << 63;
}

/// The 24 bits by which a word is known in the `tokens` column.
pub(crate) fn word_hash(word: &str) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    for byte in word.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    (hash ^ (hash >> 24)) & 0x00ff_ffff
}

/// The term that filters know a value by.
pub(crate) fn filter_term(group: &str, value: &str) -> String {
    let value: Vec<String> = fold(value).split_whitespace().map(str::to_owned).collect();
    format!("{group}:{}", value.join("_"))
}

/// Collects the terms of one document.
struct Terms {
    word: Vec<String>,
    form: Vec<String>,
    sound: Vec<String>,
    tokens: Vec<u32>,
}

/// A product as tantivy takes it.
pub(crate) struct Entry {
    pub(crate) document: TantivyDocument,
    /// Of all that is searched: a product with another print must be written anew.
    pub(crate) print: u64,
}

impl Entry {
    pub(crate) fn of(document: &Document, fields: &Fields, config: &SearchConfig) -> Self {
        let mut out = TantivyDocument::default();
        let mut print = FxHasher::default();
        out.add_bytes(fields.id, &id_bits(document.id).to_be_bytes());
        add_words(document, fields, config, &mut out, &mut print);
        add_facts(document, fields, config, &mut out, &mut print);
        let numbers: Vec<String> = document
            .part_numbers
            .iter()
            .take(MAX_LIST)
            .filter_map(|number| forms::part_number(number))
            .collect();
        numbers.hash(&mut print);
        out.add_text(fields.number, numbers.join(" "));
        out.add_u64(fields.numbers, pack_numbers(document));
        // The bits of a positive float ascend with it.
        let popularity = u64::from(document.popularity.max(0.0).to_bits());
        popularity.hash(&mut print);
        out.add_u64(fields.order, (popularity << 1) | u64::from(document.in_stock));
        out.add_u64(fields.id_bits, id_bits(document.id));
        let name = fold(&document.name);
        name.hash(&mut print);
        out.add_text(fields.name, name);
        out.add_bytes(fields.stored, &Stored::encode(document));
        let print = print.finish() >> 32;
        out.add_u64(fields.print, print);
        Self { document: out, print }
    }
}

fn add_words(
    document: &Document,
    fields: &Fields,
    config: &SearchConfig,
    out: &mut TantivyDocument,
    print: &mut FxHasher,
) {
    let analyzer = &config.lexicon.analyzer;
    let limited =
        |text: &str| -> Vec<Word> { analyzer.words(text).into_iter().take(MAX_NAME_WORDS).collect() };
    let name = limited(&document.name);
    let name_ar = document.name_ar.as_deref().map(limited).unwrap_or_default();
    let maker = limited(&document.manufacturer);
    let model = limited(&document.model);
    let mut terms = Terms { word: Vec::new(), form: Vec::new(), sound: Vec::new(), tokens: Vec::new() };
    let contains = |words: &[Word], word: &Word| words.iter().any(|other| other.text == word.text);
    for word in &name {
        let mut flags = 0;
        if contains(&model, word) {
            flags |= token_flag::MODEL;
        }
        if contains(&maker, word) {
            flags |= token_flag::MAKER;
        }
        terms.add(word, flags);
    }
    name_ar.iter().for_each(|word| terms.add(word, token_flag::ARABIC));
    maker
        .iter()
        .filter(|word| !contains(&name, word))
        .for_each(|word| terms.add(word, token_flag::EXTRA | token_flag::MAKER));
    model
        .iter()
        .filter(|word| !contains(&name, word))
        .for_each(|word| terms.add(word, token_flag::EXTRA | token_flag::MODEL));
    for alias in document.aliases.iter().take(MAX_LIST) {
        let alias = limited(alias);
        terms.form.extend(forms::forms(&alias));
        alias
            .iter()
            .filter(|word| !contains(&name, word) && !contains(&model, word))
            .for_each(|word| terms.add(word, token_flag::EXTRA));
    }
    for words in [&name, &name_ar, &maker, &model] {
        terms.form.extend(forms::forms(words));
        if let Some(first) = words.first() {
            terms.word.push(format!("^{}", first.text));
        }
    }
    terms.write(fields, out, print);
}

impl Terms {
    fn add(&mut self, word: &Word, flags: u32) {
        self.tokens.push(word_hash(&word.text) | flags);
        self.word.push(word.text.clone());
        if let Some(key) = sound::key(&word.text) {
            self.sound.push(key);
        }
    }

    fn write(mut self, fields: &Fields, out: &mut TantivyDocument, print: &mut FxHasher) {
        for list in [&mut self.word, &mut self.form, &mut self.sound] {
            list.sort_unstable();
            list.dedup();
        }
        self.form.retain(|form| self.word.binary_search(form).is_err());
        (&self.word, &self.form, &self.sound, &self.tokens).hash(print);
        let mut edges: Vec<&str> =
            self.word.iter().filter(|word| !word.starts_with('^')).flat_map(|word| edges(word)).collect();
        edges.sort_unstable();
        edges.dedup();
        out.add_text(fields.edge, edges.join(" "));
        out.add_text(fields.word, self.word.join(" "));
        out.add_text(fields.form, self.form.join(" "));
        out.add_text(fields.sound, self.sound.join(" "));
        for token in self.tokens {
            out.add_u64(fields.tokens, u64::from(token));
        }
    }
}

/// The first one, two and three characters of a word.
fn edges(word: &str) -> impl Iterator<Item = &str> {
    word.char_indices().map(|(index, character)| index + character.len_utf8()).take(3).map(|end| &word[..end])
}

/// Filter terms for the inverted index, and the same facts for the columns: `b` brand, `r` shop, `s` slot values.
fn add_facts(
    document: &Document,
    fields: &Fields,
    config: &SearchConfig,
    out: &mut TantivyDocument,
    print: &mut FxHasher,
) {
    let category = category_index(document.category);
    let mut filters = vec![filter_term("category", document.category.as_str())];
    if !document.manufacturer.trim().is_empty() {
        filters.push(filter_term("brand", &document.manufacturer));
        let key = fold(document.manufacturer.trim());
        out.add_text(fields.facts, format!("b{key}{SEPARATOR}{}", document.manufacturer.trim()));
    }
    for retailer in &document.retailers {
        out.add_text(fields.facts, shop_fact(&retailer.slug));
    }
    for (slot, plan) in config.facets.slots(category).iter().enumerate() {
        let Some(value) = document.specs.get(plan.key) else { continue };
        let mut values = value.to_texts();
        values.retain(|value| !value.trim().is_empty());
        values.sort_unstable();
        values.dedup();
        if values.is_empty() {
            continue;
        }
        filters.extend(values.iter().map(|value| filter_term(plan.key.as_str(), value)));
        out.add_text(
            fields.facts,
            format!("s{category}.{slot}{SEPARATOR}{}", values.join(&SEPARATOR.to_string())),
        );
    }
    (category, document.manufacturer.trim(), &filters).hash(print);
    out.add_text(fields.filter, filters.join(" "));
}

/// A shop among the facts.
pub(crate) fn shop_fact(slug: &str) -> String {
    format!("r{slug}")
}

/// Price, drop, rating, category and flags in one number.
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

/// The term that names one product: the half of its id that tells products apart, because a dictionary of a million
/// random texts is most of what writing an index costs.
pub(crate) fn id_term(fields: &Fields, id: ProductId) -> tantivy::Term {
    tantivy::Term::from_field_bytes(fields.id, &id_bits(id).to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_whole_characters() {
        assert_eq!(edges("شاشه").collect::<Vec<_>>(), ["ش", "شا", "شاش"]);
        assert_eq!(edges("pc").collect::<Vec<_>>(), ["p", "pc"]);
    }

    #[test]
    fn filter_terms_are_one_word() {
        assert_eq!(filter_term("psuEfficiency", "80+ Gold"), "psuEfficiency:80+_gold");
    }
}
