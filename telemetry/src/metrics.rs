use std::{panic::PanicHookInfo, time::Duration};

use ::metrics::{counter, gauge};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use metrics_process::Collector;
use sqlx::PgPool;

use crate::families;

pub use metrics_exporter_prometheus::BuildError as MetricsError;

/// Buckets from half a millisecond: a search takes about one.
const REQUEST_SECONDS: [f64; 12] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
/// A stage of a search takes a part of that.
const STAGE_SECONDS: [f64; 8] = [0.00005, 0.0002, 0.0005, 0.001, 0.0025, 0.01, 0.05, 0.25];
/// Jobs take from a moment to hours.
const JOB_SECONDS: [f64; 8] = [0.1, 1.0, 10.0, 60.0, 300.0, 1200.0, 3600.0, 14400.0];
/// Time between two summaries of the recorded samples.
const UPKEEP: Duration = Duration::from_secs(5);

/// The metrics of this process.
#[derive(Clone)]
pub struct Metrics {
    handle: PrometheusHandle,
    process: Collector,
    version: &'static str,
}

impl Metrics {
    /// Begins to record; once in a process.
    ///
    /// # Errors
    /// When something records already.
    pub fn install(version: &'static str) -> Result<Self, BuildError> {
        let handle = builder()?.install_recorder()?;
        families::describe();
        let process = Collector::default();
        process.describe();
        Ok(Self { handle, process, version })
    }

    /// All metrics in Prometheus' text format, this process' memory, processor time and descriptors as of now.
    pub fn render(&self) -> String {
        self.process.collect();
        gauge!("build_info", "version" => self.version).set(1.0);
        self.handle.render()
    }

    /// Summarises the recorded samples every few seconds, until dropped: while nobody reads the metrics, the samples
    /// would pile up.
    pub async fn run_upkeep(self) {
        loop {
            tokio::time::sleep(UPKEEP).await;
            self.handle.run_upkeep();
        }
    }
}

fn builder() -> Result<PrometheusBuilder, BuildError> {
    let full = |name: &str| Matcher::Full(name.to_owned());
    PrometheusBuilder::new()
        .set_buckets_for_metric(full("http_request_duration_seconds"), &REQUEST_SECONDS)?
        .set_buckets_for_metric(full("search_stage_duration_seconds"), &STAGE_SECONDS)?
        .set_buckets_for_metric(full("job_duration_seconds"), &JOB_SECONDS)
}

/// Records how many connections of a pool are used and idle.
pub fn record_pool(db: &PgPool) {
    let idle = db.num_idle();
    let used = (db.size() as usize).saturating_sub(idle);
    gauge!("database_connections", "state" => "idle").set(idle as f64);
    gauge!("database_connections", "state" => "used").set(used as f64);
    gauge!("database_connections_max").set(f64::from(db.options().get_max_connections()));
}

/// Logs every panic like any other error, and counts it.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|panic: &PanicHookInfo<'_>| {
        counter!("panics_total").increment(1);
        tracing::error!("{panic}");
    }));
}
