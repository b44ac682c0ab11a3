//! Comparison of the words of two names.

use domain::model::{Category, keys::COLOUR_WORDS};

use super::tables::{WordKind, word_kind};

/// Minimum length of words without a digit that count as the same although they differ by one letter.
const MIN_TYPO_WORD: usize = 6;
/// Minimum length of names that are searched inside longer words; shorter ones occur in them by chance.
const MIN_CONTAINED_NAME: usize = 4;
/// Minimum length of codes that are searched at the end of longer codes: `p750gm` in `gpp750gm`.
const MIN_SUFFIX_CODE: usize = 5;

/// Result of comparing the words of an offer and of a product: those that both have, and those that only one has.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct WordComparison {
    pub(super) same: Vec<String>,
    pub(super) only_offer: Vec<String>,
    pub(super) only_product: Vec<String>,
    /// Weight of the words that both have, and of all words of each side.
    pub(super) weight_same: f64,
    pub(super) weight_offer: f64,
    pub(super) weight_product: f64,
}

impl WordComparison {
    /// Compares the words of both sides. `stated` holds two functions, the offer's and the product's: whether the typed
    /// facts of that side state what a word says.
    pub(super) fn compare(
        category: Category,
        offer: &[String],
        product: &[String],
        stated: [&dyn Fn(&str) -> bool; 2],
    ) -> WordComparison {
        let mut words = WordComparison::default();
        let (joined_offer, joined_product) =
            (JoinedName::new(category, offer), JoinedName::new(category, product));
        let [stated_by_offer, stated_by_product] = stated;
        for (index, word) in distinct(product) {
            let weight = word_kind(category, word).weight();
            words.weight_product += weight;
            if joined_offer.has_word(&joined_product, index) || stated_by_offer(word) {
                words.weight_same += weight;
                words.same.push(word.clone());
            } else {
                words.only_product.push(word.clone());
            }
        }
        for (index, word) in distinct(offer) {
            words.weight_offer += word_kind(category, word).weight();
            if !joined_product.has_word(&joined_offer, index) && !stated_by_product(word) {
                words.only_offer.push(word.clone());
            }
        }
        words
    }

    /// Returns the words of one kind that only one side has.
    pub(super) fn alone(&self, category: Category, kind: WordKind) -> impl Iterator<Item = &String> {
        let of_kind = move |word: &&String| word_kind(category, word) == kind;
        self.only_product.iter().chain(&self.only_offer).filter(of_kind)
    }

    /// Returns the share of the product's name that the offer has, by weight, 0 to 1.
    pub(super) fn share_of_product(&self) -> f64 {
        if self.weight_product > 0.0 { self.weight_same / self.weight_product } else { 1.0 }
    }

    /// Returns the share of the offer's name that the product has, by weight, 0 to 1.
    pub(super) fn share_of_offer(&self, category: Category) -> f64 {
        let alone: f64 = self.only_offer.iter().map(|word| word_kind(category, word).weight()).sum();
        if self.weight_offer > 0.0 { 1.0 - alone / self.weight_offer } else { 1.0 }
    }
}

fn distinct(words: &[String]) -> impl Iterator<Item = (usize, &String)> {
    words.iter().enumerate().filter(|(index, word)| !words[..*index].contains(word))
}

/// A name without its spaces, and the byte positions where its words begin and end.
struct JoinedName<'a> {
    category: Category,
    words: &'a [String],
    text: String,
    borders: Vec<usize>,
}

