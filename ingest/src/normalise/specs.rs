//! Reads typed specs from a title, for each category by its own rules and the shared terms of
//! `config/specs/terms.tsv`.

mod boards_and_chips;
mod cooling;
mod drive_numbers;
mod memory;
mod memory_codes;
mod screens_and_power;
mod storage;
mod terms;

use domain::model::{Category, SpecKey, SpecValue, Specs};
pub(crate) use memory_codes::memory_code;

use super::title::TitleTokens;

/// Facts on their way into `Specs`: the first value of a key stays, and implausible values are dropped.
pub(crate) struct SpecsBuilder {
    specs: Specs,
}

impl SpecsBuilder {
    fn integer(&mut self, key: SpecKey, value: impl Into<i64>) {
        self.put(key, SpecValue::Integer(value.into()));
    }

    fn number(&mut self, key: SpecKey, value: f64) {
        self.put(key, SpecValue::Number(value));
    }

    fn text(&mut self, key: SpecKey, value: &str) {
        self.put(key, SpecValue::Text(value.to_owned()));
    }

    /// Overwrites a value that a term only presumed.
    fn correct(&mut self, key: SpecKey, value: &str) {
        // The text is one of ours, within every bound.
        let _ = self.specs.insert(key, SpecValue::Text(value.to_owned()));
    }

    fn flag(&mut self, key: SpecKey, value: bool) {
        self.put(key, SpecValue::Flag(value));
    }

    fn put(&mut self, key: SpecKey, value: SpecValue) {
        if self.specs.get(key).is_none() {
            // An error means that the number is out of the plausible range and has another meaning;
            // the fact is dropped.
            let _ = self.specs.insert(key, value);
        }
    }

    fn number_of(&self, key: SpecKey) -> Option<i64> {
        self.specs.integer(key)
    }

    fn has(&self, key: SpecKey) -> bool {
        self.specs.get(key).is_some()
    }

    fn said(&self, key: SpecKey) -> Option<&str> {
        self.specs.text(key)
    }
}

/// Reads all facts that a title states about a part of this category.
pub(crate) fn read_specs(category: Category, reading: &TitleTokens<'_>) -> Specs {
    let mut facts = SpecsBuilder { specs: Specs::new() };
    match category {
        Category::Cpu => boards_and_chips::cpu(reading, &mut facts),
        Category::Gpu => boards_and_chips::gpu(reading, &mut facts),
        Category::Motherboard => boards_and_chips::motherboard(reading, &mut facts),
        Category::Monitor => screens_and_power::pixels(reading, &mut facts),
        _ => {}
    }
    terms::read(category, reading.text, &mut facts);
    match category {
        Category::Ram => memory::ram(reading, &mut facts),
        Category::Storage => storage::storage(reading, &mut facts),
        Category::Psu => screens_and_power::psu(reading, &mut facts),
        Category::Case => screens_and_power::case(reading, &mut facts),
        Category::Monitor => screens_and_power::monitor(reading, &mut facts),
        Category::CpuCooler => cooling::cpu_cooler(reading, &mut facts),
        Category::CaseFan => cooling::case_fan(reading, &mut facts),
        Category::Mouse => screens_and_power::mouse(reading, &mut facts),
        _ => {}
    }
    if category == Category::Storage {
        drive_numbers::read(reading.source, &mut facts);
    }
    facts.specs
}
