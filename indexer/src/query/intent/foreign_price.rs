//! Prices in other currencies than dinars, as pasted titles have them: `$299.99`, `€ 159`, `AED 1,899`, `US$300`. They are
//! neither a condition nor words.

use crate::{
    config::intents::price_words::PriceWords, query::query_parser::QueryParser, text::analyzer::Word,
};

/// Maximum letters of a country before its sign: `US$`.
const MAX_COUNTRY_LETTERS: usize = 2;

/// Digits behind the comma of an amount.
const CENTS_DIGITS: usize = 2;

/// Whether a query has the sign or a name of a currency other than the dinar.
pub(crate) fn names_currency(text: &str, words: &[Word], table: &PriceWords) -> bool {
    let is_digit = |character: char| character.is_ascii_digit() || character == '.';
    let names = |word: &Word| table.foreign_currency.contains(word.text.trim_matches(is_digit));
    text.chars().any(is_sign) || words.iter().any(names)
}

impl QueryParser<'_> {
    /// Returns the number of words of a price in another currency that begins at a word, with the wording around it.
    pub(crate) fn foreign_price(&self, index: usize) -> Option<usize> {
        if let Some(length) = self.foreign_amount(index) {
            let behind = self.parse_bound_after_amount(index + length).map_or(0, |(_, behind)| behind);
            return Some(length + behind);
        }
        let (_, prefix) = self.parse_prefix(index)?;
        let at = self.skip_between(index + prefix);
        let length = self.foreign_amount(at).filter(|_| prefix > 0)?;
        Some(at + length - index)
    }

    /// Returns the number of words of an amount in another currency that begins at a word.
    pub(crate) fn foreign_amount(&self, index: usize) -> Option<usize> {
        let name = |at| {
            let is_name = |phrase: &str| self.intents.price.foreign_currency.contains(phrase);
            self.longest_phrase(at, is_name).unwrap_or(0)
        };
        let before = if self.is_country_before_sign(index) { 1 } else { name(index) };
        let at = index + before;
        let word = self.words.get(at).filter(|word| word.quantity.is_none())?;
        let number = word.text.trim_end_matches('k');
        let glued = [number.trim_start_matches(|letter: char| letter.is_ascii_alphabetic()), number];
        let is_glued = glued.into_iter().any(|rest| {
            let digits = rest.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
            let letters = [number.strip_suffix(rest), rest.strip_prefix(digits)];
            is_number(digits)
                && letters
                    .into_iter()
                    .flatten()
                    .any(|letters| self.intents.price.foreign_currency.contains(letters))
        });
        if !is_number(number) {
            return is_glued.then_some(before + 1);
        }
        let cents = usize::from(self.has_cents(word, at + 1));
        let last = self.words.get(at + cents).unwrap_or(word);
        let behind = name(at + cents + 1);
        let is_signed = self.has_sign_before(word) || self.has_sign_behind(last);
        (before > 0 || behind > 0 || is_signed).then_some(before + 1 + cents + behind)
    }

    /// Whether a word stands right before the sign of the next word: `US$300`.
    pub(super) fn is_country_before_sign(&self, index: usize) -> bool {
        let (Some(word), Some(next)) = (self.words.get(index), self.words.get(index + 1)) else {
            return false;
        };
        word.text.len() <= MAX_COUNTRY_LETTERS
            && word.text.bytes().all(|byte| byte.is_ascii_alphabetic())
            && next.start == word.end + 1
            && self.characters.get(word.end).is_some_and(|sign| is_sign(*sign))
    }

    /// Whether a word is what a comma separates from the amount: `559,00`.
    fn has_cents(&self, amount: &Word, index: usize) -> bool {
        self.words.get(index).is_some_and(|word| {
            word.start == amount.end + 1
                && word.text.len() == CENTS_DIGITS
                && word.text.bytes().all(|byte| byte.is_ascii_digit())
                && self.characters.get(amount.end) == Some(&',')
        })
    }

    fn has_sign_before(&self, word: &Word) -> bool {
        let before = self.characters.get(..word.start).unwrap_or_default();
        let spaces = before.iter().rev().take_while(|character| character.is_whitespace()).count();
        let mut before = before.iter().rev().skip(spaces);
        let is_signed = before.next().is_some_and(|sign| is_sign(*sign));
        // `299$ 4070`: the sign is of the number before.
        let is_of_other = spaces > 0 && before.next().is_some_and(char::is_ascii_digit);
        is_signed && !is_of_other
    }

    fn has_sign_behind(&self, word: &Word) -> bool {
        let behind = self.characters.get(word.end..).unwrap_or_default();
        let spaces = behind.iter().take_while(|character| character.is_whitespace()).count();
        let mut behind = behind.iter().skip(spaces);
        let is_signed = behind.next().is_some_and(|sign| is_sign(*sign));
        is_signed && !behind.next().is_some_and(char::is_ascii_digit)
    }
}

/// Whether a text is digits with at most one dot.
fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && text.parse::<f64>().is_ok()
}

/// Whether a character is the sign of a currency.
fn is_sign(character: char) -> bool {
    matches!(character, '$' | '¢' | '£' | '¤' | '¥' | '₠'..='\u{20CF}' | '﷼' | '＄' | '￡' | '￥')
}
