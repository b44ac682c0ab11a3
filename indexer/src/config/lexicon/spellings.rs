//! Names of the dictionary by spellings that are not listed: written together or apart, with doubled letters, one
//! letter off, by their sound, in Latin letters. Names of several words are compared as a whole.

use super::{
    Interpretation, Lexicon, MAX_PHRASE_WORDS, Marker,
    spelling_tables::{CorrectableName, SpellingShape, collapse_repeats},
};
use crate::text::{arabic, arabizi, edits::is_within, fold::has_digit, sound};

/// Fewest letters for one edit, and for two.
const MIN_ONE_EDIT_LETTERS: usize = 5;
const MIN_TWO_EDIT_LETTERS: usize = 9;
/// Latin letters within this many edits of the English name are that name misspelt.
const MAX_MISSPELT_EDITS: usize = 2;

impl Lexicon {
    /// Whether the words together have a role in a query.
    pub(crate) fn is_known_phrase(&self, words: &str) -> bool {
        self.interpret(words).is_some() || !self.markers(words).is_empty()
    }

    /// Returns the listed Arabic spelling that some Arabic words are a variant of; `None` where it could be several
    /// things.
    pub(crate) fn nearest_arabic(&self, phrase: &[&str]) -> Option<&str> {
        let bare: Vec<&str> =
            phrase.iter().map(|word| arabic::without_article(word).unwrap_or(word)).collect();
        let (glued, bare) = (phrase.concat(), bare.concat());
        for text in [&glued, &bare] {
            let same = self.spellings.squeezed.get(&collapse_repeats(text));
            if let Some(found) = self.if_same_sense(same.into_iter().flatten().map(String::as_str)) {
                return Some(found);
            }
        }
        self.within_edits(&glued, 1, MIN_ONE_EDIT_LETTERS)
            .or_else(|| self.within_edits(&bare, 1, MIN_ONE_EDIT_LETTERS))
            .or_else(|| self.same_letters(&glued))
            .or_else(|| self.within_edits(&glued, 2, MIN_TWO_EDIT_LETTERS))
    }

    /// Returns the English phrase that an Arabic word sounds like: a transliteration that is not listed.
    pub(crate) fn sounds_english(&self, word: &str) -> Option<&str> {
        let key = sound::sound_key(arabic::without_article(word).unwrap_or(word))?;
        self.if_same_sense(self.spellings.latin_sounds.get(&key)?.iter().map(String::as_str))
    }

    /// Returns the listed Arabic spelling that Latin words stand for.
    pub(crate) fn spelt_in_latin(&self, phrase: &[&str]) -> Option<&str> {
        let latin = phrase.concat();
        let letters = latin.bytes().filter(u8::is_ascii_alphabetic).count();
        let has_digit = has_digit(&latin);
        if phrase.len() > MAX_PHRASE_WORDS
            || letters + usize::from(has_digit) < arabizi::MIN_LETTERS
            || latin.len() > arabizi::MAX_LETTERS
            || !phrase.iter().all(|word| arabizi::may_be_arabizi(word))
        {
            return None;
        }
        let bare = ["al", "el", "il"].iter().find_map(|article| latin.strip_prefix(article));
        let bare = bare.filter(|rest| rest.len() >= arabizi::MIN_LETTERS);
        let found = [Some(latin.as_str()), bare].into_iter().flatten().find_map(|latin| {
            let spelt = self.spellings.arabic.iter().filter(|spelling| spelling.letters.are_spelt_by(latin));
            let listed = self.if_same_sense(spelt.map(|spelling| spelling.phrase.as_str()));
            listed.or_else(|| self.intents.arabic_spelt_by(latin))
        })?;
        // A word such as `corsiar` is the misspelt English name rather than the Arabic one in Latin letters.
        let english =
            self.interpretations.get(found).into_iter().flat_map(|interpretation| &interpretation.english);
        let mut names = english.map(|words| words.concat());
        let is_misspelt = names
            .any(|name| name.len() >= MIN_ONE_EDIT_LETTERS && is_within(&latin, &name, MAX_MISSPELT_EDITS));
        (!is_misspelt).then_some(found)
    }

