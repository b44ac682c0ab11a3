//! Generators of what every PC has: processors, coolers, boards, memory, drives and graphics cards.

use bench::Rng;
use domain::model::Category;
use serde_json::json;

use crate::part::{COLORS, Part, WORDS};

pub(crate) fn processor(rng: &mut Rng) -> Part {
    let amd = rng.percent(50);
    let tier = rng.pick(&[3_u64, 5, 7, 9]);
    let cores = tier * 2;
    let (manufacturer, model, socket, generation) = if amd {
        let series = rng.pick(&[3_u64, 5, 7, 8, 9]);
        let suffix = rng.pick(&["", "X", "X3D", "G", "XT", "F"]);
        let number = series * 1000 + tier * 100 + rng.below(10) * 10;
        let socket = if series >= 7 { "AM5" } else { "AM4" };
        ("AMD", format!("Ryzen {tier} {number}{suffix}"), socket, format!("Ryzen {series}000"))
    } else {
        let series = rng.pick(&[10_u64, 11, 12, 13, 14]);
        let suffix = rng.pick(&["", "K", "KF", "F", "T", "KS"]);
        let number = series * 1000 + tier * 100 + rng.below(10) * 10;
        let socket = if series >= 12 { "LGA1700" } else { "LGA1200" };
        ("Intel", format!("Core i{tier}-{number}{suffix}"), socket, format!("Core {series}th Gen"))
    };
    let clock = 3.0 + rng.below(30) as f64 / 10.0;
    let specs = json!({
        "socket": socket, "cores": cores, "threads": cores * 2, "baseClock": 3.0, "boostClock": clock,
        "tdp": rng.pick(&[35, 65, 105, 125, 170]), "generation": generation, "integratedGraphics": rng.percent(60),
        "ramType": if socket == "AM5" { "DDR5" } else { "DDR4" }, "releaseYear": 2017 + rng.below(9),
    });
    Part::new(Category::Cpu, manufacturer, format!("{model} {}", rng.pick(&["Box", "Tray", "MPK"])), specs)
}

pub(crate) fn cooler(rng: &mut Rng) -> Part {
    let manufacturer = rng.pick_early(&[
        "Noctua",
        "be quiet!",
        "Cooler Master",
        "Corsair",
        "Arctic",
        "DeepCool",
        "NZXT",
        "Thermalright",
        "Lian Li",
        "Thermaltake",
        "ID-COOLING",
        "Scythe",
    ]);
    let water = rng.percent(50);
    let size = rng.pick(&[120, 240, 280, 360, 420]);
    let color = rng.pick_early(&COLORS);
    let rgb = rng.pick(&["", " RGB", " ARGB"]);
    let word = rng.pick(&WORDS);
    let number = rng.below(900) + 100;
    let model = if water {
        format!("{word} {size}{rgb} Liquid Cooler H{number} {color}")
    } else {
        format!("{word} N{number}{rgb} CPU Cooler {color}")
    };
    let mut specs = json!({
        "coolerType": if water { "Liquid" } else { "Air" }, "fanSize": if size % 140 == 0 { 140 } else { 120 },
        "coolerSockets": ["AM4", "AM5", "LGA1700", "LGA1851"], "color": [color],
        "lighting": if rgb.is_empty() { "None" } else { rgb.trim() }, "maxRpm": 1200 + rng.below(14) * 100,
    });
    let (key, value) =
        if water { ("radiatorSize", json!(size)) } else { ("coolerHeight", json!(120 + rng.below(50))) };
    specs[key] = value;
    Part::new(Category::CpuCooler, manufacturer, model, specs)
}

