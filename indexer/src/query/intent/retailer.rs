//! Names of retailers in a query: `safat tech`, `sidra`, `متجر سدرة`.

use crate::{
    config::lexicon::Lexicon,
    interface::{RetailerNames, retailer_names::RetailerName},
    storage::vocabulary::Vocabulary,
    text::{analyzer::Word, fold::is_arabic, sound},
};

/// Words of many retailers' names, which identify none of them.
const COMMON_WORDS: [&str; 24] = [
    "tech",
    "store",
    "stores",
    "computers",
    "computer",
    "digital",
    "pc",
    "shop",
    "electronics",
    "kw",
    "kuwait",
    "online",
    "gaming",
    "متجر",
    "محل",
    "شركه",
    "كمبيوتر",
    "كمبيوترز",
    "تك",
    "تيك",
    "ستور",
    "ديجيتال",
    "بي",
    "سي",
];
/// Words before a retailer's name.
const WORDS_BEFORE_NAME: [&str; 13] =
    ["from", "at", "in", "by", "shop", "store", "لدى", "عن", "متجر", "محل", "شركه", "من", "عند"];
/// Minimum letters of a single word that names a retailer.
const MIN_LETTERS: usize = 4;

/// Returns the retailer whose name begins at a word, and the number of words.
pub(crate) fn retailer_at(
    words: &[Word],
    index: usize,
    lexicon: &Lexicon,
    vocabulary: &Vocabulary,
    names: [&RetailerNames; 2],
) -> Option<(String, usize)> {
    if vocabulary.retailers.is_empty() {
        return None;
    }
    let finder = RetailerFinder { words, lexicon, vocabulary, names };
    let text = |at: usize| words.get(at).map(|word| word.text.as_str());
    let (slug, length) = finder.find_whole_name(index).or_else(|| {
        let lead = usize::from(text(index).is_some_and(|word| WORDS_BEFORE_NAME.contains(&word)));
        let (slug, length) =
            finder.find_whole_name(index + lead).or_else(|| finder.find_by_single_word(index + lead))?;
        Some((slug, lead + length))
    })?;
    let behind = (index + length..words.len())
        .take_while(|at| text(*at).is_some_and(|word| COMMON_WORDS.contains(&word)))
        .count();
    Some((slug, length + behind))
}

struct RetailerFinder<'a> {
    words: &'a [Word],
    lexicon: &'a Lexicon,
    vocabulary: &'a Vocabulary,
    names: [&'a RetailerNames; 2],
}

impl RetailerFinder<'_> {
    fn names(&self) -> impl Iterator<Item = &RetailerName> {
        self.names.iter().flat_map(|names| names.iter())
    }

    /// Whether the retailer has products.
    fn sells(&self, name: &RetailerName) -> bool {
        self.vocabulary.retailers.contains(&name.slug)
    }

    /// Returns the longest name that stands there with all its words, apart or written together.
    fn find_whole_name(&self, index: usize) -> Option<(String, usize)> {
        let first = &self.words.get(index)?.text;
        let length_of = |name: &RetailerName| match name.words.len() {
            0 | 1 => None,
            _ if *first == name.glued => Some(1),
            length => (0..length)
                .all(|at| self.words.get(index + at).is_some_and(|word| name.has(at, &word.text)))
                .then_some(length),
        };
        let found = self
            .names()
            .filter_map(|name| Some((name, length_of(name)?)))
            .filter(|(name, _)| self.sells(name));
        found.max_by_key(|(_, length)| *length).map(|(name, length)| (name.slug.clone(), length))
    }

    /// Returns the retailer that a single word names: an uncommon word without another interpretation that is in
    /// the names of one retailer only.
    fn find_by_single_word(&self, index: usize) -> Option<(String, usize)> {
        let first = self.words.get(index)?.text.as_str();
        let has_common =
            self.words.get(index + 1).is_some_and(|word| COMMON_WORDS.contains(&word.text.as_str()));
        let is_taken = COMMON_WORDS.contains(&first)
            || (first.chars().count() < MIN_LETTERS && !has_common)
            || self.lexicon.interpret(first).is_some()
            || self.vocabulary.brand_phrases.contains_key(first)
            || self.vocabulary.fact_phrases.contains_key(first);
        if is_taken {
            return None;
        }
        let sound = is_arabic(first).then(|| sound::sound_key(first)).flatten();
        let begins = |name: &&RetailerName| {
            // `متجر سدرة`: the kind of business stands before the name.
            let at = name.words.iter().position(|word| !COMMON_WORDS.contains(&word.as_str())).unwrap_or(0);
            let sounds_so = || sound.is_some() && sound::sound_key(&name.words[at]) == sound;
            name.has(at, first) || sounds_so()
        };
        let mut named = self.names().filter(begins).filter(|name| self.sells(name)).map(|name| &name.slug);
        let only = named.next()?;
        named.all(|slug| slug == only).then(|| (only.clone(), 1))
    }
}
