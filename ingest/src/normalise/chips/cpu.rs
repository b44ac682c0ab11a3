//! Processors. The table is `config/specs/cpu_families.tsv`; processors of generations that it does not complete are
//! recognised by the form of their names.

use std::{ops::RangeInclusive, sync::LazyLock};

use domain::model::{
    families::{self, TitleWords},
    keys::fold::Folded,
};
use rustc_hash::FxHashMap;

use crate::normalise::phrases::rows;

/// A processor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cpu {
    /// Stored name, such as `Core i5 14600KF`, `Ryzen 7 7800X3D` or `Xeon E5-2670 v3`.
    pub(crate) name: String,
    pub(crate) intel: bool,
    /// Series as stored, such as `Ryzen 10000`, where no table knows the processor.
    pub(crate) series: Option<String>,
    /// Empty where no table knows the processor.
    pub(crate) socket: &'static str,
    /// Empty where no table knows the processor.
    pub(crate) ram_types: &'static str,
    /// Soldered into notebooks and small computers, never sold alone.
    pub(crate) mobile: bool,
}

/// Row of the table.
struct CpuFamily {
    numbers: Vec<RangeInclusive<u32>>,
    endings: Vec<&'static str>,
    socket: &'static str,
    ram_types: &'static str,
    /// Text of the stored name before the number, and the version that the title must state.
    before: &'static str,
    version: &'static str,
}

/// A family name as titles write it: its parts, and the rows of the table that it may mean.
struct FamilyName {
    parts: Vec<String>,
    families: Vec<usize>,
}

struct CpuTable {
    families: Vec<CpuFamily>,
    /// Family names by their first part, longest first.
    names: FxHashMap<String, Vec<FamilyName>>,
}

static TABLE: LazyLock<CpuTable> = LazyLock::new(|| {
    let mut table = CpuTable { families: Vec::new(), names: FxHashMap::default() };
    for row in rows(include_str!("../../../../config/specs/cpu_families.tsv")) {
        let [names, numbers, endings, socket, ram_types, stored] = row[..] else { continue };
        let Some((before, version)) = stored.split_once('#') else { continue };
        let family = table.families.len();
        table.families.push(CpuFamily {
            numbers: numbers.split(',').filter_map(range).collect(),
            endings: endings.split(',').collect(),
            socket,
            ram_types,
            before,
            version: version.trim(),
        });
        names.split('|').for_each(|name| table.insert_name(name, family));
    }
    table.names.values_mut().for_each(|names| names.sort_by_key(|name| std::cmp::Reverse(name.parts.len())));
    table
});

impl CpuTable {
    fn insert_name(&mut self, name: &str, family: usize) {
        let parts: Vec<String> = name.split(' ').map(str::to_owned).collect();
        let Some(first) = parts.first() else { return };
        let names = self.names.entry(first.clone()).or_default();
        match names.iter_mut().find(|known| known.parts == parts) {
            Some(known) => known.families.push(family),
            None => names.push(FamilyName { parts, families: vec![family] }),
        }
    }
}

/// Parses `1000-2999` or `4350`.
fn range(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some(first.parse().ok()?..=last.parse().ok()?)
}

/// Returns the processor that a title names, and the index of the word at which the name begins.
pub(crate) fn find_cpu(text: &TitleWords<'_>) -> Option<(Cpu, usize)> {
    (0..text.len()).find_map(|index| {
        let names = TABLE.names.get(text.get(index))?;
        let found = names
            .iter()
            .filter(|name| text.follows(index, &name.parts))
            .find_map(|name| cpu_after(text, name, index + name.parts.len()))?;
        Some((found.0, text.word_of(index)?))
    })
}

/// Whether the table knows the processor of a stored name.
pub(crate) fn is_listed_cpu(name: &Folded) -> bool {
    find_cpu(&TitleWords::split(name)).is_none_or(|(cpu, _)| cpu.series.is_none())
}

/// Whether a text is the name of a processor and nothing else: `i7-14700KF`.
pub(crate) fn is_cpu_name(text: &Folded) -> bool {
    let text = TitleWords::split(text);
    let from = usize::from(text.get(0) == "core");
    let names = TABLE.names.get(text.get(from)).map_or(&[][..], Vec::as_slice);
    names
        .iter()
        .filter(|name| text.follows(from, &name.parts))
        .filter_map(|name| cpu_after(&text, name, from + name.parts.len()))
        .any(|(_, end)| end >= text.len())
}

