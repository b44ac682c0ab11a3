//! Reads typed specs from a title, for each category by its own rules and the shared terms of
//! `config/specs/terms.tsv`.

mod boards_and_chips;
mod builder;
mod cooling;
mod drive_numbers;
mod memory;
mod memory_codes;
mod memory_kinds;
mod memory_speeds;
mod monitors_and_power;
mod storage;
mod terms;

use builder::SpecsBuilder;
use domain::model::{Category, Specs};

use super::tokens::TitleTokens;
pub(crate) use memory_codes::memory_code;
pub(crate) use terms::is_listed_term;

/// Reads all facts that a title states about a part of this category.
pub(crate) fn read_specs(category: Category, reading: &TitleTokens<'_>) -> Specs {
    let mut facts = SpecsBuilder::default();
    match category {
        Category::Cpu => boards_and_chips::cpu(reading, &mut facts),
        Category::Gpu => boards_and_chips::gpu(reading, &mut facts),
        Category::Motherboard => boards_and_chips::motherboard(reading, &mut facts),
        Category::Monitor => monitors_and_power::pixels(reading, &mut facts),
        _ => {}
    }
    terms::read(category, reading.text, &mut facts);
    memory_kinds::read(category, reading.text, &mut facts);
    match category {
        Category::Cpu | Category::Motherboard => boards_and_chips::socket(reading, &mut facts),
        Category::Ram => memory::ram(reading, &mut facts),
        Category::Storage => storage::storage(reading, &mut facts),
        Category::Psu => monitors_and_power::psu(reading, &mut facts),
        Category::Case => monitors_and_power::case(reading, &mut facts),
        Category::Monitor => monitors_and_power::monitor(reading, &mut facts),
        Category::CpuCooler => cooling::cpu_cooler(reading, &mut facts),
        Category::CaseFan => cooling::case_fan(reading, &mut facts),
        Category::Mouse => monitors_and_power::mouse(reading, &mut facts),
        _ => {}
    }
    if category == Category::Storage {
        drive_numbers::read(reading.source, &mut facts);
    }
    facts.finish()
}
