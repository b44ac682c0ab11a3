use std::collections::BTreeMap;

use domain::{
    compat::{
        Build, Check, Chosen, Code, Entry, Filter, Outcome, Part, RefusedPart, check, check_candidate,
        hiding_code, holds_several, tables,
    },
    model::{Category, ProductId, SpecKey, SpecValue, Specs},
};
use proptest::{collection::vec, option, prelude::*, sample::select};
use uuid::Uuid;

const SLOTS: [Category; 10] = [
    Category::Cpu,
    Category::CpuCooler,
    Category::Motherboard,
    Category::Ram,
    Category::Storage,
    Category::Gpu,
    Category::Case,
    Category::Psu,
    Category::Monitor,
    Category::CaseFan,
];

fn texts(all: &'static [&'static str]) -> BoxedStrategy<SpecValue> {
    select(all).prop_map(|text| SpecValue::Text(text.to_owned())).boxed()
}

fn lists(all: &'static [&'static str]) -> BoxedStrategy<SpecValue> {
    vec(select(all), 1..4)
        .prop_map(|items| SpecValue::List(items.into_iter().map(str::to_owned).collect()))
        .boxed()
}

fn numbers(all: &'static [i64]) -> BoxedStrategy<SpecValue> {
    select(all).prop_map(SpecValue::Integer).boxed()
}

fn flags() -> BoxedStrategy<SpecValue> {
    any::<bool>().prop_map(SpecValue::Flag).boxed()
}

const FORMS: &[&str] = &["ATX", "Micro ATX", "mATX", "Mini-ITX", "EATX", "SSI CEB", "Thin Mini-ITX"];
const TYPES: &[&str] = &["DDR4", "DDR5", "DDR3"];
const SOCKETS: &[&str] = &["AM4", "AM5", "LGA1700", "LGA1151", "LGA1200", "AM3", "AM3+", "sTR5", "LGA775"];

