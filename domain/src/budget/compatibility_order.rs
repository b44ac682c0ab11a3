//! An order of parts by compatibility: part *a* is **at least as compatible** as part *b* if *a* fits every build that
//! *b* fits.
//!
//! For example, a shorter graphics card fits every case that a longer graphics card fits, and a case for longer
//! graphics cards takes every graphics card that another case takes. [`ordered_facts`] lists such facts of each
//! category. The rules about them compare two numbers (`asked ≤ allowed`), or ask whether some listed word fits. So a
//! part that asks for less, allows more or lists more words gets no worse finding from any rule, whatever the other
//! parts are, as long as both parts state the fact or neither does. All other facts must be equal: together they are
//! the **comparison key** of a part. The tests replace parts of random builds to check the rules against this table.
//!
//! **Unknown facts.** A part that does not state a fact is at least as compatible as one that does, if a request allows
//! unknown facts: a rule that lacks a fact finds "not known", which such a request allows, and never an error or a
//! warning. So a case that does not state its room for graphics cards is at least as compatible as a case for graphics
//! cards of 320 mm, but not the other way round. Of the comparison key, only the facts in [`OPTIONAL`] may be missing:
//! they are the **optional facts** of a part. The key without them is the **core key**, which must be equal in any
//! case.

use crate::{
    compat::{FactKey, ParsedPart},
    model::{Category, SpecKey},
};

/// Up to this height in mm a cooler counts as flat, and memory modules under it must be lower. So a lower cooler is
/// more compatible only if both coolers are flat or neither is.
const FLAT_COOLER: f64 = 90.0;
/// The heights in mm with which the rules compare a module's height. Between two of them the rules treat all modules
/// alike. A lower module does not count as more compatible: some requests allow a warning, but not the finding "not
/// known" that a middle height gives.
const MODULE_HEIGHTS: [f64; 3] = [33.0, 40.0, 45.0];

/// The effect of a fact on compatibility.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// The lower the number, the more fits.
    LowerFitsMore,
    /// The higher the number, the more fits.
    HigherFitsMore,
    /// The more words, the more fits.
    MoreWordsFitMore,
    /// No rule refuses a build because of the fact.
    Ignored,
}

/// Facts of the comparison key that a part need not state to be at least as compatible: the rules that read one of them
/// find "not known" or nothing where it is missing. The absence of any other fact can make a rule find something: a
/// board without a known BIOS flashback counts as one that has none.
const OPTIONAL: &[(Category, FactKey)] = &[
    (Category::Gpu, FactKey::Spec(SpecKey::Pcie16pin)),
    (Category::Motherboard, FactKey::Spec(SpecKey::FormFactor)),
    (Category::Motherboard, FactKey::Spec(SpecKey::VideoOutputs)),
    (Category::Motherboard, FactKey::Spec(SpecKey::BackConnect)),
    (Category::Motherboard, FactKey::Spec(SpecKey::Ecc)),
    (Category::Motherboard, FactKey::Spec(SpecKey::Registered)),
    (Category::Ram, FactKey::Spec(SpecKey::FormFactor)),
    (Category::Ram, FactKey::Spec(SpecKey::Ecc)),
    (Category::Ram, FactKey::Spec(SpecKey::Registered)),
    (Category::Storage, FactKey::Spec(SpecKey::M2Size)),
    (Category::Storage, FactKey::PcieGeneration),
    (Category::Psu, FactKey::Spec(SpecKey::FormFactor)),
    (Category::Case, FactKey::Spec(SpecKey::BackConnect)),
    (Category::CpuCooler, FactKey::Spec(SpecKey::RadiatorSize)),
];
/// The number that a part must state where the other part states it: a graphics card of unknown draw counts as one that
/// needs three plugs for its adapter.
const NEEDED: (Category, FactKey) = (Category::Gpu, FactKey::Watts);

const fn spec(key: SpecKey, effect: Effect) -> OrderedFact {
    (FactKey::Spec(key), effect)
}

/// A fact with its effect on compatibility.
type OrderedFact = (FactKey, Effect);

