//! Standard output of the commands, for users and scripts. Logs go to standard error.

use std::io::Write;

use serde_json::Value;

/// Standard output, as text or as JSON.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Output {
    pub(crate) json: bool,
}

impl Output {
    /// Prints a line of text; prints nothing in JSON mode.
    pub(crate) fn print_line(self, text: &str) {
        if !self.json {
            write_line(text);
        }
    }

    /// Prints the result: as JSON, or as a sentence.
    pub(crate) fn print(self, value: &Value, sentence: &str) {
        if self.json {
            write_line(&format!("{value:#}"));
        } else {
            write_line(sentence);
        }
    }

    /// Prints the error of a failed command: the whole chain of causes as one sentence.
    pub(crate) fn print_error(self, error: &anyhow::Error) {
        eprintln!("demo: {error:#}");
        if self.json {
            write_line(&serde_json::json!({ "error": format!("{error:#}") }).to_string());
        }
    }
}

/// Writes a line. A closed reader (`| head`) is no failure.
fn write_line(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}
