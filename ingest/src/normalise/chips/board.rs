//! Board chipsets. The table is `config/specs/board_chipsets.tsv`; chipsets of generations that it does not complete are
//! recognised by the form of their names, in titles that speak of a board without doubt.

use std::{borrow::Cow, sync::LazyLock};

use domain::model::{
    families::{self, BoardChipsetName},
    keys::fold::Folded,
};
use rustc_hash::FxHashMap;

use crate::normalise::phrases::rows;

/// A motherboard chipset.
#[derive(Debug, Clone)]
pub(crate) struct BoardChip {
    pub(crate) name: Cow<'static, str>,
    /// Empty where no table knows the chipset.
    pub(crate) socket: &'static str,
    pub(crate) ram_types: Vec<&'static str>,
    /// Whether other products bear the name too.
    ambiguous: bool,
}

static BOARDS: LazyLock<FxHashMap<&'static str, BoardChip>> = LazyLock::new(|| {
    rows(include_str!("../../../../config/specs/board_chipsets.tsv"))
        .filter_map(|row| {
            let ([word, name, socket, ram] | [word, name, socket, ram, _]) = row[..] else { return None };
            let (ram_types, ambiguous) = (ram.split(',').collect(), row.len() > 4);
            Some((word, BoardChip { name: Cow::Borrowed(name), socket, ram_types, ambiguous }))
        })
        .collect()
});

/// Newest generation of each manufacturer's chipsets in the table; those before it are complete.
static NEWEST: LazyLock<FxHashMap<&'static str, u32>> = LazyLock::new(|| {
    let mut newest = FxHashMap::default();
    for word in BOARDS.keys() {
        let word = word.to_ascii_lowercase();
        let Some(name) = families::board_chipset_name(&word) else { continue };
        let newest = newest.entry(name.manufacturer).or_default();
        *newest = name.generation.max(*newest);
    }
    newest
});

/// Returns the board chipset that a title names, the index of its word, and the letters glued to it (`m` of `b650m`).
pub(crate) fn find_board_chip(text: &Folded) -> Option<(Cow<'static, BoardChip>, usize, &str)> {
    let known = (0..text.len()).find_map(|index| {
        let (chip, rest) = chip_of_word(text.word(index), &|| speaks_of_board(text))?;
        Some((Cow::Borrowed(chip), index, rest))
    });
    known.or_else(|| {
        (0..text.len()).find_map(|index| {
            let name = new_chip(text.word(index)).filter(|_| is_board_for_sure(text))?;
            let chip =
                BoardChip { name: name.name.into(), socket: "", ram_types: Vec::new(), ambiguous: true };
            Some((Cow::Owned(chip), index, name.rest))
        })
    })
}

/// Whether the table has a chipset of this stored name.
pub(crate) fn is_listed_board_chip(name: &str) -> bool {
    BOARDS.values().any(|chip| chip.name == name)
}

/// Returns the chipset of the newest or a later generation with which a word begins, and which the table lacks.
fn new_chip(word: &str) -> Option<BoardChipsetName<'_>> {
    let name = families::board_chipset_name(word)?;
    NEWEST.get(name.manufacturer).is_some_and(|newest| name.generation >= *newest).then_some(name)
}

/// Whether the title contains a word for motherboards, or a socket beside a memory type or a form factor of boards:
/// cases and coolers have names of the same form, and state form factors or sockets.
fn is_board_for_sure(text: &Folded) -> bool {
    let says = |words: &[&str]| text.iter().any(|word| words.contains(&word));
    let names_socket = text.iter().any(|word| families::socket_name(word).is_some());
    let names_memory = text.iter().any(|word| families::memory_kind(word).is_some());
    says(&["motherboard", "mainboard", "مذربورد", "ماذربورد"])
        || (names_socket && (names_memory || says(&["atx", "matx", "itx", "eatx"])))
        || (names_memory && says(&["atx", "matx", "itx", "eatx", "wifi"]))
}