const CPU: &[OrderedFact] = &[(FactKey::Watts, Effect::LowerFitsMore), spec(SpecKey::Tdp, Effect::Ignored)];
const GPU: &[OrderedFact] = &[
    spec(SpecKey::Length, Effect::LowerFitsMore),
    spec(SpecKey::SlotWidth, Effect::LowerFitsMore),
    spec(SpecKey::SuggestedPsu, Effect::LowerFitsMore),
    (FactKey::Watts, Effect::LowerFitsMore),
    (FactKey::PciePlugs, Effect::LowerFitsMore),
    (FactKey::DisplayRate, Effect::HigherFitsMore),
    spec(SpecKey::Tdp, Effect::Ignored),
    spec(SpecKey::GpuChipset, Effect::Ignored),
    spec(SpecKey::GpuVram, Effect::Ignored),
];
const MOTHERBOARD: &[OrderedFact] = &[
    spec(SpecKey::MemorySlots, Effect::HigherFitsMore),
    spec(SpecKey::MaxRamCapacity, Effect::HigherFitsMore),
    spec(SpecKey::MaxRamSpeed, Effect::HigherFitsMore),
    spec(SpecKey::M2Slots, Effect::HigherFitsMore),
    spec(SpecKey::SataPorts, Effect::HigherFitsMore),
    (FactKey::EpsConnectors, Effect::LowerFitsMore),
];
const RAM: &[OrderedFact] = &[
    spec(SpecKey::Modules, Effect::LowerFitsMore),
    // The comparison key holds the step of the height.
    spec(SpecKey::ModuleHeight, Effect::Ignored),
    spec(SpecKey::Voltage, Effect::Ignored),
    // The rules read the capacity only where kits are mixed, and beside a fixed kit no other kit is chosen.
    spec(SpecKey::ModuleCapacity, Effect::Ignored),
];
const PSU: &[OrderedFact] = &[
    spec(SpecKey::PsuWattage, Effect::HigherFitsMore),
    spec(SpecKey::PsuLength, Effect::LowerFitsMore),
    spec(SpecKey::Eps8pin, Effect::HigherFitsMore),
    spec(SpecKey::Pcie16pin, Effect::HigherFitsMore),
    (FactKey::PciePlugs, Effect::HigherFitsMore),
    // An older supply beside a large graphics card is a note.
    spec(SpecKey::AtxVersion, Effect::Ignored),
];
const CASE: &[OrderedFact] = &[
    spec(SpecKey::MaxGpuLength, Effect::HigherFitsMore),
    spec(SpecKey::MaxCoolerHeight, Effect::HigherFitsMore),
    spec(SpecKey::MaxPsuLength, Effect::HigherFitsMore),
    spec(SpecKey::Bays35, Effect::HigherFitsMore),
    spec(SpecKey::Bays25, Effect::HigherFitsMore),
    spec(SpecKey::ExpansionSlots, Effect::HigherFitsMore),
    spec(SpecKey::CaseSupportedFormFactors, Effect::MoreWordsFitMore),
    spec(SpecKey::CasePsuFormFactors, Effect::MoreWordsFitMore),
    spec(SpecKey::RadiatorSupport, Effect::MoreWordsFitMore),
    (FactKey::RadiatorPlaces, Effect::MoreWordsFitMore),
];
const CPU_COOLER: &[OrderedFact] = &[
    spec(SpecKey::CoolerHeight, Effect::LowerFitsMore),
    spec(SpecKey::CoolerTdp, Effect::HigherFitsMore),
    spec(SpecKey::CoolerSockets, Effect::MoreWordsFitMore),
];
const MONITOR: &[OrderedFact] = &[(FactKey::PictureRate, Effect::LowerFitsMore)];

/// Returns the facts by which parts of a category are ordered.
fn ordered_facts(category: Category) -> &'static [OrderedFact] {
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

/// Writes the facts of the comparison key: the core, and each optional fact.
fn write_key(parsed: &ParsedPart) -> (String, Vec<String>) {
    let (mut core, mut optional) = (format!("comparison key {}", parsed.category), Vec::new());
    let own = ordered_facts(parsed.category);
    for (fact, sourced) in parsed.facts.iter().filter(|(fact, _)| own.iter().all(|(key, _)| key != fact)) {
        let text = format!("|{}={:?}", fact.as_str(), sourced.value);
        if OPTIONAL.contains(&(parsed.category, fact)) { optional.push(text) } else { core.push_str(&text) }
    }
    if let Some(height) = parsed.facts.number(SpecKey::CoolerHeight) {
        optional.push(format!("|flat={}", height <= FLAT_COOLER));
    }
    if let Some(height) = parsed.facts.number(SpecKey::ModuleHeight) {
        let step = MODULE_HEIGHTS.iter().filter(|limit| height > **limit).count();
        optional.push(format!("|step={step}"));
    }
    (core, optional)
}

