use std::{
    any::Any,
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, Method},
    middleware::Next,
    response::{IntoResponse, Response},
};
use metrics::{counter, histogram};
use tracing::{Instrument, Span, debug, field::Empty, info, info_span};

use crate::http::error::ApiError;

/// Header of the request id, as tower-http's layers name it.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Maximum length of a caller's `x-request-id`, in bytes.
const MAX_ID_BYTES: usize = 64;

/// Requests that take this long are always logged.
const SLOW: Duration = Duration::from_secs(1);

/// Chooses the requests whose log line has the level INFO: server errors, slow requests, and a sample of all others.
/// The lines of the rest have the level DEBUG, which the default log leaves out.
#[derive(Debug, Clone)]
pub struct RequestLog {
    one_in: NonZeroU32,
    answered: Arc<AtomicU64>,
}

impl RequestLog {
    /// Samples one request in `one_in`.
    pub fn new(one_in: NonZeroU32) -> Self {
        Self { one_in, answered: Arc::default() }
    }

    fn is_logged(&self, status: u16, elapsed: Duration) -> bool {
        if status >= 500 || elapsed >= SLOW {
            return true;
        }
        self.answered.fetch_add(1, Ordering::Relaxed).is_multiple_of(u64::from(self.one_in.get()))
    }
}

/// Logs every request.
impl Default for RequestLog {
    fn default() -> Self {
        Self::new(NonZeroU32::MIN)
    }
}

/// Removes a caller's request id that is not well-formed. tower-http's layer then gives the request a new one.
pub async fn drop_malformed_id(mut request: Request) -> Request {
    let is_well_formed = |id: &HeaderValue| {
        (1..=MAX_ID_BYTES).contains(&id.len())
            && id
                .as_bytes()
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
    };
    if !request.headers().get(REQUEST_ID).is_some_and(is_well_formed) {
        request.headers_mut().remove(REQUEST_ID);
    }
    request
}

/// Gives each request one log line, with its id, and its metrics. `RequestLog` chooses the level of the line.
pub async fn observe(State(log): State<RequestLog>, request: Request, next: Next) -> Response {
    let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default().to_owned();
    let method = request.method().clone();
    // Only the path is logged: a query may hold user input.
    let path = request.uri().path().to_owned();
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let span = info_span!(
        "request", request.id = %id, otel.name = Empty, otel.kind = Empty, otel.status_code = Empty,
        http.request.method = Empty, http.route = Empty, http.response.status_code = Empty
    );
    name_trace(&span, &method, route.as_deref());
    async move {
        let started = Instant::now();
        let response = next.run(request).await;
        let status = response.status().as_u16();
        let elapsed = started.elapsed();
        let milliseconds = elapsed.as_micros() as f64 / 1000.0;
        macro_rules! line {
            ($level:ident) => {
                $level!(
                    http.method = %method, http.path = path, http.route = route, http.status = status,
                    duration_ms = milliseconds, "{method} {path} answered {status} in {milliseconds} ms"
                )
            };
        }
        if log.is_logged(status, elapsed) {
            line!(info);
        } else {
            line!(debug);
        }
        // After the line of the log, which has them already.
        complete_trace(&Span::current(), &method, route.as_deref(), status);
        let labels = [
            ("method", method_label(&method).to_owned()),
            ("route", route.unwrap_or_else(|| "none".to_owned())),
            ("status", status_class(status).to_owned()),
        ];
        counter!("http_requests_total", &labels).increment(1);
        histogram!("http_request_duration_seconds", &labels).record(elapsed.as_secs_f64());
        response
    }
    .instrument(span)
    .await
}

/// Names the span of a request for traces: `GET /api/search`. The name must be there before a span below it begins.
fn name_trace(span: &Span, method: &Method, route: Option<&str>) {
    if !telemetry::is_tracing() {
        return;
    }
    let method = method_label(method);
    match route {
        Some(route) => span.record("otel.name", format_args!("{method} {route}")),
        None => span.record("otel.name", method),
    };
    span.record("otel.kind", "server");
}

/// Adds to the span of a request what its trace shows, under the names of OpenTelemetry's conventions.
fn complete_trace(span: &Span, method: &Method, route: Option<&str>, status: u16) {
    if !telemetry::is_tracing() {
        return;
    }
    span.record("http.request.method", method_label(method));
    span.record("http.route", route);
    span.record("http.response.status_code", status);
    if status >= 500 {
        span.record("otel.status_code", "error");
    }
}

/// A status as a label: its class, because each status would be a series of its own for every route.
fn status_class(status: u16) -> &'static str {
    match status {
        100..=199 => "1xx",
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    }
}

/// Returns the method as a metrics label. Clients can invent methods and labels are kept forever, so unknown methods
/// share one label.
fn method_label(method: &Method) -> &'static str {
    const NAMED: [Method; 8] = [
        Method::GET,
        Method::POST,
        Method::PUT,
        Method::PATCH,
        Method::DELETE,
        Method::HEAD,
        Method::OPTIONS,
        Method::TRACE,
    ];
    const LABELS: [&str; 8] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];
    NAMED.iter().zip(LABELS).find(|(named, _)| *named == method).map_or("other", |(_, label)| label)
}

/// Answers a panic of a handler with an `ErrorBody`, and logs it as a fault of the server: 500; 503 where the index is
/// suspected of damage, since reading damaged bytes may panic, and the index is rebuilt.
pub fn answer_panic(is_index_suspect: bool, panic: Box<dyn Any + Send + 'static>) -> Response {
    // The panic itself is counted and logged by the hook of `telemetry::log_panics`, with its place in the code.
    let message = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned());
    let error = anyhow::anyhow!("a handler panicked: {message}");
    if is_index_suspect { ApiError::Unavailable(error) } else { ApiError::Internal(error) }.into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_log_samples_all_but_server_errors_and_slow_requests() {
        let log = RequestLog::new(NonZeroU32::new(100).unwrap());
        let logged =
            |status: u16, elapsed: Duration| (0..1000).filter(|_| log.is_logged(status, elapsed)).count();
        assert_eq!(logged(200, Duration::from_millis(3)), 10);
        assert_eq!(logged(404, Duration::from_millis(3)), 10);
        assert_eq!(logged(503, Duration::from_millis(3)), 1000);
        assert_eq!(logged(200, SLOW), 1000);
        assert!((0..10).all(|_| RequestLog::default().is_logged(200, Duration::ZERO)));
    }
}
