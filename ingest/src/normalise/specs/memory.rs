//! Specs of memory kits.

use domain::model::{SpecKey, families, keys::fold::Break};

use super::{
    builder::SpecsBuilder,
    memory_codes::memory_code,
    memory_speeds::{OLD_SPEEDS, SPEEDS, rated_speed},
};
use crate::normalise::{
    measure::{Measure, Unit, order_factors},
    tokens::TitleTokens,
};

/// Speeds beyond those of every listed module, MT/s.
const NEW_SPEEDS: std::ops::RangeInclusive<i64> = 9_200..=20_000;

pub(super) fn ram(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    sizes(reading, facts);
    let module = module_rating(reading);
    if !facts.has(SpecKey::RamType)
        && let Some((ram_type, _)) = &module
    {
        facts.text(SpecKey::RamType, ram_type);
    }
    if let Some(speed) = speed(reading, facts.text_of(SpecKey::RamType), module.and_then(|(_, speed)| speed))
    {
        facts.integer(SpecKey::RamSpeed, speed);
    }
    let stated = reading.measures.iter().find(|measure| measure.unit == Unit::CasLatency);
    if let Some(latency) = stated.map(|measure| measure.value as i64).or_else(|| timings(reading)) {
        facts.integer(SpecKey::CasLatency, latency);
    }
    complete_by_code(reading, facts);
}

/// Adds the facts from the part number, unless the title contradicts its capacity or number of modules.
fn complete_by_code(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let Some(code) = memory_code(reading.text) else { return };
    let contradicts = |key: SpecKey, value: Option<i64>| {
        value.is_some_and(|value| facts.number_of(key).is_some_and(|stated| stated != value))
    };
    if contradicts(SpecKey::RamCapacity, Some(code.capacity)) || contradicts(SpecKey::Modules, code.modules) {
        return;
    }
    facts.text(SpecKey::RamType, code.ram_type);
    facts.integer(SpecKey::RamCapacity, code.capacity);
    let others = [
        (SpecKey::Modules, code.modules),
        (SpecKey::ModuleCapacity, code.modules.map(|modules| code.capacity / modules)),
        (SpecKey::RamSpeed, code.speed),
        (SpecKey::CasLatency, code.latency),
    ];
    for (key, value) in others {
        if let Some(value) = value {
            facts.integer(key, value);
        }
    }
}

/// Returns the speed in MHz or MT/s as stated, else a bare number that is a speed, else the speed from the module's
/// rating. A rating that contradicts the stated speed leaves the fact open.
fn speed(reading: &TitleTokens<'_>, ram_type: Option<&str>, rated: Option<i64>) -> Option<i64> {
    let old = matches!(ram_type, Some("DDR1" | "DDR2" | "DDR3"));
    let least = if old { 200.0 } else { 800.0 };
    let stated = reading
        .measures
        .iter()
        .find(|measure| measure.unit == Unit::Megahertz && measure.value >= least)
        .map(|measure| measure.value as i64);
    let bare = || {
        let text = reading.text;
        (0..text.len()).find_map(|index| {
            let word = text
                .word(index)
                .strip_prefix("ddr")
                .filter(|rest| rest.len() == 3)
                .unwrap_or(text.word(index));
            let speed = word.parse().ok()?;
            let before = index.checked_sub(1).map_or("", |before| text.word(before));
            let of_rating = before.starts_with("pc");
            // `DDR6-10667`: the number written onto the kind of memory. `DDR3-12800` is a module's rating.
            let of_kind = text.before(index) == Break::Dash
                && NEW_SPEEDS.contains(&speed)
                && families::memory_kind(before).is_some_and(|kind| kind.as_str() > "DDR5");
            let is_speed = of_kind || SPEEDS.contains(&speed) || old && OLD_SPEEDS.contains(&speed);
            (!of_rating && is_speed).then_some(speed)
        })
    };
    match (stated.or_else(bare), rated) {
        (Some(stated), Some(rated)) if (stated - rated).abs() * 50 > rated => None,
        (stated, rated) => stated.or(rated),
    }
}

/// Reads a module rating: `PC4-25600` is DDR4 at 3200 MT/s (the number is megabytes a second, eight bytes per
/// transfer); `PC4-3200AA` states the speed itself.
fn module_rating(reading: &TitleTokens<'_>) -> Option<(String, Option<i64>)> {
    let text = reading.text;
    (0..text.len()).find_map(|index| {
        let rest = text.word(index).strip_prefix("pc")?;
        let generation = rest.trim_end_matches('l');
        let (ram_type, number) = match generation {
            // DDR1 was rated without a generation number.
            "2100" | "2700" | "3200" => ("DDR1".to_owned(), generation),
            "1" => return None,
            kind if kind.len() == 1 => (families::memory_kind(&format!("ddr{kind}"))?, text.word(index + 1)),
            _ => return None,
        };
        let digits = number.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(number.len());
        let rated =
            number.get(..digits)?.parse::<i64>().ok().and_then(|rating| rated_speed(&ram_type, rating));
        Some((ram_type, rated))
    })
}

