use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{error::ApiError, public_url::PublicUrl};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Addresses to which mail programs post, some of which are pages of other sites. Their token alone says for whom; a session
/// is not read.
pub const UNSUBSCRIBE_PATHS: [&str; 2] = ["/unsubscribe", "/ar/unsubscribe"];

/// Refuses calls that change data when they come from another site's page.
///
/// Browsers state the origin of a call in `Sec-Fetch-Site` and `Origin`. Other programs send neither header, but have
/// no cookies to misuse. The JSON extractor refuses bodies that an HTML form could send.
pub async fn refuse_foreign_changes(
    State(public_url): State<PublicUrl>,
    request: Request,
    next: Next,
) -> Response {
    let is_harmless = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if is_harmless || UNSUBSCRIBE_PATHS.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    let authority = request.uri().authority().map(|authority| authority.as_str().to_owned());
    let host = match public_url.is_configured {
        true => None,
        false => Some(authority.as_deref()),
    };
    if is_foreign(request.headers(), host, public_url.as_str()) {
        return ApiError::ForeignOrigin.into_response();
    }
    next.run(request).await
}

/// Returns whether a call comes from another site's page. `authority` is given only when no address is configured. In
/// that case the page's own host is accepted whatever its name: it may be `localhost` as well as `127.0.0.1`.
fn is_foreign(headers: &HeaderMap, authority: Option<Option<&str>>, public_url: &str) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    match text(SEC_FETCH_SITE) {
        Some("same-origin" | "none") => return false,
        // Never from our own page, unless the origin is the configured address.
        Some(_) => return text(header::ORIGIN) != Some(public_url),
        None => {}
    }
    let Some(origin) = text(header::ORIGIN) else { return false };
    if origin == public_url {
        return false;
    }
    let Some(authority) = authority else { return true };
    let host = text(header::HOST).or(authority);
    let named = origin.split_once("://").map(|(_, named)| named);
    named.is_none() || named != host
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(headers: &[(&'static str, &str)]) -> HeaderMap {
        headers.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    fn foreign(headers: &[(&'static str, &str)]) -> bool {
        is_foreign(&map(headers), None, "https://tajmeea.example")
    }

    #[test]
    fn every_loopback_name_is_same_origin_without_a_public_url() {
        let foreign = |headers: &[_]| is_foreign(&map(headers), Some(None), "http://127.0.0.1:8080");
        assert!(!foreign(&[("origin", "http://localhost:8080"), ("host", "localhost:8080")]));
        assert!(!foreign(&[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")]));
        assert!(foreign(&[("origin", "http://localhost:9000"), ("host", "localhost:8080")]));
    }

    #[test]
    fn requests_of_other_sites_are_cross_site() {
        for ours in [
            [].as_slice(),
            &[("sec-fetch-site", "same-origin"), ("origin", "https://tajmeea.example")],
            &[("sec-fetch-site", "none")],
            &[("origin", "https://tajmeea.example"), ("host", "inner:8080")],
        ] {
            assert!(!foreign(ours), "{ours:?}");
        }
        for other in [
            [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")].as_slice(),
            &[("sec-fetch-site", "same-site"), ("origin", "https://shop.tajmeea.example")],
            &[("sec-fetch-site", "cross-site"), ("host", "127.0.0.1:8080")],
            &[("origin", "https://evil.example"), ("host", "127.0.0.1:8080")],
            // A foreign name that resolves to this server, as an attacker's own may.
            &[("origin", "https://evil.example"), ("host", "evil.example")],
            &[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")],
            &[("origin", "null"), ("host", "127.0.0.1:8080")],
            &[("origin", "https://tajmeea.example.evil.example"), ("host", "127.0.0.1:8080")],
        ] {
            assert!(foreign(other), "{other:?}");
        }
    }
}
