//! Codes in a title by which manufacturers and retailers name one product: part numbers, model numbers.
//!
//! A code is a run of letters and digits, joined by dashes, dots, slashes or signs, that does not read completely as
//! measures (`2x512MB`, `7200RPM256MB`), standards (`PC3-12800`, `DDR43200MT/s`), chips (`RTX4070`, `B650M`) and plain
//! words. Codes are evidence only: their weight depends on their rarity, and no shared code matches two products that a
//! fact keeps apart.

use std::{collections::BTreeSet, sync::LazyLock};

use domain::model::keys::fold::Folded;
use regex::Regex;

use super::chips::{self, TitleWords};

/// Minimum length of a code; shorter ones are shared by unrelated products.
const MIN_CODE: usize = 5;
/// Maximum number of codes of one title; real titles have three at most.
const MAX_CODES: usize = 12;

/// A number with or without a unit: `16gb`, `2.5`, `3200mhz`, `2x8gb`, `7.2k`.
static MEASURE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^(\d{1,4}(\.\d+)?x?)+(gb|go|tb|to|mb|mo|kb|mhz|mh|ghz|hz|w|watts?|mm|cm|inch|in|rpm|ms|cfm|dba|v|va|bits?|gbps|gbs|mbs|mts|pin|cores?|k|p|th|gen|nm|m|l|g|pack|pk|port|x|dpi|yr|years?|gbp)?$",
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

/// Measures and standards without a space between: `7200rpm256mb`, `ddr43200mts`, `pcie4.0x4`, `m.22280`. Units of one
/// letter do not count here, because model numbers end in them.
static SEQUENCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let measure = r"(\d{1,2}x)?\d+(\.\d+)?(gb|go|tb|to|mb|mo|kb|mhz|ghz|hz|watts?|mm|cm|inch|rpm|ms|cfm|dba|bits?|gbps|gbs|gbe|mbps|mbs|mts?|pin|cores?|gen|nm|pack|pk|port|dpi)";
    let standard = r"l?p?ddr\d[lx]?(\d{3,5})?|gddr\d[a-z]?|pc\d[lx]?(\d{4,6}[a-z]?)?|pcie?(gen)?[1-9]?(\.?0)?(x\d{1,2})?|gen[1-9](\.?0)?(x\d{1,2})?|m\.?2(22(30|42|60|80|110))?|nvme(\d(\.\d)?)?|sata(6gbs?|600|iii|ii|[1-3])?|usb[1-4]?(\.\d)?|lga\d{3,4}|am[2-9]\+?|cl\d{1,2}|hdmi(\d(\.\d)?)?|dp\d(\.\d)?|wifi\d?e?|bt\d(\.\d)?|hdr\d*|e?atx\d?";
    Regex::new(&format!("^({measure}|{standard})+$")).ok()
});

/// Numbers that say nothing piece by piece, but name one product: five to seven digits, a dash and a short suffix, the form
/// of server manufacturers' part numbers (`358348-B21`); and two groups of digits of which the second is longer than any
/// measure (`910-004640`).
static NUMBERED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(\d{5,7}-[a-z0-9]{3}\b|\d{2,4}-\d{6,10}$)").ok());

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
    let specific = (letters >= 1 && digits >= 2) || (digits >= 6 && run.contains('-'));
    (specific && !is_plain(run)).then_some(squeezed)
}

/// Whether a run reads completely as measures, standards, plain words and the name of a chip, and so names no single
/// product.
pub(crate) fn is_plain(run: &str) -> bool {
    let lower = run.to_ascii_lowercase();
    if matches(&NUMBERED, &lower) {
        return false;
    }
    let pieces = || lower.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.');
    // Letters beside a chip name a model: `B650M-K`, `DUAL-RTX4070-12G`.
    let may_have_words = !pieces().any(is_chip);
    let is_word = |piece: &str| piece.bytes().all(|byte| byte.is_ascii_lowercase());
    let says_nothing = |piece: &str| {
        is_measure_or_standard(piece)
            || is_chip(piece)
            || (is_word(piece) && (may_have_words || piece.is_empty()))
    };
    pieces().all(says_nothing) || chips::is_cpu_name(&Folded::new(&lower))
}

