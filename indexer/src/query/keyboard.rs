//! Text typed on the wrong keyboard layout: Arabic 101 and QWERTY share their keys.

use super::{expand::Expander, read::Reading};
use crate::{SearchError, text::analyzer::Word};

/// Key by key: QWERTY, Arabic. The Arabic lam-alef key types two letters.
const KEYS: [(char, &str); 33] = [
    ('q', "ض"),
    ('w', "ص"),
    ('e', "ث"),
    ('r', "ق"),
    ('t', "ف"),
    ('y', "غ"),
    ('u', "ع"),
    ('i', "ه"),
    ('o', "خ"),
    ('p', "ح"),
    ('[', "ج"),
    (']', "د"),
    ('a', "ش"),
    ('s', "س"),
    ('d', "ي"),
    ('f', "ب"),
    ('g', "ل"),
    ('h', "ا"),
    ('j', "ت"),
    ('k', "ن"),
    ('l', "م"),
    (';', "ك"),
    ('\'', "ط"),
    ('z', "ئ"),
    ('x', "ء"),
    ('c', "ؤ"),
    ('v', "ر"),
    ('b', "لا"),
    ('n', "ى"),
    ('m', "ة"),
    (',', "و"),
    ('.', "ز"),
    ('/', "ظ"),
];

/// Fewer letters are a word of either layout too often.
const MIN_LETTERS: usize = 3;

/// The same keys on the other layout, or `None` where the text has no letters of exactly one of them, or where a letter's key
/// types punctuation there.
pub(crate) fn switch(text: &str) -> Option<String> {
    let has_arabic = text.chars().any(|character| KEYS.iter().any(|(_, arabic)| arabic.contains(character)));
    let has_latin = text.chars().any(|character| character.is_ascii_alphabetic());
    let switched = match (has_latin, has_arabic) {
        (true, false) => to_arabic(text),
        (false, true) => to_latin(text),
        _ => return None,
    };
    let is_words = switched.chars().all(|character| {
        character.is_alphanumeric() || character.is_whitespace() || text.contains(character)
    });
    is_words.then_some(switched)
}

/// Whether every word of a switched text is a whole word that the catalogue or the dictionary knows, and one of them is long enough to
/// be no accident.
pub(super) fn are_words(expander: &Expander<'_>, reading: &Reading) -> Result<bool, SearchError> {
    let mut has_long = false;
    for piece in &reading.pieces {
        let words = reading.words.get(piece.start..piece.end).unwrap_or_default();
        for word in words.iter().filter(|_| piece.is_plain()) {
            let is_number = word.text.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number && expander.whole_word(&word.text)?.documents() == 0 {
                return Ok(false);
            }
        }
        let is_long =
            |word: &Word| word.text.chars().filter(|letter| letter.is_alphabetic()).count() >= MIN_LETTERS;
        has_long |= words.iter().any(is_long);
    }
    Ok(has_long)
}

fn to_arabic(text: &str) -> String {
    text.chars()
        .map(|character| match KEYS.iter().find(|(latin, _)| *latin == character.to_ascii_lowercase()) {
            Some((_, arabic)) => (*arabic).to_owned(),
            None => character.to_string(),
        })
        .collect()
}

fn to_latin(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character == 'ل' && characters.peek() == Some(&'ا') {
            characters.next();
            out.push('b');
            continue;
        }
        // Folding has taken these from their letters: yeh and teh marbuta stand on other keys.
        let key = KEYS.iter().find(|(_, arabic)| arabic.chars().eq([character]));
        out.push(key.map_or(character, |(latin, _)| *latin));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_shared() {
        for (typed, meant) in [("قفء 4070", "rtx 4070"), ("شةي", "amd"), ("laha", "مشاش"), ("ثةس", "ems")]
        {
            assert_eq!(switch(typed).as_deref(), Some(meant), "{typed}");
        }
        assert_eq!(switch("4070"), None);
        assert_eq!(switch("rtx شاشة"), None);
    }
}
