//! Processors, graphics chips and board chipsets, however their names are glued or spaced.

use std::sync::LazyLock;

use domain::model::keys::fold::Folded;
use rustc_hash::FxHashMap;

use super::phrases::rows;

/// A graphics chip.
#[derive(Debug)]
pub(crate) struct GpuChip {
    pub(crate) name: &'static str,
    pub(crate) maker: &'static str,
    /// Memory sizes it was sold with, GB.
    pub(crate) vram: Vec<i64>,
    /// Its name's letters and numbers apart, without the family word: `rtx` `4070` `ti`.
    parts: Vec<String>,
}

/// A motherboard chipset.
#[derive(Debug)]
pub(crate) struct BoardChip {
    pub(crate) name: &'static str,
    pub(crate) socket: &'static str,
    pub(crate) ram_types: Vec<&'static str>,
}

/// A processor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cpu {
    /// Such as `Core i5 14600KF` or `Ryzen 7 7800X3D`.
    pub(crate) name: String,
    pub(crate) intel: bool,
    pub(crate) socket: &'static str,
    pub(crate) ram_types: &'static str,
}

/// The words of a title with letters and numbers apart: `rtx4070ti` gives `rtx`, `4070`, `ti`.
pub(crate) struct Parts<'a> {
    parts: Vec<(&'a str, usize)>,
}

impl<'a> Parts<'a> {
    pub(crate) fn of(text: &'a Folded) -> Self {
        let mut parts = Vec::with_capacity(text.len() * 2);
        for index in 0..text.len() {
            let mut rest = text.word(index);
            while let Some(first) = rest.chars().next() {
                let digit = first.is_ascii_digit();
                let end = rest.find(|letter: char| letter.is_ascii_digit() != digit).unwrap_or(rest.len());
                let (part, after) = rest.split_at(end);
                parts.push((part, index));
                rest = after;
            }
        }
        Self { parts }
    }

    fn get(&self, index: usize) -> &'a str {
        self.parts.get(index).map_or("", |part| part.0)
    }

    fn follows(&self, index: usize, expected: &[String]) -> bool {
        expected.iter().enumerate().all(|(offset, part)| self.get(index + offset) == part)
    }
}

/// Chips by the number in their names, longest name first.
static GPUS: LazyLock<FxHashMap<String, Vec<GpuChip>>> = LazyLock::new(|| {
    let mut by_number: FxHashMap<String, Vec<GpuChip>> = FxHashMap::default();
    for row in rows(include_str!("../../../config/specs/gpu_chipsets.tsv")) {
        let [name, vram, maker] = row[..] else { continue };
        let short = name.trim_start_matches("GeForce ").trim_start_matches("Radeon ");
        let folded = Folded::new(short);
        let parts: Vec<String> = Parts::of(&folded).parts.iter().map(|part| part.0.to_owned()).collect();
        let Some(number) = parts.iter().find(|part| part.bytes().all(|byte| byte.is_ascii_digit())) else {
            continue;
        };
        let vram = vram.split(',').filter_map(|size| size.parse().ok()).collect();
        by_number.entry(number.clone()).or_default().push(GpuChip { name, maker, vram, parts });
    }
    by_number.values_mut().for_each(|chips| chips.sort_by_key(|chip| std::cmp::Reverse(chip.parts.len())));
    by_number
});

/// The graphics chip a title names, and the word it begins at.
pub(crate) fn gpu_chip(text: &Parts<'_>) -> Option<(&'static GpuChip, usize)> {
    (0..text.parts.len()).find_map(|index| {
        let chips = GPUS.get(text.get(index))?;
        let chip = chips.iter().find(|chip| names(chip, text, index))?;
        text.parts.get(index).map(|part| (chip, part.1))
    })
}

/// Whether the chip's name stands around the number at `index`: its prefix before (or none where the number and
/// ending say enough), its ending after, and no other ending instead.
fn names(chip: &GpuChip, text: &Parts<'_>, index: usize) -> bool {
    let Some(at) = chip.parts.iter().position(|part| part == text.get(index)) else { return false };
    let (before, after) =
        (chip.parts.get(..at).unwrap_or_default(), chip.parts.get(at + 1..).unwrap_or_default());
    let prefixed = index >= at && text.follows(index - at, before);
    // "4070 Ti" and "9070 XT" are said without RTX or RX; a bare number or a lone letter is no chip.
    let told_by_ending = !after.is_empty() && text.get(index).len() == 4;
    let previous = index.checked_sub(1).map(|index| text.get(index)).unwrap_or_default();
    let told_by_family = matches!(previous, "geforce" | "radeon") && text.get(index).len() == 4;
    (prefixed || told_by_ending || told_by_family) && text.follows(index + 1, after)
}