/// Returns the facts of a category that rules read, with values that clash often.
fn facts(category: Category) -> Vec<(SpecKey, BoxedStrategy<SpecValue>)> {
    use SpecKey::*;
    match category {
        Category::Cpu => vec![
            (Socket, texts(SOCKETS)),
            (SocketRevision, numbers(&[1, 2])),
            (Microarchitecture, texts(&["Zen 2", "Zen 3", "Zen 4", "Coffee Lake", "Raptor Lake", "Zen"])),
            (
                CpuChipset,
                texts(&["Core i5 12400", "Ryzen 5 5600", "Ryzen 9 9950X", "Core i7 8700K", "no such"]),
            ),
            (IntegratedGraphics, flags()),
            (Tdp, numbers(&[35, 65, 125, 350])),
            (MaxPower, numbers(&[88, 253])),
        ],
        Category::Motherboard => vec![
            (Socket, texts(SOCKETS)),
            (
                MotherboardChipset,
                texts(&["AMD B650", "AMD B450", "Intel H410", "Intel Z390", "Intel Z790", "AMD 990FX"]),
            ),
            (FormFactor, texts(FORMS)),
            (RamType, texts(TYPES)),
            (MemorySlots, numbers(&[1, 2, 4])),
            (MaxRamCapacity, numbers(&[16, 64, 192])),
            (MaxRamSpeed, numbers(&[3200, 6000])),
            (M2Slots, numbers(&[0, 1, 3])),
            (SataPorts, numbers(&[0, 2, 6])),
            (Ecc, flags()),
            (BackConnect, flags()),
            (CpuPower, lists(&["8-pin", "4-pin"])),
            (VideoOutputs, lists(&["None", "HDMI"])),
        ],
        Category::Ram => vec![
            (RamType, lists(TYPES)),
            (RamSpeed, numbers(&[2666, 3200, 6000, 8000])),
            (RamCapacity, numbers(&[8, 32, 96])),
            (Modules, numbers(&[1, 2, 4])),
            (ModuleCapacity, numbers(&[8, 16, 48])),
            (ModuleHeight, numbers(&[31, 42, 57])),
            (FormFactor, texts(&["DIMM", "SO-DIMM"])),
            (Ecc, flags()),
            (Registered, flags()),
        ],
        Category::Storage => vec![
            (StorageFormFactor, texts(&["M.2-NVMe", "M.2-SATA", "2.5-SATA", "3.5-HDD", "3.5-SAS", "PCIe"])),
            (M2Size, texts(&["2280", "22110"])),
            (Interface, texts(&["M.2 PCIe 5.0 x4", "M.2 PCIe 3.0 x4", "SATA 6.0 Gb/s"])),
        ],
        Category::Gpu => vec![
            (GpuChipset, texts(&["GeForce RTX 4090", "GeForce RTX 3050", "Radeon RX 6400", "Voodoo"])),
            (GpuVram, numbers(&[6, 8, 24])),
            (Tdp, numbers(&[53, 130, 450, 600, 1400])),
            (Length, numbers(&[170, 304, 357])),
            (SlotWidth, numbers(&[1, 2, 3, 4])),
            (Pcie8pin, numbers(&[0, 1, 3])),
            (Pcie6pin, numbers(&[0, 1])),
            (Pcie16pin, numbers(&[0, 1, 2])),
            (NoPowerConnector, flags()),
        ],
        Category::Psu => vec![
            (PsuWattage, numbers(&[300, 550, 850, 1600])),
            (FormFactor, texts(&["ATX", "SFX", "SFX-L", "TFX", "Odd"])),
            (PsuLength, numbers(&[100, 160, 210])),
            (Pcie8pin, numbers(&[0, 1, 2, 4])),
            (Pcie16pin, numbers(&[0, 1])),
            (Eps8pin, numbers(&[1, 2])),
            (AtxVersion, texts(&["2.4", "3.0"])),
        ],
        Category::Case => vec![
            (CaseSupportedFormFactors, lists(FORMS)),
            (CasePsuFormFactors, lists(&["ATX", "SFX", "SFX-L", "TFX"])),
            (MaxGpuLength, numbers(&[200, 320, 400])),
            (MaxCoolerHeight, numbers(&[60, 160])),
            (MaxPsuLength, numbers(&[130, 180])),
            (RadiatorSupport, lists(&["front 360", "top 240", "rear 140", "280mm"])),
            (Bays35, numbers(&[0, 2])),
            (Bays25, numbers(&[0, 2])),
            (ExpansionSlots, numbers(&[0, 2, 7])),
            (IncludedPsuWattage, numbers(&[0, 200, 500])),
            (BackConnect, flags()),
        ],
        Category::CpuCooler => vec![
            (CoolerType, texts(&["AIR", "AIO"])),
            (CoolerHeight, numbers(&[37, 155, 170])),
            (RadiatorSize, numbers(&[120, 240, 280, 360, 92])),
            (CoolerSockets, lists(&["AM4", "AM5", "LGA115x", "LGA1700", "LGA1851", "AM3"])),
            (CoolerTdp, numbers(&[95, 260])),
        ],
        Category::Monitor => {
            vec![(Resolution, texts(&["1920x1080", "7680x2160", "wide"])), (RefreshRate, numbers(&[60, 240]))]
        }
        _ => vec![(FanQuantity, numbers(&[1, 3]))],
    }
}

fn specs(category: Category) -> BoxedStrategy<Specs> {
    let options: Vec<_> = facts(category)
        .into_iter()
        .map(|(key, values)| option::weighted(0.7, values).prop_map(move |value| (key, value)))
        .collect();
    options
        .prop_map(|found| {
            let mut specs = Specs::new();
            for (key, value) in found {
                if let Some(value) = value {
                    specs.insert(key, value).expect("a plausible value");
                }
            }
            agree(&mut specs);
            specs
        })
        .boxed()
}

