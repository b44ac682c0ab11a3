//! Blocking: selects the few products that an offer may match, by the rare words, codes and facts that they share.

use std::hash::{Hash, Hasher};

use domain::model::{
    Category, ProductId,
    compared_facts::{compared_facts, first_contradiction},
};
use rustc_hash::{FxHashMap, FxHasher};

use super::{Item, rarity::TermStatistics};

/// A key of more entries than this takes too long to follow, and is skipped unless no other key finds an entry.
const MAX_ENTRIES_PER_KEY: usize = 600;
/// Number of candidates that are compared in full, best score first.
const MAX_CANDIDATES: usize = 24;
/// Number of entries of the best scores from which those are left out that a fact rules out, before the candidates are
/// taken: a line of memory has a hundred kits of equal words.
const MAX_RANKED: usize = 96;

/// An entry of the catalogue, ready to be compared: a product, or an offer that has no product yet.
#[derive(Debug, Clone)]
pub struct Candidate<Id = ProductId> {
    pub id: Id,
    pub item: Item,
    /// Whether a retailer's offer is matched to the product.
    pub has_offer: bool,
}

/// All entries, ready to be compared, indexed by the hashes of their codes, words and facts. A hash collision of two
/// keys only adds a candidate, which the comparison then refuses; storing the keys themselves would take
/// most of the memory.
pub struct Catalogue<Id = ProductId> {
    entries: Vec<Candidate<Id>>,
    by_id: FxHashMap<Id, u32>,
    entries_by_key: FxHashMap<u64, EntryIndices>,
    statistics: TermStatistics,
}

impl<Id> Default for Catalogue<Id> {
    fn default() -> Self {
        Catalogue {
            entries: Vec::new(),
            by_id: FxHashMap::default(),
            entries_by_key: FxHashMap::default(),
            statistics: TermStatistics::default(),
        }
    }
}

/// Indices into the list of entries. Most keys belong to one entry alone, so `One` needs no list of its own.
enum EntryIndices {
    One(u32),
    Many(Vec<u32>),
}

impl EntryIndices {
    fn as_slice(&self) -> &[u32] {
        match self {
            EntryIndices::One(index) => std::slice::from_ref(index),
            EntryIndices::Many(indices) => indices,
        }
    }

    fn push(&mut self, index: u32) {
        match self {
            EntryIndices::One(first) if *first == index => {}
            EntryIndices::One(first) => *self = EntryIndices::Many(vec![*first, index]),
            EntryIndices::Many(indices) if indices.last() == Some(&index) => {}
            EntryIndices::Many(indices) => indices.push(index),
        }
    }
}

/// Scores of the entries while candidates are gathered; reused between offers, so that nothing is
/// allocated for each offer.
#[derive(Default)]
pub struct Scratch {
    scores: Vec<f32>,
    touched: Vec<u32>,
}

impl<Id: Copy + Eq + Hash> Catalogue<Id> {
    /// Returns an empty catalogue that weighs words by these statistics.
    pub fn new(statistics: TermStatistics) -> Self {
        Catalogue { statistics, ..Catalogue::default() }
    }

    /// Adds an entry.
    pub fn add(&mut self, entry: Candidate<Id>) {
        let Ok(index) = u32::try_from(self.entries.len()) else { return };
        for (key, _) in blocking_keys(&entry.item) {
            self.entries_by_key
                .entry(key)
                .and_modify(|indices| indices.push(index))
                .or_insert(EntryIndices::One(index));
        }
        self.by_id.insert(entry.id, index);
        self.entries.push(entry);
    }

    /// Statistics of how rare each word is in this catalogue.
    pub fn statistics(&self) -> &TermStatistics {
        &self.statistics
    }

    /// Adds the facts that an offer leaves out and its part number implies: the facts of the product with this part
    /// number, if there is only one such product and its category is the offer's. A stated fact is never replaced, so
    /// that a wrongly copied part number shows as a contradiction.
    pub fn add_implied_facts(&self, mut offer: Item) -> Item {
        let known_codes = offer.text.codes.iter().filter(|code| self.statistics.is_known_part_number(code));
        let mut entries =
            known_codes.filter_map(|code| match self.entries_by_key.get(&hash(1, None, None, code))? {
                EntryIndices::One(index) => Some(self.get(*index)),
                EntryIndices::Many(_) => None,
            });
        let Some(entry) = entries.find(|entry| entry.item.category == offer.category) else {
            return offer;
        };
        for fact in compared_facts(offer.category.unwrap_or(Category::Other)) {
            if offer.specs.get(fact.key).is_none()
                && let Some(value) = entry.item.specs.get(fact.key)
            {
                // The catalogue accepted this value by the same rules, so the insert cannot fail.
                let _ = offer.specs.insert(fact.key, value.clone());
            }
        }
        offer
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the catalogue has no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Learns from the offers of the catalogue's category which words only describe its parts.
    pub(super) fn learn_descriptions<'a>(
        &mut self,
        category: Category,
        offers: impl Iterator<Item = &'a Item>,
    ) {
        let records = self.entries.iter().map(|entry| &entry.item);
        self.statistics.learn_descriptions(category, offers, records);
    }

    /// Returns an entry by its id.
    pub fn find(&self, id: Id) -> Option<&Candidate<Id>> {
        Some(self.get(*self.by_id.get(&id)?))
    }

    /// Returns an entry by its index.
    pub(super) fn get(&self, index: u32) -> &Candidate<Id> {
        &self.entries[index as usize]
    }