static BOARDS: LazyLock<FxHashMap<&'static str, BoardChip>> = LazyLock::new(|| {
    rows(include_str!("../../../config/specs/board_chipsets.tsv"))
        .filter_map(|row| {
            let [word, name, socket, ram] = row[..] else { return None };
            Some((word, BoardChip { name, socket, ram_types: ram.split(',').collect() }))
        })
        .collect()
});

/// The board chipset a title names, the word it stands at, and what is glued to it (`m` of `b650m`).
pub(crate) fn board_chip(text: &Folded) -> Option<(&'static BoardChip, usize, &str)> {
    (0..text.len()).find_map(|index| {
        let word = text.word(index);
        if !(3..=7).contains(&word.len()) || !word.is_ascii() {
            return None;
        }
        // The longest chipset name first: X670E before X670.
        (3..=word.len().min(5)).rev().find_map(|length| {
            let (name, rest) = word.split_at(length);
            let upper = name.to_ascii_uppercase();
            let chip = BOARDS.get(upper.as_str())?;
            let board_mark = matches!(rest, "" | "i" | "d" | "t" | "a" | "h") || rest.starts_with('m');
            board_mark.then_some((chip, index, rest))
        })
    })
}

struct Family {
    name: &'static str,
    numbers: std::ops::RangeInclusive<u32>,
    endings: Vec<&'static str>,
    socket: &'static str,
    ram_types: &'static str,
}

static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
    rows(include_str!("../../../config/specs/cpu_families.tsv"))
        .filter_map(|row| {
            let [name, first, last, endings, socket, ram_types] = row[..] else { return None };
            let numbers = first.parse().ok()?..=last.parse().ok()?;
            Some(Family { name, numbers, endings: endings.split(',').collect(), socket, ram_types })
        })
        .collect()
});

/// The processor a title names, and the word it begins at.
pub(crate) fn cpu(text: &Parts<'_>) -> Option<(Cpu, usize)> {
    (0..text.parts.len()).find_map(|index| {
        let (family, number_at) = family_at(text, index)?;
        let number: u32 = text.get(number_at).parse().ok().filter(|number| !names_series(*number))?;
        let (ending, taken) = ending_at(text, number_at + 1);
        let found = FAMILIES.iter().find(|row| {
            row.name == family && row.numbers.contains(&number) && row.endings.contains(&ending.as_str())
        })?;
        let ending = if ending == "-" { "" } else { ending.as_str() };
        let plus = if text.get(number_at + 1 + taken) == "plus" { " Plus" } else { "" };
        let name = format!("{family} {number}{ending}{plus}");
        let intel = family.starts_with("Core");
        let cpu = Cpu { name, intel, socket: found.socket, ram_types: found.ram_types };
        text.parts.get(index).map(|part| (cpu, part.1))
    })
}

/// `Ryzen 9000`, `Core Ultra 200`: a whole series, not a processor.
fn names_series(number: u32) -> bool {
    number.is_multiple_of(1000) || (number < 1000 && number.is_multiple_of(100))
}

/// The family that begins at a part, and where its model number stands: `i` `5` `14600`, `ryzen` `7` `7800`.
fn family_at(text: &Parts<'_>, index: usize) -> Option<(&'static str, usize)> {
    let (family, number_at) = family_name_at(text, index)?;
    let skipped = usize::from(matches!(text.get(number_at), "processor" | "desktop" | "gaming" | "pro"));
    Some((family, number_at + skipped))
}

fn family_name_at(text: &Parts<'_>, index: usize) -> Option<(&'static str, usize)> {
    let tier = |at: usize| text.get(at);
    Some(match (text.get(index), tier(index + 1)) {
        ("ryzen" | "r", "3") => ("Ryzen 3", index + 2),
        ("ryzen" | "r", "5") => ("Ryzen 5", index + 2),
        ("ryzen" | "r", "7") => ("Ryzen 7", index + 2),
        ("ryzen" | "r", "9") => ("Ryzen 9", index + 2),
        ("threadripper", _) => ("Ryzen Threadripper", index + 1),
        ("athlon", _) => ("Athlon", index + 1),
        ("i", "3") => ("Core i3", index + 2),
        ("i", "5") => ("Core i5", index + 2),
        ("i", "7") => ("Core i7", index + 2),
        ("i", "9") => ("Core i9", index + 2),
        ("ultra", "5") => ("Core Ultra 5", index + 2),
        ("ultra", "7") => ("Core Ultra 7", index + 2),
        ("ultra", "9") => ("Core Ultra 9", index + 2),
        _ => return None,
    })
}