/// Makes a part's facts consistent: contradictory ones can change each other's verdicts in any way.
fn agree(specs: &mut Specs) {
    let kit = (specs.integer(SpecKey::Modules), specs.integer(SpecKey::ModuleCapacity));
    if let ((Some(modules), Some(each)), true) = (kit, specs.get(SpecKey::RamCapacity).is_some()) {
        specs.insert(SpecKey::RamCapacity, SpecValue::Integer(modules * each)).expect("a plausible value");
    }
    let chipset = specs.text(SpecKey::MotherboardChipset).and_then(tables::chipset);
    let model = specs.text(SpecKey::CpuChipset).and_then(tables::processor);
    let lines =
        specs.text(SpecKey::GpuChipset).map(|chip| tables::gpu_chip(chip, specs.integer(SpecKey::GpuVram)));
    let card = lines.and_then(|lines| lines.first().map(|chip| i64::from(chip.watts)));
    let mut put = |key, value: Option<SpecValue>| {
        if let (Some(value), true) = (value, specs.get(key).is_some()) {
            specs.insert(key, value).expect("a plausible value");
        }
    };
    let socket = chipset.map(|found| found.socket).or(model.map(|found| found.socket));
    put(SpecKey::Socket, socket.map(|socket| SpecValue::Text(socket.to_owned())));
    let tdp = model.map(|found| i64::from(found.tdp)).or(card);
    put(SpecKey::Tdp, tdp.map(SpecValue::Integer));
    let sustained = model.and_then(|found| found.sustained).map(|watts| SpecValue::Integer(i64::from(watts)));
    put(SpecKey::MaxPower, sustained);
}

fn part(category: Category) -> BoxedStrategy<Part> {
    (specs(category), any::<u128>())
        .prop_map(move |(specs, id)| Part {
            id: ProductId(Uuid::from_u128(id)),
            category,
            name: String::new(),
            specs,
        })
        .boxed()
}

fn entry(slot: Category) -> BoxedStrategy<Entry> {
    let most = if holds_several(slot) { 3u64 } else { 1 };
    (part(slot), 1..=most).prop_map(move |(part, quantity)| Entry { slot, part, quantity }).boxed()
}

/// Generates up to one part per slot, or up to two in slots of several, in any order.
fn entries() -> BoxedStrategy<Vec<Entry>> {
    let slots: Vec<_> =
        SLOTS.into_iter().map(|slot| vec(entry(slot), 0..=if holds_several(slot) { 2 } else { 1 })).collect();
    slots.prop_map(|slots| slots.into_iter().flatten().collect::<Vec<Entry>>()).prop_shuffle().boxed()
}

fn build(entries: &[Entry]) -> Build {
    let (build, refused) = Build::new(entries.iter().cloned());
    assert_eq!(refused, []);
    build
}

/// Returns the worst outcome of every code, by code and parts.
fn outcomes(checks: &[Check]) -> BTreeMap<(Code, Vec<ProductId>), Outcome> {
    checks.iter().map(|check| ((check.code, check.parts.clone()), check.outcome)).collect()
}

fn without(specs: &Specs, gone: SpecKey) -> Specs {
    let mut fewer = Specs::new();
    for (key, value) in specs.iter().filter(|(key, _)| *key != gone) {
        fewer.insert(key, value.clone()).expect("a plausible value");
    }
    fewer
}

