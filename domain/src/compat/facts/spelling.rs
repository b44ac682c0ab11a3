//! One spelling for values that specs spell in several ways.

use crate::{compat::tables, model::families};

/// Returns a text without spaces and hyphens, in lower case.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').flat_map(char::to_lowercase).collect()
}

/// Returns a socket's name as the table has it, else in the spelling of its family, else as written.
pub(super) fn socket(text: &str) -> Option<String> {
    let text = text.trim();
    let listed = tables::socket(text).map(|socket| socket.name.to_owned());
    let named = || families::socket_name(squeezed(text).trim_start_matches("socket"));
    listed.or_else(named).or_else(|| Some(text.to_owned()))
}

/// Returns the socket that a word of a name means. A bare number may mean anything; `LGA1700` and `AM5` mean sockets,
/// whether or not the table lists them.
pub(super) fn named_socket(word: &str) -> Option<String> {
    let listed = tables::socket(word).filter(|_| word.chars().any(char::is_alphabetic));
    listed.map(|socket| socket.name.to_owned()).or_else(|| families::socket_name(word))
}

/// Returns the sockets that an entry of a cooler's list names; `LGA115x` names four.
pub(super) fn cooler_sockets(text: &str) -> Vec<String> {
    match squeezed(text).as_str() {
        "lga115x" | "115x" | "lga115*" => {
            ["LGA1150", "LGA1151", "LGA1155", "LGA1156"].map(str::to_owned).into()
        }
        "lga20xx" => ["LGA2011", "LGA2011-3", "LGA2066"].map(str::to_owned).into(),
        _ => socket(text).into_iter().collect(),
    }
}

/// Returns the memory type, of any generation: `DDR6` for `ddr6`, `DDR3` for `DDR3L`.
pub(super) fn memory_type(text: &str) -> Option<String> {
    families::memory_kind(&squeezed(text))
}

/// Returns the form factor of a board or supply.
pub(super) fn form_factor(text: &str) -> Option<String> {
    let name = match squeezed(text).as_str() {
        "" => return None,
        "atx" => "ATX",
        "microatx" | "matx" | "uatx" | "µatx" => "Micro ATX",
        "miniitx" | "mitx" | "itx" => "Mini-ITX",
        "eatx" | "extendedatx" => "EATX",
        "xlatx" => "XL ATX",
        "thinminiitx" => "Thin Mini-ITX",
        "minidtx" => "Mini-DTX",
        "ssieeb" => "SSI EEB",
        "ssiceb" => "SSI CEB",
        "sfx" => "SFX",
        "sfxl" => "SFX-L",
        "tfx" => "TFX",
        "flexatx" => "Flex ATX",
        "dimm" | "udimm" | "rdimm" | "288pindimm" => "DIMM",
        "sodimm" => "SO-DIMM",
        _ => return Some(text.trim().to_owned()),
    };
    Some(name.to_owned())
}

/// Returns a drive's form factor, in the names of the source specification.
pub(super) fn drive_form(text: &str) -> Option<String> {
    let name = match squeezed(text).as_str() {
        "m.2nvme" | "nvme" | "m2nvme" => "M.2-NVMe",
        "m.2sata" | "m2sata" => "M.2-SATA",
        "2.5sata" | "2.5" | "2.5ssd" => "2.5-SATA",
        "3.5hdd" | "3.5sata" | "3.5" => "3.5-HDD",
        "2.5sas" => "2.5-SAS",
        "3.5sas" => "3.5-SAS",
        "" => return None,
        _ => return Some(text.trim().to_owned()),
    };
    Some(name.to_owned())
}

/// Returns a radiator position such as `front 360`, in lower case; a bare size stays a size.
pub(super) fn radiator_position(text: &str) -> Option<String> {
    let text = text.to_lowercase().replace("mm", "");
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let size = words.iter().find(|word| word.parse::<u32>().is_ok())?;
    let place = words.iter().find(|word| word.parse::<u32>().is_err());
    Some(place.map_or_else(|| (*size).to_owned(), |place| format!("{place} {size}")))
}
