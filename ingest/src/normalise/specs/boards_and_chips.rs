//! Specs of processors, graphics cards and motherboards; their chip implies most facts.

use domain::model::{SpecKey, SpecValue, families, keys::fold::Break};

use super::builder::SpecsBuilder;
use crate::normalise::{
    measure::{Measure, Unit},
    tokens::TitleTokens,
};

pub(super) fn cpu(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    clocks(reading, facts);
    let Some((cpu, _)) = &reading.cpu else { return };
    facts.text(SpecKey::CpuChipset, &cpu.name);
    if let Some(series) = &cpu.series {
        facts.text(SpecKey::Generation, series);
    }
    if !cpu.socket.is_empty() {
        facts.text(SpecKey::Socket, cpu.socket);
    }
    if !cpu.ram_types.is_empty() {
        let types = cpu.ram_types.split(',').map(str::to_owned).collect();
        facts.put(SpecKey::RamType, SpecValue::List(types));
    }
    for measure in &reading.measures {
        match measure.unit {
            Unit::Cores => facts.integer(SpecKey::Cores, measure.value as i64),
            Unit::Threads => facts.integer(SpecKey::Threads, measure.value as i64),
            Unit::Watt => facts.integer(SpecKey::Tdp, measure.value as i64),
            _ => {}
        }
    }
}

/// Clocks that processors have, GHz.
const CLOCKS: std::ops::RangeInclusive<f64> = 0.8..=6.5;
/// A lone clock below is the base clock, one from the second on the boost clock; between them it may be either, because
/// shops state the greater one of new processors.
const SURELY_BASE: f64 = 3.9;
const SURELY_BOOST: f64 = 4.8;

/// Reads the clocks, GHz: `3.6 GHz (4.9 GHz Turbo)`, `up to 5.3GHz`. Of two without a word, the greater one is the boost clock.
fn clocks(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let is_clock = |measure: &&Measure| {
        measure.unit == Unit::Gigahertz && CLOCKS.contains(&measure.value) && !is_torn(reading, measure)
    };
    let (mut boosts, mut plain): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
    for measure in reading.measures.iter().filter(is_clock) {
        let list = if says_boost(reading, measure.at) { &mut boosts } else { &mut plain };
        if !list.contains(&measure.value) {
            list.push(measure.value);
        }
    }
    plain.sort_by(f64::total_cmp);
    if let Some(boost) = boosts.first() {
        facts.number(SpecKey::BoostClock, *boost);
    }
    match plain[..] {
        [base, boost] if boosts.is_empty() => {
            facts.number(SpecKey::BaseClock, base);
            facts.number(SpecKey::BoostClock, boost);
        }
        [clock] if clock < SURELY_BASE || boosts.iter().any(|boost| *boost > clock) => {
            facts.number(SpecKey::BaseClock, clock);
        }
        [clock] if clock >= SURELY_BOOST => facts.number(SpecKey::BoostClock, clock),
        _ => {}
    }
}

