//! Turns a product into the document that tantivy indexes.

use std::hash::{Hash, Hasher};

use domain::model::Fils;
use rustc_hash::FxHasher;
use tantivy::TantivyDocument;

use super::{
    fact_cache::{FactCache, IndexedFact},
    identity::IdentityWords,
};
use crate::{
    config::{
        SearchConfig,
        facet_plan::{category_index, price_in_column},
    },
    interface::{Document, id_bits},
    storage::{
        chip_performance::ChipPerformance,
        mutable_columns::RATING_UNITS_PER_STAR,
        schema::{Fields, packed_bits, retailer_fact, token_flag},
    },
    text::{
        analysis_cache::{AnalysisCache, TextId, WordOccurrence},
        fold::fold_char,
        forms,
    },
};

/// Part numbers, GTINs or aliases read per product; no honest product has more.
const MAX_LISTED_VALUES: usize = 32;
/// Initial capacity of a document, in bytes.
const INITIAL_DOCUMENT_BYTES: usize = 1500;
/// Words of a name that are indexed.
const MAX_NAME_WORDS: usize = 40;

/// A product as tantivy indexes it, without the bytes that are stored of it.
pub(crate) struct IndexDocument {
    pub(crate) document: TantivyDocument,
    /// Fingerprint of the popularity and of everything that is searched: a product with another fingerprint must be indexed anew.
    pub(crate) fingerprint: u64,
}

/// Turns products into index documents, one after the other, and remembers what recurs in them.
pub(crate) struct IndexDocumentBuilder<'a> {
    fields: Fields,
    config: &'a SearchConfig,
    cache: AnalysisCache<'a>,
    facts: FactCache,
    terms: DocumentTerms,
    identity: IdentityWords,
    text: String,
}

/// The terms of one product, as numbers of the cache.
#[derive(Default)]
struct DocumentTerms {
    name: Vec<WordOccurrence>,
    other: Vec<WordOccurrence>,
    word: Vec<TextId>,
    form: Vec<TextId>,
    sound: Vec<TextId>,
    edge: Vec<TextId>,
    tokens: Vec<u32>,
}

impl<'a> IndexDocumentBuilder<'a> {
    pub(crate) fn new(fields: Fields, config: &'a SearchConfig) -> Self {
        let (cache, facts) = (AnalysisCache::new(&config.lexicon.analyzer), FactCache::default());
        Self {
            fields,
            config,
            cache,
            facts,
            terms: DocumentTerms::default(),
            identity: IdentityWords::default(),
            text: String::new(),
        }
    }

    pub(crate) fn build(&mut self, document: &Document) -> IndexDocument {
        let fields = self.fields;
        let mut out = TantivyDocument::with_capacity(INITIAL_DOCUMENT_BYTES);
        self.add_words(document, &mut out);
        let filters = self.add_facts(document, &mut out);
        out.add_bytes(fields.id, &id_bits(document.id).to_be_bytes());
        let numbers = document.part_numbers.iter().take(MAX_LISTED_VALUES);
        for number in numbers.filter_map(|number| forms::part_number(number)) {
            out.add_text(fields.number, number);
        }
        for gtin in document.gtins.iter().take(MAX_LISTED_VALUES).filter_map(|gtin| forms::gtin(gtin)) {
            out.add_text(fields.number, gtin);
        }
        out.add_u64(fields.packed_values, pack_values(document));
        out.add_u64(fields.delivered, delivered_price(document).into());
        let performance = ChipPerformance::estimate(document.category, &document.name, &document.specs);
        if performance.is_known() {
            out.add_u64(fields.performance, performance.pack());
        }
        out.add_u64(fields.popularity_key, popularity_key(document));
        out.add_u64(fields.id_bits, id_bits(document.id));
        self.text.clear();
        document.name.chars().for_each(|character| fold_char(character, &mut self.text));
        out.add_text(fields.name, &self.text);
        let fingerprint = compute_fingerprint(document, filters);
        out.add_u64(fields.fingerprint, fingerprint);
        IndexDocument { document: out, fingerprint }
    }

    fn add_words(&mut self, document: &Document, out: &mut TantivyDocument) {
        let Self { cache, terms, identity, config, .. } = self;
        cache.forget_if_full();
        terms.clear();
        let (mut manufacturer, mut model) = (Vec::new(), Vec::new());
        cache.words(&document.name, MAX_NAME_WORDS, &mut terms.name);
        cache.words(&document.manufacturer, MAX_NAME_WORDS, &mut manufacturer);
        cache.words(&document.model, MAX_NAME_WORDS, &mut model);
        let contains =
            |words: &[WordOccurrence], word: &WordOccurrence| words.iter().any(|other| other.id == word.id);
        let name = std::mem::take(&mut terms.name);
        identity.find(document, (&name, &manufacturer), config, cache);
        for word in &name {
            let of_model = if contains(&model, word) { token_flag::MODEL } else { 0 };
            let of_manufacturer = if contains(&manufacturer, word) { token_flag::MANUFACTURER } else { 0 };
            terms.add(cache, *word, of_model | of_manufacturer | identity.flag(word.id));
        }
        terms.add_ordered_terms(cache, &name);
        let mut other = std::mem::take(&mut terms.other);
        if let Some(name_ar) = &document.name_ar {
            cache.words(name_ar, MAX_NAME_WORDS, &mut other);
            other.iter().for_each(|word| terms.add(cache, *word, token_flag::ARABIC));
            terms.add_ordered_terms(cache, &other);
        }
        for (words, flag) in [(&manufacturer, token_flag::MANUFACTURER), (&model, token_flag::MODEL)] {
            let extra = words.iter().filter(|word| !contains(&name, word));
            extra.for_each(|word| terms.add(cache, *word, token_flag::NOT_IN_NAME | flag));
            terms.add_ordered_terms(cache, words);
        }
        for alias in document.aliases.iter().take(MAX_LISTED_VALUES) {
            other.clear();
            cache.words(alias, MAX_NAME_WORDS, &mut other);
            cache.forms(&other, &mut terms.form);
            let extra = other.iter().filter(|word| !contains(&name, word) && !contains(&model, word));
            extra.for_each(|word| terms.add(cache, *word, token_flag::NOT_IN_NAME));
        }
        (terms.name, terms.other) = (name, other);
        terms.write(cache, &self.fields, &mut self.text, out);
    }

