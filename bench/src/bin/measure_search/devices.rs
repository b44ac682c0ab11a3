//! Generators of the remaining kinds of parts: cases, power supplies, monitors, fans, peripherals and others.

use bench::Dice;
use domain::model::Category;
use serde_json::json;

use crate::part::{COLORS, Part, WORDS};

pub(crate) fn case(dice: &mut Dice) -> Part {
    let maker = dice.pick_early(&[
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
    let color = dice.pick_early(&COLORS);
    let form = dice.pick(&["ATX Mid Tower", "Micro ATX Mini Tower", "ATX Full Tower", "Mini ITX Desktop"]);
    let word = dice.pick(&WORDS);
    let number = dice.below(90) * 10 + 100;
    let model = format!(
        "{word} {number}{} {form} Case {color}",
        dice.pick(&["", " Air", " Flow", " Mesh", "D", "X RGB"])
    );
    let panel = dice.pick(&["Tempered Glass", "Mesh", "Acrylic", "Solid"]);
    let specs = json!({
        "caseFormFactor": form, "caseSupportedFormFactors": ["ATX", "Micro ATX", "Mini ITX"], "sidePanel": panel, "color": [color],
        "maxGpuLength": 280 + dice.below(16) * 10, "maxCoolerHeight": 130 + dice.below(12) * 5, "volume": 20 + dice.below(50), "expansionSlots": 7,
    });
    Part::new(Category::Case, maker, model, specs)
}

pub(crate) fn supply(dice: &mut Dice) -> Part {
    let maker = dice.pick_early(&[
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
    let watts = 400 + dice.below(17) * 50;
    let (grade, rating) = dice.pick(&[
        ("Bronze", "80+ Bronze"),
        ("Gold", "80+ Gold"),
        ("Platinum", "80+ Platinum"),
        ("Titanium", "80+ Titanium"),
        ("White", "80+"),
    ]);
    let modular = dice.pick(&["Full", "Semi", "No"]);
    let series = dice.pick(&[
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
    let letters = dice.pick(&["x", "e", "i", "M", "G"]);
    let model = format!(
        "{series} {}{watts}{letters} {watts}W {rating} {}",
        grade.chars().next().unwrap_or('A'),
        if modular == "Full" { "Fully Modular" } else { "ATX" }
    );
    let specs = json!({
        "psuWattage": watts, "psuEfficiency": rating, "psuModularity": modular, "formFactor": dice.pick_early(&["ATX", "SFX"]),
        "atxVersion": dice.pick(&["2.4", "3.0", "3.1"]), "color": [dice.pick_early(&COLORS)], "psuLength": 140 + dice.below(4) * 10,
    });
    Part::new(Category::Psu, maker, model, specs)
}

pub(crate) fn monitor(dice: &mut Dice) -> Part {
    let maker = dice.pick_early(&[
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
    let size = dice.pick(&[24, 25, 27, 28, 32, 34, 49]);
    let (resolution, short) = dice.pick(&[
        ("1920x1080", "FHD"),
        ("2560x1440", "QHD"),
        ("3840x2160", "4K UHD"),
        ("3440x1440", "UWQHD"),
    ]);
    let hertz = dice.pick(&[60, 75, 100, 144, 165, 180, 240, 360]);
    let panel = dice.pick(&["IPS", "VA", "OLED", "TN"]);
    let code = format!("{}{size}{}", dice.pick(&["VG", "G", "XL", "AW", "Q", "MAG", "S", "U"]), dice.code(3));
    let curved = dice.percent(25);
    let model = format!(
        "{code} {size} inch {short} {hertz}Hz {panel}{} Gaming Monitor",
        if curved { " Curved" } else { "" }
    );
    let specs = json!({
        "screenSize": size, "resolution": resolution, "refreshRate": hertz, "panelType": panel, "curved": curved,
        "adaptiveSync": dice.pick(&["FreeSync", "G-Sync", "FreeSync Premium"]), "aspectRatio": if size >= 34 { "21:9" } else { "16:9" },
        "responseTime": dice.pick(&[0.03, 0.5, 1.0, 4.0, 5.0]), "brightness": 250 + dice.below(8) * 50,
    });
    Part::new(Category::Monitor, maker, model, specs)
}

pub(crate) fn fan(dice: &mut Dice) -> Part {
    let maker = dice.pick_early(&[
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
    let size = dice.pick(&[80, 92, 120, 140, 200]);
    let count = dice.pick(&[1, 2, 3, 5]);
    let rgb = dice.pick(&["", " RGB", " ARGB"]);
    let color = dice.pick_early(&COLORS);
    let word = dice.pick(&WORDS);
    let model = format!(
        "{word} {}{size}{rgb} {size}mm PWM Fan {}{color}",
        dice.pick(&["P", "F", "A", "UNI ", "QX"]),
        if count > 1 { format!("{count}-Pack ") } else { String::new() }
    );
    let specs = json!({
        "fanSize": size, "fanQuantity": count, "pwm": dice.percent(80), "flowDirection": dice.pick(&["Standard", "Reverse"]),
        "lighting": if rgb.is_empty() { "None" } else { rgb.trim() }, "color": [color], "maxRpm": 1000 + dice.below(20) * 100,
    });
    Part::new(Category::CaseFan, maker, model, specs)
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

pub(crate) fn keyboard(dice: &mut Dice) -> Part {
    let maker = dice.pick_early(&PERIPHERAL_MAKERS);
    let (kind, size) = (
        dice.pick(&["Red", "Blue", "Brown", "Silver", "Membrane"]),
        dice.pick(&["Full size", "TKL", "75%", "60%"]),
    );
    let wireless = dice.percent(45);
    let color = dice.pick_early(&COLORS);
    let model = format!(
        "{} K{} {size} {kind} Switch{} Keyboard {color}",
        dice.pick(&WORDS),
        dice.below(900) + 60,
        if wireless { " Wireless" } else { "" }
    );
    let specs = json!({
        "switchType": kind, "keyboardSize": size, "connection": if wireless { "2.4 GHz" } else { "USB" }, "layout": dice.pick(&["US", "Arabic", "UK"]),
        "wireless": wireless, "color": [color],
    });
    Part::new(Category::Keyboard, maker, model, specs)
}

pub(crate) fn mouse(dice: &mut Dice) -> Part {
    let maker = dice.pick_early(&PERIPHERAL_MAKERS);
    let wireless = dice.percent(55);
    let color = dice.pick_early(&COLORS);
    let dpi = 8000 + dice.below(14) * 2000;
    let model = format!(
        "{} M{} {}Gaming Mouse {color}",
        dice.pick(&WORDS),
        dice.below(900) + 60,
        if wireless { "Wireless " } else { "" }
    );
    let specs = json!({
        "connection": if wireless { "2.4 GHz" } else { "USB" }, "wireless": wireless, "maxDpi": dpi, "weight": 45 + dice.below(70),
        "sensor": dice.pick(&["Optical", "Laser", "HERO 2", "Focus Pro"]), "color": [color], "buttons": 5 + dice.below(8),
    });
    Part::new(Category::Mouse, maker, model, specs)
}

pub(crate) fn headset(dice: &mut Dice) -> Part {
    let maker = dice.pick_early(&PERIPHERAL_MAKERS);
    let wireless = dice.percent(55);
    let color = dice.pick_early(&COLORS);
    let model = format!(
        "{} H{} {}Gaming Headset {color}",
        dice.pick(&WORDS),
        dice.below(900) + 60,
        if wireless { "Wireless " } else { "" }
    );
    let specs = json!({
        "connection": if wireless { "2.4 GHz" } else { "3.5 mm" }, "wireless": wireless, "microphone": dice.percent(90), "color": [color], "driverSize": dice.pick(&[40, 50, 53]),
    });
    Part::new(Category::Headset, maker, model, specs)
}

pub(crate) fn other(dice: &mut Dice) -> Part {
    let maker = dice.pick(&PERIPHERAL_MAKERS);
    let color = dice.pick_early(&COLORS);
    let thing =
        dice.pick(&["Mouse Pad", "USB Hub", "Thermal Paste", "Riser Cable", "Webcam", "Capture Card"]);
    Part::new(
        Category::Other,
        maker,
        format!("{} {thing} {}", dice.pick(&WORDS), dice.below(900) + 10),
        json!({ "color": [color] }),
    )
}