/// The facts of a part that another part must match to be at least as compatible.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CompatibilityProfile {
    /// Id of the facts that must be equal, the optional ones included.
    pub comparison_key: u32,
    /// Id of the facts that must be equal, without the optional ones.
    pub core_key: u32,
    /// The ids of the optional facts, ascending.
    optional: Box<[u32]>,
    /// The values of the ordered number facts, with the sign that makes a higher value more compatible; `None` where a
    /// value is not known.
    values: Box<[Option<f64>]>,
}

impl CompatibilityProfile {
    /// Reads a part. `intern` returns the id of a text: equal texts have equal ids, others different ones.
    pub(super) fn of(parsed: &ParsedPart, intern: impl Fn(&str) -> u32) -> CompatibilityProfile {
        let (core, optional) = write_key(parsed);
        let comparison_key = intern(&format!("{core}{}", optional.concat()));
        let mut optional: Vec<u32> =
            optional.iter().map(|text| intern(&format!("{}{text}", parsed.category))).collect();
        optional.sort_unstable();
        let (core_key, values) = (intern(&core), list_values(parsed));
        CompatibilityProfile { comparison_key, core_key, optional: optional.into(), values }
    }
}

/// Whether `a` is at least as compatible as `b`: no rule finds worse of `a`, whatever the other parts are. Where
/// unknown facts are allowed, the finding "not known" is no worse than a pass.
pub(super) fn is_as_compatible(
    a: (&CompatibilityProfile, &ParsedPart),
    b: (&CompatibilityProfile, &ParsedPart),
    allow_unknown: bool,
) -> bool {
    let is_comparable = match allow_unknown {
        true => a.0.core_key == b.0.core_key && a.0.optional.iter().all(|fact| b.0.optional.contains(fact)),
        false => a.0.comparison_key == b.0.comparison_key,
    };
    is_comparable && has_no_lower_value(a, b, allow_unknown) && lists_all_words(a.1, b.1, allow_unknown)
}

/// Returns the values of the ordered number facts, with the sign that makes a higher value more compatible.
fn list_values(parsed: &ParsedPart) -> Box<[Option<f64>]> {
    let signed = |(key, effect): &(FactKey, Effect)| match effect {
        Effect::LowerFitsMore => Some(parsed.facts.number(*key).map(|number| -number)),
        Effect::HigherFitsMore => Some(parsed.facts.number(*key)),
        Effect::MoreWordsFitMore | Effect::Ignored => None,
    };
    ordered_facts(parsed.category).iter().filter_map(signed).collect()
}

/// Whether no value of `a` is lower than that of `b`.
fn has_no_lower_value(
    a: (&CompatibilityProfile, &ParsedPart),
    b: (&CompatibilityProfile, &ParsedPart),
    allow_unknown: bool,
) -> bool {
    let is_number = |effect: Effect| matches!(effect, Effect::LowerFitsMore | Effect::HigherFitsMore);
    let keys = ordered_facts(a.1.category).iter().filter(|(_, effect)| is_number(*effect));
    let mut values = keys.zip(a.0.values.iter().zip(&b.0.values));
    a.0.values.len() == b.0.values.len()
        && values.all(|((key, _), pair)| match pair {
            (Some(a), Some(b)) => a >= b,
            (None, None) => true,
            (None, Some(_)) => allow_unknown && NEEDED != (a.1.category, *key),
            (Some(_), None) => false,
        })
}

/// Whether `a` lists every word that `b` lists, of each fact of which more words fit more.
fn lists_all_words(a: &ParsedPart, b: &ParsedPart, allow_unknown: bool) -> bool {
    let of_words = ordered_facts(a.category).iter().filter(|(_, effect)| *effect == Effect::MoreWordsFitMore);
    of_words.map(|(key, _)| key).all(|key| match (a.facts.words(*key), b.facts.words(*key)) {
        (Some(a), Some(b)) => b.iter().all(|word| a.contains(word)),
        (None, None) => true,
        (None, Some(_)) => allow_unknown,
        (Some(_), None) => false,
    })
}
