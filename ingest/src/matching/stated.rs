//! Facts that a thing states, and those that go without saying.

use domain::model::{SpecKey, SpecValue};

use super::item::Item;

/// Whether two things are said and the same, and whether they are said and differ.
pub(super) fn agreement<T: PartialEq>(left: &Option<T>, right: &Option<T>) -> (f64, f64) {
    match (left, right) {
        (Some(left), Some(right)) => (f64::from(left == right), f64::from(left != right)),
        _ => (0.0, 0.0),
    }
}

/// Whether shops leave the value out because it goes without saying: black, no lights.
pub(super) fn is_plain(key: SpecKey, value: &SpecValue) -> bool {
    match key {
        SpecKey::Color => value.to_texts().iter().all(|colour| colour.eq_ignore_ascii_case("black")),
        // A single fan.
        SpecKey::FanQuantity => value.as_integer() == Some(1),
        _ => value.as_flag() == Some(false),
    }
}

/// Whether a thing's typed facts say what a word of a name says: a colour, a memory type, Wi-Fi.
pub(super) fn is_said(item: &Item, word: &str) -> bool {
    const TOLD: [SpecKey; 5] =
        [SpecKey::Color, SpecKey::RamType, SpecKey::Lighting, SpecKey::PanelType, SpecKey::StorageKind];
    let in_text = TOLD
        .iter()
        .filter_map(|key| item.specs.get(*key))
        .any(|value| value.to_texts().iter().any(|text| text.eq_ignore_ascii_case(word)));
    in_text
        || match word {
            "wifi" => item.specs.flag(SpecKey::Wifi) == Some(true),
            "rgb" => item.specs.flag(SpecKey::Rgb) == Some(true),
            "wireless" => item.specs.flag(SpecKey::Wireless) == Some(true),
            _ => false,
        }
}
