//! What part numbers say of a part: `CMK16GX4M2B3200C16` is 16 GB of DDR4 in two modules at 3200 MT/s and CL16.
//! The table is `config/specs/part_number_facts.tsv`.

use std::sync::LazyLock;

use domain::model::{Category, SpecKey, SpecValue};
use regex::{Captures, Regex};

use super::Facts;
use crate::normalise::{codes::runs, phrases::rows};

static PATTERNS: LazyLock<Vec<(Category, Regex)>> = LazyLock::new(|| {
    rows(include_str!("../../../../config/specs/part_number_facts.tsv")).filter_map(|row| read_row(&row)).collect()
});

fn read_row(row: &[&str]) -> Option<(Category, Regex)> {
    let [category, pattern] = row[..] else { return None };
    Some((category.parse().ok()?, Regex::new(&format!("^(?:{pattern})$")).ok()?))
}

/// Fills what the title leaves out from the part numbers in it.
pub(super) fn read(category: Category, title: &str, facts: &mut Facts) {
    let patterns: Vec<&Regex> =
        PATTERNS.iter().filter(|(of, _)| *of == category).map(|(_, pattern)| pattern).collect();
    if patterns.is_empty() {
        return;
    }
    for run in runs(title).filter(|run| run.bytes().any(|byte| byte.is_ascii_digit())) {
        let number = run.to_ascii_lowercase();
        let Some(found) = patterns.iter().find_map(|pattern| pattern.captures(&number)) else { continue };
        match category {
            Category::Ram => ram(&found, facts),
            _ => storage(&found, facts),
        }
        return;
    }
}

fn number(found: &Captures<'_>, group: &str) -> Option<i64> {
    found.name(group)?.as_str().parse().ok()
}

fn ram(found: &Captures<'_>, facts: &mut Facts) {
    let kit = found.name("kit").and_then(|kit| match kit.as_str() {
        "s" => Some(1),
        "d" => Some(2),
        "q" => Some(4),
        _ => None,
    });
    // A number that names no kit is one module.
    let modules = number(found, "modules").or(kit).unwrap_or(1);
    let each = number(found, "each").or(number(found, "mx64").map(|words| words / 12_800));
    let capacity = number(found, "gb").or(each.map(|each| each * modules));
    if let Some(capacity) = capacity.filter(|capacity| *capacity > 0) {
        // The title's own capacity may be one module's: then the number of modules says nothing either.
        if !facts.has(SpecKey::RamCapacity) || facts.holds(SpecKey::RamCapacity, capacity) {
            facts.integer(SpecKey::RamCapacity, capacity);
            facts.integer(SpecKey::Modules, modules);
            facts.integer(SpecKey::ModuleCapacity, capacity / modules.max(1));
        }
    }
    if let Some(generation) = number(found, "ddr") {
        facts.text(SpecKey::RamType, &format!("DDR{generation}"));
    }
    if let Some(speed) = number(found, "speed").or(number(found, "rating").and_then(full_speed)) {
        facts.integer(SpecKey::RamSpeed, speed);
    }
    if let Some(latency) = number(found, "cl") {
        facts.integer(SpecKey::CasLatency, latency);
    }
    if found.name("sodimm").is_some() {
        facts.text(SpecKey::FormFactor, "SO-DIMM");
    }
    let colour = found.name("colour").and_then(|colour| match colour.as_str() {
        "w" => Some("White"),
        "r" => Some("Red"),
        "b" => Some("Blue"),
        _ => None,
    });
    if let Some(colour) = colour {
        facts.put(SpecKey::Color, SpecValue::List(vec![colour.to_owned()]));
    }
}

/// Speeds by the two digits that Kingston writes of them.
fn full_speed(rating: i64) -> Option<i64> {
    Some(match rating {
        13 => 1333,
        16 => 1600,
        18 => 1866,
        21 => 2133,
        24 => 2400,
        26 => 2666,
        29 => 2933,
        30 => 3000,
        32 => 3200,
        36 => 3600,
        37 => 3733,
        40 => 4000,
        48 => 4800,
        52 => 5200,
        56 => 5600,
        60 => 6000,
        64 => 6400,
        _ => return None,
    })
}

fn storage(found: &Captures<'_>, facts: &mut Facts) {
    let capacity = number(found, "gb")
        .or(number(found, "tb").map(|terabytes| terabytes * 1000))
        .or(number(found, "tb10").map(|tenths| tenths * 100));
    if let Some(capacity) = capacity.filter(|capacity| *capacity > 0) {
        facts.number(SpecKey::StorageCapacity, capacity as f64);
    }
}

#[cfg(test)]
mod tests {
    use domain::model::Specs;

    use super::*;

    fn specs(category: Category, title: &str) -> Specs {
        let mut facts = Facts { specs: Specs::new() };
        read(category, title, &mut facts);
        facts.specs
    }

    #[test]
    fn every_line_of_the_table_is_read() {
        let table = include_str!("../../../../config/specs/part_number_facts.tsv");
        assert_eq!(rows(table).count(), PATTERNS.len() + 1);
    }

    #[test]
    fn memory_numbers_tell_kit_speed_and_latency() {
        for (number, expected) in [
            ("CMK16GX4M2B3200C16", (16, 2, 3200, 16)),
            ("CMZ8GX3M2A1866C9", (8, 2, 1866, 9)),
            ("HX424C15FB/4", (4, 1, 2400, 15)),
            ("HX421C14FB2K2/16", (16, 2, 2133, 14)),
            ("KF556C40BBK2-32", (32, 2, 5600, 40)),
            ("F4-3200C16D-16GVK", (16, 2, 3200, 16)),
            ("F5-6000J3038F16GX2-TZ5RK", (32, 2, 6000, 30)),
        ] {
            let specs = specs(Category::Ram, &format!("Memory {number} - kit"));
            let read = |key| specs.integer(key).unwrap_or_default();
            let found =
                (read(SpecKey::RamCapacity), read(SpecKey::Modules), read(SpecKey::RamSpeed), read(SpecKey::CasLatency));
            assert_eq!(found, expected, "{number}");
        }
        assert_eq!(specs(Category::Ram, "CT102464BF160B").integer(SpecKey::RamCapacity), Some(8));
        assert_eq!(specs(Category::Ram, "CT102464BF160B").text(SpecKey::FormFactor), Some("SO-DIMM"));
    }

    #[test]
    fn drive_numbers_tell_the_capacity() {
        for (number, gigabytes) in [
            ("WDS240G1G0A", 240.0),
            ("WDS100T3X0E", 1000.0),
            ("WD10EZEX", 1000.0),
            ("WD2003FZEX", 2000.0),
            ("WD101KRYZ", 10000.0),
            ("ST2000DM006", 2000.0),
            ("ST31000340AS", 1000.0),
            ("ST3750330NS", 750.0),
            ("MZ-75E500BW", 500.0),
            ("MZ-75E1T0B/EU", 1000.0),
            ("CT750MX300SSD1", 750.0),
            ("CSSD-F120GBLSB", 120.0),
        ] {
            assert_eq!(specs(Category::Storage, number).number(SpecKey::StorageCapacity), Some(gigabytes), "{number}");
        }
        assert_eq!(specs(Category::Storage, "WD5000AZLX").number(SpecKey::StorageCapacity), None);
    }
}
