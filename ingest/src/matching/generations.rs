//! Generations and model numbers that follow a name: `Thor II`, `Superlight 2`, `Hyper 212`, `Gen4`, `V2`, `2023`. Two
//! different ones after the same name make two products, whatever else agrees.

use domain::model::Category;

use super::{Item, identity::is_year};

/// The greatest number that counts generations; greater ones are part of a model's name.
const MAX_GENERATION: u32 = 20;
/// Minimum length of a name before a number, in letters.
const MIN_NAME: usize = 3;

/// Result of comparing the numbers of both sides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct GenerationComparison {
    /// Both sides have numbers after one name, and none in common: the name with the number of each side.
    pub(super) differ: Option<(String, String)>,
    /// Name with a generation after it on one side, and without any on the other: `Superlight` and `Superlight 2`.
    pub(super) one_sided: Option<(String, String)>,
}

/// Compares the numbers after names. In memory and processors, numbers after names are speeds and chips.
pub(super) fn compare(category: Category, offer: &Item, product: &Item) -> GenerationComparison {
    if matches!(category, Category::Ram | Category::Cpu) {
        return GenerationComparison::default();
    }
    let is_measure = |number: u32| states_number(offer, number) || states_number(product, number);
    let (of_offer, of_product) = (numbers(&offer.pieces, &is_measure), numbers(&product.pieces, &is_measure));
    let of_name = |list: &[(String, u32)], name: &str| -> Vec<u32> {
        list.iter().filter(|(known, _)| known == name).map(|(_, number)| *number).collect()
    };
    let differ = of_offer.iter().find_map(|(name, number)| {
        let (left, right) = (of_name(&of_offer, name), of_name(&of_product, name));
        let other = right.first().filter(|_| !left.iter().any(|number| right.contains(number)))?;
        Some((format!("{name} {number}"), format!("{name} {other}")))
    });
    let missing = |list: &[(String, u32)], other: &[(String, u32)], item: &Item| {
        let is_missing = |(name, number): &&(String, u32)| {
            (2..=MAX_GENERATION).contains(number)
                && item.pieces.contains(name)
                && of_name(other, name).is_empty()
                && !item.pieces.iter().any(|word| read_number(word) == Some(*number))
        };
        list.iter().find(is_missing).map(|(name, number)| (format!("{name} {number}"), name.clone()))
    };
    let one_sided = missing(&of_offer, &of_product, product)
        .or_else(|| missing(&of_product, &of_offer, offer).map(|(with, without)| (without, with)));
    GenerationComparison { differ, one_sided }
}

/// Returns the numbers of a name, each with the word before it; for a year and a marked version, with their kind.
fn numbers(pieces: &[String], is_measure: &dyn Fn(u32) -> bool) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    let mut before: Option<&str> = None;
    for word in pieces {
        if is_year(word) {
            found.extend(word.parse::<u32>().ok().map(|year| ("year".to_owned(), year)));
        } else if let Some((mark, number)) = marked_version(word) {
            found.push((mark.to_owned(), number));
        } else if let (Some(name), Some(number)) = (before, read_number(word))
            && !is_measure(number)
        {
            found.push((name.to_owned(), number));
        }
        let is_name = word.len() >= MIN_NAME
            && word.bytes().all(|letter| letter.is_ascii_lowercase())
            && read_number(word).is_none();
        before = is_name.then_some(word.as_str());
    }
    found
}

/// Reads `gen2`, `v2`, `mk2` and `rev2`.
fn marked_version(word: &str) -> Option<(&'static str, u32)> {
    const MARKS: [(&str, &str); 5] =
        [("gen", "gen"), ("mk", "mk"), ("version", "v"), ("rev", "v"), ("v", "v")];
    MARKS.iter().find_map(|(mark, kind)| {
        let number: u32 = word.strip_prefix(mark)?.parse().ok()?;
        (1..=9).contains(&number).then_some((*kind, number))
    })
}

