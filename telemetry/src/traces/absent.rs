//! A program that was built without traces.

use tokio::runtime::Handle;
use tracing::Subscriber;
use tracing_subscriber::{
    Layer,
    layer::Identity,
    registry::LookupSpan,
};

use super::TracesError;

/// Traces, which this program cannot send: there is no value of this type.
pub enum Traces {}

impl Traces {
    /// Returns `None` where `endpoint` is empty.
    ///
    /// # Errors
    /// When the settings ask for traces.
    pub fn start(
        endpoint: &str,
        _percent: u8,
        _service: &'static str,
        _runtime: &Handle,
    ) -> Result<Option<Self>, TracesError> {
        if endpoint.is_empty() {
            return Ok(None);
        }
        let reason = "but this program was built without traces (the feature `traces` of cargo)".to_owned();
        Err(TracesError { endpoint: endpoint.to_owned(), reason })
    }

    /// The layer of traces.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span> + Send + Sync,
    {
        Identity::new()
    }

    /// Sends what is left.
    pub fn stop(self) {
        match self {}
    }
}
