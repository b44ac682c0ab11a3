use std::{num::NonZeroU32, time::Duration};

use axum::{Router, routing::get};
use metrics::gauge;
use telemetry::Metrics;
use tokio::{net::TcpListener, sync::watch};
use tracing::info;

use super::figures;
use crate::{
    http::connections::{self, ConnectionLimits},
    services::search_index::SearchIndex,
    state::AppState,
};

/// Limits on connections of those who read metrics.
const LIMITS: ConnectionLimits = ConnectionLimits {
    max_connections: NonZeroU32::MIN.saturating_add(31),
    head: Duration::from_secs(10),
    body: Duration::from_secs(10),
    idle: Duration::from_secs(120),
};

/// Serves `/metrics` until told to stop, and keeps the figures of the database fresh meanwhile.
pub(super) async fn serve(
    listener: TcpListener,
    metrics: Metrics,
    app: AppState,
    stopping: watch::Receiver<bool>,
) {
    if let Ok(address) = listener.local_addr() {
        info!("Metrics on http://{address}/metrics");
    }
    let upkeep = tokio::spawn(metrics.clone().run_upkeep());
    let counting = tokio::spawn(figures::measure_periodically(app.db.clone()));
    let routes = Router::new().route(
        "/metrics",
        get(async move || {
            measure_index(&app.index);
            telemetry::record_pool(&app.db);
            app.reads.record();
            metrics.render()
        }),
    );
    // Only Prometheus connects to this port, and its connections need not be drained.
    let (_never, draining) = watch::channel(false);
    connections::serve(listener, routes, LIMITS, draining, stopping).await;
    upkeep.abort();
    counting.abort();
}

/// Measures the index: its size, and its lag behind the database.
fn measure_index(index: &SearchIndex) {
    let engine = index.unready_engine();
    let stats = engine.stats();
    let status = index.status();
    gauge!("index_documents").set(stats.documents as f64);
    gauge!("index_bytes").set(stats.bytes as f64);
    gauge!("index_generation").set(stats.generation as f64);
    gauge!("index_rebuilding").set(f64::from(u8::from(status.rebuilding)));
    gauge!("index_damaged").set(f64::from(u8::from(engine.is_damaged())));
    if let Some(lag) = status.lag() {
        gauge!("index_lag_seconds").set(lag.as_secs_f64());
    }
}
