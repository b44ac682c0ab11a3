use std::{collections::HashMap, sync::LazyLock};

use super::{super::words, read_number, rows};

pub(super) const TEXT: &str = include_str!("../../../../config/power/gpus.tsv");

/// A graphics chip, and the facts that it implies for every card that carries it.
#[derive(Debug, Clone, PartialEq)]
pub struct GpuChip {
    /// The memory size in GB that this row applies to, where the figures depend on the size.
    pub memory: Option<i64>,
    /// Board power in W.
    pub watts: u32,
    /// The wattage of the supply that the manufacturer suggests, in W.
    pub suggested_psu: Option<u32>,
    /// The number of 16-pin connectors, where every card has the same; 0 where the card is powered by the slot alone.
    pub pins16: Option<u32>,
    /// The highest data rate that the outputs carry, in Gb/s.
    pub display_rate: Option<f64>,
    pub source: &'static str,
}

static CHIPS: LazyLock<HashMap<String, Vec<GpuChip>>> = LazyLock::new(|| {
    let mut chips: HashMap<String, Vec<GpuChip>> = HashMap::new();
    for (name, chip) in rows(TEXT).filter_map(|row| read(&row)) {
        // Retailers write `RTX 5070` as often as `GeForce RTX 5070`.
        for family in ["geforce ", "radeon "] {
            if let Some(short) = name.strip_prefix(family) {
                chips.entry(short.to_owned()).or_default().push(chip.clone());
            }
        }
        chips.entry(name).or_default().push(chip);
    }
    chips
});

fn read(row: &[&'static str]) -> Option<(String, GpuChip)> {
    let [name, memory, watts, psu, connectors, display, source] = row else { return None };
    let pins16 = match *connectors {
        "1x16" => Some(1),
        "none" => Some(0),
        "-" => None,
        _ => return None,
    };
    let chip = GpuChip {
        memory: read_number(memory)?,
        watts: watts.parse().ok()?,
        suggested_psu: read_number(psu)?,
        pins16,
        display_rate: read_number(display)?,
        source,
    };
    Some((words::table_key(name), chip))
}

/// Returns the rows of the chip that a name contains: one, or one for each memory size where `memory` does not decide.
pub fn gpu_chip(name: &str, memory: Option<i64>) -> Vec<&'static GpuChip> {
    let Some(lines) = words::find_longest_run(&CHIPS, name) else { return Vec::new() };
    let fitting: Vec<&GpuChip> =
        lines.iter().filter(|chip| chip.memory.is_none() || chip.memory == memory).collect();
    if fitting.is_empty() { lines.iter().collect() } else { fitting }
}

pub(super) fn count() -> usize {
    rows(TEXT).filter(|row| read(row).is_some()).count()
}