/// Returns the latency, which is the first of the timings `16-18-18-38`.
fn timings(reading: &TitleTokens<'_>) -> Option<i64> {
    let text = reading.text;
    (0..text.len()).find_map(|index| {
        let of = |at: usize| text.word(at).parse::<i64>().ok().filter(|value| (3..=99).contains(value));
        let joined =
            (1..4).all(|step| text.before(index + step) == Break::Dash && of(index + step).is_some());
        let follows = (1..4).all(|step| of(index + step) >= of(index).map(|first| first - 6));
        of(index).filter(|first| joined && follows && *first <= 64)
    })
}

/// Sets total capacity, number of modules and module size. A lone size leaves the number of modules open; a total
/// that fits no kit in the title leaves all of them open.
fn sizes(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let sizes: Vec<&Measure> = reading
        .measures
        .iter()
        .filter(|measure| !measure.limit)
        .filter(|measure| match measure.unit {
            Unit::Gigabyte => measure.value <= 512.0,
            Unit::Megabyte => measure.value >= 64.0 && measure.value % 64.0 == 0.0,
            _ => false,
        })
        .collect();
    let megabytes = |measure: &Measure| match measure.unit {
        Unit::Megabyte => measure.value as i64,
        _ => (measure.value * 1024.0) as i64,
    };
    let total = sizes.iter().filter(|size| size.times.is_none()).map(|size| megabytes(size)).max();
    let kits: Vec<(i64, i64)> = sizes
        .iter()
        .filter_map(|size| Some((i64::from(size.times?), megabytes(size))))
        .chain(unitless_kit(reading).map(|(times, each)| (i64::from(times), each * 1024)))
        .collect();
    let Some(total) = total else {
        if let Some((times, each)) = kits.first() {
            put_kit(facts, *times, *each);
        }
        return;
    };
    let counted = || {
        counted(reading)
            .map(i64::from)
            .filter(|times| total % *times == 0)
            .map(|times| (times, total / times))
    };
    match kits.iter().find(|(times, each)| times * each == total).copied() {
        Some((times, each)) => put_kit(facts, times, each),
        None if kits.is_empty() => match counted() {
            Some((times, each)) => put_kit(facts, times, each),
            None => put_gigabytes(facts, SpecKey::RamCapacity, total),
        },
        // "16GB 2 x 16GB": the first size is a module's.
        None => {
            if let Some((times, each)) = kits.iter().find(|(_, each)| *each == total) {
                put_kit(facts, *times, *each);
            }
        }
    }
}

/// Sets the facts of a kit; `each` is in megabytes.
fn put_kit(facts: &mut SpecsBuilder, times: i64, each: i64) {
    put_gigabytes(facts, SpecKey::RamCapacity, times * each);
    put_gigabytes(facts, SpecKey::ModuleCapacity, each);
    facts.integer(SpecKey::Modules, times);
}

fn put_gigabytes(facts: &mut SpecsBuilder, key: SpecKey, megabytes: i64) {
    if megabytes % 1024 == 0 {
        facts.integer(key, megabytes / 1024);
    }
}

/// Reads counts and sizes without a unit, as memory is is_kit_size: `(2x16)`, `2 x 8`.
fn unitless_kit(reading: &TitleTokens<'_>) -> Option<(u32, i64)> {
    let text = reading.text;
    (0..text.len()).find_map(|index| {
        let (times, each) = match text.word(index).split_once('x') {
            Some(("", "")) if index > 0 => (text.word(index - 1), text.word(index + 1)),
            Some(kit) => kit,
            None => return None,
        };
        let (times, each) = order_factors(times.parse().ok()?, each.parse().ok()?);
        let is_kit_size = matches!(times, 1 | 2 | 3 | 4 | 6 | 8)
            && [1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0, 48.0, 64.0].contains(&each);
        is_kit_size.then_some((times, each as i64))
    })
}

/// Reads the number of modules in words: `kit of 2`, `single module`.
fn counted(reading: &TitleTokens<'_>) -> Option<u32> {
    let text = reading.text;
    (0..text.len()).find_map(|index| match text.window(index, 2) {
        "kit of" | "set of" | "pack of" => {
            text.word(index + 2).parse().ok().filter(|count| (1..=8).contains(count))
        }
        "single module" | "single stick" | "1 module" | "1 stick" | "قطعه واحده" | "حبه واحده" => {
            Some(1)
        }
        "2 sticks" | "2 modules" | "قطعتين" => Some(2),
        "4 sticks" | "4 modules" => Some(4),
        _ => None,
    })
}