/// Whether a word is a board chipset and nothing else, but for the letter of a form factor or an edition: `b650m`.
pub(crate) fn is_board_chip(word: &str) -> bool {
    chip_of_word(word, &|| true).is_some_and(|(_, rest)| rest.len() <= 1)
        || new_chip(word).is_some_and(|name| name.rest.len() <= 1)
}

/// Returns the chipset with which a folded word begins, and the letters glued to it.
fn chip_of_word<'a>(
    word: &'a str,
    speaks_of_board: &dyn Fn() -> bool,
) -> Option<(&'static BoardChip, &'a str)> {
    if !(3..=8).contains(&word.len()) || !word.is_ascii() {
        return None;
    }
    // Longest chipset name first: X670E before X670.
    (3..=word.len().min(7)).rev().find_map(|length| {
        let (name, rest) = word.split_at(length);
        let upper = name.to_ascii_uppercase();
        let chip = BOARDS.get(upper.as_str())?;
        let small = rest.starts_with('m') || rest == "n";
        // Manufacturers append letters for editions: Z170X, B250F, H610T; Gigabyte's N is the smallest board.
        let edition =
            matches!(rest, "" | "i" | "d" | "t" | "a" | "h" | "x" | "f" | "g" | "c" | "e" | "s" | "cm");
        let is_certain = !chip.ambiguous || small || speaks_of_board();
        ((edition || small) && is_certain).then_some((chip, rest))
    })
}

/// Whether the title contains a socket, a board form factor, a memory type, or a word for motherboards.
fn speaks_of_board(text: &Folded) -> bool {
    text.iter().any(|word| {
        const WORDS: [&str; 9] =
            ["motherboard", "mainboard", "atx", "matx", "itx", "eatx", "socket", "مذربورد", "لوحه"];
        let lga = word.strip_prefix("lga").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
        let names_socket = lga || families::socket_name(word).is_some();
        names_socket || families::memory_kind(word).is_some() || WORDS.contains(&word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn board_chipsets_are_found_inside_board_names() {
        for (title, expected) in [
            ("B650M-A WIFI", Some("AMD B650")),
            ("X670E-E", Some("AMD X670E")),
            ("Z790 AORUS", Some("Intel Z790")),
            ("B650E-F", Some("AMD B650E")),
            ("Supermicro W790E-SAGE", Some("Intel W790")),
            ("H610T D4", Some("Intel H610")),
            ("GA-AB350M-DS3H", Some("AMD B350")),
            ("Z170X-UD3", Some("Intel Z170")),
            ("ASRock 970 Extreme3 AM3+ DDR3", Some("AMD 970")),
            ("Samsung 970 EVO 1TB", None),
            ("GA-H170N-WIFI", Some("Intel H170")),
            ("Asus M5A99FX Pro R2.0", Some("AMD 990FX")),
            ("Silicon Power A55 512GB", None),
            ("Corsair Hydro H55", None),
            ("KB650 keyboard", None),
        ] {
            let folded = Folded::new(title);
            let found = find_board_chip(&folded).map(|found| found.0.name.clone());
            assert_eq!(found.as_deref(), expected, "{title}");
        }
    }

    #[test]
    fn chipsets_that_no_table_lists_need_a_board() {
        for (title, expected) in [
            ("MSI MAG B950M Mortar WiFi AM6 DDR6", Some("AMD B950")),
            ("ASUS ROG X970E-E Gaming motherboard", Some("AMD X970E")),
            ("Gigabyte Z990 Aorus LGA1954 ATX", Some("Intel Z990")),
            ("NZXT H910 ATX mid tower case", None),
            ("Cooler Z950 for AM5 and LGA1700", None),
            ("Drive A950 1TB", None),
        ] {
            let folded = Folded::new(title);
            let found = find_board_chip(&folded).map(|found| found.0.name.clone());
            assert_eq!(found.as_deref(), expected, "{title}");
        }
    }
}
