use std::{convert::Infallible, hash::Hasher};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::{HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponseParts, Response, ResponseParts},
};
use rustc_hash::FxHasher;

/// Cache policy of an answer: how long it may be stored, and by whom. Every answer has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CachePolicy {
    /// For prices: may be stored but must be revalidated before every use. A 304 answer has no body.
    Revalidate,
    /// For data that rarely changes: may be a minute old.
    Minute,
    /// For files that crawlers read: may be an hour old.
    Hour,
    /// For files whose name changes with their content: never revalidated.
    Forever,
    /// Never stored.
    Never,
}

impl CachePolicy {
    /// The value of `Cache-Control`.
    pub const fn header(self) -> &'static str {
        match self {
            Self::Revalidate => "public, no-cache",
            Self::Minute => "public, max-age=60, stale-while-revalidate=300",
            Self::Hour => "public, max-age=3600",
            Self::Forever => "public, max-age=31536000, immutable",
            Self::Never => "no-store",
        }
    }
}

impl IntoResponseParts for CachePolicy {
    type Error = Infallible;

    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Infallible> {
        parts.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(self.header()));
        Ok(parts)
    }
}

/// Adds an ETag to complete, cacheable answers, and answers 304 when the caller already has the same content.
pub async fn answer_unchanged(request: Request, next: Next) -> Response {
    // An answer to HEAD has no body here, so its tag cannot be computed.
    let conditional = *request.method() == Method::GET;
    let if_none_match = request.headers().get(header::IF_NONE_MATCH).cloned();
    let response = next.run(request).await;
    if !conditional || response.status() != StatusCode::OK || !is_cacheable(&response) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let body = match read_buffered(body).await {
        Ok(body) => body,
        Err(body) => return Response::from_parts(parts, body),
    };
    let tag = entity_tag(&body);
    let unchanged = if_none_match.is_some_and(|tags| has_tag(&tags, &tag));
    if let Ok(value) = HeaderValue::from_str(&tag) {
        parts.headers.insert(header::ETAG, value);
    }
    if !unchanged {
        return Response::from_parts(parts, Body::from(body));
    }
    parts.status = StatusCode::NOT_MODIFIED;
    const BODY_HEADERS: [HeaderName; 2] = [header::CONTENT_LENGTH, header::CONTENT_TYPE];
    for name in BODY_HEADERS {
        parts.headers.remove(name);
    }
    Response::from_parts(parts, Body::empty())
}

fn is_cacheable(response: &Response) -> bool {
    // Clients do not revalidate `Forever` and do not store `Never`.
    let is_revalidated = |policy: &HeaderValue| {
        ![CachePolicy::Never, CachePolicy::Forever].iter().any(|other| policy == other.header())
    };
    response.headers().get(header::CACHE_CONTROL).is_some_and(is_revalidated)
        && !response.headers().contains_key(header::ETAG)
}

/// Returns the body if it is in memory; streams pass through unread.
async fn read_buffered(body: Body) -> Result<Bytes, Body> {
    if body.size_hint().exact().is_none() {
        return Err(body);
    }
    axum::body::to_bytes(body, usize::MAX).await.map_err(|_| Body::empty())
}

/// Weak, because the same content is sent in several encodings. A fast, non-cryptographic hash suffices: it only tells
/// an answer from the previous one, and every search computes it.
fn entity_tag(body: &[u8]) -> String {
    let mut hasher = FxHasher::default();
    hasher.write(body);
    format!("W/\"{:016x}\"", hasher.finish())
}

fn has_tag(if_none_match: &HeaderValue, tag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    if_none_match
        .to_str()
        .is_ok_and(|tags| tags.split(',').any(|one| one.trim() == "*" || opaque(one) == opaque(tag)))
}
