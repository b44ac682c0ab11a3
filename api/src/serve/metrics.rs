use std::{io, num::NonZeroU32, time::Duration};

use axum::{Router, routing::get};
use metrics::gauge;
use telemetry::Metrics;
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};
use tracing::{info, warn};

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
    list: Duration::from_secs(10),
    idle: Duration::from_secs(120),
};

/// Serves `/metrics` until told to stop, and keeps the figures of the database fresh meanwhile.
///
/// # Errors
/// When the listener cannot be shared with the next life of a task that failed.
pub(super) fn start(
    listener: TcpListener,
    metrics: Metrics,
    app: AppState,
    stopping: watch::Receiver<bool>,
) -> io::Result<JoinHandle<()>> {
    if let Ok(address) = listener.local_addr() {
        info!("Metrics on http://{address}/metrics");
    }
    let tasks = app.tasks.clone();
    let (upkeep, stop) = (metrics.clone(), stopping.clone());
    tasks.start("metrics upkeep", stopping.clone(), move || {
        run_until_stopped(upkeep.clone().run_upkeep(), stop.clone())
    });
    let (db, stop) = (app.db.clone(), stopping.clone());
    tasks.start("figures", stopping.clone(), move || {
        run_until_stopped(figures::measure_periodically(db.clone()), stop.clone())
    });
    let listener = listener.into_std()?;
    let stop = stopping.clone();
    Ok(tasks.start("metrics", stopping, move || {
        let listener = listener.try_clone().and_then(TcpListener::from_std);
        let (metrics, app, stop) = (metrics.clone(), app.clone(), stop.clone());
        async move {
            match listener {
                Ok(listener) => serve(listener, metrics, app, stop).await,
                Err(error) => warn!("Cannot serve the metrics: {error}"),
            }
        }
    }))
}

async fn serve(listener: TcpListener, metrics: Metrics, app: AppState, stopping: watch::Receiver<bool>) {
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
}

async fn run_until_stopped(work: impl Future<Output = ()>, mut stopping: watch::Receiver<bool>) {
    tokio::select! {
        () = work => {}
        // An error means that the sender is gone: stop as well.
        _ = stopping.wait_for(|stop| *stop) => {}
    }
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
