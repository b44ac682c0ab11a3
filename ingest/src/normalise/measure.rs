//! Numbers with units: `32GB`, `2x16GB`, `6000 MT/s`, `27 inch`, `CL30`.

use domain::model::keys::fold::{Break, Folded};

/// A unit that titles use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Megabyte,
    Gigabyte,
    Terabyte,
    Megahertz,
    Gigahertz,
    Hertz,
    Watt,
    /// Revolutions per minute; `7.2K` is 7200.
    Rpm,
    Millimetre,
    Inch,
    Millisecond,
    Dpi,
    CasLatency,
    Cores,
    Threads,
    /// Pieces in a package.
    Pieces,
}

/// A number with its unit. `times` is the 2 of `2x16GB`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Measure {
    pub(crate) unit: Unit,
    pub(crate) value: f64,
    pub(crate) times: Option<u32>,
    /// Index of its first word.
    pub(crate) at: usize,
    /// Whether the measure is an upper limit instead of a property: `up to 128GB`, `supports 64GB`.
    pub(crate) limit: bool,
}

/// Returns all measures of a title, in order.
pub(crate) fn find_measures(text: &Folded) -> Vec<Measure> {
    let mut found = Vec::new();
    let mut index = 0;
    while index < text.len() {
        match measure_at(text, index) {
            Some((measure, words)) => {
                found.push(Measure { limit: is_limit(text, index), ..measure });
                index += words;
            }
            None => index += 1,
        }
    }
    found
}

/// Whether the words before a measure make it an upper limit.
fn is_limit(text: &Folded, at: usize) -> bool {
    (1..=3).filter(|back| *back <= at).any(|back| {
        matches!(
            text.word(at - back),
            "upto" | "supports" | "supporting" | "supported" | "maximum" | "حتي" | "يدعم"
        ) || (back >= 2 && matches!(text.window(at - back, 2), "up to" | "bis zu" | "jusqu a"))
    })
}

/// Returns the measure that begins at a word, and the number of its words.
fn measure_at(text: &Folded, index: usize) -> Option<(Measure, usize)> {
    let measure = |unit, value, times| Measure { unit, value, times, at: index, limit: false };
    if let Some(value) = cas_latency(text, index) {
        return Some((measure(Unit::CasLatency, value.0, None), value.1));
    }
    let word = text.word(index);
    let end = word.find(|letter: char| !(letter.is_ascii_digit() || letter == '.')).unwrap_or(word.len());
    let (number, rest) = word.split_at(end);
    let first: f64 = number.parse().ok()?;
    let first = decimal_comma(text, index, number).unwrap_or(first);
    if let Some(multiplied) = multiplied(text, index, first, rest) {
        return Some(multiplied);
    }
    if let Some(times) =
        rest.strip_prefix("gbx").or_else(|| rest.strip_prefix("gx")).and_then(|times| times.parse().ok())
    {
        return Some((measure(Unit::Gigabyte, first, Some(times)), 1));
    }
    if rest == "k" && [5.4, 5.9, 7.2, 10.0, 10.5, 15.0].contains(&first) {
        let words = if text.word(index + 1) == "rpm" { 2 } else { 1 };
        return Some((measure(Unit::Rpm, first * 1000.0, None), words));
    }
    let (unit, words) = if rest.is_empty() {
        unit_words(text, index + 1).map(|(unit, words)| (unit, words + 1))
    } else {
        unit_of(rest, text.word(index + 1)).or_else(|| french_unit(rest))
    }?;
    // "16GB x 2", "16GB x2".
    let times = times_after(text, index + words).filter(|_| matches!(unit, Unit::Gigabyte | Unit::Megabyte));
    let (times, more) = times.map_or((None, 0), |(times, more)| (Some(times), more));
    Some((measure(unit, first, times), words + more))
}

