//! The only HTTP client towards shops: polite, bounded, and unable to reach our own network.

mod address;
mod body;
mod error;
mod pace;
mod retry;
mod robots;
mod settings;

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use reqwest::{
    Client, Method, Response, StatusCode,
    header::{ACCEPT, HeaderMap, HeaderName, HeaderValue, LOCATION},
};
use tokio::sync::OnceCell;
use url::{Host, Url};

pub use body::{Fetched, charset_of};
pub use error::FetchError;
pub use settings::{FetchSettings, ShopAccess};

use pace::Pace;
use robots::Rules;

/// Redirects followed for one request.
const MAX_REDIRECTS: usize = 5;

/// The client for one shop.
pub struct ShopClient {
    client: Client,
    settings: FetchSettings,
    access: ShopAccess,
    hosts: Mutex<HashMap<String, Arc<HostState>>>,
}

/// What is known of one of the shop's hosts.
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
}

impl ShopClient {
    /// Makes a client that reaches this shop and nothing else.
    ///
    /// # Errors
    /// When the TLS library finds no certificates to trust.
    pub fn new(settings: &FetchSettings, access: ShopAccess) -> anyhow::Result<Self> {
        let mut builder = Client::builder()
            .user_agent(&settings.user_agent)
            .connect_timeout(settings.connect_timeout)
            .read_timeout(settings.read_timeout)
            .redirect(reqwest::redirect::Policy::none())
            // A proxy would resolve names for us, past the check of addresses.
            .no_proxy();
        if !access.allow_private_addresses {
            builder = builder.dns_resolver(Arc::new(address::PublicResolver));
        }
        let client = builder.build()?;
        Ok(Self { client, settings: settings.clone(), access, hosts: Mutex::default() })
    }

    /// How many requests may run at once.
    pub fn concurrency(&self) -> usize {
        self.access.concurrency.max(1)
    }

    /// Fetches a page whole.
    pub async fn get(&self, url: &Url) -> Result<Fetched, FetchError> {
        self.whole(self.request(Method::GET, url, self.settings.request_timeout)).await
    }

