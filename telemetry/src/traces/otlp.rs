//! Sends the spans of requests and jobs in batches to a collector, by OTLP over HTTP.

use std::{
    fmt,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use async_trait::async_trait;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{Sampler, SdkTracerProvider},
};
use tokio::runtime::Handle;
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::{Layer, filter::FilterFn, registry::LookupSpan};

use super::{TRACING, TracesError};

/// Maximum time of sending one batch, and of sending the last one when the process stops.
const MAX_SEND_WAIT: Duration = Duration::from_secs(5);
/// Events of sqlx: one for each query, with its text ($1 stands for each value) and its time.
const QUERIES: &str = "sqlx::query";
/// Spans of libraries are left out: they name connections and tasks, not work of ours.
const OWN_CRATES: [&str; 5] = ["api", "domain", "indexer", "ingest", "pictures"];

/// The traces of this process, while they are switched on.
pub struct Traces {
    provider: SdkTracerProvider,
}

impl Traces {
    /// Begins to send traces to the collector at `endpoint`, `percent` of a hundred; `None` where `endpoint` is empty.
    /// The sender is a thread of its own, which does its HTTP on `runtime`. Spans beyond 2,048 that wait are dropped.
    ///
    /// # Errors
    /// When the endpoint is no address.
    pub fn start(
        endpoint: &str,
        percent: u8,
        service: &'static str,
        runtime: &Handle,
    ) -> Result<Option<Self>, TracesError> {
        if endpoint.is_empty() {
            return Ok(None);
        }
        let failed = |reason: String| TracesError {
            endpoint: endpoint.to_owned(),
            reason: format!("which is no address such as http://127.0.0.1:4318: {reason}"),
        };
        let address = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
        reqwest::Url::parse(&address).map_err(|error| failed(error.to_string()))?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Collector::new(runtime.clone()).map_err(|error| failed(error.to_string()))?)
            .with_endpoint(address)
            .with_timeout(MAX_SEND_WAIT)
            .build()
            .map_err(|error| failed(error.to_string()))?;
        let provider = SdkTracerProvider::builder()
            .with_sampler(Sampler::TraceIdRatioBased(f64::from(percent) / 100.0))
            .with_resource(Resource::builder().with_service_name(service).build())
            .with_batch_exporter(exporter)
            .build();
        TRACING.store(true, Ordering::Relaxed);
        Ok(Some(Self { provider }))
    }

    /// The layer that makes spans of `tracing` spans of a trace.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span> + Send + Sync,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.provider.tracer("tajmeea"))
            .with_context_activation(false)
            .with_location(false)
            .with_threads(false)
            .with_filter(FilterFn::new(is_traced).with_max_level_hint(Level::DEBUG))
    }

    /// Sends what is left, for five seconds at most. Blocks: not for a thread of the runtime.
    pub fn stop(self) {
        if let Err(error) = self.provider.shutdown_with_timeout(MAX_SEND_WAIT) {
            tracing::warn!("Cannot send the last traces: {error}");
        }
    }
}

fn is_traced(metadata: &Metadata<'_>) -> bool {
    if metadata.is_span() {
        let name = metadata.target().split("::").next().unwrap_or_default();
        return OWN_CRATES.contains(&name);
    }
    metadata.target() == QUERIES
}

/// Posts batches to the collector.
struct Collector {
    client: reqwest::Client,
    runtime: Handle,
    /// Whether the last batch failed.
    failing: AtomicBool,
}

impl Collector {
    fn new(runtime: Handle) -> Result<Self, reqwest::Error> {
        // reqwest is built without a TLS provider of its own. An error means that one is installed already, which
        // serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().timeout(MAX_SEND_WAIT).build()?;
        Ok(Self { client, runtime, failing: AtomicBool::new(false) })
    }

    /// Logs the first failure after a success, and the first success after a failure.
    fn log_change(&self, failure: Option<&str>) {
        let was_failing = self.failing.swap(failure.is_some(), Ordering::Relaxed);
        match failure {
            Some(reason) if !was_failing => {
                tracing::warn!("Traces are lost: the collector of telemetry.otlp_endpoint fails: {reason}");
            }
            None if was_failing => tracing::info!("Traces are sent again"),
            _ => {}
        }
    }
}

impl fmt::Debug for Collector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collector").finish_non_exhaustive()
    }
}

#[async_trait]
impl HttpClient for Collector {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        // The thread that sends batches has no runtime of its own, which reqwest needs.
        let posting = self.runtime.spawn(async move {
            let answer = client.execute(request.try_into()?).await?;
            let status = answer.status();
            Ok::<_, reqwest::Error>((status, answer.bytes().await?))
        });
        let posted = match posting.await {
            Ok(posted) => posted.map_err(HttpError::from),
            Err(error) => Err(HttpError::from(error)),
        };
        match &posted {
            Ok((status, _)) if status.is_success() => self.log_change(None),
            Ok((status, _)) => self.log_change(Some(&status.to_string())),
            Err(error) => self.log_change(Some(&error.to_string())),
        }
        let (status, body) = posted?;
        let mut response = Response::new(body);
        *response.status_mut() = status;
        Ok(response)
    }
}