/// Reads a decimal comma, `1,6TB` or `15,6"`: without spaces, after a number of one or two digits.
fn decimal_comma(text: &Folded, index: usize, number: &str) -> Option<f64> {
    let before = text.word(index.checked_sub(1)?);
    let joined =
        text.before(index) == Break::Clause && text.source(index - 1).end + 1 == text.source(index).start;
    let digits = |word: &str| (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    let listed = index > 1
        && digits(text.word(index - 2))
        && text.source(index - 2).end + 1 == text.source(index - 1).start;
    (joined && !listed && digits(before) && digits(number))
        .then(|| format!("{before}.{number}").parse().ok())?
}

/// Reads `x2` or `x 2` after a size.
fn times_after(text: &Folded, at: usize) -> Option<(u32, usize)> {
    let (digits, words) = match text.word(at).strip_prefix('x')? {
        "" => (text.word(at + 1), 2),
        digits => (digits, 1),
    };
    digits
        .parse()
        .ok()
        .filter(|times| (1..=8).contains(times) && digits.len() == 1)
        .map(|times| (times, words))
}

/// Reads a count before the size: `2x16gb`, `2 x 16 gb`, `2x 16gb`.
fn multiplied(text: &Folded, index: usize, first: f64, rest: &str) -> Option<(Measure, usize)> {
    let times = (first.fract() == 0.0 && (1.0..=64.0).contains(&first)).then_some(first as u32)?;
    let (value_at, value_word) = match rest.strip_prefix('x') {
        Some("") => (index + 1, text.word(index + 1)),
        Some(glued) => (index, glued),
        None if rest.is_empty() && text.word(index + 1) == "x" => (index + 2, text.word(index + 2)),
        None if rest.is_empty() => {
            let glued = text.word(index + 1).strip_prefix('x')?;
            (index + 1, glued)
        }
        None => return None,
    };
    let end = value_word.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(value_word.len());
    let (number, unit) = value_word.split_at(end);
    let value: f64 = number.parse().ok()?;
    let (unit, words) = match unit {
        "" => unit_words(text, value_at + 1).map(|(unit, words)| (unit, words + 1)),
        unit => unit_of(unit, text.word(value_at + 1)).or_else(|| french_unit(unit)),
    }?;
    let (times, value) = order_factors(times, value);
    matches!(unit, Unit::Gigabyte | Unit::Megabyte).then_some((
        Measure { unit, value, times: Some(times), at: index, limit: false },
        value_at - index + words,
    ))
}

/// Reads `6 To` or `64 Mo` with a space between, unless a number follows: "2 to 4" is no size.
fn spaced_french_unit(text: &Folded, index: usize) -> Option<(Unit, usize)> {
    let next = text.word(index + 1);
    let begins_number = next.starts_with(|letter: char| letter.is_ascii_digit());
    let is_size = next.ends_with("mo") || next.ends_with("go");
    french_unit(text.word(index)).filter(|_| !begins_number || is_size)
}

/// Reads `16Go` or `1To`.
fn french_unit(unit: &str) -> Option<(Unit, usize)> {
    match unit {
        "go" => Some((Unit::Gigabyte, 1)),
        "to" => Some((Unit::Terabyte, 1)),
        "mo" => Some((Unit::Megabyte, 1)),
        _ => None,
    }
}

/// Restores the order of count and size: right-to-left titles turn `2×16` around, and no kit has sixteen
/// modules of 2 GB.
pub(crate) fn order_factors(times: u32, value: f64) -> (u32, f64) {
    if times >= 8 && value <= 4.0 { (value as u32, f64::from(times)) } else { (times, value) }
}

/// Returns the unit that stands in words of its own, and the number of these words.
fn unit_words(text: &Folded, index: usize) -> Option<(Unit, usize)> {
    // A letter after a slash or bracket belongs to another expression.
    if matches!(text.before(index), Break::Bracket | Break::Clause | Break::Plus)
        && text.word(index) != "inch"
    {
        return None;
    }
    unit_of(text.word(index), text.word(index + 1)).or_else(|| spaced_french_unit(text, index))
}

fn unit_of(unit: &str, next: &str) -> Option<(Unit, usize)> {
    Some(match unit {
        // Gb/s and MB/s are speeds of a bus, not sizes.
        "gb" | "tb" | "mb" if matches!(next, "s" | "sec" | "ps") => return None,
        "mb" => (Unit::Megabyte, 1),
        "go" => (Unit::Gigabyte, 1),
        "gb" | "g" | "gig" | "gigabyte" | "gigabytes" => (Unit::Gigabyte, 1),
        "tb" | "t" | "terabyte" => (Unit::Terabyte, 1),
        "mt" if next == "s" => (Unit::Megahertz, 2),
        "mhz" | "mts" | "mt" => (Unit::Megahertz, 1),
        "ghz" => (Unit::Gigahertz, 1),
        "hz" => (Unit::Hertz, 1),
        "rpm" => (Unit::Rpm, 1),
        "w" | "watt" | "watts" => (Unit::Watt, 1),
        "mm" => (Unit::Millimetre, 1),
        "inch" | "inches" | "in" => (Unit::Inch, 1),
        "ms" => (Unit::Millisecond, 1),
        "dpi" => (Unit::Dpi, 1),
        "k" if next == "dpi" => return None,
        "core" | "cores" | "c" => (Unit::Cores, 1),
        "thread" | "threads" => (Unit::Threads, 1),
        "pack" | "packs" | "pcs" | "pieces" | "pk" | "fans" | "حبات" | "قطع" => (Unit::Pieces, 1),
        _ => return None,
    })
}

/// Reads `cl30`, `cl 30` or `c30`.
fn cas_latency(text: &Folded, index: usize) -> Option<(f64, usize)> {
    let word = text.word(index);
    let value = |digits: &str| {
        digits.parse::<f64>().ok().filter(|value| (5.0..=70.0).contains(value) && digits.len() <= 2)
    };
    if word == "cl" || word == "cas" {
        return value(text.word(index + 1)).map(|latency| (latency, 2));
    }
    // `21300c16` of `PC4-21300C16`: the transfer rate, then the latency.
    let after_rate = || {
        let (rate, latency) = word.split_once('c')?;
        let is_rate = (4..=6).contains(&rate.len()) && rate.bytes().all(|byte| byte.is_ascii_digit());
        (is_rate && latency.len() == 2).then_some(latency)
    };
    let digits = word
        .strip_prefix("cl")
        .or_else(|| word.strip_prefix('c').filter(|rest| rest.len() == 2))
        .or_else(after_rate)?;
    value(digits).map(|latency| (latency, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(title: &str, expected: &[(Unit, f64, Option<u32>)]) {
        let found: Vec<_> =
            find_measures(&Folded::new(title)).iter().map(|m| (m.unit, m.value, m.times)).collect();
        assert_eq!(found, expected, "{title}");
    }

    #[test]
    fn units_are_parsed_glued_and_spaced() {
        check(
            "32GB (2x16GB) 6000MHz CL30",
            &[
                (Unit::Gigabyte, 32.0, None),
                (Unit::Gigabyte, 16.0, Some(2)),
                (Unit::Megahertz, 6000.0, None),
                (Unit::CasLatency, 30.0, None),
            ],
        );
        check("2 x 8 GB 3200 MT/s", &[(Unit::Gigabyte, 8.0, Some(2)), (Unit::Megahertz, 3200.0, None)]);
        check(
            "27\" 165 Hz 1ms",
            &[(Unit::Inch, 27.0, None), (Unit::Hertz, 165.0, None), (Unit::Millisecond, 1.0, None)],
        );
        check("SATA 6Gb/s 1.5TB 750 W", &[(Unit::Terabyte, 1.5, None), (Unit::Watt, 750.0, None)]);
        check("32GB (16GBx2)", &[(Unit::Gigabyte, 32.0, None), (Unit::Gigabyte, 16.0, Some(2))]);
        check("4 x 4GB 4x4GB", &[(Unit::Gigabyte, 4.0, Some(4)), (Unit::Gigabyte, 4.0, Some(4))]);
        check("2x512MB 4096 MB", &[(Unit::Megabyte, 512.0, Some(2)), (Unit::Megabyte, 4096.0, None)]);
        check("48 GB x 4, 16GB x2", &[(Unit::Gigabyte, 48.0, Some(4)), (Unit::Gigabyte, 16.0, Some(2))]);
        check(
            "DDR4 16Go 16 Go SSD 1To 2 to 4",
            &[(Unit::Gigabyte, 16.0, None), (Unit::Gigabyte, 16.0, None), (Unit::Terabyte, 1.0, None)],
        );
        check(
            "DDR4 PC4-21300C16 2666MHz",
            &[(Unit::CasLatency, 16.0, None), (Unit::Megahertz, 2666.0, None)],
        );
        check(
            "WD Gold 6 To 128Mo, Red 1 To (NAS)",
            &[(Unit::Terabyte, 6.0, None), (Unit::Megabyte, 128.0, None), (Unit::Terabyte, 1.0, None)],
        );
        check(
            "HP 120-GB 7.2K 1,000 GB 10K 7200 RPM",
            &[
                (Unit::Gigabyte, 120.0, None),
                (Unit::Rpm, 7200.0, None),
                (Unit::Gigabyte, 1000.0, None),
                (Unit::Rpm, 10_000.0, None),
                (Unit::Rpm, 7200.0, None),
            ],
        );
        check(
            "1,6TB 15,6\" 1,2,4TB",
            &[(Unit::Terabyte, 1.6, None), (Unit::Inch, 15.6, None), (Unit::Terabyte, 4.0, None)],
        );
        check("(١٦×٢) GB", &[]);
        check("١٦×٢GB", &[(Unit::Gigabyte, 16.0, Some(2))]);
        check("RTX 4070 x16", &[]);
    }

    #[test]
    fn upper_bounds_are_marked() {
        for (title, limit) in [
            ("supports 64GB", true),
            ("up to 128GB DDR4", true),
            ("حتى 64GB", true),
            ("16GB up to 3200", false),
        ] {
            assert_eq!(find_measures(&Folded::new(title)).first().map(|m| m.limit), Some(limit), "{title}");
        }
    }
}
