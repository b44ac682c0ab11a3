//! Finds part numbers in titles.

use std::ops::Range;

use domain::model::keys::fold::{Break, Folded};

use super::{codes, tokens::TitleTokens};

/// A part number as written, and the words it covers.
pub(crate) struct PartNumber {
    pub(crate) text: String,
    pub(crate) words: Range<usize>,
}

/// Words after which a part number stands.
const LABELS: [&str; 10] = [
    "mpn",
    "pn",
    "p n",
    "part number",
    "part no",
    "sku",
    "model no",
    "model number",
    "رقم القطعه",
    "رقم الموديل",
];

/// Whether a retailer's field of part numbers holds one: not a word (`N/A`), a filler (`0000`, `123456`), a measure, a chip or
/// a standard.
pub(crate) fn is_stated_number(text: &str) -> bool {
    let plain: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let letters = plain.as_bytes();
    let steps = |by: u8| letters.windows(2).all(|pair| pair[0].checked_add(by) == Some(pair[1]));
    letters.iter().any(u8::is_ascii_digit)
        && letters.len() > 1
        && !steps(0)
        && !steps(1)
        && !codes::is_description(&plain)
}

/// Returns the probable part numbers: codes with a label or in brackets, and long codes of letters and digits.
pub(crate) fn find_part_numbers(reading: &TitleTokens<'_>) -> Vec<PartNumber> {
    let text = reading.text;
    let mut found: Vec<PartNumber> = Vec::new();
    let mut index = 0;
    while index < text.len() {
        let words = run(text, index);
        let (start, end) = (text.source(words.start).start, text.source(words.end - 1).end);
        let code = reading.source.get(start..end).unwrap_or_default();
        if is_part_number(code, is_labelled(text, index), is_bracketed(reading, start, end)) {
            found.push(PartNumber { text: code.to_owned(), words: words.clone() });
        }
        index = words.end;
    }
    found.truncate(4);
    found
}

/// Returns the words joined without spaces: `gv` `n4070wf3oc` `12gd`.
fn run(text: &Folded, first: usize) -> Range<usize> {
    let mut end = first + 1;
    while end < text.len()
        && text.source(end - 1).end + 1 == text.source(end).start
        && matches!(text.before(end), Break::Dash | Break::Dot | Break::Slash)
    {
        end += 1;
    }
    first..end
}

fn is_labelled(text: &Folded, index: usize) -> bool {
    (1..=2).any(|count| index >= count && LABELS.contains(&text.window(index - count, count)))
}

fn is_bracketed(reading: &TitleTokens<'_>, start: usize, end: usize) -> bool {
    let before = reading.source.get(..start).and_then(|text| text.chars().next_back());
    let after = reading.source.get(end..).and_then(|text| text.chars().next());
    matches!(before, Some('(' | '[' | '【')) && matches!(after, Some(')' | ']' | '】'))
}

/// Whether a code of letters and digits is specific enough. Without a label or brackets the code must be long and
/// well mixed.
fn is_part_number(code: &str, labelled: bool, bracketed: bool) -> bool {
    if !code.is_ascii() || code.contains("..") {
        return false;
    }
    let digits = code.bytes().filter(u8::is_ascii_digit).count();
    let letters = code.bytes().filter(u8::is_ascii_alphabetic).count();
    if labelled {
        return digits >= 1 && digits + letters >= 5;
    }
    // 100-100000910WOF, 910-004640
    let numeric_part = (code.contains('-') && digits >= 10) || codes::is_digits_number(code);
    if digits < 2 || letters < 2 && !numeric_part || is_measure_or_model(code) {
        return false;
    }
    let turns = code
        .as_bytes()
        .windows(2)
        .filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit())
        .count();
    let upper = !code.bytes().any(|byte| byte.is_ascii_lowercase());
    let long = digits + letters >= if bracketed { 6 } else { 9 };
    long && (upper || bracketed) && (turns >= 3 || digits >= 5 || bracketed)
}

/// Whether a code is one that every retailer writes and that is no part number: a size, speed,
/// resolution, chip or standard.
fn is_measure_or_model(code: &str) -> bool {
    let lower = code.to_ascii_lowercase();
    let squeezed: String = lower.chars().filter(char::is_ascii_alphanumeric).collect();
    const PREFIXES: [&str; 26] = [
        "ddr", "rtx", "gtx", "rx5", "rx6", "rx7", "rx9", "geforce", "radeon", "ryzen", "core", "i3", "i5",
        "i7", "i9", "pcie", "usb", "lga", "atx", "wifi", "hdmi", "dp1", "m2", "pc4", "pc5", "gen",
    ];
    const SUFFIXES: [&str; 15] = [
        "gb", "tb", "mhz", "ghz", "mts", "hz", "mm", "inch", "rpm", "dpi", "gbs", "mbs", "bit", "x16", "pack",
    ];
    let chip_only = PREFIXES.iter().any(|prefix| squeezed.starts_with(prefix)) && !lower.contains('-');
    let standard =
        ["ddr", "i3-", "i5-", "i7-", "i9-", "pcie", "usb", "wi-fi", "m.2", "pc4-", "pc5-", "ultra"]
            .iter()
            .any(|prefix| lower.starts_with(prefix));
    let measure = SUFFIXES.iter().any(|suffix| squeezed.ends_with(suffix))
        && !squeezed.starts_with(|c: char| c.is_ascii_alphabetic());
    let latencies = lower.starts_with("cl")
        || lower.split('-').all(|part| part.bytes().all(|b| b.is_ascii_digit()) && part.len() <= 3);
    chip_only || standard || measure || latencies || codes::is_plain(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillers_words_and_measures_are_no_stated_numbers() {
        for text in [
            "",
            "n.a.",
            "NO MPN",
            "Default",
            "00000",
            "999",
            "12345",
            "غير متوفر",
            "DDR5-6000",
            "RTX5070",
            "16GB",
        ] {
            assert!(!is_stated_number(text), "{text}");
        }
        for text in ["910-004640", "CMK32GX5M2B6000C30", "100-100000910WOF", "20260", "NH-D15", "AB-70013"] {
            assert!(is_stated_number(text), "{text}");
        }
    }
}
