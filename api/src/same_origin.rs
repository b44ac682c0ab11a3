use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{error::ApiError, state::AppState};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Lets a call that changes something pass only when it does not come from another site's page.
///
/// Browsers say where a call comes from; programs without a browser say nothing, and have no cookies to be misused. That
/// bodies are JSON, which no form can send, is seen to by the extractor.
pub async fn refuse_foreign_changes(State(app): State<AppState>, request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    let authority = request.uri().authority().map(|authority| authority.as_str().to_owned());
    if is_foreign(request.headers(), authority.as_deref(), &app.site.public_url) {
        return ApiError::ForeignOrigin.into_response();
    }
    next.run(request).await
}

fn is_foreign(headers: &HeaderMap, authority: Option<&str>, public_url: &str) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    match text(SEC_FETCH_SITE) {
        Some("same-origin" | "none") => return false,
        // Never ours, unless its origin is the address that the operator names.
        Some(_) => return text(header::ORIGIN) != Some(public_url),
        None => {}
    }
    let Some(origin) = text(header::ORIGIN) else { return false };
    let host = text(header::HOST).or(authority);
    let named = origin.split_once("://").map(|(_, named)| named);
    origin != public_url && (named.is_none() || named != host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn foreign(headers: &[(&'static str, &str)]) -> bool {
        let headers =
            headers.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
        is_foreign(&headers.collect(), None, "https://tajmeea.example")
    }

    #[test]
    fn other_sites_are_foreign() {
        for ours in [
            [].as_slice(),
            &[("sec-fetch-site", "same-origin"), ("origin", "https://tajmeea.example")],
            &[("sec-fetch-site", "none")],
            &[("origin", "https://tajmeea.example"), ("host", "inner:8080")],
            &[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")],
        ] {
            assert!(!foreign(ours), "{ours:?}");
        }
        for other in [
            [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")].as_slice(),
            &[("sec-fetch-site", "same-site"), ("origin", "https://shop.tajmeea.example")],
            &[("sec-fetch-site", "cross-site"), ("host", "127.0.0.1:8080")],
            &[("origin", "https://evil.example"), ("host", "127.0.0.1:8080")],
            &[("origin", "null"), ("host", "127.0.0.1:8080")],
            &[("origin", "https://tajmeea.example.evil.example"), ("host", "127.0.0.1:8080")],
        ] {
            assert!(foreign(other), "{other:?}");
        }
    }
}