/// Returns the processor whose number stands at or after a part that follows the family name, and the index of the part
/// after it.
fn cpu_after(text: &TitleWords<'_>, name: &FamilyName, number_at: usize) -> Option<(Cpu, usize)> {
    let number_at = skip_filler(text, number_at);
    let digits = text.get(number_at);
    let number: u32 = digits.parse().ok().filter(|_| !digits.starts_with('0'))?;
    let ending = Ending::after(text, number_at);
    let families = || name.families.iter().filter_map(|family| TABLE.families.get(*family));
    let family = families().find(|family| {
        family.numbers.iter().any(|range| range.contains(&number))
            && family.endings.iter().any(|known| known.eq_ignore_ascii_case(&ending.letters))
            && family.version == ending.version
    });
    let suffix = if ending.letters == "-" { "" } else { ending.letters.as_str() };
    let Some(family) = family else {
        // `Core Ultra 7, 512 GB` names no processor.
        if matches!(text.get(ending.next), "gb" | "tb" | "mb" | "mhz" | "ghz" | "hz" | "w") {
            return None;
        }
        let cpu = new_cpu(&name.parts, number, suffix, families()).filter(|_| ending.version.is_empty())?;
        return Some((cpu, ending.next));
    };
    let names_exact_number = family.before.starts_with('A');
    if suffix.is_empty() && names_series(number) && !names_exact_number {
        return None;
    }
    let version = if family.version.is_empty() { String::new() } else { format!(" {}", family.version) };
    let plus = family.before.starts_with("Core Ultra") && text.get(ending.next) == "plus";
    let name = format!("{}{number}{suffix}{version}{}", family.before, if plus { " Plus" } else { "" });
    let intel = ["Core", "Pentium", "Celeron", "Xeon"].iter().any(|intel| name.starts_with(intel));
    let mobile = family.socket == "-";
    let cpu = Cpu { name, series: None, intel, socket: family.socket, ram_types: family.ram_types, mobile };
    Some((cpu, ending.next + usize::from(plus)))
}

/// Returns the processor of the newest or a later generation of a family that the table lacks.
fn new_cpu(
    family: &[String],
    number: u32,
    suffix: &str,
    known: impl Iterator<Item = &'static CpuFamily>,
) -> Option<Cpu> {
    let found = families::processor_name(family, number, suffix)?;
    let sold_alone = known.filter(|known| known.socket != "-").flat_map(|known| &known.numbers);
    let newest = sold_alone.map(|range| *range.end()).max().unwrap_or(0);
    let newest = families::processor_name(family, newest, suffix).map_or(0, |newest| newest.generation);
    (found.generation >= newest).then(|| Cpu {
        intel: found.name.starts_with("Core"),
        name: found.name,
        series: Some(found.series),
        socket: "",
        ram_types: "",
        mobile: found.is_mobile,
    })
}

/// Skips filler words between family and number: `Core i7 Extreme Edition 6950X`, `Core i5 12th Gen 12400F`,
/// `Ryzen 5 Six Core 1600X`.
fn skip_filler(text: &TitleWords<'_>, index: usize) -> usize {
    const FILLERS: [&str; 10] =
        ["processor", "desktop", "gaming", "extreme", "edition", "cpu", "dc", "qc", "oc", "boxed"];
    const COUNTS: [&str; 14] = [
        "dual", "triple", "quad", "four", "hexa", "six", "octa", "eight", "deca", "ten", "dodeca", "twelve",
        "hexadeca", "sixteen",
    ];
    let mut at = index;
    loop {
        let is_count =
            COUNTS.contains(&text.get(at)) || text.get(at).parse().is_ok_and(|cores: u32| cores <= 64);
        if FILLERS.contains(&text.get(at)) {
            at += 1;
        } else if is_count && matches!(text.get(at + 1), "core" | "cores") {
            at += 2;
        } else {
            break;
        }
    }
    let generation = matches!(text.get(at + 1), "th" | "rd" | "nd" | "st")
        && matches!(text.get(at + 2), "gen" | "generation");
    if generation { at + 3 } else { at }
}

/// Whether a number names a whole series instead of a processor: `Ryzen 9000`, `Core Ultra 200`.
fn names_series(number: u32) -> bool {
    number.is_multiple_of(1000) || (number < 1000 && number.is_multiple_of(100))
}

