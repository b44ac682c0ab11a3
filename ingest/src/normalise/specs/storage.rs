//! Specs of drives.

use domain::model::{SpecKey, keys::fold::Break};

use super::builder::SpecsBuilder;
use crate::normalise::{
    measure::{Measure, Unit},
    tokens::TitleTokens,
};

/// PCIe generations as titles write them.
const GENERATIONS: [(&str, &[&str]); 3] = [
    ("3.0", &["gen3", "gen 3", "pcie 3.0", "pcie3.0", "pcie 3", "gen3x4", "3.0x4"]),
    ("4.0", &["gen4", "gen 4", "pcie 4.0", "pcie4.0", "pcie 4", "gen4x4", "4.0x4"]),
    ("5.0", &["gen5", "gen 5", "pcie 5.0", "pcie5.0", "pcie 5", "gen5x4", "5.0x4"]),
];

/// Connection of a drive to the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bus {
    Sata,
    MiniSata,
    Sas,
    Scsi,
    FibreChannel,
    Pata,
    U2,
}

pub(super) fn storage(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    if let Some(size) = capacity(reading) {
        facts.integer(SpecKey::StorageCapacity, size);
    }
    let drive = Drive::read(reading);
    kind(reading, &drive, facts);
    let form = drive.form_factor(facts.text_of(SpecKey::StorageKind));
    if drive.m2 && facts.text_of(SpecKey::StorageFormFactor) == Some("2.5-SATA") {
        // The model is known as a 2.5-inch drive (MX500, A400), and this title names its M.2 version.
        facts.correct(SpecKey::StorageFormFactor, "M.2-SATA");
    }
    if drive.inches.is_some()
        && drive.bus == Some(Bus::Sata)
        && facts.text_of(SpecKey::StorageFormFactor) == Some("M.2-NVMe")
    {
        facts.correct(SpecKey::StorageFormFactor, "2.5-SATA");
    }
    if let Some(form) = form {
        facts.text(SpecKey::StorageFormFactor, &form);
    }
    if let Some(interface) = drive.interface(facts.text_of(SpecKey::StorageFormFactor)) {
        facts.text(SpecKey::Interface, &interface);
    }
    let rpm =
        reading.measures.iter().find(|measure| measure.unit == Unit::Rpm).map(|measure| measure.value as i64);
    let bare_rpm =
        || [5400, 5900, 7200, 10_000, 15_000].into_iter().find(|rpm| drive.says(&[&rpm.to_string()]));
    if facts.text_of(SpecKey::StorageKind).is_some_and(|kind| kind != "SSD")
        && let Some(rpm) = rpm.or_else(bare_rpm)
    {
        facts.integer(SpecKey::MaxRpm, rpm);
    }
}

/// Returns the size in GB as sold: 1024 GB and 1.024 TB are a terabyte. Two sizes of the same order of magnitude
/// leave the fact open.
fn capacity(reading: &TitleTokens<'_>) -> Option<i64> {
    let gigabytes = |measure: &Measure| match measure.unit {
        Unit::Terabyte if measure.value <= 60.0 => Some(measure.value * 1000.0),
        Unit::Gigabyte if measure.value >= 4.0 && !is_link_rate(reading, measure) => Some(measure.value),
        _ => None,
    };
    let mut sizes: Vec<i64> = reading
        .measures
        .iter()
        .filter(|measure| !measure.limit && measure.times.is_none())
        .filter(|measure| !is_cache(reading, measure.at))
        .filter_map(gigabytes)
        .map(|size| as_sold(size.round() as i64))
        .collect();
    sizes.sort_unstable();
    sizes.dedup();
    let largest = sizes.pop()?;
    // A far smaller size is a cache or a share of flash.
    sizes.iter().all(|size| *size <= 64 && size * 8 < largest).then_some(largest)
}

fn as_sold(size: i64) -> i64 {
    match size {
        2050 => 2000,
        size if size >= 1024 && size % 1024 == 0 => size / 1024 * 1000,
        size => size,
    }
}

/// Whether a measure is a link speed, as `6G` beside SAS or SATA.
fn is_link_rate(reading: &TitleTokens<'_>, measure: &Measure) -> bool {
    reading.text.word(measure.at).ends_with('g')
        && [1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 24.0].contains(&measure.value)
}

fn is_cache(reading: &TitleTokens<'_>, at: usize) -> bool {
    let after_unit = usize::from(reading.text.word(at + 1) == "gb");
    matches!(reading.text.word(at + 1 + after_unit), "cache" | "buffer" | "dram")
}

/// Reads a drive's form factor and connection from its title.
struct Drive<'a> {
    reading: &'a TitleTokens<'a>,
    generation: Option<&'static str>,
    m2: bool,
    nvme: bool,
    bus: Option<Bus>,
    /// Either `2.5` or `3.5`.
    inches: Option<&'static str>,
}

