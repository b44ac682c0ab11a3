//! Text typed on the wrong keyboard layout: Arabic 101 and QWERTY share their keys.

use super::{
    expander::{Expander, MatchRules},
    parsed_query::{ParsedQuery, QuerySpan},
    rewrite,
};
use crate::{config::SearchConfig, interface::Result, storage::view::View, text::analyzer::Word};

/// Key by key: QWERTY, Arabic. The Arabic lam-alef key types two letters.
const KEYS: [(char, &str); 34] = [
    ('`', "ذ"),
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

/// Minimum letters of one of the words: shorter words are too often words of both layouts.
const MIN_LETTERS: usize = 3;

/// Returns the query of the same keys on the other layout; `None` unless all words are known there and none of them
/// is known as typed.
pub(crate) fn find_switched_layout(
    view: &View,
    config: &SearchConfig,
    parsed: &ParsedQuery,
) -> Result<Option<ParsedQuery>> {
    let expander = Expander { view, config, rules: MatchRules::default() };
    for span in &parsed.spans {
        // Words with an interpretation were typed on the right layout.
        if !span.is_plain() {
            return Ok(None);
        }
        for word in plain_words(parsed, span) {
            // A single letter is a word of some name by accident.
            let is_letter = word.text.chars().count() == 1;
            if !is_letter && expander.word_group(&word.text)?.doc_freq() > 0 {
                return Ok(None);
            }
        }
    }
    for text in switch_layout(&parsed.text) {
        let other = rewrite::parse_again(&expander, &text, parsed);
        if are_known_words(&expander, &other)? {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

/// Returns the words of a span that are not numbers.
fn plain_words<'r>(parsed: &'r ParsedQuery, span: &QuerySpan) -> impl Iterator<Item = &'r Word> {
    let words = parsed.words.get(span.start..span.end).unwrap_or_default();
    words.iter().filter(|word| !word.text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the same keys on the other layout, the likelier text first. None where the text has letters of both
/// layouts or of neither, or where a letter's key types punctuation there.
pub(crate) fn switch_layout(text: &str) -> Vec<String> {
    let has_arabic = text.chars().any(|character| KEYS.iter().any(|(_, arabic)| arabic.contains(character)));
    let has_latin = text.chars().any(|character| character.is_ascii_alphabetic());
    let mut switched = match (has_latin, has_arabic) {
        (true, false) => vec![to_arabic(text)],
        // Lam and alef have a key together, and one each.
        (false, true) => vec![to_latin(text, Some('b')), to_latin(text, None)],
        _ => return Vec::new(),
    };
    switched.dedup();
    let is_words = |switched: &String| {
        switched.chars().all(|character| {
            character.is_alphanumeric() || character.is_whitespace() || text.contains(character)
        })
    };
    switched.retain(is_words);
    switched
}

/// Whether every word of a switched text is a whole word of the catalogue or the dictionary, and one of them is
/// long enough to be no accident.
pub(super) fn are_known_words(expander: &Expander<'_>, parsed: &ParsedQuery) -> Result<bool> {
    let mut has_long = false;
    for span in &parsed.spans {
        let is_searched = span.is_plain() && !is_of_intent(parsed, span);
        for word in plain_words(parsed, span).filter(|_| is_searched) {
            if expander.word_group(&word.text)?.doc_freq() == 0 {
                return Ok(false);
            }
        }
        let words = parsed.words.get(span.start..span.end).unwrap_or_default();
        let is_long =
            |word: &Word| word.text.chars().filter(|letter| letter.is_alphabetic()).count() >= MIN_LETTERS;
        has_long |= words.iter().any(is_long);
    }
    Ok(has_long)
}

/// Whether the words of a span name an item that no retailer carries, or a whole PC: no product needs to have
/// them.
fn is_of_intent(parsed: &ParsedQuery, span: &QuerySpan) -> bool {
    let is_not_carried = |word: &Word| {
        let item = parsed.intent.not_carried.as_ref();
        item.is_some_and(|item| item.words.split(' ').any(|part| part == word.text))
    };
    (span.is_optional && parsed.intent.whole_pc.is_some())
        || parsed.words.get(span.start..span.end).unwrap_or_default().iter().all(is_not_carried)
}

fn to_arabic(text: &str) -> String {
    text.chars()
        .map(|character| match KEYS.iter().find(|(latin, _)| *latin == character.to_ascii_lowercase()) {
            Some((_, arabic)) => (*arabic).to_owned(),
            None => character.to_string(),
        })
        .collect()
}

/// Returns the text on Latin keys; `lam_alef` is the key of lam and alef together, where they were typed by it.
fn to_latin(text: &str, lam_alef: Option<char>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if let Some(key) = lam_alef.filter(|_| character == 'ل' && characters.peek() == Some(&'ا')) {
            characters.next();
            out.push(key);
            continue;
        }
        // The letters are compared as typed, unfolded: ى and ي have different keys, and so have ه and ة.
        let key = KEYS.iter().find(|(_, arabic)| arabic.chars().eq([character]));
        out.push(key.map_or(character, |(latin, _)| *latin));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switched_text_uses_the_same_keys() {
        for (typed, meant) in [("قفء 4070", "rtx 4070"), ("شةي", "amd"), ("laha", "مشاش"), ("ثةس", "ems")]
        {
            assert_eq!(switch_layout(typed), [meant], "{typed}");
        }
        assert_eq!(switch_layout("مهلافهىل"), ["libting", "lighting"]);
        assert_eq!(switch_layout("4070"), [""; 0]);
        assert_eq!(switch_layout("rtx شاشة"), [""; 0]);
    }
}