pub(crate) fn board(rng: &mut Rng) -> Part {
    let manufacturer =
        rng.pick_early(&["ASUS", "MSI", "Gigabyte", "ASRock", "Biostar", "NZXT", "Supermicro"]);
    let (chipset, socket) = rng.pick(&[
        ("B650", "AM5"),
        ("X670E", "AM5"),
        ("B850", "AM5"),
        ("X870E", "AM5"),
        ("A620", "AM5"),
        ("B550", "AM4"),
        ("X570", "AM4"),
        ("B760", "LGA1700"),
        ("Z790", "LGA1700"),
        ("H610", "LGA1700"),
        ("Z890", "LGA1851"),
    ]);
    let (letter, form) = rng.pick(&[("", "ATX"), ("M", "Micro ATX"), ("I", "Mini ITX"), ("E", "EATX")]);
    let line = rng.pick(&[
        "TUF Gaming",
        "Prime",
        "ROG Strix",
        "MAG",
        "Pro",
        "Aorus",
        "Steel Legend",
        "Eagle",
        "Phantom",
    ]);
    let wifi = rng.percent(55);
    let ram = if socket == "AM4" { "DDR4" } else { "DDR5" };
    let code = rng.pick(&["A", "F", "Plus", "Pro", "Elite", "Tomahawk", "Mortar", "S2H", "HDV", "D3HP"]);
    let revision = rng.pick(&["", " II", " V2", " Rev 1.2", " R2.0"]);
    let model = format!("{line} {chipset}{letter}-{code}{}{revision}", if wifi { " WIFI" } else { "" });
    let specs = json!({
        "socket": socket, "motherboardChipset": chipset, "formFactor": form, "ramType": ram,
        "memorySlots": rng.pick(&[2, 4]), "m2Slots": 1 + rng.below(4), "sataPorts": 4 + rng.below(2) * 2, "wifi": wifi,
        "color": [rng.pick_early(&COLORS)], "maxRamCapacity": rng.pick(&[64, 128, 192, 256]), "maxRamSpeed": 5200 + rng.below(8) * 400,
    });
    Part::new(Category::Motherboard, manufacturer, format!("{model} {ram}"), specs)
}

pub(crate) fn memory(rng: &mut Rng) -> Part {
    let manufacturer = rng.pick_early(&[
        "Corsair",
        "G.Skill",
        "Kingston",
        "Crucial",
        "TeamGroup",
        "ADATA",
        "Patriot",
        "Samsung",
        "Lexar",
        "PNY",
        "Silicon Power",
    ]);
    let line = rng.pick(&[
        "Vengeance",
        "Trident Z5",
        "Fury Beast",
        "Ripjaws",
        "Dominator",
        "T-Force Delta",
        "XPG Lancer",
        "Viper",
        "Ballistix",
    ]);
    let kind = rng.pick_early(&["DDR5", "DDR4", "DDR3"]);
    let modules = rng.pick(&[1_u64, 2, 4]);
    let each = rng.pick(&[4_u64, 8, 16, 24, 32, 48]);
    let speed = match kind {
        "DDR5" => 4800 + rng.below(10) * 400,
        "DDR4" => 2400 + rng.below(6) * 400,
        _ => 1333 + rng.below(3) * 267,
    };
    let latency = 14 + rng.below(14) * 2;
    let rgb = rng.percent(45);
    let color = rng.pick_early(&COLORS);
    let total = modules * each;
    let model = format!(
        "{line}{} {total}GB ({modules}x{each}GB) {kind} {speed}MHz CL{latency} {color}",
        if rgb { " RGB" } else { "" }
    );
    let specs = json!({
        "ramType": kind, "ramCapacity": total, "ramSpeed": speed, "modules": modules, "moduleCapacity": each,
        "casLatency": latency, "formFactor": rng.pick_early(&["UDIMM", "SO-DIMM"]), "rgb": rgb, "color": [color], "voltage": 1.35,
    });
    Part::new(Category::Ram, manufacturer, model, specs)
}

