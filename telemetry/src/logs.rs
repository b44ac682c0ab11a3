//! Logs on standard error: JSON for machines, lines for a terminal.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

/// Starts the log of a program that operators also type at a terminal. `TAJMEEA_LOG=json`, or a standard error that is
/// no terminal, selects JSON; `RUST_LOG` sets the level.
pub fn start_logs() {
    let terminal = std::io::stderr().is_terminal();
    let json = std::env::var("TAJMEEA_LOG").map_or(!terminal, |kind| kind == "json");
    // On a terminal, users see progress bars and sentences; machines need the log of events.
    let level = if json { "info" } else { "warn" };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A second start, as in tests, changes nothing.
    let _ = if json { builder.json().flatten_event(true).try_init() } else { builder.try_init() };
}
