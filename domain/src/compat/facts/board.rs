use super::{FactKey, Facts, Origin, Value, spelling};
use crate::{
    compat::{tables, words},
    model::{SpecKey, SpecValue, Specs},
};

/// Reads a motherboard: its own specs first, then its name, then the facts that its chipset and socket imply.
pub(super) fn read(facts: &mut Facts, name: &str, specs: &Specs) {
    facts.copy_stated(
        specs,
        &[
            SpecKey::SocketRevision,
            SpecKey::MemorySlots,
            SpecKey::MaxRamCapacity,
            SpecKey::MaxRamSpeed,
            SpecKey::M2Slots,
            SpecKey::SataPorts,
            SpecKey::BiosFlashback,
            SpecKey::BackConnect,
            SpecKey::Ecc,
            SpecKey::Registered,
        ],
    );
    facts.copy_words(specs, SpecKey::Socket, spelling::socket);
    facts.copy_words(specs, SpecKey::FormFactor, spelling::form_factor);
    facts.copy_words(specs, SpecKey::RamType, spelling::memory_type);
    facts.copy_words(specs, SpecKey::VideoOutputs, |text| Some(text.trim().to_lowercase()));
    let chipset = read_chipset(facts, name, specs);
    read_socket(facts, name, chipset);
    read_memory_types(facts, name, chipset);
    read_power(facts, specs);
}

fn read_chipset(facts: &mut Facts, name: &str, specs: &Specs) -> Option<&'static tables::Chipset> {
    let stated = specs.text(SpecKey::MotherboardChipset);
    let (chipset, origin) = match (stated.and_then(tables::chipset), tables::chipset_in(name)) {
        (Some(chipset), _) => (chipset, Origin::Stated),
        (None, Some(chipset)) => (chipset, Origin::Name),
        (None, None) => {
            if let Some(text) = stated {
                facts.put(SpecKey::MotherboardChipset, Value::word(text), Origin::Stated);
            }
            return None;
        }
    };
    facts.put(SpecKey::MotherboardChipset, Value::word(chipset.name), origin);
    Some(chipset)
}

/// Reads the socket from the specs, else from the name, else from the chipset.
fn read_socket(facts: &mut Facts, name: &str, chipset: Option<&tables::Chipset>) {
    if facts.get(SpecKey::Socket).is_none() {
        let named = words::split_words(name).iter().find_map(|word| spelling::named_socket(word));
        match (named, chipset) {
            (Some(socket), _) => facts.put(SpecKey::Socket, Value::word(socket), Origin::Name),
            (None, Some(chipset)) => facts.put(SpecKey::Socket, Value::word(chipset.socket), Origin::Chipset),
            (None, None) => {}
        }
    }
    let revision = chipset.and_then(|chipset| chipset.revision);
    if let (None, Some(revision)) = (facts.get(SpecKey::SocketRevision), revision) {
        facts.put_number(SpecKey::SocketRevision, f64::from(revision), Origin::Chipset);
    }
}

/// Reads the memory types from the specs, else from the name, else from chipset and socket where these leave only one.
fn read_memory_types(facts: &mut Facts, name: &str, chipset: Option<&tables::Chipset>) {
    if facts.get(SpecKey::RamType).is_some() {
        return;
    }
    let mut named: Vec<String> =
        words::split_words(name).iter().filter_map(|word| spelling::memory_type(word)).collect();
    named.sort();
    named.dedup();
    if !named.is_empty() {
        return facts.put(SpecKey::RamType, Value::Words(named), Origin::Name);
    }
    if let Some([only]) = chipset.map(|chipset| chipset.ram_types.as_slice()) {
        return facts.put(SpecKey::RamType, Value::word(*only), Origin::Chipset);
    }
    let socket = facts.word(SpecKey::Socket).and_then(tables::socket);
    if let Some([only]) = socket.map(|socket| socket.ram_types.as_slice()) {
        facts.put(SpecKey::RamType, Value::word(*only), Origin::Socket);
    }
}

fn read_power(facts: &mut Facts, specs: &Specs) {
    let Some(SpecValue::List(connectors)) = specs.get(SpecKey::CpuPower) else { return };
    let pins = |text: &String| words::split_words(text).first().and_then(|pins| pins.parse::<f64>().ok());
    let connectors: Option<Vec<f64>> = connectors.iter().map(pins).collect();
    if let Some(pins) = connectors {
        let eights = pins.iter().map(|pins| if *pins >= 8.0 { 1.0 } else { 0.5 }).sum();
        facts.put_number(FactKey::EpsConnectors, eights, Origin::Stated);
    }
}
