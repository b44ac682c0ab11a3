//! Numbers that are spelt out: `two hundred and fifty`, `2 hundred`, `half a thousand`, `خمسميه وخمسين`, `الف ونص`.
//!
//! A number is a part below its limit (units and tens, hundreds, thousands), with smaller parts behind it: behind a
//! hundred only tens and units follow, so that "a hundred and two hundred" are two numbers.

use crate::{
    config::intents::price_words::{PriceRoles, PriceWords},
    text::analyzer::{Word, number},
};

const HUNDRED: f64 = 100.0;
const THOUSAND: f64 = 1000.0;
/// Largest number in digits before a spelled hundred or thousand: `2 hundred`, `15 thousand`.
const MAX_COUNT: f64 = 99.0;

/// Returns the number that begins at a word and the count of its words; `None` for digits alone.
pub(super) fn number_at(words: &[Word], index: usize, table: &PriceWords) -> Option<(f64, usize)> {
    let reader = NumberReader { words, table };
    reader.half_of_scale(index).or_else(|| reader.part_below(f64::INFINITY, index))
}

struct NumberReader<'a> {
    words: &'a [Word],
    table: &'a PriceWords,
}

impl NumberReader<'_> {
    /// Returns the value of a word, and whether "and" is written onto it.
    fn value(&self, index: usize) -> Option<(f64, bool)> {
        let word = self.words.get(index).filter(|word| word.quantity.is_none())?;
        self.table.number(&word.text)
    }

    fn plain_value(&self, index: usize) -> Option<f64> {
        self.value(index).filter(|(_, has_and)| !has_and).map(|(value, _)| value)
    }

    fn is_scale(value: f64) -> bool {
        value == HUNDRED || value == THOUSAND
    }

    /// Returns `half a thousand`, `نص الف`.
    fn half_of_scale(&self, index: usize) -> Option<(f64, usize)> {
        let share = self.plain_value(index).filter(|share| *share < 1.0)?;
        let mut at = index + 1;
        while at < index + 3
            && self.words.get(at).is_some_and(|word| matches!(word.text.as_str(), "a" | "of"))
        {
            at += 1;
        }
        let scale = self.plain_value(at).filter(|scale| Self::is_scale(*scale))?;
        Some((share * scale, at + 1 - index))
    }

    /// Returns the number below a limit that begins at a word.
    fn part_below(&self, limit: f64, index: usize) -> Option<(f64, usize)> {
        let (mut value, mut length) = self.head(index)?;
        if value < THOUSAND && self.plain_value(index + length) == Some(THOUSAND) {
            value *= THOUSAND;
            length += 1;
        }
        let scale = if value >= THOUSAND { THOUSAND } else { HUNDRED };
        if value >= limit || value < scale || value % scale != 0.0 {
            return Some((value, length)).filter(|(value, _)| *value < limit);
        }
        if let Some((rest, rest_length)) = self.rest(scale, index + length) {
            value += rest;
            length += rest_length;
        }
        Some((value, length))
    }

    /// Returns what is added behind a hundred or thousand: `and fifty`, `وخمسين`, `ونص`.
    fn rest(&self, scale: f64, index: usize) -> Option<(f64, usize)> {
        let is_and = |word: &Word| matches!(word.text.as_str(), "and" | "و");
        let apart = usize::from(self.words.get(index).is_some_and(is_and));
        let at = index + apart;
        let (first, has_and) = self.value(at)?;
        if first < 1.0 {
            return (apart > 0 || has_and).then_some((first * scale, apart + 1));
        }
        let (value, length) = self.part_below(scale, at)?;
        Some((value, apart + length))
    }

    /// Returns units, tens and hundreds: `fifteen`, `twenty five`, `خمسه وسبعين`, `two hundred`, `2 hundred`, `one fifty`.
    fn head(&self, index: usize) -> Option<(f64, usize)> {
        let Some((first, _)) = self.value(index).filter(|(first, _)| *first >= 1.0) else {
            let count = number(&self.words.get(index)?.text).filter(|count| *count <= MAX_COUNT)?;
            let scale = self.plain_value(index + 1).filter(|scale| Self::is_scale(*scale))?;
            return Some((count * scale, 2));
        };
        let next = self.value(index + 1);
        Some(match next {
            Some((hundred, false)) if hundred == HUNDRED && first < HUNDRED => (first * HUNDRED, 2),
            // `twenty five`, and in Arabic the unit first: `خمسه وعشرين`.
            Some((unit, false)) if (20.0..HUNDRED).contains(&first) && (1.0..10.0).contains(&unit) => {
                (first + unit, 2)
            }
            Some((tens, true)) if first < 10.0 && (20.0..HUNDRED).contains(&tens) => (first + tens, 2),
            // `one fifty`
            Some((tens, false)) if first < 10.0 && (20.0..HUNDRED).contains(&tens) => {
                (first * HUNDRED + tens, 2)
            }
            _ => (first, 1),
        })
    }
}

/// Whether the word may begin the wording of an amount although no phrase of the file begins with it.
pub(super) fn is_inflected(word: &str, table: &PriceWords) -> bool {
    table.number(word).is_some()
        || table.inflected_roles(word).is_some_and(|roles| roles != PriceRoles::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SearchConfig;

    #[test]
    fn numbers_are_composed_of_their_words() {
        let config = SearchConfig::embedded().expect("config");
        for (text, expected) in [
            ("two hundred and fifty kd", Some((250.0, 4))),
            ("2 hundred", Some((200.0, 2))),
            ("hundred and five", Some((105.0, 3))),
            ("one fifty", Some((150.0, 2))),
            ("twenty five", Some((25.0, 2))),
            ("half a thousand", Some((500.0, 3))),
            ("one thousand two hundred", Some((1200.0, 4))),
            ("خمسمية وخمسين", Some((550.0, 2))),
            ("الثلاثمية", Some((300.0, 1))),
            ("بمية وعشرين", Some((120.0, 2))),
            ("خمسة وسبعين", Some((75.0, 2))),
            ("الف ومية", Some((1100.0, 2))),
            ("الف ونص", Some((1500.0, 2))),
            ("نص الف", Some((500.0, 2))),
            ("ثلاث الاف", Some((3000.0, 2))),
            // Two numbers.
            ("ميتين وثلاثمية", Some((200.0, 1))),
            ("hundred and two hundred", Some((100.0, 1))),
            ("half height", None),
            ("4070 ti", None),
        ] {
            let words = config.lexicon.analyzer.words(text);
            assert_eq!(number_at(&words, 0, &config.lexicon.intents.price), expected, "{text}");
        }
    }
}