impl<'a> Drive<'a> {
    fn read(reading: &'a TitleTokens<'a>) -> Self {
        let mut drive = Drive { reading, generation: None, m2: false, nvme: false, bus: None, inches: None };
        drive.generation =
            GENERATIONS.iter().find(|(_, phrases)| drive.says(phrases)).map(|(generation, _)| *generation);
        drive.inches = drive.inches();
        drive.bus = drive.bus();
        let sized = drive.says(&["2280", "2230", "2242", "2260", "22110"]);
        let named = drive.says(&["m 2", "m2", "ام تو"]);
        drive.m2 = sized || named && !(drive.inches == Some("2.5") && drive.bus == Some(Bus::Sata));
        drive.nvme = drive.says(&["nvme", "نفمي", "ان في ام اي"]) || drive.generation.is_some();
        drive
    }

    fn says(&self, phrases: &[&str]) -> bool {
        let text = self.reading.text;
        phrases.iter().any(|phrase| {
            let words = phrase.split(' ').count();
            (0..text.len()).any(|index| text.window(index, words) == *phrase)
        })
    }

    fn inches(&self) -> Option<&'static str> {
        let stated = self
            .reading
            .measures
            .iter()
            .find(|measure| measure.unit == Unit::Inch)
            .map(|measure| measure.value);
        let text = self.reading.text;
        // A bare number counts unless another unit follows: "2.5 TB", "3.5 Gb/s".
        let bare = |size: &str| {
            (0..text.len()).any(|index| {
                text.word(index) == size
                    && !matches!(text.word(index + 1), "tb" | "gb" | "ghz" | "gbe" | "mm" | "g")
            })
        };
        match stated {
            Some(2.5) => Some("2.5"),
            Some(3.5) => Some("3.5"),
            _ if bare("2.5") || self.says(&["sff", "sc sff"]) => Some("2.5"),
            _ if bare("3.5") || self.says(&["lff"]) => Some("3.5"),
            _ => None,
        }
    }

    fn bus(&self) -> Option<Bus> {
        if self.says(&["msata", "mini sata", "m sata"]) {
            Some(Bus::MiniSata)
        } else if self.says(&["u 2", "u.2", "u2", "u 3", "u.3", "u3"]) {
            Some(Bus::U2)
        } else if self.says(&["sas"]) {
            Some(Bus::Sas)
        } else if self.says(&["fc al", "fibre channel", "fiber channel", "fc"]) {
            Some(Bus::FibreChannel)
        } else if self.says(&["scsi", "u320", "u160", "ultra320", "ultra 320"]) {
            Some(Bus::Scsi)
        } else if self.says(&["pata", "ide", "ultra ata", "ata 100", "ata 133", "ata 66"]) {
            Some(Bus::Pata)
        } else if self.says(&["sata", "sata3", "sata2", "sataiii", "sataii", "ساتا", "serial ata"]) {
            Some(Bus::Sata)
        } else {
            None
        }
    }

    fn form_factor(&self, kind: Option<&str>) -> Option<String> {
        let sized = |name: &str| self.inches.map(|inches| format!("{inches}-{name}"));
        match (kind, self.bus) {
            (_, Some(Bus::MiniSata)) => Some("mSATA".to_owned()),
            (_, Some(Bus::U2)) if !self.m2 => Some("2.5-U.2".to_owned()),
            (_, Some(Bus::Sas)) => sized("SAS"),
            (_, Some(Bus::Pata)) => sized("PATA"),
            (Some("SSD"), Some(Bus::Sata)) if self.m2 && !self.nvme => Some("M.2-SATA".to_owned()),
            (Some("SSD"), _) if self.inches == Some("3.5") => None,
            (Some("SSD"), Some(Bus::Sata)) if !self.nvme => Some("2.5-SATA".to_owned()),
            (Some("SSD"), _) if self.inches == Some("2.5") && self.nvme => Some("2.5-U.2".to_owned()),
            (Some("SSD"), _) if self.inches == Some("2.5") => Some("2.5-SATA".to_owned()),
            (Some("SSD"), _) if !self.m2 && self.says(&["x8", "aic", "add in card", "hhhl", "pcie card"]) => {
                Some("PCIe".to_owned())
            }
            (Some("SSD"), _) if self.m2 || self.generation.is_some() => Some("M.2-NVMe".to_owned()),
            // "NVMe" alone means M.2 today; "PCIe NVMe" also named add-in cards.
            (Some("SSD"), _) if self.nvme && !self.says(&["pcie", "pci express", "pci e"]) => {
                Some("M.2-NVMe".to_owned())
            }
            (Some("HDD" | "SSHD"), Some(Bus::Scsi | Bus::FibreChannel)) => None,
            (Some("HDD" | "SSHD"), _) if self.inches == Some("2.5") => Some("2.5-SATA".to_owned()),
            (Some("HDD" | "SSHD"), _) => Some("3.5-HDD".to_owned()),
            _ => None,
        }
    }

    /// Returns the interface, only where its speed is stated: retailers leave the speed out, and drives of one name
    /// exist with two speeds.
    fn interface(&self, form: Option<&str>) -> Option<String> {
        match (form, self.bus) {
            (Some("M.2-NVMe"), _) => {
                let stated = ["x2", "x4", "x8"].into_iter().find(|lanes| self.says(&[lanes]));
                let glued =
                    || self.says(&["gen3x4", "gen4x4", "gen5x4", "3.0x4", "4.0x4", "5.0x4"]).then_some("x4");
                // Two lanes were common in the third generation only.
                let usual = || (self.generation != Some("3.0")).then_some("x4");
                let lanes = stated.or_else(glued).or_else(usual)?;
                self.generation.map(|generation| format!("M.2 PCIe {generation} {lanes}"))
            }
            (Some("M.2-SATA"), _) => Some("M.2 SATA".to_owned()),
            (_, Some(Bus::MiniSata)) => Some("mSATA".to_owned()),
            (_, Some(Bus::U2)) => Some("U.2".to_owned()),
            (_, Some(Bus::FibreChannel)) => Some("FC-AL".to_owned()),
            (_, Some(Bus::Sas)) => self.link_rate().map(|rate| format!("SAS {rate} Gb/s")),
            (_, Some(Bus::Sata)) => {
                self.link_rate().or_else(|| self.sata_generation()).map(|rate| format!("SATA {rate} Gb/s"))
            }
            (_, Some(Bus::Scsi)) => ["320", "160", "80"]
                .into_iter()
                .find(|speed| {
                    self.says(&[&format!("u{speed}"), &format!("ultra{speed}"), &format!("ultra {speed}")])
                })
                .map(|speed| format!("SCSI U{speed}")),
            (_, Some(Bus::Pata)) => ["133", "100", "66"]
                .into_iter()
                .find(|speed| {
                    self.says(&[&format!("ata {speed}"), &format!("pata {speed}"), &format!("ata{speed}")])
                })
                .map(|speed| format!("PATA {speed}")),
            _ => None,
        }
    }

    /// Returns the link speed: `6Gb/s`, `6G`, `6.0 Gbps`.
    fn link_rate(&self) -> Option<&'static str> {
        let text = self.reading.text;
        (0..text.len()).find_map(|index| {
            let word = text.word(index);
            let end =
                word.find(|letter: char| !(letter.is_ascii_digit() || letter == '.')).unwrap_or(word.len());
            let (number, unit) = word.split_at(end);
            let rate = match number {
                "1.5" => "1.5",
                "3" | "3.0" => "3.0",
                "6" | "6.0" => "6.0",
                "12" | "12.0" => "12.0",
                _ => return None,
            };
            let (unit, next) = if unit.is_empty() && text.before(index + 1) != Break::Clause {
                (text.word(index + 1), text.word(index + 2))
            } else {
                (unit, text.word(index + 1))
            };
            let per_second = unit == "gb" && matches!(next, "s" | "sec" | "ps");
            (per_second || matches!(unit, "g" | "gbps" | "gbits" | "gbit")).then_some(rate)
        })
    }

    /// Returns the SATA generation from `SATA III` or `SATA 600`. "SATA 3.0" is used for two
    /// generations and decides nothing.
    fn sata_generation(&self) -> Option<&'static str> {
        if self.says(&["sata iii", "sataiii", "sata 600", "sata600", "sata3"]) {
            Some("6.0")
        } else if self.says(&["sata ii", "sataii", "sata 300", "sata300", "sata2"]) {
            Some("3.0")
        } else if self.says(&["sata 150", "sata150"]) {
            Some("1.5")
        } else {
            None
        }
    }
}

