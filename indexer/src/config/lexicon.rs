//! Words that mean more than their letters: categories, brands and facts in both languages, stock, orders, noise.

mod files;
mod spelling_tables;
mod spellings;

use domain::model::{Category, SpecKey};
use rustc_hash::{FxHashMap, FxHashSet};

use spelling_tables::{CorrectableName, SpellingShape, Spellings};

use super::intents::table::IntentTable;
use crate::{
    interface::Sort,
    text::{analyzer::Analyzer, arabic, edits::is_within, english, fold::is_arabic, forms, sound},
};

/// Maximum number of words of a run (phrase) with an interpretation.
pub(crate) const MAX_PHRASE_WORDS: usize = 4;

/// The contents of `words.toml` and `arabic_terms.tsv`, ready to be looked up.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lexicon {
    pub(crate) analyzer: Analyzer,
    pub(crate) concepts: Vec<Concept>,
    pub(crate) quantities: FxHashMap<String, Vec<QuantityFact>>,
    pub(crate) fact_keys: Vec<SpecKey>,
    /// Facts whose values people round to whole numbers.
    pub(crate) rounded_keys: Vec<SpecKey>,
    /// Words that may stand before a fact's value without changing it: `amd` of `AMD B650`.
    pub(crate) fact_skip: FxHashSet<String>,
    interpretations: FxHashMap<String, Interpretation>,
    /// The phrases with an interpretation, ascending.
    phrases: Vec<String>,
    /// The phrases of one word without digits, which may be misspelt.
    names: Vec<CorrectableName>,
    markers: FxHashMap<String, Vec<Marker>>,
    /// Words that are spelt right although no product may have them.
    spelt_right: FxHashSet<String>,
    /// Sound of an Arabic phrase to the phrases that sound so.
    sounds: FxHashMap<String, Vec<String>>,
    /// The words of intent, from `intents.toml`.
    pub(crate) intents: IntentTable,
    /// Every phrase with a role in a query, for finding it by another spelling.
    spellings: Spellings,
    /// Phrases of the Arabic dictionary with their proper spelling, in the dictionary's order.
    pub(crate) proper_names: Vec<ProperName>,
    /// English names that the Arabic dictionary translates, in its order.
    pub(crate) english_names: Vec<String>,
    /// Names of categories, in both languages.
    pub(crate) category_names: Vec<CategoryName>,
}

/// A name of the Arabic dictionary as people write it.
#[derive(Debug, Clone)]
pub(crate) struct ProperName {
    pub(crate) phrase: String,
    pub(crate) text: String,
    /// Whether it is the first name listed for its interpretation: the way most people write it.
    pub(crate) is_first: bool,
}

/// A category's name as people write it.
#[derive(Debug, Clone)]
pub(crate) struct CategoryName {
    pub(crate) category: Category,
    pub(crate) english: String,
    pub(crate) arabic: String,
}

/// A category and facts that some words stand for.
#[derive(Debug, Clone)]
pub(crate) struct Concept {
    /// The first of its words, as people write it.
    pub(crate) name: String,
    pub(crate) category: Option<Category>,
    /// Any of these facts is enough; empty when only the category is meant.
    pub(crate) specs: Vec<(SpecKey, String)>,
}

/// A fact that a number with a unit can be.
#[derive(Debug, Clone)]
pub(crate) struct QuantityFact {
    pub(crate) key: SpecKey,
    pub(crate) times: f64,
}

/// The interpretation of a run of words.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Interpretation {
    /// Index into `concepts`.
    pub(crate) concept: Option<usize>,
    /// English translations, each a list of words.
    pub(crate) english: Vec<Vec<String>>,
}

/// A role that words play in a query without being searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marker {
    Stock,
    Sort(Sort),
    Noise,
}

