//! Names of the dictionary by spellings that are not listed: written together or apart, with doubled letters, one
//! letter off, by their sound, in Latin letters. Names of several words are compared as a whole.

use rustc_hash::FxHashMap;

use super::{Lexicon, MAX_WINDOW, Marker, Meaning, Name, Shape};
use crate::text::{
    arabic,
    arabizi::{self, ArabicLetters},
    edits::is_within,
    fold::{has_digit, is_arabic},
    sound,
};

/// Fewest letters for one edit, and for two.
const ONE_EDIT_FROM: usize = 5;
const TWO_EDITS_FROM: usize = 9;
/// Latin letters within this many edits of the English name are that name misspelt.
const MISSPELT: usize = 2;

/// Spellings of the dictionary, prepared for comparison.
#[derive(Debug, Clone, Default)]
pub(super) struct Spellings {
    /// Arabic windows, ascending.
    arabic: Vec<Spelling>,
    /// Arabic windows by their letters, without spaces and doubled letters.
    squeezed: FxHashMap<String, Vec<String>>,
    /// English windows by their sound.
    latin_sounds: FxHashMap<String, Vec<String>>,
    /// English names of categories of several words, ascending.
    categories: Vec<Name>,
}

/// A window, its letters without spaces, and the same letters prepared for comparison with Latin ones.
#[derive(Debug, Clone)]
struct Spelling {
    window: String,
    glued: String,
    letters: ArabicLetters,
    shape: Shape,
}

impl Spellings {
    /// Prepares windows, and the names of categories among them, which `categories` lists.
    pub(super) fn of<'a>(windows: impl Iterator<Item = &'a String>, categories: Vec<Name>) -> Self {
        let mut windows: Vec<&String> = windows.collect();
        windows.sort_unstable();
        windows.dedup();
        let mut spellings = Self { categories, ..Self::default() };
        for window in windows {
            let glued = window.replace(' ', "");
            if has_digit(&glued) {
                continue;
            }
            if is_arabic(&glued) {
                spellings.squeezed.entry(squeeze(&glued)).or_default().push(window.clone());
                let (letters, shape) = (ArabicLetters::of(window), Shape::of(&glued));
                spellings.arabic.push(Spelling { window: window.clone(), letters, shape, glued });
            } else if let Some(key) = sound::key(&glued) {
                spellings.latin_sounds.entry(key).or_default().push(window.clone());
            }
        }
        spellings
    }
}

impl Lexicon {
    /// Whether the words together have a role in a query.
    pub(crate) fn has(&self, words: &str) -> bool {
        self.meaning(words).is_some() || !self.markers(words).is_empty()
    }

    /// Returns the listed Arabic spelling that some Arabic words are a variant of; `None` where it could be several
    /// things.
    pub(crate) fn nearest_arabic(&self, window: &[&str]) -> Option<&str> {
        let bare: Vec<&str> =
            window.iter().map(|word| arabic::without_article(word).unwrap_or(word)).collect();
        let (glued, bare) = (window.concat(), bare.concat());
        for text in [&glued, &bare] {
            let same = self.spellings.squeezed.get(&squeeze(text));
            if let Some(found) = self.agreed(same.into_iter().flatten().map(String::as_str)) {
                return Some(found);
            }
        }
        self.within_edits(&glued, 1, ONE_EDIT_FROM)
            .or_else(|| self.within_edits(&bare, 1, ONE_EDIT_FROM))
            .or_else(|| self.alike(&glued))
            .or_else(|| self.within_edits(&glued, 2, TWO_EDITS_FROM))
    }

    /// Returns the English window that an Arabic word sounds like: a transliteration that is not listed.
    pub(crate) fn sounds_english(&self, word: &str) -> Option<&str> {
        let key = sound::key(arabic::without_article(word).unwrap_or(word))?;
        self.agreed(self.spellings.latin_sounds.get(&key)?.iter().map(String::as_str))
    }

    /// Returns the listed Arabic spelling that Latin words stand for.
    pub(crate) fn spelt_in_latin(&self, window: &[&str]) -> Option<&str> {
        let latin = window.concat();
        let letters = latin.bytes().filter(u8::is_ascii_alphabetic).count();
        let has_digit = has_digit(&latin);
        if window.len() > MAX_WINDOW
            || letters + usize::from(has_digit) < arabizi::MIN_LETTERS
            || latin.len() > arabizi::MAX_LETTERS
            || !window.iter().all(|word| arabizi::may_be(word))
        {
            return None;
        }
        let bare = ["al", "el", "il"].iter().find_map(|article| latin.strip_prefix(article));
        let bare = bare.filter(|rest| rest.len() >= arabizi::MIN_LETTERS);
        let found = [Some(latin.as_str()), bare].into_iter().flatten().find_map(|latin| {
            let spelt = self.spellings.arabic.iter().filter(|spelling| spelling.letters.are_spelt_by(latin));
            let listed = self.agreed(spelt.map(|spelling| spelling.window.as_str()));
            listed.or_else(|| self.intents.arabic_spelt_by(latin))
        })?;
        // A word such as `corsiar` is the misspelt English name rather than the Arabic one in Latin letters.
        let english = self.meanings.get(found).into_iter().flat_map(|meaning| &meaning.english);
        let mut names = english.map(|words| words.concat());
        let is_misspelt = names.any(|name| name.len() >= ONE_EDIT_FROM && is_within(&latin, &name, MISSPELT));
        (!is_misspelt).then_some(found)
    }