    /// Adds filter terms to the inverted index, and the same facts to the columns: `b` brand, `r` retailer, `s`
    /// values of a slot. Returns a hash of the category, the brand and the fact values, not of the retailers.
    fn add_facts(&mut self, document: &Document, out: &mut TantivyDocument) -> u64 {
        let Self { fields, config, facts, text, .. } = self;
        let category = category_index(document.category);
        let mut hasher = FxHasher::default();
        text.clear();
        text.push_str(facts.category(document.category));
        let mut add = |fact: &IndexedFact, text: &mut String| {
            out.add_text(fields.facts, &fact.column);
            text.push_str(&fact.terms);
        };
        let manufacturer = document.manufacturer.trim();
        if !manufacturer.is_empty() {
            add(facts.manufacturer(manufacturer), text);
        }
        for (slot, plan) in config.facets.slots(category).iter().enumerate() {
            if let Some(fact) =
                document.specs.get(plan.key).and_then(|value| facts.slot(category, slot, plan, value))
            {
                add(fact, text);
            }
        }
        (category, manufacturer, &*text).hash(&mut hasher);
        out.add_text(fields.filter, &*text);
        for retailer in &document.retailers {
            out.add_text(fields.facts, retailer_fact(&retailer.slug));
        }
        hasher.finish()
    }
}

/// Returns the fingerprint of a product's popularity and of everything that is searched of it. The analysed words
/// need not be part of it: they follow from the texts and the configuration, and another configuration rebuilds the
/// index.
fn compute_fingerprint(document: &Document, filters: u64) -> u64 {
    let mut hasher = FxHasher::default();
    (&document.name, &document.name_ar, &document.manufacturer, &document.model).hash(&mut hasher);
    (&document.part_numbers, &document.gtins, &document.aliases, filters).hash(&mut hasher);
    document.popularity.max(0.0).to_bits().hash(&mut hasher);
    hasher.finish() >> 32
}

impl DocumentTerms {
    fn clear(&mut self) {
        let Self { name, other, word, form, sound, edge, tokens } = self;
        [name, other].into_iter().for_each(Vec::clear);
        [word, form, sound, edge, tokens].into_iter().for_each(Vec::clear);
    }

    fn add(&mut self, cache: &mut AnalysisCache<'_>, word: WordOccurrence, flags: u32) {
        let analysis = cache.analysis(word.id);
        self.tokens.push(analysis.hash | flags);
        self.word.push(word.id);
        self.sound.extend(analysis.sound);
        self.edge.extend_from_slice(&analysis.edges);
    }

    /// Adds the other forms of the words, words joined into one among them, and the first word with `^` before it.
    fn add_ordered_terms(&mut self, cache: &mut AnalysisCache<'_>, words: &[WordOccurrence]) {
        cache.forms(words, &mut self.form);
        if let Some(first) = words.first() {
            self.word.push(cache.analysis(first.id).first_term);
        }
    }

    fn write(
        &mut self,
        cache: &AnalysisCache<'_>,
        fields: &Fields,
        text: &mut String,
        out: &mut TantivyDocument,
    ) {
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
                text.push_str(cache.text(*id));
                text.push(' ');
            }
            out.add_text(field, &*text);
        }
        for token in &self.tokens {
            out.add_u64(fields.tokens, u64::from(*token));
        }
    }
}

/// Returns the popularity key of a document: popularity first, then being in stock.
pub(crate) fn popularity_key(document: &Document) -> u64 {
    // The bits of a positive float ascend with its value.
    let popularity = u64::from(document.popularity.max(0.0).to_bits());
    (popularity << 1) | u64::from(document.in_stock)
}

/// Returns the price with delivery as columns hold it, in fils; the plain price where the document has none.
pub(crate) fn delivered_price(document: &Document) -> u32 {
    price_in_column(document.delivered.or(document.price).unwrap_or(Fils::ZERO))
}

/// Packs price, drop, rating, category and flags into one number (`packed_bits`).
pub(crate) fn pack_values(document: &Document) -> u64 {
    use packed_bits::{CATEGORY_SHIFT, DROP_SHIFT, HAS_OFFER, IN_STOCK, RATING_SHIFT, TABBY};
    let rating = document
        .rating
        .map_or(0, |rating| (rating.clamp(0.0, 5.0) * f32::from(RATING_UNITS_PER_STAR)).round() as u64);
    let mut packed = u64::from(price_in_column(document.price.unwrap_or(Fils::ZERO)))
        | (u64::from(document.drop_basis_points) << DROP_SHIFT)
        | (rating << RATING_SHIFT)
        | ((category_index(document.category) as u64) << CATEGORY_SHIFT);
    for (is_set, flag) in [
        (document.price.is_some(), HAS_OFFER),
        (document.in_stock && document.price.is_some(), IN_STOCK),
        (document.retailers.iter().any(|retailer| retailer.tabby), TABBY),
    ] {
        if is_set {
            packed |= flag;
        }
    }
    packed
}
