//! A test server that imitates a retailer, on a port of its own; the test changes its responses as it runs.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, Uri},
    response::{IntoResponse, Response},
};
use ingest::retailer_file::{RetailerFile, read_text};
use serde_json::Value;

use crate::fetching::serve;

/// A request as the server received it.
#[derive(Debug, Clone)]
pub(crate) struct ReceivedRequest {
    /// Path with the query.
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
}

impl ReceivedRequest {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

type Answer = Arc<dyn Fn(&ReceivedRequest) -> Response + Send + Sync>;

pub(crate) struct TestRetailer {
    pub(crate) address: SocketAddr,
    answer: Arc<Mutex<Answer>>,
    asked: Arc<Mutex<Vec<ReceivedRequest>>>,
}

impl TestRetailer {
    pub(crate) async fn open() -> anyhow::Result<TestRetailer> {
        let nothing: Answer = Arc::new(|_| axum::http::StatusCode::NOT_FOUND.into_response());
        let (answer, asked) = (Arc::new(Mutex::new(nothing)), Arc::new(Mutex::new(Vec::new())));
        let (answering, noting) = (answer.clone(), asked.clone());
        let handle = move |uri: Uri, headers: HeaderMap, _body: Bytes| {
            let one = ReceivedRequest { path: uri.to_string(), headers };
            let answer = answering.lock().expect("a lock").clone();
            async move {
                if one.path == "/robots.txt" {
                    return axum::http::StatusCode::NOT_FOUND.into_response();
                }
                noting.lock().expect("a lock").push(one.clone());
                answer(&one)
            }
        };
        let address = serve(Router::new().fallback(handle)).await?;
        Ok(TestRetailer { address, answer, asked })
    }

    /// Sets the response to all further requests; robots.txt never exists.
    pub(crate) fn answers(&self, answer: impl Fn(&ReceivedRequest) -> Response + Send + Sync + 'static) {
        *self.answer.lock().expect("a lock") = Arc::new(answer);
    }

    /// Returns the requests since the last call.
    pub(crate) fn asked(&self) -> Vec<ReceivedRequest> {
        std::mem::take(&mut self.asked.lock().expect("a lock"))
    }

    /// Returns the retailer file, with the given platform section.
    pub(crate) fn file(&self, platform: &str) -> RetailerFile {
        file(self.address, platform)
    }
}

/// Returns the file of a retailer at an address; keys of `platform` before its first table belong to the
/// root of the file.
pub(crate) fn file(address: SocketAddr, platform: &str) -> RetailerFile {
    let text = file_text(address, platform);
    read_text(std::path::Path::new("test-shop.toml"), &text)
        .unwrap_or_else(|problem| panic!("{problem}\n{text}"))
}

/// Returns the same file as text, for the real binary.
pub(crate) fn file_text(address: SocketAddr, platform: &str) -> String {
    format!(
        "slug = \"test-shop\"\nnames = {{ en = \"Test\", ar = \"متجر\" }}\nbase_url = \"http://{address}\"\n\
         allow_private_addresses = true\nprice_format = {{ decimal = \".\", thousands = \",\" }}\n{}\n\
         [rate]\nrequests_per_second = 1000.0\nconcurrency = 4\n",
        platform.replace("ADDRESS", &address.to_string())
    )
}

pub(crate) fn json(value: &Value) -> Response {
    ([("content-type", "application/json")], value.to_string()).into_response()
}

pub(crate) fn html(text: impl Into<String>) -> Response {
    axum::response::Html(text.into()).into_response()
}