    /// Posts JSON and fetches the answer whole.
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
        self.whole(request).await
    }

    /// Opens a feed, to be read as it comes. The caller counts bytes against [`ShopClient::feed_limit`].
    pub async fn open(&self, url: &Url) -> Result<Response, FetchError> {
        let request = self.request(Method::GET, url, self.settings.feed_timeout);
        self.with_retries(&request, |response, _| async move { Ok(response) }).await
    }

    /// Bytes a feed may have.
    pub fn feed_limit(&self) -> u64 {
        self.settings.feed_limit
    }

    fn request(&self, method: Method, url: &Url, timeout: Duration) -> Request {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("*/*"));
        Request { method, url: url.clone(), headers, body: None, timeout }
    }

    async fn whole(&self, request: Request) -> Result<Fetched, FetchError> {
        let limit = self.settings.page_limit;
        self.with_retries(&request, |response, url| async move { body::read(response, &url, limit).await })
            .await
    }

    /// Sends until it works, the failure is final, or the tries are used up; `read` takes what is needed of the answer.
    async fn with_retries<T, F>(
        &self,
        request: &Request,
        read: impl Fn(Response, Url) -> F,
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
            if !error.error.is_passing() || attempt >= self.settings.retries {
                return Err(error.error);
            }
            let pause =
                error.retry_after.unwrap_or_else(|| retry::back_off(self.settings.retry_pause, attempt));
            if pause > self.settings.longest_wait {
                return Err(FetchError::WaitTooLong { url: request.url.clone(), wait: pause });
            }
            tracing::debug!(url = %request.url, error = %error.error, "Trying again in {} ms", pause.as_millis());
            tokio::time::sleep(pause).await;
            attempt += 1;
        }
    }

    async fn attempt<T, F>(&self, request: &Request, read: &impl Fn(Response, Url) -> F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, FetchError>>,
    {
        let mut url = request.url.clone();
        for _ in 0..=MAX_REDIRECTS {
            let host = self.allowed_host(&url).await?;
            let permit = host.pace.turn().await.map_err(|open| FetchError::CircuitOpen {
                host: host_name(&url),
                failures: open.failures,
                last: open.last,
            })?;
            let outcome = match self.send(request, &url, &host.pace).await {
                Ok(Sent::Answer(response)) => read(response, url.clone()).await.map_err(Failure::from),
                Ok(Sent::Redirect(next)) => {
                    host.pace.succeeded();
                    url = self.own_address(&url, &next)?;
                    continue;
                }
                Err(failure) => Err(failure),
            };
            drop(permit);
            match &outcome {
                Err(failure) if failure.error.is_passing() => host.pace.failed(&failure.error.to_string()),
                _ => host.pace.succeeded(),
            }
            return outcome;
        }
        Err(FetchError::TooManyRedirects { url: request.url.clone(), limit: MAX_REDIRECTS }.into())
    }

    async fn send(&self, request: &Request, url: &Url, pace: &Pace) -> Result<Sent, Failure> {
        let mut builder = self
            .client
            .request(request.method.clone(), url.clone())
            .headers(request.headers.clone())
            .timeout(request.timeout);
        if let Some(body) = &request.body {
            builder = builder.body(body.clone());
        }
        let response = builder.send().await.map_err(|error| self.explain(url, error))?;
        let status = response.status();
        if status.is_redirection()
            && let Some(location) = response.headers().get(LOCATION)
        {
            let location = String::from_utf8_lossy(location.as_bytes()).into_owned();
            return Ok(Sent::Redirect(location));
        }
        if status.is_success() {
            return Ok(Sent::Answer(response));
        }
        let retry_after = retry::retry_after(response.headers(), SystemTime::now());
        if let Some(pause) = retry_after.filter(|_| status == StatusCode::TOO_MANY_REQUESTS) {
            pace.rest(pause.min(self.settings.longest_wait));
        }
        Err(Failure { error: FetchError::Status { url: url.clone(), status: status.as_u16() }, retry_after })
    }

    fn explain(&self, url: &Url, error: reqwest::Error) -> FetchError {
        let mut cause: Option<&dyn std::error::Error> = Some(&error);
        while let Some(inner) = cause {
            if inner.is::<address::OnlyPrivate>() {
                return FetchError::PrivateAddress { host: host_name(url) };
            }
            cause = inner.source();
        }
        FetchError::from_reqwest(url, error)
    }

    /// The host's state, once its robots.txt is known to allow the address.
    async fn allowed_host(&self, url: &Url) -> Result<Arc<HostState>, FetchError> {
        self.check_address(url)?;
        let host = self.host(url);
        let rules = host.rules.get_or_init(|| self.load_rules(url, &host.pace)).await;
        match rules {
            Ok(rules) if rules.allow(url) => Ok(host.clone()),
            Ok(_) => Err(FetchError::Disallowed { host: host_name(url), path: url.path().to_owned() }),
            Err(error) => Err(error.clone()),
        }
    }

    /// As RFC 9309: no file means all is allowed, an unreachable one means nothing is.
    async fn load_rules(&self, url: &Url, pace: &Pace) -> Result<Rules, FetchError> {
        let mut address = url.clone();
        address.set_path("/robots.txt");
        address.set_query(None);
        address.set_fragment(None);
        let rules = match self.fetch_robots(&address, pace).await {
            Ok(body) => Rules::parse(&self.settings.user_agent, &body),
            Err(FetchError::Status { status: 400..=499, .. }) => Rules::None,
            Err(error @ FetchError::PrivateAddress { .. }) => return Err(error),
            Err(error) => {
                return Err(FetchError::RobotsUnreadable { host: host_name(url), why: error.to_string() });
            }
        };
        if let Some(delay) = rules.delay() {
            pace.slow_to(delay);
        }
        Ok(rules)
    }

    async fn fetch_robots(&self, address: &Url, pace: &Pace) -> Result<Vec<u8>, FetchError> {
        let mut url = address.clone();
        let mut attempt = 0;
        let mut redirects = 0;
        loop {
            let request = self.request(Method::GET, &url, self.settings.request_timeout);
            let outcome = match self.send(&request, &url, pace).await {
                Ok(Sent::Answer(response)) => {
                    body::read(response, &url, robots::SIZE_LIMIT).await.map_err(Failure::from)
                }
                Ok(Sent::Redirect(next)) if redirects < MAX_REDIRECTS => {
                    redirects += 1;
                    url = self.own_address(&url, &next)?;
                    continue;
                }
                Ok(Sent::Redirect(_)) => {
                    return Err(FetchError::TooManyRedirects { url, limit: MAX_REDIRECTS });
                }
                Err(failure) => Err(failure),
            };
            match outcome {
                Ok(fetched) => return Ok(fetched.body),
                Err(failure) if failure.error.is_passing() && attempt < self.settings.retries => {
                    let pause = failure
                        .retry_after
                        .unwrap_or_else(|| retry::back_off(self.settings.retry_pause, attempt));
                    tokio::time::sleep(pause.min(self.settings.longest_wait)).await;
                    attempt += 1;
                }
                Err(failure) => return Err(failure.error),
            }
        }
    }

    fn own_address(&self, from: &Url, location: &str) -> Result<Url, FetchError> {
        let next = from.join(location).map_err(|_| FetchError::BadAddress(location.to_owned()))?;
        self.check_address(&next).map_err(|error| match error {
            FetchError::LeavesShop { to, .. } => FetchError::LeavesShop { from: from.clone(), to },
            other => other,
        })?;
        Ok(next)
    }

    /// Refuses what is not HTTP, not the shop's, or an address literal of an inner network.
    fn check_address(&self, url: &Url) -> Result<(), FetchError> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(FetchError::BadAddress(url.to_string()));
        }
        let literal = match url.host() {
            Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
            Some(Host::Domain(_)) => None,
            None => return Err(FetchError::BadAddress(url.to_string())),
        };
        if literal.is_some_and(|address| !self.access.allow_private_addresses && !address::is_public(address))
        {
            return Err(FetchError::PrivateAddress { host: host_name(url) });
        }
        let host = url.host_str().unwrap_or_default();
        let own = self.access.base_url.host_str().unwrap_or_default();
        let is_own =
            belongs_to(host, own) || self.access.extra_domains.iter().any(|extra| belongs_to(host, extra));
        if is_own {
            return Ok(());
        }
        Err(FetchError::LeavesShop { from: self.access.base_url.clone(), to: host.to_owned() })
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

enum Sent {
    Answer(Response),
    Redirect(String),
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

/// Whether `host` is `domain` or under it; a leading `www.` of the domain does not narrow it.
fn belongs_to(host: &str, domain: &str) -> bool {
    let domain = domain.strip_prefix("www.").unwrap_or(domain);
    host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
}

fn host_name(url: &Url) -> String {
    url.host_str().unwrap_or("(no host)").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_is_its_domain_and_what_is_under_it() {
        assert!(belongs_to("shop.example", "www.shop.example"));
        assert!(belongs_to("cdn.shop.example", "shop.example"));
        assert!(!belongs_to("evilshop.example", "shop.example"));
        assert!(!belongs_to("shop.example.evil.com", "shop.example"));
    }
}
