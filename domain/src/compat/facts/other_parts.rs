use super::{FactKey, Facts, Origin, Value, spelling};
use crate::{
    compat::words,
    model::{SpecKey, SpecValue, Specs},
};

/// Bits per pixel on the wire, and the factor that blanking adds (VESA reduced blanking).
const BITS_PER_PIXEL: f64 = 24.0;
const BLANKING: f64 = 1.06;

/// Reads a memory kit, whose modules are counted.
pub(super) fn read_memory(facts: &mut Facts, name: &str, specs: &Specs) {
    facts.copy_stated(
        specs,
        &[
            SpecKey::RamSpeed,
            SpecKey::RamCapacity,
            SpecKey::Modules,
            SpecKey::ModuleCapacity,
            SpecKey::ModuleHeight,
            SpecKey::Voltage,
            SpecKey::Ecc,
            SpecKey::Registered,
        ],
    );
    facts.copy_words(specs, SpecKey::FormFactor, spelling::form_factor);
    facts.copy_words(specs, SpecKey::RamType, spelling::memory_type);
    let words = words::split_words(name);
    let says = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    if facts.get(SpecKey::RamType).is_none()
        && let Some(named) = words.iter().find_map(|word| spelling::memory_type(word))
    {
        facts.put(SpecKey::RamType, Value::word(named), Origin::Name);
    }
    if facts.get(SpecKey::Registered).is_none() && says(&["rdimm", "registered"]) {
        facts.put(SpecKey::Registered, Value::Flag(true), Origin::Name);
    }
    let each = facts.number(SpecKey::ModuleCapacity);
    if let (None, Some(each), Some(modules)) =
        (facts.number(SpecKey::RamCapacity), each, facts.number(SpecKey::Modules))
    {
        facts.put_number(SpecKey::RamCapacity, each * modules, Origin::Reckoned);
    }
}

/// Reads a drive.
pub(super) fn read_drive(facts: &mut Facts, specs: &Specs) {
    facts.copy_words(specs, SpecKey::StorageFormFactor, spelling::drive_form);
    facts.copy_words(specs, SpecKey::M2Size, |text| Some(text.trim().to_owned()));
    facts.copy_words(specs, SpecKey::StorageKind, |text| Some(text.trim().to_uppercase()));
    let Some(interface) = specs.text(SpecKey::Interface).map(str::to_lowercase) else { return };
    let generation = interface.split("pcie").nth(1).and_then(|rest| {
        rest.trim_start()
            .split(|c: char| !c.is_ascii_digit())
            .next()
            .and_then(|digits| digits.parse::<f64>().ok())
    });
    if let Some(generation) = generation.filter(|generation| (1.0..=8.0).contains(generation)) {
        facts.put_number(FactKey::PcieGeneration, generation, Origin::Stated);
    }
}

/// Reads a processor cooler, by air or water.
pub(super) fn read_cooler(facts: &mut Facts, specs: &Specs) {
    facts.copy_stated(specs, &[SpecKey::CoolerHeight, SpecKey::CoolerTdp]);
    if let Some(size) = specs.integer(SpecKey::RadiatorSize) {
        facts.put(SpecKey::RadiatorSize, Value::word(size.to_string()), Origin::Stated);
    }
    if let Some(SpecValue::List(sockets)) = specs.get(SpecKey::CoolerSockets) {
        let mut spelt: Vec<String> = sockets.iter().flat_map(|text| spelling::cooler_sockets(text)).collect();
        spelt.sort();
        spelt.dedup();
        facts.put(SpecKey::CoolerSockets, Value::Words(spelt), Origin::Stated);
    }
    let kind = specs.text(SpecKey::CoolerType).map(str::to_uppercase);
    match kind.as_deref() {
        Some("AIR") => facts.put(SpecKey::CoolerType, Value::word("AIR"), Origin::Stated),
        Some("AIO" | "LIQUID" | "WATER") => {
            facts.put(SpecKey::CoolerType, Value::word("AIO"), Origin::Stated)
        }
        _ if facts.get(SpecKey::RadiatorSize).is_some() => {
            facts.put(SpecKey::CoolerType, Value::word("AIO"), Origin::Reckoned);
        }
        _ => {}
    }
}

/// Reads a case.
pub(super) fn read_case(facts: &mut Facts, specs: &Specs) {
    facts.copy_stated(
        specs,
        &[
            SpecKey::MaxGpuLength,
            SpecKey::MaxCoolerHeight,
            SpecKey::MaxPsuLength,
            SpecKey::Bays35,
            SpecKey::Bays25,
            SpecKey::ExpansionSlots,
            SpecKey::IncludedPsuWattage,
            SpecKey::BackConnect,
        ],
    );
    facts.copy_words(specs, SpecKey::CaseSupportedFormFactors, spelling::form_factor);
    facts.copy_words(specs, SpecKey::CasePsuFormFactors, spelling::form_factor);
    facts.copy_words(specs, SpecKey::RadiatorSupport, spelling::radiator_position);
    if let Some(places) = facts.words(SpecKey::RadiatorSupport).map(<[String]>::to_vec) {
        let mut sizes: Vec<String> =
            places.iter().filter_map(|place| place.split(' ').next_back()).map(str::to_owned).collect();
        sizes.sort();
        sizes.dedup();
        facts.put(SpecKey::RadiatorSupport, Value::Words(sizes), Origin::Stated);
        facts.put(FactKey::RadiatorPlaces, Value::Words(places), Origin::Stated);
    }
}

/// Reads a power supply.
pub(super) fn read_psu(facts: &mut Facts, specs: &Specs) {
    facts
        .copy_stated(specs, &[SpecKey::PsuWattage, SpecKey::PsuLength, SpecKey::Eps8pin, SpecKey::Pcie16pin]);
    if let Some(eights) = specs.number(SpecKey::Pcie8pin) {
        let sixes = specs.number(SpecKey::Pcie6pin).unwrap_or(0.0);
        facts.put_number(FactKey::PciePlugs, eights + sixes, Origin::Stated);
    }
    facts.copy_words(specs, SpecKey::FormFactor, spelling::form_factor);
    facts.copy_words(specs, SpecKey::AtxVersion, |text| Some(text.trim().to_owned()));
}

/// Reads a monitor, and the data rate that its picture needs.
pub(super) fn read_monitor(facts: &mut Facts, specs: &Specs) {
    let pixels = specs.text(SpecKey::Resolution).and_then(|text| {
        let (width, height) = text.split_once(['x', 'X', '×'])?;
        Some(width.trim().parse::<f64>().ok()? * height.trim().parse::<f64>().ok()?)
    });
    // More than 16,384 × 16,384 pixels, which is far above any panel, is an error in the text.
    let pixels = pixels.filter(|pixels| (1.0..=268_435_456.0).contains(pixels));
    if let (Some(pixels), Some(hertz)) = (pixels, specs.number(SpecKey::RefreshRate)) {
        let gigabits = pixels * hertz * BITS_PER_PIXEL * BLANKING / 1e9;
        facts.put_number(FactKey::PictureRate, (gigabits * 10.0).round() / 10.0, Origin::Reckoned);
    }
}
