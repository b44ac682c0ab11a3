//! The lookup tables of `config/power` and `config/compat`, embedded and parsed once.
//!
//! A row that cannot be parsed is skipped instead of a panic; a test checks every row of every file.

mod boards;
mod chips;
mod processors;

pub use boards::{
    Chipset, Generation, Socket, Support, chipset, chipset_in, chipset_names, chipsets, generation,
    generation_names, generations, socket, socket_names, sockets, sockets_of_rdimm, sockets_of_udimm,
};
pub use chips::{GpuChip, gpu_chip};
pub use processors::{Processor, processor};

/// Returns the rows of a table file as columns, without comments.
pub(crate) fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split('\t').map(str::trim).collect())
}

/// Returns a column's text; `-` or an empty column means not known.
pub(crate) fn optional_column(column: &'static str) -> Option<&'static str> {
    (column != "-" && !column.is_empty()).then_some(column)
}

/// Returns a column's number, where `-` means not known; the outer `None` means that the column cannot be parsed.
pub(crate) fn read_number<T: std::str::FromStr>(column: &'static str) -> Option<Option<T>> {
    match optional_column(column) {
        None => Some(None),
        Some(text) => text.parse().ok().map(Some),
    }
}

/// Splits a column of several values.
pub(super) fn split_column(column: &'static str, separator: char) -> Vec<&'static str> {
    optional_column(column).map(|text| text.split(separator).map(str::trim).collect()).unwrap_or_default()
}

/// Returns every embedded file with its number of rows and of parsed rows, for the test that all are parsed.
#[doc(hidden)]
pub fn read_counts() -> Vec<(&'static str, usize, usize)> {
    let lines = |text| rows(text).count();
    vec![
        ("cpus.tsv", lines(processors::TEXT), processors::count()),
        ("gpus.tsv", lines(chips::TEXT), chips::count()),
        ("sockets.tsv", lines(boards::SOCKETS), boards::counts().0),
        ("generations.tsv", lines(boards::GENERATIONS), boards::counts().1),
        ("chipsets.tsv", lines(boards::CHIPSETS), boards::counts().2),
    ]
}
