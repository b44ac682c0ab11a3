//! Whether a table of `config/specs` lists a value that titles are read into.

use domain::{
    compat::tables,
    model::{SpecKey, keys::fold::Folded},
};

use super::{chips, specs};

/// Whether a table lists this value of a chip, socket or kind of memory. Values of other facts count as listed.
pub(crate) fn is_listed_value(spec: SpecKey, value: &str) -> bool {
    match spec {
        SpecKey::GpuChipset => chips::is_listed_gpu(value),
        SpecKey::CpuChipset => chips::is_listed_cpu(&Folded::new(value)),
        SpecKey::MotherboardChipset => chips::is_listed_board_chip(value),
        SpecKey::Socket => tables::socket(value).is_some() || specs::is_listed_term(spec, value),
        SpecKey::RamType => specs::is_listed_term(spec, value),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_a_new_generation_are_not_listed() {
        for (spec, listed, new) in [
            (SpecKey::GpuChipset, "GeForce RTX 5070", "GeForce RTX 9070 Ti"),
            (SpecKey::CpuChipset, "Ryzen 5 7600", "Ryzen 5 11600X"),
            (SpecKey::MotherboardChipset, "AMD B650", "AMD B950"),
            (SpecKey::Socket, "AM5", "AM9"),
            (SpecKey::RamType, "DDR5", "DDR7"),
        ] {
            assert!(is_listed_value(spec, listed), "{listed}");
            assert!(!is_listed_value(spec, new), "{new}");
        }
    }
}
