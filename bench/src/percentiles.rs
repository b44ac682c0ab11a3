//! Summaries of measured times.

use std::time::Duration;

/// Returns p50, p95 and p99 in milliseconds.
pub fn percentiles(times: &[Duration]) -> [f64; 3] {
    let mut times = times.to_vec();
    times.sort_unstable();
    [0.5, 0.95, 0.99].map(|part| {
        let index = ((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1));
        times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    })
}
