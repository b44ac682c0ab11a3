//! Codes in a title by which manufacturers and retailers name one product: part numbers, model numbers.
//!
//! A code is a run of letters and digits, joined by dashes, dots, slashes or signs, that is no measure (`2x512MB`,
//! `1000K/1000K`), no standard (`PC3-12800`, `DDR4-3200`) and no plain word. Codes are evidence only: their weight
//! depends on their rarity, and no shared code matches two products that a fact keeps apart.

use std::{collections::BTreeSet, sync::LazyLock};

use regex::Regex;

/// Minimum length of a code; shorter ones are shared by unrelated products.
const MIN_CODE: usize = 5;
/// Maximum number of codes of one title; real titles have three at most.
const MAX_CODES: usize = 12;

/// A number with or without a unit: `16gb`, `2.5`, `3200mhz`, `2x8gb`, `7.2k`.
static MEASURE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^(\d{1,4}(\.\d+)?x?)+(gb|go|tb|to|mb|mo|kb|mhz|mh|ghz|hz|w|watts?|mm|cm|inch|in|rpm|ms|cfm|dba|v|va|bits?|gbps|gbs|mbs|mts|pin|cores?|k|p|th|gen|nm|m|l|g|pack|pk|port|x|dpi|yr|years?)?$",
    )
    .ok()
});

/// Names of standards and generations, which products of all manufacturers carry.
static STANDARD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^(l?p?ddr\d?[lx]?(\d{3,5})?(cl\d+)?|pc\d[lx]?(\d{4,6})?[a-z]{0,3}(cl?\d+)?|lga\d+|am\d\+?|fm\d\+?|s?tr[x5]?\d+|sata\d?|sata(6gbs|600|iii|ii)|usb\d?|m2|pcie?(\d|x|gen)*|cl?\d{1,2}|gddr\d[a-z]?|uhs[a-z]*|class\d+|win\d*|wifi\d?[a-z]?|i[3579]|1x\d+[a-z]*|\d+x\d+(gb|g|go)?|h26\d|mp\d|80plus|ipv\d|raid\d*|rj45|802[a-z0-9.]*|10100[a-z0-9]*|[mtq]lc|gen\d|atx\d*|ip\d\d|hdr\d+|hdmi\d?|dp\d?)$",
    )
    .ok()
});

/// Five to seven digits, a dash and a short suffix, the form of server manufacturers' part numbers: `358348-B21`.
static NUMBERED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\d{5,7}-[a-z0-9]{3}\b").ok());

fn matches(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// Returns the codes of a title, in lower case and without signs, each once.
pub(crate) fn find_codes(title: &str) -> Vec<String> {
    let mut found = BTreeSet::new();
    for run in split_runs(title).filter(|run| run.len() >= MIN_CODE) {
        found.extend(code(run));
        match run.split_once(['/', '#']) {
            // A number and its gigabytes, as Kingston writes part numbers: only both together name one product.
            Some((_, size)) if is_memory_size(size) => {}
            Some(_) => found.extend(run.split(['/', '#']).filter_map(code)),
            None => {}
        }
    }
    found.into_iter().take(MAX_CODES).collect()
}

/// Splits a title into runs of letters, digits and the signs that join them.
pub(crate) fn split_runs(title: &str) -> impl Iterator<Item = &str> {
    title
        .split(|letter: char| !is_code_letter(letter))
        .map(|run| run.trim_matches(|letter: char| !letter.is_ascii_alphanumeric()))
        .filter(|run| !run.is_empty())
}

fn is_memory_size(text: &str) -> bool {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    matches!(digits, "2" | "4" | "8" | "12" | "16" | "32" | "48" | "64" | "96" | "128")
        || matches!(
            digits,
            "120" | "240" | "250" | "256" | "480" | "500" | "512" | "960" | "1000" | "1024" | "2000"
        )
}

fn is_code_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '/' | '.' | '#' | '_' | '+')
}

/// Returns the normal form of a run that is a code.
fn code(run: &str) -> Option<String> {
    let squeezed: String = run
        .bytes()
        .filter(u8::is_ascii_alphanumeric)
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    let digits = squeezed.bytes().filter(u8::is_ascii_digit).count();
    let letters = squeezed.len() - digits;
    if squeezed.len() < MIN_CODE || digits == 0 {
        return None;
    }
    let lower = run.to_ascii_lowercase();
    let says_nothing = |piece: &str| {
        piece.bytes().all(|byte| byte.is_ascii_lowercase())
            || matches(&MEASURE, piece)
            || matches(&STANDARD, piece)
    };
    let plain = !matches(&NUMBERED, &lower)
        && lower.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.').all(says_nothing);
    let specific = (letters >= 1 && digits >= 2) || (digits >= 6 && run.contains('-'));
    (!plain && specific).then_some(squeezed)
}

/// Whether a code has the form of a server manufacturer's part number: six digits and three more characters.
pub(crate) fn is_server_number(code: &str) -> bool {
    let (number, suffix) = code.split_at_checked(6).unwrap_or(("", ""));
    number.len() == 6 && suffix.len() == 3 && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word of a name is a measure or a standard.
pub(crate) fn is_measure_or_standard(word: &str) -> bool {
    matches(&MEASURE, word) || matches(&STANDARD, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_numbers_are_codes_but_measures_and_standards_are_not() {
        for (title, expected) in [
            ("Corsair 16GB (2x8GB) DDR4-3200 PC4-25600 CMK16GX4M2B3200C16", vec!["cmk16gx4m2b3200c16"]),
            ("358348-B21 HP 146-GB 15K U320", vec!["358348b21"]),
            ("BenQ 9H.LF4LB.DBE 27 inch 144Hz", vec!["9hlf4lbdbe"]),
            ("2x512MB 1000K/1000K PC3-12800 SATA-600 802.11ac", vec![]),
            ("Kingston HX424C15FB/16", vec!["hx424c15fb16"]),
            ("Samsung MZ-75E1T0B/EU 1TB", vec!["mz75e1t0b", "mz75e1t0beu"]),
            ("كيبورد 🎮 ---", vec![]),
        ] {
            assert_eq!(find_codes(title), expected, "{title}");
        }
    }

    #[test]
    fn code_patterns_are_valid() {
        assert!(MEASURE.is_some() && STANDARD.is_some() && NUMBERED.is_some());
    }
}
