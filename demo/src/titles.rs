//! Titles of the same product at different shops: each shop has a habit, and each offer departs from it a little.

use domain::model::{Category, SpecKey};

use super::{
    facts::{Part, capacity},
    seed,
    shop_kind::ShopKind,
};

const SALT_ORDER: u64 = 20;
const SALT_DETAILS: u64 = 21;
const SALT_NUMBER: u64 = 22;
const SALT_SHORT: u64 = 23;
const SALT_SPELLING: u64 = 24;

/// Returns the English (or Latin) title of `part` in a shop.
pub(super) fn english(kind: ShopKind, part: &Part, offer: u64) -> String {
    let model = spelled(part, offer, kind == ShopKind::BandarPc);
    let details = details(part);
    let brand = part.manufacturer.as_str();
    let number = part.part_number.as_deref().filter(|number| !model.contains(number));
    let often = |salt: u64, percent: i64| seed::below(offer, salt, 0, 100) < percent;
    match kind {
        ShopKind::DhowDigital => {
            let mut title = format!("{brand} {model}");
            append(&mut title, " ", Some(details.as_str()).filter(|_| often(SALT_DETAILS, 60)));
            append(&mut title, " | ", number.filter(|_| often(SALT_NUMBER, 35)));
            title
        }
        ShopKind::NoorComputers | ShopKind::SafatTech => {
            let mut title = format!("{brand} {model}");
            append(&mut title, ", ", Some(details.as_str()).filter(|_| often(SALT_DETAILS, 80)));
            append(&mut title, " - ", number.filter(|_| often(SALT_NUMBER, 25)));
            title
        }
        ShopKind::BandarPc => {
            let mut title = if often(SALT_ORDER, 35) && part.category == Category::Gpu {
                format!("{model} {brand}")
            } else {
                format!("{brand} {model}")
            };
            append(&mut title, " ", Some(details.as_str()).filter(|_| often(SALT_DETAILS, 30)));
            if often(SALT_SHORT, 40) {
                title = title.to_uppercase();
            }
            if let Some(number) = number.filter(|_| often(SALT_NUMBER, 30)) {
                title = format!("{title} ({number})");
            }
            title
        }
        ShopKind::SidraStore => match number.filter(|_| often(SALT_NUMBER, 65)) {
            Some(number) if often(SALT_ORDER, 50) => format!("{number} {brand} {model} {details}"),
            Some(number) => format!("{brand} {model} {details} [{number}]"),
            None => format!("{brand} {details} {model}"),
        },
        ShopKind::MirqabMart => {
            let mut title = if often(SALT_ORDER, 25) {
                format!("{details} {brand} {model}")
            } else {
                format!("{brand} {model} {details}")
            };
            append(&mut title, " ", number.filter(|_| often(SALT_NUMBER, 10)));
            title
        }
    }
}

/// Returns a title for several sizes of one series, for shops that sell them as variants of one product.
pub(super) fn series_title(part: &Part) -> String {
    let kind = match part.specs.text(SpecKey::StorageFormFactor) {
        Some("M.2-NVMe") => "NVMe M.2 SSD",
        Some("2.5-SATA") => "2.5\" SATA SSD",
        _ => "3.5\" Internal Hard Drive",
    };
    format!("{} {} {kind}", part.manufacturer, part.series.as_deref().unwrap_or(&part.model))
}

/// Whether the shop sells the sizes of this series as variants of one product.
pub(super) fn sold_by_size(kind: ShopKind, part: &Part) -> bool {
    kind == ShopKind::DhowDigital && part.category == Category::Storage && part.series.is_some()
}

/// Returns the name of a variant: the drive's size.
pub(super) fn size(part: &Part) -> String {
    part.specs.integer(SpecKey::StorageCapacity).map(capacity).unwrap_or_default()
}

fn append(title: &mut String, separator: &str, more: Option<&str>) {
    if let Some(more) = more.filter(|more| !more.is_empty()) {
        title.push_str(separator);
        title.push_str(more);
    }
}

