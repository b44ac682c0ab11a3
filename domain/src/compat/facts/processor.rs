use super::{FactKey, Facts, Origin, Value, spelling};
use crate::{
    compat::{
        tables::{self, Processor},
        words,
    },
    model::{SpecKey, Specs},
};

/// AMD states a package power of 1.35 times the TDP for sockets AM4 and AM5.
const PPT_PER_TDP: f64 = 1.35;

/// Reads a processor: its own specs first, then the facts that its model implies.
pub(super) fn read(facts: &mut Facts, name: &str, specs: &Specs) {
    facts.copy_stated(
        specs,
        &[SpecKey::IntegratedGraphics, SpecKey::IncludesCooler, SpecKey::Tdp, SpecKey::SocketRevision],
    );
    facts.copy_words(specs, SpecKey::Socket, spelling::socket);
    facts.copy_words(specs, SpecKey::RamType, spelling::memory_type);
    let model =
        specs.text(SpecKey::CpuChipset).and_then(tables::processor).or_else(|| tables::processor(name));
    if let Some(model) = model {
        from_model(facts, model, is_tray(name, specs));
    } else if facts.get(SpecKey::Socket).is_none() {
        let named = words::split_words(name).iter().find_map(|word| spelling::named_socket(word));
        if let Some(socket) = named {
            facts.put(SpecKey::Socket, Value::word(socket), Origin::Name);
        }
    }
    read_generation(facts, specs, model);
    read_watts(facts, specs, model);
    read_memory_types(facts, model);
}

/// Whether this is a tray processor, which has no box and therefore no boxed cooler.
fn is_tray(name: &str, specs: &Specs) -> bool {
    let names_tray =
        |text: &str| text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| word == "tray");
    names_tray(name) || specs.text(SpecKey::Packaging).is_some_and(names_tray)
}

fn from_model(facts: &mut Facts, model: &Processor, tray: bool) {
    if facts.get(SpecKey::Socket).is_none() {
        facts.put(SpecKey::Socket, Value::word(model.socket), Origin::Model);
    }
    if facts.get(SpecKey::IntegratedGraphics).is_none() {
        facts.put(SpecKey::IntegratedGraphics, Value::Flag(model.integrated_graphics), Origin::Model);
    }
    if facts.get(SpecKey::Tdp).is_none() {
        facts.put_number(SpecKey::Tdp, f64::from(model.tdp), Origin::Model);
    }
    let cooler = if tray { Some(false) } else { model.boxed_cooler };
    if let (None, Some(cooler)) = (facts.get(SpecKey::IncludesCooler), cooler) {
        facts.put(SpecKey::IncludesCooler, Value::Flag(cooler), Origin::Model);
    }
}

fn read_generation(facts: &mut Facts, specs: &Specs, model: Option<&Processor>) {
    let generation = match model {
        Some(model) => tables::generation(model.generation).map(|generation| (generation, Origin::Model)),
        None => by_microarchitecture(facts, specs).map(|generation| (generation, Origin::Stated)),
    };
    let Some((generation, origin)) = generation else { return };
    facts.put(FactKey::CpuGeneration, Value::word(generation.name), origin);
    if facts.word(SpecKey::Socket) == Some("LGA1151") && facts.get(SpecKey::SocketRevision).is_none() {
        match generation.name {
            "intel-6" | "intel-7" => facts.put_number(SpecKey::SocketRevision, 1.0, Origin::Model),
            "intel-8" | "intel-9" => facts.put_number(SpecKey::SocketRevision, 2.0, Origin::Model),
            _ => {}
        }
    }
}

fn by_microarchitecture(facts: &Facts, specs: &Specs) -> Option<&'static tables::Generation> {
    let microarchitecture = specs.text(SpecKey::Microarchitecture)?;
    let socket = facts.word(SpecKey::Socket)?;
    let graphics = facts.flag(SpecKey::IntegratedGraphics);
    tables::generations().iter().find(|generation| {
        generation.socket == socket
            && generation.microarchitectures.iter().any(|name| name.eq_ignore_ascii_case(microarchitecture))
            && (generation.graphics.is_none() || generation.graphics == graphics)
    })
}

fn read_watts(facts: &mut Facts, specs: &Specs, model: Option<&Processor>) {
    if let Some(watts) = model.and_then(|model| model.sustained) {
        return facts.put_number(FactKey::Watts, f64::from(watts), Origin::Model);
    }
    let tdp = facts.number(SpecKey::Tdp);
    if let Some(watts) = specs.number(SpecKey::MaxPower) {
        return facts.put_number(FactKey::Watts, watts.max(tdp.unwrap_or(0.0)), Origin::Stated);
    }
    let Some(tdp) = tdp else { return };
    let factor = match facts.word(SpecKey::Socket) {
        Some("AM4" | "AM5") => PPT_PER_TDP,
        _ => 1.0,
    };
    facts.put_number(FactKey::Watts, (tdp * factor).round(), Origin::Reckoned);
}

/// Reads the memory types that the stated socket takes, else those of the model's socket. The specs decide only where
/// the table has neither.
fn read_memory_types(facts: &mut Facts, model: Option<&Processor>) {
    let stated = facts.word(SpecKey::Socket).and_then(tables::socket);
    let own = model.and_then(|model| tables::socket(model.socket));
    let Some(socket) = [stated, own].into_iter().flatten().find(|socket| !socket.ram_types.is_empty()) else {
        return;
    };
    let types = socket.ram_types.iter().map(|name| (*name).to_owned()).collect();
    facts.put(SpecKey::RamType, Value::Words(types), Origin::Socket);
}
