use std::{collections::HashMap, sync::LazyLock};

use super::{super::words, optional_column, read_number, rows};

pub(super) const TEXT: &str = include_str!("../../../../config/power/cpus.tsv");

/// A desktop processor's model, and the facts that it implies.
#[derive(Debug, Clone, PartialEq)]
pub struct Processor {
    /// The TDP or base power in W.
    pub tdp: u32,
    /// AMD's PPT or Intel's maximum turbo power in W, where the manufacturer states one.
    pub sustained: Option<u32>,
    pub socket: &'static str,
    /// A key of `generations.tsv`.
    pub generation: &'static str,
    pub integrated_graphics: bool,
    /// Whether the boxed processor includes a cooler; `None` where packages differ.
    pub boxed_cooler: Option<bool>,
    pub source: &'static str,
}

static PROCESSORS: LazyLock<HashMap<String, Processor>> =
    LazyLock::new(|| rows(TEXT).filter_map(|row| read(&row)).collect());

fn read(row: &[&'static str]) -> Option<(String, Processor)> {
    let [model, tdp, sustained, socket, generation, graphics, cooler, source] = row else { return None };
    let processor = Processor {
        tdp: tdp.parse().ok()?,
        sustained: read_number(sustained)?,
        socket,
        generation,
        integrated_graphics: yes_or_no(graphics)?,
        boxed_cooler: optional_column(cooler).and_then(yes_or_no),
        source,
    };
    Some((words::table_key(model), processor))
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// Returns the processor that a name contains, by the longest model name found in it.
pub fn processor(name: &str) -> Option<&'static Processor> {
    words::find_longest_run(&PROCESSORS, name)
}

pub(super) fn count() -> usize {
    PROCESSORS.len()
}
