//! Generators of the remaining kinds of parts: cases, power supplies, monitors, fans, peripherals and others.

use bench::Rng;
use domain::model::Category;
use serde_json::json;

use crate::part::{COLORS, Part, WORDS};

pub(crate) fn case(rng: &mut Rng) -> Part {
    let manufacturer = rng.pick_early(&[
        "NZXT",
        "Corsair",
        "Lian Li",
        "Fractal Design",
        "be quiet!",
        "Cooler Master",
        "Phanteks",
        "DeepCool",
        "Thermaltake",
        "HYTE",
        "Montech",
        "Antec",
    ]);
    let color = rng.pick_early(&COLORS);
    let form = rng.pick(&["ATX Mid Tower", "Micro ATX Mini Tower", "ATX Full Tower", "Mini ITX Desktop"]);
    let word = rng.pick(&WORDS);
    let number = rng.below(90) * 10 + 100;
    let model = format!(
        "{word} {number}{} {form} Case {color}",
        rng.pick(&["", " Air", " Flow", " Mesh", "D", "X RGB"])
    );
    let panel = rng.pick(&["Tempered Glass", "Mesh", "Acrylic", "Solid"]);
    let specs = json!({
        "caseFormFactor": form, "caseSupportedFormFactors": ["ATX", "Micro ATX", "Mini ITX"], "sidePanel": panel, "color": [color],
        "maxGpuLength": 280 + rng.below(16) * 10, "maxCoolerHeight": 130 + rng.below(12) * 5, "volume": 20 + rng.below(50), "expansionSlots": 7,
    });
    Part::new(Category::Case, manufacturer, model, specs)
}

pub(crate) fn supply(rng: &mut Rng) -> Part {
    let manufacturer = rng.pick_early(&[
        "Corsair",
        "Seasonic",
        "be quiet!",
        "Cooler Master",
        "EVGA",
        "Thermaltake",
        "MSI",
        "ASUS",
        "Gigabyte",
        "FSP",
        "SilverStone",
    ]);
    let watts = 400 + rng.below(17) * 50;
    let (grade, rating) = rng.pick(&[
        ("Bronze", "80+ Bronze"),
        ("Gold", "80+ Gold"),
        ("Platinum", "80+ Platinum"),
        ("Titanium", "80+ Titanium"),
        ("White", "80+"),
    ]);
    let modular = rng.pick(&["Full", "Semi", "No"]);
    let series = rng.pick(&[
        "RM",
        "Focus",
        "Pure Power 12",
        "MWE",
        "SuperNOVA",
        "Toughpower",
        "MAG A",
        "TUF",
        "Hydro",
        "Strider",
    ]);
    let letters = rng.pick(&["x", "e", "i", "M", "G"]);
    let model = format!(
        "{series} {}{watts}{letters} {watts}W {rating} {}",
        grade.chars().next().unwrap_or('A'),
        if modular == "Full" { "Fully Modular" } else { "ATX" }
    );
    let specs = json!({
        "psuWattage": watts, "psuEfficiency": rating, "psuModularity": modular, "formFactor": rng.pick_early(&["ATX", "SFX"]),
        "atxVersion": rng.pick(&["2.4", "3.0", "3.1"]), "color": [rng.pick_early(&COLORS)], "psuLength": 140 + rng.below(4) * 10,
    });
    Part::new(Category::Psu, manufacturer, model, specs)
}

pub(crate) fn monitor(rng: &mut Rng) -> Part {
    let manufacturer = rng.pick_early(&[
        "Samsung",
        "LG",
        "ASUS",
        "Dell",
        "AOC",
        "MSI",
        "Gigabyte",
        "BenQ",
        "Acer",
        "ViewSonic",
        "HP",
        "Philips",
    ]);
    let size = rng.pick(&[24, 25, 27, 28, 32, 34, 49]);
    let (resolution, short) = rng.pick(&[
        ("1920x1080", "FHD"),
        ("2560x1440", "QHD"),
        ("3840x2160", "4K UHD"),
        ("3440x1440", "UWQHD"),
    ]);
    let hertz = rng.pick(&[60, 75, 100, 144, 165, 180, 240, 360]);
    let panel = rng.pick(&["IPS", "VA", "OLED", "TN"]);
    let code = format!("{}{size}{}", rng.pick(&["VG", "G", "XL", "AW", "Q", "MAG", "S", "U"]), rng.code(3));
    let curved = rng.percent(25);
    let model = format!(
        "{code} {size} inch {short} {hertz}Hz {panel}{} Gaming Monitor",
        if curved { " Curved" } else { "" }
    );
    let specs = json!({
        "screenSize": size, "resolution": resolution, "refreshRate": hertz, "panelType": panel, "curved": curved,
        "adaptiveSync": rng.pick(&["FreeSync", "G-Sync", "FreeSync Premium"]), "aspectRatio": if size >= 34 { "21:9" } else { "16:9" },
        "responseTime": rng.pick(&[0.03, 0.5, 1.0, 4.0, 5.0]), "brightness": 250 + rng.below(8) * 50,
    });
    Part::new(Category::Monitor, manufacturer, model, specs)
}

