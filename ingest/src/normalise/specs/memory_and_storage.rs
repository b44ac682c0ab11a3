//! Memory kits and drives.

use domain::model::SpecKey;

use super::Facts;
use crate::normalise::{
    measure::{Measure, Unit, in_order},
    title::Reading,
};

/// Speeds memory is sold at, MT/s: a bare number in a title is a speed only when it is one of these.
const SPEEDS: [&str; 37] = [
    "1333", "1600", "1866", "2133", "2400", "2666", "2800", "2933", "3000", "3200", "3333", "3466", "3600",
    "3733", "3800", "4000", "4133", "4266", "4400", "4600", "4800", "5000", "5200", "5600", "6000", "6200",
    "6400", "6600", "6800", "7000", "7200", "7400", "7600", "7800", "8000", "8200", "8400",
];

pub(super) fn ram(reading: &Reading<'_>, facts: &mut Facts) {
    sizes(reading, facts);
    let of = |unit: Unit| reading.measures.iter().find(|measure| measure.unit == unit);
    if let Some(speed) = of(Unit::Megahertz).filter(|measure| measure.value >= 800.0) {
        facts.integer(SpecKey::RamSpeed, speed.value as i64);
    } else if let Some(speed) = reading.text.iter().find(|word| SPEEDS.contains(word)) {
        facts.integer(SpecKey::RamSpeed, speed.parse::<i64>().unwrap_or_default());
    }
    if let Some(latency) = of(Unit::CasLatency) {
        facts.integer(SpecKey::CasLatency, latency.value as i64);
    }
    // The type glued to the speed: DDR53200 never, but "DDR5-6000" comes apart and "DDR5" stays.
    if !facts.has(SpecKey::RamType) {
        let word = reading.text.iter().find(|word| word.starts_with("pc4") || word.starts_with("pc5"));
        if let Some(word) = word {
            facts.text(SpecKey::RamType, if word.starts_with("pc4") { "DDR4" } else { "DDR5" });
        }
    }
}

/// Total, modules and module size. A lone size says nothing about the number of modules.
fn sizes(reading: &Reading<'_>, facts: &mut Facts) {
    let sizes: Vec<&Measure> = reading
        .measures
        .iter()
        .filter(|measure| measure.unit == Unit::Gigabyte && measure.value <= 512.0)
        .collect();
    let kit = sizes.iter().find_map(|size| Some((size.times?, size.value as i64)));
    let Some(total) = sizes.iter().filter(|size| size.times.is_none()).map(|size| size.value as i64).max()
    else {
        if let Some((times, each)) = kit {
            put_kit(facts, i64::from(times), each);
        }
        return;
    };
    match kit.or_else(|| unitless_kit(reading, total)).or_else(|| {
        counted(reading)
            .filter(|times| total % i64::from(*times) == 0)
            .map(|times| (times, total / i64::from(times)))
    }) {
        Some((times, each)) => put_kit(facts, i64::from(times), each),
        None => facts.integer(SpecKey::RamCapacity, total),
    }
}

fn put_kit(facts: &mut Facts, times: i64, each: i64) {
    facts.integer(SpecKey::RamCapacity, times * each);
    facts.integer(SpecKey::Modules, times);
    facts.integer(SpecKey::ModuleCapacity, each);
}

/// `(2x16)` beside a total of 32 GB.
fn unitless_kit(reading: &Reading<'_>, total: i64) -> Option<(u32, i64)> {
    reading.text.iter().find_map(|word| {
        let (times, each) = word.split_once('x')?;
        let (times, each) = in_order(times.parse().ok()?, each.parse().ok()?);
        (i64::from(times) * each as i64 == total).then_some((times, each as i64))
    })
}

/// `kit of 2`, `single module`.
fn counted(reading: &Reading<'_>) -> Option<u32> {
    let text = reading.text;
    (0..text.len()).find_map(|index| match text.window(index, 2) {
        "kit of" => text.word(index + 2).parse().ok(),
        "single module" | "single stick" | "1 module" | "1 stick" | "قطعه واحده" | "حبه واحده" => {
            Some(1)
        }
        "2 sticks" | "2 modules" | "قطعتين" => Some(2),
        _ => None,
    })
}