/// Whether a stated part number is the name of a chip, a standard or a measure. A number without signs is not told from a
/// measure, and counts as a part number.
pub(crate) fn is_description(number: &str) -> bool {
    is_plain(number) && number.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Whether a word that reads as a count (`2x`) has too many digits for one, and is the number of a model: `3500x`.
pub(crate) fn is_model_number(word: &str) -> bool {
    word.strip_suffix('x').is_some_and(|number| {
        (3..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether a piece of a run is the name of a chip, alone or before measures: `b650m`, `rtx4070ti16gb`.
fn is_chip(piece: &str) -> bool {
    if chips::is_board_chip(piece) {
        return true;
    }
    let folded = Folded::new(piece);
    let parts = TitleWords::split(&folded);
    let count = chips::count_chip_parts(&parts);
    let rest: String = parts.iter().skip(count).collect();
    count > 0 && (matches!(rest.as_str(), "" | "oc") || is_measure_or_standard(&rest))
}

/// Whether a code without signs has the form of a part number that consists of two groups of digits: `910-004640`.
pub(crate) fn is_digits_number(code: &str) -> bool {
    matches(&NUMBERED, code) && code.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// Whether a code has the form of a server manufacturer's part number: six digits and three more characters.
pub(crate) fn is_server_number(code: &str) -> bool {
    let (number, suffix) = code.split_at_checked(6).unwrap_or(("", ""));
    number.len() == 6 && suffix.len() == 3 && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word of a name is a measure or a standard, or several of them without a space between.
pub(crate) fn is_measure_or_standard(word: &str) -> bool {
    matches(&MEASURE, word) || matches(&STANDARD, word) || matches(&SEQUENCE, word)
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
            ("Logitech G305 910-005283, 2560-1440", vec!["910005283"]),
            ("AOC 24G4X Gigabyte M27Q-P", vec!["24g4x", "m27qp"]),
        ] {
            assert_eq!(find_codes(title), expected, "{title}");
        }
    }

    #[test]
    fn chips_and_measures_written_together_are_no_codes() {
        for run in [
            "RTX4070",
            "RTX4070Ti",
            "RTX4070S",
            "RTX3060TI-8G",
            "RX7800XT",
            "DDR4-3200MT/s",
            "DDR43200MTs",
            "M.2-2280",
            "M22280",
            "PCIe4.0x4",
            "PCIe40x4",
            "7200RPM/256MB",
            "7200RPM256MB",
            "B650M",
            "X670E",
            "i7-14700KF",
            "H510M",
        ] {
            assert!(find_codes(run).is_empty(), "{run}: {:?}", find_codes(run));
        }
        for (run, code) in [
            ("DUAL-RTX4070-O12G", "dualrtx4070o12g"),
            ("DUAL-RTX4070-12G", "dualrtx407012g"),
            ("B550M-K", "b550mk"),
            ("GV-N4070WF3OC-12GD", "gvn4070wf3oc12gd"),
            ("ST8000VN004", "st8000vn004"),
            ("CT1000P3SSD8", "ct1000p3ssd8"),
        ] {
            assert_eq!(find_codes(run), [code], "{run}");
        }
    }

    #[test]
    fn count_is_told_from_a_model_number() {
        assert!(is_model_number("3500x") && is_model_number("850x"));
        assert!(!is_model_number("2x") && !is_model_number("rm850x") && !is_model_number("850"));
    }

    #[test]
    fn code_patterns_are_valid() {
        assert!([&MEASURE, &STANDARD, &SEQUENCE, &NUMBERED].iter().all(|pattern| pattern.is_some()));
    }
}