pub(crate) fn fan(rng: &mut Rng) -> Part {
    let manufacturer = rng.pick_early(&[
        "Noctua",
        "Arctic",
        "Corsair",
        "Lian Li",
        "be quiet!",
        "NZXT",
        "Cooler Master",
        "Phanteks",
        "DeepCool",
        "Thermaltake",
    ]);
    let size = rng.pick(&[80, 92, 120, 140, 200]);
    let count = rng.pick(&[1, 2, 3, 5]);
    let rgb = rng.pick(&["", " RGB", " ARGB"]);
    let color = rng.pick_early(&COLORS);
    let word = rng.pick(&WORDS);
    let model = format!(
        "{word} {}{size}{rgb} {size}mm PWM Fan {}{color}",
        rng.pick(&["P", "F", "A", "UNI ", "QX"]),
        if count > 1 { format!("{count}-Pack ") } else { String::new() }
    );
    let specs = json!({
        "fanSize": size, "fanQuantity": count, "pwm": rng.percent(80), "flowDirection": rng.pick(&["Standard", "Reverse"]),
        "lighting": if rgb.is_empty() { "None" } else { rgb.trim() }, "color": [color], "maxRpm": 1000 + rng.below(20) * 100,
    });
    Part::new(Category::CaseFan, manufacturer, model, specs)
}

const PERIPHERAL_MAKERS: [&str; 12] = [
    "Logitech",
    "Razer",
    "Corsair",
    "SteelSeries",
    "HyperX",
    "Keychron",
    "ASUS",
    "Redragon",
    "Cooler Master",
    "MSI",
    "Glorious",
    "A4Tech",
];

pub(crate) fn keyboard(rng: &mut Rng) -> Part {
    let manufacturer = rng.pick_early(&PERIPHERAL_MAKERS);
    let (kind, size) = (
        rng.pick(&["Red", "Blue", "Brown", "Silver", "Membrane"]),
        rng.pick(&["Full size", "TKL", "75%", "60%"]),
    );
    let wireless = rng.percent(45);
    let color = rng.pick_early(&COLORS);
    let model = format!(
        "{} K{} {size} {kind} Switch{} Keyboard {color}",
        rng.pick(&WORDS),
        rng.below(900) + 60,
        if wireless { " Wireless" } else { "" }
    );
    let specs = json!({
        "switchType": kind, "keyboardSize": size, "connection": if wireless { "2.4 GHz" } else { "USB" }, "layout": rng.pick(&["US", "Arabic", "UK"]),
        "wireless": wireless, "color": [color],
    });
    Part::new(Category::Keyboard, manufacturer, model, specs)
}

pub(crate) fn mouse(rng: &mut Rng) -> Part {
    let manufacturer = rng.pick_early(&PERIPHERAL_MAKERS);
    let wireless = rng.percent(55);
    let color = rng.pick_early(&COLORS);
    let dpi = 8000 + rng.below(14) * 2000;
    let model = format!(
        "{} M{} {}Gaming Mouse {color}",
        rng.pick(&WORDS),
        rng.below(900) + 60,
        if wireless { "Wireless " } else { "" }
    );
    let specs = json!({
        "connection": if wireless { "2.4 GHz" } else { "USB" }, "wireless": wireless, "maxDpi": dpi, "weight": 45 + rng.below(70),
        "sensor": rng.pick(&["Optical", "Laser", "HERO 2", "Focus Pro"]), "color": [color], "buttons": 5 + rng.below(8),
    });
    Part::new(Category::Mouse, manufacturer, model, specs)
}

pub(crate) fn headset(rng: &mut Rng) -> Part {
    let manufacturer = rng.pick_early(&PERIPHERAL_MAKERS);
    let wireless = rng.percent(55);
    let color = rng.pick_early(&COLORS);
    let model = format!(
        "{} H{} {}Gaming Headset {color}",
        rng.pick(&WORDS),
        rng.below(900) + 60,
        if wireless { "Wireless " } else { "" }
    );
    let specs = json!({
        "connection": if wireless { "2.4 GHz" } else { "3.5 mm" }, "wireless": wireless, "microphone": rng.percent(90), "color": [color], "driverSize": rng.pick(&[40, 50, 53]),
    });
    Part::new(Category::Headset, manufacturer, model, specs)
}

pub(crate) fn other(rng: &mut Rng) -> Part {
    let manufacturer = rng.pick(&PERIPHERAL_MAKERS);
    let color = rng.pick_early(&COLORS);
    let thing = rng.pick(&["Mouse Pad", "USB Hub", "Thermal Paste", "Riser Cable", "Webcam", "Capture Card"]);
    Part::new(
        Category::Other,
        manufacturer,
        format!("{} {thing} {}", rng.pick(&WORDS), rng.below(900) + 10),
        json!({ "color": [color] }),
    )
}
