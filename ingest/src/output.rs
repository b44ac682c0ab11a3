//! Standard output of the commands, for users and scripts. Logs go to standard error.

use std::io::{IsTerminal, Write};

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use serde::Serialize;

/// Standard output, as text or as JSON.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    json: bool,
    terminal: bool,
}

impl Output {
    /// Writes JSON where `json` is set.
    pub fn new(json: bool) -> Self {
        Self { json, terminal: std::io::stderr().is_terminal() }
    }

    /// Whether JSON was requested.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Whether a user watches a terminal, so that progress bars make sense.
    pub fn is_terminal(&self) -> bool {
        self.terminal && !self.json
    }

    /// Prints a line of text; prints nothing in JSON mode.
    pub fn print_line(&self, text: impl AsRef<str>) {
        if !self.json {
            write_line(text.as_ref());
        }
    }

    /// Prints the result: as JSON, or as the text from `as_text`.
    pub fn print<T: Serialize>(&self, value: &T, as_text: impl FnOnce() -> String) {
        if self.json {
            write_line(&serde_json::to_string_pretty(value).unwrap_or_default());
        } else {
            write_line(&as_text());
        }
    }

    /// Prints a warning on standard error, for a problem that does not stop the rest.
    pub fn warn(&self, sentence: impl std::fmt::Display) {
        eprintln!("ingest: {sentence}");
    }

    /// Prints the error of a failed command: the whole chain of causes as one sentence.
    pub fn print_error(&self, error: &anyhow::Error) {
        eprintln!("ingest: {error:#}");
        if self.json {
            write_line(&serde_json::json!({ "error": format!("{error:#}") }).to_string());
        }
    }
}

/// Writes a line. A closed reader (`| head`) is no failure.
fn write_line(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}");
}

/// A single rule under the headings and no other lines: tables are read, copied and cut.
const RULED_HEAD: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Formats a table with these headings; columns in `numbers` are aligned to their end.
pub fn format_table(headings: &[&str], numbers: std::ops::Range<usize>, rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table
        .load_style(RULED_HEAD)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(headings.to_vec());
    for row in rows {
        table.add_row(row);
    }
    for index in numbers {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string()
}