impl Lexicon {
    fn collect_english_names(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for name in &self.proper_names {
            let english =
                self.interpret(&name.phrase).into_iter().flat_map(|interpretation| &interpretation.english);
            for line in english.map(|words| words.join(" ")) {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        lines
    }

    /// Returns the interpretation of words joined by spaces, with or without their Arabic articles, in the singular or
    /// plural.
    pub(crate) fn interpret(&self, words: &str) -> Option<&Interpretation> {
        let exact = self.interpretations.get(words);
        exact
            .or_else(|| self.interpretations.get(&arabic::without_articles(words)?))
            .or_else(|| self.interpretations.get(&in_singular(words)?))
    }

    /// Returns the category and facts that an interpretation names.
    pub(crate) fn concept_of(&self, interpretation: &Interpretation) -> Option<&Concept> {
        interpretation.concept.map(|index| &self.concepts[index])
    }

    /// Returns the category and facts that words joined by spaces name.
    pub(crate) fn concept_named(&self, words: &str) -> Option<&Concept> {
        self.concept_of(self.interpret(words)?)
    }

    /// Returns the category that an interpretation names.
    pub(crate) fn category_of(&self, interpretation: &Interpretation) -> Option<Category> {
        self.concept_of(interpretation)?.category
    }

    /// Returns the roles of words joined by spaces.
    pub(crate) fn markers(&self, words: &str) -> &[Marker] {
        self.markers.get(words).map_or(&[], Vec::as_slice)
    }

    /// Returns the words that ask for an order.
    pub(crate) fn sort_phrases(&self) -> impl Iterator<Item = &str> {
        let sorts = |markers: &Vec<Marker>| markers.iter().any(|marker| matches!(marker, Marker::Sort(_)));
        self.markers.iter().filter(move |(_, markers)| sorts(markers)).map(|(phrase, _)| phrase.as_str())
    }

    /// Returns the interpretation of Arabic words that sound like listed ones; `None` where the listed ones differ in
    /// interpretation.
    pub(crate) fn sounds_like(&self, phrase: &[&str]) -> Option<&Interpretation> {
        if !phrase.iter().all(|word| is_arabic(word)) {
            return None;
        }
        let phrases = self.sounds.get(&sound::sound_key(&phrase.concat())?)?;
        let mut interpretations = phrases.iter().filter_map(|spelling| self.interpretations.get(spelling));
        let first = interpretations.next()?;
        interpretations.all(|other| other == first).then_some(first)
    }

    /// Returns the phrases with an interpretation that begin with a prefix, ascending.
    pub(crate) fn phrases_with_prefix(&self, prefix: &str) -> impl Iterator<Item = (&str, &Interpretation)> {
        let from = self.phrases.partition_point(|phrase| phrase.as_str() < prefix);
        let begun = self.phrases[from..].iter().take_while(move |phrase| phrase.starts_with(prefix));
        begun.filter_map(|phrase| Some((phrase.as_str(), self.interpretations.get(phrase)?)))
    }

    /// Returns the single words with an interpretation within a number of edits of a word, ascending.
    pub(crate) fn spelt_like(&self, word: &str, distance: usize) -> impl Iterator<Item = &str> {
        let shape = SpellingShape::of(word);
        let near = self.names.iter().filter(move |name| {
            name.shape.may_be_within(shape, distance)
                && name.text != word
                && is_within(word, &name.text, distance)
        });
        near.map(|name| name.text.as_str())
    }

    /// Whether a folded word is an ordinary word or the plural of one, which is not to be corrected to a name.
    pub(crate) fn is_spelt_right(&self, word: &str) -> bool {
        self.spelt_right.contains(word)
            || forms::stem(word).is_some_and(|stem| self.spelt_right.contains(stem))
    }

    /// Returns the folded words of a spelling, as phrases are keyed.
    pub(crate) fn fold_words(&self, spelling: &str) -> Vec<String> {
        self.analyzer.words(spelling).into_iter().map(|word| word.text).collect()
    }

    fn mark_first_names(&mut self) {
        let mut named: FxHashSet<(Option<usize>, String)> = FxHashSet::default();
        for index in 0..self.proper_names.len() {
            let Some(interpretation) = self.interpret(&self.proper_names[index].phrase) else { continue };
            // All names of a category name one thing, whatever else they translate to.
            let english = interpretation.english.iter().map(|words| words.join(" "));
            let english = if interpretation.concept.is_some() { String::new() } else { english.collect() };
            let is_first = named.insert((interpretation.concept, english));
            self.proper_names[index].is_first = is_first;
        }
    }

    /// Returns the first listed name of each category in either language.
    fn category_names(&self) -> Vec<CategoryName> {
        let mut names: Vec<CategoryName> = Vec::new();
        for proper_names in &self.proper_names {
            let Some(concept) = self.concept_named(&proper_names.phrase) else { continue };
            let Some(category) = concept.category.filter(|_| concept.specs.is_empty()) else { continue };
            if !names.iter().any(|name| name.category == category) {
                let (english, arabic) = (concept.name.clone(), proper_names.text.clone());
                names.push(CategoryName { category, english, arabic });
            }
        }
        names
    }

    /// Returns what other words for these words mean: the words themselves, and their listed interpretation.
    pub(super) fn meaning(&self, spelling: &str) -> Interpretation {
        let words = self.fold_words(spelling);
        let mut meaning = self.interpret(&words.join(" ")).cloned().unwrap_or_default();
        meaning.english.push(words);
        meaning
    }

    /// Makes words also mean what others mean. A category or fact of these replaces the words' own.
    pub(super) fn add_synonym(&mut self, spelling: &str, meaning: &Interpretation) {
        self.add_interpretation(spelling, meaning.concept, &meaning.english);
        let phrase = self.fold_words(spelling).join(" ");
        if let Some(interpretation) = self.interpretations.get_mut(&phrase) {
            interpretation.concept = meaning.concept.or(interpretation.concept);
        }
    }

    /// Whether words can have a meaning of their own: one to [`MAX_PHRASE_WORDS`] words, not only digits.
    pub(crate) fn is_phrase(&self, spelling: &str) -> bool {
        let words = self.fold_words(spelling);
        let digits_only = words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        (1..=MAX_PHRASE_WORDS).contains(&words.len()) && !digits_only
    }

    fn add_interpretation(&mut self, spelling: &str, concept: Option<usize>, english: &[Vec<String>]) {
        if !self.is_phrase(spelling) {
            return;
        }
        let words = self.fold_words(spelling);
        let phrase = words.join(" ");
        if words.iter().all(|word| is_arabic(word))
            && let Some(key) = sound::sound_key(&words.concat())
        {
            let phrases = self.sounds.entry(key).or_default();
            if !phrases.contains(&phrase) {
                phrases.push(phrase.clone());
            }
        }
        let interpretation = self.interpretations.entry(phrase).or_default();
        interpretation.concept = interpretation.concept.or(concept);
        for words in english {
            if !interpretation.english.contains(words) {
                interpretation.english.push(words.clone());
            }
        }
    }

    fn add_proper_name(&mut self, text: &str) {
        let phrase = self.fold_words(text).join(" ");
        if !phrase.is_empty() && !self.proper_names.iter().any(|name| name.phrase == phrase) {
            self.proper_names.push(ProperName { phrase, text: text.to_owned(), is_first: false });
        }
    }

    fn add_marker(&mut self, spelling: &str, marker: Marker) {
        let phrase = self.fold_words(spelling).join(" ");
        if !phrase.is_empty() {
            self.markers.entry(phrase).or_default().push(marker);
        }
    }
}

/// Returns the words with the last one in the singular; `None` where the last word is no plural.
fn in_singular(words: &str) -> Option<String> {
    let last = words.rfind(' ').map_or(0, |space| space + 1);
    let singular = english::singular(&words[last..])?;
    Some(format!("{}{singular}", &words[..last]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::search_config::SearchConfig;

    fn category(text: &str) -> Option<Category> {
        let lexicon = SearchConfig::embedded().expect("config").lexicon;
        let words = lexicon.fold_words(text);
        let phrase: Vec<&str> = words.iter().map(String::as_str).collect();
        let interpretation = lexicon.interpret(&words.join(" ")).or_else(|| lexicon.sounds_like(&phrase))?;
        lexicon.concepts[interpretation.concept?].category
    }

    #[test]
    fn category_words_are_interpreted_as_their_category() {
        for (text, expected) in [
            ("كرت شاشة", Category::Gpu),
            ("كرت الشاشة", Category::Gpu),
            ("الكرت", Category::Gpu),
            ("شاشات", Category::Monitor),
            ("الشاشة", Category::Monitor),
            ("بروسيسور", Category::Cpu),
            ("ماذربورد", Category::Motherboard),
            ("باور سبلاي", Category::Psu),
            ("Graphics Cards", Category::Gpu),
            ("case fan", Category::CaseFan),
            ("مبرد مائي", Category::CpuCooler),
            ("M.2", Category::Storage),
        ] {
            assert_eq!(category(text), Some(expected), "{text}");
        }
        assert_eq!(category("طماطم"), None);
    }

    #[test]
    fn arabic_names_are_interpreted_as_english_words() {
        let lexicon = SearchConfig::embedded().expect("config").lexicon;
        let english =
            |words: &str| lexicon.interpret(words).map(|interpretation| interpretation.english.clone());
        assert_eq!(english("ار تي اكس"), Some(vec![vec!["rtx".to_owned()]]));
        assert_eq!(english("رايزن"), Some(vec![vec!["ryzen".to_owned()]]));
        assert!(english("رايزر").is_some_and(|words| words.len() > 1), "razer and riser are both tried");
    }
}
