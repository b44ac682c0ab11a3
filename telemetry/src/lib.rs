//! Signals of a process to its operators: metrics for Prometheus, and signs of life for systemd.

mod families;
mod metrics;
mod service;

pub use metrics::{Metrics, MetricsError, log_panics, record_pool};
pub use service::{notify_ready, notify_stopping, run_watchdog};