/// The letters after a model number: `X3D` comes apart as `x`, `3`, `d`. `-` when there are none.
fn ending_at(text: &Parts<'_>, index: usize) -> (String, usize) {
    let glued = |at: usize| text.parts.get(at).map(|part| part.1);
    let part = text.get(index);
    if part == "x" && text.get(index + 1) == "3" && text.get(index + 2) == "d" {
        // 9950X3D2 is no 9950X3D.
        let more = text.get(index + 3);
        let one_word = !more.is_empty() && glued(index + 3) == glued(index + 2);
        return if one_word {
            (format!("X3D{}", more.to_ascii_uppercase()), 4)
        } else {
            ("X3D".to_owned(), 3)
        };
    }
    const ENDINGS: [&str; 17] =
        ["x", "xt", "f", "k", "kf", "ks", "t", "g", "ge", "gt", "af", "e", "s", "pro", "wx", "xe", "h"];
    let same_word = index > 0 && glued(index) == glued(index - 1);
    let spaced = matches!(part, "x" | "xt" | "f" | "k" | "kf" | "ks" | "g" | "wx");
    if ENDINGS.contains(&part) && (same_word || spaced) || same_word && !part.is_empty() {
        (part.to_ascii_uppercase(), 1)
    } else {
        ("-".to_owned(), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gpu_name(title: &str) -> Option<&'static str> {
        gpu_chip(&Parts::of(&Folded::new(title))).map(|found| found.0.name)
    }

    fn cpu_name(title: &str) -> Option<String> {
        cpu(&Parts::of(&Folded::new(title))).map(|found| found.0.name)
    }

    #[test]
    fn graphics_chips_are_never_their_neighbours() {
        for (title, expected) in [
            ("MSI RTX4070Ti SUPER", Some("GeForce RTX 4070 Ti SUPER")),
            ("RTX 4070 Ti GAMING", Some("GeForce RTX 4070 Ti")),
            ("GeForce RTX™ 4070 SUPER", Some("GeForce RTX 4070 SUPER")),
            ("RTX 4070", Some("GeForce RTX 4070")),
            ("RX7900XTX", Some("Radeon RX 7900 XTX")),
            ("RX 7900 XT", Some("Radeon RX 7900 XT")),
            ("9070XT Pulse", Some("Radeon RX 9070 XT")),
            ("Radeon 7600", Some("Radeon RX 7600")),
            ("Arc B580", Some("Arc B580")),
            ("RTX 4075", None),
            ("DDR4 3060 mhz", None),
        ] {
            assert_eq!(gpu_name(title), expected, "{title}");
        }
    }

    #[test]
    fn processors_keep_their_endings() {
        for (title, expected) in [
            ("Intel Core i5-14600KF", Some("Core i5 14600KF")),
            ("i5 14600 KF", Some("Core i5 14600KF")),
            ("AMD Ryzen™ 7 7800X3D 8-Core", Some("Ryzen 7 7800X3D")),
            ("Ryzen 9 9950X3D2", Some("Ryzen 9 9950X3D2")),
            ("Ryzen 7 7800X3D2", None),
            ("Ryzen 5 5600", Some("Ryzen 5 5600")),
            ("Ryzen 5 5600 XT", Some("Ryzen 5 5600XT")),
            ("R7 5700X", Some("Ryzen 7 5700X")),
            ("Core Ultra 7 265K", Some("Core Ultra 7 265K")),
            ("Core Ultra 7 270K Plus", Some("Core Ultra 7 270K Plus")),
            ("i7-13700HX laptop", None),
            ("Ryzen 7 7840HS", None),
        ] {
            assert_eq!(cpu_name(title).as_deref(), expected, "{title}");
        }
    }

    #[test]
    fn board_chipsets_are_found_inside_board_names() {
        for (title, expected) in [
            ("B650M-A WIFI", Some("AMD B650")),
            ("X670E-E", Some("AMD X670E")),
            ("Z790 AORUS", Some("Intel Z790")),
            ("B650E-F", Some("AMD B650E")),
            ("KB650 keyboard", None),
        ] {
            assert_eq!(board_chip(&Folded::new(title)).map(|found| found.0.name), expected, "{title}");
        }
    }
}
