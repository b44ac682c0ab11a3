//! Products of a catalogue, as conditions read them.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::model::{Fils, ProductId, SpecKey};
use indexer::Document;

use super::condition::{Condition, Test};

/// Every product of a catalogue, and an index of their words.
#[derive(Default)]
pub(crate) struct JudgedCatalogue {
    products: Vec<JudgedProduct>,
    by_id: HashMap<ProductId, usize>,
    by_word: HashMap<String, Vec<usize>>,
    /// Letters and digits of every part number, lower case.
    part_numbers: BTreeSet<String>,
}

/// One product.
pub(crate) struct JudgedProduct {
    pub(crate) name: String,
    /// The name's words between spaces, lower case.
    pub(crate) words: String,
    /// The name's letters and digits, lower case, nothing between them.
    pub(crate) letters: String,
    pub(crate) category: &'static str,
    /// The manufacturer's letters and digits, lower case.
    pub(crate) brand: String,
    /// The manufacturer as it is written.
    pub(crate) manufacturer: String,
    pub(crate) popularity: f32,
    pub(crate) price: Fils,
    pub(crate) in_stock: bool,
    pub(crate) retailers: Vec<String>,
    specs: Vec<(SpecKey, String)>,
}

impl JudgedCatalogue {
    pub(crate) fn add(&mut self, document: &Document) {
        let product = JudgedProduct::of(document);
        let index = self.products.len();
        let words = product.words.split_whitespace().map(str::to_owned);
        let words: HashSet<String> = words.chain([product.brand.clone()]).collect();
        words
            .into_iter()
            .chain([format!("@{}", product.category)])
            .for_each(|word| self.by_word.entry(word).or_default().push(index));
        self.by_id.insert(document.id, index);
        self.part_numbers.extend(document.part_numbers.iter().map(|number| letters(number)));
        self.products.push(product);
    }

    pub(crate) fn product(&self, id: ProductId) -> &JudgedProduct {
        &self.products[self.by_id[&id]]
    }

    pub(crate) fn products(&self) -> &[JudgedProduct] {
        &self.products
    }

    /// Whether some name has the word.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.by_word.contains_key(word)
    }

    /// Whether some part number begins with the typed text, ignoring dashes and spaces.
    pub(crate) fn has_part_number(&self, typed: &str) -> bool {
        let typed = letters(typed);
        self.part_numbers.range(typed.clone()..).next().is_some_and(|number| number.starts_with(&typed))
    }

    /// Returns at most `limit` products that fit a condition.
    pub(crate) fn fitting(&self, condition: &Condition, limit: usize) -> HashSet<usize> {
        let mut fitting = HashSet::new();
        for tests in &condition.alternatives {
            let alternative = Condition { alternatives: vec![tests.clone()] };
            let candidates = self.candidates(tests);
            let found = candidates.into_iter().filter(|index| alternative.fits(&self.products[*index]));
            fitting.extend(found.take(limit));
        }
        fitting
    }

    /// Returns the lowest and the highest price of the products that fit.
    pub(crate) fn price_range(&self, condition: &Condition) -> Option<(Fils, Fils)> {
        let prices =
            || self.products.iter().filter(|product| condition.fits(product)).map(|found| found.price);
        Some((prices().min()?, prices().max()?))
    }

    /// Returns the products that have the rarest word of an alternative; all products where it names no word.
    fn candidates(&self, tests: &[Test]) -> Vec<usize> {
        let indexed = tests.iter().filter_map(|test| match test {
            Test::Word(word) => Some(word.clone()),
            Test::Category(category) => Some(format!("@{category}")),
            _ => None,
        });
        let lists = indexed.map(|word| self.by_word.get(&word).map_or(&[][..], Vec::as_slice));
        lists
            .min_by_key(|list| list.len())
            .map_or_else(|| (0..self.products.len()).collect(), <[usize]>::to_vec)
    }
}

impl JudgedProduct {
    fn of(document: &Document) -> Self {
        let words = document.name.to_lowercase().replace(|character: char| !character.is_alphanumeric(), " ");
        let words: Vec<&str> = words.split_whitespace().collect();
        let specs = SpecKey::ALL.iter().filter_map(|key| Some((*key, document.specs.get(*key)?.to_texts())));
        Self {
            name: document.name.clone(),
            words: format!(" {} ", words.join(" ")),
            letters: words.concat(),
            category: document.category.as_str(),
            brand: letters(&document.manufacturer),
            manufacturer: document.manufacturer.clone(),
            popularity: document.popularity,
            price: document.price.unwrap_or_default(),
            in_stock: document.in_stock,
            retailers: document.retailers.iter().map(|retailer| retailer.slug.clone()).collect(),
            specs: specs
                .flat_map(|(key, texts)| texts.into_iter().map(move |text| (key, text.replace(' ', "_"))))
                .collect(),
        }
    }

    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.words.contains(&format!(" {word} "))
    }

    /// Returns the values of a spec, with `_` for a space.
    pub(crate) fn spec(&self, key: &str) -> impl Iterator<Item = &str> {
        self.specs.iter().filter(move |(other, _)| other.as_str() == key).map(|(_, text)| text.as_str())
    }

    pub(crate) fn numbers(&self, key: &str) -> impl Iterator<Item = f64> {
        self.spec(key).filter_map(|text| text.parse().ok())
    }
}

/// Returns the letters and digits of a text, in lower case.
fn letters(text: &str) -> String {
    text.to_lowercase().replace(|character: char| !character.is_alphanumeric(), "")
}
