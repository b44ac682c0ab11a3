//! Requests to the demo retailers, and their responses.

use std::collections::HashMap;

use askama::Template;
use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header},
};
use serde_json::Value;

/// A parsed request to one shop.
#[derive(Debug)]
pub(super) struct Ask {
    /// Path below the shop's own, such as `/products.json`.
    pub(super) path: String,
    pub(super) query: HashMap<String, String>,
    /// Address of the shop, without a slash at the end.
    pub(super) base: String,
}

impl Ask {
    /// Returns a number from the query, where the text is one.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.query.get(name).and_then(|text| text.parse().ok())
    }
}

/// A complete response.
#[derive(Debug, Clone)]
pub(super) struct Reply {
    pub(super) status: StatusCode,
    content_type: &'static str,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Reply {
    fn new(status: StatusCode, content_type: &'static str, body: impl Into<Vec<u8>>) -> Reply {
        Reply { status, content_type, headers: Vec::new(), body: body.into() }
    }

    pub(super) fn html(body: String) -> Reply {
        Reply::new(StatusCode::OK, "text/html; charset=utf-8", body)
    }

    /// Renders a page; returns status 500 where its template fails.
    pub(super) fn render(page: &impl Template) -> Reply {
        page.render().map_or_else(
            |error| {
                tracing::error!(%error, "Failed to render a page: {error}");
                Reply::text(StatusCode::INTERNAL_SERVER_ERROR, "The page cannot be rendered.\n")
            },
            Reply::html,
        )
    }

    pub(super) fn json(body: &Value) -> Reply {
        Reply::new(StatusCode::OK, "application/json; charset=utf-8", body.to_string())
    }

    pub(super) fn xml(body: String) -> Reply {
        Reply::new(StatusCode::OK, "application/xml; charset=utf-8", body)
    }

    pub(super) fn gzip(body: Vec<u8>) -> Reply {
        Reply::new(StatusCode::OK, "application/gzip", body)
    }

    pub(super) fn photo(content_type: &'static str, body: Vec<u8>) -> Reply {
        Reply::new(StatusCode::OK, content_type, body).with("cache-control", "public, max-age=86400")
    }

    pub(super) fn csv(body: Vec<u8>) -> Reply {
        Reply::new(StatusCode::OK, "text/csv; charset=utf-8", body)
    }

    pub(super) fn text(status: StatusCode, body: &str) -> Reply {
        Reply::new(status, "text/plain; charset=utf-8", body)
    }

    pub(super) fn not_found() -> Reply {
        Reply::text(StatusCode::NOT_FOUND, "There is no such page in this shop.\n")
    }

    /// Returns the refusal for a client that sends too many requests.
    pub(super) fn too_many(seconds: u32) -> Reply {
        Reply::text(StatusCode::TOO_MANY_REQUESTS, "Too many requests.\n")
            .with("retry-after", seconds.to_string())
    }

    pub(super) fn bad_request(problem: &str) -> Reply {
        let body = serde_json::json!({ "error": problem });
        Reply { status: StatusCode::BAD_REQUEST, ..Reply::json(&body) }
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Reply {
        self.headers.push((name, value.into()));
        self
    }

    #[cfg(test)]
    pub(super) fn body_text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[cfg(test)]
    pub(super) fn body(&self) -> &[u8] {
        &self.body
    }

    #[cfg(test)]
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| *header == name).map(|(_, value)| value.as_str())
    }

    /// Converts to an HTTP response with an ETag; the response is an empty 304 where the client has this body already.
    pub(super) fn into_response(self, if_none_match: Option<&str>) -> Response<Body> {
        let tag = format!("\"{:016x}\"", super::seed::of_bytes(&self.body));
        let unchanged =
            self.status == StatusCode::OK && if_none_match.is_some_and(|known| known.contains(&tag));
        let mut response = Response::new(if unchanged { Body::empty() } else { Body::from(self.body) });
        *response.status_mut() = if unchanged { StatusCode::NOT_MODIFIED } else { self.status };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        if self.status == StatusCode::OK
            && let Ok(value) = HeaderValue::from_str(&tag)
        {
            headers.insert(header::ETAG, value);
        }
        for (name, value) in self.headers {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(name, value);
            }
        }
        response
    }
}
