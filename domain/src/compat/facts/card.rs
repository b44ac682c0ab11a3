use super::{FactKey, Facts, Origin, Value};
use crate::{
    compat::tables::{self, GpuChip},
    model::{SpecKey, Specs},
};

/// A stated board power above this many times the chip's is an error of its source.
const PLAUSIBLE_FACTOR: f64 = 1.6;
const PINS: [SpecKey; 3] = [SpecKey::Pcie6pin, SpecKey::Pcie8pin, SpecKey::Pcie16pin];

/// Reads a graphics card: its own specs, and the facts that its chip implies.
pub(super) fn read(facts: &mut Facts, name: &str, specs: &Specs) {
    facts.copy_stated(
        specs,
        &[SpecKey::Length, SpecKey::SlotWidth, SpecKey::SuggestedPsu, SpecKey::GpuVram, SpecKey::Tdp],
    );
    let memory = specs.integer(SpecKey::GpuVram);
    let find = |text: &str| Some(tables::gpu_chip(text, memory)).filter(|lines| !lines.is_empty());
    let stated = specs.text(SpecKey::GpuChipset);
    let lines = stated.and_then(find).or_else(|| find(name)).unwrap_or_default();
    if let Some(chip) = stated {
        facts.put(SpecKey::GpuChipset, Value::word(chip), Origin::Stated);
    }
    read_watts(facts, specs.number(SpecKey::Tdp), &lines);
    read_connectors(facts, specs, &lines);
    if let Some(rate) = lines.first().and_then(|chip| chip.display_rate) {
        facts.put_number(FactKey::DisplayRate, rate, Origin::Model);
    }
    let psu = lines.iter().filter_map(|chip| chip.suggested_psu).max();
    if let (None, Some(psu)) = (facts.get(SpecKey::SuggestedPsu), psu) {
        facts.put_number(SpecKey::SuggestedPsu, f64::from(psu), Origin::Model);
    }
}

/// Reads the draw: the larger of the chip's figure and a plausible stated one. An overclocked card draws more; no
/// card draws less for long.
fn read_watts(facts: &mut Facts, stated: Option<f64>, lines: &[&GpuChip]) {
    let known = lines.iter().map(|chip| f64::from(chip.watts)).reduce(f64::max);
    match (known, stated) {
        // Several memory sizes have different figures, so the card's own figure decides.
        (Some(known), Some(stated)) if lines.len() > 1 && stated <= known => {
            facts.put_number(FactKey::Watts, stated, Origin::Stated);
        }
        (Some(known), Some(stated)) if stated > known && stated <= known * PLAUSIBLE_FACTOR => {
            facts.put_number(FactKey::Watts, stated, Origin::Stated);
        }
        (Some(known), _) => facts.put_number(FactKey::Watts, known, Origin::Model),
        (None, Some(stated)) => facts.put_number(FactKey::Watts, stated, Origin::Stated),
        (None, None) => {}
    }
    if let (None, Some(known)) = (stated, known) {
        facts.put_number(SpecKey::Tdp, known, Origin::Model);
    }
}

/// Reads the connectors as the card lists them. If any kind is listed, the kinds not listed are absent.
fn read_connectors(facts: &mut Facts, specs: &Specs, lines: &[&GpuChip]) {
    let listed = PINS.iter().any(|key| specs.integer(*key).is_some());
    if listed || specs.flag(SpecKey::NoPowerConnector) == Some(true) {
        let [sixes, eights, sixteens] = PINS.map(|key| specs.number(key).unwrap_or(0.0));
        facts.put_number(FactKey::PciePlugs, sixes + eights, Origin::Stated);
        facts.put_number(SpecKey::Pcie16pin, sixteens, Origin::Stated);
    } else if let Some(pins16) = lines.first().and_then(|chip| chip.pins16) {
        facts.put_number(FactKey::PciePlugs, 0.0, Origin::Model);
        facts.put_number(SpecKey::Pcie16pin, f64::from(pins16), Origin::Model);
    }
}
