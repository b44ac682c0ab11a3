//! Spellings of the lexicon's phrases, prepared for comparison.

use rustc_hash::FxHashMap;

use crate::text::{
    arabizi::ArabicLetters,
    fold::{has_digit, is_arabic},
    sound,
};

/// A word with an interpretation, and the shape that tells quickly that another word is not spelt nearly so.
#[derive(Debug, Clone)]
pub(super) struct CorrectableName {
    pub(super) text: String,
    pub(super) shape: SpellingShape,
}

/// Number of letters of a word, and a bit set of its letters; several letters share a bit.
#[derive(Debug, Clone, Copy)]
pub(super) struct SpellingShape {
    pub(super) length: usize,
    pub(super) letters: u64,
}

/// Spellings of the dictionary, prepared for comparison.
#[derive(Debug, Clone, Default)]
pub(super) struct Spellings {
    /// Arabic phrases, ascending.
    pub(super) arabic: Vec<Spelling>,
    /// Arabic phrases by their letters, without spaces and doubled letters.
    pub(super) squeezed: FxHashMap<String, Vec<String>>,
    /// English phrases by their sound.
    pub(super) latin_sounds: FxHashMap<String, Vec<String>>,
    /// English names of categories of several words, ascending.
    pub(super) categories: Vec<CorrectableName>,
}

/// A phrase, its letters without spaces, and the same letters prepared for comparison with Latin ones.
#[derive(Debug, Clone)]
pub(super) struct Spelling {
    pub(super) phrase: String,
    pub(super) glued: String,
    pub(super) letters: ArabicLetters,
    pub(super) shape: SpellingShape,
}

impl SpellingShape {
    pub(super) fn of(word: &str) -> Self {
        let letters = word.chars().fold(0, |letters, letter| letters | 1 << (u32::from(letter) % u64::BITS));
        Self { length: word.chars().count(), letters }
    }

    /// Whether `distance` edits may turn one word into the other. An edit adds a letter, removes one, or both, so
    /// it changes at most two bits.
    pub(super) fn may_be_within(self, other: Self, distance: usize) -> bool {
        self.length.abs_diff(other.length) <= distance
            && (self.letters ^ other.letters).count_ones() as usize <= 2 * distance
    }
}

impl Spellings {
    /// Prepares phrases, and the names of categories among them, which `categories` lists.
    pub(super) fn of<'a>(
        phrases: impl Iterator<Item = &'a String>,
        categories: Vec<CorrectableName>,
    ) -> Self {
        let mut phrases: Vec<&String> = phrases.collect();
        phrases.sort_unstable();
        phrases.dedup();
        let mut spellings = Self { categories, ..Self::default() };
        for phrase in phrases {
            let glued = phrase.replace(' ', "");
            if has_digit(&glued) {
                continue;
            }
            if is_arabic(&glued) {
                spellings.squeezed.entry(collapse_repeats(&glued)).or_default().push(phrase.clone());
                let (letters, shape) = (ArabicLetters::of(phrase), SpellingShape::of(&glued));
                spellings.arabic.push(Spelling { phrase: phrase.clone(), letters, shape, glued });
            } else if let Some(key) = sound::sound_key(&glued) {
                spellings.latin_sounds.entry(key).or_default().push(phrase.clone());
            }
        }
        spellings
    }
}

/// Returns a text with each run of one letter reduced to a single one.
pub(super) fn collapse_repeats(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if !out.ends_with(letter) {
            out.push(letter);
        }
    }
    out
}