/// Suffixes of a model number.
struct Ending {
    /// In capitals; `-` when there are none.
    letters: String,
    /// Such as `v3`; empty when there is none.
    version: String,
    /// Index of the part after the suffixes.
    next: usize,
}

impl Ending {
    /// Reads everything that is glued to the number (`X3D2` is not `X3D`), or the letters that retailers write apart
    /// (`14600 KF`).
    fn after(text: &TitleWords<'_>, number_at: usize) -> Self {
        let word = text.word_of(number_at);
        let mut next = number_at + 1;
        let mut letters = String::new();
        while text.word_of(next) == word && word.is_some() {
            letters.push_str(text.get(next));
            next += 1;
        }
        let mut version = String::new();
        if letters.is_empty() {
            let (spaced, parts) = spaced_ending(text, next);
            letters.push_str(spaced);
            next += parts;
        } else if let Some(at) = letters.rfind('v').filter(|at| {
            letters.get(at + 1..).is_some_and(|rest| matches!(rest, "1" | "2" | "3" | "4" | "5" | "6"))
        }) {
            version = letters.split_off(at);
        }
        if version.is_empty()
            && text.get(next) == "v"
            && matches!(text.get(next + 1), "1" | "2" | "3" | "4" | "5" | "6")
            && text.word_of(next) == text.word_of(next + 1)
        {
            version = format!("v{}", text.get(next + 1));
            next += 2;
        }
        if letters.is_empty() {
            letters.push('-');
        }
        letters.make_ascii_uppercase();
        Ending { letters, version, next }
    }
}

/// Returns an ending that stands as a word of its own, and the number of its parts.
fn spaced_ending(text: &TitleWords<'_>, at: usize) -> (&'static str, usize) {
    const SPACED: [&str; 9] = ["x", "xt", "f", "k", "kf", "ks", "g", "wx", "xe"];
    let word = text.word_of(at);
    let alone = |parts: usize| word.is_some() && text.word_of(at + parts) != word;
    if text.get(at) == "x" && text.get(at + 1) == "3" && text.get(at + 2) == "d" && alone(3) {
        return ("x3d", 3);
    }
    SPACED.iter().find(|ending| text.get(at) == **ending && alone(1)).map_or(("", 0), |ending| (*ending, 1))
}