    /// Returns the category name of several English words that a text is nearly spelt like; `None` where several
    /// categories are near.
    pub(crate) fn category_spelt_like(&self, text: &str) -> Option<&str> {
        let distance = match text.len() {
            ..ONE_EDIT_FROM => return None,
            ONE_EDIT_FROM..TWO_EDITS_FROM => 1,
            TWO_EDITS_FROM.. => 2,
        };
        let shape = Shape::of(text);
        let near = self.spellings.categories.iter().filter(|name| {
            shape.may_be_within(name.shape, distance) && is_within(text, &name.text, distance)
        });
        self.agreed(near.map(|name| name.text.as_str()))
    }

    /// Returns the English names of categories that are several words, without digits.
    pub(super) fn long_category_names(&self) -> Vec<Name> {
        let names_category = |window: &&String| {
            let reading = self.meanings.get(*window).and_then(|meaning| meaning.reading);
            let reading = reading.and_then(|reading| self.readings.get(reading));
            reading.is_some_and(|reading| reading.category.is_some())
        };
        let windows = self.windows.iter();
        windows
            .filter(|window| window.is_ascii() && window.contains(' ') && !has_digit(window))
            .filter(names_category)
            .map(|window| Name { text: window.clone(), shape: Shape::of(window) })
            .collect()
    }

    fn within_edits(&self, text: &str, distance: usize, from: usize) -> Option<&str> {
        let shape = Shape::of(text);
        if shape.length < from {
            return None;
        }
        let near = self.spellings.arabic.iter().filter(|spelling| {
            shape.may_be_within(spelling.shape, distance) && is_within(text, &spelling.glued, distance)
        });
        self.agreed(near.map(|spelling| spelling.window.as_str()))
    }

    fn alike(&self, glued: &str) -> Option<&str> {
        self.agreed(self.sounds.get(&sound::key(glued)?)?.iter().map(String::as_str))
    }

    /// Returns the first of some windows if all have the same sense.
    fn agreed<'a>(&self, mut windows: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        let first = windows.next()?;
        let sense = self.sense(first);
        windows.all(|other| self.sense(other) == sense).then_some(first)
    }

    /// Returns the sense of a listed window: its reading, or else its meaning, and its markers.
    fn sense(&self, window: &str) -> (Option<usize>, Option<&Meaning>, &[Marker]) {
        let meaning = self.meanings.get(window);
        let markers = self.markers.get(window).map_or(&[][..], Vec::as_slice);
        // Two names of a category are one thing, whatever else they may translate to.
        match meaning.and_then(|meaning| meaning.reading) {
            Some(reading) => (Some(reading), None, markers),
            None => (None, meaning, markers),
        }
    }
}

/// Returns a text with each run of one letter reduced to a single one.
fn squeeze(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if !out.ends_with(letter) {
            out.push(letter);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::{SearchConfig, text::fold::fold};

    fn nearest(text: &str) -> Option<String> {
        let lexicon = SearchConfig::embedded().expect("config").lexicon;
        let folded = fold(text);
        let window: Vec<&str> = folded.split_whitespace().collect();
        lexicon.nearest_arabic(&window).map(str::to_owned)
    }

    #[test]
    fn names_of_several_words_are_found_as_a_whole() {
        for (text, expected) in [
            ("كرتشاشة", "كرت شاشه"),
            ("كرت شاشا", "كرت شاشه"),
            ("باور سبلااي", "باور سبلاي"),
            ("مروووحة", "مروحه"),
        ] {
            assert_eq!(nearest(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["طماطم", "كتاب", "طابعة ليزر"] {
            assert_eq!(nearest(text), None, "{text}");
        }
    }

    #[test]
    fn latin_letters_spell_listed_names() {
        let lexicon = SearchConfig::embedded().expect("config").lexicon;
        for (text, expected) in [
            ("kart shasha", "كرت شاشه"),
            ("mo3alej", "معالج"),
            ("sama3a", "سماعه"),
            ("elmo3alej", "معالج"),
            ("ar5as", "ارخص"),
        ] {
            let window: Vec<&str> = text.split(' ').collect();
            let found = lexicon.spelt_in_latin(&window).map(|window| lexicon.sense(window));
            assert!(found.is_some() && found == Some(lexicon.sense(&fold(expected))), "{text}: {found:?}");
        }
        for text in ["kalt", "4070", "zzqqxxyy", "ram"] {
            assert_eq!(lexicon.spelt_in_latin(&[text]), None, "{text}");
        }
    }
}
