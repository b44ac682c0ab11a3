//! Specs of processors, graphics cards and motherboards; their chip implies most facts.

use domain::model::{SpecKey, SpecValue};

use super::builder::SpecsBuilder;
use crate::normalise::{
    measure::{Measure, Unit},
    tokens::TitleTokens,
};

pub(super) fn cpu(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let Some((cpu, _)) = &reading.cpu else { return };
    facts.text(SpecKey::CpuChipset, &cpu.name);
    facts.text(SpecKey::Socket, cpu.socket);
    let types = cpu.ram_types.split(',').map(str::to_owned).collect();
    facts.put(SpecKey::RamType, SpecValue::List(types));
    for measure in &reading.measures {
        match measure.unit {
            Unit::Cores => facts.integer(SpecKey::Cores, measure.value as i64),
            Unit::Threads => facts.integer(SpecKey::Threads, measure.value as i64),
            Unit::Watt => facts.integer(SpecKey::Tdp, measure.value as i64),
            Unit::Gigahertz if says_boost(reading, measure.at) => {
                facts.number(SpecKey::BoostClock, measure.value)
            }
            _ => {}
        }
    }
}

/// Whether the clock at this word is the highest one: `up to 5.3 GHz`, `حتى 5.3`.
fn says_boost(reading: &TitleTokens<'_>, at: usize) -> bool {
    (1..=3).filter(|back| *back <= at).any(|back| {
        matches!(reading.text.word(at - back), "boost" | "turbo" | "max" | "حتي")
            || reading.text.window(at - back, 2) == "up to"
    })
}

pub(super) fn gpu(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let sizes = || reading.measures.iter().filter_map(gigabytes).filter(|size| *size <= 96);
    let Some((chip, _)) = reading.gpu else {
        if let Some(size) = sizes().next() {
            facts.integer(SpecKey::GpuVram, size);
        }
        return;
    };
    facts.text(SpecKey::GpuChipset, chip.name);
    facts.text(SpecKey::ChipsetManufacturer, chip.manufacturer);
    // A size that the chip was never sold with is another number.
    let stated = sizes().find(|size| chip.vram.contains(size));
    let glued = || {
        chip.vram.iter().copied().filter(|_| chip.vram.len() > 1).find(|size| has_glued_size(reading, *size))
    };
    let only = || chip.vram.first().copied().filter(|_| chip.vram.len() == 1);
    if let Some(vram) = stated.or_else(glued).or_else(only) {
        facts.integer(SpecKey::GpuVram, vram);
    }
}

/// Returns a memory size in whole gigabytes: `4GB`, `4096MB`.
fn gigabytes(measure: &Measure) -> Option<i64> {
    match measure.unit {
        Unit::Gigabyte => Some(measure.value as i64),
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

pub(super) fn motherboard(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let Some((chip, at, suffix)) = reading.board else { return };
    facts.text(SpecKey::MotherboardChipset, chip.name);
    facts.text(SpecKey::Socket, chip.socket);
    let states_type = reading.text.iter().any(|word| word.starts_with("ddr"));
    if let [only] = chip.ram_types[..]
        && !states_type
    {
        facts.text(SpecKey::RamType, only);
    }
    // Manufacturers mark small boards in the name: B650M, B650I, B650E-I.
    let marked_small = reading.text.word(at + 1) == "i" && at + 1 < reading.text.len();
    match suffix {
        small if small.starts_with('m') => facts.text(SpecKey::FormFactor, "Micro ATX"),
        "i" | "n" => facts.text(SpecKey::FormFactor, "Mini-ITX"),
        _ if marked_small => facts.text(SpecKey::FormFactor, "Mini-ITX"),
        _ => {}
    }
}
