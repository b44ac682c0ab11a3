//! Metrics of workers and schedulers, for Prometheus.

use std::net::SocketAddr;

use anyhow::Context;
use axum::{Router, routing::get};
use sqlx::PgPool;
use telemetry::Metrics;
use tokio::net::TcpListener;

/// Serves `/metrics` until the process ends.
///
/// # Errors
/// When the address is taken.
pub(crate) async fn start(address: SocketAddr, db: &PgPool) -> anyhow::Result<()> {
    let listener = TcpListener::bind(address).await.with_context(|| {
        format!("cannot listen on {address} (ingest.metrics_listen): stop the program that uses it, or set another address")
    })?;
    let metrics = Metrics::install(env!("CARGO_PKG_VERSION"))?;
    tracing::info!("Metrics on http://{}/metrics", listener.local_addr()?);
    tokio::spawn(metrics.clone().run_upkeep());
    let db = db.clone();
    let routes = Router::new().route(
        "/metrics",
        get(async move || {
            telemetry::record_pool(&db);
            metrics.render()
        }),
    );
    tokio::spawn(async move { axum::serve(listener, routes).await });
    Ok(())
}
