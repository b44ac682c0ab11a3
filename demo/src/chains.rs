//! Chains of specifications that shops append to a name.

use domain::model::{Category, SpecKey};

use super::facts::Part;

/// Returns the search terms that a shop appends to the part's name; empty where the facts give none.
pub(super) fn chain(part: &Part) -> String {
    let text = |key| part.specs.text(key).unwrap_or_default().to_owned();
    let plain = |key| number(part, key, "", "");
    let words = match part.category {
        Category::Cpu => format!(
            "{}C/{}T {} up to {} {} {} {}",
            plain(SpecKey::Cores),
            plain(SpecKey::Threads),
            number(part, SpecKey::BaseClock, "", "GHz"),
            number(part, SpecKey::BoostClock, "", "GHz"),
            number(part, SpecKey::L3Cache, "", "MB Cache"),
            number(part, SpecKey::Tdp, "", "W"),
            if part.specs.flag(SpecKey::IncludesCooler) == Some(true) { "with Cooler" } else { "No Cooler" },
        ),
        Category::Gpu => format!(
            "{} {} {} HDMI DP Ray Tracing Video Card",
            text(SpecKey::MemoryType),
            number(part, SpecKey::MemoryBus, "", "-bit"),
            text(SpecKey::Interface),
        ),
        Category::Motherboard => board(part),
        Category::Ram => {
            let pins = match (text(SpecKey::FormFactor).as_str(), text(SpecKey::RamType).as_str()) {
                ("SO-DIMM", "DDR5") => "262-Pin",
                ("SO-DIMM", _) => "260-Pin",
                _ => "288-Pin",
            };
            format!("{pins} Unbuffered Non-ECC {} Memory", number(part, SpecKey::Voltage, "", "V"))
        }
        Category::Storage => format!(
            "{} {} Internal {} PC Laptop",
            number(part, SpecKey::ReadSpeed, "Up to ", "MB/s Read"),
            number(part, SpecKey::WriteSpeed, "", "MB/s Write"),
            text(SpecKey::Interface),
        ),
        Category::Psu => format!(
            "{} {} 120mm Fan ATX PC Power Supply Unit",
            text(SpecKey::PsuEfficiency).replace("80+", "80 PLUS"),
            match text(SpecKey::PsuModularity).as_str() {
                "Full" => "Full Modular",
                _ => "Non Modular",
            },
        ),
        Category::Case => format!(
            "{} Gaming Computer Case {} USB Type-C",
            text(SpecKey::SidePanel),
            number(part, SpecKey::MaxGpuLength, "GPU up to ", "mm"),
        ),
        Category::CpuCooler => {
            format!("{} for Intel LGA1700 LGA1200 AMD AM5 AM4", number(part, SpecKey::CoolerTdp, "", "W TDP"),)
        }
        _ => peripheral(part),
    };
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn board(part: &Part) -> String {
    let text = |key| part.specs.text(key).unwrap_or_default();
    format!(
        "{} {} {} {} {} {} {} HDMI DP {}",
        text(SpecKey::MotherboardChipset),
        text(SpecKey::Socket),
        number(part, SpecKey::MemorySlots, "", " x DIMM"),
        text(SpecKey::RamType),
        number(part, SpecKey::M2Slots, "", " x M.2"),
        number(part, SpecKey::SataPorts, "", " x SATA"),
        text(SpecKey::Ethernet).replace(" Gb/s", "GbE LAN"),
        text(SpecKey::FormFactor).replace("Micro ATX", "mATX"),
    )
}

fn peripheral(part: &Part) -> String {
    let text = |key| part.specs.text(key).unwrap_or_default();
    match part.category {
        Category::CaseFan => format!(
            "{} {} 4-Pin PWM Quiet PC Fan",
            number(part, SpecKey::MaxRpm, "", "RPM"),
            number(part, SpecKey::MaxAirflow, "", "CFM"),
        ),
        Category::Monitor => format!(
            "{} {} HDMI DP {}",
            number(part, SpecKey::ResponseTime, "", "ms"),
            number(part, SpecKey::Brightness, "", " nits"),
            text(SpecKey::AdaptiveSync),
        ),
        Category::Keyboard => {
            format!("{} Switch {} for PC Mac", text(SpecKey::SwitchType), text(SpecKey::KeyboardSize))
        }
        Category::Mouse => format!(
            "{} {} {}",
            number(part, SpecKey::MaxDpi, "", " DPI"),
            number(part, SpecKey::Buttons, "", " Buttons"),
            number(part, SpecKey::Weight, "", "g"),
        ),
        Category::Headset => {
            format!("{} with Microphone for PC PS5 Xbox", number(part, SpecKey::DriverSize, "", "mm Drivers"))
        }
        _ => String::new(),
    }
}

/// Returns a number with the text around it; empty where the part does not state the number.
fn number(part: &Part, key: SpecKey, before: &str, after: &str) -> String {
    let value = part.specs.integer(key).map(|value| value.to_string());
    let value = value.or_else(|| part.specs.number(key).map(|value| value.to_string()));
    value.map(|value| format!("{before}{value}{after}")).unwrap_or_default()
}
