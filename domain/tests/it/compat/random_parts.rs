//! Random parts and builds for the property tests.

use domain::{
    compat::{BuildEntry, Part, holds_several, tables},
    model::{Category, ProductId, SpecKey, SpecValue, Specs},
};
use proptest::{collection::vec, option, prelude::*, sample::select};
use uuid::Uuid;

pub(super) const SLOTS: [Category; 10] = [
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
        _ => other_facts(category),
    }
}

/// Returns the facts of graphics cards, supplies, cases, coolers and monitors.
fn other_facts(category: Category) -> Vec<(SpecKey, BoxedStrategy<SpecValue>)> {
    use SpecKey::*;
    match category {
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

pub(super) fn part(category: Category) -> BoxedStrategy<Part> {
    (specs(category), any::<u128>())
        .prop_map(move |(specs, id)| Part {
            id: ProductId(Uuid::from_u128(id)),
            category,
            name: String::new(),
            specs,
        })
        .boxed()
}

fn entry(slot: Category) -> BoxedStrategy<BuildEntry> {
    let most = if holds_several(slot) { 3u64 } else { 1 };
    (part(slot), 1..=most).prop_map(move |(part, quantity)| BuildEntry { slot, part, quantity }).boxed()
}

/// Generates up to one part per slot, or up to two in slots of several, in any order.
pub(super) fn entries() -> BoxedStrategy<Vec<BuildEntry>> {
    let slots: Vec<_> =
        SLOTS.into_iter().map(|slot| vec(entry(slot), 0..=if holds_several(slot) { 2 } else { 1 })).collect();
    slots.prop_map(|slots| slots.into_iter().flatten().collect::<Vec<BuildEntry>>()).prop_shuffle().boxed()
}
