//! Facts in which a part can only be easier to build with.
//!
//! A shorter card fits every case that a longer one fits; a case for longer cards takes every card that a shorter case
//! takes. [`eases`] lists these facts of each category. The rules about them are comparisons (`asks ≤ allows`) or
//! "some listed word fits", so a part that asks for less, allows more or lists more words gets no worse finding from
//! any rule beside any other parts, as long as both parts know the fact or neither does. All other facts must be
//! equal: they are the part's **kind**. The tests replace parts of random builds to hold the rules to this table.
//!
//! **Unknown facts.** Where a request allows unknown facts, a part that does not know a fact is no harder to build with
//! than one that knows it: a rule that misses a fact finds "not known", which is then allowed, and never an error or a
//! warning. So a case without a known length takes the place of one for cards of 320 mm, but not the other way round.
//! Of the kind, only the facts of [`OPTIONAL`] may be missing: they are the part's **optional facts**, and the kind
//! without them is its **core**, which must be equal as before.

use crate::{
    compat::{ChosenPart, FactKey},
    model::{Category, SpecKey},
};

/// Up to this height in mm a cooler counts as flat, and modules under it must be lower: a lower cooler is easier to
/// build with only among coolers of the same side.
const FLAT_COOLER: f64 = 90.0;
/// The heights in mm with which the rules compare a module's height. Between two of them the rules treat all modules
/// alike. A lower module is not counted as easier: some requests allow a warning, but not the finding "not known" that a middle
/// height gives.
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

/// Facts of the kind that a part need not know to be as easy to build with: the rules that read one of them find "not
/// known" or nothing where it is missing. The absence of any other fact can make a rule find something: a board without
/// a known BIOS flashback counts as one that has none.
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
/// The number that must be known where another part knows it: a card of unknown draw counts as one that needs three
/// plugs for its adapter.
const NEEDED: (Category, FactKey) = (Category::Gpu, FactKey::Watts);

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

/// Writes the facts that parts of one kind share: the core, and each optional fact.
fn write_kind(chosen: &ChosenPart) -> (String, Vec<String>) {
    let (mut core, mut optional) = (format!("kind {}", chosen.category), Vec::new());
    let own = eases(chosen.category);
    for (fact, known) in chosen.facts.iter().filter(|(fact, _)| own.iter().all(|(key, _)| key != fact)) {
        let text = format!("|{}={:?}", fact.as_str(), known.value);
        if OPTIONAL.contains(&(chosen.category, fact)) { optional.push(text) } else { core.push_str(&text) }
    }
    if let Some(height) = chosen.facts.number(SpecKey::CoolerHeight) {
        optional.push(format!("|flat={}", height <= FLAT_COOLER));
    }
    if let Some(height) = chosen.facts.number(SpecKey::ModuleHeight) {
        let step = MODULE_HEIGHTS.iter().filter(|limit| height > **limit).count();
        optional.push(format!("|step={step}"));
    }
    (core, optional)
}

/// The facts of a part that another part must match to be as easy to build with.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Eases {
    /// The number of the part's kind, and of the kind without its optional facts.
    pub kind: u32,
    pub core: u32,
    /// The numbers of the optional facts, ascending.
    optional: Box<[u32]>,
    /// The numbers that ease building, each turned so that more is easier; `None` where a number is not known.
    numbers: Box<[Option<f64>]>,
}

impl Eases {
    /// Reads a part; `number` gives equal texts equal numbers, and others other ones.
    pub(super) fn of(chosen: &ChosenPart, number: impl Fn(&str) -> u32) -> Eases {
        let (core, optional) = write_kind(chosen);
        let kind = number(&format!("{core}{}", optional.concat()));
        let mut optional: Vec<u32> =
            optional.iter().map(|text| number(&format!("{}{text}", chosen.category))).collect();
        optional.sort_unstable();
        Eases { kind, core: number(&core), optional: optional.into(), numbers: list_numbers(chosen) }
    }
}

/// Whether no rule finds worse of `a` than of `b`, beside any other parts. Where unknown facts are allowed, the finding
/// "not known" is no worse than a pass.
pub(super) fn is_as_easy(a: (&Eases, &ChosenPart), b: (&Eases, &ChosenPart), allow_unknown: bool) -> bool {
    let is_of_kind = match allow_unknown {
        true => a.0.core == b.0.core && a.0.optional.iter().all(|fact| b.0.optional.contains(fact)),
        false => a.0.kind == b.0.kind,
    };
    is_of_kind && are_at_least(a, b, allow_unknown) && list_as_many_words(a.1, b.1, allow_unknown)
}

/// Returns the numbers that ease building, each turned so that more is easier; `None` where a number is not known.
fn list_numbers(chosen: &ChosenPart) -> Box<[Option<f64>]> {
    let turned = |(key, ease): &(FactKey, Ease)| match ease {
        Ease::Lower => Some(chosen.facts.number(*key).map(|number| -number)),
        Ease::Higher => Some(chosen.facts.number(*key)),
        Ease::MoreWords | Ease::Unread => None,
    };
    eases(chosen.category).iter().filter_map(turned).collect()
}

/// Whether every number of `a` is at least that of `b`.
fn are_at_least(a: (&Eases, &ChosenPart), b: (&Eases, &ChosenPart), allow_unknown: bool) -> bool {
    let keys = eases(a.1.category).iter().filter(|(_, ease)| matches!(ease, Ease::Lower | Ease::Higher));
    let mut numbers = keys.zip(a.0.numbers.iter().zip(&b.0.numbers));
    a.0.numbers.len() == b.0.numbers.len()
        && numbers.all(|((key, _), pair)| match pair {
            (Some(a), Some(b)) => a >= b,
            (None, None) => true,
            (None, Some(_)) => allow_unknown && NEEDED != (a.1.category, *key),
            (Some(_), None) => false,
        })
}

/// Whether `a` lists every word that `b` lists, of each fact where more words ease building.
fn list_as_many_words(a: &ChosenPart, b: &ChosenPart, allow_unknown: bool) -> bool {
    let of_words = eases(a.category).iter().filter(|(_, ease)| *ease == Ease::MoreWords);
    of_words.map(|(key, _)| key).all(|key| match (a.facts.words(*key), b.facts.words(*key)) {
        (Some(a), Some(b)) => b.iter().all(|word| a.contains(word)),
        (None, None) => true,
        (None, Some(_)) => allow_unknown,
        (Some(_), None) => false,
    })
}