/// Returns the model as this offer spells it: names shortened, units apart, kits counted another way.
fn spelled(part: &Part, offer: u64, terse: bool) -> String {
    let mut model = part.model.clone();
    let variant = seed::below(offer, SALT_SPELLING, 0, 6);
    let mut swap = |from: &str, to: &str| {
        if model.contains(from) {
            model = model.replacen(from, to, 1);
        }
    };
    match part.category {
        Category::Gpu => {
            if terse || variant < 2 {
                swap("GeForce RTX", "RTX");
                swap("Radeon RX", "RX");
            }
            match variant {
                1 => swap(" OC", " OC Edition"),
                3 => swap("GB", " GB"),
                4 => swap(" Ti ", "Ti "),
                _ => {}
            }
        }
        Category::Cpu => match variant {
            0 => swap("Core i", "i"),
            1 => swap("-1", " 1"),
            2 if terse => swap("Ryzen ", "R"),
            3 => swap("Core Ultra", "Ultra"),
            _ => {}
        },
        Category::Ram => {
            match variant {
                0 | 1 => swap("DDR5-", "DDR5 "),
                2 => swap("DDR4-", "DDR4 "),
                _ => {}
            }
            if variant % 2 == 0 {
                swap("(2x", "(2 x ");
            } else if terse {
                swap("(2x8GB)", "8GBx2");
                swap("(2x16GB)", "16GBx2");
                swap("(2x32GB)", "32GBx2");
            }
        }
        Category::Storage => {
            if variant == 1 {
                swap("TB", " TB");
            } else if variant == 2 {
                swap("1TB", "1000GB");
            }
        }
        Category::Psu if variant == 1 => swap("W ", " Watt "),
        Category::Motherboard if variant == 1 => swap("WIFI", "WiFi"),
        _ => {}
    }
    model
}

/// Returns a few words of description, as shops append them.
fn details(part: &Part) -> String {
    let text = |key| part.specs.text(key).unwrap_or_default();
    let number = |key| part.specs.integer(key).map(|value| value.to_string()).unwrap_or_default();
    let words = match part.category {
        Category::Cpu => format!("{}-Core {} Processor", number(SpecKey::Cores), text(SpecKey::Socket)),
        Category::Gpu => format!("{} Graphics Card", text(SpecKey::MemoryType)),
        Category::Motherboard => {
            let form = match text(SpecKey::FormFactor) {
                "Micro ATX" => "mATX",
                other => other,
            };
            format!("{} {} {form} Motherboard", text(SpecKey::Socket), text(SpecKey::RamType))
        }
        Category::Ram => match text(SpecKey::FormFactor) {
            "SO-DIMM" => "Laptop Memory".to_owned(),
            _ => "Desktop Memory".to_owned(),
        },
        Category::Storage => match (text(SpecKey::StorageFormFactor), text(SpecKey::Interface)) {
            ("M.2-NVMe", interface) => {
                format!("{} NVMe SSD", interface.replace("PCIe ", "PCIe Gen").replace(".0 x4", ""))
            }
            ("2.5-SATA", _) => "2.5\" SATA SSD".to_owned(),
            _ => "3.5\" SATA Hard Drive".to_owned(),
        },
        Category::Psu => {
            let wattage = number(SpecKey::PsuWattage);
            let watts = if part.model.contains(&wattage) { String::new() } else { format!("{wattage}W ") };
            let modular = match text(SpecKey::PsuModularity) {
                "Full" => "Fully Modular ",
                _ => "",
            };
            format!("{watts}{} {modular}Power Supply", text(SpecKey::PsuEfficiency))
        }
        Category::Case => format!("{} Case", text(SpecKey::CaseFormFactor)),
        Category::CpuCooler => match number(SpecKey::RadiatorSize) {
            size if size.is_empty() => "CPU Air Cooler".to_owned(),
            size if part.model.contains(&size) => "AIO Liquid Cooler".to_owned(),
            size => format!("{size}mm AIO Liquid Cooler"),
        },
        Category::CaseFan => format!("{}mm Case Fan", number(SpecKey::FanSize)),
        Category::Monitor => monitor_details(part),
        Category::Keyboard => "Gaming Keyboard".to_owned(),
        Category::Mouse => "Gaming Mouse".to_owned(),
        Category::Headset => "Gaming Headset".to_owned(),
        Category::Other => String::new(),
    };
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn monitor_details(part: &Part) -> String {
    let resolution = match part.specs.text(SpecKey::Resolution) {
        Some("1920x1080") => "FHD",
        Some("2560x1440") => "QHD",
        Some("3440x1440") => "UWQHD",
        Some("3840x2160") => "4K UHD",
        Some(other) => other,
        None => "",
    };
    let size = part.specs.number(SpecKey::ScreenSize).map(|inches| format!("{inches}\"")).unwrap_or_default();
    let rate = part.specs.integer(SpecKey::RefreshRate).map(|rate| format!("{rate}Hz")).unwrap_or_default();
    let panel = part.specs.text(SpecKey::PanelType).unwrap_or_default();
    let purpose = match part.specs.integer(SpecKey::RefreshRate) {
        Some(rate) if rate > 100 => "Gaming Monitor",
        _ => "Monitor",
    };
    format!("{size} {resolution} {rate} {panel} {purpose}")
}