pub(crate) fn drive(rng: &mut Rng) -> Part {
    let manufacturer = rng.pick_early(&[
        "Samsung",
        "Western Digital",
        "Crucial",
        "Kingston",
        "Seagate",
        "Lexar",
        "SK hynix",
        "ADATA",
        "Corsair",
        "Toshiba",
        "SanDisk",
    ]);
    let (kind, form, interface, speed) = rng.pick(&[
        ("SSD", "M.2", "PCIe 4.0 x4", 7000_u64),
        ("SSD", "M.2", "PCIe 5.0 x4", 12_000),
        ("SSD", "M.2", "PCIe 3.0 x4", 3500),
        ("SSD", "2.5\"", "SATA 6Gb/s", 550),
        ("HDD", "3.5\"", "SATA 6Gb/s", 200),
    ]);
    let gigabytes = rng.pick(&[250_u64, 500, 1000, 2000, 4000, 8000, 16_000]);
    let size = if gigabytes >= 1000 { format!("{}TB", gigabytes / 1000) } else { format!("{gigabytes}GB") };
    let series = rng.pick(&[
        "970",
        "980",
        "990",
        "SN570",
        "SN770",
        "SN850",
        "P3",
        "P5",
        "KC3000",
        "NM790",
        "MX500",
        "BarraCuda",
        "IronWolf",
        "Fury",
    ]);
    let grade = rng.pick(&["", " Evo", " Pro", " Plus", " X", " Black", " Blue", " Red"]);
    let variant = rng.pick(&["", " with Heatsink", " Gaming", " Bulk", " Portable"]);
    let model = format!(
        "{series}{grade} {size} {form} {kind}{variant} {}{}",
        rng.pick(&["MZ", "WD", "CT", "SK"]),
        rng.below(90) + 10
    );
    let specs = json!({
        "type": kind, "storageCapacity": gigabytes, "storageFormFactor": form, "interface": interface,
        "readSpeed": speed + rng.below(8) * 10, "writeSpeed": speed - rng.below(9) * 20, "cache": rng.pick(&[256, 512, 1024, 2048]),
    });
    Part::new(Category::Storage, manufacturer, model, specs)
}

pub(crate) fn graphics(rng: &mut Rng) -> Part {
    let (chip, maker_of_chip, memory, kind) = rng.pick(&[
        ("GeForce RTX 4060", "NVIDIA", 8_u64, "GDDR6"),
        ("GeForce RTX 4060 Ti", "NVIDIA", 16, "GDDR6"),
        ("GeForce RTX 4070", "NVIDIA", 12, "GDDR6X"),
        ("GeForce RTX 4070 Super", "NVIDIA", 12, "GDDR6X"),
        ("GeForce RTX 4070 Ti", "NVIDIA", 12, "GDDR6X"),
        ("GeForce RTX 4080 Super", "NVIDIA", 16, "GDDR6X"),
        ("GeForce RTX 4090", "NVIDIA", 24, "GDDR6X"),
        ("GeForce RTX 5070", "NVIDIA", 12, "GDDR7"),
        ("GeForce RTX 5080", "NVIDIA", 16, "GDDR7"),
        ("GeForce RTX 5090", "NVIDIA", 32, "GDDR7"),
        ("GeForce RTX 3060", "NVIDIA", 12, "GDDR6"),
        ("Radeon RX 7600", "AMD", 8, "GDDR6"),
        ("Radeon RX 7700 XT", "AMD", 12, "GDDR6"),
        ("Radeon RX 7800 XT", "AMD", 16, "GDDR6"),
        ("Radeon RX 7900 XTX", "AMD", 24, "GDDR6"),
        ("Radeon RX 9070 XT", "AMD", 16, "GDDR6"),
        ("Arc B580", "Intel", 12, "GDDR6"),
    ]);
    let manufacturer = rng.pick_early(&[
        "ASUS",
        "MSI",
        "Gigabyte",
        "Sapphire",
        "Zotac",
        "PowerColor",
        "PNY",
        "XFX",
        "Palit",
        "Inno3D",
        "ASRock",
    ]);
    let line = rng.pick(&[
        "ROG Strix",
        "TUF Gaming",
        "Dual",
        "Ventus 2X",
        "Ventus 3X",
        "Gaming X Trio",
        "Eagle",
        "Windforce",
        "Pulse",
        "Nitro+",
        "Red Devil",
        "Trinity",
        "Verto",
        "Aero",
    ]);
    let color = rng.pick_early(&COLORS);
    let suffix = rng.pick(&["", " OC", " OC Edition", " V2", " White OC"]);
    let model = format!("{line} {chip}{suffix} {memory}GB {kind} {color}");
    let specs = json!({
        "gpuChipset": chip, "gpuVram": memory, "memoryType": kind, "chipsetManufacturer": maker_of_chip, "cooling": rng.pick(&["2 Fans", "3 Fans", "Blower", "Liquid"]),
        "color": [color], "length": 180 + rng.below(20) * 9, "slotWidth": 2.5, "tdp": 115 + rng.below(24) * 15, "suggestedPsu": 450 + rng.below(9) * 50,
    });
    Part::new(Category::Gpu, manufacturer, model, specs)
}
