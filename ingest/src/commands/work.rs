use std::net::SocketAddr;

use domain::config::Config;
use tokio::sync::watch;

use super::{
    context::{open_context, stop_at_signal},
    outcome::Outcome,
};
use crate::{
    crawl::IngestContext,
    jobs::{self, Leadership, WorkerSettings},
    metrics_listener,
    output::Output,
};

/// `ingest work`
pub(super) async fn work(
    output: &Output,
    config: &Config,
    slots: Option<usize>,
    metrics_listen: Option<SocketAddr>,
) -> anyhow::Result<Outcome> {
    let context = start_service(config, metrics_listen).await?;
    let settings = WorkerSettings::new(slots.unwrap_or(config.ingest.concurrent_retailers));
    output.print_line(format!(
        "Running up to {} jobs at once (Ctrl-C stops and releases unfinished jobs).",
        settings.slots
    ));
    jobs::run_worker(&context, &settings).await?;
    Ok(Outcome::Done)
}

/// `ingest schedule`
pub(super) async fn schedule(
    output: &Output,
    config: &Config,
    metrics_listen: Option<SocketAddr>,
) -> anyhow::Result<Outcome> {
    let context = start_service(config, metrics_listen).await?;
    output.print_line("Queueing jobs by the schedules in the retailer files (Ctrl-C stops).");
    let (leadership, _) = watch::channel(Leadership::Waiting);
    jobs::run_scheduler(&context, &leadership).await?;
    Ok(Outcome::Done)
}

/// Starts a process that runs for weeks: it stops at a signal, is watched by systemd, and serves its metrics.
async fn start_service(config: &Config, metrics_listen: Option<SocketAddr>) -> anyhow::Result<IngestContext> {
    telemetry::log_panics();
    let context = open_context(config).await?;
    stop_at_signal(&context.stop);
    if let Some(address) = metrics_listen.or(config.ingest.metrics_listen) {
        metrics_listener::start(address, &context.db).await?;
    }
    telemetry::notify_ready();
    tokio::spawn(telemetry::run_watchdog());
    let stop = context.stop.clone();
    tokio::spawn(async move {
        stop.cancelled().await;
        telemetry::notify_stopping();
    });
    Ok(context)
}
