//! Reads facts of a drive from its part number: `WDS240G1G0A` has 240 GB. The table is
//! `config/specs/drive_numbers.tsv`.

use std::sync::LazyLock;

use domain::model::SpecKey;
use regex::{Captures, Regex};

use super::builder::SpecsBuilder;
use crate::normalise::{codes::split_runs, phrases::rows};

static PATTERNS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    rows(include_str!("../../../../config/specs/drive_numbers.tsv"))
        .filter_map(|row| Regex::new(&format!("^(?:{})$", row.first()?)).ok())
        .collect()
});

/// Sets the capacity that the title leaves out, from the first part number in it.
pub(super) fn read(title: &str, facts: &mut SpecsBuilder) {
    for run in split_runs(title).filter(|run| run.bytes().any(|byte| byte.is_ascii_digit())) {
        let number = run.to_ascii_lowercase();
        if let Some(capacity) = PATTERNS.iter().find_map(|pattern| capacity(&pattern.captures(&number)?)) {
            facts.number(SpecKey::StorageCapacity, capacity);
            return;
        }
    }
}

fn capacity(found: &Captures<'_>) -> Option<f64> {
    let number = |group: &str| found.name(group)?.as_str().parse::<f64>().ok();
    let gigabytes = number("gb")
        .or(number("tb").map(|terabytes| terabytes * 1000.0))
        .or(number("tb10").map(|tenths| tenths * 100.0));
    gigabytes.filter(|gigabytes| *gigabytes > 0.0)
}

#[cfg(test)]
mod tests {
    use domain::model::Specs;

    use super::*;

    fn specs(title: &str) -> Specs {
        let mut facts = SpecsBuilder::default();
        read(title, &mut facts);
        facts.finish()
    }

    #[test]
    fn every_line_of_the_table_parses() {
        // The heading compiles to a pattern too, which matches no part number.
        assert_eq!(rows(include_str!("../../../../config/specs/drive_numbers.tsv")).count(), PATTERNS.len());
    }

    #[test]
    fn drive_part_numbers_give_the_capacity() {
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
            assert_eq!(specs(number).number(SpecKey::StorageCapacity), Some(gigabytes), "{number}");
        }
        assert_eq!(specs("WD5000AZLX").number(SpecKey::StorageCapacity), None);
    }
}
