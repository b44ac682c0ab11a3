//! Words with their units: `32 GB`, `32GB` and `٣٢ جيجا` are all the word `32gb`.

use rustc_hash::FxHashMap;

use super::{
    resolution::resolution_at,
    token::{Token, tokenize},
};

/// One word of a text, after folding and after joining numbers with their units.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// First character in the original text.
    pub(crate) start: usize,
    /// The character after the last one.
    pub(crate) end: usize,
    /// Whether no space stands between it and the word before: nothing (`شاشة27`) or punctuation (`M.2`), as in `Token`.
    pub(crate) is_attached_to_previous: bool,
    /// The number and unit, where the word is such.
    pub(crate) quantity: Option<Quantity>,
}

/// A number with its unit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Quantity {
    pub(crate) amount: f64,
    /// The canonical unit, such as `gb`.
    pub(crate) unit: String,
}

/// Turns text into words. Built once from `words.toml` and the Arabic terms.
#[derive(Debug, Clone, Default)]
pub(crate) struct Analyzer {
    /// Folded spelling, of one or two words, to canonical unit.
    units: FxHashMap<String, String>,
    /// Spellings that are units only when written onto the number, such as `27in`.
    fused_units: FxHashMap<String, String>,
}

/// Memory sizes that are written as `16G`.
const GIGABYTE_COUNTS: [u32; 17] = [2, 3, 4, 6, 8, 10, 11, 12, 16, 20, 24, 32, 48, 64, 96, 128, 256];

/// The word behind the unit of a rate: `MB/s`.
pub(crate) const PER_SECOND: &str = "s";

impl Analyzer {
    /// Adds a spelling of a unit; `fused` spellings count only right behind the digits.
    pub(crate) fn add_unit(&mut self, spelling: &str, unit: &str, fused: bool) {
        let words: Vec<String> = tokenize(spelling).into_iter().map(|token| token.text).collect();
        let key = words.join(" ");
        if key.is_empty() || words.len() > 2 {
            return;
        }
        let table = if fused { &mut self.fused_units } else { &mut self.units };
        table.insert(key, unit.to_owned());
    }

    /// Returns the words of a text.
    pub(crate) fn words(&self, text: &str) -> Vec<Word> {
        let tokens = tokenize(text);
        let mut words = Vec::with_capacity(tokens.len());
        let mut index = 0;
        while index < tokens.len() {
            let (word, taken) = self.word_at(&tokens, index);
            words.push(word);
            index += taken;
        }
        words
    }

    fn word_at(&self, tokens: &[Token], index: usize) -> (Word, usize) {
        let token = &tokens[index];
        let text_at = |offset: usize| tokens.get(index + offset).map(|token| token.text.as_str());
        if may_begin_resolution(&token.text)
            && let Some((text, taken)) = resolution_at(text_at)
        {
            return (word_to(tokens[index + taken - 1].end, token, text), taken);
        }
        if let Some(amount) = number(&token.text) {
            for taken in [2, 1] {
                let Some(following) = tokens.get(index + 1..index + 1 + taken) else { continue };
                let spelling =
                    following.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
                if let Some(unit) = self.units.get(&spelling) {
                    return (quantity_word(token, following[taken - 1].end, amount, unit), 1 + taken);
                }
            }
        } else if let Some(next) = tokens.get(index + 1).filter(|next| is_per_second(next))
            && let Some((amount, unit)) = self.fused_rate(&token.text)
        {
            return (quantity_word(token, next.end, amount, unit), 2);
        } else if let Some((amount, unit)) = self.fused_quantity(&token.text) {
            return (quantity_word(token, token.end, amount, unit), 1);
        }
        (word_to(token.end, token, token.text.clone()), 1)
    }

    /// Returns the canonical unit of a spelling of one or two words.
    pub(crate) fn unit(&self, spelling: &str) -> Option<&str> {
        self.units.get(spelling).map(String::as_str)
    }

    /// Returns the number and the unit of a word before "per second": `7450mb` of `7450MB/s`.
    pub(crate) fn fused_rate(&self, word: &str) -> Option<(f64, &str)> {
        let letters = word.find(|character: char| !character.is_ascii_digit() && character != '.')?;
        let (digits, suffix) = word.split_at(letters);
        let unit = self.units.get(&format!("{suffix} {PER_SECOND}"))?;
        Some((number(digits)?, unit))
    }

