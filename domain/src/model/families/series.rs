use super::pcie_generation;
use crate::model::SpecKey;

/// A series of chips or drives: `ryzen 10000`, `rtx 60 series`, `pcie 6`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// The fact whose values name the series.
    pub key: SpecKey,
    /// Beginnings of these values.
    pub beginnings: Vec<String>,
    /// Number of words.
    pub words: usize,
}

/// Returns the series that folded words begin with: the family before a round number, or behind `10000 series`. A number
/// below 1000 may be a price (`rtx 80 kd`), and a round one of cards is also one of professional cards (`RTX 6000`), unless
/// `series` stands beside it.
pub fn series_name(words: &[&str]) -> Option<Series> {
    chip_series(words).or_else(|| pcie_series(words))
}

/// Reads a generation of PCIe: `gen6`, `pcie 6.0`, `pcie gen 6`.
fn pcie_series(words: &[&str]) -> Option<Series> {
    let (number, count) = match *words {
        ["pcie", "gen", number, ..] => (number, 3),
        ["pcie", second, ..] => (second.strip_prefix("gen").unwrap_or(second), 2),
        ["gen", number, ..] => (number, 2),
        [first, ..] => (first.strip_prefix("pcie").or_else(|| first.strip_prefix("gen"))?, 1),
        [] => return None,
    };
    let beginnings = vec![format!("M.2 PCIe {}", pcie_generation(number)?)];
    Some(Series { key: SpecKey::Interface, beginnings, words: count })
}

fn chip_series(words: &[&str]) -> Option<Series> {
    let is_series = |word: Option<&&str>| word.is_some_and(|word| is_series_word(word));
    let number = |word: &str| -> Option<u32> {
        word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if let [first, second, family @ ..] = words
        && is_series(Some(second))
        && let Some(number) = number(first)
    {
        let length = if family.starts_with(&["core"]) { 2 } else { 1 };
        let (key, beginnings) = values(family.get(..length)?, number, true)?;
        return Some(Series { key, beginnings, words: 2 + length });
    }
    (1..=2).find_map(|length| {
        let number = number(words.get(length)?)?;
        let is_named = is_series(words.get(length + 1));
        let (key, beginnings) = values(words.get(..length)?, number, is_named)?;
        Some(Series { key, beginnings, words: length + 1 + usize::from(is_named) })
    })
}

/// Whether a folded word says that a number names a series.
pub fn is_series_word(word: &str) -> bool {
    matches!(word, "series" | "سلسله" | "سيريس")
}

/// Returns the fact of a family's chips, and the beginnings of the values of one series.
fn values(family: &[&str], number: u32, is_named: bool) -> Option<(SpecKey, Vec<String>)> {
    let of_tiers = |name: &str| {
        ["", "3 ", "5 ", "7 ", "9 "].iter().map(|tier| format!("{name} {tier}{number}")).collect()
    };
    let thousands = || (number > 0 && number.is_multiple_of(1000)).then_some(number / 1000);
    match *family {
        ["ryzen"] => thousands().map(|_| (SpecKey::Generation, of_tiers("Ryzen"))),
        ["core", "ultra"] | ["ultra"] => {
            let has_form = number.is_multiple_of(100) && (100..1000).contains(&number);
            (has_form && is_named).then(|| (SpecKey::Generation, of_tiers("Core Ultra")))
        }
        ["rtx"] | ["geforce", "rtx"] if is_named => {
            let tens = number.is_multiple_of(10) && (20..1000).contains(&number);
            let series = if tens { number } else { thousands()? * 10 };
            Some((SpecKey::GpuChipset, vec![format!("GeForce RTX {series}")]))
        }
        ["rx"] | ["radeon", "rx"] => {
            let series = thousands().filter(|series| *series >= 5)?;
            Some((SpecKey::GpuChipset, vec![format!("Radeon RX {series}")]))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_of_every_generation_are_named() {
        for (text, beginning, length) in [
            ("ryzen 10000 series cpu", Some("Ryzen 10000"), 3),
            ("ryzen 10000", Some("Ryzen 10000"), 2),
            ("10000 series ryzen", Some("Ryzen 10000"), 3),
            ("core ultra 400 series", Some("Core Ultra 400"), 4),
            ("rtx 60 series", Some("GeForce RTX 60"), 3),
            ("rtx 6000 series", Some("GeForce RTX 60"), 3),
            ("rx 10000", Some("Radeon RX 10"), 2),
            ("pcie 6 ssd", Some("M.2 PCIe 6.0"), 2),
            ("gen6 nvme", Some("M.2 PCIe 6.0"), 1),
            ("pcie gen 7", Some("M.2 PCIe 7.0"), 3),
            ("rtx 80 kd", None, 0),
            ("core ultra 200 kd", None, 0),
            ("12th gen cpu", None, 0),
            ("gen 12", None, 0),
            ("rtx 6000 ada", None, 0),
            ("ryzen 10600x", None, 0),
            ("ryzen 5", None, 0),
            ("10000 rpm", None, 0),
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            let found = series_name(&words);
            let first = found.as_ref().and_then(|series| series.beginnings.first()).map(String::as_str);
            assert_eq!(first, beginning, "{text}");
            assert_eq!(found.map_or(0, |series| series.words), length, "{text}");
        }
    }
}
