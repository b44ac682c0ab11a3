use domain::config::Config;
use tokio::sync::watch;

use super::{
    Outcome,
    run::{open_context, stop_at_signal},
};
use crate::{
    jobs::{self, Leadership, WorkerSettings},
    output::Output,
};

/// `ingest work`
pub(super) async fn work(output: &Output, config: &Config, slots: Option<usize>) -> anyhow::Result<Outcome> {
    let context = open_context(config).await?;
    stop_at_signal(&context.stop);
    let settings = WorkerSettings::new(slots.unwrap_or(config.ingest.concurrent_retailers));
    output.print_line(format!(
        "Taking jobs, {} at once (Ctrl-C stops and gives unfinished ones back).",
        settings.slots
    ));
    jobs::run_worker(&context, &settings).await?;
    Ok(Outcome::Done)
}

/// `ingest schedule`
pub(super) async fn schedule(output: &Output, config: &Config) -> anyhow::Result<Outcome> {
    let context = open_context(config).await?;
    stop_at_signal(&context.stop);
    output.print_line("Queueing jobs as the shops' files say (Ctrl-C stops).");
    let (leadership, _) = watch::channel(Leadership::Waiting);
    jobs::run_scheduler(&context, &leadership).await?;
    Ok(Outcome::Done)
}