/// Sets the kind: flash, platters or both. The title's own words take precedence over the kind that
/// the product line presumes.
fn kind(reading: &TitleTokens<'_>, drive: &Drive<'_>, facts: &mut SpecsBuilder) {
    let hybrid = drive.says(&["sshd", "hybrid"]) && !drive.says(&["ssd"]);
    if hybrid {
        facts.correct(SpecKey::StorageKind, "SSHD");
        return;
    }
    if facts.text_of(SpecKey::StorageKind).is_none() && (drive.m2 || drive.generation.is_some()) {
        facts.text(SpecKey::StorageKind, "SSD");
    }
    let spinning_bus = matches!(drive.bus, Some(Bus::Scsi | Bus::FibreChannel));
    let turns = reading.measures.iter().any(|measure| measure.unit == Unit::Rpm);
    if facts.text_of(SpecKey::StorageKind).is_none() && (spinning_bus || turns) {
        facts.text(SpecKey::StorageKind, "HDD");
    }
    let solid = drive.nvme || drive.m2 || drive.says(&["ssd", "solid state", "اس اس دي", "اسسدي"]);
    let spins = drive.says(&["hdd", "sshd", "hard disk", "hard drive", "هارد ديسك", "قرص صلب"]);
    if facts.text_of(SpecKey::StorageKind) == Some("HDD") && solid && !spins {
        // The line is known for hard disks (BarraCuda, IronWolf), and this title names an SSD of it.
        facts.correct(SpecKey::StorageKind, "SSD");
    }
}