impl<'a> JoinedName<'a> {
    fn new(category: Category, words: &'a [String]) -> JoinedName<'a> {
        let mut joined = JoinedName { category, words, text: String::new(), borders: vec![0] };
        for word in words {
            joined.text.push_str(word);
            joined.borders.push(joined.text.len());
        }
        joined
    }

    /// Whether this name has the word at `index` of the other name, however either name is split into words.
    fn has_word(&self, other: &JoinedName<'_>, index: usize) -> bool {
        let Some(word) = other.words.get(index) else { return false };
        let is_similar = |other_word: &String| {
            other_word == word
                || is_typo(other_word, word)
                || is_code_suffix(other_word, word)
                || is_code_suffix(word, other_word)
                || (self.category == Category::Monitor
                    && (is_regional_code(other_word, word) || is_regional_code(word, other_word)))
        };
        self.words.iter().any(is_similar)
            || self.spells_word(word)
            || self.has_two_words_as_one(other, index)
            || (word.len() >= MIN_CONTAINED_NAME && is_letters(word) && self.contains_word(word))
    }

    /// Whether several words together spell this one: `nh` `d15` is `nhd15`.
    fn spells_word(&self, word: &str) -> bool {
        self.text
            .match_indices(word)
            .any(|(at, found)| self.borders.contains(&at) && self.borders.contains(&(at + found.len())))
    }

    /// Whether one word here is two words in the other name: `12m` is `12` `m`.
    fn has_two_words_as_one(&self, other: &JoinedName<'_>, index: usize) -> bool {
        let pair = |first: usize| match other.words.get(first..first + 2) {
            Some([left, right]) => self
                .words
                .iter()
                .any(|word| word.strip_prefix(left.as_str()).is_some_and(|rest| rest == right)),
            _ => false,
        };
        pair(index) || (index > 0 && pair(index - 1))
    }

    /// Whether a longer word contains this word, between borders of letters and digits: `ventus` in `ventus2x`.
    fn contains_word(&self, word: &str) -> bool {
        let bytes = self.text.as_bytes();
        let is_border = |offset: usize| {
            self.borders.contains(&offset)
                || match (bytes.get(offset.wrapping_sub(1)), bytes.get(offset)) {
                    (Some(before), Some(after)) => before.is_ascii_digit() != after.is_ascii_digit(),
                    _ => true,
                }
        };
        self.text.match_indices(word).any(|(at, found)| is_border(at) && is_border(at + found.len()))
    }
}

/// Whether one number is the other one cut off, or without the manufacturer's prefix: `cmk16gx4m2a26`, `h110ms2hp`. A
/// difference of a single letter does not count: it marks another colour.
pub(super) fn is_cut_off(one: &str, other: &str) -> bool {
    const MIN_LENGTH: usize = 8;
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    if short.len() < MIN_LENGTH || short.len() == long.len() {
        return false;
    }
    let rest = long.strip_prefix(short).or_else(|| long.strip_suffix(short));
    rest.is_some_and(|rest| rest.len() > 1 || rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a word is the name of a colour.
pub(super) fn is_colour(word: &str) -> bool {
    COLOUR_WORDS.contains(&word)
}

fn is_letters(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Whether `long` is `code` after the letters of a product line, which a retailer wrote without a space.
fn is_code_suffix(long: &str, code: &str) -> bool {
    code.len() >= MIN_SUFFIX_CODE
        && code.bytes().any(|byte| byte.is_ascii_digit())
        && long.len() > code.len()
        && long.ends_with(code)
        && long.bytes().take(long.len() - code.len()).all(|byte| byte.is_ascii_lowercase())
}

/// Whether a monitor's code is another one plus the letters of a market or a stand: `24gs60f` and `24gs60fb`.
fn is_regional_code(long: &str, code: &str) -> bool {
    code.len() > MIN_SUFFIX_CODE
        && code.bytes().filter(u8::is_ascii_digit).count() >= 3
        && long.strip_prefix(code).is_some_and(|rest| (1..=2).contains(&rest.len()) && is_letters(rest))
}

/// Whether two long words without digits differ by one letter.
fn is_typo(left: &str, right: &str) -> bool {
    let long = |word: &str| word.len() >= MIN_TYPO_WORD && is_letters(word);
    left.len().abs_diff(right.len()) <= 1
        && long(left)
        && long(right)
        && strsim::osa_distance(left, right) == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(category: Category, offer: &[&str], product: &[&str]) -> WordComparison {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        WordComparison::compare(category, &owned(offer), &owned(product), [&|_| false, &|_| false])
    }

    #[test]
    fn joined_and_misspelt_words_are_equal() {
        let words = compare(Category::CpuCooler, &["nh", "d15", "chromax"], &["nhd15", "chromax"]);
        assert!(words.only_product.is_empty() && words.share_of_product() > 0.99, "{words:?}");
        let words = compare(Category::Gpu, &["windforse", "oc"], &["windforce", "oc"]);
        assert!(words.only_product.is_empty() && words.only_offer.is_empty(), "{words:?}");
    }

    #[test]
    fn numbers_are_never_treated_as_typos() {
        let words = compare(Category::Case, &["4000d"], &["5000d"]);
        assert_eq!((words.only_offer.len(), words.only_product.len()), (1, 1));
    }

    #[test]
    fn one_sided_variant_words_are_found() {
        let words = compare(Category::Gpu, &["ventus", "2x"], &["ventus", "2x", "oc"]);
        assert_eq!(words.alone(Category::Gpu, WordKind::Variant).collect::<Vec<_>>(), ["oc"]);
    }
}