    /// Returns the category name of several English words that a text is nearly spelt like; `None` where several
    /// categories are near.
    pub(crate) fn category_spelt_like(&self, text: &str) -> Option<&str> {
        let distance = match text.len() {
            ..MIN_ONE_EDIT_LETTERS => return None,
            MIN_ONE_EDIT_LETTERS..MIN_TWO_EDIT_LETTERS => 1,
            MIN_TWO_EDIT_LETTERS.. => 2,
        };
        let shape = SpellingShape::of(text);
        let near = self.spellings.categories.iter().filter(|name| {
            shape.may_be_within(name.shape, distance) && is_within(text, &name.text, distance)
        });
        self.if_same_sense(near.map(|name| name.text.as_str()))
    }

    /// Returns the English names of categories that are several words, without digits.
    pub(super) fn long_category_names(&self) -> Vec<CorrectableName> {
        let names_category = |phrase: &&String| self.category_of(&self.interpretations[*phrase]).is_some();
        let phrases = self.phrases.iter();
        phrases
            .filter(|phrase| phrase.is_ascii() && phrase.contains(' ') && !has_digit(phrase))
            .filter(names_category)
            .map(|phrase| CorrectableName { text: phrase.clone(), shape: SpellingShape::of(phrase) })
            .collect()
    }

    fn within_edits(&self, text: &str, distance: usize, from: usize) -> Option<&str> {
        let shape = SpellingShape::of(text);
        if shape.length < from {
            return None;
        }
        let near = self.spellings.arabic.iter().filter(|spelling| {
            shape.may_be_within(spelling.shape, distance) && is_within(text, &spelling.glued, distance)
        });
        self.if_same_sense(near.map(|spelling| spelling.phrase.as_str()))
    }

    fn same_letters(&self, glued: &str) -> Option<&str> {
        self.if_same_sense(self.sounds.get(&sound::sound_key(glued)?)?.iter().map(String::as_str))
    }

    /// Returns the first of some phrases if all have the same sense.
    fn if_same_sense<'a>(&self, mut phrases: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        let first = phrases.next()?;
        let sense = self.sense(first);
        phrases.all(|other| self.sense(other) == sense).then_some(first)
    }

    /// Returns the sense of a listed phrase: its concept, or else its interpretation, and its markers.
    fn sense(&self, phrase: &str) -> (Option<usize>, Option<&Interpretation>, &[Marker]) {
        let interpretation = self.interpretations.get(phrase);
        let markers = self.markers.get(phrase).map_or(&[][..], Vec::as_slice);
        // Two names of a category are one thing, whatever else they may translate to.
        match interpretation.and_then(|interpretation| interpretation.concept) {
            Some(concept) => (Some(concept), None, markers),
            None => (None, interpretation, markers),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{config::search_config::SearchConfig, text::fold::fold};

    fn nearest(text: &str) -> Option<String> {
        let lexicon = SearchConfig::embedded().expect("config").lexicon;
        let folded = fold(text);
        let phrase: Vec<&str> = folded.split_whitespace().collect();
        lexicon.nearest_arabic(&phrase).map(str::to_owned)
    }

    #[test]
    fn multi_word_names_are_matched_as_a_whole() {
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
    fn arabizi_finds_listed_names() {
        let lexicon = SearchConfig::embedded().expect("config").lexicon;
        for (text, expected) in [
            ("kart shasha", "كرت شاشه"),
            ("mo3alej", "معالج"),
            ("sama3a", "سماعه"),
            ("elmo3alej", "معالج"),
            ("ar5as", "ارخص"),
        ] {
            let phrase: Vec<&str> = text.split(' ').collect();
            let found = lexicon.spelt_in_latin(&phrase).map(|phrase| lexicon.sense(phrase));
            assert!(found.is_some() && found == Some(lexicon.sense(&fold(expected))), "{text}: {found:?}");
        }
        for text in ["kalt", "4070", "zzqqxxyy", "ram"] {
            assert_eq!(lexicon.spelt_in_latin(&[text]), None, "{text}");
        }
    }
}
