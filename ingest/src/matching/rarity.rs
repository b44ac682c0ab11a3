//! Word rarity: rare words name a product, common ones describe it.
//!
//! The counts are computed from the catalogue itself (names of products and titles of offers) whenever it is loaded,
//! and live with it. So nothing is stored that could grow stale, and no list of significant words
//! is maintained by hand.

use std::sync::Arc;

use domain::model::{
    Category,
    keys::{fold::Folded, is_model_name, part_numbers_in_name},
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Item, descriptions::Descriptions, siblings::SiblingWords};
use crate::normalise::codes::is_description;

/// A word of so few texts is rare, however small the catalogue is.
const FEW_TEXTS: f64 = 20.0;

/// Number of names and titles that contain each word, and the words that tell siblings apart. Clones share the data.
#[derive(Debug, Default, Clone)]
pub struct TermStatistics {
    corpus: Arc<Corpus>,
    siblings: Arc<SiblingWords>,
    descriptions: Arc<Descriptions>,
}

/// Words and part numbers of all names and titles.
#[derive(Debug, Default, Clone)]
struct Corpus {
    texts: u32,
    counts: FxHashMap<Box<str>, u32>,
    /// Part numbers that products of the catalogue carry, in normal form.
    part_numbers: FxHashSet<Box<str>>,
}

impl TermStatistics {
    /// Counts the words of one name or title, each once.
    pub fn add_text(&mut self, text: &str) {
        let folded = Folded::new(text);
        let words: FxHashSet<&str> = folded.iter().collect();
        let corpus = Arc::make_mut(&mut self.corpus);
        corpus.texts += 1;
        for word in words {
            match corpus.counts.get_mut(word) {
                Some(count) => *count += 1,
                None => {
                    corpus.counts.insert(word.into(), 1);
                }
            }
        }
    }

    /// Records that a product carries a part number (normal form), unless it is the name of a chip or a standard.
    pub fn add_part_number(&mut self, key: &str) {
        if !is_description(key) && !self.corpus.part_numbers.contains(key) {
            Arc::make_mut(&mut self.corpus).part_numbers.insert(key.into());
        }
    }

    /// Forgets the part numbers that are the names of models or series ([`is_model_name`]). `names` are those of all
    /// products, each once.
    pub fn forget_model_names<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        let mut counts: FxHashMap<String, u32> = FxHashMap::default();
        for name in names {
            for number in part_numbers_in_name(name, |key| self.corpus.part_numbers.contains(key)) {
                *counts.entry(number).or_default() += 1;
            }
        }
        let corpus = Arc::make_mut(&mut self.corpus);
        for (number, _) in counts.iter().filter(|(number, count)| is_model_name(number, **count)) {
            corpus.part_numbers.remove(number.as_str());
        }
    }

    /// Learns which words tell products apart, from all products of one or several categories. Replaces what was
    /// learnt about siblings before.
    pub fn learn_siblings<'a>(&mut self, products: impl Iterator<Item = &'a Item> + Clone) {
        self.siblings = Arc::new(SiblingWords::learn(products));
    }

    /// Learns which words only describe the parts of a category. Replaces what was learnt before.
    pub(super) fn learn_descriptions<'a, 'b>(
        &mut self,
        category: Category,
        offers: impl Iterator<Item = &'a Item>,
        records: impl ExactSizeIterator<Item = &'b Item>,
    ) {
        self.descriptions = Arc::new(Descriptions::learn(category, offers, records));
    }

    /// Whether a word only describes the parts of a category.
    pub(super) fn is_description(&self, category: Category, word: &str) -> bool {
        self.descriptions.has(category, word)
    }

    /// Returns the words that tell siblings apart.
    pub fn siblings(&self) -> &SiblingWords {
        &self.siblings
    }

    /// Returns the inverse document frequency of a word: ln((texts + 1) / (texts with the word + 1)), 0 for a word of
    /// every text.
    pub fn rarity(&self, word: &str) -> f64 {
        let count = self.corpus.counts.get(word).copied().unwrap_or_default();
        (f64::from(self.corpus.texts + 1) / f64::from(count + 1)).ln()
    }

    /// Whether so many texts have a word that it names no product: more than the square root of all texts, and more than a
    /// few.
    pub(super) fn is_common(&self, word: &str) -> bool {
        let count = self.corpus.counts.get(word).copied().unwrap_or_default();
        f64::from(count) > f64::from(self.corpus.texts).sqrt().max(FEW_TEXTS)
    }

    /// Returns the rarity of a word that no text has.
    pub fn max_rarity(&self) -> f64 {
        f64::from(self.corpus.texts + 1).ln()
    }

    /// Whether a product of the catalogue carries this part number.
    pub fn is_known_part_number(&self, key: &str) -> bool {
        self.corpus.part_numbers.contains(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_models_are_no_part_numbers() {
        let mut statistics = TermStatistics::default();
        let numbers =
            ["rtx4080", "b650m", "rm850x", "cs900", "bk036", "g274qpfqd", "cp9020180na", "910004640"];
        for number in numbers {
            statistics.add_part_number(number);
        }
        let names = [
            "Corsair RM850x 850W",
            "PNY CS900 120GB",
            "PNY CS-900 240GB",
            "be quiet! Dark Rock Pro 5",
            "MSI Optix G274QPF-QD",
        ];
        statistics.forget_model_names(names.into_iter());
        let known = |number: &str| statistics.is_known_part_number(number);
        assert!(["bk036", "g274qpfqd", "cp9020180na", "910004640"].into_iter().all(known));
        assert!(!["rtx4080", "b650m", "rm850x", "cs900"].into_iter().any(known));
    }

    #[test]
    fn common_words_weigh_nothing_and_rare_words_weigh_much() {
        let mut statistics = TermStatistics::default();
        for number in 0..100 {
            statistics.add_text(&format!("graphics card graphics model{number}"));
        }
        assert!(statistics.rarity("graphics") < 0.02);
        assert!(statistics.rarity("model7") > 3.5);
        assert!(statistics.rarity("unheard") > statistics.rarity("model7"));
        statistics.add_part_number("cmk16gx4m2b3200c16");
        assert!(statistics.is_known_part_number("cmk16gx4m2b3200c16"));
        assert!(!statistics.is_known_part_number("cmk16gx4m2b3200c18"));
    }
}
