use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue, header},
    middleware::Next,
    response::Response,
};

use super::public_url::PublicUrl;

/// Headers of every answer. Pages set their own content security policy, which allows more than this one.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (
        // The page that reads barcodes asks for the camera.
        HeaderName::from_static("permissions-policy"),
        "camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    ),
];
/// Tells browsers to use only TLS for two years. Sent only when the site is served over TLS.
const ONLY_TLS: HeaderValue = HeaderValue::from_static("max-age=63072000; includeSubDomains");

/// Adds the security headers that the answer does not set itself.
pub async fn add_headers(State(public_url): State<PublicUrl>, request: Request, next: Next) -> Response {
    let is_call = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    if is_call {
        // Crawlers may make the calls that a page needs, but must not list them in search results.
        let robots = HeaderName::from_static("x-robots-tag");
        response.headers_mut().insert(robots, HeaderValue::from_static("noindex"));
    }
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    if public_url.is_secure() {
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, ONLY_TLS);
    }
    response
}
