//! Facts that a product's name states: the size by which buyers choose, in one form for each category, and the colour.

use domain::model::{Category, SpecKey, Specs};

/// Number of gigabytes from which a drive's capacity is written in terabytes.
const TERABYTE: i64 = 1_000;
/// The colour that retailers leave out, and that therefore names nothing.
const PLAIN_COLOUR: &str = "Black";

/// The form of memory for laptops; that for desktops is named by nobody.
const LAPTOP_MODULE: &str = "SO-DIMM";

/// Returns the facts that a name of this category states and the words of `name` do not.
pub(super) fn fact_texts(category: Category, specs: &Specs, name: &str) -> Vec<String> {
    let number = |key| specs.integer(key);
    let unless_named =
        |value: i64, unit: &str| (!name.contains(&value.to_string())).then(|| format!("{value}{unit}"));
    let facts = match category {
        Category::Gpu => vec![number(SpecKey::GpuVram).map(|size| format!("{size}GB"))],
        Category::Ram => return memory_facts(specs),
        Category::Storage => vec![number(SpecKey::StorageCapacity).map(capacity)],
        Category::Psu => vec![number(SpecKey::PsuWattage).and_then(|watts| unless_named(watts, "W"))],
        Category::CpuCooler => {
            vec![number(SpecKey::RadiatorSize).and_then(|size| unless_named(size, "mm"))]
        }
        Category::CaseFan => {
            let pack = number(SpecKey::FanQuantity).filter(|count| *count > 1);
            vec![
                specs.number(SpecKey::FanSize).and_then(|size| unless_named(size.round() as i64, "mm")),
                pack.map(|count| format!("{count}-Pack")),
            ]
        }
        Category::Monitor => {
            let size = specs.number(SpecKey::ScreenSize);
            vec![
                size.filter(|size| !name.contains(&size.trunc().to_string())).map(|size| format!("{size}\"")),
            ]
        }
        _ => Vec::new(),
    };
    facts.into_iter().flatten().collect()
}

/// Returns the size, kind, speed and latency of a memory kit: `32GB (2x16GB) DDR5-6000 CL36`.
fn memory_facts(specs: &Specs) -> Vec<String> {
    let number = |key| specs.integer(key);
    let size = number(SpecKey::RamCapacity).map(|size| match number(SpecKey::Modules) {
        Some(modules) if modules > 1 && size % modules == 0 => {
            format!("{size}GB ({modules}x{}GB)", size / modules)
        }
        _ => format!("{size}GB"),
    });
    let speed = number(SpecKey::RamSpeed);
    let kind = match (specs.text(SpecKey::RamType), speed) {
        (Some(kind), Some(speed)) => Some(format!("{kind}-{speed}")),
        (Some(kind), None) => Some(kind.to_owned()),
        (None, Some(speed)) => Some(format!("{speed} MT/s")),
        (None, None) => None,
    };
    let latency = number(SpecKey::CasLatency).map(|latency| format!("CL{latency}"));
    let laptop = specs.text(SpecKey::FormFactor).filter(|form| *form == LAPTOP_MODULE).map(str::to_owned);
    [size, kind, latency, laptop].into_iter().flatten().collect()
}

/// Writes a capacity in gigabytes: `500GB`, `2TB`, `1.92TB`.
fn capacity(gigabytes: i64) -> String {
    if gigabytes < TERABYTE {
        return format!("{gigabytes}GB");
    }
    let (whole, rest) = (gigabytes / TERABYTE, gigabytes % TERABYTE);
    let decimals = format!("{rest:03}");
    match decimals.trim_end_matches('0') {
        "" => format!("{whole}TB"),
        decimals => format!("{whole}.{decimals}TB"),
    }
}

/// Returns the colours, joined; `None` where they are unknown or plain black.
pub(super) fn colour_text(specs: &Specs) -> Option<String> {
    let colours = specs.get(SpecKey::Color)?.to_texts();
    let is_plain = colours.iter().all(|colour| colour == PLAIN_COLOUR);
    (!is_plain).then(|| colours.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specs(facts: serde_json::Value) -> Specs {
        let (specs, refused) = Specs::from_json(facts.as_object().expect("an object"));
        assert!(refused.is_empty(), "{refused:?}");
        specs
    }

    #[test]
    fn size_has_one_form_for_each_category() {
        for (category, facts, name, expected) in [
            (Category::Gpu, serde_json::json!({ "gpuVram": 16 }), "ASUS PRIME", "16GB"),
            (
                Category::Ram,
                serde_json::json!({ "ramCapacity": 32, "modules": 2, "ramType": "DDR5", "ramSpeed": 6000, "casLatency": 36 }),
                "Corsair Vengeance",
                "32GB (2x16GB) DDR5-6000 CL36",
            ),
            (Category::Storage, serde_json::json!({ "storageCapacity": 2000 }), "Samsung 990 PRO", "2TB"),
            (Category::Storage, serde_json::json!({ "storageCapacity": 1920 }), "Kingston DC600M", "1.92TB"),
            (Category::Psu, serde_json::json!({ "psuWattage": 850 }), "Corsair RM850x", ""),
            (Category::Psu, serde_json::json!({ "psuWattage": 850 }), "be quiet! Pure Power 12 M", "850W"),
            (
                Category::CaseFan,
                serde_json::json!({ "fanSize": 120, "fanQuantity": 3 }),
                "ARCTIC P12",
                "120mm 3-Pack",
            ),
            (Category::Monitor, serde_json::json!({ "screenSize": 31.5 }), "LG 32UN880", "31.5\""),
        ] {
            assert_eq!(fact_texts(category, &specs(facts), name).join(" "), expected, "{name}");
        }
    }

    #[test]
    fn plain_black_is_not_named() {
        assert_eq!(colour_text(&specs(serde_json::json!({ "color": ["Black"] }))), None);
        let white = colour_text(&specs(serde_json::json!({ "color": ["White"] })));
        assert_eq!(white.as_deref(), Some("White"));
    }
}