    /// Returns the number and the unit of one word: `32gb`, `16g`, `27in`.
    pub(crate) fn fused_quantity(&self, word: &str) -> Option<(f64, &str)> {
        let letters = word.find(|character: char| !character.is_ascii_digit() && character != '.')?;
        let (digits, suffix) = word.split_at(letters);
        let amount = number(digits)?;
        if let Some(unit) = self.units.get(suffix).or_else(|| self.fused_units.get(suffix)) {
            return Some((amount, unit));
        }
        let is_memory = suffix == "g" && GIGABYTE_COUNTS.iter().any(|count| f64::from(*count) == amount);
        is_memory.then_some((amount, "gb"))
    }
}

/// Whether a word is a number that the width of a screen may be, also with the sign behind it: `1920`, `1920x`.
pub(crate) fn may_begin_resolution(word: &str) -> bool {
    let width = word.strip_suffix('x').unwrap_or(word);
    (3..=5).contains(&width.len()) && width.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_per_second(token: &Token) -> bool {
    token.is_attached_to_previous && token.text == PER_SECOND
}

/// Parses a plain decimal number of at most nine characters.
pub(crate) fn number(text: &str) -> Option<f64> {
    let plain = text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if plain && text.starts_with(|first: char| first.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Returns the word of a number with its unit. `f64` prints in its shortest form: 32, 3.5.
pub(crate) fn quantity_text(amount: f64, unit: &str) -> String {
    format!("{amount}{unit}")
}

fn quantity_word(token: &Token, end: usize, amount: f64, unit: &str) -> Word {
    let quantity = Some(Quantity { amount, unit: unit.to_owned() });
    Word { quantity, ..word_to(end, token, quantity_text(amount, unit)) }
}

/// Returns the word that begins with a token and ends at `end`.
fn word_to(end: usize, first: &Token, text: String) -> Word {
    let Token { start, is_attached_to_previous, .. } = *first;
    Word { text, start, end, is_attached_to_previous, quantity: None }
}

#[cfg(test)]
pub(crate) fn test_analyzer() -> Analyzer {
    let mut analyzer = Analyzer::default();
    for (unit, spellings) in [
        ("gb", ["gb", "جيجا", "جيجا بايت"].as_slice()),
        ("tb", &["tb", "تيرا"]),
        ("mhz", &["mhz", "mt s"]),
        ("hz", &["hz"]),
        ("inch", &["inch", "بوصة"]),
        ("w", &["w", "watt", "واط"]),
        ("mm", &["mm", "ملم"]),
    ] {
        for spelling in spellings {
            analyzer.add_unit(spelling, unit, false);
        }
    }
    analyzer.add_unit("in", "inch", true);
    analyzer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_units_form_one_word() {
        let analyzer = test_analyzer();
        for (text, expected) in [
            ("32 GB", vec!["32gb"]),
            ("32GB", vec!["32gb"]),
            ("٣٢ جيجا", vec!["32gb"]),
            ("32 جيجا بايت", vec!["32gb"]),
            ("16G OC", vec!["16gb", "oc"]),
            ("6000MHz", vec!["6000mhz"]),
            ("6000 MT/s", vec!["6000mhz"]),
            ("6000MT/s", vec!["6000mhz"]),
            ("27 1920 x 1080", vec!["27", "1920x1080"]),
            ("2560 × 1440 165 Hz", vec!["2560x1440", "165hz"]),
            ("5600x 4070", vec!["5600x", "4070"]),
            ("2TB", vec!["2tb"]),
            ("27\"", vec!["27inch"]),
            ("27 inch", vec!["27inch"]),
            ("27in", vec!["27inch"]),
            ("٢٧ بوصة", vec!["27inch"]),
            ("750 W", vec!["750w"]),
            ("750واط", vec!["750w"]),
            ("3.50 GB", vec!["3.5gb"]),
            ("RTX 4070", vec!["rtx", "4070"]),
            ("27 in stock", vec!["27", "in", "stock"]),
            ("5G", vec!["5g"]),
        ] {
            let words: Vec<_> = analyzer.words(text).into_iter().map(|word| word.text).collect();
            assert_eq!(words, expected, "{text}");
        }
    }
}