/// Returns the codes of a build's errors that name a part.
fn errors_about(build: &Build, id: ProductId) -> Vec<Code> {
    let errors = |check: &Check| check.outcome == Outcome::Error && check.parts.contains(&id);
    check(build).checks.into_iter().filter(errors).map(|check| check.code).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn check_ignores_part_order(entries in entries(), turn in any::<prop::sample::Index>()) {
        let mut turned = entries.clone();
        if !turned.is_empty() {
            let turn = turn.index(turned.len());
            turned.rotate_left(turn);
        }
        turned.reverse();
        prop_assert_eq!(check(&build(&entries)), check(&build(&turned)));
    }

    #[test]
    fn an_added_fact_never_turns_an_error_into_unknown(
        entries in entries(), fact in any::<prop::sample::Index>(),
    ) {
        prop_assume!(entries.iter().any(|entry| !entry.part.specs.is_empty()));
        let known: Vec<(usize, SpecKey)> = entries
            .iter()
            .enumerate()
            .flat_map(|(index, entry)| entry.part.specs.iter().map(move |(key, _)| (index, key)))
            .collect();
        let (index, key) = known[fact.index(known.len())];
        let mut fewer = entries.clone();
        fewer[index].part.specs = without(&entries[index].part.specs, key);
        let before = check(&build(&fewer));
        let after = outcomes(&check(&build(&entries)).checks);
        for check in before.checks.iter().filter(|check| check.outcome == Outcome::Error) {
            for ((code, parts), outcome) in &after {
                if *code == check.code && check.parts.iter().all(|id| parts.contains(id)) {
                    prop_assert_ne!(*outcome, Outcome::Unknown, "{:?} once {} is known", code, key);
                }
            }
        }
    }

    #[test]
    fn removing_a_part_adds_only_its_missing_error(entries in entries(), which in any::<prop::sample::Index>()) {
        prop_assume!(!entries.is_empty());
        let gone = which.index(entries.len());
        let id = entries[gone].part.id;
        let mut fewer = entries.clone();
        fewer.remove(gone);
        let before = check(&build(&entries));
        let known: Vec<Code> = before
            .checks
            .iter()
            .filter(|check| check.outcome == Outcome::Error)
            .map(|check| check.code)
            .collect();
        let after = build(&fewer);
        prop_assert!(errors_about(&after, id).is_empty());
        for check in check(&after).checks.iter().filter(|check| check.outcome == Outcome::Error) {
            // The cooler is checked against the processor's socket; without a processor, against the board's.
            let shifted = check.code == Code::CoolerSocketUnsupported && entries[gone].slot == Category::Cpu;
            // Without a chosen supply, the one included with the case is checked.
            let shifted = shifted || check.code == Code::PsuInsufficient && entries[gone].slot == Category::Psu;
            // A clash of sockets hides a clash of generations, so neither counts as new.
            prop_assert!(
                shifted || check.code.speaks_of_absence() || known.contains(&check.code),
                "{:?} is new", check.code
            );
        }
    }

    #[test]
    fn filter_and_engine_agree(
        entries in entries(),
        candidate in select(SLOTS.to_vec()).prop_flat_map(part),
    ) {
        let build = build(&entries);
        let chosen = Chosen::new(&candidate);
        let engine = hiding_code(&build, &chosen);
        let filter = Filter::for_category(&build, candidate.category).hiding_code(&chosen.facts);
        prop_assert_eq!(engine.is_some(), filter.is_some(), "engine {:?}, filter {:?}", engine, filter);
    }

    #[test]
    fn a_candidate_is_an_error_where_a_listing_hides_it(
        entries in entries(),
        candidate in select(SLOTS.to_vec()).prop_flat_map(part),
    ) {
        let build = build(&entries);
        let chosen = Chosen::new(&candidate);
        let is_chosen = build.parts().iter().any(|part| part.id == chosen.id);
        prop_assume!(!is_chosen);
        let fit = check_candidate(&build, &chosen, true);
        let decisive = fit.as_ref().and_then(|fit| fit.decisive_check());
        let is_error = decisive.is_some_and(|check| check.outcome == Outcome::Error);
        prop_assert_eq!(is_error, hiding_code(&build, &chosen).is_some());
        if let Some(check) = decisive {
            prop_assert!(check.parts.contains(&chosen.id));
        }
    }

    #[test]
    fn every_check_has_sentences_and_names_present_parts(entries in entries()) {
        let build = build(&entries);
        for check in check(&build).checks {
            super::messages::assert_sayable(&check);
            for id in check.parts.iter().chain(check.missing.iter().map(|missing| &missing.part)) {
                prop_assert!(build.parts().iter().any(|part| part.id == *id));
            }
        }
    }
}

