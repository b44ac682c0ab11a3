//! Keys by which the names of users are compared, and names that only administrators may have.

use std::sync::LazyLock;

use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class};
use unicode_security::{MixedScript, confusable_detection::skeleton};

/// Number of letters from which a reserved word is also refused at the start and the end of a longer word.
const MIN_AFFIX: usize = 5;

static RESERVED_KEYS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let lines = include_str!("../../../config/accounts/reserved_names.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(name_key).filter(|key| !key.is_empty()).collect()
});

/// Returns the key of a name: two names with the same key read alike. Case, spaces, punctuation and accents are left out,
/// and letters that look alike in one of their cases are one (UTS #39): "Omar", "OMAR" and "0mar" have the same key. A name
/// without letters and digits is its own key.
pub fn name_key(name: &str) -> String {
    let plain = without_accents(name);
    let key = key_of(&plain);
    if key.is_empty() { plain.to_lowercase() } else { key }
}

/// Whether only administrators may have a name, such as "Admin".
pub fn is_reserved_name(name: &str) -> bool {
    let plain = without_accents(name);
    let words = plain.split(|letter: char| letter.is_whitespace() || matches!(letter, '-' | '_' | '.'));
    let words = words.map(|word| key_of(word.trim_matches(char::is_numeric)));
    let words: Vec<String> = words.chain([name_key(name)]).collect();
    RESERVED_KEYS.iter().any(|reserved| words.iter().any(|word| is_kind_of(word, reserved)))
}

fn is_kind_of(word: &str, reserved: &str) -> bool {
    let is_long = reserved.chars().count() >= MIN_AFFIX;
    word == reserved || (is_long && (word.starts_with(reserved) || word.ends_with(reserved)))
}

/// Returns a name with its compatibility letters replaced, such as full-width ones, and without accents, hamzas and vowel
/// signs.
fn without_accents(name: &str) -> String {
    name.nfkd().filter(|letter| canonical_combining_class(*letter) == 0).collect()
}

/// Returns the compared letters and digits. Two letters may look alike in upper case only (I and l), or in lower case only
/// (m and rn), so the skeleton is made of both. It writes some letters as another one with a mark, which stays: ش is not س.
fn key_of(plain: &str) -> String {
    let upper: String = plain.split_whitespace().map(first_case).collect();
    let lower = skeleton(&upper).collect::<String>().to_lowercase();
    let both = skeleton(&lower).collect::<String>().to_lowercase();
    both.chars()
        .filter(|letter| letter.is_alphanumeric() || canonical_combining_class(*letter) != 0)
        .collect()
}

/// Returns a word in upper case. A word of several scripts is read as it looks first: its Greek ν stands for v, while in a
/// Greek word it is the lower case of Ν.
fn first_case(word: &str) -> String {
    if word.is_single_script() {
        word.to_uppercase()
    } else {
        skeleton(word).collect::<String>().to_uppercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_read_alike_have_one_key() {
        for (one, other) in [
            ("Omar", "omar"),
            ("Omar", "OMAR"),
            ("Omar", "0mar"),
            ("Omar", "Оmаr"),
            ("Omar Ali", "omar_ali"),
            ("noor", "ΝOOR"),
            ("voor", "νoor"),
            ("Malik", "rnalik"),
            ("Ismail", "lsmail"),
            ("Sara", "Ｓａｒａ"),
            ("René", "rene"),
            ("أحمد", "احمد"),
            ("سَارة", "سارة"),
            ("Νίκος", "νίκος"),
            ("Влад", "влад"),
        ] {
            assert_eq!(name_key(one), name_key(other), "{one} and {other}");
        }
        for (one, other) in
            [("Omar", "Amar"), ("سارة", "نورة"), ("Omar", "Omar 2"), ("شهد", "سهد"), ("🙂", "🙃")]
        {
            assert_ne!(name_key(one), name_key(other), "{one} and {other}");
        }
        assert!(!name_key("!?").is_empty());
    }

    #[test]
    fn names_of_operators_are_reserved() {
        for name in [
            "Admin",
            "admin",
            "Adm1n",
            "ADMlN",
            "аdmin",
            "Admin 7",
            "admin99",
            "Tajmeea",
            "TajmeeaKW",
            "Tajmeea Support",
            "تجميعة",
            "الإدارة",
            "الادارة",
            "بدون اسم",
            "Anonymous",
            "root",
        ] {
            assert!(is_reserved_name(name), "{name}");
        }
        for name in ["Sara", "Badminton Fan", "Rooti", "سارة العلي", "Omar", "!"] {
            assert!(!is_reserved_name(name), "{name}");
        }
    }
}
