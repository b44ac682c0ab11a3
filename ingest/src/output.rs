//! What a person or a script reads on standard output. Logs go to standard error and elsewhere.

use std::io::{IsTerminal, Write};

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use serde::Serialize;

/// Standard output, for people or as JSON.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    json: bool,
    terminal: bool,
}

impl Output {
    /// Answers as JSON when asked to.
    pub fn new(json: bool) -> Self {
        Self { json, terminal: std::io::stderr().is_terminal() }
    }

    /// Whether JSON was asked for.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Whether somebody watches: progress bars make sense.
    pub fn is_terminal(&self) -> bool {
        self.terminal && !self.json
    }

    /// A line for people; nothing in JSON.
    pub fn print_line(&self, text: impl AsRef<str>) {
        if !self.json {
            write_line(text.as_ref());
        }
    }

    /// The answer: as JSON, or as `people` words it.
    pub fn print<T: Serialize>(&self, value: &T, people: impl FnOnce() -> String) {
        if self.json {
            write_line(&serde_json::to_string_pretty(value).unwrap_or_default());
        } else {
            write_line(&people());
        }
    }

    /// Something went wrong but the rest goes on: a sentence on standard error.
    pub fn warn(&self, sentence: impl std::fmt::Display) {
        eprintln!("ingest: {sentence}");
    }

    /// The command failed: the whole chain of causes as one sentence.
    pub fn print_error(&self, error: &anyhow::Error) {
        eprintln!("ingest: {error:#}");
        if self.json {
            write_line(&serde_json::json!({ "error": format!("{error:#}") }).to_string());
        }
    }
}

/// A reader that goes away (`| head`) is no failure.
fn write_line(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}");
}

/// One line under the headings and nothing else: tables are read, copied and cut.
const RULED_HEAD: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// A table with these headings; columns named in `numbers` are set flush with their end.
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
