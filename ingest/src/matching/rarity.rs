//! Word rarity: rare words name a product, common ones describe it.
//!
//! The counts are computed from the catalogue itself (names of products and titles of offers) whenever it is loaded,
//! and live with it. So nothing is stored that could grow stale, and no list of significant words
//! is maintained by hand.

use std::sync::Arc;

use domain::model::keys::fold::Folded;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Item, siblings::SiblingWords};

/// Number of names and titles that contain each word, and the words that tell siblings apart. Clones share the data.
#[derive(Debug, Default, Clone)]
pub struct TermStatistics {
    corpus: Arc<Corpus>,
    siblings: Arc<SiblingWords>,
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

    /// Records that a product carries a part number (normal form).
    pub fn add_part_number(&mut self, key: &str) {
        if !self.corpus.part_numbers.contains(key) {
            Arc::make_mut(&mut self.corpus).part_numbers.insert(key.into());
        }
    }

    /// Learns which words tell products apart, from all products of one or several categories. Replaces what was
    /// learnt about siblings before.
    pub fn learn_siblings<'a>(&mut self, products: impl Iterator<Item = &'a Item> + Clone) {
        self.siblings = Arc::new(SiblingWords::learn(products));
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
