//! Signals between a process and its operators: logs, metrics for Prometheus, traces for OpenTelemetry, signs of life
//! for systemd, and the signals that stop a service.

mod families;
mod logs;
mod metrics;
mod service;
mod traces;

pub use logs::{start_logs, start_server_logs};
pub use metrics::{Metrics, MetricsError, log_panics, record_pool};
pub use service::{notify_ready, notify_stopping, run_watchdog, stop_signal};
pub use traces::{Traces, TracesError, is_tracing};
