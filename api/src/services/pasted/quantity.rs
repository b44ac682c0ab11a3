//! The number of pieces in a line: `2x Samsung 990 Pro`, `Arctic P12 x3`, but not the modules of `2 x 16GB`.

use domain::{compat::MAX_QUANTITY, model::Category};

use super::money::is_separator;

/// Units that make `2 x 16GB` the modules of one kit.
const MODULE_UNITS: [&str; 5] = ["gb", "g", "جيجا", "قيقا", "غيغا"];
/// Words of a drive, which is sold one by one.
const DRIVE_WORDS: [&str; 5] = ["ssd", "hdd", "nvme", "m.2", "هارد"];

/// Returns a line without its quantity, and the quantity: 1 to [`MAX_QUANTITY`].
pub(super) fn split_quantity(text: &str, slot: Option<Category>) -> (&str, u64) {
    let text = text.trim();
    let found = leading(text).filter(|(rest, _)| !is_kit(text, rest, slot)).or_else(|| trailing(text));
    match found {
        Some((rest, quantity)) if !rest.is_empty() => (rest, quantity.clamp(1, MAX_QUANTITY)),
        _ => (text, 1),
    }
}

/// Returns the quantity of a cell that holds nothing else: `2`, `2x`, `x 2`.
pub(super) fn cell_quantity(cell: &str) -> Option<u64> {
    let digits = cell.trim_matches(|letter: char| letter == '#' || is_sign(letter) || letter.is_whitespace());
    number(digits.trim_end_matches(['.', ')']))
}

fn leading(text: &str) -> Option<(&str, u64)> {
    if let Some(rest) = text.strip_prefix(is_sign) {
        // `x2 Name`
        let digits = rest.find(|letter: char| !letter.is_ascii_digit())?;
        let (count, rest) = rest.split_at_checked(digits)?;
        return Some((rest.strip_prefix(' ')?.trim(), number(count)?));
    }
    let digits = text.find(|letter: char| !letter.is_ascii_digit())?;
    let (count, rest) = text.split_at_checked(digits)?;
    let rest = rest.trim_start().strip_prefix(is_sign)?;
    // `2xSomething` is a word of a name.
    Some((rest.strip_prefix(' ')?.trim(), number(count)?))
}

fn trailing(text: &str) -> Option<(&str, u64)> {
    let inside = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    if let Some((before, cell)) = inside.filter(|(_, cell)| cell.contains(is_sign)) {
        return Some((before.trim_end_matches(is_separator), cell_quantity(cell)?));
    }
    // `Name x2`, `Name x 2`; but `Ventus 2X` and `RTX 5090 X3` are names, and `PCIe 4.0 x4` lanes.
    let (before, count) = text.rsplit_once(['x', '×'])?;
    let is_apart = before.ends_with(' ') && count.len() <= 3;
    let before = before.trim_end_matches(is_separator);
    let last = before.rsplit(' ').next().unwrap_or_default().to_lowercase();
    let is_lanes = last.starts_with("pcie") || last.starts_with("gen") || last.contains('.');
    (is_apart && !is_lanes).then_some((before, number(count.trim())?))
}

fn number(digits: &str) -> Option<u64> {
    let is_count = matches!(digits.len(), 1 | 2) && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_count.then(|| digits.parse().ok()).flatten().filter(|number| *number > 0)
}

fn is_sign(letter: char) -> bool {
    matches!(letter, 'x' | 'X' | '×' | '*')
}

/// Whether the number before `rest` counts the modules of one kit: `2 x 16GB DDR5`.
fn is_kit(text: &str, rest: &str, slot: Option<Category>) -> bool {
    let unit = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let starts_with_size = unit.len() < rest.len();
    let lower = unit.trim_start().to_lowercase();
    let is_unit = |name: &str| {
        lower
            .strip_prefix(name)
            .is_some_and(|after| !after.starts_with(|letter: char| letter.is_alphanumeric()))
    };
    let may_be_memory = matches!(slot, None | Some(Category::Ram));
    let lower_text = text.to_lowercase();
    may_be_memory
        && starts_with_size
        && MODULE_UNITS.iter().any(|name| is_unit(name))
        && !DRIVE_WORDS.iter().any(|word| lower_text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantity_stands_before_or_behind_the_name() {
        for text in [
            "2x Pop Air",
            "2 x Pop Air",
            "2× Pop Air",
            "x2 Pop Air",
            "Pop Air x2",
            "Pop Air x 2",
            "Pop Air (x2)",
            "Pop Air (2x)",
        ] {
            assert_eq!(split_quantity(text, None), ("Pop Air", 2), "{text}");
        }
        assert_eq!(split_quantity("2 x 32GB DDR5", None), ("2 x 32GB DDR5", 1));
        assert_eq!(split_quantity("2 x DDR5 32GB", None), ("DDR5 32GB", 2));
        assert_eq!(split_quantity("2 x 4GB SSD", None), ("4GB SSD", 2));
        assert_eq!(split_quantity("2 x 4TB Red Plus", Some(Category::Storage)), ("4TB Red Plus", 2));
        assert_eq!(split_quantity("Fury Beast 32GB (2 x 16GB)", None), ("Fury Beast 32GB (2 x 16GB)", 1));
        assert_eq!(split_quantity("99 x Pop Air", None), ("Pop Air", MAX_QUANTITY));
    }

    #[test]
    fn codes_of_a_name_are_no_quantity() {
        for text in [
            "RTX 5070 Ventus 2X OC",
            "Ventus 3X",
            "RTX 5090 X3",
            "T500 PCIe 4.0 x4",
            "B650M GAMING X",
            "NH-D15",
            "4000D",
            "x",
            "2x",
            "",
        ] {
            assert_eq!(split_quantity(text, None), (text, 1));
        }
    }
}
