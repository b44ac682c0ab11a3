//! Facts that the rules read of a part beside a part of another category.
//!
//! Beside cases, for example, the rules read only length and slot width of a graphics card. So one finding about a
//! graphics card and a case holds for all graphics cards with the same length and slot width. The facts that the rules
//! read of a part beside another category are its **signature** there; thousands of graphics cards have only a few
//! dozen signatures beside cases. The tests compare findings by signature with findings about the parts themselves.

use std::fmt::Write;

use crate::{
    compat::{FactKey, ParsedPart},
    model::{Category, SpecKey},
};

/// Rules that compare three parts. Each is checked as soon as the third part is chosen, so that the search need not
/// complete a build only to refuse it.
pub(super) const TRIOS: [[Category; 3]; 3] = [
    [Category::Cpu, Category::Gpu, Category::Psu],
    [Category::Cpu, Category::Motherboard, Category::Storage],
    [Category::Gpu, Category::CpuCooler, Category::Case],
];

/// The ids of a part's signatures: beside each category of `Category::ALL`, then in each trio.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Signatures(Box<[u32]>);

/// The index in [`TRIOS`] of the parts whose watts decide the supply.
pub(super) const POWER_TRIO: usize = 0;

impl Signatures {
    /// Reads the signatures of a part. `intern` returns the id of a text: equal texts have equal ids, others different
    /// ones.
    pub(super) fn of(parsed: &ParsedPart, intern: impl Fn(&str) -> u32) -> Signatures {
        let pairs =
            Category::ALL.iter().map(|beside| (beside.as_str(), facts_beside(parsed.category, *beside)));
        let trios = TRIOS.iter().zip(["0", "1", "2"]);
        let trios = trios.map(|(trio, name)| (name, facts_in_trio(parsed.category, trio)));
        let signature = |(beside, keys): (&str, Vec<FactKey>)| match keys.as_slice() {
            [] => 0,
            keys => intern(&write(parsed, beside, keys)),
        };
        Signatures(pairs.chain(trios).map(signature).collect())
    }

    /// Returns the signature beside parts of a category.
    pub(super) fn beside(&self, category: Category) -> u32 {
        self.0[category as usize]
    }

    /// Returns the signature in the trio at an index of [`TRIOS`].
    pub(super) fn in_trio(&self, trio: usize) -> u32 {
        self.0[Category::ALL.len() + trio]
    }
}

fn write(parsed: &ParsedPart, beside: &str, keys: &[FactKey]) -> String {
    let mut text = format!("{} beside {beside}", parsed.category);
    for key in keys {
        // Writing to a text cannot fail.
        let _ = write!(text, "|{}={:?}", key.as_str(), parsed.facts.get(*key).map(|sourced| &sourced.value));
    }
    text
}

/// Returns the facts that some rule reads of a part beside a part of another category, or that decide whether a build
/// may omit that category.
fn facts_beside(own: Category, beside: Category) -> Vec<FactKey> {
    use Category::{Case, Cpu, CpuCooler, Gpu, Monitor, Motherboard, Psu, Ram, Storage};
    use SpecKey as S;
    let specs: &[SpecKey] = match (own, beside) {
        (Cpu, Motherboard) => &[S::Socket, S::SocketRevision],
        (Motherboard, Cpu) => &[S::Socket, S::SocketRevision, S::MotherboardChipset, S::BiosFlashback],
        (Cpu, Gpu | Psu) => &[S::IntegratedGraphics],
        (Cpu, Ram) => &[S::RamType],
        (Ram, Cpu) => &[S::RamType, S::RamSpeed],
        (Cpu, CpuCooler) => &[S::Socket, S::IncludesCooler],
        (CpuCooler, Cpu) => &[S::CoolerSockets, S::CoolerTdp],
        (Psu, Cpu) => &[S::PsuWattage],
        (Gpu, Psu) => &[S::SuggestedPsu, S::Pcie16pin],
        (Psu, Gpu) => &[S::PsuWattage, S::Pcie16pin, S::AtxVersion],
        (Gpu, Case) => &[S::Length, S::SlotWidth],
        (Case, Gpu) => &[S::MaxGpuLength, S::ExpansionSlots],
        (Motherboard, Ram) => {
            &[S::RamType, S::MaxRamSpeed, S::MemorySlots, S::MaxRamCapacity, S::Socket, S::Ecc, S::FormFactor]
        }
        (Ram, Motherboard) => {
            &[S::RamType, S::RamSpeed, S::Modules, S::RamCapacity, S::Registered, S::Ecc, S::FormFactor]
        }
        (Motherboard, Storage) => &[S::M2Slots, S::SataPorts],
        (Storage, Motherboard) => &[S::StorageFormFactor, S::M2Size],
        (Psu, Motherboard) => &[S::Eps8pin],
        (Motherboard, Case) => &[S::FormFactor, S::BackConnect],
        (Case, Motherboard) => &[S::CaseSupportedFormFactors, S::BackConnect],
        (Ram, CpuCooler) => &[S::ModuleHeight],
        (CpuCooler, Ram) => &[S::CoolerType, S::CoolerHeight],
        (Case, CpuCooler) => &[S::MaxCoolerHeight, S::RadiatorSupport],
        (CpuCooler, Case) => &[S::CoolerType, S::CoolerHeight, S::RadiatorSize],
        (Case, Psu) => &[S::CasePsuFormFactors, S::MaxPsuLength, S::IncludedPsuWattage],
        (Psu, Case) => &[S::FormFactor, S::PsuLength],
        (Case, Storage) => &[S::Bays35, S::Bays25],
        (Storage, Case) => &[S::StorageFormFactor],
        _ => &[],
    };
    let derived: &[FactKey] = match (own, beside) {
        (Cpu, Motherboard | Ram) => &[FactKey::CpuGeneration],
        (Cpu, CpuCooler | Psu) => &[FactKey::Watts],
        (Gpu, Psu) => &[FactKey::Watts, FactKey::PciePlugs],
        (Psu, Gpu) => &[FactKey::PciePlugs],
        (Gpu, Monitor) => &[FactKey::DisplayRate],
        (Monitor, Gpu) => &[FactKey::PictureRate],
        (Motherboard, Psu) => &[FactKey::EpsConnectors],
        _ => &[],
    };
    specs.iter().map(|key| FactKey::Spec(*key)).chain(derived.iter().copied()).collect()
}

/// Returns the facts that the rules read of a part in a trio: those beside each of the two others, and those that only
/// a rule about all three reads.
fn facts_in_trio(own: Category, trio: &[Category; 3]) -> Vec<FactKey> {
    if !trio.contains(&own) {
        return Vec::new();
    }
    let mut facts: Vec<FactKey> =
        trio.iter().filter(|other| **other != own).flat_map(|other| facts_beside(own, *other)).collect();
    match (own, trio.contains(&Category::Storage)) {
        (Category::Motherboard, true) => facts.push(FactKey::Spec(SpecKey::MotherboardChipset)),
        (Category::Storage, true) => facts.push(FactKey::PcieGeneration),
        (Category::Case, _) => facts.push(FactKey::RadiatorPlaces),
        _ => {}
    }
    facts
}
