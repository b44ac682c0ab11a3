//! The web app's texts, for content that the server writes: readers without scripts see the same wording as in the app.

use std::{fmt::Write, sync::LazyLock};

use domain::{
    model::{Category, Fils},
    store::users::Language,
};
use serde_json::Value;

/// The text files that the server needs, out of the web app's.
macro_rules! files {
    ($language:literal) => {
        [
            include_str!(concat!("../../../web/src/i18n/", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/specs.", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/home.", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/catalogue.", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/product.", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/builds.", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/landing.", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/site.", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/budget.", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/upgrade.", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/forShops.", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/infoPages.", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/shopPage.", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/deals.", $language, ".json")),
            include_str!(concat!("../../../web/src/i18n/browsing.", $language, ".json")),
        ]
    };
}

static ENGLISH: LazyLock<Vec<Value>> = LazyLock::new(|| read(&files!("en")));
static ARABIC: LazyLock<Vec<Value>> = LazyLock::new(|| read(&files!("ar")));

fn read(files: &[&str]) -> Vec<Value> {
    // Tests check that each file can be read and that every text named in this crate exists.
    files.iter().filter_map(|file| serde_json::from_str(file).ok()).collect()
}

/// The texts of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texts(pub Language);

impl Texts {
    /// Returns the text of a key such as `product.shop`, if there is one.
    pub fn find(self, key: &str) -> Option<&'static str> {
        let files: &'static [Value] = match self.0 {
            Language::En => &ENGLISH,
            Language::Ar => &ARABIC,
        };
        files.iter().find_map(|file| key.split('.').try_fold(file, |tree, part| tree.get(part))?.as_str())
    }

    /// Returns the text of a key.
    pub fn get(self, key: &'static str) -> &'static str {
        self.find(key).unwrap_or(key)
    }

    /// Returns the text with values filled in, each isolated in its own direction, for use within a page.
    pub fn fill(self, key: &'static str, values: &[(&str, &str)]) -> String {
        fill(self.get(key), values, |value| isolate(value, self.0))
    }

    /// Returns the text of a key that is not known when the program is built, with values filled in as by `fill`; `None` if
    /// there is no such text, or if it names a value that is missing.
    pub fn fill_found(self, key: &str, values: &[(&str, &str)]) -> Option<String> {
        let filled = fill(self.find(key)?, values, |value| isolate(value, self.0));
        (!filled.contains("{{")).then_some(filled)
    }

    /// Returns the text with values filled in without invisible marks, for titles and previews.
    pub fn fill_plain(self, key: &'static str, values: &[(&str, &str)]) -> String {
        fill(self.get(key), values, clean)
    }

    /// Returns the plural form of a text for a number, with the number filled in.
    pub fn count(self, key: &str, number: u64) -> String {
        fill(self.form(key, number), &[("n", &grouped(number))], |value| isolate(value, self.0))
    }

    fn form(self, key: &str, number: u64) -> &'static str {
        let form = self.find(&format!("{key}_{}", self.plural(number)));
        form.or_else(|| self.find(&format!("{key}_other"))).unwrap_or_default()
    }

    /// Returns the plural form with further values, without invisible marks.
    pub fn count_plain(self, key: &str, number: u64, values: &[(&str, &str)]) -> String {
        let number_text = grouped(number);
        let values: Vec<(&str, &str)> = values.iter().copied().chain([("n", number_text.as_str())]).collect();
        fill(self.form(key, number), &values, clean)
    }

    /// Returns a value isolated in its own direction.
    pub fn isolate(self, value: &str) -> String {
        isolate(value, self.0)
    }

    /// Returns the name of the plural category, by Unicode CLDR.
    fn plural(self, number: u64) -> &'static str {
        match (self.0, number, number % 100) {
            (Language::En, 1, _) | (Language::Ar, 1, _) => "one",
            (Language::En, ..) => "other",
            (Language::Ar, 0, _) => "zero",
            (Language::Ar, 2, _) => "two",
            (Language::Ar, _, 3..=10) => "few",
            (Language::Ar, _, 11..=99) => "many",
            (Language::Ar, ..) => "other",
        }
    }
}

