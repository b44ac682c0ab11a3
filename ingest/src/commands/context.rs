//! The context of commands that crawl: the database, the fetch settings, and the request to stop.

use std::{sync::Arc, time::Duration};

use domain::config::Config;
use tokio_util::sync::CancellationToken;

use crate::{crawl::IngestContext, database, fetch::FetchSettings};

/// Builds a context on an open database.
///
/// # Errors
/// When the database cannot be used.
pub(crate) async fn open_context(config: &Config) -> anyhow::Result<IngestContext> {
    let db = database::open(config).await?;
    Ok(IngestContext {
        db,
        config: Arc::new(config.clone()),
        fetch: fetch_settings(config),
        stop: CancellationToken::new(),
    })
}

/// Returns the settings of the HTTP client, as configured.
pub fn fetch_settings(config: &Config) -> FetchSettings {
    let ingest = &config.ingest;
    FetchSettings {
        user_agent: ingest.user_agent.clone(),
        request_timeout: Duration::from_secs(ingest.request_timeout_seconds),
        read_timeout: Duration::from_secs(ingest.request_timeout_seconds.min(20)),
        retries: ingest.retries,
        retry_pause: Duration::from_millis(ingest.retry_pause_milliseconds),
        page_limit: ingest.page_limit_megabytes.saturating_mul(1024 * 1024),
        feed_limit: ingest.feed_limit_megabytes.saturating_mul(1024 * 1024),
        ..FetchSettings::default()
    }
}

/// Stops crawls at Ctrl-C or SIGTERM; offers read before are stored.
pub(crate) fn stop_at_signal(stop: &CancellationToken) {
    let stop = stop.clone();
    let stop_signal = telemetry::stop_signal();
    tokio::spawn(async move {
        stop_signal.await;
        stop.cancel();
    });
}
