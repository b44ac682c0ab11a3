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
    /// The first word of it.
    pub(crate) at: usize,
}

/// All measures of a title, in order.
pub(crate) fn measures(text: &Folded) -> Vec<Measure> {
    let mut found = Vec::new();
    let mut index = 0;
    while index < text.len() {
        match measure_at(text, index) {
            Some((measure, words)) => {
                found.push(measure);
                index += words;
            }
            None => index += 1,
        }
    }
    found
}

/// The measure that begins at a word, and how many words it takes.
fn measure_at(text: &Folded, index: usize) -> Option<(Measure, usize)> {
    if let Some(value) = cas_latency(text, index) {
        return Some((Measure { unit: Unit::CasLatency, value: value.0, times: None, at: index }, value.1));
    }
    let word = text.word(index);
    let end = word.find(|letter: char| !(letter.is_ascii_digit() || letter == '.')).unwrap_or(word.len());
    let (number, rest) = word.split_at(end);
    let first: f64 = number.parse().ok()?;
    if let Some(measure) = multiplied(text, index, first, rest) {
        return Some(measure);
    }
    if let Some(times) =
        rest.strip_prefix("gbx").or_else(|| rest.strip_prefix("gx")).and_then(|times| times.parse().ok())
    {
        return Some((Measure { unit: Unit::Gigabyte, value: first, times: Some(times), at: index }, 1));
    }
    let plain = |unit, words| Some((Measure { unit, value: first, times: None, at: index }, words));
    if rest.is_empty() {
        let (unit, words) = unit_words(text, index + 1)?;
        return plain(unit, words + 1);
    }
    let (unit, words) = unit_of(rest, text.word(index + 1))?;
    plain(unit, words)
}

/// `2x16gb`, `2 x 16 gb`, `2x 16gb`: the count before the size.
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
        unit => unit_of(unit, text.word(value_at + 1)),
    }?;
    let (times, value) = in_order(times, value);
    (unit == Unit::Gigabyte)
        .then_some((Measure { unit, value, times: Some(times), at: index }, value_at - index + words))
}

/// Right-to-left titles turn `2×16` around; nobody sells sixteen modules of 2 GB.
pub(crate) fn in_order(times: u32, value: f64) -> (u32, f64) {
    if times >= 8 && value <= 4.0 { (value as u32, f64::from(times)) } else { (times, value) }
}

/// A unit that stands as words of its own, and how many.
fn unit_words(text: &Folded, index: usize) -> Option<(Unit, usize)> {
    // A letter after a slash or bracket belongs to something else.
    if matches!(text.before(index), Break::Bracket | Break::Clause | Break::Plus)
        && text.word(index) != "inch"
    {
        return None;
    }
    unit_of(text.word(index), text.word(index + 1))
}

fn unit_of(unit: &str, next: &str) -> Option<(Unit, usize)> {
    Some(match unit {
        // Gb/s and MB/s are speeds of a bus, not sizes.
        "gb" | "tb" | "mb" if next == "s" => return None,
        "mb" | "mo" => (Unit::Megabyte, 1),
        "gb" | "g" | "gig" | "gigabyte" | "gigabytes" => (Unit::Gigabyte, 1),
        "tb" | "t" | "terabyte" => (Unit::Terabyte, 1),
        "mt" if next == "s" => (Unit::Megahertz, 2),
        "mhz" | "mts" | "mt" => (Unit::Megahertz, 1),
        "ghz" => (Unit::Gigahertz, 1),
        "hz" => (Unit::Hertz, 1),
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

/// `cl30`, `cl 30`, `c30`.
fn cas_latency(text: &Folded, index: usize) -> Option<(f64, usize)> {
    let word = text.word(index);
    let value = |digits: &str| {
        digits.parse::<f64>().ok().filter(|value| (5.0..=70.0).contains(value) && digits.len() <= 2)
    };
    if word == "cl" || word == "cas" {
        return value(text.word(index + 1)).map(|latency| (latency, 2));
    }
    let digits = word.strip_prefix("cl").or_else(|| word.strip_prefix('c').filter(|rest| rest.len() == 2))?;
    value(digits).map(|latency| (latency, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(title: &str, expected: &[(Unit, f64, Option<u32>)]) {
        let found: Vec<_> =
            measures(&Folded::new(title)).iter().map(|m| (m.unit, m.value, m.times)).collect();
        assert_eq!(found, expected, "{title}");
    }

    #[test]
    fn units_are_read_glued_and_spaced() {
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
        check("(١٦×٢) GB", &[]);
        check("١٦×٢GB", &[(Unit::Gigabyte, 16.0, Some(2))]);
        check("RTX 4070 x16", &[]);
    }
}
