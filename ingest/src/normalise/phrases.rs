//! Phrases of the tables in `config/specs`, found in folded titles.

use domain::model::keys::fold::Folded;
use rustc_hash::FxHashMap;

/// Values by phrase. The longest phrase that begins at a word wins.
#[derive(Debug)]
pub(crate) struct Phrases<T> {
    values: FxHashMap<String, T>,
    /// Number of words of the longest phrase that begins with this word.
    longest: FxHashMap<String, usize>,
}

impl<T> Phrases<T> {
    /// Returns an empty set of phrases.
    pub(crate) fn new() -> Self {
        Self { values: FxHashMap::default(), longest: FxHashMap::default() }
    }

    /// Adds a phrase; the first value of a phrase stays.
    pub(crate) fn insert(&mut self, phrase: &str, value: T) {
        let folded = Folded::new(phrase);
        if folded.is_empty() {
            return;
        }
        let longest = self.longest.entry(folded.word(0).to_owned()).or_default();
        *longest = folded.len().max(*longest);
        self.values.entry(folded.window(0, folded.len()).to_owned()).or_insert(value);
    }

    /// Returns the value of the longest phrase that begins at this word, and the number of its words. The Arabic
    /// article and the prefixes written with it are ignored.
    pub(crate) fn at(&self, text: &Folded, index: usize) -> Option<(&T, usize)> {
        self.search(text, index, 0).or_else(|| {
            let word = text.word(index);
            let article = ["وال", "بال", "ال", "لل", "و"].iter().find(|prefix| word.starts_with(**prefix))?;
            (word.chars().count() > article.chars().count() + 2)
                .then(|| self.search(text, index, article.len()))?
        })
    }

    fn search(&self, text: &Folded, index: usize, skip: usize) -> Option<(&T, usize)> {
        let longest = *self.longest.get(text.word(index).get(skip..)?)?;
        let most = longest.min(text.len() - index);
        (1..=most)
            .rev()
            .find_map(|count| Some((self.values.get(text.window(index, count).get(skip..)?)?, count)))
    }
}

/// Returns the rows of a table, without comments and empty lines; cells are separated by tabs.
pub(crate) fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split('\t').collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_phrase_wins_regardless_of_the_article() {
        let mut phrases = Phrases::new();
        phrases.insert("mouse", 1);
        phrases.insert("mouse pad", 2);
        phrases.insert("كيس", 3);
        assert_eq!(phrases.at(&Folded::new("Mouse-Pad XL"), 0), Some((&2, 2)));
        assert_eq!(phrases.at(&Folded::new("mouse wireless"), 0), Some((&1, 1)));
        assert_eq!(phrases.at(&Folded::new("الكيس"), 0), Some((&3, 1)));
        assert_eq!(phrases.at(&Folded::new("كيسان"), 0), None);
    }
}