    /// Returns all entries, in the order in which they were added.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Candidate<Id>> {
        self.entries.iter()
    }

    /// Returns the indices of the entries that an offer may match, the highest score first.
    ///
    /// 1. Each key of the offer leads to the entries that share it; each of them gains the key's
    ///    weight times its rarity.
    /// 2. A key that more than 600 entries share is skipped, unless no other key found anything; then the rarest such
    ///    key is used.
    /// 3. Of the 96 entries with the highest scores, the first 24 that no fact rules out are the candidates; ties go to the
    ///    entry that was added first.
    ///
    /// Worked example: the entries are `870 EVO 1TB`, `970 EVO Plus 1TB` and `990 PRO 2TB`. For the offer
    /// `Samsung SSD 970 EVO Plus`, `evo` leads to the first two, `970` and `plus` only to the second, so the second
    /// comes first.
    pub fn candidates(&self, offer: &Item, scratch: &mut Scratch) -> Vec<u32> {
        scratch.scores.resize(self.entries.len(), 0.0);
        let mut rarest_common: Option<&[u32]> = None;
        for (key, weight) in blocking_keys(offer) {
            let Some(indices) = self.entries_by_key.get(&key).map(EntryIndices::as_slice) else { continue };
            if indices.len() > MAX_ENTRIES_PER_KEY {
                if rarest_common.is_none_or(|known| indices.len() < known.len()) {
                    rarest_common = Some(indices);
                }
                continue;
            }
            let rarity = weight * (self.entries.len() as f32 / indices.len() as f32).ln_1p();
            self.add_scores(indices, rarity, scratch);
        }
        if scratch.touched.is_empty()
            && let Some(indices) = rarest_common
        {
            self.add_scores(indices, f32::MIN_POSITIVE, scratch);
        }
        let scores = &scratch.scores;
        let score = |index: &u32| scores.get(*index as usize).copied().unwrap_or_default();
        let better = |left: &u32, right: &u32| score(right).total_cmp(&score(left)).then(left.cmp(right));
        let mut ranked = scratch.touched.clone();
        if ranked.len() > MAX_RANKED {
            ranked.select_nth_unstable_by(MAX_RANKED, better);
            ranked.truncate(MAX_RANKED);
        }
        ranked.sort_unstable_by(better);
        if ranked.len() > MAX_CANDIDATES {
            ranked.retain(|index| !self.is_ruled_out(offer, *index));
            ranked.truncate(MAX_CANDIDATES);
        }
        for index in scratch.touched.drain(..) {
            if let Some(score) = scratch.scores.get_mut(index as usize) {
                *score = 0.0;
            }
        }
        ranked
    }

    /// Whether a fact that both sides state tells an entry from the offer, and no number that both have says otherwise.
    fn is_ruled_out(&self, offer: &Item, index: u32) -> bool {
        let Some(category) = offer.category else { return false };
        let item = &self.get(index).item;
        first_contradiction(category, &offer.specs, &item.specs).is_some()
            && !offer.barcodes.iter().any(|code| item.barcodes.contains(code))
            && !offer.text.codes.iter().any(|code| item.text.codes.contains(code))
    }

    fn add_scores(&self, indices: &[u32], weight: f32, scratch: &mut Scratch) {
        for index in indices {
            if let Some(score) = scratch.scores.get_mut(*index as usize) {
                if *score == 0.0 {
                    scratch.touched.push(*index);
                }
                *score += weight;
            }
        }
    }
}

/// Returns the keys by which an item is found, as hashes, each with its weight.
fn blocking_keys(item: &Item) -> Vec<(u64, f32)> {
    let mut keys = Vec::with_capacity(item.text.words.len() * 2 + 8);
    for code in &item.barcodes {
        keys.push((hash(0, None, None, code), 10.0));
    }
    for code in &item.text.codes {
        keys.push((hash(1, None, None, code), 4.0));
    }
    let category = item.category;
    let manufacturer = item.manufacturer.as_deref();
    for word in item.text.words.iter().chain(&item.pieces) {
        keys.push((hash(2, category, None, word), 1.0));
        if manufacturer.is_some() {
            // Finds the manufacturer's few products with this word among the many of other manufacturers.
            keys.push((hash(3, category, manufacturer, word), 1.0));
        }
    }
    for fact in compared_facts(category.unwrap_or(Category::Other)).iter().filter(|fact| fact.veto) {
        if let Some(value) = item.specs.get(fact.key) {
            let text = format!("{}={}", fact.key, value.to_texts().join("+").to_lowercase());
            keys.push((hash(4, category, manufacturer, &text), 0.5));
        }
    }
    keys
}

fn hash(kind: u8, category: Option<Category>, manufacturer: Option<&str>, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    (kind, category, manufacturer, text).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::StatedFacts;

    fn item(name: &str) -> Item {
        Item::from_product(name, &StatedFacts::named(Category::Storage, "Samsung", name))
    }

    #[test]
    fn likeliest_candidate_is_first_and_scores_are_reset() {
        let mut catalogue: Catalogue<u8> = Catalogue::default();
        for (id, name) in ["870 EVO 1TB", "970 EVO Plus 1TB", "990 PRO 2TB"].into_iter().enumerate() {
            catalogue.add(Candidate { id: id as u8, item: item(name), has_offer: false });
        }
        let mut scratch = Scratch::default();
        for _ in 0..2 {
            let found = catalogue.candidates(&item("Samsung SSD 970 EVO Plus"), &mut scratch);
            assert_eq!(found.first(), Some(&1));
            assert!(scratch.touched.is_empty() && scratch.scores.iter().all(|score| *score == 0.0));
        }
    }
}
