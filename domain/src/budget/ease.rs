//! Facts in which a part can only be easier to build with.
//!
//! A shorter card fits every case that a longer one fits; a case for longer cards takes every card that a shorter case
//! takes. [`eases`] lists these facts of each category. The rules about them are comparisons (`asks ≤ allows`) or
//! "some listed word fits", so a part that asks for less, allows more or lists more words gets no worse finding from
//! any rule beside any other parts, as long as both parts know the fact or neither does. All other facts must be
//! equal: they are the part's **kind**. The tests replace parts of random builds to hold the rules to this table.

use std::fmt::Write;

use crate::{
    compat::{ChosenPart, FactKey},
    model::{Category, SpecKey},
};

/// Up to this height in mm a cooler counts as flat, and modules under it must be lower: a lower cooler is easier to
/// build with only among coolers of the same side.
const FLAT_COOLER: f64 = 90.0;
/// The heights in mm with which the rules compare a module's height. Between two of them all heights are alike; a lower
/// one is not easier, because the finding "not known" of a middle height is worse than a warning to some.
const MODULE_HEIGHTS: [f64; 3] = [33.0, 40.0, 45.0];

/// The way in which a fact eases building.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ease {
    /// The lower the number, the more fits.
    Lower,
    /// The higher the number, the more fits.
    Higher,
    /// The more words, the more fits.
    MoreWords,
    /// No rule refuses a build because of the fact.
    Unread,
}

const fn spec(key: SpecKey, ease: Ease) -> EasyFact {
    (FactKey::Spec(key), ease)
}

/// A fact and the way in which it eases building.
type EasyFact = (FactKey, Ease);

const CPU: &[EasyFact] = &[(FactKey::Watts, Ease::Lower), spec(SpecKey::Tdp, Ease::Unread)];
const GPU: &[EasyFact] = &[
    spec(SpecKey::Length, Ease::Lower),
    spec(SpecKey::SlotWidth, Ease::Lower),
    spec(SpecKey::SuggestedPsu, Ease::Lower),
    (FactKey::Watts, Ease::Lower),
    (FactKey::PciePlugs, Ease::Lower),
    (FactKey::DisplayRate, Ease::Higher),
    spec(SpecKey::Tdp, Ease::Unread),
    spec(SpecKey::GpuChipset, Ease::Unread),
    spec(SpecKey::GpuVram, Ease::Unread),
];
const MOTHERBOARD: &[EasyFact] = &[
    spec(SpecKey::MemorySlots, Ease::Higher),
    spec(SpecKey::MaxRamCapacity, Ease::Higher),
    spec(SpecKey::MaxRamSpeed, Ease::Higher),
    spec(SpecKey::M2Slots, Ease::Higher),
    spec(SpecKey::SataPorts, Ease::Higher),
    (FactKey::EpsConnectors, Ease::Lower),
];
const RAM: &[EasyFact] = &[
    spec(SpecKey::Modules, Ease::Lower),
    // The kind holds its step.
    spec(SpecKey::ModuleHeight, Ease::Unread),
    spec(SpecKey::Voltage, Ease::Unread),
    // Read where kits are mixed, and a class with a kept kit has no choice.
    spec(SpecKey::ModuleCapacity, Ease::Unread),
];
const PSU: &[EasyFact] = &[
    spec(SpecKey::PsuWattage, Ease::Higher),
    spec(SpecKey::PsuLength, Ease::Lower),
    spec(SpecKey::Eps8pin, Ease::Higher),
    spec(SpecKey::Pcie16pin, Ease::Higher),
    (FactKey::PciePlugs, Ease::Higher),
    // An older supply beside a large card is a note.
    spec(SpecKey::AtxVersion, Ease::Unread),
];
const CASE: &[EasyFact] = &[
    spec(SpecKey::MaxGpuLength, Ease::Higher),
    spec(SpecKey::MaxCoolerHeight, Ease::Higher),
    spec(SpecKey::MaxPsuLength, Ease::Higher),
    spec(SpecKey::Bays35, Ease::Higher),
    spec(SpecKey::Bays25, Ease::Higher),
    spec(SpecKey::ExpansionSlots, Ease::Higher),
    spec(SpecKey::CaseSupportedFormFactors, Ease::MoreWords),
    spec(SpecKey::CasePsuFormFactors, Ease::MoreWords),
    spec(SpecKey::RadiatorSupport, Ease::MoreWords),
    (FactKey::RadiatorPlaces, Ease::MoreWords),
];
const CPU_COOLER: &[EasyFact] = &[
    spec(SpecKey::CoolerHeight, Ease::Lower),
    spec(SpecKey::CoolerTdp, Ease::Higher),
    spec(SpecKey::CoolerSockets, Ease::MoreWords),
];
const MONITOR: &[EasyFact] = &[(FactKey::PictureRate, Ease::Lower)];

/// The facts of a category in which a part can only be easier to build with.
fn eases(category: Category) -> &'static [EasyFact] {
    match category {
        Category::Cpu => CPU,
        Category::Gpu => GPU,
        Category::Motherboard => MOTHERBOARD,
        Category::Ram => RAM,
        Category::Psu => PSU,
        Category::Case => CASE,
        Category::CpuCooler => CPU_COOLER,
        Category::Monitor => MONITOR,
        _ => &[],
    }
}

/// Writes the facts that parts of one kind share.
pub(super) fn write_kind(chosen: &ChosenPart) -> String {
    let mut text = format!("kind {}", chosen.category);
    let own = eases(chosen.category);
    for (fact, known) in chosen.facts.iter().filter(|(fact, _)| own.iter().all(|(key, _)| key != fact)) {
        // Writing to a text cannot fail.
        let _ = write!(text, "|{}={:?}", fact.as_str(), known.value);
    }
    if let Some(height) = chosen.facts.number(SpecKey::CoolerHeight) {
        let _ = write!(text, "|flat={}", height <= FLAT_COOLER);
    }
    if let Some(height) = chosen.facts.number(SpecKey::ModuleHeight) {
        let step = MODULE_HEIGHTS.iter().filter(|limit| height > **limit).count();
        let _ = write!(text, "|step={step}");
    }
    text
}

/// Returns the numbers that ease building, each turned so that more is easier; `None` where a number is not known.
pub(super) fn list_numbers(chosen: &ChosenPart) -> Box<[Option<f64>]> {
    let turned = |(key, ease): &(FactKey, Ease)| match ease {
        Ease::Lower => Some(chosen.facts.number(*key).map(|number| -number)),
        Ease::Higher => Some(chosen.facts.number(*key)),
        Ease::MoreWords | Ease::Unread => None,
    };
    eases(chosen.category).iter().filter_map(turned).collect()
}

/// Whether every number of `a` is at least that of `b`; not known is at least not known alone.
pub(super) fn are_at_least(a: &[Option<f64>], b: &[Option<f64>]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|pair| match pair {
            (Some(a), Some(b)) => a >= b,
            (None, None) => true,
            _ => false,
        })
}

/// Whether `a` lists every word that `b` lists, of each fact where more words ease building.
pub(super) fn list_as_many_words(a: &ChosenPart, b: &ChosenPart) -> bool {
    let of_words = eases(a.category).iter().filter(|(_, ease)| *ease == Ease::MoreWords);
    of_words.map(|(key, _)| key).all(|key| match (a.facts.words(*key), b.facts.words(*key)) {
        (Some(a), Some(b)) => b.iter().all(|word| a.contains(word)),
        (None, None) => true,
        _ => false,
    })
}
