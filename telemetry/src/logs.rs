//! Logs on standard error: JSON for machines, lines for a terminal.

use std::io::{IsTerminal, Stderr};

use tracing::Subscriber;
use tracing_subscriber::{
    EnvFilter, Layer, Registry,
    fmt::{self, format::JsonFields},
    layer::SubscriberExt,
    registry::LookupSpan,
    util::SubscriberInitExt,
};

use crate::Traces;

/// Starts the log of a program that operators also type at a terminal, and traces where they are switched on.
/// `TAJMEEA_LOG=json`, or a standard error that is no terminal, selects JSON; `RUST_LOG` sets the level.
pub fn start_logs(traces: Option<&Traces>) {
    let terminal = std::io::stderr().is_terminal();
    let json = std::env::var("TAJMEEA_LOG").map_or(!terminal, |kind| kind == "json");
    // On a terminal, users see progress bars and sentences; machines need the log of events.
    let level = if json { "info" } else { "warn" };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    if json {
        start(json_lines(), filter, traces);
    } else {
        start(fmt::layer().with_writer(std::io::stderr), filter, traces);
    }
}

/// Starts the log of a server: one JSON object per line on standard error, with the span it belongs to; and traces where
/// they are switched on. `TAJMEEA_LOG` sets the levels, for instance `info,sqlx=warn`.
pub fn start_server_logs(traces: Option<&Traces>) {
    let filter = EnvFilter::try_from_env("TAJMEEA_LOG")
        .unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,tantivy=warn"));
    start(json_lines().with_span_list(false), filter, traces);
}

fn json_lines<S>() -> fmt::Layer<S, JsonFields, fmt::format::Format<fmt::format::Json>, fn() -> Stderr>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    fmt::layer().json().flatten_event(true).with_writer(std::io::stderr as fn() -> Stderr)
}

/// A second start, as in tests, changes nothing.
fn start(lines: impl Layer<Registry> + Send + Sync, filter: EnvFilter, traces: Option<&Traces>) {
    let _ = match traces {
        // The filter of the log must not decide what is traced, nor the other way round.
        Some(traces) => {
            tracing_subscriber::registry().with(lines.with_filter(filter)).with(traces.layer()).try_init()
        }
        None => tracing_subscriber::registry().with(lines.and_then(filter)).try_init(),
    };
}