fn bare(id: u128, category: Category) -> Part {
    Part { id: ProductId(Uuid::from_u128(id)), category, name: String::new(), specs: Specs::new() }
}

#[test]
fn invalid_entries_are_refused_and_the_rest_built() {
    let entry = |id, slot, category, quantity| Entry { slot, part: bare(id, category), quantity };
    let (build, refused) = Build::new([
        entry(1, Category::Cpu, Category::Cpu, 1),
        entry(2, Category::Cpu, Category::Cpu, 1),
        entry(3, Category::Gpu, Category::Ram, 1),
        entry(4, Category::Ram, Category::Ram, 0),
        entry(5, Category::Ram, Category::Ram, 10_000),
        entry(6, Category::Gpu, Category::Gpu, 2),
        entry(7, Category::Ram, Category::Ram, 2),
        entry(7, Category::Ram, Category::Ram, 1),
    ]);
    let kept: Vec<(Category, u32)> =
        build.parts().iter().map(|part| (part.category, part.quantity)).collect();
    assert_eq!(kept, [(Category::Cpu, 1), (Category::Ram, 3)]);
    assert!(matches!(refused[0], RefusedPart::SlotTaken { .. }));
    assert!(matches!(
        refused[1],
        RefusedPart::WrongSlot { slot: Category::Gpu, category: Category::Ram, .. }
    ));
    assert!(matches!(refused[2], RefusedPart::Quantity { quantity: 0, most: 32, .. }));
    assert!(matches!(refused[3], RefusedPart::Quantity { quantity: 10_000, .. }));
    assert!(matches!(refused[4], RefusedPart::Quantity { quantity: 2, most: 1, .. }));
    assert_eq!(refused.len(), 5);
    assert_eq!(
        refused[3].to_string(),
        format!("the RAM slot takes 1 to 32 of product {}, not 10000", bare(5, Category::Ram).id)
    );
}

#[test]
fn five_hundred_parts_are_truncated_and_checked() {
    let entries =
        (0..500).map(|id| Entry { slot: Category::Storage, part: bare(id, Category::Storage), quantity: 1 });
    let (build, refused) = Build::new(entries);
    assert_eq!((build.parts().len(), refused.len()), (64, 436));
    assert!(matches!(refused[0], RefusedPart::TooManyParts { most: 64, .. }));
    assert!(!check(&build).compatible);
}

#[test]
fn implausible_fact_is_ignored_and_the_rest_checked() {
    let stated = serde_json::json!({"length": 9000, "slotWidth": 3, "gpuChipset": "GeForce RTX 5070"});
    let (specs, refused) = Specs::from_json(stated.as_object().unwrap());
    assert_eq!(refused.len(), 1, "{refused:?}");
    let case = serde_json::json!({"maxGpuLength": 355, "expansionSlots": 2});
    let (case, _) = Specs::from_json(case.as_object().unwrap());
    let (build, _) = Build::new([
        Entry { slot: Category::Gpu, part: Part { specs, ..bare(1, Category::Gpu) }, quantity: 1 },
        Entry { slot: Category::Case, part: Part { specs: case, ..bare(2, Category::Case) }, quantity: 1 },
    ]);
    let checks = check(&build).checks;
    let outcome =
        |code: &str| checks.iter().find(|check| check.code.as_str() == code).map(|check| check.outcome);
    assert_eq!(
        (outcome("GPU_TOO_LONG"), outcome("GPU_TOO_WIDE")),
        (Some(Outcome::Unknown), Some(Outcome::Error))
    );
}