/// Reads a number of up to four digits, or a Roman numeral of two letters or more; single letters mark variants.
fn read_number(word: &str) -> Option<u32> {
    const ROMAN: [(&str, u32); 10] = [
        ("ii", 2),
        ("iii", 3),
        ("iv", 4),
        ("vi", 6),
        ("vii", 7),
        ("viii", 8),
        ("ix", 9),
        ("xi", 11),
        ("xii", 12),
        ("xiii", 13),
    ];
    let roman = ROMAN.iter().find(|(numeral, _)| *numeral == word).map(|(_, number)| *number);
    roman.or_else(|| {
        let is_digits = word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse().ok().filter(|_| is_digits)
    })
}

/// Whether a typed fact of the item has this number, which then is a size, a speed or a capacity.
fn states_number(item: &Item, number: u32) -> bool {
    item.specs.iter().any(|(_, value)| value.as_number() == Some(f64::from(number)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::StatedFacts;

    fn item(category: Category, model: &str) -> Item {
        Item::new(&StatedFacts::named(category, "Maker", model))
    }

    fn compared(category: Category, left: &str, right: &str) -> (bool, bool) {
        let result = compare(category, &item(category, left), &item(category, right));
        (result.differ.is_some(), result.one_sided.is_some())
    }

    #[test]
    fn different_numbers_after_one_name_differ() {
        for (category, left, right) in [
            (Category::Psu, "Loki II", "Loki III"),
            (Category::Psu, "Straight Power 11", "Straight Power 12"),
            (Category::CpuCooler, "Hyper 212", "Hyper 620"),
            (Category::Motherboard, "Crosshair VII Hero", "Crosshair VIII Hero"),
            (Category::Case, "Flow Case 2022", "Flow Case 2024"),
            (Category::Keyboard, "Huntsman V2", "Huntsman V3"),
            (Category::Storage, "Rocket MK2", "Rocket MK3"),
        ] {
            assert_eq!(compared(category, left, right), (true, false), "{left} {right}");
        }
    }

    #[test]
    fn found_numbers_are_named() {
        let named = |left: &str, right: &str| {
            let result = compare(Category::Psu, &item(Category::Psu, left), &item(Category::Psu, right));
            (result.differ, result.one_sided)
        };
        let pair = |left: &str, right: &str| Some((left.to_owned(), right.to_owned()));
        assert_eq!(named("Loki II", "Loki III"), (pair("loki 2", "loki 3"), None));
        assert_eq!(named("Loki", "Loki II"), (None, pair("loki", "loki 2")));
        assert_eq!(named("Loki II", "Loki"), (None, pair("loki 2", "loki")));
    }

    #[test]
    fn versions_are_read_with_their_mark() {
        assert_eq!(marked_version("gen4"), Some(("gen", 4)));
        assert_eq!(marked_version("version2"), Some(("v", 2)));
        assert_eq!(marked_version("v2x"), None);
        assert_eq!(read_number("viii"), Some(8));
        assert_eq!(read_number("x"), None);
    }

    #[test]
    fn equal_numbers_do_not_differ() {
        for (category, left, right) in [
            (Category::Psu, "Loki 2", "Loki II Platinum"),
            (Category::CpuCooler, "Hyper 212 Black", "Hyper 212"),
            (Category::Ram, "Vengeance 16", "Vengeance 32"),
            (Category::Case, "Flow", "Flow 2024"),
        ] {
            assert_eq!(compared(category, left, right), (false, false), "{left} {right}");
        }
    }

    #[test]
    fn generation_on_one_side_alone_is_found() {
        assert_eq!(compared(Category::Mouse, "Superlight", "Superlight 2"), (false, true));
        assert_eq!(compared(Category::Headset, "Cloud III", "Cloud"), (false, true));
        assert_eq!(compared(Category::CpuCooler, "Hyper", "Hyper 212"), (false, false));
    }
}