fn fill(text: &str, values: &[(&str, &str)], write: impl Fn(&str) -> String) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, name, after)) = rest
        .split_once("{{")
        .and_then(|(before, inner)| inner.split_once("}}").map(|(name, after)| (before, name, after)))
    {
        filled.push_str(before);
        match values.iter().find(|(one, _)| *one == name) {
            Some((_, value)) => filled.push_str(&write(value)),
            // A missing value leaves its placeholder visible.
            None => {
                let _ = write!(filled, "{{{{{name}}}}}");
            }
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// Removes control characters and characters that change the direction of surrounding text.
pub fn clean(text: &str) -> String {
    let harmless = |character: &char| {
        !matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') && !character.is_control()
    };
    text.chars()
        .map(|character| if character.is_whitespace() { ' ' } else { character })
        .filter(harmless)
        .collect()
}

/// Isolates a value in its own direction within a sentence, as `web/src/i18n/index.ts` does.
fn isolate(value: &str, language: Language) -> String {
    let value = clean(value);
    if value.is_empty() {
        return value;
    }
    match (is_arabic(&value), language) {
        (true, Language::Ar) if !starts_in_latin(&value) => value,
        (true, _) => format!("\u{2068}{value}\u{2069}"),
        (false, Language::Ar) => format!("\u{2066}{value}\u{2069}"),
        (false, Language::En) => value,
    }
}

/// Returns whether a text has letters written from right to left.
pub fn is_arabic(text: &str) -> bool {
    text.chars().any(|character| matches!(character, '\u{590}'..='\u{8ff}'))
}

fn starts_in_latin(text: &str) -> bool {
    text.chars().find(|character| character.is_alphabetic()).is_some_and(|first| first.is_ascii_alphabetic())
}

/// Formats a number, equal in both languages: `1,234`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut written = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            written.push(',');
        }
        written.push(digit);
    }
    written
}

/// Formats an amount, equal in both languages: `1,234.500`.
pub fn money(Fils(fils): Fils) -> String {
    let sign = if fils < 0 { "−" } else { "" };
    let fils = fils.unsigned_abs();
    format!("{sign}{}.{:03}", grouped(fils / 1000), fils % 1000)
}

/// A sentence in both languages: pages without a language in their address contain both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    pub en: String,
    pub ar: String,
}

impl Sentence {
    /// Creates the sentence from the texts of each language.
    pub fn from_fn(say: impl Fn(Texts) -> String) -> Self {
        Self { en: say(Texts(Language::En)), ar: say(Texts(Language::Ar)) }
    }

    /// Creates the sentence of a key.
    pub fn at(key: &'static str) -> Self {
        Self::from_fn(|texts| texts.get(key).to_owned())
    }

    /// Creates the sentence of a key, with values filled in.
    pub fn filled(key: &'static str, values: &[(&str, &str)]) -> Self {
        Self::from_fn(|texts| texts.fill(key, values))
    }

    /// Returns the sentence in one language.
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Ar => &self.ar,
        }
    }
}

/// Returns the name of a category in both languages; `form` is `one` or `many`.
pub fn category_name(category: Category, form: &str) -> Sentence {
    let key = format!("category.{}.{form}", category.as_str());
    let label = |texts: Texts, other: &'static str| texts.find(&key).unwrap_or(other).to_owned();
    Sentence {
        en: label(Texts(Language::En), category.label_en()),
        ar: label(Texts(Language::Ar), category.label_ar()),
    }
}

/// Returns a proper name, equal in both languages, as a sentence.
pub fn proper_name(name: &str) -> Sentence {
    let name = clean(name);
    Sentence { en: name.clone(), ar: name }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EN: Texts = Texts(Language::En);
    const AR: Texts = Texts(Language::Ar);

    #[test]
    fn every_text_file_parses() {
        assert_eq!((ENGLISH.len(), ARABIC.len()), (files!("en").len(), files!("ar").len()));
    }

    #[test]
    fn inserted_values_keep_their_text_direction() {
        assert_eq!(EN.fill("product.deliveryFee", &[("amount", "1.000")]), "1.000 delivery");
        assert!(AR.fill("product.deliveryFee", &[("amount", "1.000")]).contains("\u{2066}1.000\u{2069}"));
        assert_eq!(isolate("a\u{202e}b\u{2069}\u{0}c\n", Language::En), "abc ");
        assert_eq!(isolate("كرت", Language::En), "\u{2068}كرت\u{2069}");
    }

    #[test]
    fn text_that_names_a_missing_value_is_left_out() {
        let key = "product.deliveryFee";
        assert_eq!(EN.fill_found(key, &[("amount", "1.000")]).as_deref(), Some("1.000 delivery"));
        assert_eq!(EN.fill_found(key, &[]), None);
        assert_eq!(EN.fill_found("product.nothing", &[]), None);
    }

    #[test]
    fn counted_texts_use_the_plural_form() {
        assert_eq!(EN.count("product.shopsTitle", 1), "Price at 1 shop");
        assert_eq!(EN.count("product.shopsTitle", 1234), "Prices at 1,234 shops");
        let arabic: Vec<String> =
            [0, 1, 2, 3, 11, 100].map(|number| AR.count("product.shopsTitle", number)).into();
        assert!(arabic.iter().all(|text| !text.is_empty() && !text.contains("{{")), "{arabic:?}");
    }

    #[test]
    fn amounts_have_three_decimals_and_groups() {
        assert_eq!(money(Fils(1_234_500)), "1,234.500");
        assert_eq!(money(Fils(5)), "0.005");
    }
}
