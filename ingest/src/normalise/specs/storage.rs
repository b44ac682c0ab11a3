//! Specs of drives.

use domain::model::{
    SpecKey, families,
    keys::fold::{Break, Folded},
};

use super::builder::SpecsBuilder;
use crate::normalise::{
    measure::{Measure, Unit},
    tokens::TitleTokens,
};

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
    let is_flash = facts.text_of(SpecKey::StorageKind) == Some("SSD");
    if let Some(interface) = drive.interface(facts.text_of(SpecKey::StorageFormFactor), is_flash) {
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
        // Caches have less.
        Unit::Megabyte if measure.value >= 4000.0 => Some(measure.value / 1000.0),
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
        drive.generation = generation(reading.text);
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
    fn interface(&self, form: Option<&str>, is_flash: bool) -> Option<String> {
        match (form, self.bus) {
            (Some("M.2-NVMe"), _) => {
                let stated = ["x2", "x4", "x8"].into_iter().find(|lanes| {
                    self.reading
                        .text
                        .iter()
                        .any(|word| word == *lanes || word.ends_with(&format!(".0{lanes}")))
                });
                // Drives with two lanes say so.
                let lanes = stated.unwrap_or("x4");
                self.generation.map(|generation| format!("M.2 PCIe {generation} {lanes}"))
            }
            (Some("M.2-SATA"), _) => Some("M.2 SATA".to_owned()),
            (_, Some(Bus::MiniSata)) => Some("mSATA".to_owned()),
            (_, Some(Bus::U2)) => Some("U.2".to_owned()),
            (_, Some(Bus::FibreChannel)) => Some("FC-AL".to_owned()),
            (_, Some(Bus::Sas)) => self.link_rate().map(|rate| format!("SAS {rate} Gb/s")),
            (_, Some(Bus::Sata)) => self
                .link_rate()
                .or_else(|| self.sata_generation(is_flash))
                .map(|rate| format!("SATA {rate} Gb/s")),
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
            // "SATA 6Gb" is a rate, whatever it leaves out.
            let is_after_bus =
                index > 0 && matches!(text.word(index - 1), "sata" | "sata3" | "sataiii" | "iii" | "sas");
            let is_rate = per_second || unit == "gbp" && next == "s" || unit == "gb" && is_after_bus;
            (is_rate || matches!(unit, "g" | "gbps" | "gbits" | "gbit")).then_some(rate)
        })
    }

    /// Returns the SATA generation from `SATA III` or `SATA 600`. "SATA 3.0" of a hard disk is used for two generations and
    /// decides nothing.
    fn sata_generation(&self, is_flash: bool) -> Option<&'static str> {
        let text = self.reading.text;
        let is_third = (0..text.len()).any(|index| {
            text.window(index, 2) == "sata 3" && !matches!(text.word(index + 2), "tb" | "gb" | "g" | "t")
        });
        let third = ["sata iii", "sataiii", "sata 600", "sata600", "sata3"];
        if is_third || self.says(&third) || is_flash && self.says(&["sata 3.0", "sata3.0"]) {
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

/// Returns the PCIe generation: `Gen4`, `PCIe 4.0`, `PCI-E Gen 4x4`, `4.0x4`.
fn generation(text: &Folded) -> Option<&'static str> {
    (0..text.len()).find_map(|index| {
        let word = text.word(index);
        let before = index.checked_sub(1).map_or("", |before| text.word(before));
        let is_after_name = matches!(before, "gen" | "pcie" | "express")
            || index >= 2 && text.window(index - 2, 2) == "pci e";
        let named = word.strip_prefix("pcie").or(word.strip_prefix("gen"));
        let number = named.or(is_after_name.then_some(word)).or(word.strip_suffix("x4"))?;
        let (number, lanes) = number.split_once('x').unwrap_or((number, "4"));
        let is_whole = named.is_some() || is_after_name || number.len() == 3;
        let has_lanes = matches!(lanes, "1" | "2" | "4" | "8" | "16");
        families::pcie_generation(number).filter(|_| is_whole && has_lanes)
    })
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

#[cfg(test)]
mod tests {
    use domain::model::{Category, Specs};

    use super::*;
    use crate::normalise::specs::read_specs;

    fn read(title: &str) -> Specs {
        let text = Folded::new(title);
        read_specs(Category::Storage, &TitleTokens::new(title, &text))
    }

    #[test]
    fn interfaces_are_read_as_shops_write_them() {
        for (title, interface) in [
            ("Kingston A400 480GB SATA3 2.5 SSD", Some("SATA 6.0 Gb/s")),
            ("Lexar NS100 256GB 2.5\" SATA 3.0 SSD", Some("SATA 6.0 Gb/s")),
            ("Toshiba 4TB 7200RPM SATA 6Gb 3.5 inch hard drive", Some("SATA 6.0 Gb/s")),
            ("Seagate 2TB SATA 3.0 hard drive", None),
            ("Lexar NM620 512GB M.2 PCI-Express 3.0 NVMe SSD", Some("M.2 PCIe 3.0 x4")),
            ("Samsung 990 Pro 2TB PCI-E 4.0 NVMe M.2 SSD", Some("M.2 PCIe 4.0 x4")),
            ("Crucial T700 1TB Gen 5x4 NVMe M.2 SSD", Some("M.2 PCIe 5.0 x4")),
            ("WD SN520 256GB M.2 PCIe 3.0 x2 NVMe SSD", Some("M.2 PCIe 3.0 x2")),
        ] {
            assert_eq!(read(title).text(SpecKey::Interface), interface, "{title}");
        }
    }

    #[test]
    fn generations_are_read_in_any_spelling() {
        for (title, expected) in [
            ("PCIe Gen. 4 NVMe", Some("4.0")),
            ("PCI-E Gen 3x4", Some("3.0")),
            ("NVMe PCIe 6.0 x4", Some("6.0")),
            ("Gen7x4 NVMe", Some("7.0")),
            ("PCIe5.0 SSD", Some("5.0")),
            ("M.2 4.0x4", Some("4.0")),
            ("PCIe x4 SSD", None),
            ("PCIe 4x drive bays", None),
            ("2nd Gen 3D NAND", None),
            ("2.5 inch 3 TB", None),
        ] {
            assert_eq!(generation(&Folded::new(title)), expected, "{title}");
        }
    }

    #[test]
    fn capacity_in_megabytes_is_no_cache() {
        assert_eq!(read("Quantum 9100MB SCSI hard drive").integer(SpecKey::StorageCapacity), Some(9));
        assert_eq!(read("WD Blue 1TB SATA 64MB cache HDD").integer(SpecKey::StorageCapacity), Some(1000));
    }
}
