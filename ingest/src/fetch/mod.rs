//! The only HTTP client for retailers: polite, bounded, and unable to reach our own network.

mod address;
mod allow;
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
    time::{Duration, SystemTime},
};

use domain::store::cached_responses::{CachedResponse, Validator};
use reqwest::{
    Client, Method, Response, StatusCode,
    header::{ACCEPT, HeaderMap, HeaderName, HeaderValue, LOCATION},
};
use time::OffsetDateTime;
use tokio::sync::OnceCell;
use url::Url;

pub use body::{Fetched, charset_of};
pub use body_stream::{BodyStream, FeedCopy};
pub use error::FetchError;
pub use response_cache::ResponseCache;
pub use settings::{FetchSettings, RetailerAccess};
pub use unchanged::Revalidated;

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

/// One request to make.
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

    /// Repeats a request until it succeeds, the failure is final, or the attempts are used up; `read` reads the body.
    async fn with_retries<T, F>(
        &self,
        request: &Request,
        read: impl Fn(BodySource, Url) -> F,
    ) -> Result<T, FetchError>
    where
        F: Future<Output = Result<T, FetchError>>,
    {
        let mut attempt = 0;
        loop {
            let error = match self.attempt(request, &read).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            if !error.error.is_transient() {
                return Err(error.error);
            }
            if attempt >= self.settings.retries {
                self.host(&request.url).pace.record_failure(&error.error.to_string());
                return Err(error.error);
            }
            let pause =
                error.retry_after.unwrap_or_else(|| retry::back_off(self.settings.retry_pause, attempt));
            if pause > self.settings.max_wait {
                return Err(FetchError::WaitTooLong { url: request.url.clone(), wait: pause });
            }
            tracing::debug!(url = %request.url, error = %error.error, "Retrying in {} ms", pause.as_millis());
            tokio::time::sleep(pause).await;
            attempt += 1;
        }
    }

    async fn attempt<T, F>(
        &self,
        request: &Request,
        read: &impl Fn(BodySource, Url) -> F,
    ) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, FetchError>>,
    {
        let mut url = request.url.clone();
        let mut may_be_conditional = true;
        for _ in 0..=MAX_REDIRECTS {
            let host = self.allowed_host(&url).await?;
            let permit = host.pace.acquire().await.map_err(|open| FetchError::CircuitOpen {
                host: host_name(&url),
                failures: open.failures,
                last: open.last,
            })?;
            let validator = if may_be_conditional { self.find_validator(request, &url).await } else { None };
            let validator = validator.as_ref();
            let outcome = match self.send(request, &url, validator, &host.pace).await {
                Ok(ResponseKind::Success(response)) => {
                    let source = BodySource::Network { response, had_validator: validator.is_some() };
                    read(source, url.clone()).await.map_err(Failure::from)
                }
                Ok(ResponseKind::NotModified(headers)) if request.is_unchanged(validator, &headers) => {
                    read(BodySource::CallerIsCurrent, url.clone()).await.map_err(Failure::from)
                }
                Ok(ResponseKind::NotModified(headers)) => {
                    match self.load_cached(&url, validator, &headers).await {
                        Some(cached) => {
                            read(BodySource::Cached(cached), url.clone()).await.map_err(Failure::from)
                        }
                        // The page is unchanged, but the cache no longer has it: request the page in full.
                        None if validator.is_some() => {
                            host.pace.record_success();
                            may_be_conditional = false;
                            continue;
                        }
                        None => Err(FetchError::NotModifiedUnasked { url: url.clone() }.into()),
                    }
                }
                Ok(ResponseKind::Redirect(next)) => {
                    host.pace.record_success();
                    url = self.own_address(&url, &next)?;
                    continue;
                }
                Err(failure) => Err(failure),
            };
            drop(permit);
            if !outcome.as_ref().is_err_and(|failure| failure.error.is_transient()) {
                host.pace.record_success();
            }
            return outcome;
        }
        Err(FetchError::TooManyRedirects { url: request.url.clone(), limit: MAX_REDIRECTS }.into())
    }

    /// Returns the validator for a conditional request. A redirect target is requested in full where the caller has
    /// the state of the original address, because a validator belongs to one address.
    async fn find_validator(&self, request: &Request, url: &Url) -> Option<Validator> {
        if request.caller_validator.is_some() {
            return request.caller_validator.clone().filter(|_| *url == request.url);
        }
        let cache = self.cache.as_ref().filter(|_| request.method == Method::GET)?;
        cache.validator(url).await
    }

    /// Returns the cached response that a 304 confirms; `None` where its headers name another state.
    async fn load_cached(
        &self,
        url: &Url,
        validator: Option<&Validator>,
        response_headers: &HeaderMap,
    ) -> Option<CachedResponse> {
        let validator =
            validator.filter(|sent| !conditional::contradicts_validator(response_headers, sent))?;
        self.cache.as_ref()?.load(url, validator).await
    }

    async fn send(
        &self,
        request: &Request,
        url: &Url,
        validator: Option<&Validator>,
        pace: &Pace,
    ) -> Result<ResponseKind, Failure> {
        let mut builder = self
            .client
            .request(request.method.clone(), url.clone())
            .headers(request.headers.clone())
            .timeout(request.timeout);
        if let Some(body) = &request.body {
            builder = builder.body(body.clone());
        }
        if let Some((name, value)) = validator.and_then(conditional::condition) {
            builder = builder.header(name, value);
        }
        let response = builder.send().await.map_err(|error| self.explain(url, error))?;
        let status = response.status();
        if status == StatusCode::NOT_MODIFIED {
            return Ok(ResponseKind::NotModified(response.headers().clone()));
        }
        if status.is_redirection()
            && let Some(location) = response.headers().get(LOCATION)
        {
            let location = String::from_utf8_lossy(location.as_bytes()).into_owned();
            return Ok(ResponseKind::Redirect(location));
        }
        if status.is_success() {
            return Ok(ResponseKind::Success(response));
        }
        let retry_after = retry::retry_after(response.headers(), SystemTime::now());
        if let Some(pause) = retry_after.filter(|_| status == StatusCode::TOO_MANY_REQUESTS) {
            pace.pause(pause.min(self.settings.max_wait));
        }
        Err(Failure { error: FetchError::Status { url: url.clone(), status: status.as_u16() }, retry_after })
    }

    fn explain(&self, url: &Url, error: reqwest::Error) -> FetchError {
        let mut cause: Option<&dyn std::error::Error> = Some(&error);
        while let Some(inner) = cause {
            if inner.is::<address::PrivateAddressError>() {
                return FetchError::PrivateAddress { host: host_name(url) };
            }
            cause = inner.source();
        }
        FetchError::from_reqwest(url, error)
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

/// Response to one HTTP request, by what its status asks of the client.
enum ResponseKind {
    Success(Response),
    NotModified(HeaderMap),
    Redirect(String),
}

/// Source of a body: the retailer's response (and whether its request named a validator), the cache, or none where the
/// caller's state is current.
enum BodySource {
    Network { response: Response, had_validator: bool },
    Cached(CachedResponse),
    CallerIsCurrent,
}

/// Returns the validator to store; only a plain 200 is the page itself.
fn validator_of(response: &Response) -> Option<Validator> {
    let is_whole = response.status() == StatusCode::OK;
    is_whole.then(|| conditional::validator_of(response.headers(), OffsetDateTime::now_utc()))?
}

struct Failure {
    error: FetchError,
    retry_after: Option<Duration>,
}

impl From<FetchError> for Failure {
    fn from(error: FetchError) -> Self {
        Failure { error, retry_after: None }
    }
}

fn host_name(url: &Url) -> String {
    url.host_str().unwrap_or("(no host)").to_owned()
}
