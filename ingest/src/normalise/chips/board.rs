//! Board chipsets. The table is `config/specs/board_chipsets.tsv`.

use std::sync::LazyLock;

use domain::model::keys::fold::Folded;
use rustc_hash::FxHashMap;

use crate::normalise::phrases::rows;

/// A motherboard chipset.
#[derive(Debug)]
pub(crate) struct BoardChip {
    pub(crate) name: &'static str,
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
            Some((word, BoardChip { name, socket, ram_types, ambiguous }))
        })
        .collect()
});

/// Returns the board chipset that a title names, the index of its word, and the letters glued to it (`m` of `b650m`).
pub(crate) fn find_board_chip(text: &Folded) -> Option<(&'static BoardChip, usize, &str)> {
    (0..text.len()).find_map(|index| {
        chip_of_word(text.word(index), &|| speaks_of_board(text)).map(|(chip, rest)| (chip, index, rest))
    })
}

/// Whether a word is a board chipset and nothing else, but for the letter of a form factor or an edition: `b650m`.
pub(crate) fn is_board_chip(word: &str) -> bool {
    chip_of_word(word, &|| true).is_some_and(|(_, rest)| rest.len() <= 1)
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
        const WORDS: [&str; 19] = [
            "motherboard",
            "mainboard",
            "atx",
            "matx",
            "itx",
            "eatx",
            "ddr2",
            "ddr3",
            "ddr4",
            "ddr5",
            "am2",
            "am3",
            "am4",
            "am5",
            "fm1",
            "fm2",
            "socket",
            "مذربورد",
            "لوحه",
        ];
        let socket =
            word.strip_prefix("lga").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
        socket || WORDS.contains(&word)
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
            assert_eq!(find_board_chip(&Folded::new(title)).map(|found| found.0.name), expected, "{title}");
        }
    }
}
