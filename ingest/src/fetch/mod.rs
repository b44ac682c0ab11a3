//! The only HTTP client for retailers: polite, bounded, and unable to reach our own network.

mod additions;
mod address;
mod allow;
mod attempt;
mod body;
mod body_stream;
mod conditional;
mod error;
mod pace;
mod response_cache;
mod retry;
mod robots;
mod settings;
mod unchanged;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::store::cached_responses::Validator;
use reqwest::{
    Client, Method, Response, StatusCode,
    header::{ACCEPT, HeaderMap, HeaderName, HeaderValue},
};
use time::OffsetDateTime;
use tokio::sync::OnceCell;
use url::Url;

pub use additions::RequestAdditions;
pub(crate) use allow::belongs_to;
pub use body::{Fetched, charset_of};
pub use body_stream::{BodyStream, FeedCopy};
pub use error::FetchError;
pub use response_cache::ResponseCache;
pub use settings::{FetchSettings, RetailerAccess};
pub use unchanged::Revalidated;

use attempt::BodySource;
use pace::Pace;
use robots::Rules;

/// Maximum number of redirects of one request.
const MAX_REDIRECTS: usize = 5;

/// HTTP client for one retailer.
pub struct RetailerClient {
    client: Client,
    settings: FetchSettings,
    access: RetailerAccess,
    hosts: Mutex<HashMap<String, Arc<HostState>>>,
    cache: Option<Arc<ResponseCache>>,
}

/// State of one of the retailer's hosts.
struct HostState {
    pace: Pace,
    rules: OnceCell<Result<Rules, FetchError>>,
}

/// Request to make.
#[derive(Debug, Clone)]
struct Request {
    method: Method,
    url: Url,
    headers: HeaderMap,
    body: Option<Vec<u8>>,
    timeout: Duration,
    /// Validator of the state that the caller has; takes the place of the cached validator.
    caller_validator: Option<Validator>,
}

impl RetailerClient {
    /// Builds a client that reaches this retailer and nothing else.
    ///
    /// # Errors
    /// When the TLS library finds no trusted certificates.
    pub fn new(settings: &FetchSettings, access: RetailerAccess) -> anyhow::Result<Self> {
        let mut builder = Client::builder()
            .user_agent(&settings.user_agent)
            .connect_timeout(settings.connect_timeout)
            .read_timeout(settings.read_timeout)
            .redirect(reqwest::redirect::Policy::none())
            // A proxy would resolve names for us, behind the check of addresses.
            .no_proxy();
        if !access.allow_private_addresses {
            builder = builder.dns_resolver(Arc::new(address::PublicResolver));
        }
        let client = builder.build()?;
        Ok(Self { client, settings: settings.clone(), access, hosts: Mutex::default(), cache: None })
    }

    /// Makes requests conditional on the responses in the cache, and caches new responses.
    #[must_use]
    pub fn with_cache(self, cache: Arc<ResponseCache>) -> Self {
        Self { cache: Some(cache), ..self }
    }

    /// Returns the maximum number of simultaneous requests.
    pub fn concurrency(&self) -> usize {
        self.access.concurrency.max(1)
    }

    /// Fetches a complete page.
    pub async fn get(&self, url: &Url) -> Result<Fetched, FetchError> {
        self.fetch_whole_body(self.request(Method::GET, url, self.settings.request_timeout)).await
    }

    /// Posts JSON and fetches the complete response.
    pub async fn post_json(
        &self,
        url: &Url,
        headers: &[(&str, &str)],
        body: &serde_json::Value,
    ) -> Result<Fetched, FetchError> {
        let mut request = self.request(Method::POST, url, self.settings.request_timeout);
        request.headers.insert(reqwest::header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for (name, value) in headers {
            let name = name.parse::<HeaderName>().map_err(|_| FetchError::BadAddress((*name).to_owned()))?;
            let value =
                HeaderValue::from_str(value).map_err(|_| FetchError::BadAddress((*value).to_owned()))?;
            request.headers.insert(name, value);
        }
        request.body = Some(body.to_string().into_bytes());
        self.fetch_whole_body(request).await
    }

    /// Opens a feed as a stream. The caller counts bytes against [`RetailerClient::feed_limit`].
    pub async fn open(&self, url: &Url) -> Result<BodyStream, FetchError> {
        let request = self.request(Method::GET, url, self.settings.feed_timeout);
        self.with_retries(&request, |source, url| async move {
            Ok(match source {
                BodySource::Cached(cached) => BodyStream::from_cache(cached),
                BodySource::CallerIsCurrent => return Err(FetchError::NotModifiedUnasked { url }),
                BodySource::Network { response, .. } => {
                    let validator = self.cache.as_ref().and_then(|_| validator_of(&response));
                    BodyStream::from_response(response, url, validator)
                }
            })
        })
        .await
    }

    /// Caches a feed that was read to its end.
    pub async fn store_copy(&self, copy: FeedCopy) {
        let (url, complete) = copy.finish();
        if let Some(cache) = &self.cache {
            cache.store(&url, complete, true).await;
        }
    }

    /// Returns the sitemaps that a host's robots.txt names; none where the file cannot be read.
    pub async fn sitemaps(&self, url: &Url) -> Vec<Url> {
        // The call only loads robots.txt; whether this address itself is allowed does not matter for its sitemaps.
        let _ = self.allowed_host(url).await;
        match self.host(url).rules.get() {
            Some(Ok(rules)) => rules.sitemaps().iter().filter_map(|text| text.parse().ok()).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the maximum size of a feed, in bytes.
    pub fn feed_limit(&self) -> u64 {
        self.settings.feed_limit
    }

    fn request(&self, method: Method, url: &Url, timeout: Duration) -> Request {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("*/*"));
        Request { method, url: url.clone(), headers, body: None, timeout, caller_validator: None }
    }

    async fn fetch_whole_body(&self, request: Request) -> Result<Fetched, FetchError> {
        let limit = self.settings.page_limit;
        let is_cacheable = request.method == Method::GET;
        self.with_retries(&request, |source, url| async move {
            let (response, had_validator) = match source {
                BodySource::Cached(cached) => return response_cache::unpack(cached, url, limit),
                BodySource::CallerIsCurrent => return Err(FetchError::NotModifiedUnasked { url }),
                BodySource::Network { response, had_validator } => (response, had_validator),
            };
            let validator = validator_of(&response);
            let fetched = body::read(response, &url, limit).await?;
            if let Some(cache) = self.cache.as_ref().filter(|_| is_cacheable) {
                let packed = validator.and_then(|validator| response_cache::pack(&fetched, validator));
                cache.store(&url, packed, had_validator).await;
            }
            Ok(fetched)
        })
        .await
    }

    fn host(&self, url: &Url) -> Arc<HostState> {
        let key = format!("{}:{}", host_name(url), url.port_or_known_default().unwrap_or(0));
        let mut hosts = self.hosts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        hosts
            .entry(key)
            .or_insert_with(|| {
                let pace = Pace::new(self.access.requests_per_second, self.access.concurrency);
                Arc::new(HostState { pace, rules: OnceCell::new() })
            })
            .clone()
    }
}

/// Returns the validator to store; only a plain 200 is the page itself.
fn validator_of(response: &Response) -> Option<Validator> {
    let is_whole = response.status() == StatusCode::OK;
    is_whole.then(|| conditional::validator_of(response.headers(), OffsetDateTime::now_utc()))?
}

fn host_name(url: &Url) -> String {
    url.host_str().unwrap_or("(no host)").to_owned()
}
