//! Text of a name or title, prepared for comparison: words, codes, and a signature of its letters.

use domain::model::keys::fold::Folded;

use crate::normalise::{codes, latinise};

/// Maximum number of words read from one title; the rest is description.
const MAX_WORDS: usize = 60;

/// Text of one side of a comparison.
#[derive(Debug, Clone, Default)]
pub(super) struct NameText {
    /// Distinct folded words, in their order.
    pub(super) words: Vec<String>,
    /// All words in their order without spaces, to find `nhd15` in `nh d15`.
    pub(super) joined: String,
    /// Part numbers and model codes, in normal form.
    pub(super) codes: Vec<String>,
    pub(super) trigrams: TrigramSet,
}

impl NameText {
    /// Reads a title. Arabic words mostly repeat the kind of product, which the category already states; they count
    /// only where the title has no other words.
    pub(super) fn new(title: &str) -> NameText {
        let title = latinise(title);
        let folded = Folded::new(&title);
        let has_latin = folded.iter().any(str::is_ascii);
        let mut text = NameText { codes: codes::find_codes(&title), ..NameText::default() };
        for word in folded.iter().filter(|word| word.is_ascii() || !has_latin).take(MAX_WORDS) {
            text.joined.push_str(word);
            if !text.words.iter().any(|known| known == word) {
                text.words.push(word.to_owned());
            }
        }
        text.trigrams = TrigramSet::new(&text.joined);
        text
    }

    /// Adds a code that the name itself may lack: a part number of the record.
    pub(super) fn add_code(&mut self, key: &str) {
        if !self.codes.iter().any(|known| known == key) {
            self.codes.push(key.to_owned());
        }
    }

    /// Whether this name has a word, also as a part of a longer one: `d15` in `nhd15`.
    pub(super) fn has_word(&self, word: &str) -> bool {
        self.words.iter().any(|known| known == word)
            || (word.len() >= 3
                && word.bytes().any(|byte| byte.is_ascii_digit())
                && (self.joined.contains(word) || self.codes.iter().any(|code| code == word)))
    }
}

/// The set of letter trigrams of a text, as a Bloom filter of 1,024 bits. Shares of common trigrams are computed by
/// counting bits, a hundred times faster than with exact sets, with an error of a few per cent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TrigramSet([u64; 16]);

impl TrigramSet {
    fn new(text: &str) -> TrigramSet {
        let mut set = TrigramSet::default();
        for group in text.as_bytes().windows(3) {
            let mixed = group.iter().fold(0_u64, |hash, byte| {
                (hash.rotate_left(5) ^ u64::from(*byte)).wrapping_mul(0x517c_c1b7_2722_0a95)
            });
            let bit = (mixed >> 54) as usize;
            if let Some(cell) = set.0.get_mut(bit / 64) {
                *cell |= 1 << (bit % 64);
            }
        }
        set
    }

    /// Returns the share of common trigrams among all trigrams, and among those of the text that has fewer;
    /// 0 to 1 each.
    pub(super) fn shares(&self, other: &TrigramSet) -> (f64, f64) {
        let mut both = 0;
        let (mut left_count, mut right_count) = (0, 0);
        for (left, right) in self.0.iter().zip(&other.0) {
            both += (left & right).count_ones();
            left_count += left.count_ones();
            right_count += right.count_ones();
        }
        let either = left_count + right_count - both;
        let share = |of: u32| if of == 0 { 0.0 } else { f64::from(both) / f64::from(of) };
        (share(either), share(left_count.min(right_count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_words_are_found() {
        let text = NameText::new("Noctua NH-D15 chromax.black - مبرد معالج");
        assert_eq!(text.words, ["noctua", "nh", "d15", "chromax", "black"]);
        assert!(
            text.has_word("d15") && text.has_word("hd15") && !text.has_word("d14") && !text.has_word("max")
        );
    }

    #[test]
    fn similar_texts_share_trigrams() {
        let (left, right) =
            (NameText::new("Samsung 970 EVO Plus 1TB"), NameText::new("SAMSUNG 970EVO PLUS 1 TB"));
        assert!(left.trigrams.shares(&right.trigrams).0 > 0.95);
        assert!(left.trigrams.shares(&NameText::new("Corsair RM850x").trigrams).1 < 0.3);
        assert_eq!(TrigramSet::default().shares(&TrigramSet::default()), (0.0, 0.0));
    }
}