/// Returns the stored name of the processor that a text names.
pub fn cpu_name(text: &str) -> Option<String> {
    let folded = Folded::new(text);
    find_cpu(&TitleWords::split(&folded)).filter(|(cpu, _)| !cpu.mobile).map(|(cpu, _)| cpu.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_parses() {
        for row in rows(include_str!("../../../../config/specs/cpu_families.tsv")) {
            assert_eq!(row.len(), 6, "{row:?}");
            assert!(row[1].split(',').all(|numbers| range(numbers).is_some()), "{row:?}");
            assert_eq!(row[5].matches('#').count(), 1, "{row:?}");
        }
    }

    #[test]
    fn processor_names_keep_their_suffixes() {
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
            ("Ryzen 5 5000 series", None),
            ("Core i7 Extreme 6950X 3 GHz 10-Core", Some("Core i7 6950X")),
            ("Intel Core i9-10920X", Some("Core i9 10920X")),
            ("Intel Core i5 12th Gen 12400F", Some("Core i5 12400F")),
            ("AMD Ryzen 7 PRO 4750G", Some("Ryzen 7 PRO 4750G")),
            ("AMD Ryzen 7 4750G", Some("Ryzen 7 PRO 4750G")),
            ("AMD Ryzen 5 PRO 3400G", Some("Ryzen 5 PRO 3400G")),
            ("AMD Ryzen 5 3400G", Some("Ryzen 5 3400G")),
            ("AMD Ryzen 5 Six Core 1600X 4.00GHz", Some("Ryzen 5 1600X")),
            ("AMD Processor, Ryzen 3 QC 1200 3.1GHz", Some("Ryzen 3 1200")),
            ("Ryzen 7 8-Core 3700X", Some("Ryzen 7 3700X")),
            ("AMD Piledriver FX-8 Eight Core 8320E Black Edition", Some("FX-8320E")),
        ] {
            assert_eq!(cpu_name(title).as_deref(), expected, "{title}");
        }
        for title in
            ["Core i5 4460", "i5 4460", "Intel i5-4460 (BX80646I54460)", "Intel® Core™ i5-4460 3.2GHz"]
        {
            assert_eq!(cpu_name(title).as_deref(), Some("Core i5 4460"), "{title}");
        }
    }

    #[test]
    fn processors_that_no_table_lists_are_named_by_their_form() {
        for (title, expected) in [
            ("AMD Ryzen 5 11600X AM6 6-Core", Some("Ryzen 5 11600X")),
            ("R7 11800X3D", Some("Ryzen 7 11800X3D")),
            ("Ryzen 9 Sixteen Core 11950X", Some("Ryzen 9 11950X")),
            ("Core Ultra 7 465K", Some("Core Ultra 7 465K")),
            ("Ryzen Threadripper PRO 11995WX", Some("Ryzen Threadripper PRO 11995WX")),
            ("Ryzen 5 11000 series", None),
            ("Core Ultra 7 512 GB SSD", None),
            ("Ryzen 7 11840HS laptop", None),
            // The suffix of a complete generation that its table lacks is an error of the title.
            ("Ryzen 7 7800GT", None),
        ] {
            assert_eq!(cpu_name(title).as_deref(), expected, "{title}");
        }
    }

    #[test]
    fn whole_text_is_one_processor() {
        for name in ["i7-14700KF", "Ryzen7-7800X3D", "Core-i5-4460", "Xeon E5-2670v3"] {
            assert!(is_cpu_name(&Folded::new(name)), "{name}");
        }
        for name in ["i7-14700KF-BOX1", "BX8071514700KF", "i7", ""] {
            assert!(!is_cpu_name(&Folded::new(name)), "{name}");
        }
    }

    #[test]
    fn server_workstation_and_older_desktop_processors_are_parsed() {
        for (title, expected) in [
            ("AMD Ryzen Threadripper PRO 7985WX", Some("Ryzen Threadripper PRO 7985WX")),
            ("Threadripper 9985WX", Some("Ryzen Threadripper PRO 9985WX")),
            ("Threadripper 2990WX", Some("Ryzen Threadripper 2990WX")),
            ("Intel Xeon E5 1650 V3 OEM/Tray 3.5 GHz", Some("Xeon E5-1650 v3")),
            ("Xeon E5-2650Lv3", Some("Xeon E5-2650L v3")),
            ("Xeon E5-2687W v4", Some("Xeon E5-2687W v4")),
            ("Xeon E5-2670", Some("Xeon E5-2670")),
            ("E3-1231 v3 LGA1150", Some("Xeon E3-1231 v3")),
            ("Xeon E 2124 3.3 GHz 4-Core", Some("Xeon E-2124")),
            ("HP Xeon E5607 2.26GHz", Some("Xeon E5607")),
            ("Xeon X5650", Some("Xeon X5650")),
            ("Intel Xeon W-2145", Some("Xeon W-2145")),
            ("Xeon w7-3465X", Some("Xeon w7-3465X")),
            ("Intel Xeon-Gold 6130", Some("Xeon Gold 6130")),
            ("AMD FX FX-4150", Some("FX-4150")),
            ("FX 8320E", Some("FX-8320E")),
            ("Quadro FX 3800", None),
            ("A-Series A10 6800B", Some("A10-6800B")),
            ("A8 Pro 7600B", Some("A8-7600B")),
            ("A 10 7860k 3.6 GHz", Some("A10-7860K")),
            ("A4-4000", Some("A4-4000")),
            ("Athlon X4 860K", Some("Athlon X4 860K")),
            ("Athlon 3000G", Some("Athlon 3000G")),
            ("AMD Athlon 200GE", Some("Athlon 200GE")),
            ("Phenom II X6 1090T", Some("Phenom II X6 1090T")),
            ("Pentium G5400", Some("Pentium Gold G5400")),
            ("Pentium Gold G5400", Some("Pentium Gold G5400")),
            ("Celeron G5920", Some("Celeron G5920")),
            ("Core2 Duo E8400", Some("Core 2 Duo E8400")),
            ("EPYC 7302P", Some("EPYC 7302P")),
            ("EPYC 7F52", Some("EPYC 7F52")),
            ("Opteron 6344", Some("Opteron 6344")),
            ("AMD Opteron Hexadeca-Core 6380 2.5GHz", Some("Opteron 6380")),
            ("Celeron N3060 1.6GHz", None),
            ("i5-1135G7", None),
        ] {
            assert_eq!(cpu_name(title).as_deref(), expected, "{title}");
        }
    }
}