/// Whether the number is the decimal of another one: `3 6 GHz`.
fn is_torn(reading: &TitleTokens<'_>, measure: &Measure) -> bool {
    let before = measure.at.checked_sub(1).map_or("", |at| reading.text.word(at));
    measure.value.fract() == 0.0 && before.len() == 1 && before.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the clock at this word is the highest one: `up to 5.3 GHz`, `حتى 5.3`, `5.3 GHz Turbo`.
fn says_boost(reading: &TitleTokens<'_>, at: usize) -> bool {
    let after = if reading.text.word(at).ends_with("ghz") { at + 1 } else { at + 2 };
    if matches!(reading.text.word(after), "boost" | "turbo" | "max") {
        return true;
    }
    // A word before another clock belongs to that one.
    let mut before = (1..=at.min(3)).take_while(|back| !reading.text.word(at - back).ends_with("ghz"));
    before.any(|back| {
        matches!(reading.text.word(at - back), "boost" | "turbo" | "max" | "upto" | "حتي")
            || reading.text.window(at - back, 2) == "up to"
    })
}

pub(super) fn gpu(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let sizes = || reading.measures.iter().filter_map(gigabytes).filter(|size| *size <= 96);
    let Some((chip, _)) = &reading.gpu else {
        if let Some(size) = sizes().next() {
            facts.integer(SpecKey::GpuVram, size);
        }
        return;
    };
    facts.text(SpecKey::GpuChipset, &chip.name);
    facts.text(SpecKey::ChipsetManufacturer, chip.manufacturer);
    // A size that the chip was never sold with is another number.
    let stated = sizes().find(|size| chip.vram.is_empty() || chip.vram.contains(size));
    let glued = || {
        chip.vram.iter().copied().filter(|_| chip.vram.len() > 1).find(|size| has_glued_size(reading, *size))
    };
    // 1.5 GB is no whole number: the fact stays open.
    let is_broken = reading.measures.iter().any(|m| m.unit == Unit::Gigabyte && m.value.fract() != 0.0);
    let only = || chip.vram.first().copied().filter(|_| chip.vram.len() == 1 && !is_broken);
    if let Some(vram) = stated.or_else(glued).or_else(only) {
        facts.integer(SpecKey::GpuVram, vram);
    }
}

/// Returns a memory size in whole gigabytes: `4GB`, `4096MB`.
fn gigabytes(measure: &Measure) -> Option<i64> {
    match measure.unit {
        Unit::Gigabyte if measure.value.fract() == 0.0 => Some(measure.value as i64),
        Unit::Megabyte if measure.value >= 1024.0 && measure.value % 1024.0 == 0.0 => {
            Some((measure.value / 1024.0) as i64)
        }
        _ => None,
    }
}

/// Whether a code contains the size: `O16G`, `16GD`.
fn has_glued_size(reading: &TitleTokens<'_>, size: i64) -> bool {
    let code = format!("{size}g");
    reading.text.iter().any(|word| {
        word.find(&code).is_some_and(|at| {
            word.len() <= 6
                && !word.get(..at).is_some_and(|before| before.ends_with(|last: char| last.is_ascii_digit()))
        })
    })
}

/// Sets the socket that a title names: `Socket 604`, `LGA 775`, `AM3+`, `FM2`. Several leave the fact open.
pub(super) fn socket(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    if facts.has(SpecKey::Socket) {
        return;
    }
    let mut found: Vec<String> = (0..reading.text.len()).filter_map(|at| socket_at(reading, at)).collect();
    found.sort_unstable();
    found.dedup();
    if let [socket] = &found[..] {
        facts.text(SpecKey::Socket, socket);
    }
}

fn socket_at(reading: &TitleTokens<'_>, at: usize) -> Option<String> {
    let text = reading.text;
    let word = text.word(at);
    if let Some(number) = word.strip_prefix("fclga").or(word.strip_prefix("lga")) {
        let (number, at) = if number.is_empty() { (text.word(at + 1), at + 1) } else { (number, at) };
        return numbered_socket(reading, number, at, "LGA");
    }
    let before = at.checked_sub(1).map_or("", |before| text.word(before));
    let says_socket = matches!(before, "socket" | "skt" | "سوكت");
    if says_socket && word.bytes().all(|byte| byte.is_ascii_digit()) {
        let number: u32 = word.parse().ok()?;
        // Intel's sockets with contacts in the board begin at 771; 939 and 940 are AMD's, with pins on the processor.
        let is_pin_grid = number < 771 || matches!(number, 939 | 940);
        return numbered_socket(reading, word, at, if is_pin_grid { "Socket " } else { "LGA" });
    }
    // The plus sign is part of the name: AM3+ takes what AM3 does not.
    let has_plus = reading.source.get(text.source(at).end..).is_some_and(|rest| rest.starts_with('+'));
    let with_plus = has_plus.then(|| families::socket_name(&format!("{word}+"))).flatten();
    with_plus.or_else(|| families::socket_name(word))
}

/// Returns a socket by its number of contacts; `2011-3` is another one than `2011`.
fn numbered_socket(reading: &TitleTokens<'_>, number: &str, at: usize, prefix: &str) -> Option<String> {
    let is_number = (3..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_third =
        reading.text.before(at + 1) == Break::Dash && matches!(reading.text.word(at + 1), "3" | "v3");
    let version = if is_third { "-3" } else { "" };
    is_number.then(|| format!("{prefix}{number}{version}"))
}

pub(super) fn motherboard(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let Some((chip, at, suffix)) = &reading.board else { return };
    facts.text(SpecKey::MotherboardChipset, &chip.name);
    if !chip.socket.is_empty() {
        facts.text(SpecKey::Socket, chip.socket);
    }
    let states_type = reading.text.iter().any(|word| word.starts_with("ddr"));
    if let [only] = chip.ram_types[..]
        && !states_type
    {
        facts.text(SpecKey::RamType, only);
    }
    // Manufacturers mark small boards in the name: B650M, B650I, B650E-I.
    let marked_small = reading.text.word(*at + 1) == "i" && *at + 1 < reading.text.len();
    match *suffix {
        small if small.starts_with('m') => facts.text(SpecKey::FormFactor, "Micro ATX"),
        "i" | "n" => facts.text(SpecKey::FormFactor, "Mini-ITX"),
        _ if marked_small => facts.text(SpecKey::FormFactor, "Mini-ITX"),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use domain::model::{Category, Specs, keys::fold::Folded};

    use super::*;
    use crate::normalise::specs::read_specs;

    fn read(category: Category, title: &str) -> Specs {
        let text = Folded::new(title);
        read_specs(category, &TitleTokens::new(title, &text))
    }

    #[test]
    fn sockets_are_read_by_number_and_name() {
        for (title, socket) in [
            ("Foxconn G31MXP Socket 775 board", Some("LGA775")),
            ("ASUS P5KPL LGA 775", Some("LGA775")),
            ("Supermicro X5DPL dual Socket 604", Some("Socket 604")),
            ("MSI X99A (Socket 2011-3) ATX", Some("LGA2011-3")),
            ("Gigabyte GA-78LMT Socket AM3+", Some("AM3+")),
            ("ASUS PRIME TRX40 sTRX4 board", Some("sTRX4")),
            ("MSI MAG B950 Tomahawk AM6 DDR6 ATX", Some("AM6")),
            ("Gigabyte Z990 LGA 1954 motherboard", Some("LGA1954")),
            ("Cooler plate LGA 1155 / LGA 1366", None),
        ] {
            assert_eq!(read(Category::Motherboard, title).text(SpecKey::Socket), socket, "{title}");
        }
    }

    #[test]
    fn clocks_of_processors_are_told_apart() {
        for (title, base, boost) in [
            ("Intel Core i5-12400F 2.5GHz (4.4GHz Turbo)", Some(2.5), Some(4.4)),
            ("AMD Ryzen 5 5600 3.5 GHz up to 4.4 GHz", Some(3.5), Some(4.4)),
            ("Intel Core i3-10100 3.6GHz", Some(3.6), None),
            ("AMD Ryzen 7 7700X 5.40GHz 8-Core", None, Some(5.4)),
            ("AMD Ryzen 7 5700X3D 4.1GHz", None, None),
            ("Intel Core i3-8100 3 6 GHz", None, None),
        ] {
            let specs = read(Category::Cpu, title);
            let found = (specs.number(SpecKey::BaseClock), specs.number(SpecKey::BoostClock));
            assert_eq!(found, (base, boost), "{title}");
        }
    }

    #[test]
    fn broken_and_small_sizes_are_not_cut() {
        for (title, size) in [
            ("Zotac GeForce GTX 580 1.5 GB", None),
            ("Palit graphics card 1.5GB", None),
            ("Palit graphics card 2048MB", Some(2)),
        ] {
            assert_eq!(read(Category::Gpu, title).integer(SpecKey::GpuVram), size, "{title}");
        }
    }

    #[test]
    fn memory_of_old_graphics_cards_is_read() {
        let of = |title| read(Category::Gpu, title).text(SpecKey::MemoryType).map(str::to_owned);
        assert_eq!(of("Sapphire HD 4670 512MB GDDR3").as_deref(), Some("GDDR3"));
        assert_eq!(of("ASUS GT 730 2GB DDR3").as_deref(), Some("DDR3"));
        assert_eq!(of("MSI 8600GT 256MB GDDR2").as_deref(), Some("GDDR2"));
    }
}