/// PCIe generations as titles write them.
const GENERATIONS: [(&str, &[&str]); 3] = [
    ("3.0", &["gen3", "gen 3", "pcie 3.0", "pcie3.0", "pcie 3", "gen3x4", "3.0x4"]),
    ("4.0", &["gen4", "gen 4", "pcie 4.0", "pcie4.0", "pcie 4", "gen4x4", "4.0x4"]),
    ("5.0", &["gen5", "gen 5", "pcie 5.0", "pcie5.0", "pcie 5", "gen5x4", "5.0x4"]),
];

pub(super) fn storage(reading: &Reading<'_>, facts: &mut Facts) {
    let size = reading.measures.iter().find_map(|measure| match measure.unit {
        Unit::Terabyte if measure.value <= 60.0 => Some(measure.value * 1000.0),
        Unit::Gigabyte if measure.value >= 100.0 => Some(measure.value),
        _ => None,
    });
    if let Some(size) = size {
        facts.integer(SpecKey::StorageCapacity, size.round() as i64);
    }
    let text = reading.text;
    let says = |phrases: &[&str]| {
        phrases.iter().any(|phrase| {
            let words = phrase.split(' ').count();
            (0..text.len()).any(|index| text.window(index, words) == *phrase)
        })
    };
    let generation = GENERATIONS.iter().find(|(_, phrases)| says(phrases)).map(|(generation, _)| *generation);
    let m2 = says(&["m 2", "m2", "2280", "2230", "2242", "ام تو"]);
    let nvme = says(&["nvme", "نفمي", "ان في ام اي"]) || generation.is_some();
    let sata = says(&["sata", "sata3", "sataiii", "ساتا"]);
    let inches =
        reading.measures.iter().find(|measure| measure.unit == Unit::Inch).map(|measure| measure.value);
    let small = inches == Some(2.5) || says(&["2.5"]);
    if facts.said(SpecKey::StorageKind).is_none() && (m2 || generation.is_some()) {
        facts.text(SpecKey::StorageKind, "SSD");
    }
    let solid = nvme || m2 || says(&["ssd", "solid state", "اس اس دي", "اسسدي"]);
    let spins = says(&["hdd", "sshd", "hard disk", "hard drive", "هارد ديسك", "قرص صلب"]);
    if facts.said(SpecKey::StorageKind) == Some("HDD") && solid && !spins {
        // A line known for hard disks (BarraCuda, IronWolf), here said to be the other kind.
        facts.correct(SpecKey::StorageKind, "SSD");
    }
    let form = match facts.said(SpecKey::StorageKind) {
        Some("HDD") if small => Some("2.5-SATA"),
        Some("HDD") => Some("3.5-HDD"),
        Some("SSD") if m2 && sata && !nvme => Some("M.2-SATA"),
        Some("SSD") if small || sata && !nvme => Some("2.5-SATA"),
        Some("SSD") if nvme || m2 => Some("M.2-NVMe"),
        _ => None,
    };
    if m2 && facts.said(SpecKey::StorageFormFactor) == Some("2.5-SATA") {
        // A drive known in 2.5 inches (MX500, A400), here said to be the M.2 one.
        facts.correct(SpecKey::StorageFormFactor, "M.2-SATA");
    }
    if let Some(form) = form {
        facts.text(SpecKey::StorageFormFactor, form);
    }
    match (facts.said(SpecKey::StorageFormFactor), generation) {
        (Some("M.2-NVMe"), Some(generation)) => {
            facts.text(SpecKey::Interface, &format!("M.2 PCIe {generation} x4"))
        }
        (Some("2.5-SATA" | "3.5-HDD"), _) if sata => facts.text(SpecKey::Interface, "SATA 6.0 Gb/s"),
        _ => {}
    }
}
