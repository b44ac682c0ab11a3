//! Specs of processor coolers and case fans.

use domain::model::SpecKey;

use super::builder::SpecsBuilder;
use crate::normalise::{measure::Unit, tokens::TitleTokens};

/// Existing radiator sizes, mm.
const RADIATORS: [i64; 6] = [120, 140, 240, 280, 360, 420];
/// Existing fan sizes, mm.
const FANS: [i64; 8] = [40, 60, 80, 92, 120, 140, 180, 200];

pub(super) fn cpu_cooler(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let size = sized(reading, &RADIATORS).or_else(|| reading.text.iter().find_map(radiator_in_name));
    if !facts.has(SpecKey::CoolerType) && size.is_some_and(|size| size >= 240) {
        facts.text(SpecKey::CoolerType, "AIO");
    }
    if let Some(size) = size.filter(|_| facts.text_of(SpecKey::CoolerType) == Some("AIO")) {
        facts.integer(SpecKey::RadiatorSize, size);
    }
}

pub(super) fn case_fan(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let size = reading
        .text
        .iter()
        .find_map(size_of_dimensions)
        .or_else(|| sized(reading, &FANS))
        .or_else(|| reading.text.iter().find_map(size_in_name));
    if let Some(size) = size {
        facts.integer(SpecKey::FanSize, size);
    }
    let pieces =
        reading.measures.iter().find(|measure| measure.unit == Unit::Pieces && measure.value <= 12.0);
    if let Some(pieces) = pieces {
        facts.integer(SpecKey::FanQuantity, pieces.value as i64);
    }
}

/// Returns a size with its unit, else a bare number that is an existing size.
fn sized(reading: &TitleTokens<'_>, sizes: &[i64]) -> Option<i64> {
    let stated = reading
        .measures
        .iter()
        .filter(|measure| measure.unit == Unit::Millimetre)
        .map(|measure| measure.value as i64)
        .find(|size| sizes.contains(size));
    stated.or_else(|| {
        reading
            .text
            .iter()
            .find_map(|word| word.parse().ok().filter(|size| *size >= 80 && sizes.contains(size)))
    })
}

/// Reads the size from dimensions in one word: `80x25mm`, `120x120x25`, `92mmx25mm`.
fn size_of_dimensions(word: &str) -> Option<i64> {
    let sides: Vec<i64> = word
        .split('x')
        .map(|side| side.strip_suffix("mm").unwrap_or(side).parse().ok())
        .collect::<Option<_>>()?;
    // The last one is the thickness.
    let (size, thickness) = (*sides.first()?, *sides.last()?);
    let is_square = sides.len() == 2 || sides.len() == 3 && sides.get(1) == Some(&size);
    (is_square && thickness < size && thickness >= 5 && FANS.contains(&size)).then_some(size)
}

/// Reads the radiator size in a name, for sizes that no fan has: `TH420`, `360S`, `360D30`.
fn radiator_in_name(word: &str) -> Option<i64> {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    let size = digits.get(..end)?.parse().ok()?;
    (word.len() <= 7 && [240, 280, 360, 420].contains(&size)).then_some(size)
}

/// Reads the size in a fan's code: `AF120`, `SP140`, `F120P`.
fn size_in_name(word: &str) -> Option<i64> {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let digits = digits.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    digits.parse::<i64>().ok().filter(|size| matches!(size, 120 | 140 | 200) && word.len() <= 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fan_sizes_are_read_from_dimensions() {
        for (word, size) in [
            ("80x25mm", Some(80)),
            ("120x120x25mm", Some(120)),
            ("92mmx25mm", Some(92)),
            ("40x40x10", Some(40)),
            ("1920x1080", None),
            ("2x16gb", None),
            ("120x90x25mm", None),
            ("120mm", None),
        ] {
            assert_eq!(size_of_dimensions(word), size, "{word}");
        }
    }
}
