//! Reads the kind of product from the numbers and units of its title.

use domain::model::{Category, NonPartReason, families, keys::fold::Folded};

use super::{tally::Tally, words::Zone};
use crate::normalise::{measure::Unit, specs::memory_code, tokens::TitleTokens};

/// Adds the votes from numbers and their units.
pub(super) fn count_measures(reading: &TitleTokens<'_>, tally: &mut Tally) {
    let has = |unit: Unit| reading.measures.iter().any(|measure| measure.unit == unit);
    let text = reading.text;
    let word = |names: &[&str]| text.iter().any(|word| names.contains(&word));
    let sized = has(Unit::Gigabyte) || has(Unit::Megabyte);
    let kit = reading
        .measures
        .iter()
        .any(|measure| matches!(measure.unit, Unit::Gigabyte | Unit::Megabyte) && measure.times.is_some());
    if kit || (has(Unit::Gigabyte) && has(Unit::CasLatency)) {
        tally.add(Category::Ram, 6.0);
    }
    if (sized || kit) && rates_memory(text) {
        tally.add(Category::Ram, 7.0);
    }
    if memory_code(text).is_some() {
        tally.add(Category::Ram, 9.0);
    }
    let drive_words = ["sas", "scsi", "sata", "u320", "ultra320", "fc", "nl"];
    if (has(Unit::Gigabyte) || has(Unit::Terabyte)) && (has(Unit::Rpm) || word(&drive_words)) {
        tally.add(Category::Storage, 8.0);
    }
    // Memory modules have no board form factor, and cases and power supplies have no memory type.
    let names_memory = || text.iter().any(|word| families::memory_kind(word).is_some());
    if !kit && names_memory() && word(&["atx", "matx", "itx", "eatx"]) {
        tally.add(Category::Motherboard, 8.0);
    }
    if has(Unit::Inch) && has(Unit::Hertz) {
        tally.add(Category::Monitor, 8.0);
    } else if (has(Unit::Inch) || has(Unit::Hertz))
        && word(&["ips", "va", "oled", "qhd", "fhd", "uhd", "wqhd", "4k", "curved"])
    {
        tally.add(Category::Monitor, 6.0);
    }
    let fan =
        reading.measures.iter().any(|m| m.unit == Unit::Millimetre && (80.0..=200.0).contains(&m.value));
    let cooler = word(&["air", "water", "liquid", "aio"]);
    if fan && !cooler && tally.named_parts.is_empty() && word(&["pwm", "rpm", "airflow", "cfm"]) {
        tally.add(Category::CaseFan, 5.0);
    }
    let fan_sizes = [80.0, 92.0, 120.0, 140.0, 200.0, 230.0];
    let sized_fan =
        reading.measures.iter().any(|m| m.unit == Unit::Millimetre && fan_sizes.contains(&m.value));
    if sized_fan && !cooler && tally.is_empty() && tally.named_parts.is_empty() {
        tally.add(Category::CaseFan, 4.0);
    }
    let watts = reading.measures.iter().any(|measure| measure.unit == Unit::Watt && measure.value >= 300.0);
    if watts && word(&["80", "80plus", "gold", "bronze", "platinum", "titanium", "modular"]) {
        tally.add(Category::Psu, 8.0);
    }
    if has(Unit::Dpi) {
        tally.add(Category::Mouse, 5.0);
    }
    if has(Unit::Terabyte) {
        tally.add(Category::Storage, 4.0);
    }
}

/// Whether a title rates memory modules: `PC3-12800`, `PC2700`, `DDR2-800`.
fn rates_memory(text: &Folded) -> bool {
    (0..text.len()).any(|index| {
        let word = text.word(index);
        let pc = word.strip_prefix("pc").is_some_and(|rest| {
            matches!(rest, "2" | "3" | "3l" | "4" | "5") && text.word(index + 1).len() >= 4
                || rest.len() >= 3 && rest.bytes().all(|byte| byte.is_ascii_digit())
        });
        pc || matches!(word, "ddr" | "ddr2" | "sdram" | "fbd" | "fbdimm")
    })
}

/// Whether a title lists the parts of a computer: a notebook's processor with a memory size or a screen size, or any
/// processor with a size of memory or a drive. Several parts joined by plus signs are a bundle.
pub(super) fn is_computer(reading: &TitleTokens<'_>, zones: &[Zone], tally: &Tally) -> bool {
    let has = |unit: Unit| reading.measures.iter().any(|measure| measure.unit == unit && !measure.limit);
    // A size with a bare letter is too weak: 5600G, 16T.
    let spelt = |at: usize| !reading.text.word(at).ends_with(['g', 't']);
    let sized = reading.measures.iter().any(|measure| {
        matches!(measure.unit, Unit::Gigabyte | Unit::Terabyte) && !measure.limit && spelt(measure.at)
    });
    let head = |at: usize| zones.get(at).is_none_or(|zone| *zone == Zone::Head);
    let together = tally.has_plus_sign || tally.has_bundle_word;
    let (best, _) = tally.best();
    let inside = matches!(best, Category::Cpu | Category::Ram | Category::Storage | Category::Gpu);
    match (&reading.cpu, reading.mobile_cpu) {
        (_, Some(at)) => head(at) && (sized || has(Unit::Inch)),
        (Some((_, at)), None) => head(*at) && sized && inside && !together,
        _ => false,
    }
}

/// Whether a computer's name stands beside two sizes, which are its memory and its drive: `ZBook 8GB SSD 256GB`.
pub(super) fn lists_memory(reading: &TitleTokens<'_>, reason: NonPartReason) -> bool {
    let sizes = reading.measures.iter().filter(|measure| {
        matches!(measure.unit, Unit::Gigabyte | Unit::Terabyte) && measure.times.is_none() && !measure.limit
    });
    reason == NonPartReason::Computer && sizes.count() >= 2
}

/// HP's server models; titles of their parts begin or end with these names.
const SERVERS: [(&str, &[&str]); 3] = [
    (
        "dl",
        &[
            "20", "120", "140", "145", "160", "165", "170", "180", "185", "320", "325", "360", "365", "370",
            "380", "385", "388", "560", "580", "585", "740", "760", "785", "980",
        ],
    ),
    ("ml", &["10", "30", "110", "115", "150", "310", "330", "350", "370", "530", "570"]),
    (
        "bl",
        &[
            "10", "20", "25", "30", "35", "40", "45", "420", "460", "465", "480", "490", "495", "620", "660",
            "680", "685",
        ],
    ),
];

/// Whether a title names a server before its processor and memory: `DL380 G6 Xeon E5504`. A server's name behind them
/// says what the parts are for.
pub(super) fn names_server(reading: &TitleTokens<'_>) -> bool {
    let text = reading.text;
    let first_part = reading
        .cpu
        .iter()
        .map(|(_, at)| *at)
        .chain(reading.measures.iter().map(|measure| measure.at))
        .min()
        .unwrap_or(text.len());
    (0..first_part).any(|index| {
        let word = text.word(index);
        SERVERS.iter().any(|(line, numbers)| {
            word.strip_prefix(line).is_some_and(|rest| {
                let number = rest.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
                rest.len() <= number.len() + 1 && numbers.contains(&number)
            })
        })
    })
}
