//! Traces for OpenTelemetry: each request and each job is a span. The feature `traces` decides whether a program can send
//! them; it is on in packages, and off in what `make run` builds.

#[cfg(not(feature = "traces"))]
mod absent;
#[cfg(feature = "traces")]
mod otlp;

use std::{
    error::Error,
    fmt,
    sync::atomic::{AtomicBool, Ordering},
};

#[cfg(not(feature = "traces"))]
pub use absent::Traces;
#[cfg(feature = "traces")]
pub use otlp::Traces;

/// Whether this process sends traces.
static TRACING: AtomicBool = AtomicBool::new(false);

/// Whether this process sends traces: fields that only traces show need not be written otherwise.
pub fn is_tracing() -> bool {
    TRACING.load(Ordering::Relaxed)
}

/// Why traces cannot be sent: a wrong `telemetry.otlp_endpoint`, or a program without them.
#[derive(Debug)]
pub struct TracesError {
    endpoint: String,
    reason: String,
}

impl fmt::Display for TracesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { endpoint, reason } = self;
        write!(f, "telemetry.otlp_endpoint is {endpoint:?}, {reason}")
    }
}

impl Error for TracesError {}
